"""The whole map in small, in a corner of a panel that shows a part of it: where that part lies."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from rendering.gaia.badges import Disc, overlap
from rendering.gaia.looks import PLANETS, seat_style
from rendering.gaia.widgets import RADIUS, Box
from rendering.kit.cache import LAYERS
from rendering.kit.hexes import HexLayout
from rendering.kit.palette import BRASS, LINE, NIGHT, PANEL_HIGH
from rendering.kit.shapes import outline, panel
from rules.gaia.components import SPACE
from rules.gaia.state import GaiaState

INSETS = ((330, 264), (270, 216))
"""The sizes that it may have, the best first."""
MARGIN, PAD = 14, 10
SCALE = 2
STEP = 24
"""How far apart the places are that are tried for it."""


def free_box(
    box: Box, sizes: Sequence[tuple[int, int]], spots: Sequence[Disc], others: Sequence[Box] = ()
) -> Box | None:
    """A part of a box, of one of some sizes, at its edge and clear of all spots and other boxes; None if none is."""
    left, top, right, bottom = box
    for wide, high in sizes:
        ends = (left + MARGIN, right - MARGIN - wide), (top + MARGIN, bottom - MARGIN - high)
        (first, last), (upper, lower) = ends
        if first > last or upper > lower:
            continue
        found = [(x, y) for x in (last, first) for y in range(lower, upper - 1, -STEP)]
        found += [(x, y) for y in (lower, upper) for x in range(first, last + 1, STEP)]
        # Corners before what lies between them.
        found.sort(key=lambda at: (at[0] not in ends[0]) + (at[1] not in ends[1]))
        for x, y in found:
            part = (x, y, x + wide, y + high)
            if not any(spot.touched(part) for spot in spots) and not any(overlap(part, one) for one in others):
                return part
    return None


def draw_inset(image: Image.Image, view: GaiaState, shown: HexLayout, box: Box, inset: Box) -> None:
    """Draw the map in small with the part that is shown outlined, and everybody's structures in their colours."""
    left, top, right, bottom = inset
    size = (right - left, bottom - top)
    layout = HexLayout(((space.q, space.r) for space in view.spaces), (PAD, PAD, size[0] - PAD, size[1] - PAD))
    panel(image, inset, NIGHT, RADIUS)
    base = LAYERS.get(("gaia inset", view.spaces, size), lambda: _base(view, layout, size))
    image.paste(base, (left, top), base)
    where = {space.name: (space.q, space.r) for space in view.spaces}
    dot = max(3, round(layout.side * 0.6))
    for seat, one in enumerate(view.players):
        colour = seat_style(view, seat).colour
        for name in one.places():
            x, y = layout.middle(where[name])
            at = (round(x) + left, round(y) + top)
            image.paste(NIGHT, (at[0] - dot - 1, at[1] - dot - 1, at[0] + dot + 1, at[1] + dot + 1))
            image.paste(colour, (at[0] - dot, at[1] - dot, at[0] + dot, at[1] + dot))
    outline(image, inset, LINE, 3, RADIUS)
    # The part that is shown, in the measure of the small map.
    zoom = layout.side / shown.side
    (ox, oy), (sx, sy) = shown.middle((0, 0)), layout.middle((0, 0))
    part = [
        round(left + sx + (box[0] - ox) * zoom),
        round(top + sy + (box[1] - oy) * zoom),
        round(left + sx + (box[2] - ox) * zoom),
        round(top + sy + (box[3] - oy) * zoom),
    ]
    part = [max(left, part[0]), max(top, part[1]), min(right, part[2]), min(bottom, part[3])]
    outline(image, (part[0], part[1], part[2], part[3]), BRASS, 5, RADIUS)


def _base(view: GaiaState, layout: HexLayout, size: tuple[int, int]) -> Image.Image:
    base = Image.new("RGBA", (size[0] * SCALE, size[1] * SCALE), (*NIGHT, 0))
    pen = ImageDraw.Draw(base)
    for space in view.spaces:
        hex = (space.q, space.r)
        pen.polygon([(x * SCALE, y * SCALE) for x, y in layout.corners(hex, 0.94)], fill=(*PANEL_HIGH, 255))
        if space.planet != SPACE:
            x, y = layout.middle(hex)
            reach = layout.side * 0.5
            ball = [(x - reach) * SCALE, (y - reach) * SCALE, (x + reach) * SCALE, (y + reach) * SCALE]
            pen.ellipse(ball, fill=(*PLANETS[space.planet][0], 255))
    return base.resize(size, Image.Resampling.BOX)
