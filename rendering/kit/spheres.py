"""Planets: spheres lit from the upper left, with one texture a type, drawn once a size and cached.

The texture of a planet is made from its seed, so that a world looks the same wherever it is shown.
"""

from __future__ import annotations

from math import cos, pi, sin
from random import Random
from typing import Literal, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from rendering.kit.cache import LAYERS
from rendering.kit.palette import Colour, blend

Texture: TypeAlias = Literal["bands", "craters", "clouds", "ice", "swamp", "rock", "lava", "swirl"]
SCALE = 2
"""A surface is drawn so many times larger, and scaled down."""
SMOOTH = 4
"""The same for what has a sharp edge; it is kept and serves every planet of a size."""
BLACK: Colour = (0, 0, 0)
LIGHT: Colour = (255, 255, 255)


def sphere(
    size: int, colour: Colour, texture: Texture, seed: int, *, ring: Colour | None = None, belt: bool = False
) -> Image.Image:
    """A planet with a transparent background, `size` pixels across.

    `ring` draws a band of that colour around a smaller planet (a world that once had something). `belt` gives it a
    belt like Saturn's.
    """

    def make() -> Image.Image:
        whole = Image.new("RGBA", (size, size), (0, 0, 0, 0))
        if ring:
            whole.paste((*ring, 255), (0, 0), _disc(size, 0.49))
            whole.paste((10, 15, 24, 255), (0, 0), _disc(size, 0.395))
        side = round(size * (0.72 if ring else 0.76 if belt else 0.96))
        corner = round((size - side) / 2)
        whole.paste(_ball(side, colour, texture, seed), (corner, corner), _disc(side, 0.5))
        if belt:
            # Its ends stand free beside the ball.
            front = Image.new("RGBA", (size, size), (*blend(colour, LIGHT, 0.45), 255))
            front.putalpha(_belt(size))
            whole.alpha_composite(front)
        return whole

    return LAYERS.get(("sphere", size, colour, texture, seed, ring, belt), make)


def _ball(side: int, colour: Colour, texture: Texture, seed: int) -> Image.Image:
    """The lit surface, in a square. What is the same on every ball of a size is kept: its light and its shine."""
    surface = Image.new("RGB", (side * SCALE, side * SCALE), colour)
    _TEXTURES[texture](surface, colour, Random(seed))
    surface = surface.reduce(SCALE).filter(ImageFilter.GaussianBlur(side / 90))
    light = _light(side)
    lit = ImageChops.multiply(surface, Image.merge("RGB", (light, light, light)))
    lit.paste(LIGHT, (0, 0), _shine(side))
    return lit


def _disc(side: int, radius: float) -> Image.Image:
    """The mask of a disc in the middle of a square, smooth at its edge."""

    def make() -> Image.Image:
        large = side * SMOOTH
        mask = Image.new("L", (large, large), 0)
        near, far = (0.5 - radius) * large, (0.5 + radius) * large
        ImageDraw.Draw(mask).ellipse((near, near, far - 1, far - 1), fill=255)
        return mask.reduce(SMOOTH)

    return LAYERS.get(("disc", side, radius), make)


def _light(side: int) -> Image.Image:
    """Brightness over a ball: full at the upper left, falling to the terminator at the lower right."""

    def make() -> Image.Image:
        gradient = Image.radial_gradient("L").resize((side * 2, side * 2), Image.Resampling.BILINEAR)
        # The gradient is 0 in its middle and grows by 181 a side; its middle goes to the lit point.
        left, top = round(side * (1 - 0.34)), round(side * (1 - 0.30))
        part = gradient.crop((left, top, left + side, top + side))
        return part.point([max(58, 255 - max(0, value - 34) * 200 // 88) for value in range(256)])

    return LAYERS.get(("light", side), make)


def _shine(side: int) -> Image.Image:
    """The mask of the bright spot where the light falls on a ball."""

    def make() -> Image.Image:
        mask = Image.new("L", (side, side), 0)
        ImageDraw.Draw(mask).ellipse((side * 0.20, side * 0.16, side * 0.46, side * 0.40), fill=70)
        return mask.filter(ImageFilter.GaussianBlur(side / 14))

    return LAYERS.get(("shine", side), make)


def _belt(size: int) -> Image.Image:
    """The mask of the front half of a belt: a flat ellipse's line below the middle, and its ends beside the ball."""

    def make() -> Image.Image:
        side = size * SMOOTH
        mask = Image.new("L", (side, side), 0)
        box = (side * 0.02, side * 0.38, side * 0.98, side * 0.62)
        ImageDraw.Draw(mask).arc(box, -14, 194, fill=255, width=max(SMOOTH, round(side * 0.045)))
        return mask.rotate(18, Image.Resampling.BICUBIC).reduce(SMOOTH)

    return LAYERS.get(("belt", size), make)


def _bands(surface: Image.Image, colour: Colour, chance: Random) -> None:
    side = surface.width
    pen = ImageDraw.Draw(surface)
    y = -side * 0.1
    while y < side * 1.1:
        high = side * chance.uniform(0.05, 0.14)
        tone = blend(colour, LIGHT if chance.random() < 0.5 else BLACK, chance.uniform(0.08, 0.30))
        sag = side * 0.10
        points = [(side * step / 16, y + sag * sin(pi * step / 16)) for step in range(17)]
        points += [(side * step / 16, y + high + sag * sin(pi * step / 16)) for step in range(16, -1, -1)]
        pen.polygon(points, fill=tone)
        y += high + side * chance.uniform(0.03, 0.10)


def _craters(surface: Image.Image, colour: Colour, chance: Random) -> None:
    side = surface.width
    pen = ImageDraw.Draw(surface)
    for _ in range(11):
        x, y = side * chance.uniform(0.05, 0.95), side * chance.uniform(0.05, 0.95)
        r = side * chance.uniform(0.035, 0.12)
        pen.ellipse((x - r, y - r, x + r, y + r), fill=blend(colour, LIGHT, 0.28))
        shift = r * 0.22
        pen.ellipse((x - r, y - r, x + r - shift, y + r - shift), fill=blend(colour, BLACK, 0.34))


def _clouds(surface: Image.Image, colour: Colour, chance: Random) -> None:
    side = surface.width
    pen = ImageDraw.Draw(surface)
    for shade, count, wide in ((blend(colour, BLACK, 0.34), 7, 0.22), (blend(colour, LIGHT, 0.42), 9, 0.15)):
        for _ in range(count):
            x, y = side * chance.uniform(0, 1), side * chance.uniform(0, 1)
            for _ in range(4):
                rx, ry = side * wide * chance.uniform(0.4, 1), side * wide * chance.uniform(0.15, 0.4)
                dx, dy = side * chance.uniform(-0.1, 0.1), side * chance.uniform(-0.05, 0.05)
                pen.ellipse((x + dx - rx, y + dy - ry, x + dx + rx, y + dy + ry), fill=shade)


def _ice(surface: Image.Image, colour: Colour, chance: Random) -> None:
    side = surface.width
    pen = ImageDraw.Draw(surface)
    for _ in range(11):
        x, y = side * chance.uniform(0, 1), side * chance.uniform(0, 1)
        angle = chance.uniform(0, 2 * pi)
        tone = blend(colour, BLACK if chance.random() < 0.6 else LIGHT, 0.40)
        points = [(x, y)]
        for _ in range(4):
            angle += chance.uniform(-0.7, 0.7)
            x, y = x + side * 0.16 * cos(angle), y + side * 0.16 * sin(angle)
            points.append((x, y))
        pen.line(points, fill=tone, width=max(2, side // 40), joint="curve")


def _swamp(surface: Image.Image, colour: Colour, chance: Random) -> None:
    side = surface.width
    pen = ImageDraw.Draw(surface)
    for _ in range(22):
        x, y = side * chance.uniform(0, 1), side * chance.uniform(0, 1)
        r = side * chance.uniform(0.03, 0.13)
        tone = blend(colour, BLACK if chance.random() < 0.6 else LIGHT, chance.uniform(0.15, 0.40))
        pen.ellipse((x - r, y - r * 0.7, x + r, y + r * 0.7), fill=tone)


def _rock(surface: Image.Image, colour: Colour, chance: Random) -> None:
    side = surface.width
    pen = ImageDraw.Draw(surface)
    for _ in range(16):
        x, y = side * chance.uniform(0, 1), side * chance.uniform(0, 1)
        r = side * chance.uniform(0.08, 0.24)
        corners = [
            (x + r * cos(a) * chance.uniform(0.5, 1), y + r * sin(a) * chance.uniform(0.5, 1))
            for a in (0, 1, 2, 3, 4, 5)
        ]
        pen.polygon(corners, fill=blend(colour, BLACK if chance.random() < 0.5 else LIGHT, chance.uniform(0.06, 0.22)))


def _lava(surface: Image.Image, colour: Colour, chance: Random) -> None:
    """Dark crust with glowing cracks."""
    side = surface.width
    pen = ImageDraw.Draw(surface)
    for _ in range(9):
        x, y = side * chance.uniform(0, 1), side * chance.uniform(0, 1)
        r = side * chance.uniform(0.08, 0.20)
        corners = [(x + r * cos(a) * chance.uniform(0.6, 1), y + r * sin(a) * chance.uniform(0.6, 1)) for a in range(6)]
        pen.polygon(corners, fill=blend(colour, BLACK, chance.uniform(0.25, 0.5)))
    for _ in range(5):
        x, y, angle = side * chance.uniform(0, 1), side * chance.uniform(0, 1), chance.uniform(0, 2 * pi)
        points = [(x, y)]
        for _ in range(4):
            angle += chance.uniform(-0.9, 0.9)
            x, y = x + side * 0.15 * cos(angle), y + side * 0.15 * sin(angle)
            points.append((x, y))
        pen.line(points, fill=blend(colour, LIGHT, 0.55), width=max(2, side // 28), joint="curve")


def _swirl(surface: Image.Image, colour: Colour, _chance: Random) -> None:
    """Arms that wind out of the middle."""
    side = surface.width
    pen = ImageDraw.Draw(surface)
    for arm in range(3):
        points = []
        for step in range(28):
            angle, radius = 2 * pi * arm / 3 + step * 0.16, side * 0.50 * step / 27
            points.append((side / 2 + radius * cos(angle), side / 2 + radius * sin(angle)))
        pen.line(points, fill=blend(colour, LIGHT, 0.5), width=max(2, side // 12), joint="curve")


_TEXTURES = {
    "bands": _bands,
    "craters": _craters,
    "clouds": _clouds,
    "ice": _ice,
    "swamp": _swamp,
    "rock": _rock,
    "lava": _lava,
    "swirl": _swirl,
}
