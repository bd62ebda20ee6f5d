"""The ground of every picture: night, with star dust that is the same each time for the same table."""

from __future__ import annotations

from random import Random

from PIL import Image, ImageDraw

from rendering.kit.cache import LAYERS
from rendering.kit.palette import DUSK, FAINT, LINE, NIGHT, blend


def ground(size: tuple[int, int], seed: int) -> Image.Image:
    """A fresh ground to draw on."""
    image = night(size).copy()
    dust(image, (0, 0, *size), seed)
    return image


def night(size: tuple[int, int]) -> Image.Image:
    """The ground without stars; it is kept, so copy it."""

    def make() -> Image.Image:
        wide, high = size
        image = Image.new("RGB", size, NIGHT)
        pen = ImageDraw.Draw(image)
        # Broad steps instead of a fine gradient: they cost nothing to encode.
        for step in range(8):
            pen.rectangle((0, high * step // 8, wide, high * (step + 1) // 8), fill=blend(NIGHT, DUSK, step / 7))
        return image

    return LAYERS.get(("night", size), make)


def dust(image: Image.Image, box: tuple[int, int, int, int], seed: int) -> None:
    """Strew stars over a part of a picture, always the same for the same seed."""
    left, top, right, bottom = box
    chance = Random(seed)
    for _ in range((right - left) * (bottom - top) // 9000):
        x, y = chance.randrange(left, right), chance.randrange(top, bottom)
        bright = chance.random()
        reach = 1 if bright < 0.85 else 2
        image.paste(blend(LINE, FAINT, bright**3), (x, y, x + reach, y + reach))
