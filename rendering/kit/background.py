"""The background of every picture: a dark gradient with stars, which are the same each time for the same table."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from PIL import Image

from rendering.kit.palette import DUSK, FAINT, LINE, NIGHT, Colour, blend


def background(size: tuple[int, int], seed: int) -> Image.Image:
    """A new background with stars, to draw on."""
    image = starless(size)
    draw_stars(image, (0, 0, *size), seed)
    return image


def starless(size: tuple[int, int]) -> Image.Image:
    """A new background without stars. Filling it takes less time than copying one, so that none is kept."""
    wide, high = size
    image = Image.new("RGB", size, NIGHT)
    # Broad steps instead of a fine gradient: they cost nothing to encode.
    for step in range(8):
        image.paste(blend(NIGHT, DUSK, step / 7), (0, high * step // 8, wide, high * (step + 1) // 8))
    return image


def draw_stars(image: Image.Image, box: tuple[int, int, int, int], seed: int) -> None:
    """Draw stars over a part of a picture, always the same for the same seed."""
    for colour, spot in _stars(box, seed):
        image.paste(colour, spot)


@lru_cache(maxsize=64)
def _stars(box: tuple[int, int, int, int], seed: int) -> tuple[tuple[Colour, tuple[int, int, int, int]], ...]:
    """The colours and places of stars."""
    left, top, right, bottom = box
    chance = Random(seed)
    stars = []
    for _ in range((right - left) * (bottom - top) // 9000):
        x, y = chance.randrange(left, right), chance.randrange(top, bottom)
        bright = chance.random()
        reach = 1 if bright < 0.85 else 2
        stars.append((blend(LINE, FAINT, bright**3), (x, y, x + reach, y + reach)))
    return tuple(stars)
