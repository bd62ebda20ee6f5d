"""Research, technology tiles, the Lost Planet (rulebook: action 5, gaining a tech tile, appendices II and VI)."""

from __future__ import annotations

import pytest

from rules.gaia.components import TRACKS, Goods
from rules.gaia.goods import happened, receive
from rules.gaia.reach import Look
from rules.gaia.state import GaiaState, OwnTile
from rules.gaia.steps.tech import take_tile
from rules.kernel.rng import Rng
from rules.kernel.steps import Flow
from tests.rules.gaia.table import Table, make, rich, token


def scholar(faction: str = "terrans", **levels: int) -> GaiaState:
    state = make(faction, "xenos" if faction != "xenos" else "terrans")
    me = rich(state.players[0])
    me.structures = {"1B1": "mine"}
    me.research = {track: levels.get(track, 0) for track in TRACKS}
    return state


@pytest.mark.parametrize(
    ("track", "level", "gain"),
    [
        ("terra", 1, Goods(ore=2)),
        ("terra", 4, Goods(ore=2)),
        ("nav", 1, Goods(qic=1)),
        ("nav", 3, Goods(qic=1)),
        ("ai", 1, Goods(qic=1)),
        ("ai", 2, Goods(qic=1)),
        ("ai", 3, Goods(qic=2)),
        ("ai", 4, Goods(qic=2)),
        ("ai", 5, Goods(qic=4)),
        ("gaia", 1, Goods(formers=1)),
        ("gaia", 2, Goods(tokens=3)),
        ("gaia", 3, Goods(formers=1)),
        ("gaia", 4, Goods(formers=1)),
        ("gaia", 5, Goods(vp=4)),
        ("eco", 4, Goods()),
        ("eco", 5, Goods(ore=3, credits=6)),
        ("sci", 4, Goods()),
        ("sci", 5, Goods(knowledge=9)),
    ],
)
def test_a_level_brings_its_bonus_once(track: str, level: int, gain: Goods) -> None:
    state = scholar()
    state.players[0].research[track] = level - 1
    me = state.players[0]
    me.ore, me.credits, me.knowledge, me.qic, me.power, me.formers = 0, 0, 4, 0, [0, 0, 0, 0], 0
    me.tokens = [token("12vp", green=False), token()]
    table = Table(state)
    table.play(f"research {track}")
    assert me.research[track] == level
    assert (me.ore, me.credits, me.knowledge, me.qic) == (gain.ore, gain.credits, gain.knowledge, gain.qic)
    assert (me.formers, me.power[0], me.vp) == (gain.formers, gain.tokens, 10 + gain.vp)
    assert [own.green for own in me.tokens] == [False, level < 5]


def test_research_costs_four_knowledge() -> None:
    state = scholar()
    table = Table(state)
    table.play("research sci done")
    assert state.players[0].knowledge == 8
    state.players[0].knowledge, state.queue = 3, [0]
    assert "It costs" in Table(state).refusal("research")


def test_reaching_level_3_charges_three_power() -> None:
    state = scholar(sci=2)
    me = state.players[0]
    me.power = [2, 2, 0, 0]
    Table(state).play("research sci done")
    assert me.power == [0, 3, 1, 0]


def test_level_5_needs_a_green_token_and_is_for_one_player() -> None:
    state = scholar(sci=4, eco=4)
    me, other = state.players
    table = Table(state)
    table.play("research")
    assert "flip a federation token" in table.refusal("sci")
    me.tokens = [token()]
    other.research["sci"] = 5
    assert "Only one player" in table.refusal("sci")
    table.play("eco done")
    assert me.research["eco"] == 5
    me.knowledge = 4
    state.queue = [0]
    again = Table(state)
    again.play("research")
    assert "at the top" in again.refusal("eco")


def test_gaia_project_5_scores_own_gaia_planets_without_gaiaformers() -> None:
    state = scholar(gaia=4)
    me = state.players[0]
    me.tokens = [token()]
    me.structures |= {"5B5": "mine", "3B5": "lab"}
    me.sent_formers, state.gaia = ["1A3"], ["1A3"]
    Table(state).play("research gaia done")
    assert me.vp == 10 + 4 + 2


def test_terraforming_5_brings_its_federation_token_which_scores_like_any() -> None:
    state = scholar(terra=4)
    me = state.players[0]
    me.tokens, state.round_tiles = [token()], ["round-federation"]
    Table(state).play("research terra done")
    assert [own.token for own in me.tokens] == ["qic", "12vp"]
    assert (me.vp, state.top_token, me.formed) == (10 + 12 + 5, "", 0)


def test_navigation_5_places_the_lost_planet_as_a_mine() -> None:
    state = scholar(nav=4)
    me, other = state.players
    me.tokens, state.round_tiles = [token()], ["round-mine"]
    other.structures, other.satellites, other.stations = {"1A9": "mine"}, ["1B0"], ["1C"]
    table = Table(state)
    table.play("research nav")
    offered = {option.id for option in table.prompt().options}
    assert not offered & {"1B0", "1C", "1A9", "1B1"}
    distance = Look(state, 0).map.distance["1B1"]
    # Range 4, and 6 Q.I.C. for two each.
    assert max(distance[place] for place in offered) <= 4 + 2 * 6
    qic = me.qic
    table.play("1A11")
    assert table.prompt().kind == "charge"
    table.play("charge")
    assert (state.lost, me.structures["1A11"], me.vp, me.qic) == ("1A11", "mine", 12, qic)
    table.play("done")
    state.queue = [0]
    me.structures = {"1A11": "mine"}
    again = Table(state)
    assert "cannot pay for any upgrade" in again.refusal("upgrade")


def test_the_bal_taks_advance_in_navigation_only_with_their_institute() -> None:
    state = scholar("baltaks")
    me = state.players[0]
    table = Table(state)
    table.play("research")
    assert "planetary institute" in table.refusal("nav")
    me.structures["4B4"] = "institute"
    table.play("nav done")
    assert me.research["nav"] == 1


def test_a_tile_below_an_area_advances_there_and_the_lower_ones_anywhere() -> None:
    state = scholar()
    state.players[0].structures["1B1"] = "station"
    table = Table(state)
    table.play("upgrade lab 1B1 sci")
    assert set(table.legal()) == {"sci", "stay"}
    other = Table(scholar())
    other.state.players[0].structures["1B1"] = "station"
    other.play("upgrade lab 1B1 free1")
    assert set(other.legal()) == {*TRACKS, "stay"}
    other.play("stay done")
    assert set(other.state.players[0].research.values()) == {0}


def test_a_tile_whose_area_is_closed_brings_no_advance() -> None:
    state = scholar("baltaks")
    me = state.players[0]
    me.structures["1B1"] = "station"
    Table(state).play("upgrade lab 1B1 nav stay done")
    assert (me.research["nav"], me.tiles[0].space) == (0, "nav")


def test_no_standard_tile_is_taken_twice_not_even_a_covered_one() -> None:
    state = scholar()
    me = state.players[0]
    me.structures["1B1"] = "station"
    me.tiles = [OwnTile(state.tech["sci"], "sci", covered=True)]
    table = Table(state)
    table.play("upgrade lab 1B1")
    assert "own that tile" in table.refusal("sci")


def test_an_advanced_tile_needs_level_4_a_green_token_and_a_tile_to_cover() -> None:
    state = scholar(sci=3)
    me = state.players[0]
    me.structures["1B1"] = "station"
    table = Table(state)
    table.play("upgrade lab 1B1")
    assert "level 4 or 5" in table.refusal("adv-sci")
    me.research["sci"] = 4
    assert "flip a federation token" in table.refusal("adv-sci")
    me.tokens = [token()]
    assert "no standard tile" in table.refusal("adv-sci")
    me.tiles = [OwnTile("credits", "eco"), OwnTile("points", "free3")]
    tile = state.advanced["sci"]
    table.play("adv-sci eco terra done")
    assert [(own.space, own.covered) for own in me.tiles] == [("eco", True), ("free3", False), ("adv-sci", False)]
    assert me.tiles[-1].tile == tile
    assert "sci" not in state.advanced
    assert [own.green for own in me.tokens] == [False]
    assert me.research["terra"] == 1


def test_a_covered_tile_is_not_offered_to_be_covered_again_nor_is_an_advanced_one() -> None:
    state = scholar(sci=4)
    me = state.players[0]
    me.structures["1B1"] = "station"
    me.tokens = [token()]
    me.tiles = [
        OwnTile("credits", "eco", covered=True),
        OwnTile("points", "free3"),
        OwnTile("types", "free2"),
        OwnTile("adv-mines", "adv-eco"),
    ]
    table = Table(state)
    table.play("upgrade lab 1B1 adv-sci")
    assert (table.prompt().kind, table.legal()) == ("cover", ["free3", "free2"])
    table.play("free2 terra done")
    assert [own.covered for own in me.tiles] == [True, False, True, False, False]


@pytest.mark.parametrize(
    ("tile", "check"),
    [
        ("ore-qic", (1, 0, 0, 1, 0)),
        ("types", (0, 0, 2, 0, 0)),
        ("points", (0, 0, 0, 0, 7)),
        ("credits", (0, 0, 0, 0, 0)),
        ("adv-mines", (0, 0, 0, 0, 4)),
        ("adv-sector-ore", (2, 0, 0, 0, 0)),
        ("adv-gaia-planets", (0, 0, 0, 0, 2)),
        ("adv-stations", (0, 0, 0, 0, 4)),
        ("adv-sectors", (0, 0, 0, 0, 4)),
        ("adv-federations", (0, 0, 0, 0, 5)),
        ("adv-ore", (0, 0, 0, 0, 0)),
    ],
)
def test_a_tile_gives_at_once_what_it_shows(tile: str, check: tuple[int, ...]) -> None:
    state = scholar()
    me = state.players[0]
    me.ore, me.credits, me.knowledge, me.qic = 0, 0, 0, 0
    me.structures = {"1B1": "mine", "1A3": "mine", "3A7": "station"}
    me.sent_formers, state.gaia = ["5A2"], ["1A3", "5A2"]
    me.tokens = [token(green=False)]
    take_tile(state, 0, tile, Flow(Rng("00")))
    assert (me.ore, me.credits, me.knowledge, me.qic, me.vp - 10) == check


@pytest.mark.parametrize(
    ("tile", "what", "points"),
    [
        ("gaia-mines", "gaia-mine", 3),
        ("adv-research", "research", 2),
        ("adv-each-mine", "mine", 3),
        ("adv-each-station", "station", 3),
    ],
)
def test_a_tile_scores_each_time_something_happens_until_it_is_covered(tile: str, what: str, points: int) -> None:
    state = scholar()
    me = state.players[0]
    me.tiles = [OwnTile(tile, "free1")]
    happened(state, me, what, 2)
    happened(state, me, "federation")
    assert me.vp == 10 + 2 * points
    me.tiles[0].covered = True
    happened(state, me, what)
    assert me.vp == 10 + 2 * points


def test_gleens_gain_their_token_with_the_institute() -> None:
    state = scholar("gleens")
    me = state.players[0]
    state.round_tiles = ["round-federation"]
    me.structures, me.ore, me.credits, me.knowledge = {"1A9": "station"}, 5, 7, 0
    table = Table(state)
    table.play("upgrade institute 1A9 done")
    assert (me.ore, me.credits, me.knowledge, me.vp) == (2, 3, 1, 15)
    assert [(own.token, own.green) for own in me.tokens] == [("gleens", True)]


def test_gleens_get_ore_for_qic_until_their_academy_for_actions_stands() -> None:
    state = scholar("gleens")
    me = state.players[0]
    me.ore, me.qic = 0, 0
    receive(me, Goods(qic=2), "ability")
    assert (me.ore, me.qic) == (2, 0)
    me.structures["2A3"] = "academy-k"
    receive(me, Goods(qic=1), "ability")
    assert (me.ore, me.qic) == (3, 0)
    me.structures["2A3"] = "academy-q"
    receive(me, Goods(qic=1), "ability")
    assert (me.ore, me.qic) == (3, 1)


def test_the_lost_planet_is_left_out_where_no_space_can_take_it() -> None:
    state = scholar(nav=4)
    me, other = state.players
    me.tokens, me.qic = [token()], 0
    look = Look(state, 0)
    other.satellites = [place for place in look.map.names if look.map.distance["1B1"][place] <= 4]
    Table(state).play("research nav done")
    assert (state.lost, me.research["nav"]) == ("", 5)


def test_who_owns_every_tile_takes_none() -> None:
    state = scholar()
    me = state.players[0]
    me.structures["1B1"] = "station"
    me.tiles = [OwnTile(tile, space) for space, tile in state.tech.items()]
    Table(state).play("upgrade lab 1B1 done")
    assert len(me.tiles) == 9
    assert set(me.research.values()) == {0}


def test_who_is_at_the_top_of_everything_within_reach_cannot_research() -> None:
    state = scholar(terra=4, nav=4, ai=4, gaia=4, eco=4, sci=4)
    assert "any research area" in Table(state).refusal("research")
