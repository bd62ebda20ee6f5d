"""Which places have a free space for a die of each value, and what that costs or brings: the table of planning."""

from __future__ import annotations

from rendering.circadians.signs import Signs, goods_signs
from rules.circadians.boards import Case, academy_spots, lab_refusal, mine_spots, refusal, trades
from rules.circadians.effects import PLACES, Place
from rules.circadians.goods import Goods
from rules.circadians.means import Means, Sending
from rules.circadians.state import CircadiansState
from rules.circadians.steps.planning import next_garage

PLENTY = Goods(99, 99, 99, 99)
"""What a seat has by the time that the die is sent is not known yet: only spaces count here, and cards of the hand."""


def free_places(view: CircadiansState, seat: int, value: int) -> dict[Place, Signs]:
    """What each place that has a free space for a die out of the next garage offers it; the others are left out."""
    means = Means(view, seat)
    garage = min(len(means.me.garages), next_garage(means.me))
    case = Case(means, Sending(garage, value), PLENTY)
    found: dict[Place, Signs] = {}
    for place in PLACES:
        if place == "lab":
            closed = means.closed(place) or _alone(means, value) or lab_refusal(case) is not None
        else:
            closed = refusal(case, place) is not None
        if not closed:
            found[place] = _offer(case, place)
    return found


def _alone(means: Means, value: int) -> bool:
    """Whether no two dice of a value can follow each other in the garages: the laboratory takes two."""
    left = means.me.rolled.count(value)
    before = means.me.plan.get(f"g{next_garage(means.me) - 1}")
    return left < 2 and not (left == 1 and before == value)


def _offer(case: Case, place: Place) -> Signs:
    """What tells one value from another at a place; otherwise how many spaces are free."""
    view, boards, value = case.means.state, case.means.boards, case.value
    match place:
        case "negotiate":
            return (str(sum(die is None for column in view.negotiation.values() for die in column)),)
        case "depot":
            return (str(sum(row[value - 1] is None for row in view.depository.values())),)
        case "hq":
            return (str(boards.hq - len(view.hq)),)
        case "mine":
            return _cheapest([price for spot in mine_spots(case) if spot.refusal is None for price in spot.prices])
        case "lab":
            return ("2×",)
        case "foundry":
            tile = view.upgrades[case.means.parts.stack_by_die[value - 1]]
            return (str(case.means.parts.upgrades[tile].vp), "g:vp")
        case "control":
            return (f"a:{case.means.parts.direction_by_die[value - 1]}",)
        case "market":
            return (f"{trades(case)}×",)
        case _:
            return _cheapest([price for spot in academy_spots(case) if spot.refusal is None for price in spot.prices])


def _cheapest(prices: list[Goods]) -> Signs:
    price = min(prices, key=lambda one: sum(one.amounts))
    return goods_signs(price) or ("0", "g:water")
