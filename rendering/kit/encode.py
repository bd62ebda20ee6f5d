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
SMALL_QUALITY = 88


def resized(image: Image.Image, size: Size) -> Image.Image:
    """The picture at a size; never enlarged."""
    if size is Size.FULL or image.width <= SMALL_WIDTH:
        return image
    high = round(image.height * SMALL_WIDTH / image.width)
    return image.resize((SMALL_WIDTH, high), Image.Resampling.LANCZOS)


def encode(image: Image.Image, size: Size = Size.FULL) -> tuple[bytes, str]:
    """Give the bytes of a picture and the extension of their format, WebP.

    At full size lossless with the least effort: as quick as PNG or lossy WebP, smaller than PNG, and nothing is
    lost. The small size is for slow connections: lossy, which no eye sees and takes a third of the bytes. More
    effort costs up to seven times the time for a few per cent (docs/pictures/README.md has the figures).
    """
    out = BytesIO()
    if size is Size.FULL:
        image.save(out, "WEBP", lossless=True, quality=0, method=0)
    else:
        resized(image, size).save(out, "WEBP", quality=SMALL_QUALITY, method=0)
    return out.getvalue(), "webp"
