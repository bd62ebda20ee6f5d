"""Options that several steps offer: cards and spaces, and what is noted of a place that a die could go to."""

from __future__ import annotations

from collections.abc import Sequence

from rules.circadians import places
from rules.circadians.boards import Case, Spot, academy_spots, depot_rows, mine_spots, negotiation_spots, trades
from rules.circadians.components import Components
from rules.circadians.describe import item_text
from rules.circadians.effects import HqBoth
from rules.circadians.gains import warned
from rules.circadians.goods import Goods, gain_text, words
from rules.circadians.means import covers
from rules.circadians.texts import ROW_NAMES, price_text
from rules.kernel.prompt import Option
from rules.kernel.text import TN, T, Text


def item_option(parts: Components, item: str, refusal: Text | None = None) -> Option:
    """Offer an item card."""
    return Option(item, parts.name(item), item_text(parts, item), places.item(item), refusal)


def spot_option(spot: Spot, text: Text, note: Text | None = None, place: str = "") -> Option:
    """Offer a space."""
    return Option(spot.id, text, note, place, spot.refusal)


def place_note(case: Case, place: str) -> Text | None:
    """Say what a place costs this die, or brings."""
    parts, garages = case.means.parts, case.sending.garages
    match place:
        case "negotiate":
            free = [spot.id.split("-") for spot in negotiation_spots(case) if spot.refusal is None]
            vp = [case.means.boards.negotiation[column].spaces[int(row) - 1].vp for column, row in free]
            return TN("{n} space that you can pay for, {vp} VP", "{n} spaces that you can pay for, up to {vp} VP",
                      n=len(vp), vp=max(vp))  # fmt: skip
        case "depot":
            rows: list[Text] = [ROW_NAMES[spot.id] for spot in depot_rows(case) if spot.refusal is None]
            return T("Column {n} ({rows})", n=case.value, rows=rows)
        case "hq":
            items, water = Goods(item=parts.hq_items), Goods(water=parts.hq_water)
            if case.means.of(HqBoth, garages):
                both = gain_text(items.plus(water))
                return warned(case.means.state, case.means.seat, both, items)
            return T("Gain {goods} or {other}", goods=words(items), other=words(water))
        case "lab" | "control":
            return price_text(case.prices(place, *parts.costs[place]))
        case "foundry":
            tile = parts.name(case.means.state.upgrades[parts.stack_by_die[case.value - 1]])
            cost = price_text(case.prices(place, *parts.costs[place]))
            return tile if cost is None else T("{tile}. {cost}", tile=tile, cost=cost)
        case "market":
            return TN("{n} trade", "Up to {n} trades", n=trades(case))
        case "mine":
            spaces = case.means.boards.mine
            found = [(Goods(gem=spaces[int(spot.id) - 1].gems), spot) for spot in mine_spots(case)]
            return _offers(case, sorted(found, key=lambda one: (one[0].gem, one[1].prices[0].water)))
        case "academy":
            offers = _offers(case, [(Goods(die=int(spot.id[-1])), spot) for spot in academy_spots(case)])
            return warned(case.means.state, case.means.seat, offers, Goods(die=1))
        case _:
            return None


def _offers(case: Case, spots: list[tuple[Goods, Spot]]) -> Text:
    """Say what can be had for which price; of spaces that give the same the first one that is free."""
    offers: dict[Goods, Text] = {}
    for gain, spot in spots:
        cost = next((price for price in spot.prices if spot.refusal is None and covers(case.have, price)), None)
        if cost is not None and gain not in offers:
            offers[gain] = T("{gain} for {cost}", gain=words(gain), cost=words(cost))
    return T("{offers}", offers=list(offers.values()))


def with_former(options: Sequence[Option]) -> bool:
    """Whether some are offered no more: then the only one that is left is still asked for, as it was before."""
    return any(option.former for option in options)
