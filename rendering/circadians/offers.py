"""What a die that is on its way would find at each place: prices and gains in signs, one line or two."""

from __future__ import annotations

from rendering.circadians.negotiation_board import column_sum
from rendering.circadians.signs import Signs, effect_signs, goods_signs, price_signs
from rules.circadians.boards import (
    Case,
    Spot,
    academy_spots,
    case_of,
    depot_rows,
    items,
    mine_spots,
    negotiation_spots,
    pairs,
    refusal,
    trades,
    ways,
)
from rules.circadians.effects import HqBoth, Place
from rules.circadians.goods import Goods
from rules.circadians.planet import cache_open, hex_data, walk
from rules.circadians.steps.negotiation import penalty_left, setback_tokens

TO = "→"


def offers(case: Case, place: Place) -> list[Signs]:
    """What a place takes and gives now; nothing where the die cannot go there."""
    if refusal(case, place) is not None:
        return []
    means, parts = case.means, case.means.parts
    match place:
        case "negotiate":
            free = [(points_of(case, spot), spot) for spot in _free(negotiation_spots(case))]
            free.sort(key=lambda one: one[0])
            span = f"{free[0][0]}–{free[-1][0]}" if free[0][0] != free[-1][0] else str(free[0][0])
            vp, least = min(free, key=lambda one: (min(sum(price.amounts) for price in one[1].prices), -one[0]))
            return [(span, "g:vp"), (*price_signs(least.prices[:1]), TO, str(vp), "g:vp")]
        case "depot":
            rows, hand = _free(depot_rows(case)), _free(items(case))
            gains = [effect_signs(parts.rows[row.id]) for row in rows]
            most = max(parts.items[one.id].vp for one in hand)
            return [("g:item", f"≤{most}", "g:vp"), _either(gains)]
        case "hq":
            both = bool(means.of(HqBoth, case.sending.garages))
            cards, water = goods_signs(Goods(item=parts.hq_items)), goods_signs(Goods(water=parts.hq_water))
            return [(*cards, "+" if both else "/", *water)]
        case "mine":
            best: dict[int, Signs] = {}
            for spot in sorted(_free(mine_spots(case)), key=lambda one: one.prices[0].water):
                gems = means.boards.mine[int(spot.id) - 1].gems
                best.setdefault(gems, (*(price_signs(spot.prices)), TO, str(gems), "g:gem"))
            return [best[gems] for gems in sorted(best)][:2]
        case "lab":
            priced = [case_of(means, pair) for pair in pairs(case)]
            both_dice = [one for one in priced if isinstance(one, Case)]
            return [(*price_signs(both_dice[0].prices("lab", *parts.costs["lab"])), TO, "s:farm")] if both_dice else []
        case "foundry":
            tile = means.state.upgrades[parts.stack_by_die[case.value - 1]]
            cost = price_signs(case.prices(place, *parts.costs[place]))
            return [(*cost, TO, "s:garage"), effect_signs(parts.upgrades[tile].effect)]
        case "control":
            return [(*price_signs(case.prices(place, *parts.costs[place])), TO), _comes_to(case)]
        case "market":
            return [(f"{trades(case)}×", "i:trade")]
        case "academy":
            found = [(*price_signs(one.prices), TO, f"+{one.id[-1]}", "g:die") for one in _free(academy_spots(case))]
            return list(dict.fromkeys(found))[:2]


def points_of(case: Case, spot: Spot) -> int:
    """The points of a space of the negotiation board."""
    column, row = spot.id.split("-")
    return case.means.boards.negotiation[column].spaces[int(row) - 1].vp


def open_columns(case: Case) -> dict[str, tuple[int, int, list[str]]]:
    """The columns with a space that can be paid for: the sum with this die, the limit, the setbacks that follow."""
    view, boards = case.means.state, case.means.boards
    columns = dict.fromkeys(spot.id.split("-")[0] for spot in _free(negotiation_spots(case)))
    return {
        column: (
            column_sum(view, column) + case.value,
            boards.negotiation[column].limit,
            setback_tokens(view, column, case.value) if penalty_left(view) else [],
        )
        for column in columns
    }


def _comes_to(case: Case) -> Signs:
    """What the harvester would find where it comes to; the harvester alone where there are several ways."""
    view, found = case.means.state, list(ways(case))
    if len(found) != 1:
        return (f"{len(found)}×", "s:move")
    at = walk(view, case.means.me.harvester, *found[0])[-1]
    data = hex_data(view, at)
    if data.corner and cache_open(view):
        return ("s:cache", str(view.caches[data.corner]), "g:vp")
    token = ("+", *goods_signs(data.token)) if data.token is not None and at in view.tokens else ()
    return ("s:move", *goods_signs(data.harvest), *token)


def _free(spots: list[Spot]) -> list[Spot]:
    return [spot for spot in spots if spot.refusal is None]


def _either(found: list[Signs]) -> Signs:
    signs: Signs = ()
    for one in found:
        signs = (*signs, "/", *one) if signs else one
    return signs
