"""Lines that a seat tries, in the toy game; `tests.test_supposing` tries them in every game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.kernel.game import Position
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.supposing import CHANCE, GONE, Tried, try_line
from tests.toy import ToyGame

GAME = ToyGame()


def bidding(*bids: int | None) -> Position[Any, Any]:
    """A first round of three seats, of which some have bid."""
    position, _ = GAME.setup(GAME.check_setup({}, 3), 3, Rng("01" * 16))
    for seat, bid in enumerate(bids):
        if bid is not None:
            GAME.answer(position, seat, [str(bid)])
    return position


def tried(position: Position[Any, Any], seat: int, *answers: str, draws: int = 0) -> Tried:
    picks = [[] if answer == "none" else [answer] for answer in answers]
    return try_line(GAME, GAME.copy(position), seat, Rng("02" * 16), picks, draws=draws)


def told(line: Tried) -> list[str]:
    return [event.kind for event in line.events]


def test_a_line_of_no_answer_asks_what_is_asked_now_and_changes_nothing() -> None:
    position = bidding(1)
    before = GAME.encode(position)
    line = tried(position, 1)
    assert line.prompt == GAME.prompt(position, 1)
    assert (line.steps, line.stopped, line.refused, line.guessed, line.events) == ([], None, None, 0, [])
    assert GAME.view(line.position, 1) == GAME.view(position, 1)
    assert GAME.encode(position) == before


def test_others_who_are_asked_in_between_decline() -> None:
    position = bidding(5, 0, 0)
    line = tried(position, 0, "give")
    assert told(line) == ["accept"]
    assert line.position.state.points == [position.state.lot, 0, 0]
    assert line.prompt is None  # The next that seat 0 is asked is its bid, and chance decides before it what for.
    assert line.stopped == CHANCE
    assert [step.picks for step in line.steps] == [["give"]]


def test_what_cannot_be_taken_is_refused_with_the_reason_and_asked_again() -> None:
    position = bidding()
    position.state.coins[0] = 2
    line = tried(position, 0, "4", "keep")
    assert line.refused is not None
    assert line.refused.id == "You have only {have} coins, not {n}."
    assert line.steps == []
    assert line.prompt is not None
    assert line.prompt.kind == "bid"


def test_a_line_stops_where_others_decide_at_the_same_time_unless_a_draw_is_left() -> None:
    line = tried(bidding(), 0, "5", "keep")
    assert (line.prompt, line.stopped, line.guessed) == (None, CHANCE, 0)
    assert len(line.steps) == 1
    assert GAME.waiting(line.position) == [1, 2]
    further = tried(bidding(), 0, "5", "keep", draws=1)
    assert told(further) == ["won", "keep"]  # Among equals the lowest seat wins.
    assert further.guessed == 1
    assert (further.prompt, further.stopped) == (None, CHANCE)


def test_the_last_answer_in_secret_is_a_draw_as_the_others_are_guessed() -> None:
    position = bidding(None, 1, 1)
    line = tried(position, 0, "5")
    assert (line.prompt, line.stopped, line.guessed) == (None, CHANCE, 0)
    assert GAME.waiting(line.position) == [0]
    line = tried(position, 0, "5", draws=1)
    assert line.prompt is not None
    assert (line.prompt.kind, line.guessed) == ("use", 1)


def test_a_sealed_answer_may_be_tried_otherwise() -> None:
    line = tried(bidding(3), 0)
    assert line.prompt is not None
    assert line.prompt.answered == ["3"]
    assert tried(bidding(3), 0, "4").position.stack[-1].sealed == {0: ["4"]}


def test_a_line_goes_through_chance_while_draws_are_left() -> None:
    position = bidding(5, 0, 0)
    line = tried(position, 0, "keep", "0", draws=2)
    assert (line.guessed, line.stopped) == (2, None)
    assert told(line)[:2] == ["keep", "lot"]
    assert line.prompt is not None
    assert line.prompt.kind == "accept"  # The winner gives the lot away, as its last option is.
    shorter = tried(position, 0, "keep", "0", draws=1)
    assert (shorter.guessed, shorter.stopped) == (1, CHANCE)
    assert [step.prompt for step in shorter.steps] == [step.prompt for step in line.steps]
    assert line.events[: len(shorter.events)] == shorter.events


def test_a_line_tells_what_its_seat_would_be_told_and_no_more() -> None:
    position = bidding(5, 0, 0)
    GAME.answer(position, 0, ["keep"])
    line = tried(position, 1, "coin", draws=1)
    assert "drop" in told(line)
    assert all(event.to is None or 1 in event.to for event in line.events)


def test_off_turn_a_line_begins_with_a_supposed_turn_or_says_why_there_is_none() -> None:
    line = tried(bidding(5, 0, 0), 1, "keep")
    assert line.stopped is not None
    assert line.stopped.id == "Whole turns cannot be planned in this game."
    assert line.prompt is None


def test_a_line_ends_with_the_game() -> None:
    position = bidding(5, 0, 0)
    position.state.round = position.state.rounds
    line = tried(position, 0, "keep", draws=9)
    assert GAME.over(line.position)
    assert (line.prompt, line.stopped) == (None, None)
    assert tried(line.position, 0).prompt is None


@pytest.mark.parametrize("draws", [0, 4])
def test_what_comes_of_a_line_depends_on_what_its_seat_knows(draws: int) -> None:
    here, there = bidding(None, 1, 2), bidding(None, 4, 0)
    there.rng, there.state.secrets = Rng("03" * 16, 5), [0, 3, 4]
    line, other = (tried(one, 0, "5", "give", "0", draws=draws) for one in (here, there))
    assert GAME.encode(line.position) == GAME.encode(other.position)
    assert (line.steps, line.prompt, line.events) == (other.steps, other.prompt, other.events)


class OneChoice(ToyGame):
    """The toy game in which what was won can be kept alone, which is asked lest the others learn of it."""

    def prompt(self, position: Position[Any, Any], seat: int) -> Prompt:
        prompt = super().prompt(position, seat)
        if prompt.kind == "bid":
            return prompt
        kept = [one for one in prompt.options if one.id == "keep"]
        return msgspec.structs.replace(prompt, options=kept, tells=True)


@pytest.mark.parametrize("answers", [["5"], ["5", "keep"]])
def test_what_leaves_no_choice_is_taken_unasked_after_the_first_answer(answers: list[str]) -> None:
    game = OneChoice()
    picks = [[answer] for answer in answers]
    line = try_line(game, bidding(), 0, Rng("02" * 16), picks, draws=1)
    assert told(line) == ["won", "keep"]
    assert [(step.picks, step.unasked) for step in line.steps] == [(["5"], False), (["keep"], True)]
    won = bidding(5, 0, 0)
    asked = try_line(game, won, 0, Rng("02" * 16), [])
    assert asked.prompt is not None
    assert asked.prompt.only is not None  # it begins the line


def test_what_is_not_offered_any_more_is_not_named_by_its_id() -> None:
    line = tried(bidding(), 0, "99")
    assert (line.refused, line.steps) == (GONE, [])
