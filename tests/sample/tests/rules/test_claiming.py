"""A claim, a drill, and the ships of others."""

from __future__ import annotations

from tests.sample.rules.steps.claiming import Claim
from tests.sample.tests.rules.table import make, table_of


def test_a_claimed_site_is_its_player_s_and_the_turn_is_half_made_until_it_is_known_whether_they_drill() -> None:
    state = make("", "")
    state.open = ["anvil", "old-comet"]
    table = table_of(state, Claim(0))
    table.play("anvil")
    assert state.players[0].sites == ["anvil"]
    assert state.open == ["old-comet"]
    assert table.asked() == {0: "work"}
    assert not table.outcome.turn_over
    assert table.play("done").turn_over


def test_drilling_costs_fuel_and_brings_the_points_of_a_core() -> None:
    state = make("", "")
    state.open = ["anvil", "old-comet"]
    table = table_of(state, Claim(0), draws={"prospect.core": [3]})
    outcome = table.play("anvil drill")
    assert (state.players[0].fuel, state.players[0].cores) == (5, 3)
    assert outcome.barrier


def test_without_fuel_nobody_is_asked_whether_they_drill() -> None:
    state = make("", "", fuel=[0, 6])
    state.open = ["anvil", "old-comet"]
    outcome = table_of(state, Claim(0)).play("anvil")
    assert [forced.prompt.kind for forced in outcome.forced] == ["work"]
    assert outcome.turn_over


def test_who_has_a_site_of_that_kind_may_send_a_ship_along_in_order_of_seats() -> None:
    state = make("deep-vein", "", "storm-eye", "red-quarry nickel-moon")
    state.open = ["anvil", "old-comet"]
    table = table_of(state, Claim(1))
    table.play("anvil done")
    assert table.asked() == {3: "follow"}
    table.play("yes")
    assert (state.players[3].fuel, state.players[3].followed) == (5, 1)
    assert table.asked() == {0: "follow"}
    table.play("no")
    assert (state.players[0].fuel, state.players[0].followed) == (6, 0)
    assert table.over


def test_without_fuel_no_ship_can_be_sent_and_nobody_is_asked() -> None:
    state = make("", "deep-vein", fuel=[6, 0])
    state.open = ["anvil", "old-comet"]
    table = table_of(state, Claim(0))
    table.play("anvil done")
    assert table.over
    assert [event.text.id for event in table.told("follow")] == ["{who} sends no ship along."]
