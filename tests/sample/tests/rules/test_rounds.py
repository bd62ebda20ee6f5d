"""What a round ends with, and the game."""

from __future__ import annotations

import pytest

from tests.sample.rules.state import ProspectState
from tests.sample.rules.steps.rounds import EndRound, NextRound
from tests.sample.tests.rules.table import make, table_of


@pytest.mark.parametrize(
    ("sites", "points"),
    [
        (("anvil old-comet", "storm-eye"), [2, 0]),
        (("anvil", "storm-eye", ""), [1, 1, 0]),
        (("", ""), [0, 0]),
    ],
)
def test_the_most_sites_bring_two_points_or_one_each(sites: tuple[str, ...], points: list[int]) -> None:
    state = make(*sites)
    table_of(state, EndRound())
    assert [one.lead for one in state.players] == points


def test_everybody_gets_three_fuel_up_to_nine_but_not_after_the_last_round() -> None:
    state = make("", "", fuel=[2, 8], rounds=2)
    state.round = 1
    table_of(state, EndRound())
    assert [one.fuel for one in state.players] == [5, 9]
    state.round = 2
    table_of(state, EndRound())
    assert [one.fuel for one in state.players] == [5, 9]


def test_the_scores_after_a_round_do_not_tell_a_charter() -> None:
    state = make("anvil", "storm-eye", charters="ore ice")
    table_of(state, EndRound())
    assert state.scores == [[3 + 1 + 3, 2 + 1 + 3]]


def over(state: ProspectState) -> ProspectState:
    state.round = state.rounds
    table = table_of(state, NextRound())
    assert table.over
    assert table.outcome.barrier
    assert [event.seat for event in table.told("shown")] == list(range(len(state.players)))
    return state


def test_the_game_ends_after_its_last_round_with_the_charters_shown() -> None:
    assert over(make("", "")).phase == "over"
