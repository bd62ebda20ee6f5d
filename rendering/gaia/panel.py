"""The private panel of a seat where it is about the map: the map under what the seat has to decide with."""

from __future__ import annotations

from PIL import Image

from rendering.gaia.map import HEAD, HIGH, MARGIN, WIDE, map_in_full
from rendering.gaia.signs import GOODS, row
from rendering.gaia.widgets import RADIUS, Box, bowls, seat_line
from rendering.kit.background import background
from rendering.kit.palette import PANEL
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import panel
from rules.gaia.scoring import points
from rules.gaia.state import GaiaState


def draw(view: GaiaState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the map under what one seat has: its goods, power and Gaiaformers."""
    image = background((WIDE, HIGH), context.seed)
    _purse(image, view, seat, context, (MARGIN, MARGIN, WIDE - MARGIN, HEAD))
    map_in_full(image, view, context, seat)
    return image


def _purse(image: Image.Image, view: GaiaState, seat: int, context: RenderContext, box: Box) -> None:
    left, top, right, bottom = box
    one = view.players[seat]
    middle = (top + bottom) // 2
    panel(image, box, PANEL, RADIUS)
    seat_line(image, view, seat, context, (left + 12, top + 2, left + 330, bottom - 2), size=50)
    x = left + 344
    goods = ((good, getattr(one, good)) for good in ("ore", "credits", "knowledge", "qic", "formers"))
    for good, count in (("vp", points(view)[seat]), *goods):
        row(image, (x, middle), (GOODS[good], str(count)), 38)
        x += 108
    bowls(image, one, (right - 560, top + 8, right - 10, bottom - 8), 40)
