"""What holds for one seat now: its effects, prices, and what it would have after sending a die."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec

from rules.circadians.components import FACES, TILE_FARMS, TILE_GARAGES, Boards, Components
from rules.circadians.effects import (
    AlgaeLess,
    Canteen,
    Close,
    Discount,
    DiscountAny,
    Effect,
    Flip,
    FreeTrades,
    Gain,
    Pip,
    SetValue,
    Surcharge,
)
from rules.circadians.goods import NOTHING, RESOURCES, Goods, total, words
from rules.circadians.state import EMPTY, CircadiansState, Player
from rules.kernel.text import T, Text

HQ = 0
"""The source of a die that comes from the headquarters; garages are their numbers."""

Kind = TypeVar("Kind", bound=Effect)


class Sending(msgspec.Struct, frozen=True):
    """A die on its way, or two of one value to the laboratory: from where, with which value, and what that costs."""

    source: int
    value: int
    price: Goods = NOTHING
    second: int | None = None
    second_price: Goods = NOTHING

    @property
    def garages(self) -> tuple[int, ...]:
        """The garages that the dice leave."""
        return tuple(one for one in (self.source, self.second) if one)


class Means:
    """A seat's view of its own means; made anew for every question."""

    def __init__(self, state: CircadiansState, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.me: Player = state.players[seat]
        self.parts: Components = state.parts
        self.boards: Boards = self.parts.board(len(state.players))
        self.effects: list[Effect] = list(self._standing())
        self._changed: dict[tuple[str, tuple[int, ...]], tuple[list[Goods], list[Goods], int] | None] = {}
        """What changes the prices of a place for dice out of some garages."""

    def _standing(self) -> Iterator[Effect]:
        if self.state.event:
            yield self.parts.events[self.state.event].effect
        if self.me.character:
            yield self.parts.characters[self.me.character].effect
        for item in self.me.played:
            yield self.parts.items[item].effect

    def tile(self, garage: int) -> Effect | None:
        """The effect of a garage: of its tile, or the printed one."""
        if garage not in TILE_GARAGES:
            return self.parts.base.garages[garage - 1].effect if garage else None
        tile = self.me.upgrades[garage - 2]
        return self.parts.upgrades[tile].effect if tile else None

    def of(self, kind: type[Kind], garages: Sequence[int] = ()) -> list[Kind]:
        """Every effect of a kind that holds for dice out of these garages."""
        found = [effect for effect in self.effects if isinstance(effect, kind)]
        for garage in garages:
            tile = self.tile(garage)
            if isinstance(tile, kind):
                found.append(tile)
        return found

    def algae(self, garage: int) -> int:
        """What it costs to send the die of a garage (HQ: nothing)."""
        if not garage:
            return 0
        less = sum(one.n for one in self.of(AlgaeLess) if not one.garages or garage in one.garages)
        tile = self.tile(garage)
        if isinstance(tile, AlgaeLess) and (not tile.garages or garage in tile.garages):
            less += tile.n
        return max(0, self.parts.base.garages[garage - 1].algae - less)

    def canteen(self) -> int:
        """The water that a die in the canteen brings."""
        return self.parts.base.canteen + sum(one.more for one in self.of(Canteen))

    def free_trades(self) -> int:
        """Trades that the seat may still make before a die this round."""
        return 0 if self.me.traded else sum(one.n for one in self.of(FreeTrades))

    def closed(self, place: str) -> bool:
        """Whether an event closes a place (R32)."""
        return any(place in one.where for one in self.of(Close))

    def face(self, source: int) -> int:
        """The value of the leftmost die of the headquarters, or of the die in a garage."""
        return self.me.garages[source - 1] if source else self.state.hq[0].value

    def next_garage(self, after: int = 0) -> int | None:
        """The next garage with a die, to the right of one."""
        return next((n for n in range(after + 1, 6) if self.me.garages[n - 1] != EMPTY), None)

    def changes(self, source: int, face: int, *, flip: bool = False) -> dict[int, Goods]:
        """The other values that a die may have when it is sent, and their prices (R06, R12, R13)."""
        effect = self.tile(source) if source else (Flip() if flip else None)
        if isinstance(effect, Pip):
            return {face + n: NOTHING for n in effect.choices if face + n in FACES}
        if isinstance(effect, Flip):
            return {7 - face: NOTHING}
        if isinstance(effect, SetValue):
            return {value: effect.pay for value in FACES if value != face}
        return {}

    def prices(self, place: str, base: Sequence[Goods], garages: Sequence[int] = ()) -> list[Goods]:
        """The different net costs of a place: surcharges, then discounts, then free choices (R33)."""
        key = place, tuple(garages)
        if key not in self._changed:
            more = [one.more for one in self.of(Surcharge, garages) if place in one.where]
            less = [one.less for one in self.of(Discount, garages) if place in one.where]
            units = sum(one.n for one in self.of(DiscountAny, garages) if place in one.where)
            self._changed[key] = (more, less, units) if more or less or units else None
        changed = self._changed[key]
        if changed is None:
            return list(base)
        more, less, units = changed
        costs: list[Goods] = []
        for cost in base:
            net = total([cost, *more])
            for one in less:
                net = Goods(*(max(0, a - b) for a, b in zip(net.amounts, one.amounts, strict=True)))
            costs.append(net)
        for _ in range(units):
            costs = list(dict.fromkeys(lowered for cost in costs for lowered in _lowered(cost)))
        return list(dict.fromkeys(costs))

    def after_sending(self, sending: Sending) -> Goods | Text:
        """The resources left when the dice have left and their tiles have given; or why they cannot be sent."""
        algae = sum(self.algae(garage) for garage in sending.garages)
        have = self.me.goods
        if have.algae < algae:
            return T("Sending the die costs {cost}, and you have {have}.", cost=words(Goods(algae=algae)),
                     have=words(Goods(algae=have.algae)))  # fmt: skip
        have = minus(have, Goods(algae=algae))
        price = sending.price.plus(sending.second_price)
        if not covers(have, price):
            return T("Changing the die costs {cost}, and you do not have that much left.", cost=words(price))
        have = minus(have, price)
        for garage in sending.garages:
            tile = self.tile(garage)
            if isinstance(tile, Gain):
                have = have.plus(Goods(*tile.gain.amounts))
        return have


def _lowered(cost: Goods) -> list[Goods]:
    """Every way to lower a cost by one unit of water, algae or power; the cost itself where there is none."""
    found = [
        msgspec.structs.replace(cost, **{kind: getattr(cost, kind) - 1})
        for kind in RESOURCES[:3]
        if getattr(cost, kind)
    ]
    return found or [cost]


def covers(have: Goods, cost: Goods) -> bool:
    """Whether resources are enough for a price."""
    return have.water >= cost.water and have.algae >= cost.algae and have.power >= cost.power and have.gem >= cost.gem


def minus(have: Goods, cost: Goods) -> Goods:
    """Take a price away."""
    return Goods(have.water - cost.water, have.algae - cost.algae, have.power - cost.power, have.gem - cost.gem)


def of_kinds(have: Goods, prices: Sequence[Goods]) -> Goods:
    """The resources that some prices ask for; what else there is helps to pay none of them."""
    asked = zip(*(price.amounts for price in prices), strict=True)
    return Goods(*(n if any(wanted) else 0 for n, wanted in zip(have.amounts, asked, strict=True)))


def shortage(have: Goods, prices: Sequence[Goods]) -> Text | None:
    """Say that none of some prices can be paid; None where one can."""
    if any(covers(have, price) for price in prices):
        return None
    have = of_kinds(have, prices)
    if len(prices) == 1:
        return T("It costs {cost}; you have {have} for that.", cost=words(prices[0]), have=words(have))
    return T(
        "It costs {cost} or {other}; you have {have} for that.",
        cost=words(prices[0]),
        other=words(prices[1]),
        have=words(have),
    )


def takes_die(parts: Components, me: Player, farm: int) -> bool:
    """Whether a farm of the base takes a die (R02)."""
    if farm not in TILE_FARMS:
        return True
    tile = me.farms[farm - 4]
    return bool(tile) and parts.farms[tile].takes_die
