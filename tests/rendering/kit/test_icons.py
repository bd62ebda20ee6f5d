"""Icons and tokens differ in outline, not only in colour."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import ImageChops, ImageStat

from rendering.kit.icons import ICONS, icon
from rendering.race.looks import GOOD_COLOURS, good_token


@pytest.mark.parametrize("name", sorted(ICONS))
@pytest.mark.parametrize("size", [20, 48, 96])
def test_every_icon_stands_in_its_square_and_is_not_empty(name: str, size: int) -> None:
    image = icon(name, size)
    assert image.size == (size, size)
    assert ImageStat.Stat(image.getchannel("A")).mean[0] > 5


def test_no_two_goods_have_the_same_outline_at_twenty_pixels() -> None:
    outlines = {good: good_token(good, 20).getchannel("A") for good in GOOD_COLOURS}
    for one, other in combinations(outlines, 2):
        difference = ImageChops.difference(outlines[one], outlines[other])
        assert ImageStat.Stat(difference).mean[0] > 12, (one, other)
