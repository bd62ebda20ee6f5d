"""Planets and factions are told apart by every eye, structures by their outlines."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import pytest

from rendering.gaia.ground import HEX, HEX_PLANET
from rendering.gaia.looks import PLANETS, ball_behind, planet_ball, planet_letters, seat_style
from rendering.gaia.map import QUIET
from rendering.gaia.tokens import SHAPES, token
from rendering.gaia.widgets import DIMMED
from rendering.kit.palette import (
    BRASS_LIGHT,
    FAINT,
    NIGHT,
    PANEL,
    SEATS,
    TEXT,
    WHITE,
    SeatStyle,
    blend,
    contrast,
    ink_on,
)
from rendering.kit.shapes import Pen
from rendering.kit.vision import Sight, distance, seen
from rules.gaia.components import FACTIONS, STRUCTURES, WHEEL
from rules.gaia.state import GaiaState, Player, Rules


@pytest.mark.parametrize("sight", [None, *get_args(Sight)])
def test_planet_types_and_so_factions_are_told_apart_by_every_eye(sight: Sight | None) -> None:
    colours = {kind: colour if sight is None else seen(colour, sight) for kind, (colour, _) in PLANETS.items()}
    for one, other in combinations(colours, 2):
        assert distance(colours[one], colours[other]) >= 16, (one, other)
    for one, other in combinations(WHEEL, 2):
        assert distance(colours[one], colours[other]) >= 20, (one, other)


def test_every_planet_type_has_a_texture_letters_and_a_ball_of_its_own() -> None:
    assert len({planet_ball(kind, 48).tobytes() for kind in PLANETS}) == len(PLANETS) == 10
    for language in ("en", "de"):
        letters = planet_letters(language)
        assert len(set(letters.values())) == len(PLANETS)
        assert max(map(len, letters.values())) <= 2
    assert planet_letters("de")["ice"] == "E"


def test_planets_and_tokens_stand_out_from_the_map() -> None:
    for colour, _ in PLANETS.values():
        assert contrast(colour, HEX_PLANET) >= 3
    assert contrast(WHITE, HEX) >= 10


@pytest.mark.parametrize("home", WHEEL)
def test_a_structure_stands_out_from_its_home_planet_whose_colour_it_has(home: str) -> None:
    pixel = ball_behind(home, 60).getpixel((20, 20))
    assert isinstance(pixel, tuple)
    assert contrast(PLANETS[home][0], (pixel[0], pixel[1], pixel[2])) >= 2


def test_names_of_places_can_be_read() -> None:
    assert contrast(QUIET, HEX) >= 4.5
    for colour in (TEXT, FAINT, BRASS_LIGHT):
        assert contrast(colour, HEX_PLANET) >= 4.5


def test_what_is_used_up_can_still_be_read() -> None:
    assert contrast(blend(FAINT, NIGHT, DIMMED), NIGHT) >= 4.5


def test_the_mark_of_a_seat_can_be_read_on_its_factions_colour() -> None:
    for faction in FACTIONS.values():
        colour = PLANETS[faction.home][0]
        assert contrast(ink_on(colour), colour) >= 4


def test_a_seat_has_its_factions_colour_and_keeps_its_mark_and_pattern() -> None:
    view = GaiaState(Rules(), [Player(), Player(faction="itars")], "full")
    assert seat_style(view, 0) == SEATS[0]
    assert seat_style(view, 1) == SeatStyle(PLANETS["ice"][0], SEATS[1].mark, SEATS[1].pattern)
    assert contrast(seat_style(view, 1).colour, PANEL) >= 3


def test_structures_differ_in_outline() -> None:
    assert set(STRUCTURES) < set(SHAPES)
    outlines = {}
    for kind, shape in SHAPES.items():
        if kind != "academy-q":  # the academies differ in their badge
            pen = Pen(20)
            shape(pen, WHITE)
            outlines[kind] = pen.done().getchannel("A").point(lambda value: 255 * (value > 127)).tobytes()
    for one, other in combinations(outlines, 2):
        unlike = sum(a != b for a, b in zip(outlines[one], outlines[other], strict=True))
        assert unlike >= 40, (one, other)


def test_a_token_has_a_white_keyline_and_a_ghost_is_half_clear() -> None:
    style = SeatStyle((200, 40, 40), "A", ())
    for kind in SHAPES:
        whole, ghost = token(kind, 56, style), token(kind, 56, style, ghost=True)
        pixels = whole.getcolors(56 * 56) or []
        assert sum(count for count, one in pixels if one == (255, 255, 255, 255)) >= 20
        assert max(range(256), key=lambda value: value * (ghost.getchannel("A").histogram()[value] > 0)) < 200
    assert token("academy-k", 56, style).tobytes() != token("academy-q", 56, style).tobytes()
