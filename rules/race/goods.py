"""Goods on worlds: what they sell for, and the Consume powers that may spend them (rulebook: IV Consume).

A Consume power is named by its card and its index among the card's Consume powers.
"""

from __future__ import annotations

from collections import Counter

from rules.race.components import CARDS, GOODS, Consume, ConsumeAll, DiscardHand, ExtraCards, Power, SellGood
from rules.race.powers import chose, powers
from rules.race.state import Player, RaceState

Used = tuple[int, int]


def price_of(kind: str) -> int:
    """Give the cards that a good of a kind brings when it is sold, before trade powers."""
    return GOODS[kind].price


def kind_on(world: int) -> str:
    """Give the kind of good that lies on a world."""
    kind = CARDS[world].good
    assert kind is not None, "only worlds with a kind have goods"
    return kind


def kinds_held(me: Player) -> dict[str, int]:
    """Count the goods of a seat by kind, the cheapest first."""
    kinds = Counter(kind_on(world) for world in me.goods)
    return dict(sorted(kinds.items(), key=lambda kind: price_of(kind[0])))


def eligible(me: Player, power: Consume) -> list[int]:
    """List the worlds whose good a power can spend."""
    return [world for world in sorted(me.goods) if power.good in ("any", "different_kinds", kind_on(world))]


def goods_needed(me: Player, power: Consume) -> int:
    """Count the goods that a power spends if it is used now: as many as it can; 0 where it cannot be used."""
    goods = eligible(me, power)
    have = len({kind_on(world) for world in goods}) if power.good == "different_kinds" else len(goods)
    return min(power.uses, have // power.per_use) * power.per_use


def usable(me: Player, power: Power) -> bool:
    """Say whether a power that was not used yet can be used now."""
    if isinstance(power, Consume):
        return goods_needed(me, power) > 0
    if isinstance(power, ConsumeAll | SellGood):
        return bool(me.goods)
    if isinstance(power, DiscardHand):
        return bool(me.hand)
    return True


def usable_powers(me: Player) -> list[tuple[int, int, Power]]:
    """List the powers that a seat may use now, in the order of placing."""
    return [
        (card, index, power)
        for card in me.tableau
        for index, power in enumerate(CARDS[card].powers.consume)
        if (card, index) not in me.used and usable(me, power)
    ]


def sale(me: Player, world: int, *, trade_powers: bool = True) -> int:
    """Count the cards that selling the good of a world brings."""
    kind = kind_on(world)
    extra = sum(
        power.n
        for card, power in powers(me, "trade", ExtraCards)
        if power.good in ("any", kind) or (power.good == "this_world" and card == world)
    )
    return price_of(kind) + (extra if trade_powers else 0)


def power_id(card: int, index: int) -> str:
    """Give the option id of a consume power: its card's key, with ``-2`` for the card's second power."""
    key = CARDS[card].key
    return key if index == 0 else f"{key}-{index + 1}"


def consume_power(card: int, index: int) -> Consume:
    """Find a consume power that spends goods."""
    power = CARDS[card].powers.consume[index]
    assert isinstance(power, Consume), "asked for goods by another power"
    return power


def factor(state: RaceState, seat: int) -> int:
    """Give what points for goods are multiplied by."""
    return 2 if chose(state, seat, "consume_x2") else 1
