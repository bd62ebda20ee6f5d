"""Research, and what level 5 brings (rulebook: action 5, appendix II)."""

from __future__ import annotations

import pytest

from rendering.words import Words
from rules.gaia.components import Goods
from rules.gaia.reach import Look
from rules.gaia.steps.research import track_option
from tests.rules.gaia.table import make, scholar, table_of, token


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
    table = table_of(state)
    table.play(f"research {track}")
    assert me.research[track] == level
    assert (me.ore, me.credits, me.knowledge, me.qic) == (gain.ore, gain.credits, gain.knowledge, gain.qic)
    assert (me.formers, me.power[0], me.vp) == (gain.formers, gain.tokens, 10 + gain.vp)
    assert [own.green for own in me.tokens] == [False, level < 5]


def test_research_costs_four_knowledge() -> None:
    state = scholar()
    table = table_of(state)
    table.play("research sci done")
    assert state.players[0].knowledge == 8
    state.players[0].knowledge, state.queue = 3, [0]
    assert "It costs" in table_of(state).refusal("research")


def test_reaching_level_3_charges_three_power() -> None:
    state = scholar(sci=2)
    me = state.players[0]
    me.power = [2, 2, 0, 0]
    table_of(state).play("research sci done")
    assert me.power == [0, 3, 1, 0]


def test_level_5_needs_a_green_token_and_is_for_one_player() -> None:
    state = scholar(sci=4, eco=4)
    me, other = state.players
    table = table_of(state)
    table.play("research")
    assert "flip a federation token" in table.refusal("sci")
    me.tokens = [token()]
    other.research["sci"] = 5
    assert "Only one player" in table.refusal("sci")
    table.play("eco done")
    assert me.research["eco"] == 5
    me.knowledge = 4
    state.queue = [0]
    again = table_of(state)
    again.play("research")
    assert "at the top" in again.refusal("eco")


def test_gaia_project_5_scores_own_gaia_planets_without_gaiaformers() -> None:
    state = scholar(gaia=4)
    me = state.players[0]
    me.tokens = [token()]
    me.structures |= {"5B5": "mine", "3B5": "lab"}
    me.sent_formers, state.gaia = ["1A3"], ["1A3"]
    table_of(state).play("research gaia done")
    assert me.vp == 10 + 4 + 2


def test_terraforming_5_brings_its_federation_token_which_scores_like_any() -> None:
    state = scholar(terra=4)
    me = state.players[0]
    me.tokens, state.round_tiles = [token()], ["round-federation"]
    table_of(state).play("research terra done")
    assert [own.token for own in me.tokens] == ["qic", "12vp"]
    assert (me.vp, state.top_token, me.formed) == (10 + 12 + 5, "", 0)


def test_navigation_5_places_the_lost_planet_as_a_mine() -> None:
    state = scholar(nav=4)
    me, other = state.players
    me.tokens, state.round_tiles = [token()], ["round-mine"]
    other.structures, other.satellites, other.stations = {"1A9": "mine"}, ["1B0"], ["1C"]
    table = table_of(state)
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
    again = table_of(state)
    assert "cannot pay for any upgrade" in again.refusal("upgrade")


def test_the_bal_taks_advance_in_navigation_only_with_their_institute() -> None:
    state = scholar("baltaks")
    me = state.players[0]
    table = table_of(state)
    table.play("research")
    assert "planetary institute" in table.refusal("nav")
    me.structures["4B4"] = "institute"
    table.play("nav done")
    assert me.research["nav"] == 1


def test_the_lost_planet_is_left_out_where_no_space_can_take_it() -> None:
    state = scholar(nav=4)
    me, other = state.players
    me.tokens, me.qic = [token()], 0
    look = Look(state, 0)
    other.satellites = [place for place in look.map.names if look.map.distance["1B1"][place] <= 4]
    table_of(state).play("research nav done")
    assert (state.lost, me.research["nav"]) == ("", 5)


def test_who_is_at_the_top_of_everything_within_reach_cannot_research() -> None:
    state = scholar(terra=4, nav=4, ai=4, gaia=4, eco=4, sci=4)
    assert "any research area" in table_of(state).refusal("research")


def test_gleens_gain_their_token_with_the_institute() -> None:
    state = scholar("gleens")
    me = state.players[0]
    state.round_tiles = ["round-federation"]
    me.structures, me.ore, me.credits, me.knowledge = {"1A9": "station"}, 5, 7, 0
    table = table_of(state)
    table.play("upgrade institute 1A9 done")
    assert (me.ore, me.credits, me.knowledge, me.vp) == (2, 3, 1, 15)
    assert [(own.token, own.green) for own in me.tokens] == [("gleens", True)]


@pytest.mark.parametrize(
    ("track", "level", "said"),
    [
        ("terra", 2, "costs 2 ore"),
        ("nav", 2, "Range 2"),
        ("gaia", 3, "takes 4 power tokens"),
        ("nav", 5, "Lost Planet"),
    ],
)
def test_what_a_level_makes_better_is_said_before_it_is_taken(track: str, level: int, said: str) -> None:
    state = make("terrans", "xenos")
    state.players[0].research[track] = level - 1
    state.players[0].tokens = [token()]
    note = track_option(state, 0, track).note
    assert note is not None
    assert said in Words().say(note)
