"""What the map lies on: its hexes with fine edges, and the borders of its sectors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PIL import Image, ImageDraw

from rendering.kit.cache import LAYERS
from rendering.kit.hexes import HexLayout
from rendering.kit.palette import LINE, LINE_HIGH, Colour, blend, rgb
from rendering.kit.shapes import SCALE, Point
from rules.gaia.components import SPACE
from rules.gaia.state import Space
from rules.kernel.hexes import DIRECTIONS, Hex, add

HEX = rgb("#131c2c")
HEX_PLANET = rgb("#18243a")
TINT = 0.133
"""How much of its owner's colour is in the ground of a federation."""
NO_TINTS: Mapping[Hex, Sequence[Colour]] = {}


def draw_ground(
    image: Image.Image,
    spaces: Iterable[Space],
    layout: HexLayout,
    shown: Iterable[Hex],
    tints: Mapping[Hex, Sequence[Colour]] = NO_TINTS,
) -> None:
    """Draw the ground of some hexes, tinted by colours. Their edges are so faint that they need no smoothing."""
    pen = ImageDraw.Draw(image)
    at = {(space.q, space.r): space for space in spaces}
    fine = max(1, round(layout.side * 0.022))
    hexes = list(shown)
    outlines = {hex: layout.corners(hex) for hex in hexes}
    for hex, corners in outlines.items():
        fill = HEX if at[hex].planet == SPACE else HEX_PLANET
        for tint in tints.get(hex, ()):
            fill = blend(fill, tint, TINT)
        pen.polygon(corners, fill=fill)
    for corners in outlines.values():
        pen.line(corners[:4], fill=LINE, width=fine)
    wide = max(3, round(layout.side * 0.06))
    for hex in hexes:
        for direction, step in enumerate(DIRECTIONS):
            other = at.get(add(hex, step))
            # A border between two sectors is drawn once.
            if other is None or (other.sector != at[hex].sector and direction < 3):
                draw_line(image, *layout.edge(hex, direction), LINE_HIGH, wide)


def draw_line(image: Image.Image, one: Point, other: Point, colour: Colour, wide: int) -> None:
    """A smooth line with round ends."""
    mask = _line_mask(round(other[0] - one[0]), round(other[1] - one[1]), wide)
    at = (round((one[0] + other[0] - mask.width) / 2), round((one[1] + other[1] - mask.height) / 2))
    image.paste(colour, at, mask)


def _line_mask(across: int, down: int, wide: int) -> Image.Image:
    """The mask of a line, in the middle of its box."""

    def make() -> Image.Image:
        size = (abs(across) + wide + 2, abs(down) + wide + 2)
        mask = Image.new("L", (size[0] * SCALE, size[1] * SCALE), 0)
        x, y = size[0] * SCALE / 2, size[1] * SCALE / 2
        ends = [(x + sign * across * SCALE / 2, y + sign * down * SCALE / 2) for sign in (-1, 1)]
        pen = ImageDraw.Draw(mask)
        pen.line(ends, fill=255, width=wide * SCALE)
        for at in ends:
            r = wide * SCALE / 2
            pen.ellipse((at[0] - r, at[1] - r, at[0] + r, at[1] + r), fill=255)
        return mask.resize(size, Image.Resampling.BOX)

    return LAYERS.get(("gaia line", across, down, wide), make)
