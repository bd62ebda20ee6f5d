"""Where a die may go, and why not: every board with its spaces, prices and conditions (R09, R10, R32)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from rules.circadians.components import (
    COLUMNS,
    ROWS,
    TILE_FARMS,
    AcademySpace,
    Boards,
    Components,
    MarketSpace,
    Rate,
)
from rules.circadians.effects import PLACES, ExtraStep, ExtraTrades, Place, Share, Steer
from rules.circadians.gains import cards_left
from rules.circadians.goods import Goods
from rules.circadians.means import HQ, Means, Sending, shortage
from rules.circadians.planet import directions, walk
from rules.circadians.state import Die
from rules.kernel.text import T, Text

TAKEN = T("A die lies there already.")
FULL = T("Every space there is taken.")


@dataclass(frozen=True)
class Case:
    """A die that could be sent: what its owner would have then, and what its garages allow."""

    means: Means
    sending: Sending
    have: Goods

    @property
    def value(self) -> int:
        """The value of the die, after a change."""
        return self.sending.value

    @property
    def share(self) -> bool:
        """Whether a tile lets it use what is occupied."""
        return bool(self.means.of(Share, self.sending.garages))

    def prices(self, place: str, *base: Goods) -> list[Goods]:
        """Net costs at a place."""
        return self.means.prices(place, base, self.sending.garages)


def case_of(means: Means, sending: Sending) -> Case | Text:
    """Make a case, or say why the die cannot be sent at all."""
    have = means.after_sending(sending)
    return have if isinstance(have, Text) else Case(means, sending, have)


@dataclass(frozen=True)
class Spot:
    """A space, or a thing to do there: what it costs, and why it cannot be had."""

    id: str
    prices: list[Goods]
    refusal: Text | None = None


# Negotiation and depository.


def negotiation_spots(case: Case) -> list[Spot]:
    """Every space of the negotiation board."""
    spots = []
    for column in COLUMNS:
        dice = case.means.state.negotiation[column]
        for row, space in enumerate(case.means.boards.negotiation[column].spaces):
            prices = case.prices("negotiate", space.cost)
            refusal = TAKEN if dice[row] is not None else shortage(case.have, prices)
            spots.append(Spot(f"{column}-{row + 1}", prices, refusal))
    return spots


def depot_rows(case: Case) -> list[Spot]:
    """The rows of the depository in the column of the die's value."""
    if case.value in case.means.boards.closed:
        shut = T("Column {n} is not used with so few players.", n=case.value)
        return [Spot(row, [], shut) for row in ROWS]
    rows = case.means.state.depository
    return [Spot(row, [], TAKEN if rows[row][case.value - 1] is not None else None) for row in ROWS]


def items(case: Case) -> list[Spot]:
    """The cards of the hand, with what they would cost."""
    found = []
    for item in case.means.me.hand:
        prices = case.prices("depot", case.means.parts.items[item].cost)
        found.append(Spot(item, prices, shortage(case.have, prices)))
    return found


# The six locations.


def mine_spots(case: Case) -> list[Spot]:
    """The spaces of the mining camp (R14)."""
    spots = []
    for number, space in enumerate(case.means.boards.mine, 1):
        prices = case.prices("mine", Goods(water=max(0, space.x - case.value)))
        taken = case.means.state.mine[number - 1] and not case.share
        spots.append(Spot(str(number), prices, TAKEN if taken else shortage(case.have, prices)))
    return spots


def pairs(case: Case) -> list[Sending]:
    """The pairs of dice that could go to the laboratory with this one first (R08)."""
    means, first = case.means, case.sending
    found: list[Sending] = []
    garage = means.next_garage(after=first.source)
    if garage is not None:
        face = means.face(garage)
        prices = {face: Goods(), **means.changes(garage, face)}
        if first.value in prices:
            found.append(_with_second(first, garage, prices[first.value]))
    if first.source == HQ and len(means.state.hq) > 1 and means.state.hq[1] == Die(means.seat, first.value):
        found.append(_with_second(first, HQ, Goods()))
    return found


def _with_second(first: Sending, second: int, price: Goods) -> Sending:
    return Sending(first.source, first.value, first.price, second, price)


def lab_refusal(pair: Case) -> Text | None:
    """Why a pair cannot use the laboratory."""
    state = pair.means.state
    if len(state.lab) >= 2 * pair.means.boards.lab and not pair.share:
        return FULL
    if not any(state.farms):
        return T("There is no farm left.")
    return shortage(pair.have, pair.prices("lab", *pair.means.parts.costs["lab"]))


def foundry_refusal(case: Case) -> Text | None:
    """Why a die cannot use the foundry."""
    state = case.means.state
    stack = case.means.parts.stack_by_die[case.value - 1]
    if len(state.foundry) >= case.means.boards.foundry and not case.share:
        return FULL
    if not state.upgrades[stack]:
        return T("The stack of upgrades for a {value} is empty.", value=case.value)
    return shortage(case.have, case.prices("foundry", *case.means.parts.costs["foundry"]))


def ways(case: Case) -> Iterator[tuple[str, int]]:
    """The directions and numbers of steps that the control room allows."""
    means, garages = case.means, case.sending.garages
    turn = sum(one.turn for one in means.of(Steer, garages))
    steps = 1 + sum(one.n for one in means.of(ExtraStep, garages))
    for direction in directions(case.value, turn, means.parts.direction_by_die):
        for n in range(1, len(walk(means.state, means.me.harvester, direction, steps)) + 1):
            yield direction, n


def control_refusal(case: Case) -> Text | None:
    """Why a die cannot use the control room."""
    if len(case.means.state.control) >= case.means.boards.control and not case.share:
        return FULL
    if next(ways(case), None) is None:
        return T("In the direction of a {value} there is no hex.", value=case.value)
    return shortage(case.have, case.prices("control", *case.means.parts.costs["control"]))


def trades(case: Case) -> int:
    """How many trades a die may make at the market."""
    return case.value + sum(one.n for one in case.means.of(ExtraTrades, case.sending.garages))


def market_spaces(case: Case, rate: Rate) -> list[Spot]:
    """The spaces of the market at which a trade can be made."""
    state = case.means.state
    return [
        Spot(space.id, [], TAKEN if state.market[space.id] and not case.share else None)
        for space in case.means.boards.market
        if any(getattr(rate.get, kind) for kind in space.to)
    ]


def rates_under(parts: Components, boards: Boards) -> list[tuple[MarketSpace, list[list[Rate]]]]:
    """The trades under the spaces of the market: for each space a column for every resource that no earlier one has."""
    left = list(parts.rates)
    found = []
    for space in boards.market:
        columns = [[rate for rate in left if getattr(rate.get, kind)] for kind in space.to]
        left = [rate for rate in left if not any(rate in column for column in columns)]
        found.append((space, [column for column in columns if column]))
    return found


def rates_as_printed(parts: Components, boards: Boards) -> list[Rate]:
    """Every trade as one reads them on the market: row by row, from the left."""
    columns = [column for _, columns in rates_under(parts, boards) for column in columns]
    rows = zip_longest(*columns)
    found = [rate for row in rows for rate in row if rate is not None]
    return [*found, *(rate for rate in parts.rates if rate not in found)]


def market_rates(case: Case) -> list[Spot]:
    """Every trade, as it could be the first with this die."""
    found = []
    for rate in rates_as_printed(case.means.parts, case.means.boards):
        refusal = shortage(case.have, [rate.give])
        if refusal is None and all(space.refusal for space in market_spaces(case, rate)):
            refusal = T("No space for that is free.")
        found.append(Spot(rate.id, [rate.give], refusal))
    return found


def academy_spots(case: Case) -> list[Spot]:
    """The spaces of the academy for one or two dice: ``2-one``."""
    spots = []
    for number, space in enumerate(case.means.boards.academy, 1):
        if case.value in space.values:
            taken = bool(case.means.state.academy[number - 1]) and not case.share
            for n in (1, 2):
                prices = academy_prices(case, space, n)
                refusal = TAKEN if taken else None
                if refusal is None and case.means.me.supply < n:
                    refusal = T("You do not have that many dice left.")
                spots.append(Spot(f"{number}-{n}", prices, refusal or shortage(case.have, prices)))
    return spots


def academy_prices(case: Case, space: AcademySpace, n: int) -> list[Goods]:
    """What one or two new dice cost on a space."""
    return case.prices("academy", space.one if n == 1 else space.two)


# All together.


def _first(spots: list[Spot]) -> Text | None:
    """Why none of some spots can be had; None where one can."""
    if any(spot.refusal is None for spot in spots):
        return None
    best = [spot.refusal for spot in spots if spot.refusal != TAKEN]
    return best[0] if best else FULL


def _negotiate(case: Case) -> Text | None:
    return _first(negotiation_spots(case))


def depot_closed(case: Case) -> Text | None:
    """Why the depository cannot be used, whatever the hand holds."""
    return _first(depot_rows(case))


def _depot(case: Case) -> Text | None:
    closed = depot_closed(case)
    if closed is not None:
        return closed
    if not any(spot.refusal is None for spot in items(case)):
        return T("You have no item card that you could pay for.")
    return None


def _hq(case: Case) -> Text | None:
    if case.sending.source == HQ:
        return T("A die from the headquarters cannot go there again.")
    return FULL if len(case.means.state.hq) >= case.means.boards.hq else None


def _lab(case: Case) -> Text | None:
    refusal: Text | None = T(
        "It needs two dice of one value, and your next one does not have the value {n}.", n=case.value
    )
    if case.means.next_garage(after=case.sending.source) is None and case.sending.source != HQ:
        refusal = T("It needs two dice of one value, and this is your last one.")
    for pair in pairs(case):
        both = case_of(case.means, pair)
        refusal = both if isinstance(both, Text) else lab_refusal(both)
        if refusal is None:
            return None
    return refusal


def _mine(case: Case) -> Text | None:
    return _first(mine_spots(case))


def _market(case: Case) -> Text | None:
    return _first(market_rates(case))


def _academy(case: Case) -> Text | None:
    spots = academy_spots(case)
    return _first(spots) if spots else T("No space there is for a {value}.", value=case.value)


_REFUSALS: dict[Place, Callable[[Case], Text | None]] = {
    "negotiate": _negotiate,
    "depot": _depot,
    "hq": _hq,
    "mine": _mine,
    "lab": _lab,
    "foundry": foundry_refusal,
    "control": control_refusal,
    "market": _market,
    "academy": _academy,
}


#: Every place; those first that are often free and quickly looked at.
_QUICK_FIRST: tuple[Place, ...] = ("hq", "mine", *(place for place in PLACES if place not in ("hq", "mine")))


def refusal(case: Case, place: Place) -> Text | None:
    """Why a die cannot be sent to a place; None where it can."""
    if case.means.closed(place):
        return T("An event has closed it for this round.")
    return _REFUSALS[place](case)


def usable(case: Case) -> bool:
    """Whether a die can be sent anywhere."""
    return any(refusal(case, place) is None for place in _QUICK_FIRST)


def hq_gives_cards(means: Means) -> bool:
    """Whether the headquarters have a card to give."""
    return cards_left(means.state)


def free_farm(means: Means) -> int | None:
    """The leftmost farm spot without a tile."""
    return next((spot for spot in TILE_FARMS if not means.me.farms[spot - 4]), None)
