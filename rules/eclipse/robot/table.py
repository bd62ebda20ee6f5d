"""What the robot of Eclipse works out once for a decision, and how it pays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from rules.eclipse.components import SPECIES, TRACKS
from rules.eclipse.robot.fleet import Fleet
from rules.eclipse.robot.terms import Terms, total
from rules.eclipse.robot.value import Books, balance, books, rounds_left, worth
from rules.eclipse.robot.war import (
    Ships,
    Strength,
    Target,
    campaign,
    exposure,
    outcome,
    strength_of,
    targets,
    threats,
)
from rules.eclipse.state import EclipseState, Player
from rules.eclipse.steps import free

#: What an attack is worth that ships or parts make possible, compared with one that is made now.
PROMISE = 0.7
#: How many targets are looked at when ships are built.
LOOK_AT = 3


class Trade(NamedTuple):
    """An exchange of resources."""

    give: str
    get: str
    n: int

    @property
    def picks(self) -> tuple[str, ...]:
        """What is answered to make it."""
        return "trade", f"{self.give}-{self.get}", str(self.n)


class Idea(NamedTuple):
    """Something to do: what it brings, the first picks (a trade, or the action), and what the gain is made of."""

    gain: float
    picks: tuple[str, ...]
    terms: Terms


def idea(terms: Terms, *picks: str) -> Idea:
    """Put an idea together."""
    return Idea(total(terms), picks, terms)


NOTHING = Idea(-1.0, (), {})
"""Where an action can do nothing of use."""


class Table:
    """What a robot works out once for a decision. `spent`: discs that the actions looked at will have cost."""

    def __init__(self, state: EclipseState, seat: int, spent: int = 0) -> None:
        self.state = state
        self.seat = seat
        self.me: Player = state.players[seat]
        self.left = rounds_left(state)
        self.books = books(self.me, discs=spent)
        self.base = worth(self.books, self.left)

    @cached_property
    def strength(self) -> Strength:
        """How strong the seat is among its neighbours."""
        return strength_of(self.state, self.seat)

    @cached_property
    def targets(self) -> list[Target]:
        """Where ships could go."""
        return targets(self.state, self.seat, self.books)

    @cached_property
    def held(self) -> dict[str, Target]:
        """The targets where own ships are of use already."""
        return {target.sector: target for target in self.targets if target.here}

    @cached_property
    def prime(self) -> list[Target]:
        """The targets that a strong fleet would make most of."""
        strong = [("dreadnought", 2), ("cruiser", 4)]
        able = [target for target in self.targets if not target.here or target.against]
        able.sort(key=lambda target: -outcome(self.state, self.seat, target, strong))
        return able[:LOOK_AT]

    @cached_property
    def threats(self) -> Mapping[str, list[Fleet]]:
        """What rivals could send into own sectors."""
        return threats(self.state, self.seat)

    @cached_property
    def exposed(self) -> Mapping[str, float]:
        """The own sectors that rivals could take, and what is to be feared for them."""
        return {id: exposure(self.state, self.seat, id, against) for id, against in self.threats.items()}

    @cached_property
    def promise(self) -> float:
        """What the best attack is worth that the ships there are could make."""
        return promise(self)


def able_to_pay(table: Table, one: Books) -> bool:
    """Whether the upkeep can be paid, if need be by trading science and materials."""
    lacking = -balance(one)
    return lacking <= 0 or lacking <= sum(goods // free.rate(table.me) for goods in one.goods[1:])


def trades_for(table: Table, track: str, n: int) -> tuple[Books, list[Trade]] | None:
    """Trade for what is lacking of an amount, as cheaply as possible; None where that cannot be done."""
    one, at, given = table.books, TRACKS.index(track), free.rate(table.me)
    done: list[Trade] = []
    while one.goods[at] < n:
        able = [
            give
            for give, stock in zip(TRACKS, one.goods, strict=True)
            if give != track and stock >= given and (give != "money" or balance(one) >= given)
        ]
        if not able:
            return None
        after = {give: one.paid(give, given).paid(track, -1) for give in able}
        give = max(able, key=lambda give: worth(after[give], table.left))
        one = after[give]
        if done and done[-1].give == give:
            done[-1] = done[-1]._replace(n=done[-1].n + 1)
        else:
            done.append(Trade(give, track, 1))
    return one, done


def promise(table: Table, more: Mapping[str, Ships] | None = None, state: EclipseState | None = None) -> float:
    """What the best attacks are worth that ships could make within two actions."""
    moves = 2 * SPECIES[table.me.species].limits.move
    return campaign(state or table.state, table.seat, table.prime, moves, more=more, held=table.held)
