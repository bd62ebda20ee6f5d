"""The numbers of what an open prompt offers: badges that stand on or beside the offered places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from rendering.kit.cache import LAYERS
from rendering.kit.fonts import font, width, write
from rendering.kit.palette import BRASS, BRASS_LIGHT, INK, NIGHT
from rendering.kit.shapes import panel, rounded

NUMBER = 72
"""The size of the type of a number to choose by: its digits are 8 px high where a panel is 280 px wide."""
MIN_NUMBER = 60
"""The smallest such size, where places are close to each other."""
GLANCE = 44
"""The smallest size of type of what must be read at a glance."""


def said(numbers: Sequence[str]) -> str:
    """The numbers of one place in as few signs as tell them: ``3``, ``1, 3, 5``, ``3–9``."""
    return ", ".join(numbers) if len(numbers) < 4 else f"{numbers[0]}–{numbers[-1]}"


def badge_size(text: str, size: int = NUMBER) -> tuple[int, int]:
    """The width and height of a badge in pixels."""
    high = round(size * 0.96)
    return max(high, width(text, size, bold=True) + round(size * 0.36)), high


def number_badge(
    image: Image.Image, middle: tuple[float, float], text: str, size: int = NUMBER, *, chosen: bool = False
) -> tuple[int, int, int, int]:
    """Draw the number of an offered place around a point: dark on brass; give its box.

    What is chosen already is light within a broad dark ring.
    """
    assert size >= MIN_NUMBER, "a number to choose by must be read on a phone"
    wide, high = badge_size(text, size)
    left, top = round(middle[0] - wide / 2), round(middle[1] - high / 2)
    edge = 7 if chosen else 4
    badge = LAYERS.get(("number badge", text, size, chosen), lambda: _badge(text, size, edge, chosen=chosen))
    image.paste(badge, (left - edge, top - edge), badge)
    return (left, top, left + wide, top + high)


def _badge(text: str, size: int, edge: int, *, chosen: bool) -> Image.Image:
    wide, high = badge_size(text, size)
    whole = (wide + 2 * edge, high + 2 * edge)
    badge = Image.new("RGB", whole, NIGHT)
    panel(badge, (edge, edge, edge + wide, edge + high), BRASS_LIGHT if chosen else BRASS, high // 2)
    at = (edge + wide / 2, edge + high / 2 - _lift(text, size, high))
    write(ImageDraw.Draw(badge), at, text, size, INK, bold=True, anchor="mm")
    badge.putalpha(rounded(whole, high // 2 + edge))
    return badge


@lru_cache(maxsize=512)
def _lift(text: str, size: int, high: int) -> float:
    """How far letters that reach below the line are lifted, so that a ``q`` keeps its tail within the badge."""
    _, top, _, bottom = font(size, bold=True).getbbox(text, anchor="mm")
    return (top + bottom) / 2 if bottom > high / 2 - 4 else 0.0
