"""Gaining goods, and what scores each time that something happens."""

from __future__ import annotations

import pytest

from rules.gaia.components import ROUND_TILES, Goods
from rules.gaia.goods import happened, receive
from rules.gaia.state import OwnTile
from tests.rules.gaia.table import ready, scholar


@pytest.mark.parametrize("tile", sorted(ROUND_TILES))
def test_a_round_tile_scores_what_it_shows_in_its_round_alone(tile: str) -> None:
    state = ready()
    me = state.players[0]
    state.round_tiles = ["round-none", tile]
    state.round = 2
    one = ROUND_TILES[tile]
    happened(state, me, one.on)
    assert me.vp == 10 + one.vp
    state.round_tiles = [tile, "round-mine" if one.on != "mine" else "round-research"]
    happened(state, me, one.on)
    assert me.vp == 10 + one.vp


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
