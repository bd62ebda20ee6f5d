"""Badges of numbers: what is written on them stays on them."""

from __future__ import annotations

from string import ascii_lowercase, digits

import pytest
from PIL import Image, ImageChops

from rendering.kit.numbers import MIN_NUMBER, NUMBER, number_badge
from rendering.kit.palette import INK, WHITE


@pytest.mark.parametrize("size", [MIN_NUMBER, NUMBER, 92])
def test_numbers_and_letters_stay_on_their_badge(size: int) -> None:
    for sign in (digits + ascii_lowercase).replace("j", ""):  # j alone is higher than a badge, and is in its middle.
        image = Image.new("RGB", (300, 300), WHITE)
        left, top, right, bottom = number_badge(image, (150, 150), sign, size)
        other = ImageChops.difference(image, Image.new("RGB", image.size, INK)).convert("L")
        written = other.point(lambda value: 255 * (value == 0)).getbbox()
        assert written is not None
        assert left <= written[0] < written[2] <= right, sign
        assert top <= written[1] < written[3] <= bottom, sign
