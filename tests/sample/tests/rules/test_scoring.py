"""Points line by line, ranks and winners."""

from __future__ import annotations

from tests.sample.rules.scoring import lines, standings
from tests.sample.tests.rules.table import make


def test_sites_cores_ships_leads_charter_and_fuel_score() -> None:
    state = make("anvil deep-vein storm-eye", "", charters="ore", fuel=[8])
    me = state.players[0]
    me.cores, me.followed, me.lead = 5, 2, 3
    assert [line.points for line in lines(me)] == [3 + 4 + 2, 5, 2, 3, 2, 2 * 2]


def test_fuel_decides_between_equal_points() -> None:
    state = make("anvil", "old-comet", "", fuel=[6, 7, 0])
    assert [one.rank for one in standings(state, over=False)] == [2, 1, 3]
    assert [one.winner for one in standings(state, over=True)] == [False, True, False]


def test_who_is_equal_in_both_shares_the_victory() -> None:
    state = make("anvil", "old-comet", "")
    assert [one.rank for one in standings(state, over=True)] == [1, 1, 3]
    assert [one.winner for one in standings(state, over=True)] == [True, True, False]
