"""Mines, Gaia projects and upgrades (rulebook: actions 1 to 3), and the factions' own ways of building."""

from __future__ import annotations

import pytest

from rules.gaia.components import Goods
from rules.gaia.reach import Look, Quote, mine, mine_quotes, project_quotes, upgrade_quotes
from rules.gaia.state import GaiaState, OwnTile
from rules.gaia.steps.building import can_downgrade, can_place_station
from rules.kernel.text import name
from tests.rules.gaia.table import make, rich, table_of


def placed(*places: str, faction: str = "terrans", others: tuple[str, ...] = (), rival: str = "xenos") -> GaiaState:
    """Lay out a rich player with mines on some places, and a second player with mines on others."""
    state = make(faction, rival)
    rich(state.players[0])
    state.players[0].structures = dict.fromkeys(places, "mine")
    state.players[1].structures = dict.fromkeys(others, "mine")
    return state


def quote(state: GaiaState, place: str, **extra: int) -> Quote:
    return mine(Look(state, 0), place, **extra)


@pytest.mark.parametrize(("level", "reach"), [(0, 1), (1, 1), (2, 2), (3, 2), (4, 3), (5, 4)])
def test_the_range_comes_from_navigation_and_a_qic_adds_two(level: int, reach: int) -> None:
    state = placed("1B1")
    state.players[0].research["nav"] = level
    look = Look(state, 0)
    for place in look.map.names:
        away = look.map.distance["1B1"][place]
        assert look.qic_for(place, 0) == max(0, -(-(away - reach) // 2))


def test_range_is_counted_from_guests_stations_and_the_lost_planet_but_not_from_gaiaformers() -> None:
    state = placed("1B1", faction="lantids")
    me = state.players[0]
    far = quote(state, "7A1").cost.qic
    me.sent_formers = ["6A1"]
    assert quote(state, "7A1").cost.qic == far
    me.guests = ["6B3"]
    assert quote(state, "7A1").cost.qic == 1
    me.guests, me.stations = [], ["7A0"]
    assert quote(state, "7A1").cost.qic == 0


@pytest.mark.parametrize(
    ("level", "place", "ore"),
    [(0, "1A6", 4), (1, "1A5", 7), (2, "1A5", 5), (3, "1A5", 3), (4, "1B5", 4), (0, "1B5", 10), (5, "3A7", 1)],
)
def test_each_terraforming_step_costs_ore_by_the_level(level: int, place: str, ore: int) -> None:
    state = placed("1B1")
    me = state.players[0]
    me.research.update(terra=level, nav=5)
    assert quote(state, place).cost.ore == ore
    assert quote(state, place).cost.credits == 2


def test_free_steps_lower_the_price_and_what_is_too_much_is_lost() -> None:
    state = placed("1B1")
    state.players[0].research["nav"] = 5
    assert quote(state, "1A5", steps=1).cost.ore == 4
    assert quote(state, "1A5", steps=2).cost.ore == 1
    assert quote(state, "1A6", steps=2).cost.ore == 1
    assert quote(state, "1A6", steps=2).steps == 1
    assert quote(state, "3A7", steps=2).cost.ore == 1


def test_a_gaia_planet_costs_a_qic_and_gleens_an_ore() -> None:
    state = placed("1B1")
    state.players[0].research["nav"] = 5
    assert quote(state, "5B5").cost == Goods(ore=1, credits=2, qic=1)
    gleens = placed("1A9", faction="gleens", rival="terrans")
    gleens.players[0].research["nav"] = 5
    assert quote(gleens, "10B2").cost == Goods(ore=2, credits=2)


def test_a_mine_on_the_own_gaiaformed_planet_costs_the_mine_alone_and_frees_the_gaiaformer() -> None:
    state = placed("1B1")
    me = state.players[0]
    me.sent_formers, me.formers, state.gaia = ["7A10"], 0, ["7A10"]
    assert quote(state, "7A10").cost == Goods(ore=1, credits=2)
    table = table_of(state)
    table.play("build 7A10 done")
    assert (me.formers, me.sent_formers, me.qic) == (1, [], 6)
    assert me.structures["7A10"] == "mine"


def test_why_a_mine_cannot_stand_somewhere_is_said() -> None:
    state = placed("1B1", others=("1A9",))
    state.players[1].sent_formers, state.gaia = ["1A3", "5A2"], ["5A2"]
    me = state.players[0]
    me.sent_formers = ["3A0"]
    said = {one.place: one.refusal.id for one in mine_quotes(Look(state, 0)) if one.refusal is not None}
    assert "has colonised" in said["1A9"]
    assert "A Gaiaformer of {who}" in said["1A3"]
    assert "A Gaiaformer of {who}" in said["5A2"]
    assert "still at work" in said["3A0"]
    assert "by a Gaia project" in said["10A1"]
    me.credits = 1
    assert "you lack" in getattr(quote(state, "1A6").refusal, "id", "")
    me.structures = dict.fromkeys([f"place{n}" for n in range(8)], "mine")
    assert "All your mines" in getattr(quote(state, "1A6").refusal, "id", "")


def test_refused_places_stand_behind_possible_ones() -> None:
    refused = [one.refusal is not None for one in mine_quotes(Look(placed("1B1"), 0))]
    assert refused == sorted(refused)
    assert {True, False} == set(refused)


def test_a_mine_is_paid_and_its_steps_score_in_their_round() -> None:
    state = placed("1B1")
    me = state.players[0]
    me.research["nav"] = 2
    state.round_tiles = ["round-terraforming"]
    table = table_of(state)
    table.play("build 1A5 done")
    assert (me.ore, me.credits, me.vp) == (7, 26, 14)
    assert me.structures["1A5"] == "mine"


@pytest.mark.parametrize(("level", "tokens"), [(1, 6), (2, 6), (3, 4), (4, 3), (5, 3)])
def test_a_gaia_project_moves_tokens_to_the_gaia_area(level: int, tokens: int) -> None:
    state = placed("1B1")
    me = state.players[0]
    me.research["gaia"], me.formers = level, 1
    table = table_of(state)
    table.play("gaia 1A3")
    assert table.prompt().kind == "give-up"
    table.play(f"{table.legal()[0]} done")
    assert me.power[3] == tokens
    assert sum(me.power) == 12
    assert (me.formers, me.sent_formers) == (0, ["1A3"])
    assert "1A3" not in me.structures


def test_why_no_gaia_project_can_be_started_is_said() -> None:
    state = placed("1B1", faction="xenos", rival="terrans")
    me = state.players[0]
    assert "level 1" in table_of(state).refusal("gaia")
    me.research["gaia"] = 1
    assert "no Gaiaformer" in table_of(state).refusal("gaia")
    me.formers, me.power = 1, [2, 1, 2, 0]
    assert "power token" in table_of(state).refusal("gaia")
    me.power, me.qic = [3, 3, 0, 0], 0
    me.structures = {"7A6": "mine"}
    assert "in reach" in table_of(state).refusal("gaia")
    state.players[1].sent_formers = ["1A3"]
    assert "1A3" not in {one.place for one in project_quotes(Look(state, 0))}
    state.players[0].research["gaia"] = 0
    note = table_of(state).option("gaia").note
    assert note is not None
    assert note.id == "A Gaiaformer, and power tokens go to the Gaia area: 6, later 4 or 3"


def test_a_trading_station_is_cheaper_near_another_player() -> None:
    state = placed("1B1", "4A4", others=("1A9",))
    costs = {one.place: one.cost for one in upgrade_quotes(Look(state, 0), "station")}
    assert costs == {"1B1": Goods(ore=2, credits=6), "4A4": Goods(ore=2, credits=6)}
    state.players[1].structures["3A0"] = "mine"
    state.players[1].sent_formers = ["7A10"]
    costs = {one.place: one.cost for one in upgrade_quotes(Look(state, 0), "station")}
    assert costs["4A4"] == Goods(ore=2, credits=6)
    state.players[1].structures["1A5"] = "mine"
    assert upgrade_quotes(Look(state, 0), "station")[0].cost == Goods(ore=2, credits=3)


def test_structures_are_upgraded_one_step_at_a_time() -> None:
    state = placed("1B1")
    me = state.players[0]
    table = table_of(state)
    table.play("upgrade station 1B1 done")
    assert me.structures == {"1B1": "station"}
    assert (me.ore, me.credits) == (12, 22)
    state.queue = [0]
    table = table_of(state)
    table.play("upgrade lab 1B1 eco eco done")
    assert me.structures == {"1B1": "lab"}
    assert (me.ore, me.credits, me.research["eco"]) == (9, 17, 1)
    assert me.tiles == [OwnTile("ore-power", "eco")]


@pytest.mark.parametrize("kind", ["academy-k", "academy-q"])
def test_a_lab_becomes_either_academy_and_brings_a_tile(kind: str) -> None:
    state = placed("1B1")
    me = state.players[0]
    me.structures["1B1"] = "lab"
    table_of(state).play(f"upgrade {kind} 1B1 free2 stay done")
    assert me.structures == {"1B1": kind}
    assert [own.space for own in me.tiles] == ["free2"]
    assert me.ore == 8


def test_the_institute_brings_no_tile_and_stands_once() -> None:
    state = placed("1B1")
    me = state.players[0]
    me.structures = {"1B1": "station", "3A7": "station"}
    table = table_of(state)
    table.play("upgrade institute 1B1 done")
    assert me.tiles == []
    state.queue = [0]
    me.structures["4A4"] = "mine"
    me.ore = 10
    table = table_of(state)
    table.play("upgrade")
    assert "left to build" in table.refusal("institute")


def test_the_bescods_have_institute_and_academies_exchanged() -> None:
    state = placed("2A0", faction="bescods")
    me = state.players[0]
    me.structures = {"2A0": "station"}
    table = table_of(state)
    table.play("upgrade")
    assert {"lab", "academy-k", "academy-q"} == set(table.legal())
    table.play("academy-k 2A0 free1 stay done")
    assert me.structures == {"2A0": "academy-k"}
    me.structures["3A3"] = "lab"
    state.queue = [0]
    rich(me)
    table_of(state).play("upgrade institute 3A3 done")
    assert me.structures["3A3"] == "institute"


def test_lantids_build_beside_others_without_terraforming() -> None:
    state = placed("1B1", faction="lantids", others=("1A9", "1A5"))
    me = state.players[0]
    me.structures["4A4"] = "institute"
    state.lost = "1B0"
    state.players[1].structures["1B0"] = "mine"
    me.research["nav"] = 2
    assert quote(state, "1A5").cost == Goods(ore=1, credits=2)
    assert quote(state, "1A5").guest
    assert quote(state, "1B0").refusal is None
    table = table_of(state)
    table.play("build 1A5")
    table.play("decline done")
    assert me.guests == ["1A5"]
    assert me.knowledge == 14
    assert state.players[1].structures["1A5"] == "mine"
    assert "already" in getattr(quote(state, "1A5").refusal, "id", "")
    assert "1A5" not in {one.place for one in upgrade_quotes(Look(state, 0), "station")}


def test_gleens_score_two_for_a_mine_on_a_gaia_planet() -> None:
    state = placed("1A9", faction="gleens", rival="terrans")
    me = state.players[0]
    state.round_tiles = ["round-gaia-3"]
    me.tiles = [OwnTile("gaia-mines", "free1")]
    table_of(state).play("build 10B2 done")
    assert me.vp == 10 + 2 + 3 + 3


def test_geodens_with_institute_learn_from_each_new_planet_type() -> None:
    state = placed("1A5", faction="geodens", rival="terrans")
    me = state.players[0]
    me.structures["4B4"] = "institute"
    me.knowledge = 0
    table_of(state).play("build 1A6 done")
    assert me.knowledge == 3
    state.queue = [0]
    rich(me).knowledge = 0
    table_of(state).play("build 2A11 done")
    assert me.knowledge == 0


def test_ambas_swap_their_institute_with_a_mine() -> None:
    state = placed("1B5", "2B4", faction="ambas")
    me = state.players[0]
    me.structures["1B5"] = "institute"
    me.federated = ["1B5"]
    state.round_tiles = ["round-big-a"]
    table = table_of(state)
    table.play("special swap 2B4 done")
    assert me.structures == {"1B5": "mine", "2B4": "institute"}
    assert (me.vp, me.federated, me.used) == (10, ["1B5"], ["swap"])


def test_firaks_downgrade_a_lab_which_counts_as_building_a_station() -> None:
    state = placed("2A0", faction="firaks", others=("1A9",))
    me = state.players[0]
    me.structures = {"2A0": "lab", "3A3": "institute"}
    state.round_tiles = ["round-station-4"]
    table = table_of(state)
    table.play("special downgrade 2A0 sci")
    assert table.prompt().kind == "charge"
    table.play("decline done")
    assert me.structures["2A0"] == "station"
    assert (me.vp, me.research["sci"]) == (14, 1)


def test_ivits_place_a_space_station_which_joins_what_it_touches() -> None:
    state = placed("1A6", faction="ivits")
    me = state.players[0]
    me.structures = {"1A6": "institute"}
    me.federated = ["1A6"]
    table = table_of(state)
    table.play("special")
    near = table.game.prompt(table.position, 0)
    assert near.kind == "station"
    assert "1A5" not in {option.id for option in near.options}
    place = next(one for one in table.legal() if one in Look(state, 0).map.neighbours["1A6"])
    table.play(f"{place} done")
    assert me.stations == [place]
    assert place in me.federated
    assert len(state.built) == 0


def test_a_new_structure_next_to_a_federation_joins_it_with_what_touches_it() -> None:
    state = placed("1A6", "3A0", "1A9", faction="hadsch-hallas")
    me = state.players[0]
    me.federated = ["1A6"]
    state.gaia = ["3A0"]
    # 1A5 touches both 1A6, which is in a federation, and 3A0, which is in none.
    table_of(state).play("build 1A5 done")
    assert me.federated == ["1A5", "1A6", "3A0"]


def test_why_no_space_station_can_be_placed_is_said() -> None:
    state = placed("1A6", faction="ivits")
    me = state.players[0]
    me.structures = {"1A6": "institute", "2A3": "mine"}
    me.stations = ["1A7", "1A8", "1B4", "1C", "1B3", "1B2"]
    table = table_of(state)
    assert can_place_station(state, 0) is not None
    assert "None of your special" in table.refusal("special")
    me.stations, me.qic = [], 0
    look = Look(state, 0)
    near = [place for place in look.map.names if look.qic_for(place, 0) == 0 and place not in look.map.planets]
    state.players[1].stations = near
    assert "in reach" in getattr(can_place_station(state, 0), "id", "")


def test_why_no_lab_can_be_downgraded_is_said() -> None:
    state = placed("2A0", faction="firaks")
    me = state.players[0]
    me.structures = {"2A0": "mine"}
    assert "no research lab" in getattr(can_downgrade(state, 0), "id", "")
    me.structures |= {"3A3": "lab", "4A0": "station", "7A6": "station", "8B2": "station", "9B4": "station"}
    assert "no trading station left" in getattr(can_downgrade(state, 0), "id", "")
    del me.structures["9B4"]
    assert can_downgrade(state, 0) is None


def test_points_that_building_brings_by_the_way_are_told() -> None:
    state = placed("1B1")
    state.players[0].research["nav"] = 2
    state.round_tiles = ["round-terraforming"]
    table = table_of(state)
    before = table.state.players[0].vp
    table.play("build 1A5")
    (told,) = table.told("points")
    assert told.text.args["n"] == table.state.players[0].vp - before > 0


def test_an_only_upgrade_is_named_before_it_is_taken() -> None:
    state = make("terrans", "xenos")
    state.players[0].structures = {"1B1": "mine", "2A7": "mine"}
    state.players[0].ore, state.players[0].credits = 2, 6
    note = table_of(state).option("upgrade").note
    assert note is not None
    assert note.args["structure"] == name("gaia.structure.station")
    state.players[0].structures = {"1B1": "station"}
    state.players[0].ore, state.players[0].credits = 3, 5
    note = table_of(state).option("upgrade").note
    assert note is not None
    assert note.args["place"].args["place"] == "1B1"  # type: ignore[union-attr]
