"""Pictures become bytes without loss, or small."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageChops

from rendering.kit.background import background
from rendering.kit.encode import Size, encode, resized


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
