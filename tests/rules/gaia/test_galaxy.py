"""The map: laying it, turning sectors, no equal neighbours (rulebook: game setup, variable game board)."""

from __future__ import annotations

import pytest

from rules.gaia.components import LAYOUTS, SPACE
from rules.gaia.galaxy import INNER, Galaxy, _turned, clash, lay, standard, steps_between, variable
from rules.gaia.state import Placement
from rules.kernel.rng import Rng


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_the_printed_maps_fit_together_and_nothing_clashes(layout: str) -> None:
    spaces = lay(standard(layout))
    assert len({(space.q, space.r) for space in spaces}) == len(spaces) == 19 * len(LAYOUTS[layout].sectors)
    assert clash(spaces) is None
    sky = Galaxy(spaces)
    assert all(2 <= len(others) <= 6 for others in sky.neighbours.values())


def test_names_stay_with_the_place_when_a_sector_is_turned() -> None:
    upright = Galaxy(lay([Placement(1, "single", 0, 0, 0)]))
    turned = Galaxy(lay([Placement(1, "single", 0, 0, 1)]))
    assert {name: (space.q, space.r) for name, space in upright.spaces.items()} == {
        name: (space.q, space.r) for name, space in turned.spaces.items()
    }
    assert upright.spaces["1A9"].planet == "desert"
    assert turned.spaces["1A9"].planet == SPACE
    assert turned.spaces["1A11"].planet == "desert"
    assert turned.spaces["1B2"].planet == "terra"


def test_equal_coloured_neighbours_clash_and_transdim_planets_do_not() -> None:
    upright = lay([Placement(10, "single", 0, 0, 0)])
    sky = Galaxy(upright)
    assert "10A2" in sky.neighbours["10A1"]
    assert {sky.spaces[name].planet for name in ("10A1", "10A2")} == {"transdim"}
    assert clash(upright) is None
    found = [clash(lay([Placement(4, "single", 0, 0, 0), Placement(2, "single", 5, -2, turns)])) for turns in range(6)]
    assert None in found
    assert any(pair is not None for pair in found)


@pytest.mark.parametrize("method", ["method1", "method2", "method3"])
@pytest.mark.parametrize("layout", ["full", "compact"])
def test_a_variable_map_has_every_sector_once_and_no_equal_neighbours(layout: str, method: str) -> None:
    for seed in range(5):
        sectors = variable(layout, method, Rng(f"{seed:032x}"))
        assert sorted(one.sector for one in sectors) == sorted(place.sector for place in LAYOUTS[layout].sectors)
        assert {(one.q, one.r) for one in sectors} == {(one.q, one.r) for one in LAYOUTS[layout].sectors}
        assert clash(lay(sectors)) is None
        assert all(one.side in ("single", "solid") for one in sectors)


def test_method_1_leaves_the_inner_sectors_as_printed_and_method_2_upright() -> None:
    printed = {one for one in standard("full") if one.sector in INNER}
    spots = {(one.q, one.r) for one in printed}
    moved = 0
    for seed in range(6):
        first = {one for one in variable("full", "method1", Rng(f"{seed:032x}")) if one.sector in INNER}
        assert first == printed
        second = {one for one in variable("full", "method2", Rng(f"{seed:032x}")) if one.sector in INNER}
        assert {(one.q, one.r) for one in second} == spots
        assert {one.turns for one in second} == {0}
        moved += second != printed
    assert moved


def test_the_small_map_uses_the_outlined_sides() -> None:
    sectors = variable("small", "method3", Rng("00"))
    assert {one.side for one in sectors if one.sector in (5, 6, 7)} == {"outlined"}


def test_terraforming_steps_go_the_shorter_way_round() -> None:
    assert [steps_between("terra", other) for other in ("terra", "oxide", "volcanic", "desert", "swamp", "ice")] == [
        0, 1, 2, 3, 3, 1,
    ]  # fmt: skip


def test_sets_of_places_have_all_their_neighbours_around_them() -> None:
    sky = Galaxy(lay(standard("small")))
    for place in ("3C", "1A0", "7A6"):
        assert set(sky.unbits(sky.around(sky.bits([place])))) == set(sky.neighbours[place])
    assert sorted(sky.unbits(sky.bits(["3C", "1A0"]))) == ["1A0", "3C"]
    assert sky.nearest("3C", ["3B1", "1A6"]) == 1


def test_sectors_that_cannot_be_turned_to_fit_are_given_up() -> None:
    clashing = next(
        turns
        for turns in range(6)
        if clash(lay([Placement(4, "single", 0, 0, 0), Placement(2, "single", 5, -2, turns)])) is not None
    )
    spots = [(4, (0, 0)), (2, (5, -2))]
    assert _turned("full", spots, [[0], [clashing]], []) is None
    assert _turned("full", spots, [[0], [*range(6)]], []) is not None
