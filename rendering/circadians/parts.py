"""The parts of the table alone, in full: the planet, the eight places, the negotiation board."""

from __future__ import annotations

from typing import TypeAlias

from PIL import Image, ImageDraw

from rendering.circadians.board_tiles import draw_location
from rendering.circadians.cards import RADIUS, Box
from rendering.circadians.looks import seat_style
from rendering.circadians.negotiation_board import draw_negotiation
from rendering.circadians.planet_map import PlanetMap
from rendering.circadians.signs import fitted
from rendering.circadians.strips import tally
from rendering.circadians.table import GAP, HEAD, HIGH, MARGIN, WIDE, draw_head
from rendering.circadians.tokens import arrow, die, harvester
from rendering.circadians.yields import yields_of
from rendering.kit.background import draw_stars, starless
from rendering.kit.fonts import MIN_SIZE, write_block
from rendering.kit.palette import BRASS, PANEL, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_name
from rendering.kit.shapes import outline, panel, place
from rules.circadians.components import FACES
from rules.circadians.planet import CLOCKWISE
from rules.circadians.state import CircadiansState

Rows: TypeAlias = tuple[tuple[int, tuple[tuple[str, int], ...]], ...]

ROWS: Rows = (
    (304, (("depot", 58), ("hq", 42))),
    (440, (("lab", 33), ("foundry", 36), ("control", 31))),
    (0, (("mine", 29), ("market", 37), ("academy", 34))),
)
"""The places row by row: how high a row is (0: what is left), and the share of each place in hundredths."""
TRADING: Rows = (
    (206, (("depot", 58), ("hq", 42))),
    (268, (("lab", 33), ("foundry", 36), ("control", 31))),
    (200, (("mine", 46), ("academy", 54))),
    (0, (("market", 100),)),
)
"""The same where trades, or the spaces over them, have numbers, which need more room."""
SIDE = 392
"""The width of what stands beside the planet."""


def _ground(view: CircadiansState, context: RenderContext) -> Image.Image:
    image = starless((WIDE, HIGH))
    draw_stars(image, (0, 0, WIDE, HIGH), context.seed)
    draw_head(image, view, context, (MARGIN, MARGIN, WIDE - MARGIN, HEAD), tally(view, context).winners)
    return image


def places(view: CircadiansState, context: RenderContext) -> Image.Image:
    """Draw the eight places with what can be taken there."""
    image = _ground(view, context)
    right, bottom = WIDE - MARGIN, HIGH - MARGIN
    top = HEAD + GAP
    trading = any(where.startswith(("rate:", "market:")) for where in context.marks.numbers)
    for high, keys in TRADING if trading else ROWS:
        end = top + high if high else bottom
        x = float(MARGIN)
        for key, share in keys:
            wide = (right - MARGIN + GAP) * share / 100
            draw_location(image, view, context, key, (round(x), top, round(x + wide - GAP), end), full=True)
            x += wide
        top = end + GAP
    return image


def negotiation(view: CircadiansState, context: RenderContext) -> Image.Image:
    """Draw the negotiation board with rewards and penalties."""
    image = _ground(view, context)
    draw_negotiation(image, view, context, (MARGIN, HEAD + GAP, WIDE - MARGIN, HIGH - MARGIN), full=True)
    return image


def planet(view: CircadiansState, context: RenderContext) -> Image.Image:
    """Draw the planet; beside it where a die leads, and what each harvester yields."""
    image = _ground(view, context)
    top, bottom, cut = HEAD + GAP, HIGH - MARGIN, WIDE - MARGIN - SIDE - GAP
    PlanetMap(view, context, (MARGIN, top, cut, bottom)).draw(image)
    left, right = cut + GAP, WIDE - MARGIN
    compass(image, view, (left, top, right, top + SIDE))
    seats = len(view.players)
    high = min(150, (bottom - top - SIDE - GAP) // seats)
    for seat in range(seats):
        y = top + SIDE + GAP + seat * high
        _yield(image, view, seat, context, (left, y, right, y + high - GAP))
    return image


def compass(image: Image.Image, view: CircadiansState, box: Box) -> None:
    """Draw where a die of each value sends a harvester: the dice around a hex, with arrows."""
    left, top, right, bottom = box
    panel(image, box, PANEL, RADIUS)
    middle = ((left + right) / 2, (top + bottom) / 2)
    reach = min(right - left, bottom - top) / 2
    size = round(reach * 0.42)
    for value in FACES:
        direction = view.parts.direction_by_die[value - 1]
        dx, dy = _UNITS[CLOCKWISE.index(direction)]
        x, y = middle[0] + dx * reach * 0.30, middle[1] + dy * reach * 0.30
        place(image, arrow(direction, round(size * 0.66), BRASS), (x, y))
        place(image, die(value, size, None), (middle[0] + dx * reach * 0.74, middle[1] + dy * reach * 0.74))


_UNITS = ((0.0, -1.0), (0.866, -0.5), (0.866, 0.5), (0.0, 1.0), (-0.866, 0.5), (-0.866, -0.5))


def _yield(image: Image.Image, view: CircadiansState, seat: int, context: RenderContext, box: Box) -> None:
    """A harvester with its owner's name and what it yields where it stands."""
    left, top, right, bottom = box
    panel(image, box, PANEL, RADIUS)
    if seat in context.waiting:
        outline(image, box, BRASS, 4, RADIUS)
    high = bottom - top
    size = min(high - 16, 92)
    place(image, harvester(size, seat_style(seat)), (left + 12 + size / 2, (top + bottom) / 2))
    x = left + size + 28
    half = top + high * 44 // 100
    name = seat_name(seat, context.words)
    write_block(ImageDraw.Draw(image), (x, top + 4, right - 8, half), name, (MIN_SIZE, 40), TEXT, bold=True)
    fitted(image, (x, half, right - 8, bottom - 6), yields_of(view, seat), 56)
