"""I Explore: how many cards are drawn and kept."""

from __future__ import annotations

import pytest

from tests.rules.race.table import act, hand_of, table_of


@pytest.mark.parametrize(
    ("tableau", "action", "drawn", "kept"),
    [
        ("old_earth", "produce", 2, 1),
        ("old_earth", "explore_5", 7, 1),
        ("old_earth", "explore_1_1", 3, 2),
        ("old_earth expedition_force", "produce", 3, 1),
        ("old_earth galactic_renaissance", "produce", 4, 2),
        ("old_earth research_labs", "explore_5", 7, 2),
        ("old_earth galactic_survey_seti research_labs", "explore_1_1", 5, 3),
    ],
)
def test_bonus_and_powers_add_up(tableau: str, action: str, drawn: int, kept: int) -> None:
    table = act(table_of([tableau, "new_sparta"]), action, "explore_5")
    prompt = table.prompt(0)
    assert (prompt.kind, len(prompt.options), prompt.at_least, prompt.at_most) == ("explore", drawn, kept, kept)


def test_who_keeps_all_that_is_drawn_is_not_asked() -> None:
    table = act(table_of(["old_earth research_labs", "new_sparta"]), "produce", "explore_5")
    assert table.prompt(0).answered is not None
    assert table.asked() == {1: "explore"}


def test_the_others_are_discarded_and_learnt_by_nobody() -> None:
    table = act(table_of(["old_earth", "new_sparta"]), "explore_1_1", "produce")
    for seat in (0, 1):
        prompt = table.prompt(seat)
        table.answer(seat, *(option.id for option in prompt.options[: prompt.at_least]))
    assert [len(hand_of(table, seat)) for seat in (0, 1)] == [2, 1]
    assert len(table.state.discards) == 2
    explored = [event for event in table.events if event.kind == "explore"]
    assert [(event.text.args["drawn"], event.text.args["kept"]) for event in explored] == [(3, 2), (2, 1)]
    kept = [event for event in table.events if event.kind == "kept"]
    assert [event.to for event in kept] == [[0], [1]]


def test_everybody_draws_before_anybody_discards() -> None:
    table = act(table_of(["old_earth", "new_sparta"]), "explore_5", "produce")
    assert [len(one.drawn) for one in table.state.players] == [7, 2]


def test_the_deck_is_reshuffled_as_soon_as_it_is_used_up() -> None:
    table = act(
        table_of(["old_earth", "new_sparta"], deck="gem_world comet_zone spice_world"), "produce", "explore_1_1"
    )
    assert "reshuffle" in table.kinds()
    assert table.state.discards == []
    assert sum(len(one.drawn) for one in table.state.players) == 5


def test_who_draws_nothing_because_no_card_is_left_is_told_so() -> None:
    table = table_of(["old_earth", "new_sparta"], deck="gem_world comet_zone")
    table.state.discards = []
    act(table, "explore_5", "produce")
    assert table.asked() == {0: "explore"}
    assert [(event.seat, event.text.id) for event in table.events if event.kind == "explore"] == [
        (1, "{who} draws nothing: there are no cards left.")
    ]
