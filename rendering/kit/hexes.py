"""A hex map on a picture: where its hexes lie, and flat-topped antialiased hexes, cached as masks."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin

from PIL import Image, ImageDraw

from rendering.kit.cache import LAYERS
from rendering.kit.palette import Colour
from rendering.kit.shapes import SCALE, Point
from rules.kernel.hexes import DIRECTIONS, Hex, centre

HEX_HEIGHT = 3**0.5
"""The height of a hex of side 1."""


_CORNERS = [(cos(pi * (step - 2) / 3), sin(pi * (step - 2) / 3)) for step in range(6)]
"""The corners of a hex of side 1 around the origin."""


class HexLayout:
    """Hexes laid into a box (left, top, right, bottom) as large as they fit, in its middle."""

    def __init__(self, hexes: Iterable[Hex], box: tuple[int, int, int, int], most: float = 90) -> None:
        middles = [centre(hex) for hex in hexes]
        xs, ys = [x for x, _ in middles], [-y for _, y in middles]
        wide, high = max(xs) - min(xs) + 2, max(ys) - min(ys) + HEX_HEIGHT
        left, top, right, bottom = box
        self.side = min((right - left) / wide, (bottom - top) / high, most)
        self._x = (left + right) / 2 - self.side * (max(xs) + min(xs)) / 2
        self._y = (top + bottom) / 2 - self.side * (max(ys) + min(ys)) / 2

    def middle(self, hex: Hex) -> Point:
        """Where the middle of a hex is."""
        x, y = centre(hex)
        return self._x + self.side * x, self._y - self.side * y

    def corners(self, hex: Hex, share: float = 1.0) -> list[Point]:
        """The corners of a hex: each edge goes from one to the next, the first towards `DIRECTIONS[0]`, clockwise."""
        x, y = self.middle(hex)
        radius = self.side * share
        return [(x + radius * across, y + radius * down) for across, down in _CORNERS]

    def edge(self, hex: Hex, direction: int) -> tuple[Point, Point]:
        """The edge of a hex towards `DIRECTIONS[direction]`."""
        assert 0 <= direction < len(DIRECTIONS)
        corners = self.corners(hex)
        return corners[direction], corners[(direction + 1) % 6]


def hex_mask(side: float, share: float = 1.0, hole: float = 0.0, strength: int = 255) -> Image.Image:
    """The mask of a hex of this side, in its middle; `hole` cuts out a smaller one, so that a ring is left.

    `strength` is how much is seen of what is painted by it, up to 255.
    """
    wide = round(side * 2 * max(1.0, share)) + 2

    def make() -> Image.Image:
        mask = Image.new("L", (wide * SCALE, wide * SCALE), 0)
        pen = ImageDraw.Draw(mask)
        half = wide * SCALE / 2
        for part, value in ((share, strength), (hole, 0)):
            if part:
                radius = side * SCALE * part
                pen.polygon(
                    [(half + radius * cos(pi * at / 3), half + radius * sin(pi * at / 3)) for at in range(6)],
                    fill=value,
                )
        return mask.resize((wide, wide), Image.Resampling.BOX)

    return LAYERS.get(("hex", round(side, 2), share, hole, strength), make)


def paint_hex(image: Image.Image, middle: Point, colour: Colour, mask: Image.Image, strength: int = 255) -> None:
    """Paint a hex's mask around a point."""
    if strength < 255:
        mask = mask.point(lambda value: value * strength // 255)
    image.paste(colour, (round(middle[0] - mask.width / 2), round(middle[1] - mask.height / 2)), mask)
