"""Every number of the components: as printed, and against the reference where it is at hand."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.eclipse.components import (
    AMBASSADORS,
    BLUEPRINTS,
    CATEGORIES,
    COSTS,
    DIPLOMACY_FROM,
    DISCOVERIES,
    DRAWS,
    INFLUENCE,
    LAYOUTS,
    NAMES,
    NPC,
    PARTS,
    POINTS,
    POPULATION,
    REACTIONS,
    REPUTATION,
    ROUNDS,
    SECTORS,
    SHIP_SUPPLY,
    SHIPS,
    SPECIES,
    STACKS,
    STRUCTURE_SUPPLY,
    TECH_TRACK,
    TECHNOLOGIES,
    TECHS_DRAWN,
    Part,
    check_sectors,
    check_technology,
)
from rules.eclipse.galaxy import openings
from rules.kernel.errors import BadData

REFERENCE = Path(__file__).parents[4] / "shared/reference/eclipse/components.json"
Json = dict[str, Any]


@pytest.fixture(scope="module")
def reference() -> Json:
    if not REFERENCE.exists():
        pytest.skip("the reference is not on this machine")
    data: Json = json.loads(REFERENCE.read_text(encoding="utf-8"))
    return data


def ours(id: str) -> str:
    return id.replace("_", "-")


def test_the_sums_of_all_components_are_right() -> None:
    assert len(SECTORS) == 50
    assert sum(one.ancients for one in SECTORS.values()) == 14
    assert sum(one.discovery for one in SECTORS.values()) == sum(one.count for one in DISCOVERIES.values()) == 21
    assert sum(one.tiles for one in TECHNOLOGIES.values()) == 96
    assert sum(REPUTATION.values()) == 32
    assert sum(value * count for value, count in REPUTATION.items()) == 67
    assert [one for one in DISCOVERIES.values() if one.part and not PARTS[one.part].ancient] == []
    assert sum(part.ancient for part in PARTS.values()) == 6


def test_the_numbers_of_the_summary_hold() -> None:
    assert (STACKS["III"][4], TECHS_DRAWN["setup"][4], TECHS_DRAWN["cleanup"][4]) == (14, 16, 7)
    assert COSTS["standard"] == {
        "interceptor": 3, "cruiser": 5, "dreadnought": 8, "starbase": 3, "orbital": 5, "monolith": 10,
    }  # fmt: skip
    assert SHIP_SUPPLY == {"interceptor": 8, "cruiser": 4, "dreadnought": 2, "starbase": 4}
    assert NPC["ancient"].cannons == (1, 1)
    assert (NPC["ancient"].computer, NPC["ancient"].hull, NPC["ancient"].initiative) == (1, 1, 2)
    assert NPC["gcds"].cannons == (1, 1, 1, 1)
    assert (NPC["gcds"].computer, NPC["gcds"].hull, NPC["gcds"].initiative) == (1, 7, 0)
    assert TECH_TRACK.vp == (0, 0, 0, 0, 1, 2, 3, 5)
    assert {id: one.trade for id, one in SPECIES.items() if one.trade != 3} == {
        **{id: 2 for id in SPECIES if id.startswith("terran")},
        "orion": 4,
    }
    assert ROUNDS == 9
    assert (POINTS.ambassador, POINTS.discovery, POINTS.monolith, POINTS.traitor) == (1, 2, 3, -2)


def test_d2_terrans_start_with_starbase() -> None:
    terrans = [one for id, one in SPECIES.items() if id.startswith("terran")]
    assert len(terrans) == 6
    assert all(one.technologies == ("starbase",) for one in terrans)
    assert SPECIES["draco"].technologies == ()


def test_d6_production_upkeep_slots_and_storage_are_those_of_the_boards() -> None:
    assert POPULATION.production == (28, 24, 21, 18, 15, 12, 10, 8, 6, 4, 3, 2)
    assert INFLUENCE.upkeep == (30, 25, 21, 17, 13, 10, 7, 5, 3, 2, 1, 0, 0, 0, 0, 0, 0)
    slots = {id: (one.slots.ambassador, one.slots.either, one.slots.reputation) for id, one in SPECIES.items()}
    assert slots == {
        **{id: (1, 4, 0) for id in SPECIES if id.startswith("terran")},
        "eridani": (0, 4, 0),
        "hydran": (1, 3, 0),
        "planta": (1, 3, 0),
        "draco": (0, 4, 0),
        "mechanema": (0, 4, 0),
        "orion": (0, 4, 1),
    }
    start = {id: tuple(one.start.values()) for id, one in SPECIES.items() if not id.startswith("terran")}
    assert start == {
        "eridani": (26, 2, 4),
        "hydran": (2, 5, 2),
        "planta": (4, 4, 4),
        "draco": (2, 4, 3),
        "mechanema": (3, 3, 3),
        "orion": (3, 3, 5),
    }


def test_every_sector_is_that_of_the_reference(reference: Json) -> None:
    rings = {"center": "centre"}
    for theirs in reference["sectors"]:
        one = SECTORS[theirs["id"]]
        assert one.ring == rings.get(theirs["ring"], theirs["ring"])
        assert (one.vp, list(one.wormholes)) == (theirs["vp"], theirs["wormholes"])
        assert list(one.squares) == [square["res"] + "+" * square["adv"] for square in theirs["squares"]]
        assert (one.artifact, one.discovery, one.ancients, one.gcds) == (
            theirs["artifact"], theirs["discovery"], theirs["ancients"], theirs["gcds"],
        )  # fmt: skip
        if "home_of" in theirs:
            assert SPECIES[ours(theirs["home_of"])].home == theirs["id"]


def test_the_setup_is_that_of_the_reference(reference: Json) -> None:
    setup = reference["setup"]
    numbers = ("2", "3", "4", "5", "6")
    assert STACKS["III"] == {int(n): setup["ring_III_tiles_used"]["value"][n] for n in numbers}
    assert set(STACKS["I"].values()) == {setup["ring_I_tiles"]["value"]}
    assert set(STACKS["II"].values()) == {setup["ring_II_tiles"]["value"]}
    assert TECHS_DRAWN["setup"] == {int(n): setup["tech_tiles_at_setup"]["value"][n] for n in numbers}
    assert TECHS_DRAWN["cleanup"] == {int(n): setup["tech_tiles_each_cleanup"]["value"][n] for n in numbers}
    assert {str(value): count for value, count in REPUTATION.items()} == setup["reputation_tiles"]["value"]
    assert setup["orbital_monolith_tiles"]["value"] == STRUCTURE_SUPPLY
    assert setup["rounds"]["value"] == ROUNDS
    for number, places in setup["start_layout"]["by_players"].items():
        for place, theirs in zip(LAYOUTS[int(number)], places, strict=True):
            assert [place.q, place.r] == theirs["axial"]
            assert place.turns == theirs["rotation"]
            open_edges = [edge for edge, open_ in enumerate(openings("221", place.turns)) if open_]
            assert open_edges == theirs["open_edges"]


def test_every_technology_and_part_is_that_of_the_reference(reference: Json) -> None:
    for theirs in reference["technologies"]:
        one = TECHNOLOGIES[ours(theirs["id"])]
        assert (one.category, one.cost, one.least, one.tiles) == (
            theirs["category"], theirs["cost"], theirs["min_cost"], theirs["tiles"],
        )  # fmt: skip
        assert one.names["en"] == theirs["name"]
    track = reference["tech_track"]
    assert TECH_TRACK.slots == track["slots_per_category"]
    assert list(TECH_TRACK.discount) == track["discount_by_techs_owned"]
    assert list(TECH_TRACK.vp) == track["vp_by_techs_owned"]
    assert len(PARTS) == len(reference["ship_parts"])
    for theirs in reference["ship_parts"]:
        part = PARTS[ours(theirs["id"])]
        values = ("kind", "energy", "initiative", "move", "computer", "shield", "hull", "ancient")
        assert {key: getattr(part, key) for key in values} == {key: theirs[key] for key in values}
        assert part.technology == ours(theirs["requires_tech"] or "")
        assert list(part.cannons) == [die["damage"] for die in theirs["cannon_dice"]]
        assert list(part.missiles) == [die["damage"] for die in theirs["missile_dice"]]


def test_every_species_is_that_of_the_reference(reference: Json) -> None:
    for theirs in reference["species"]:
        one = SPECIES[ours(theirs["id"])]
        assert (one.colour, one.home, one.start) == (theirs["color"], theirs["home_sector"], theirs["start_storage"])
        assert list(one.technologies) == [ours(tech) for tech in theirs["start_techs"]]
        assert (one.discs, one.ships, one.reputation) == (
            theirs["start_influence_discs"], theirs["start_ships"], theirs["start_reputation_draws"],
        )  # fmt: skip
        assert (one.colony_ships, one.trade) == (theirs["colony_ships"], theirs["trade_rate"])
        limits = dict(theirs["actions"])
        assert (limits.pop("influence_moves"), limits.pop("influence_colony_flips")) == (2, 2)
        limits["draw"] = limits.pop("explore_draw_choose")
        assert msgspec.to_builtins(one.limits) == limits
        slots = theirs["reputation_track"]
        assert (one.slots.ambassador, one.slots.either, one.slots.reputation) == (
            slots["ambassador_only"], slots["either"], slots["reputation_only"],
        )  # fmt: skip
        for kind, printed in theirs["blueprints"].items():
            blueprint = BLUEPRINTS[one.blueprints][kind]
            assert list(blueprint.slots) == [ours(part or "") for part in printed["slots"]]
            assert (blueprint.initiative, blueprint.energy, blueprint.computer, 0) == (
                printed["base_initiative"], printed["extra_energy"], printed["extra_computer"], printed["extra_hull"],
            )  # fmt: skip
            assert COSTS[one.costs][kind] == printed["cost"]
        assert {kind: COSTS[one.costs][kind] for kind in theirs["structure_costs"]} == theirs["structure_costs"]
        squares = Counter(square for square in SECTORS[one.home].squares if square[-1] != "+")
        squares[one.extra_cube or "money"] += bool(one.extra_cube)
        start = {key.replace("_adv", "+"): count for key, count in theirs["start_cubes_on_home"].items()}
        assert {square: count for square, count in start.items() if count} == {**+squares}
    special = {id: (one.vp_per_sector, one.vp_per_ancient) for id, one in SPECIES.items()}
    assert {id: points for id, points in special.items() if any(points)} == {"planta": (1, 0), "draco": (0, 1)}


def test_the_rest_is_that_of_the_reference(reference: Json) -> None:
    tracks = reference["tracks"]
    assert list(POPULATION.production) == tracks["population"]["production_by_cubes_on_track"]
    assert tracks["population"]["cubes_per_track"] == POPULATION.cubes
    assert list(INFLUENCE.upkeep) == tracks["influence"]["upkeep_by_discs_on_track"]
    assert tracks["influence"]["spare_discs"] == INFLUENCE.spare
    assert {ours(one["id"]): one["count"] for one in reference["discovery_tiles"]} == {
        id: one.count for id, one in DISCOVERIES.items()
    }
    for theirs in reference["discovery_tiles"]:
        assert DISCOVERIES[ours(theirs["id"])].gain == (theirs["effect"] if isinstance(theirs["effect"], dict) else {})
    draws = {kind: count for kind, count in reference["reputation_draws"].items() if isinstance(count, int)}
    assert (draws.pop("max_draw"), draws.pop("keep")) == (DRAWS["most"], 1)
    assert draws.pop("participation") == DRAWS["taking_part"]
    assert draws == {kind: DRAWS[kind] for kind in draws}
    assert {kind: one["reputation_draws"] for kind, one in reference["npc"].items() if kind in NPC} == {
        kind: DRAWS[kind] for kind in NPC
    }
    assert reference["diplomacy"]["min_players"]["value"] == DIPLOMACY_FROM
    assert reference["diplomacy"]["ambassador_tiles_per_player"]["value"] == AMBASSADORS
    assert {kind: reference["build_costs"]["ships_per_player"][kind] for kind in SHIPS} == SHIP_SUPPLY
    assert set(REACTIONS) == set(reference["reactions"]) - {"src", "conf"}
    assert set(REACTIONS.values()) == {1}
    for kind, npc in NPC.items():
        theirs = reference["npc"][kind]
        assert (npc.initiative, npc.hull, npc.computer) == (theirs["initiative"], theirs["hull"], theirs["computer"])
        assert list(npc.cannons) == [die["damage"] for die in theirs["cannon_dice"]]
        assert (theirs["shield"], theirs["missile_dice"]) == (0, [])


def test_everything_has_a_name_in_both_languages() -> None:
    assert all(names["en"] and names["de"] for names in NAMES.values())
    for key in (*SHIPS, "ancient", "gcds"):
        assert f"eclipse.ship.{key}" in NAMES
    assert all(f"eclipse.category.{category}" in NAMES for category in CATEGORIES)
    assert NAMES["eclipse.technology.plasma-cannon"]["de"] == "Plasmakanonen"


def test_wrong_data_is_refused_and_named() -> None:
    with pytest.raises(BadData, match="wrong numbers of sectors"):
        check_sectors({"101": SECTORS["101"]})
    crooked = msgspec.structs.replace(SECTORS["101"], wormholes=(3, 1))
    with pytest.raises(BadData, match="101 has wormholes on"):
        check_sectors({**SECTORS, "101": crooked})
    strange: dict[str, Part] = {"ray": msgspec.structs.replace(PARTS["hull"], id="ray", technology="rays")}
    with pytest.raises(BadData, match="ray needs the unknown technology rays"):
        check_technology(TECHNOLOGIES, strange, TECH_TRACK)
