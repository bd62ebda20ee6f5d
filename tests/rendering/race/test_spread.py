"""Cards of a panel are laid out in their room, as large as it lets them, under strips for their numbers."""

from __future__ import annotations

from itertools import combinations

import pytest

from rendering.race.marks import strip
from rendering.race.spread import cards_grid, shelf_grid

ROOM = (1552, 1084)


@pytest.mark.parametrize("numbered", [True, False])
@pytest.mark.parametrize("count", range(21))
def test_cards_stay_in_their_room_and_apart(count: int, *, numbered: bool) -> None:
    layout = cards_grid(count, ROOM, 24, numbered=numbered)
    boxes = [layout.box(index, 0) for index in range(count)]
    assert all(box[0] >= 24 and box[2] <= 24 + ROOM[0] and box[3] <= ROOM[1] for box in boxes)
    assert all(
        one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        for one, other in combinations(boxes, 2)
    )


def test_a_hand_of_ten_has_faces_that_can_be_read_under_its_numbers() -> None:
    wide, high = cards_grid(10, ROOM, 24, numbered=True).size
    assert wide >= 300
    assert high - strip() >= 300


@pytest.mark.parametrize("count", range(1, 25))
def test_a_shelf_leaves_most_of_the_picture_to_what_is_offered(count: int) -> None:
    layout, high = shelf_grid(count)
    assert layout.columns * layout.lines >= count
    assert high <= 280


@pytest.mark.parametrize("count", range(5, 9))
def test_cards_in_two_lines_fill_the_width_of_their_room(count: int) -> None:
    layout = cards_grid(count, (1552, 892), 24, numbered=True)
    assert layout.lines == 2
    assert layout.columns * (layout.size[0] + 12) >= 1500


def test_few_cards_on_a_shelf_are_wide() -> None:
    assert shelf_grid(1)[0].size[0] >= 380
