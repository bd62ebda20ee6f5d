"""The private panel of a seat where it advances in research: an area a card, with everybody's level in it."""

from __future__ import annotations

from PIL import Image, ImageDraw

from rendering.gaia.changes import view_before
from rendering.gaia.looks import seat_style
from rendering.gaia.research import level_signs
from rendering.gaia.signs import TRACK_SIGNS, apart, row, signs_size
from rendering.gaia.widgets import RADIUS, Box, dim
from rendering.kit.fonts import write, write_block
from rendering.kit.numbers import GLANCE, NUMBER, number_badge, said
from rendering.kit.palette import BRASS, BRASS_LIGHT, DUSK, FAINT, LINE, NIGHT, PANEL, PANEL_HIGH, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_disc
from rendering.kit.shapes import outline, panel
from rules.gaia.components import RESEARCH, TOP, TRACKS
from rules.gaia.state import GaiaState
from rules.kernel.text import name

GAP = 12
COLUMNS = 3
TITLE, STEP = 96, 112
"""The heights of an area's name, and of what its next level brings."""


def draw_tracks(image: Image.Image, view: GaiaState, seat: int, context: RenderContext, box: Box) -> None:
    """Draw the six areas; those where the seat may advance have their number, those where it just has are framed."""
    left, top, right, bottom = box
    wide, high = (right - left + GAP) / COLUMNS, (bottom - top + GAP) / (len(TRACKS) / COLUMNS)
    for index, track in enumerate(TRACKS):
        x, y = left + index % COLUMNS * wide, top + index // COLUMNS * high
        _area(image, view, seat, context, track, (round(x), round(y), round(x + wide) - GAP, round(y + high) - GAP))


def _area(  # noqa: PLR0917
    image: Image.Image, view: GaiaState, seat: int, context: RenderContext, track: str, box: Box
) -> None:
    left, top, right, bottom = box
    where = f"track:{track}"
    level = view.players[seat].research[track]
    before = view_before(context, seat)
    start = before.players[seat].research[track] if before else level
    # Where the seat has advanced in this turn, that is shown in place of what would come next.
    moved = start < level and where not in context.marks.legal
    start = start if moved else level
    open_ = moved or where in context.marks.legal
    panel(image, box, PANEL_HIGH if open_ else NIGHT, RADIUS)
    pen = ImageDraw.Draw(image)
    ink = TEXT if open_ else FAINT
    row(image, (left + 100, top + 50), (TRACK_SIGNS[track],), 60)
    title = context.words.say(name(f"gaia.track.{track}"))
    write_block(pen, (left + 172, top + 6, right - 12, top + TITLE), title, (32, 48), ink, lines=2, bold=True)
    y = top + TITLE + STEP // 2
    if start < TOP:
        end = level if moved else start + 1
        x = row(image, (left + 20, y), (str(start), "i:arrow", str(end)), 64, colour=ink) + 28
        signs = level_signs(track, RESEARCH[track].levels[end])
        signs = apart(signs, ("3", "i:charge")) if start < 3 <= end else signs
        row(image, (x, y), signs, signs_size(signs, right - x - 16, 64), colour=ink)
    else:
        write(pen, (left + 20, y), str(level), 64, ink, bold=True, anchor="lm")
    _levels(image, view, track, (left + 12, top + TITLE + STEP, right - 12, bottom - 12))
    if not open_:
        dim(image, box)
    chosen = where in context.marks.chosen
    edge = BRASS_LIGHT if chosen or moved else BRASS if open_ else LINE
    outline(image, box, edge, 8 if moved else 4 if open_ else 2, RADIUS)
    if number := said(context.marks.numbers.get(where, ())):
        number_badge(image, (left + 50, top + 50), number, NUMBER, chosen=chosen)


def _levels(image: Image.Image, view: GaiaState, track: str, box: Box) -> None:
    """Levels 0 to 5 side by side, and the seats on each."""
    left, top, right, bottom = box
    pen = ImageDraw.Draw(image)
    wide = (right - left) / (TOP + 1)
    for level in range(TOP + 1):
        x, end = round(left + level * wide), round(left + (level + 1) * wide) - 4
        panel(image, (x, top, end, bottom), PANEL if level >= 3 else DUSK, 8)
        write(pen, ((x + end) / 2, top + 30), str(level), GLANCE, FAINT, bold=True, anchor="mm")
        here = [seat for seat, one in enumerate(view.players) if one.research and one.research[track] == level]
        step = min(64, (bottom - top - 60) / max(1, len(here)))
        for index, at in enumerate(here):
            spot = ((x + end) / 2, top + 60 + step * (index + 0.5))
            seat_disc(image, seat_style(view, at), spot, round(min(60, step - 2)) // 2 * 2)
