"""A picture as bytes to send, at the size that the reader prefers."""

from __future__ import annotations

from enum import StrEnum
from io import BytesIO

from PIL import Image


class Size(StrEnum):
    """How large a reader wants pictures: as drawn, or smaller for a slow connection."""

    FULL = "full"
    SMALL = "small"


SMALL_WIDTH = 1000
QUALITY = 88
METHOD = 1
"""Effort 0 to 6: see docs/benchmarks.md for why little is best here."""


def sized(image: Image.Image, size: Size) -> Image.Image:
    """The picture at a size; never enlarged."""
    if size is Size.FULL or image.width <= SMALL_WIDTH:
        return image
    high = round(image.height * SMALL_WIDTH / image.width)
    return image.resize((SMALL_WIDTH, high), Image.Resampling.LANCZOS)


def encode(image: Image.Image, size: Size = Size.FULL) -> tuple[bytes, str]:
    """Give the bytes of a picture and the extension of their format."""
    out = BytesIO()
    sized(image, size).save(out, "WEBP", quality=QUALITY, method=METHOD)
    return out.getvalue(), "webp"
