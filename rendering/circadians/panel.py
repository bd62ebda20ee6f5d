"""The private panel of a seat: what the question is about, as large as it fits, under what the seat has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PIL import Image

from rendering.circadians import base, plan_panel, send_panel
from rendering.circadians.base_rows import farms, garages
from rendering.circadians.board_tiles import draw_location
from rendering.circadians.card_choice import draw_choice
from rendering.circadians.cards import RADIUS, Box, draw_card
from rendering.circadians.choice_tiles import draw_tiles, trades_left
from rendering.circadians.ground import GAP, MARGIN, RIGHT, Sheet
from rendering.circadians.hand_cards import known
from rendering.circadians.looks import seat_style, sign
from rendering.circadians.marks import number, numbered, ring
from rendering.circadians.negotiation_board import draw_negotiation
from rendering.circadians.planet_map import PlanetMap
from rendering.circadians.purse import PURSE, purse
from rendering.circadians.sign_block import sign_block
from rendering.circadians.space_rows import draw_rows
from rendering.circadians.tokens import die
from rendering.kit.palette import FAINT, PANEL
from rendering.kit.picture import Marks, RenderContext
from rendering.kit.shapes import panel, place
from rules.circadians import places
from rules.circadians.components import DIRECTIONS
from rules.circadians.means import HQ
from rules.circadians.planet import CLOCKWISE, step
from rules.circadians.state import UNKNOWN, CircadiansState
from rules.kernel.hexes import add, distance

HIGH = 1000
CARDS_HIGH = 900
PLANET_HIGH = 1200
SIDE = 300
"""The width of what stands beside a place: the die on its way, and the card that is played."""
INSET = 560
"""The side of the whole planet in small, beside the hexes to choose from."""


def draw(view: CircadiansState, seat: int, context: RenderContext) -> Image.Image:
    """Draw what a seat decides by; its base where nothing is asked."""
    kind = context.marks.kind or guessed(context)
    if kind == "plan" and not any(view.players[seat].rolled):
        kind = ""
    return DRAW.get(kind, base.draw)(view, seat, context)


def hand(view: CircadiansState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the cards that a seat holds, or that it is dealt to choose from; its base where there are none."""
    me = view.players[seat]
    cards = [one for one in me.dealt or me.hand if one != UNKNOWN]
    if not cards:
        return base.draw(view, seat, context)
    return _cards("item" if cards[0] in view.parts.items else "character")(view, seat, context)


def guessed(context: RenderContext) -> str:
    """The kind of a prompt by its places, where it is not told."""
    for where in sorted(context.marks.legal):
        kind = where.partition(":")[0]
        if kind in _BY_PLACE:
            return _BY_PLACE[kind]
    return ""


def _under_purse(view: CircadiansState, seat: int, context: RenderContext, high: int) -> tuple[Sheet, Box]:
    """A picture with what the seat has, and the room below."""
    sheet = Sheet.new(view, seat, context, high)
    purse(sheet, (MARGIN, MARGIN, RIGHT, MARGIN + PURSE))
    return sheet, (MARGIN, MARGIN + PURSE + GAP, RIGHT, high - MARGIN)


# Spaces of the boards.


def _board(key: str, high: int = HIGH) -> Callable[[CircadiansState, int, RenderContext], Image.Image]:
    """The panel of a place: the die on its way and the place, with the die as a ghost on each space."""

    def make(view: CircadiansState, seat: int, context: RenderContext) -> Image.Image:
        sheet = Sheet.new(view, seat, context, high)
        top = send_panel.head(sheet)
        _on_its_way(sheet, (MARGIN, top, MARGIN + SIDE, high - MARGIN))
        box = (MARGIN + SIDE + GAP, top, RIGHT, high - MARGIN)
        if key in {"mine", "academy"}:
            draw_rows(sheet, key, box)
        else:
            draw_location(sheet.image, view, context, key, box, full=True)
        return sheet.image

    return make


def _on_its_way(sheet: Sheet, box: Box) -> None:
    """The die that is sent, where it comes from, and the card that is played with it."""
    left, top, right, bottom = box
    panel(sheet.image, box, PANEL, RADIUS)
    source, value = send_panel.the_die(sheet)
    middle = (left + right) / 2
    if value:
        place(sheet.image, die(value, 200, sheet.style), (middle, top + 120))
        place(sheet.image, sign("hq" if source == HQ else "garage", 84, FAINT), (middle, top + 280))
        sign_block(sheet.image, (left + 12, top + 330, right - 12, top + 440), send_panel.sending_cost(sheet), 72)
    left_over = trades_left(sheet.context.marks.so_far)
    sign_block(sheet.image, (left + 12, bottom - 150, right - 12, bottom - 12), left_over, 84)
    for where in sheet.context.marks.so_far:
        kind, _, card = where.partition(":")
        if kind == "item":
            spot = (left + 12, bottom - 250, right - 12, bottom - 12)
            draw_card(sheet.image, spot, sheet.view.parts, card, sheet.context.words)


def _negotiation(view: CircadiansState, seat: int, context: RenderContext) -> Image.Image:
    sheet, box = _under_purse(view, seat, context, 1180)
    draw_negotiation(sheet.image, view, context, box, full=True)
    return sheet.image


def _planet(view: CircadiansState, seat: int, context: RenderContext) -> Image.Image:
    """The hexes around the harvester, beside them the whole planet; that alone where the choice is all over it.

    A hex that a step over the rim leads to stands where that step seems to lead, behind the arrow.
    """
    at, planet = view.players[seat].harvester, view.parts.planet[view.side]
    found = [places.read_planet(where) for where in context.marks.legal | context.marks.chosen]
    ends = {one for one in found if one is not None}
    steps = {add(at, DIRECTIONS[way]): step(view, at, way) for way in CLOCKWISE}
    beyond = {seen: to for seen, to in steps.items() if to in ends and to is not None and seen not in planet}
    sheet, box = _under_purse(view, seat, context, PLANET_HIGH)
    near = max((distance(at, one) for one in ends - {*beyond.values()}), default=1)
    around = [one for one in planet if distance(at, one) <= max(1, near)] if near <= 2 else []
    left, top, right, bottom = box
    if around:
        corner, y = right - INSET, (top + bottom - INSET) // 2
        panel(sheet.image, (corner, y, right, y + INSET), PANEL, RADIUS)
        whole = replace(context, marks=Marks(context.marks.legal))
        PlanetMap(view, whole, (corner, y + 10, right, y + INSET - 10)).draw(sheet.image)
        right = corner - GAP
    drawn = PlanetMap(view, context, (left, top, right, bottom), some=around, beyond=beyond if around else {}, most=210)
    drawn.draw(sheet.image)
    return sheet.image


# Cards, tiles, the base.


def _cards(kind: str) -> Callable[[CircadiansState, int, RenderContext], Image.Image]:
    """The panel of a choice among cards of one kind."""

    def make(view: CircadiansState, seat: int, context: RenderContext) -> Image.Image:
        sheet, box = _under_purse(view, seat, context, CARDS_HIGH)
        left, top, right, bottom = box
        me = view.players[seat]
        cards = [
            one for one in (view.farms if kind == "farm-tile" else me.dealt or me.hand) if one not in {UNKNOWN, ""}
        ]
        if context.marks.kind == "item":
            _on_its_way(sheet, (left, top, left + SIDE, bottom))
            left += SIDE + GAP
        if kind == "farm-tile":
            farms(sheet, (left, bottom - 180, right, bottom))
            bottom -= 190
        elif me.dealt and known(view, seat):
            _kept(sheet, known(view, seat), (left, bottom - 196, right, bottom))
            bottom -= 214
        draw_choice(sheet, cards, (left, top, right, bottom), kind)
        return sheet.image

    return make


def _kept(sheet: Sheet, cards: list[str], box: Box) -> None:
    """The cards of the draft that are kept already."""
    left, top, right, bottom = box
    panel(sheet.image, box, PANEL, RADIUS)
    place(sheet.image, sign("stack", 70, FAINT), (left + 52, (top + bottom) / 2))
    base.card_grid(sheet, cards, (left + 104, top + 8, right - 8, bottom - 8))


def _tiles(view: CircadiansState, seat: int, context: RenderContext) -> Image.Image:
    sheet, box = _under_purse(view, seat, context, CARDS_HIGH)
    draw_tiles(sheet, box)
    return sheet.image


def _base(view: CircadiansState, seat: int, context: RenderContext) -> Image.Image:
    """Garages and farms, larger than on the whole base, with the tile that comes."""
    sheet, box = _under_purse(view, seat, context, CARDS_HIGH)
    left, top, right, bottom = box
    tiles = [one.partition(":")[2] for one in context.marks.so_far if one.startswith(("farm-tile:", "upgrade-tile:"))]
    garages(sheet, (left, top + 8, right, top + 268))
    farms(sheet, (left, top + 290, right, top + 500))
    top += 520
    if tiles:
        draw_card(sheet.image, (left, top, left + 400, bottom), view.parts, tiles[0], context.words)
        left += 420
    base.dice_line(sheet, (left, top, right, top + 100))
    offered = [one for one in range(1, len(view.hq) + 1) if numbered(context, places.in_hq(one))]
    if offered:
        _headquarters(sheet, offered, (left, top + 110, right, bottom))
    return sheet.image


def _headquarters(sheet: Sheet, offered: Sequence[int], box: Box) -> None:
    """The dice of the headquarters, in order; those that are offered ringed, with their numbers."""
    left, top, _, bottom = box
    panel(sheet.image, box, PANEL, RADIUS)
    middle, size = (top + bottom) // 2, bottom - top - 40
    place(sheet.image, sign("hq", 80, FAINT), (left + 60, middle))
    x = left + 130
    for n, one in enumerate(sheet.view.hq, start=1):
        wide = size + (110 if n in offered else 0)
        place(sheet.image, die(one.value, size, seat_style(one.seat)), (x + size / 2, middle))
        if n in offered:
            number(sheet.image, sheet.context, (x + size + 60, middle), places.in_hq(n), 84)
            ring(sheet.image, sheet.context, (x - 10, top + 8, x + wide + 4, bottom - 8), places.in_hq(n))
        x += wide + 24


DRAW: dict[str, Callable[[CircadiansState, int, RenderContext], Image.Image]] = {
    "plan": plan_panel.draw,
    "roll": plan_panel.draw,
    "seal": base.draw,
    "roll-seal": base.draw,
    "send": send_panel.draw,
    "negotiate": _negotiation,
    "clan": _negotiation,
    "row": _board("depot"),
    "mine": _board("mine", CARDS_HIGH),
    "academy": _board("academy", CARDS_HIGH),
    "market": _board("market", CARDS_HIGH),
    "market-space": _board("market", CARDS_HIGH),
    "move": _planet,
    "direction": _planet,
    "item": _cards("item"),
    "draft": _cards("item"),
    "discard": _cards("item"),
    "lose-item": _cards("item"),
    "character": _cards("character"),
    "farm": _cards("farm-tile"),
    "pair": _base,
    "lose-die": _base,
    "remove-farm": _base,
    "remove-upgrade": _base,
    "pay": _tiles,
    "hq": _tiles,
    "trade": _board("market", CARDS_HIGH),
    "times": _tiles,
    "harvest": _tiles,
    "advance": _tiles,
    "setback": _tiles,
    "penalty": _tiles,
}
_BY_PLACE = {
    "plan": "plan", "negotiation": "negotiate", "clan": "clan", "advance": "advance", "token": "setback",
    "setback": "penalty", "depot": "row", "mine": "mine", "academy": "academy", "market": "market-space",
    "hex": "move", "item": "item", "character": "character", "farm-tile": "farm", "price": "pay", "reward": "hq",
    "rate": "trade", "times": "times", "harvest": "harvest", "value": "send", "canteen": "send", "hq": "send",
}  # fmt: skip
