"""The ground of every picture: night, with star dust that is the same each time for the same table."""

from __future__ import annotations

from random import Random

from PIL import Image, ImageDraw

from rendering.kit.cache import LAYERS
from rendering.kit.palette import DUSK, FAINT, LINE, NIGHT, blend


def ground(size: tuple[int, int], seed: int) -> Image.Image:
    """A fresh ground to draw on."""
    return LAYERS.get(("ground", size, seed), lambda: _draw(size, seed)).copy()


def _draw(size: tuple[int, int], seed: int) -> Image.Image:
    wide, high = size
    image = Image.new("RGB", size, NIGHT)
    pen = ImageDraw.Draw(image)
    # Broad steps instead of a fine gradient: they cost nothing to encode.
    for step in range(8):
        pen.rectangle((0, high * step // 8, wide, high * (step + 1) // 8), fill=blend(NIGHT, DUSK, step / 7))
    chance = Random(seed)
    for _ in range(wide * high // 9000):
        x, y = chance.randrange(wide), chance.randrange(high)
        bright = chance.random()
        colour = blend(LINE, FAINT, bright**3)
        reach = 1 if bright < 0.85 else 2
        pen.rectangle((x, y, x + reach - 1, y + reach - 1), fill=colour)
    return image
