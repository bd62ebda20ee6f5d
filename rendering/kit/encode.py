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


def sized(image: Image.Image, size: Size) -> Image.Image:
    """The picture at a size; never enlarged."""
    if size is Size.FULL or image.width <= SMALL_WIDTH:
        return image
    high = round(image.height * SMALL_WIDTH / image.width)
    return image.resize((SMALL_WIDTH, high), Image.Resampling.LANCZOS)


def encode(image: Image.Image, size: Size = Size.FULL) -> tuple[bytes, str]:
    """Give the bytes of a picture and the extension of their format.

    Lossless WebP with the least effort takes as long as PNG or lossy WebP, loses nothing and is smaller than PNG;
    more effort costs five times as long for a third less (docs/benchmarks.md).
    """
    out = BytesIO()
    sized(image, size).save(out, "WEBP", lossless=True, quality=0, method=0)
    return out.getvalue(), "webp"
