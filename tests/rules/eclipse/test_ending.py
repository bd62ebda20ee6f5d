"""Answers with which a turn can be ended at once."""

from __future__ import annotations

import pytest

from bot.commands.play import to_the_end
from tests.rules.eclipse.table import EclipseTable, add, neighbours, table_of


def started(play: str, *, colony: int = 0) -> EclipseTable:
    """Seat 0 of four in its turn, with so many colony ships for the empty squares of a sector."""
    state = neighbours()
    for one in state.players:
        one.colony = colony
    table = table_of(state)
    table.play(play)
    return table


def last(table: EclipseTable) -> list[str]:
    return [one.id for one in table.prompt().legal if one.last]


def ended(table: EclipseTable, pick: str) -> list[str]:
    """What one press answers, after which it is the next seat's turn."""
    answers, rest = to_the_end(table.game, table.position, 0, pick)
    assert not rest
    for picks in answers:
        table.play(" ".join(picks))
    assert table.waiting == [1]
    return [pick for picks in answers for pick in picks]


@pytest.mark.parametrize("play", ["build", "move i1", "upgrade cruiser-1"])
def test_where_more_of_the_action_would_be_asked_one_press_ends_the_turn(play: str) -> None:
    picks = last(started(play))
    assert picks
    for pick in picks:
        assert ended(started(play), pick) == [pick, "done"]


@pytest.mark.parametrize("play", ["research", "explore"])
def test_where_colony_ships_are_left_one_press_ends_the_turn_without_them(play: str) -> None:
    def begun(colony: int) -> EclipseTable:
        table = started(play, colony=colony)
        if play == "explore":
            table.play(table.legal()[0])
            table.play(next(one for one in table.legal() if one != "discard"))
        return table

    if play == "research":  # relations may still be offered after an exploration
        assert not last(begun(0))
    assert last(begun(2))
    for pick in last(begun(2)):
        assert ended(begun(2), pick) == [pick, "done"]


def test_what_ends_the_turn_by_itself_offers_nothing() -> None:
    table = started("build")
    table.play(last(table)[0])
    assert table.prompt().kind == "build"
    assert not last(table)
    table = started("pass influence done influence done influence done build")
    assert not last(table)  # a reaction


def test_a_blueprint_that_cannot_stay_ends_no_turn() -> None:
    found = 0
    for slot in range(1, 5):
        table = started(f"upgrade interceptor-{slot}")
        for pick in [one.id for one in table.prompt().legal if not one.last and one.id != "back"]:
            assert to_the_end(table.game, table.position, 0, pick) == ([[pick]], [])
            found += 1
    assert found


def test_a_disc_that_turns_up_a_discovery_ends_no_turn() -> None:
    state = neighbours()
    add(state, "201", "2B", disc=-1).discovery = True
    table = table_of(state)
    table.play("influence")
    for one in table.prompt().legal:
        hidden = one.id.startswith("track-") and state.sectors[one.id.removeprefix("track-")].discovery
        assert not (one.last and hidden)
