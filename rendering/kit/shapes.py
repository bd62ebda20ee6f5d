"""Antialiased shapes: drawn four times as large, scaled down, and cached as masks and stamps (sprites)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import TypeAlias

from PIL import Image, ImageChops, ImageDraw

from rendering.kit.cache import LAYERS
from rendering.kit.palette import Colour

SCALE = 4
"""Supersampling: shapes are drawn this many times larger and scaled down, which smooths their edges."""

LARGE = 4096
"""From so many pixels on it pays to paint a box's corners apart."""

Point: TypeAlias = tuple[float, float]
CLEAR = (0, 0, 0, 0)


class Pen:
    """Draws on a square in units of its side: (0, 0) is its upper left corner, (1, 1) its lower right one."""

    def __init__(self, size: int) -> None:
        self.side = size * SCALE
        self.image = Image.new("RGBA", (self.side, self.side), CLEAR)
        self._draw = ImageDraw.Draw(self.image)

    def _fill(self, colour: Colour | None) -> tuple[int, ...]:
        return CLEAR if colour is None else (*colour, 255)

    def polygon(self, points: Sequence[Point], colour: Colour | None) -> None:
        """A filled polygon; None as the colour cuts it out."""
        self._draw.polygon([(x * self.side, y * self.side) for x, y in points], fill=self._fill(colour))

    def disc(self, x: float, y: float, radius: float, colour: Colour | None) -> None:
        """A filled circle."""
        side = self.side
        box = ((x - radius) * side, (y - radius) * side, (x + radius) * side, (y + radius) * side)
        self._draw.ellipse(box, fill=self._fill(colour))

    def oval(self, box: tuple[float, float, float, float], colour: Colour | None) -> None:
        """A filled ellipse in a box (left, top, right, bottom)."""
        self._draw.ellipse([value * self.side for value in box], fill=self._fill(colour))

    def ring(self, x: float, y: float, radius: float, wide: float, colour: Colour) -> None:
        """A circle's line, whose outer edge has the radius."""
        side = self.side
        box = ((x - radius) * side, (y - radius) * side, (x + radius) * side, (y + radius) * side)
        self._draw.ellipse(box, outline=(*colour, 255), width=max(1, round(wide * side)))

    def arc(self, middle: Point, radius: float, wide: float, span: Point, colour: Colour) -> None:
        """A part of a circle's line; the span in degrees, clockwise from the right."""
        side = self.side
        (x, y), (start, end) = middle, span
        box = ((x - radius) * side, (y - radius) * side, (x + radius) * side, (y + radius) * side)
        self._draw.arc(box, start, end, fill=(*colour, 255), width=max(1, round(wide * side)))

    def box(self, box: tuple[float, float, float, float], radius: float, colour: Colour | None) -> None:
        """A filled rectangle with round corners (left, top, right, bottom)."""
        place = [value * self.side for value in box]
        self._draw.rounded_rectangle(place, radius * self.side, fill=self._fill(colour))

    def line(self, points: Sequence[Point], wide: float, colour: Colour | None) -> None:
        """A line with round ends and joints."""
        side = self.side
        width = max(1, round(wide * side))
        fill = self._fill(colour)
        scaled = [(x * side, y * side) for x, y in points]
        self._draw.line(scaled, fill=fill, width=width, joint="curve")
        for x, y in scaled:
            self._draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=fill)

    def done(self) -> Image.Image:
        """The finished stamp."""
        return self.image.reduce(SCALE)


def stamp(key: tuple[object, ...], size: int, draw: Callable[[Pen], None]) -> Image.Image:
    """A square sprite with a transparent background, drawn once."""

    def make() -> Image.Image:
        pen = Pen(size)
        draw(pen)
        return pen.done()

    return LAYERS.get(("stamp", *key, size), make)


def regular(sides: int, turn: float = 0.0, radius: float = 0.5, middle: Point = (0.5, 0.5)) -> list[Point]:
    """The corners of a regular polygon; with no turn one corner points up."""
    angles = [2 * pi * (index / sides + turn) - pi / 2 for index in range(sides)]
    return [(middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)) for angle in angles]


def star(points: int, outer: float, inner: float, middle: Point = (0.5, 0.5)) -> list[Point]:
    """The corners of a star."""
    corners: list[Point] = []
    for index in range(2 * points):
        angle = pi * index / points - pi / 2
        radius = outer if index % 2 == 0 else inner
        corners.append((middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)))
    return corners


def rounded(size: tuple[int, int], radius: int) -> Image.Image:
    """The mask of a rectangle with round corners."""

    def make() -> Image.Image:
        mask = Image.new("L", size, 255)
        corner = Image.new("L", (radius * SCALE, radius * SCALE), 0)
        ImageDraw.Draw(corner).ellipse((0, 0, 2 * radius * SCALE - 1, 2 * radius * SCALE - 1), fill=255)
        corner = corner.resize((radius, radius), Image.Resampling.BOX)
        flipped = corner.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        right, bottom = size[0] - radius, size[1] - radius
        mask.paste(corner, (0, 0))
        mask.paste(flipped, (right, 0))
        mask.paste(corner.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (0, bottom))
        mask.paste(flipped.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (right, bottom))
        return mask

    return LAYERS.get(("rounded", size, radius), make)


def frame(size: tuple[int, int], radius: int, wide: int) -> Image.Image:
    """The mask of the line around a rectangle with round corners, inside its edge."""

    def make() -> Image.Image:
        mask = rounded(size, radius).copy()
        inner = (size[0] - 2 * wide, size[1] - 2 * wide)
        hole = rounded(inner, max(1, radius - wide))
        mask.paste(0, (wide, wide), hole)
        return mask

    return LAYERS.get(("frame", size, radius, wide), make)


def panel(image: Image.Image, box: tuple[int, int, int, int], colour: Colour, radius: int = 12) -> None:
    """Fill a rectangle with round corners (left, top, right, bottom)."""
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    if wide * high < LARGE or radius < 1 or min(wide, high) <= 2 * radius:
        image.paste(colour, box, rounded((wide, high), radius))
        return
    # Only the corners need a mask; the rest is filled much faster without one.
    image.paste(colour, (left + radius, top, right - radius, bottom))
    image.paste(colour, (left, top + radius, left + radius, bottom - radius))
    image.paste(colour, (right - radius, top + radius, right, bottom - radius))
    _corners(image, box, colour, radius)


def outline(
    image: Image.Image, box: tuple[int, int, int, int], colour: Colour, wide: int = 2, radius: int = 12
) -> None:
    """Draw a line around a rectangle with round corners, inside its edge."""
    left, top, right, bottom = box
    size = (right - left, bottom - top)
    if size[0] * size[1] < LARGE or wide >= radius or min(size) <= 2 * radius:
        image.paste(colour, box, frame(size, radius, wide))
        return
    image.paste(colour, (left + radius, top, right - radius, top + wide))
    image.paste(colour, (left + radius, bottom - wide, right - radius, bottom))
    image.paste(colour, (left, top + radius, left + wide, bottom - radius))
    image.paste(colour, (right - wide, top + radius, right, bottom - radius))
    _corners(image, box, colour, radius, wide)


def _corners(
    image: Image.Image, box: tuple[int, int, int, int], colour: Colour, radius: int, wide: int | None = None
) -> None:
    """Paint the four corners of a box: round ones that are filled, or a line of a width around them."""
    left, top, right, bottom = box
    masks = iter(_quarters(radius, wide))
    for x in (left, right - radius):
        for y in (top, bottom - radius):
            image.paste(colour, (x, y, x + radius, y + radius), next(masks))


@lru_cache(maxsize=128)
def _quarters(radius: int, wide: int | None) -> tuple[Image.Image, ...]:
    """The masks of the corners: upper left, lower left, upper right, lower right."""
    square = (2 * radius, 2 * radius)
    mask = rounded(square, radius) if wide is None else frame(square, radius, wide)
    return tuple(mask.crop((x, y, x + radius, y + radius)) for x in (0, radius) for y in (0, radius))


def paste_rounded(image: Image.Image, one: Image.Image, at: tuple[int, int], radius: int) -> None:
    """Paste a picture with round corners. Only these need a mask: what lay under them is put back."""
    left, top = at
    spots = [(x, y) for x in (left, left + one.width - radius) for y in (top, top + one.height - radius)]
    under = [image.crop((x, y, x + radius, y + radius)) for x, y in spots]
    image.paste(one, at)
    for spot, old, mask in zip(spots, under, _outside(radius), strict=True):
        image.paste(old, spot, mask)


@lru_cache(maxsize=16)
def _outside(radius: int) -> tuple[Image.Image, ...]:
    """What is outside of round corners, in the order of `_quarters`."""
    return tuple(ImageChops.invert(mask) for mask in _quarters(radius, None))


def place(image: Image.Image, one: Image.Image, middle: tuple[float, float]) -> None:
    """Paste a stamp with its middle at a point."""
    at = (round(middle[0] - one.width / 2), round(middle[1] - one.height / 2))
    image.paste(one, at, one)


def halo(size: tuple[int, int], reach: int, radius: int) -> Image.Image:
    """The mask of a glow around a rectangle; larger than it by `reach` on each side."""

    def make() -> Image.Image:
        whole = (size[0] + 2 * reach, size[1] + 2 * reach)
        mask = Image.new("L", whole, 0)
        for step in range(reach):
            inner = (whole[0] - 2 * step, whole[1] - 2 * step)
            value = round(200 * ((step + 1) / reach) ** 2)
            mask.paste(value, (step, step), rounded(inner, radius + reach - step))
        mask.paste(255, (reach - 4, reach - 4), frame((size[0] + 8, size[1] + 8), radius + 4, 6))
        return mask

    return LAYERS.get(("halo", size, reach, radius), make)


def glow(image: Image.Image, box: tuple[int, int, int, int], colour: Colour, reach: int = 14, radius: int = 12) -> None:
    """Draw a glow around a rectangle, to be drawn before what stands in it."""
    left, top, right, bottom = box
    mask = halo((right - left, bottom - top), reach, radius)
    image.paste(colour, (left - reach, top - reach), mask)
