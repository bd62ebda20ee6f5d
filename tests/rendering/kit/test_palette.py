"""Colours can be read, and seats told apart, by every eye."""

from __future__ import annotations

from itertools import combinations, groupby
from typing import get_args

import pytest
from PIL import Image

from rendering.kit.palette import (
    BRASS,
    BRASS_LIGHT,
    DUSK,
    FAINT,
    INK,
    NIGHT,
    PANEL,
    PANEL_HIGH,
    SEATS,
    TEXT,
    Colour,
    SeatStyle,
    contrast,
    ink_on,
    rgb,
)
from rendering.kit.seats import seat_edge
from rendering.kit.vision import Sight, distance, seen, simulate
from rendering.race.faces import SPACE, tint
from rendering.race.looks import GOOD_COLOURS
from rules.race.components import DATA

BACKGROUNDS = (NIGHT, DUSK, PANEL)


def test_contrast_is_measured_as_wcag_defines_it() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast(rgb("#777777"), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("background", [*BACKGROUNDS, PANEL_HIGH, SPACE])
@pytest.mark.parametrize("text", [TEXT, FAINT, BRASS_LIGHT])
def test_text_reaches_four_and_a_half_to_one(text: Colour, background: Colour) -> None:
    assert contrast(text, background) >= 4.5


@pytest.mark.parametrize("background", [BRASS, BRASS_LIGHT, TEXT])
def test_dark_text_on_light_fields_reaches_four_and_a_half_to_one(background: Colour) -> None:
    assert contrast(INK, background) >= 4.5


def test_titles_can_be_read_on_the_bar_of_every_card() -> None:
    assert min(contrast(TEXT, tint(card)) for card in DATA.cards) >= 4.5


@pytest.mark.parametrize("background", [*BACKGROUNDS, PANEL_HIGH, SPACE])
def test_tokens_reach_three_to_one(background: Colour) -> None:
    for colour in [*(seat.colour for seat in SEATS), *GOOD_COLOURS.values(), BRASS]:
        assert contrast(colour, background) >= 3


def test_the_letter_of_a_seat_can_be_read_on_its_colour() -> None:
    assert min(contrast(ink_on(seat.colour), seat.colour) for seat in SEATS) >= 4.5


def test_every_seat_has_a_mark_and_an_edge_of_its_own() -> None:
    assert len({seat.mark for seat in SEATS}) == len({seat.pattern for seat in SEATS}) == len(SEATS) == 8


@pytest.mark.parametrize("seat", SEATS, ids=lambda seat: seat.mark)
def test_a_short_edge_has_all_of_its_pattern_and_the_beginning_again(seat: SeatStyle) -> None:
    high = 56
    image = Image.new("RGB", (12, high))
    seat_edge(image, seat, (0, 0, 12, high))
    column = [image.getpixel((6, y)) == seat.colour for y in range(high)]
    assert len(list(groupby(column))) > len(seat.pattern)


@pytest.mark.parametrize("sight", [None, *get_args(Sight)])
def test_seat_colours_are_told_apart_by_every_eye(sight: Sight | None) -> None:
    colours = [seat.colour if sight is None else seen(seat.colour, sight) for seat in SEATS]
    assert min(distance(one, other) for one, other in combinations(colours, 2)) >= 9
    assert min(distance(one, other) for one, other in combinations(colours[:4], 2)) >= 20


def test_grey_looks_the_same_to_every_eye() -> None:
    for sight in get_args(Sight):
        assert distance(seen((128, 128, 128), sight), (128, 128, 128)) < 2


def test_a_simulated_picture_shows_each_colour_as_the_eye_sees_it() -> None:
    red = (230, 30, 30)
    image = simulate(Image.new("RGB", (4, 4), red), "protanopia")
    pixel = image.getpixel((1, 1))
    assert isinstance(pixel, tuple)
    assert distance((pixel[0], pixel[1], pixel[2]), seen(red, "protanopia")) < 3
