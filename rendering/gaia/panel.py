"""The private panel of a seat where it is about the map: the part in question under what the seat has."""

from __future__ import annotations

from PIL import Image

from rendering.gaia.changes import advanced, changed_places, has_acted, view_before, whole_turn
from rendering.gaia.closeup import Closeup
from rendering.gaia.looks import seat_style
from rendering.gaia.map import HIGH, WIDE
from rendering.gaia.signs import GOODS, row, signs_width
from rendering.gaia.tracks import draw_tracks
from rendering.gaia.turn import draw_turn
from rendering.gaia.widgets import RADIUS, Box, bowls
from rendering.kit.background import background
from rendering.kit.palette import BRASS_LIGHT, PANEL, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_disc
from rendering.kit.shapes import panel
from rules.gaia.scoring import points
from rules.gaia.state import GaiaState

MARGIN = 12
HEAD = 104
"""The height of the purse with its margins."""
FIGURE = 58
"""The size of its numbers."""
PURSE = ("ore", "credits", "knowledge", "qic", "formers")
"""What it holds beside points and power."""


def draw(view: GaiaState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the map under what one seat has: its goods, power and Gaiaformers."""
    image = background((WIDE, HIGH), context.seed)
    box = (MARGIN, HEAD, WIDE - MARGIN, HIGH - MARGIN)
    changed = changed_places(view, context)
    # Where all that a seat has done in this turn is that it advanced, the map would show nothing of it.
    researched = any(advanced(view, context, seat, track) for track in view.players[seat].research)
    if has_acted(context) and researched and not changed:
        draw_tracks(image, view, seat, context, box)
    elif whole_turn(view, seat, context):
        draw_turn(image, view, seat, context, box)
    else:
        Closeup(image, view, seat, context, box).draw()
    purse(image, view, seat, context)
    return image


def purse(image: Image.Image, view: GaiaState, seat: int, context: RenderContext) -> None:
    """What a seat has: points, goods, Gaiaformers, power; coloured where the turn that is half made has changed it."""
    box: Box = (MARGIN, MARGIN, WIDE - MARGIN, HEAD - 8)
    left, top, right, bottom = box
    one, before = view.players[seat], view_before(context, seat)
    then = before.players[seat] if before else None
    middle = (top + bottom) // 2
    panel(image, box, PANEL, RADIUS)
    seat_disc(image, seat_style(view, seat), (left + 46, middle), 68)
    counts = {"vp": points(view)[seat]} | {good: getattr(one, good) for good in PURSE}
    past = {"vp": points(before)[seat]} | {good: getattr(then, good) for good in PURSE} if before else counts
    figures = {good: (GOODS[good], str(count)) for good, count in counts.items()}
    start, end = left + 96, right - 530
    gap = (end - start - sum(signs_width(signs, FIGURE) for signs in figures.values())) // len(figures)
    x = start
    for good, signs in figures.items():
        colour = TEXT if past[good] == counts[good] else BRASS_LIGHT
        x = row(image, (x, middle), signs, FIGURE, colour=colour) + gap
    bowls(image, one, (end, top + 6, right - 4, bottom - 6), FIGURE, then)
