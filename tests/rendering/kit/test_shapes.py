"""Rectangles with round corners: drawn in parts, they look as if they were drawn by one mask."""

from __future__ import annotations

import pytest
from PIL import Image

from rendering.kit.shapes import frame, outline, panel, rounded

COLOUR = (200, 80, 10)


@pytest.mark.parametrize("size", [(60, 30), (60, 61), (200, 90), (64, 240)])
@pytest.mark.parametrize(("radius", "wide"), [(12, 2), (4, 8), (15, 15)])
def test_a_rectangle_is_filled_and_outlined_as_by_one_mask(size: tuple[int, int], radius: int, wide: int) -> None:
    box = (5, 7, 5 + size[0], 7 + size[1])
    for draw, mask in (
        (lambda image: panel(image, box, COLOUR, radius), lambda: rounded(size, radius)),
        (lambda image: outline(image, box, COLOUR, wide, radius), lambda: frame(size, radius, wide)),
    ):
        if min(size) < 2 * max(radius, wide) + 2:
            continue
        parts, whole = Image.new("RGB", (260, 260), (9, 90, 190)), Image.new("RGB", (260, 260), (9, 90, 190))
        draw(parts)
        whole.paste(COLOUR, box, mask())
        assert parts.tobytes() == whole.tobytes()
