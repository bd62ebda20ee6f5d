"""A seat's base, hand and panels in words: alt texts from which somebody who does not see them can play."""

from __future__ import annotations

from rendering.circadians import depository, locations, sentences, tableau
from rendering.circadians.hand import dealt_lines, hand_lines, plan_lines
from rendering.circadians.hand_cards import known, prices_now
from rendering.circadians.negotiation_board import sums_to_come
from rendering.circadians.offers import open_columns
from rendering.circadians.phrases import dice_list
from rendering.circadians.queue_line import to_come
from rendering.circadians.sent_die import case_now
from rendering.kit.alt import fullest
from rendering.kit.numbers import said as said_numbers
from rendering.kit.picture import RenderContext
from rules.circadians import places
from rules.circadians.boards import mine_spots
from rules.circadians.describe import effect_text, tile_text
from rules.circadians.goods import Goods, words
from rules.circadians.means import Means
from rules.circadians.state import CircadiansState
from rules.circadians.texts import COSTS_NOTHING, price_text
from rules.kernel.text import T, Text, player

NEGOTIATED = frozenset({"negotiate", "clan", "advance", "setback", "penalty"})
PLACED = frozenset({"mine", "academy", "market", "market-space", "row"})
LAID = frozenset({"remove-farm", "remove-upgrade"})
"""Kinds of prompts that are about the tiles which lie on a base."""


def base(view: CircadiansState, seat: int, context: RenderContext) -> str:
    """Say what a seat's base shows."""

    def detail(degree: int) -> list[Text]:
        said = [*sentences.marked(view, context), _whose(seat)]
        said += tableau.base_lines(view, seat) if degree > 1 else tableau.seat_lines(view, seat)
        return said + (_hand(view, seat) if degree > 0 else [])

    return fullest(context.words, detail, 3)


def hand(view: CircadiansState, seat: int, context: RenderContext) -> str:
    """Say which cards a seat holds or chooses from."""

    def detail(degree: int) -> list[Text]:
        said = [*sentences.marked(view, context), *dealt_lines(view, seat), *hand_lines(view, seat)]
        return [*said, _whose(seat), *tableau.seat_lines(view, seat)[: 1 + 6 * degree]]

    return fullest(context.words, detail, 2)


def panel(view: CircadiansState, seat: int, context: RenderContext) -> str:
    """Say what a seat decides by: what may be picked, what that does, what the seat has, and more."""
    offered = _offered(view, seat, context)
    lines = tableau.seat_lines(view, seat)
    has = [_whose(seat), *(lines if context.marks.kind in LAID else lines[:3]), *plan_lines(view, seat)]

    def detail(degree: int) -> list[Text]:
        said = sentences.marked(view, context)
        if degree == 2 and offered:  # The names once, each with its number and what it does.
            return _numbered(offered, context) + (said[1:] if context.marks.legal else said)
        if degree > 2:
            said += offered.values()
        if degree == 1 or degree > 3:
            said += has
        if degree > 4:
            said += ([] if offered else _hand(view, seat)) + _queue(view)
        if degree > 5:
            said += _about(view, context, whole=degree > 6)
        return said or lines[:1]

    return fullest(context.words, detail, 8)


def _offered(view: CircadiansState, seat: int, context: RenderContext) -> dict[str, Text]:
    """What the cards, tiles and clans that may be picked or were picked do; of cards also what they cost now."""
    marks, parts = context.marks, view.parts
    found: dict[str, Text] = {}
    for where in (*marks.numbers, *marks.so_far, *sorted(marks.chosen)):
        kind, _, id = where.partition(":")
        if kind == "item" and id in parts.items:
            found[where] = T("{card}: {what}", card=parts.name(id), what=_item(view, seat, context, id))
        elif id in parts.farms or id in parts.upgrades:
            found[where] = T("{card}: {what}", card=parts.name(id), what=tile_text(parts, id))
        elif kind == "clan":
            clan = view.clans[id]
            what = effect_text(parts.clans[clan].effect)
            found[where] = T("{card}: {what}", card=parts.name(clan), what=what)
    return found | (_mined(view, seat, context) if marks.kind == "mine" else {})


def _mined(view: CircadiansState, seat: int, context: RenderContext) -> dict[str, Text]:
    """What gems cost at the spaces of the mining camp that may be picked."""
    case = case_now(Means(view, seat), context.marks.so_far)
    if case is None:
        return {}
    found: dict[str, Text] = {}
    for spot in mine_spots(case):
        where = places.mine(spot.id)
        if where in context.marks.numbers and not spot.prices[0].nothing:
            gems = words(Goods(gem=case.means.boards.mine[int(spot.id) - 1].gems))
            deals = [T("{give} for {get}", give=words(price), get=gems) for price in spot.prices]
            found[where] = T("{place}: {what}.", place=sentences.named(view, where), what=deals)
    return found


def _numbered(offered: dict[str, Text], context: RenderContext) -> list[Text]:
    """What is offered, each with its number where it has one."""
    numbers = context.marks.numbers
    return [
        T("{number} · {option}", number=said_numbers(numbers[where]), option=what) if where in numbers else what
        for where, what in offered.items()
    ]


def _item(view: CircadiansState, seat: int, context: RenderContext, id: str) -> Text:
    """What an item card costs its holder now, is worth and does."""
    one = view.parts.items[id]
    cost = price_text(prices_now(Means(view, seat), context, id)) or COSTS_NOTHING
    return T("{cost}; {vp} VP. {what}", cost=cost, vp=one.vp, what=effect_text(one.effect))


def _whose(seat: int) -> Text:
    """Whose is what is told next."""
    return T("{who}.", who=player(seat))


def _hand(view: CircadiansState, seat: int) -> list[Text]:
    """The hand where it is known."""
    dealt = dealt_lines(view, seat)
    return [*dealt, *(hand_lines(view, seat) if known(view, seat) else [])]


def _queue(view: CircadiansState) -> list[Text]:
    """The dice that are still to be sent."""
    hq, garages = to_come(view)
    return [T("Still to come: {dice}.", dice=dice_list([*hq, *garages]))] if hq or garages else []


def _about(view: CircadiansState, context: RenderContext, *, whole: bool) -> list[Text]:
    """What the board that a question is about shows; where there is no room for the `whole`, the sums alone."""
    kind = context.marks.kind
    if kind in NEGOTIATED:
        coming = sums_to_come(view, context)
        return sentences.columns(view, coming) + sentences.advances(view) if whole else sentences.sums(view, coming)
    if kind == "send":
        case = None if context.reader is None else case_now(Means(view, context.reader), context.marks.so_far)
        coming = {} if case is None else {column: one for column, (one, _, _) in open_columns(case).items()}
        if not whole:
            return sentences.sums(view, coming)
        return sentences.columns(view, coming) + sentences.advances(view) + locations.location_lines(view)
    if not whole:
        return []
    if kind in {"move", "direction"}:
        return sentences.on_planet(view)
    if kind == "plan":
        return locations.location_lines(view)
    if kind in PLACED:
        return depository.depository_lines(view) + locations.location_lines(view)
    return []
