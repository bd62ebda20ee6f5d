"""Rectangles with round corners: drawn in parts, they look as if they were drawn by one mask."""

from __future__ import annotations

import pytest
from PIL import Image

from rendering.kit.shapes import frame, outline, panel, rounded

COLOUR, EDGE = (200, 80, 10), (20, 220, 110)


def ground() -> Image.Image:
    return Image.new("RGB", (260, 260), (9, 90, 190))


@pytest.mark.parametrize("size", [(60, 30), (60, 61), (200, 90), (64, 240)])
@pytest.mark.parametrize(("radius", "wide"), [(12, 2), (4, 8), (15, 15)])
def test_a_rectangle_is_filled_and_outlined_as_by_one_mask(size: tuple[int, int], radius: int, wide: int) -> None:
    box = (5, 7, 5 + size[0], 7 + size[1])
    if min(size) < 2 * max(radius, wide) + 2:
        pytest.skip("too small for such corners")
    parts, whole = ground(), ground()
    panel(parts, box, COLOUR, radius)
    whole.paste(COLOUR, box, rounded(size, radius))
    assert parts.tobytes() == whole.tobytes()
    outline(parts, box, EDGE, wide, radius)
    whole.paste(EDGE, box, frame(size, radius, wide))
    assert parts.tobytes() == whole.tobytes()
