"""The round: only chosen phases, powers from the next phase on, hand limit, the end of the game."""

from __future__ import annotations

import pytest

from rules.race.steps.rounds import actions_of, phases_of
from tests.rules.race.table import act, hand_of, table_of, tableau_of

TEN = (
    "gem_world colony_ship comet_zone expedition_force mining_robots rebel_miners spice_world new_vinland artist_colony"
)


def test_only_chosen_phases_take_place_in_order() -> None:
    table = table_of(["old_earth", "new_sparta"])
    act(table, "produce", "develop")
    assert [event.text.id for event in table.events if event.kind == "phase"] == [
        "#race.phase.develop",
        "#race.phase.produce",
        "#race.phase.round_end",
    ]


def test_action_cards_are_seven_and_secret_until_all_have_chosen() -> None:
    table = table_of(["old_earth", "new_sparta"])
    assert len(table.prompt(0).options) == 7
    table.answer(0, "explore_5")
    assert table.state.players[0].actions == []
    assert table.prompt(0).answered == ["explore_5"]
    table.answer(0, "produce")
    table.answer(1, "explore_1_1")
    assert table.state.players[0].actions == ["produce"]


def test_the_round_ends_with_the_hand_limit_of_ten() -> None:
    table = table_of(["old_earth", "new_sparta"], [f"{TEN} plague_world distant_world", TEN])
    act(table, "produce", "produce")
    assert table.asked() == {0: "hand_limit"}
    prompt = table.prompt(0)
    assert (prompt.at_least, prompt.at_most) == (1, 1)
    table.answer(0, "plague_world")
    assert len(hand_of(table, 0)) == 10
    assert table.state.round == 2


def test_ten_cards_are_not_over_the_hand_limit() -> None:
    table = act(table_of(["old_earth", "new_sparta"], [f"{TEN} plague_world", TEN]), "produce", "produce")
    assert table.state.round == 2
    assert "hand_limit" not in table.kinds()


def test_the_hand_limit_comes_before_the_end_of_the_game() -> None:
    table = table_of(["old_earth", "new_sparta"], [f"{TEN} plague_world distant_world", TEN], chips=[24, 0])
    act(table, "produce", "produce")
    assert table.asked() == {0: "hand_limit"}
    table.answer(0, "plague_world")
    assert table.kinds()[-2:] == ["hand_limit", "over"]


def test_the_game_ends_after_the_round_in_which_a_tableau_has_twelve_cards() -> None:
    eleven = "old_earth gem_world comet_zone spice_world new_vinland artist_colony plague_world distant_world"
    table = table_of(
        [f"{eleven} space_port mining_world secluded_world", "new_sparta"], ["star_nomad_lair refugee_world", ""]
    )
    act(table, "settle", "settle")
    table.answer(0, "refugee_world")
    assert table.state.phase == "over"
    assert len(tableau_of(table, 0)) == 12
    assert table.kinds()[-1] == "over"
    assert table.asked() == {}


def test_both_a_development_and_a_world_may_make_it_thirteen() -> None:
    eleven = "old_earth gem_world comet_zone spice_world new_vinland artist_colony plague_world distant_world"
    table = table_of(
        [f"{eleven} space_port mining_world secluded_world", "new_sparta"],
        ["public_works refugee_world empath_world", ""],
    )
    act(table, "settle", "develop")
    table.answer(0, "public_works")
    table.answer(0, "empath_world")
    table.answer(0, "refugee_world")
    assert len(tableau_of(table, 0)) == 13
    assert table.state.phase == "over"


def test_the_game_ends_when_the_pool_is_used_up_exactly() -> None:
    table = table_of(["epsilon_eridani gem_world", "new_sparta"], goods=["gem_world", ""], chips=[13, 10])
    act(table, "consume_x2", "produce")
    assert table.state.pool == -1
    assert table.state.phase == "over"
    exactly = table_of(["epsilon_eridani gem_world", "new_sparta"], goods=["gem_world", ""], chips=[13, 10])
    act(exactly, "produce", "produce")
    assert exactly.state.pool == 1
    assert exactly.state.phase == "choose"


def test_a_pool_of_nought_ends_the_game() -> None:
    table = table_of(["epsilon_eridani gem_world", "new_sparta"], goods=["gem_world", ""], chips=[13, 9])
    act(table, "consume_x2", "produce")
    assert table.state.pool == 0
    assert table.state.phase == "over"


def test_points_beyond_the_pool_are_paid_all_the_same() -> None:
    table = table_of(
        ["epsilon_eridani gem_world", "old_earth spice_world"], goods=["gem_world", "spice_world"], chips=[23, 0]
    )
    act(table, "consume_x2", "consume_x2")
    assert (table.state.players[0].chips, table.state.players[1].chips, table.state.pool) == (25, 2, -3)


def test_scores_are_noted_after_each_round() -> None:
    table = table_of(["old_earth", "new_sparta"])
    act(act(table, "produce", "produce"), "produce", "produce")
    assert table.state.scores == [[2, 1], [2, 1]]


def test_the_second_action_card_alone_counts_as_the_first() -> None:
    assert actions_of(["settle_2", "produce"]) == ["settle", "produce"]
    assert actions_of(["settle_2", "settle"]) == ["settle", "settle_2"]
    assert actions_of(["develop_2", "settle_2"]) == ["develop", "settle"]


@pytest.mark.parametrize(
    ("actions", "phases"),
    [
        ([["explore_5"], ["explore_1_1"]], ["explore"]),
        ([["develop", "develop_2"], ["develop", "settle"]], ["develop", "develop_2", "settle"]),
        ([["produce", "consume_x2"], ["settle", "settle_2"]], ["settle", "settle_2", "consume", "produce"]),
    ],
)
def test_phases_follow_from_the_action_cards(actions: list[list[str]], phases: list[str]) -> None:
    assert phases_of(actions) == phases
