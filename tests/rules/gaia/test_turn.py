"""Passing: boosters, and what is scored then (rulebook: action 8, appendices IV and V)."""

from __future__ import annotations

import pytest

from rules.gaia.state import OwnTile
from tests.rules.gaia.table import ready, table_of, token


@pytest.mark.parametrize(
    ("booster", "points"), [("booster6", 2), ("booster7", 3), ("booster8", 4), ("booster9", 8), ("booster10", 1)]
)
def test_a_returned_booster_scores_what_it_counts(booster: str, points: int) -> None:
    state = ready()
    me = state.players[0]
    me.structures = {
        "1B1": "mine", "5B5": "mine", "1A6": "station", "1A5": "station", "3A7": "lab",
        "4A4": "institute", "6B1": "academy-k",
    }  # fmt: skip
    me.booster = booster
    table = table_of(state)
    wanted = table.state.boosters[0]
    table.play(f"pass {wanted}")
    assert (me.vp, me.booster, me.passed) == (10 + points, wanted, True)
    assert booster in state.boosters


def test_one_cannot_keep_ones_own_booster() -> None:
    state = ready()
    table = table_of(state)
    table.play("pass")
    assert state.players[0].booster not in {option.id for option in table.prompt().options}
    assert len(table.prompt().options) == 3


@pytest.mark.parametrize(("tile", "points"), [("adv-pass-federations", 6), ("adv-pass-labs", 3), ("adv-pass-types", 2)])
def test_a_tile_scores_on_passing(tile: str, points: int) -> None:
    state = ready()
    me = state.players[0]
    me.structures = {"1B1": "lab", "5B5": "mine"}
    me.tokens = [token(), token(green=False)]
    me.tiles, me.booster = [OwnTile(tile, "adv-sci")], "booster1"
    table_of(state).play(f"pass {state.boosters[0]}")
    assert me.vp == 10 + points
    assert me.points == {"start": 10, "tech": points}
