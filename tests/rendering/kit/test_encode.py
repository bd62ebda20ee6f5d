"""Pictures become bytes without loss, or small."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageChops, ImageDraw, ImageStat

from rendering.kit.background import background
from rendering.kit.encode import Format, Size, encode, resized
from rendering.kit.fonts import write


def test_at_full_size_nothing_is_lost() -> None:
    image = background((640, 400), 3)
    data, extension = encode(image)
    assert extension == "webp"
    assert ImageChops.difference(Image.open(BytesIO(data)).convert("RGB"), image).getbbox() is None


def test_the_small_size_is_a_thousand_wide_and_keeps_the_shape() -> None:
    data, _ = encode(Image.new("RGB", (1600, 1200)), Size.SMALL)
    assert Image.open(BytesIO(data)).size == (1000, 750)


def test_a_picture_is_never_enlarged() -> None:
    assert resized(Image.new("RGB", (600, 400)), Size.SMALL).size == (600, 400)


def test_what_passes_differs_by_nothing_that_is_seen() -> None:
    image = background((640, 400), 3)
    write(ImageDraw.Draw(image), (20, 20), "7 · 2A7 Oxide", 72, (240, 180, 60), bold=True)
    data, extension = encode(image, Size.FULL, Format.PASSING)
    assert extension == "jpg"
    shown = Image.open(BytesIO(data))
    assert worst(shown, image) < 64
    mean = sum(ImageStat.Stat(ImageChops.difference(shown, image)).mean) / 3
    assert mean < 2
    half = (280, 175)
    assert worst(shown.resize(half, Image.Resampling.BOX), image.resize(half, Image.Resampling.BOX)) < 16


def worst(one: Image.Image, other: Image.Image) -> int:
    """The largest difference of a pixel, in any colour."""
    channels = ImageChops.difference(one, other).split()
    return max(value for channel in channels for value, many in enumerate(channel.histogram()) if many)
