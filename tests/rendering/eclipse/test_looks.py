"""Boards and goods of Eclipse are told apart by every eye, ships by their outlines."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import pytest
from PIL import Image, ImageStat

from rendering.eclipse.ground import SPACE
from rendering.eclipse.looks import BOARDS, INKS, NPC, seat_style
from rendering.eclipse.tokens import SHAPES, ship, square, thing
from rendering.kit.palette import BRASS, FAINT, PANEL, RED, SEATS, TEXT, WHITE, SeatStyle, contrast, ink_on
from rendering.kit.shapes import Pen
from rendering.kit.vision import Sight, distance, seen
from rules.eclipse.components import SECTORS, SHIPS, SPECIES
from rules.eclipse.state import EclipseState, Player, Rules


@pytest.mark.parametrize("sight", [None, *get_args(Sight)])
def test_boards_are_told_apart_by_every_eye(sight: Sight | None) -> None:
    colours = {name: colour if sight is None else seen(colour, sight) for name, colour in BOARDS.items()}
    for one, other in combinations(colours, 2):
        assert distance(colours[one], colours[other]) >= 16, (one, other)
    for name, colour in colours.items():
        least = 25 if name == "yellow" else 16
        assert distance(colour, BRASS if sight is None else seen(BRASS, sight)) >= least, name


def test_every_species_has_the_colour_of_its_board_and_the_seat_keeps_its_mark_and_pattern() -> None:
    assert {species.colour for species in SPECIES.values()} == set(BOARDS)
    view = EclipseState(Rules(), [Player(), Player(species="orion")])
    assert seat_style(view, 0) == SEATS[0]
    assert seat_style(view, 1) == SeatStyle(BOARDS["black"], SEATS[1].mark, SEATS[1].pattern)


def test_all_but_black_stand_out_and_marks_can_be_read() -> None:
    for name, colour in BOARDS.items():
        assert contrast(colour, SPACE) >= 3 or name == "black"
        assert contrast(ink_on(colour), colour) >= 4
    assert contrast(NPC.colour, SPACE) >= 3
    for colour in (TEXT, FAINT, *INKS.values()):
        assert contrast(colour, SPACE) >= 4.5
        assert contrast(colour, PANEL) >= 4.3
    assert contrast(RED, PANEL) >= 4


def test_ships_and_structures_differ_in_outline() -> None:
    outlines = {}
    for kind, shape in SHAPES.items():
        pen = Pen(20)
        shape(pen, WHITE)
        outlines[kind] = pen.done().getchannel("A").point(lambda value: 255 * (value > 127)).tobytes()
    for one, other in combinations(outlines, 2):
        unlike = sum(a != b for a, b in zip(outlines[one], outlines[other], strict=True))
        assert unlike >= 40, (one, other)


def test_a_ship_has_a_light_keyline_in_every_colour_and_a_ghost_is_half_clear() -> None:
    for colour in BOARDS.values():
        for kind in SHIPS:
            style = SeatStyle(colour, "A", ())
            pixels = ship(kind, 56, style).getcolors(56 * 56) or []
            assert sum(count for count, one in pixels if isinstance(one, tuple) and min(one) >= 235) >= 20
            ghost = ship(kind, 56, style, ghost=True).getchannel("A").getextrema()
            assert ghost[1] < 200  # type: ignore[operator]


def test_squares_differ_by_kind_by_star_and_by_whether_a_cube_is_on_them() -> None:
    kinds = {kind for tile in SECTORS.values() for kind in tile.squares} | {"orbital"}
    looks = {square(kind, 24, full=full).tobytes() for kind in kinds for full in (True, False)}
    assert len(looks) == 2 * len(kinds) == 16
    assert thing("discovery", 30).size == (30, 30)
    # On a phone a panel's squares are some ten pixels wide: then only how much of them is bright tells.
    for kind in kinds - {"orbital"}:
        empty, full = (_light(square(kind, 48, full=full)) for full in (False, True))
        assert full > 1.8 * empty, kind


def _light(stamp: Image.Image) -> float:
    """How much light a square sends, on the ground of a tile."""
    ground = Image.new("RGB", stamp.size, SPACE)
    ground.paste(stamp, (0, 0), stamp)
    return float(ImageStat.Stat(ground.convert("L")).sum[0])
