"""What a view tells about a seat in numbers, and what of it changed since an earlier view."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.race.components import CARDS, Strength
from rules.race.scoring import total
from rules.race.state import UNKNOWN, Player, RaceState


@dataclass(frozen=True)
class Change:
    """What is new at a seat since an earlier view."""

    cards: frozenset[int] = frozenset()
    goods: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    """Worlds that had a good and have it no more."""
    points: int = 0
    chips: int = 0
    hand: int = 0
    strength: int = 0
    actions: bool = False


@dataclass(frozen=True)
class Special:
    """Strength that counts only against some worlds: those of a good's kind, or of a keyword."""

    n: int
    good: str | None
    versus: str | None


@dataclass
class MilitaryStrength:
    """A seat's military strength: general, and special by what it is against."""

    general: int = 0
    special: list[Special] = field(default_factory=list)


def military_strength(player: Player) -> MilitaryStrength:
    """Add up the strength printed on a tableau."""
    result = MilitaryStrength()
    for number in player.tableau:
        for power in CARDS[number].powers.settle:
            if isinstance(power, Strength):
                if power.general:
                    result.general += power.n
                else:
                    result.special.append(Special(power.n, power.good, power.versus))
    return result


def in_hand(view: RaceState, seat: int) -> int:
    """Count the cards in hand; before the game those dealt, from which the hand is chosen."""
    one = view.players[seat]
    return len(one.hand) + (len(one.drawn) if view.phase == "setup" else 0)


def fresh(view: RaceState, seat: int, held: RaceState | None) -> frozenset[int]:
    """The hand cards that a seat did not hold in what it saw before; none where that is all of them or not known."""
    if not isinstance(held, RaceState) or seat >= len(held.players):
        return frozenset()
    now, then = frozenset(view.players[seat].hand), frozenset(held.players[seat].hand)
    return frozenset() if UNKNOWN in now | then or not now & then else now - then


def changed(view: RaceState, before: RaceState | None, seat: int) -> Change:
    """Compare a seat with what it was in the view that was posted last."""
    if not isinstance(before, RaceState) or seat >= len(before.players):
        return Change()
    now, then = view.players[seat], before.players[seat]
    return Change(
        cards=frozenset(now.tableau) - frozenset(then.tableau),
        goods=frozenset(now.goods) - frozenset(then.goods),
        gone=(frozenset(then.goods) - frozenset(now.goods)) & frozenset(now.tableau),
        points=total(now) - total(then),
        chips=now.chips - then.chips,
        hand=in_hand(view, seat) - in_hand(before, seat),
        strength=military_strength(now).general - military_strength(then).general,
        actions=bool(now.actions) and now.actions != then.actions,
    )
