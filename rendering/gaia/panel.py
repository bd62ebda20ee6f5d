"""The private panel of a seat where it is about the map: the part in question under what the seat has."""

from __future__ import annotations

from PIL import Image

from rendering.gaia.closeup import Closeup
from rendering.gaia.looks import seat_style
from rendering.gaia.map import HIGH, WIDE
from rendering.gaia.signs import GOODS, row, signs_width
from rendering.gaia.widgets import RADIUS, Box, bowls
from rendering.kit.background import background
from rendering.kit.palette import PANEL
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


def draw(view: GaiaState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the map under what one seat has: its goods, power and Gaiaformers."""
    image = background((WIDE, HIGH), context.seed)
    Closeup(image, view, seat, context, (MARGIN, HEAD, WIDE - MARGIN, HIGH - MARGIN)).draw()
    purse(image, view, seat)
    return image


def purse(image: Image.Image, view: GaiaState, seat: int) -> None:
    """What a seat has: points, goods, Gaiaformers, power."""
    box: Box = (MARGIN, MARGIN, WIDE - MARGIN, HEAD - 8)
    left, top, right, bottom = box
    one = view.players[seat]
    middle = (top + bottom) // 2
    panel(image, box, PANEL, RADIUS)
    seat_disc(image, seat_style(view, seat), (left + 46, middle), 68)
    goods = ((good, getattr(one, good)) for good in ("ore", "credits", "knowledge", "qic", "formers"))
    figures = [(GOODS[good], str(count)) for good, count in (("vp", points(view)[seat]), *goods)]
    start, end = left + 96, right - 530
    gap = (end - start - sum(signs_width(signs, FIGURE) for signs in figures)) // len(figures)
    x = start
    for signs in figures:
        x = row(image, (x, middle), signs, FIGURE) + gap
    bowls(image, one, (end, top + 6, right - 4, bottom - 6), FIGURE)
