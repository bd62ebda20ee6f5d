"""Panels and lines around them are the same pixels however they are painted."""

from __future__ import annotations

import pytest
from PIL import Image

from rendering.kit import shapes
from rendering.kit.palette import BRASS, NIGHT, TEXT
from rendering.kit.shapes import frame, outline, panel, rounded


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
@pytest.mark.parametrize(
    ("size", "radius", "wide"),
    [
        (size, radius, wide)
        for size in ((200, 90), (64, 64), (25, 24), (30, 170))
        for radius, wide in ((12, 2), (3, 5), (30, 9), (1, 1))
        if min(size) > 2 * wide and radius <= min(size)  # there is such a panel
    ],
)
def test_corners_apart_look_as_one_mask_does(
    mode: str, size: tuple[int, int], radius: int, wide: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shapes, "LARGE", 0)
    box = (7, 5, 7 + size[0], 5 + size[1])
    painted, masked = (Image.new(mode, (220, 190), NIGHT) for _ in range(2))
    panel(painted, box, BRASS, radius)
    outline(painted, box, TEXT, wide, radius)
    masked.paste(BRASS, box, rounded(size, radius))
    masked.paste(TEXT, box, frame(size, radius, wide))
    assert painted.tobytes() == masked.tobytes()
