"""Cards of a panel are laid out in their room, as large as it lets them, under strips for their numbers."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image

from rendering.kit.fonts import ELLIPSIS
from rendering.kit.picture import Marks, RenderContext
from rendering.race.marks import strip, strip_over
from rendering.race.shelves import LABEL, laid, span
from rendering.race.spread import NARROWEST, cards_grid
from rendering.words import Words
from rules.race.components import CARDS
from rules.race.places import card_place
from tests.rendering.ink import inscribed

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
    assert high - strip() >= 260


@pytest.mark.parametrize("numbered", [True, False])
@pytest.mark.parametrize("room", [ROOM, (1552, 892), (1552, 640), (1552, 480), (1160, 800)])
def test_more_cards_are_never_larger(room: tuple[int, int], *, numbered: bool) -> None:
    over = strip() if numbered else 0
    grids = [cards_grid(count, room, 24, numbered=numbered) for count in range(1, 21)]
    sizes = [min(one.size[0], (one.size[1] - over) * 1.15) for one in grids]
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("count", range(1, 25))
def test_a_shelf_leaves_most_of_the_picture_to_what_is_offered(count: int, *, lower: bool) -> None:
    cards = [number for number, card in enumerate(CARDS) if not card.scoring][:count]
    shelf = laid(cards, lower=lower)
    assert len(shelf.boxes) == count
    assert shelf.high <= (324 if lower else 380)


def test_cards_on_a_shelf_lie_apart_and_those_with_a_list_are_wider() -> None:
    for count in range(1, 15):
        cards = list(range(0, len(CARDS), 7))[:count]
        shelf = laid(cards, lower=False)
        assert all(box[0] >= LABEL and box[2] <= 1552 for box in shelf.boxes)
        assert all(
            one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]
            for one, other in combinations(shelf.boxes, 2)
        )
        listed = [box[2] - box[0] for card, box in zip(cards, shelf.boxes, strict=True) if span(card) > 1]
        others = [box[2] - box[0] for card, box in zip(cards, shelf.boxes, strict=True) if span(card) == 1]
        assert not listed or not others or min(listed) > max(others)


@pytest.mark.parametrize("count", range(5, 9))
def test_cards_in_two_lines_fill_the_width_of_their_room(count: int) -> None:
    layout = cards_grid(count, (1552, 892), 24, numbered=True)
    assert layout.lines == 2
    assert layout.columns * (layout.size[0] + 12) >= 1500


@pytest.mark.parametrize("lower", [True, False])
def test_cards_alone_on_a_shelf_are_not_stretched(*, lower: bool) -> None:
    plain, listed = (next(one for one, card in enumerate(CARDS) if bool(card.scoring) == listed) for listed in (0, 1))
    for cards, most in (([plain], 504), ([plain, plain], 504), ([listed], 1008)):
        assert all(left + most >= right for left, _, right, _ in laid(cards, lower=lower).boxes)


@pytest.mark.parametrize("room", [ROOM, (1552, 892), (1552, 640), (1160, 800)])
def test_cards_with_a_number_have_room_for_their_title(room: tuple[int, int]) -> None:
    assert all(cards_grid(count, room, 24, numbered=True).size[0] >= NARROWEST for count in range(1, 21))


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_title_beside_a_number_is_cut(language: str) -> None:
    for number, card in enumerate(CARDS):
        where = card_place(number)
        context = RenderContext(Words(language), marks=Marks(legal=frozenset({where}), numbers={where: ("d",)}))
        with inscribed() as said:
            strip_over(Image.new("RGB", (NARROWEST, 400)), number, (0, 0, NARROWEST, 400), context, ())
        assert len(said) > 1, card.key
        assert not [text for _, text in said if text.endswith(ELLIPSIS)], card.key
