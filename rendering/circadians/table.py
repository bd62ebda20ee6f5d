"""The table at a glance: round, event and whose die; planet, negotiation, the eight places; a strip a player."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from rendering.circadians.board_tiles import draw_location
from rendering.circadians.cards import FILLS, RADIUS, Box
from rendering.circadians.looks import seat_style, sign
from rendering.circadians.negotiation_board import draw_negotiation
from rendering.circadians.planet_map import PlanetMap
from rendering.circadians.signs import effect_signs, row, signs_size, signs_width
from rendering.circadians.strips import draw_strip, tally
from rendering.circadians.tokens import die
from rendering.circadians.yields import draw_yields
from rendering.kit.background import draw_stars, starless
from rendering.kit.fonts import MIN_SIZE, write_block
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE
from rendering.kit.palette import BRASS, BRASS_LIGHT, INK, LINE, PANEL, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_disc, seat_name
from rendering.kit.shapes import outline, panel, place
from rules.circadians.components import ROUNDS
from rules.circadians.state import EMPTY, CircadiansState
from rules.kernel.text import T, Text

WIDE, HIGH = 1600, 1200
MARGIN = 12
GAP = 8
HEAD = 96
STRIP = 206
LINES = (
    (("mine", 35), ("foundry", 32), ("control", 33)),
    (("lab", 28), ("market", 26), ("academy", 46)),
)
"""The six locations in two lines, with the share of the width that each takes."""
PHASE_NAMES: dict[str, Text] = {
    "setup": T("Setup"),
    "planning": T("Planning"),
    "hq": T("Headquarters"),
    "garages": T("Garages"),
    "harvest": T("Harvest"),
    "rest": T("Rest phase"),
    "over": T("Game over"),
}
PHASE_SIGNS = {"planning": "garage", "hq": "hq", "garages": "garage", "harvest": "farm", "rest": "canteen"}


def draw(view: CircadiansState, context: RenderContext) -> Image.Image:
    """Draw the table."""
    image = starless((WIDE, HIGH))
    draw_stars(image, (0, 0, WIDE, HEAD), context.seed)
    points = tally(view, context)
    draw_head(image, view, context, (MARGIN, MARGIN, WIDE - MARGIN, HEAD), points.winners)
    strips = HIGH - MARGIN - STRIP
    main = (MARGIN, HEAD + GAP, WIDE - MARGIN, strips - GAP)
    row_a = main[1] + (main[3] - main[1]) * 48 // 100
    across = MARGIN + 500
    planet = (MARGIN, main[1], across, row_a)
    panel(image, planet, PANEL, RADIUS)
    inside = (planet[0] + 2, planet[1] + 4, planet[2] - 2, planet[3] - 4)
    PlanetMap(view, context, inside).draw(image)
    draw_yields(image, view, inside)
    draw_negotiation(image, view, context, (across + GAP, main[1], main[2], row_a))
    _places(image, view, context, (MARGIN, row_a + GAP, main[2], main[3]), across)
    seats = len(view.players)
    wide = (WIDE - 2 * MARGIN + GAP) / seats
    for seat in range(seats):
        x = MARGIN + seat * wide
        draw_strip(image, view, seat, context, (round(x), strips, round(x + wide - GAP), HIGH - MARGIN), points=points)
    return image


def _places(image: Image.Image, view: CircadiansState, context: RenderContext, box: Box, across: int) -> None:
    """The depository over the headquarters at the left, the six locations beside them."""
    left, top, right, bottom = box
    cut = top + (bottom - top) * 64 // 100
    draw_location(image, view, context, "depot", (left, top, across, cut))
    draw_location(image, view, context, "hq", (left, cut + GAP, across, bottom))
    high = (bottom - top + GAP) // 2
    for line, keys in enumerate(LINES):
        x, y = float(across + GAP), top + line * high
        for key, share in keys:
            wide = (right - across) * share / 100
            draw_location(image, view, context, key, (round(x), y, round(x + wide - GAP), y + high - GAP))
            x += wide


def next_die(view: CircadiansState) -> int:
    """The value of the die that is to be sent now; 0 outside of the action phase, and when it was sent already."""
    if view.turn < 0 or view.sent:
        return 0
    if view.phase == "hq":
        return view.hq[0].value if view.hq else 0
    return next((value for value in view.players[view.turn].garages if value != EMPTY), 0)


def draw_head(
    image: Image.Image, view: CircadiansState, context: RenderContext, box: Box, winners: Sequence[int] = ()
) -> None:
    """The round and phase, the event, and at the right whose die it is or who must act."""
    left, top, right, bottom = box
    words, pen = context.words, ImageDraw.Draw(image)
    if view.round:
        said = words.say(T("Round {n}/{last}", n=view.round, last=ROUNDS))
        write_block(pen, (left + 4, top, left + 246, bottom), said, (GLANCE, 56), TEXT, bold=True)
        left += 260
    if view.phase in PHASE_SIGNS:
        place(image, sign(PHASE_SIGNS[view.phase], 56, BRASS_LIGHT), (left + 30, (top + bottom) / 2))
        left += 68
    said = words.say(PHASE_NAMES[view.phase])
    write_block(pen, (left, top, left + (250 if view.round else 600), bottom), said, (28, 46), BRASS_LIGHT, bold=True)
    end = _acting(image, view, context, (left + 260, top, right, bottom), winners)
    if view.event:
        _event(image, view, context, (left + 262, top, end - GAP, bottom))


def _event(image: Image.Image, view: CircadiansState, context: RenderContext, box: Box) -> None:
    left, top, right, bottom = box
    panel(image, box, FILLS["events"], RADIUS)
    outline(image, box, LINE, 2, RADIUS)
    signs = effect_signs(view.parts.events[view.event].effect)
    room = (right - left) * 62 // 100
    size = signs_size(signs, room, 56)
    start = right - 16 - signs_width(signs, size)
    row(image, (start, (top + bottom) / 2), signs, size)
    name = context.words.say(view.parts.name(view.event))
    write_block(ImageDraw.Draw(image), (left + 14, top, start - 14, bottom), name, (MIN_SIZE, 34), TEXT, lines=2)


def _acting(image: Image.Image, view: CircadiansState, context: RenderContext, box: Box, winners: Sequence[int]) -> int:
    """Whose die it is with the die and the name, all who must act, or who has won; give the x where that begins."""
    _, top, right, bottom = box
    middle = (top + bottom) // 2
    seats = list(winners) or list(context.waiting)
    if view.turn >= 0 and not seats:
        seats = [view.turn]
    if not seats:
        return right
    if len(seats) > 1:
        left = right - 66 * len(seats) - 62
        place(image, icon("laurel" if view.phase == "over" else "hourglass", 52), (left + 30, middle))
        for index, seat in enumerate(seats):
            seat_disc(image, seat_style(seat), (left + 92 + index * 66, middle), 60)
        return left
    seat = seats[0]
    left = right - 356
    panel(image, (left, top, right, bottom), BRASS, RADIUS)
    value = next_die(view) if seat == view.turn else 0
    if value:
        place(image, die(value, 72, seat_style(seat)), (left + 46, middle))
    else:
        seat_disc(image, seat_style(seat), (left + 46, middle), 66)
    if view.phase == "over":
        place(image, icon("laurel", 64, INK), (right - 44, middle))
        right -= 80
    name = seat_name(seat, context.words)
    write_block(ImageDraw.Draw(image), (left + 92, top, right - 12, bottom), name, (30, 54), INK, bold=True)
    return left
