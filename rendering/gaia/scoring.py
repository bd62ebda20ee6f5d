"""The scoring board: round tiles, final scoring with everybody's standing, boosters left, turn order."""

from __future__ import annotations

from PIL import Image, ImageDraw

from rendering.gaia.looks import seat_style
from rendering.gaia.signs import federation_signs, final_signs, round_signs, row, signs_size
from rendering.gaia.widgets import RADIUS, Box, booster_tile, dim, field, heading, seat_line
from rendering.kit.background import background
from rendering.kit.fonts import MIN_SIZE, write, write_block
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE
from rendering.kit.palette import (
    BRASS,
    BRASS_LIGHT,
    DUSK,
    FAINT,
    INK,
    LINE,
    PANEL,
    PANEL_HIGH,
    TEXT,
    Colour,
    SeatStyle,
    blend,
    ink_on,
)
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_disc
from rendering.kit.shapes import outline, panel, place
from rules.gaia.components import FEDERATIONS, booster_number
from rules.gaia.scoring import final_points, neutral, standings
from rules.gaia.state import GaiaState
from rules.gaia.texts import open_boosters, round_title
from rules.kernel.text import T, name

WIDE, HIGH = 1600, 1016
MARGIN, GAP = 24, 12
HEAD = 88
LEFT = 560
ROUND = 138
TOKENS = 140
"""The height of the line of federation tokens."""
WORDY = 170
"""From this height on a booster's tile has words."""
SEAT = 74
"""The height of a seat's line under a final tile."""


def draw(view: GaiaState, context: RenderContext) -> Image.Image:
    """Draw the scoring board."""
    image = background((WIDE, HIGH), context.seed)
    title, now = round_title(view)
    pen = ImageDraw.Draw(image)
    write_block(pen, (MARGIN, 12, 300, HEAD), context.words.say(title), (30, 50), TEXT, bold=True)
    write_block(pen, (310, 12, LEFT, HEAD), context.words.say(now), (MIN_SIZE, 34), FAINT, lines=2)
    for index in range(len(view.round_tiles)):
        top = HEAD + GAP + index * (ROUND + GAP)
        _round(image, view, context, index, (MARGIN, top, LEFT, top + ROUND))
    _order(image, view, context, (LEFT + 2 * GAP, 14, WIDE - MARGIN, HEAD))
    left, wide = LEFT + 2 * GAP, (WIDE - MARGIN - LEFT - 3 * GAP) // 2
    bottom = HEAD + GAP + 100 + SEAT * len(view.players) + (56 if len(view.players) <= 2 else 0)
    for index, tile in enumerate(view.final_tiles):
        x = left + index * (wide + GAP)
        _final(image, view, context, tile, (x, HEAD + GAP, x + wide, bottom))
    _totals(image, view, context, (left, bottom + GAP, WIDE - MARGIN, bottom + GAP + 104))
    tokens = HIGH - MARGIN - TOKENS
    _boosters(image, view, context, (left, bottom + 104 + 2 * GAP, WIDE - MARGIN, tokens - GAP))
    _tokens(image, view, context, (left, tokens, WIDE - MARGIN, HIGH - MARGIN))
    return image


def _round(image: Image.Image, view: GaiaState, context: RenderContext, index: int, box: Box) -> None:
    left, top, right, bottom = box
    tile, number = view.round_tiles[index], index + 1
    current, past = number == view.round, number < view.round
    fill = BRASS if current else DUSK if past else PANEL_HIGH
    ink: Colour = INK if current else FAINT if past else TEXT
    pen = ImageDraw.Draw(image)
    panel(image, box, fill, RADIUS)
    write(pen, (left + 38, (top + bottom) // 2), str(number), 56, ink, bold=True, anchor="mm")
    inner = (left + 76, top + 10, right - 12, top + 76)
    panel(image, inner, blend(PANEL, INK, 0.4), 8)
    signs = round_signs(tile)
    row(image, (inner[0] + 16, (inner[1] + inner[3]) // 2), signs, signs_size(signs, inner[2] - inner[0] - 32, 52))
    if past:
        place(image, icon("check", 36, FAINT), (right - 40, (inner[1] + inner[3]) // 2))
    words = context.words.say(name(f"gaia.round.{tile}"))
    write_block(pen, (left + 80, top + 81, right - 12, bottom - 7), words, (MIN_SIZE, 28), ink, lines=2)


def _final(image: Image.Image, view: GaiaState, context: RenderContext, tile: str, box: Box) -> None:
    """A final tile: what everybody has of it, as bars, and the points at this moment."""
    left, top, right, bottom = box
    pen = ImageDraw.Draw(image)
    panel(image, box, PANEL, RADIUS)
    signs = final_signs(tile)
    row(image, (left + 20, top + 44), signs, signs_size(signs, 170, 52))
    words = context.words.say(name(f"gaia.final.{tile}"))
    write_block(
        pen,
        (left + 24 + 64 * len(signs), top + 8, right - 16, top + 82),
        words,
        (MIN_SIZE, 32),
        TEXT,
        lines=2,
        bold=True,
    )
    if not view.spaces:
        return
    points = final_points(view, tile)
    rival = neutral(view, tile)
    most = max(1, rival, *(have for have, _ in points))
    y = top + 90
    for seat, (have, gained) in sorted(enumerate(points), key=lambda one: -one[1][0]):
        style = seat_style(view, seat)
        seat_disc(image, style, (left + 40, y + 30), 44)
        long = round((right - left - 330) * have / most)
        if long:
            panel(image, (left + 76, y + 14, left + 76 + max(18, long), y + 46), style.colour, 8)
        write(
            pen, (left + 76 + max(18, long) * (have > 0) + 12, y + 30), str(have), GLANCE, TEXT, bold=True, anchor="lm"
        )
        row(image, (right - 156, y + 30), (f"+{gained}", "i:laurel"), GLANCE)
        y += SEAT
    if rival:
        said = context.words.say(T("Neutral player: {n}", n=rival))
        write_block(pen, (left + 20, bottom - 52, right - 16, bottom - 12), said, (MIN_SIZE, 28), FAINT)


def _totals(image: Image.Image, view: GaiaState, context: RenderContext, box: Box) -> None:
    """What every seat would have if the game ended now, or has since it ended."""
    left, top, right, bottom = box
    if not all(one.faction for one in view.players):
        return
    title = T("Final score") if view.phase == "over" else T("If the game ended now")
    heading(image, context, (left, top, right, top + 30), title)
    wide = (right - left + GAP) // len(view.players)
    for one in standings(view, over=False):
        x = left + one.seat * wide
        cell = (x, top + 34, x + wide - GAP, bottom)
        panel(image, cell, PANEL_HIGH, RADIUS)
        middle = (cell[1] + cell[3]) // 2
        seat_disc(image, seat_style(view, one.seat), (x + 38, middle), 46)
        row(image, (x + 74, middle), (str(one.total), "i:laurel"), 44)
        if one.rank == 1:
            outline(image, cell, FAINT, 2, RADIUS)


def _boosters(image: Image.Image, view: GaiaState, context: RenderContext, box: Box) -> None:
    left, top, right, bottom = box
    pen = ImageDraw.Draw(image)
    heading(image, context, (left, top, right, top + 30), T("Round boosters left"))
    count = max(1, len(view.boosters))
    columns = 3
    lines = -(-count // columns)
    wide = (right - left + GAP) // columns
    high = min(200, (bottom - top - 36 + GAP) // lines)
    for index, booster in enumerate(open_boosters(view)):
        x, y = left + index % columns * wide, top + 36 + index // columns * high
        cell = (x, y, x + wide - GAP, y + high - GAP)
        field(image, context, cell, f"booster:{booster}")
        write(pen, (x + 12, y + 26), str(booster_number(booster)), 30, FAINT, bold=True, anchor="lm")
        signs_end = y + 100 if high >= WORDY else cell[3] - 2
        booster_tile(image, booster, (x + 50, y + 2, cell[2] - 12, signs_end), 44)
        if high >= WORDY:
            words = context.words.say(name(f"gaia.booster.{booster}"))
            write_block(pen, (x + 12, y + 102, cell[2] - 12, cell[3] - 6), words, (MIN_SIZE, 26), TEXT, lines=3)


def _tokens(image: Image.Image, view: GaiaState, context: RenderContext, box: Box) -> None:
    """The federation tokens that are left, and how many of each; those without a green side bear no sign of one."""
    left, top, right, bottom = box
    heading(image, context, (left, top, right, top + 30), T("Federation tokens left"))
    wide = (right - left + GAP) // max(1, len(view.supply))
    for index, (id, count) in enumerate(view.supply.items()):
        x = left + index * wide
        cell = (x, top + 34, x + wide - GAP, bottom)
        field(image, context, cell, f"token:{id}")
        middle, across = (cell[1] + cell[3]) // 2, (cell[0] + cell[2]) / 2
        signs = federation_signs(id)
        row(image, (across, middle - 20), signs, signs_size(signs, wide - GAP - 12, 40), middle=True)
        kind = ("i:federation",) if FEDERATIONS[id].green else ()
        row(image, (across, middle + 24), (*kind, f"×{count}"), 40, middle=True)
        if not count:
            dim(image, cell)


def _order(image: Image.Image, view: GaiaState, context: RenderContext, box: Box) -> None:
    """The seats in turn order; who has passed is dark."""
    left, top, right, bottom = box
    seats = view.turn_order()
    wide = (right - left + GAP) // len(seats)
    for index, seat in enumerate(seats):
        x = left + index * wide
        cell = (x, top, x + wide - GAP, bottom)
        passed = seat in view.passed
        panel(image, cell, DUSK if passed else PANEL_HIGH, RADIUS)
        if seat in context.waiting:
            outline(image, cell, BRASS, 4, RADIUS)
        room = cell[2] - (44 if passed else 8)
        seat_line(image, view, seat, context, (x + 8, top + 2, room, bottom - 2))
        if passed:
            place(image, icon("pass", 32), (cell[2] - 24, (top + bottom) // 2))


#: How wide a round tile is in the strip: what is over needs least room, this round's tile most.
PAST, NOW, LATER = 1.0, 3.6, 2.4
COMING = 42
"""The size of the signs of round tiles to come."""
FINAL = 262
"""The width of a final tile in the strip."""


def strip(image: Image.Image, view: GaiaState, box: Box) -> None:
    """Round tiles and final tiles in one line, this round's in brass; what each seat has, then the neutral player."""
    left, top, right, bottom = box
    finals = FINAL * len(view.final_tiles)
    shares = [
        NOW if number == view.round else PAST if number < view.round else LATER
        for number in range(1, len(view.round_tiles) + 1)
    ]
    x = float(left)
    for index, tile in enumerate(view.round_tiles):
        wide = (right - left - finals) * shares[index] / sum(shares)
        _strip_round(image, view, index, tile, (round(x), top, round(x + wide) - 6, bottom))
        x += wide
    for index, tile in enumerate(view.final_tiles):
        at = right - (len(view.final_tiles) - index) * FINAL
        _strip_final(image, view, tile, (at, top, at + FINAL - 6, bottom))


def _strip_round(image: Image.Image, view: GaiaState, index: int, tile: str, box: Box) -> None:
    left, top, right, bottom = box
    pen, middle = ImageDraw.Draw(image), (top + bottom) // 2
    number = index + 1
    current, past = number == view.round, number < view.round
    panel(image, box, DUSK if past else PANEL_HIGH if current else PANEL, RADIUS)
    if past:
        write(pen, ((left + right) / 2, middle - 18), str(number), 32, FAINT, bold=True, anchor="mm")
        place(image, icon("check", 28, FAINT), ((left + right) / 2, middle + 20))
        return
    signs = round_signs(tile)
    write(pen, (left + 10, top + 18), str(number), 26, BRASS_LIGHT if current else FAINT, bold=True, anchor="lm")
    if current:
        row(image, ((left + right) / 2, middle + 8), signs, signs_size(signs, right - left - 20, 64), middle=True)
    else:
        # Points over what brings them, so that two signs are as large as one.
        at = signs.index("/")
        row(image, ((left + 30 + right) / 2, top + 25), signs[:at], COMING, middle=True)
        brings = signs[at + 1 :]
        row(
            image, ((left + right) / 2, bottom - 26), brings, signs_size(brings, right - left - 12, COMING), middle=True
        )
    outline(image, box, BRASS if current else LINE, 6 if current else 2, RADIUS)


def _strip_final(image: Image.Image, view: GaiaState, tile: str, box: Box) -> None:
    """A final tile over what everybody has of it."""
    left, top, right, bottom = box
    panel(image, box, PANEL, RADIUS)
    outline(image, box, LINE, 2, RADIUS)
    place(image, icon("flag", 30, FAINT), (left + 24, top + 24))
    signs = final_signs(tile)
    row(image, ((left + right) / 2, top + 24), signs, 40, middle=True)
    if not view.spaces:
        return
    counts: list[tuple[int, SeatStyle | None]] = [
        (have, seat_style(view, seat)) for seat, (have, _) in enumerate(final_points(view, tile))
    ]
    rival = neutral(view, tile)
    counts += [(rival, None)] if rival else []
    room = (right - left - 8) / len(counts)
    pen = ImageDraw.Draw(image)
    for slot, (have, style) in enumerate(counts):
        x = left + 4 + room * slot
        cell = (round(x), bottom - 48, round(x + room) - 4, bottom - 4)
        colour = style.colour if style else LINE
        panel(image, cell, colour, 8)
        ink = ink_on(colour)
        write(pen, (cell[0] + 4, cell[1] + 13), style.mark if style else "–", MIN_SIZE, ink, anchor="lm")
        across = (cell[0] + cell[2]) / 2 + (7 if have > 9 or len(counts) > 3 else 0)
        write(pen, (across, (cell[1] + cell[3]) / 2), str(have), GLANCE, ink, bold=True, anchor="mm")
