"""Technology tiles (rulebook: gaining a tech tile, appendix VI)."""

from __future__ import annotations

import pytest

from rules.gaia.components import TRACKS
from rules.gaia.state import OwnTile
from rules.gaia.steps.tech import take_tile
from rules.kernel.rng import Rng
from rules.kernel.steps import Flow
from tests.rules.gaia.table import scholar, table_of, token


def test_a_tile_below_an_area_advances_there_and_the_lower_ones_anywhere() -> None:
    state = scholar()
    state.players[0].structures["1B1"] = "station"
    table = table_of(state)
    table.play("upgrade lab 1B1 sci")
    assert set(table.legal()) == {"sci", "stay"}
    other = table_of(scholar())
    other.state.players[0].structures["1B1"] = "station"
    other.play("upgrade lab 1B1 free1")
    assert set(other.legal()) == {*TRACKS, "stay"}
    other.play("stay done")
    assert set(other.state.players[0].research.values()) == {0}


def test_a_tile_whose_area_is_closed_brings_no_advance() -> None:
    state = scholar("baltaks")
    me = state.players[0]
    me.structures["1B1"] = "station"
    table_of(state).play("upgrade lab 1B1 nav stay done")
    assert (me.research["nav"], me.tiles[0].space) == (0, "nav")


def test_no_standard_tile_is_taken_twice_not_even_a_covered_one() -> None:
    state = scholar()
    me = state.players[0]
    me.structures["1B1"] = "station"
    me.tiles = [OwnTile(state.tech["sci"], "sci", covered=True)]
    table = table_of(state)
    table.play("upgrade lab 1B1")
    assert "own that tile" in table.refusal("sci")


def test_an_advanced_tile_needs_level_4_a_green_token_and_a_tile_to_cover() -> None:
    state = scholar(sci=3)
    me = state.players[0]
    me.structures["1B1"] = "station"
    table = table_of(state)
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
    table = table_of(state)
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


def test_who_owns_every_tile_takes_none() -> None:
    state = scholar()
    me = state.players[0]
    me.structures["1B1"] = "station"
    me.tiles = [OwnTile(tile, space) for space, tile in state.tech.items()]
    table_of(state).play("upgrade lab 1B1 done")
    assert len(me.tiles) == 9
    assert set(me.research.values()) == {0}
