"""The data against the numbers of the rulebook, and the loader against broken data."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from rules.gaia import components as c
from rules.kernel.errors import BadData


def test_the_box_holds_what_the_rulebook_lists() -> None:
    assert len({side.sector for side in c.SIDES.values()}) == 10
    assert sorted(sector for sector, side in c.SIDES if side != "single") == [5, 5, 6, 6, 7, 7]
    assert len(c.FACTIONS) == 14
    assert Counter(faction.home for faction in c.FACTIONS.values()) == dict.fromkeys(c.WHEEL, 2)
    assert (len(c.BOOSTERS), len(c.ROUND_TILES), len(c.FINAL_TILES)) == (10, 10, 6)
    assert (len(c.STANDARD), len(c.ADVANCED)) == (9, 15)
    assert sum(token.count for token in c.FEDERATIONS.values()) == 19


def test_each_colour_has_as_many_planets_as_the_others_on_the_map_of_four() -> None:
    planets = Counter(
        planet for (_, side), tile in c.SIDES.items() if side in ("single", "solid") for planet in tile.planets.values()
    )
    assert {planets[colour] for colour in c.WHEEL} == {6}
    assert planets[c.GAIA] == 7
    assert planets[c.TRANSDIM] == 12  # as many as there are Gaia Planet tokens


def test_the_layouts_have_the_sectors_of_the_rulebook() -> None:
    sectors = {id: sorted(place.sector for place in layout.sectors) for id, layout in c.LAYOUTS.items()}
    assert sectors == {"small": [1, 2, 3, 4, 5, 6, 7], "full": [*range(1, 11)], "compact": [*range(1, 9)]}
    assert {id: layout.side for id, layout in c.LAYOUTS.items()} == {
        "small": "outlined",
        "full": "solid",
        "compact": "solid",
    }


def test_the_costs_are_those_of_the_rulebook() -> None:
    costs = {id: (one.cost.ore, one.cost.credits, one.value, one.count) for id, one in c.STRUCTURES.items()}
    assert costs == {
        "mine": (1, 2, 1, 8),
        "station": (2, 6, 2, 4),
        "lab": (3, 5, 2, 3),
        "institute": (4, 6, 3, 1),
        "academy-k": (6, 6, 3, 1),
        "academy-q": (6, 6, 3, 1),
    }
    assert c.STRUCTURES["station"].neighbour_cost == c.Goods(ore=2, credits=3)


def test_the_research_areas_are_those_of_appendix_ii() -> None:
    levels = {id: track.levels for id, track in c.RESEARCH.items()}
    assert [level.step_ore for level in levels["terra"]] == [3, 3, 2, 1, 1, 1]
    assert [level.range for level in levels["nav"]] == [1, 1, 2, 2, 3, 4]
    assert [level.once.qic for level in levels["ai"]] == [0, 1, 1, 2, 2, 4]
    assert [level.project for level in levels["gaia"]] == [0, 6, 6, 4, 3, 3]
    assert [level.income.credits for level in levels["eco"]] == [0, 2, 2, 3, 4, 0]
    assert [level.income.power for level in levels["eco"]] == [0, 1, 2, 3, 4, 0]
    assert [level.income.knowledge for level in levels["sci"]] == [0, 1, 2, 3, 4, 0]
    assert levels["eco"][5].once == c.Goods(ore=3, credits=6, power=6)
    assert levels["sci"][5].once == c.Goods(knowledge=9)


def test_every_component_has_a_name_in_both_languages() -> None:
    assert [key for key, names in c.NAMES.items() if not (names["en"] and names["de"])] == []
    assert c.NAMES["gaia.faction.bescods"]["de"] == "Mad Androids"
    assert c.NAMES["gaia.structure.station"]["de"] == "Handelszentrum"


def changed_map(**changes: Any) -> Any:
    return msgspec.structs.replace(c._map, **changes)


def test_a_map_with_an_unknown_planet_or_sector_is_refused() -> None:
    odd = msgspec.structs.replace(c._map.sides[0], planets={"A0": "pluto"})
    with pytest.raises(BadData, match=r"sector 1 .* pluto"):
        c.check_map(changed_map(sides=(odd, *c._map.sides[1:])))
    with pytest.raises(BadData, match="13 sector sides"):
        c.check_map(changed_map(sides=c._map.sides[1:]))
    place = c.SectorPlace(11, 0, 0)
    with pytest.raises(BadData, match="unknown sector 11"):
        c.check_map(changed_map(layouts=(c.Layout("odd", "solid", (place,)),)))


def test_a_faction_without_a_home_or_with_too_few_spaces_is_refused() -> None:
    terrans = c.FACTIONS["terrans"]
    for wrong, found in (
        (msgspec.structs.replace(terrans, home="pluto"), "unknown home"),
        (msgspec.structs.replace(terrans, slots={**terrans.slots, "lab": ()}), "0 spaces for lab"),
    ):
        with pytest.raises(BadData, match=found):
            c.check_factions({"terrans": wrong}, c.STRUCTURES, c.WHEEL)


def test_booster_ids_are_those_of_the_rulebook() -> None:
    assert {id for id, booster in c.BOOSTERS.items() if booster.special} == {"booster4", "booster5"}
    assert c.BOOSTERS["booster7"].per == "lab"
