"""A picture as bytes to send, at the size that the reader prefers."""

from __future__ import annotations

from enum import StrEnum
from io import BytesIO

from PIL import Image


class Size(StrEnum):
    """How large a reader wants pictures: as drawn, or smaller for a slow connection."""

    FULL = "full"
    SMALL = "small"


class Format(StrEnum):
    """How a picture is encoded; the value is the extension of its file."""

    LASTING = "webp"
    """For what stays in a channel: without loss at full size, and small."""
    PASSING = "jpg"
    """For what is looked at once, or when others wait for theirs: a fifth of the time, and no loss that is seen."""


SMALL_WIDTH = 1000
SMALL_QUALITY = 88
PASSING_QUALITY = {Size.FULL: 90, Size.SMALL: 80}
FULL_COLOUR = 0
"""JPEG's colours at full resolution (4:4:4): at half of it (4:2:0) the edges of coloured type would smear."""


def resized(image: Image.Image, size: Size) -> Image.Image:
    """The picture at a size; never enlarged."""
    if size is Size.FULL or image.width <= SMALL_WIDTH:
        return image
    high = round(image.height * SMALL_WIDTH / image.width)
    return image.resize((SMALL_WIDTH, high), Image.Resampling.LANCZOS)


def encode(image: Image.Image, size: Size = Size.FULL, format_: Format = Format.LASTING) -> tuple[bytes, str]:
    """Give the bytes of a picture and the extension of their format.

    What lasts is lossless at full size, with the least effort: as quick as PNG or lossy WebP, smaller than PNG. The
    small size is lossy, which no eye sees and takes a third of the bytes. What passes is JPEG, which takes 6 ms where
    WebP takes 17 to 35 (docs/benchmarks.md has the figures, and what is lost).
    """
    out = BytesIO()
    if format_ is Format.PASSING:
        shown = resized(image, size)
        shown = shown if shown.mode == "RGB" else shown.convert("RGB")
        shown.save(out, "JPEG", quality=PASSING_QUALITY[size], subsampling=FULL_COLOUR)
    elif size is Size.FULL:
        image.save(out, "WEBP", lossless=True, quality=0, method=0)
    else:
        resized(image, size).save(out, "WEBP", quality=SMALL_QUALITY, method=0)
    return out.getvalue(), format_.value
