"""The map alone, in full: every place named, under the seats, or under what one seat has to decide with."""

from __future__ import annotations

from PIL import Image, ImageDraw

from rendering.gaia.chart import Chart
from rendering.gaia.looks import seat_style
from rendering.gaia.parts import RADIUS, Box, bowls, seat_line
from rendering.gaia.signs import GOODS, row
from rendering.kit.fonts import write
from rendering.kit.ground import ground
from rendering.kit.palette import BRASS, FAINT, PANEL
from rendering.kit.picture import Occasion
from rendering.kit.seats import seat_edge
from rendering.kit.shapes import outline, panel
from rules.gaia.scoring import points
from rules.gaia.state import GaiaState
from rules.kernel.text import T

WIDE, HIGH = 1600, 1200
MARGIN, GAP = 16, 8
HEAD = 84


def draw(view: GaiaState, occasion: Occasion) -> Image.Image:
    """Draw the map under a line of seats."""
    image = ground((WIDE, HIGH), occasion.seed)
    seats = view.order if len(view.order) == len(view.players) else list(range(len(view.players)))
    wide = (WIDE - 2 * MARGIN + GAP) // len(seats)
    for index, seat in enumerate(seats):
        x = MARGIN + index * wide
        cell = (x, MARGIN, x + wide - GAP, HEAD)
        panel(image, cell, PANEL, RADIUS)
        if seat in occasion.waiting:
            outline(image, cell, BRASS, 4, RADIUS)
        seat_edge(image, seat_style(view, seat), (x + 4, MARGIN + 8, x + 12, HEAD - 8))
        seat_line(image, view, seat, occasion, (x + 22, MARGIN + 2, cell[2] - 90, HEAD - 2), size=48)
        row(image, (cell[2] - 84, (MARGIN + HEAD) // 2), ("i:laurel", str(points(view)[seat])), 36)
    _map(image, view, occasion)
    return image


def panel_map(view: GaiaState, seat: int, occasion: Occasion) -> Image.Image:
    """Draw the map under what one seat has: its goods, power and Gaiaformers."""
    image = ground((WIDE, HIGH), occasion.seed)
    _purse(image, view, seat, occasion, (MARGIN, MARGIN, WIDE - MARGIN, HEAD))
    _map(image, view, occasion, seat)
    return image


def _map(image: Image.Image, view: GaiaState, occasion: Occasion, seat: int = 0) -> None:
    box = (MARGIN, HEAD + GAP, WIDE - MARGIN, HIGH - MARGIN)
    if view.spaces:
        Chart(image, view, occasion, box, full=True, seat=seat).draw()
        return
    said = occasion.words.say(T("The map is laid when everybody has a faction."))
    write(ImageDraw.Draw(image), (WIDE / 2, HIGH / 2), said, 40, FAINT, anchor="mm")


def _purse(image: Image.Image, view: GaiaState, seat: int, occasion: Occasion, box: Box) -> None:
    left, top, right, bottom = box
    one = view.players[seat]
    middle = (top + bottom) // 2
    panel(image, box, PANEL, RADIUS)
    seat_line(image, view, seat, occasion, (left + 12, top + 2, left + 330, bottom - 2), size=50)
    x = left + 344
    goods = ((good, getattr(one, good)) for good in ("ore", "credits", "knowledge", "qic", "formers"))
    for good, count in (("vp", points(view)[seat]), *goods):
        row(image, (x, middle), (GOODS[good], str(count)), 38)
        x += 108
    bowls(image, one, (right - 560, top + 8, right - 10, bottom - 8), 40)
