"""Cards are laid out in their room, never over each other."""

from __future__ import annotations

from itertools import combinations

import pytest

from rendering.kit.grid import grid

ROOM = (1552, 1088)


@pytest.mark.parametrize("count", range(21))
def test_cards_stay_in_their_room_and_apart(count: int) -> None:
    layout = grid(count, ROOM, 24)
    boxes = [layout.box(index, 0) for index in range(count)]
    assert all(box[0] >= 24 and box[2] <= 24 + ROOM[0] and box[3] <= ROOM[1] for box in boxes)
    assert all(
        one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        for one, other in combinations(boxes, 2)
    )


def test_fewer_cards_are_never_smaller() -> None:
    areas = [grid(count, ROOM, 24).size for count in range(1, 21)]
    heights = [min(wide, high / 1.6) for wide, high in areas]
    assert heights == sorted(heights, reverse=True)
