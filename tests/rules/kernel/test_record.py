"""Replaying a record, and what a seat may take back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from rules.kernel.errors import RulesError
from rules.kernel.game import Outcome, Position
from rules.kernel.record import Answer, Record, last_undoable, replay
from rules.kernel.rng import Rng
from tests.toy import Drop, End, ToyGame, ToyState, Use

GAME = ToyGame()


def play(seats: int, *answers: tuple[int, str]) -> tuple[list[Answer], list[Outcome]]:
    position, _ = GAME.setup({}, seats, Rng("00"))
    given = [Answer(seat, picks.split()) for seat, picks in answers]
    return given, [GAME.answer(position, answer.seat, answer.picks) for answer in given]


def undoable(seats: int, seat: int, *answers: tuple[int, str]) -> int:
    return last_undoable(*play(seats, *answers), seat)


def test_a_replay_gives_the_same_position_and_the_same_events() -> None:
    position, first = GAME.setup({}, 2, Rng("00"))
    answers = [Answer(0, ["2"]), Answer(1, ["1"]), Answer(0, ["give"]), Answer(1, ["yes"])]
    outcomes = [first, *(GAME.answer(position, answer.seat, answer.picks) for answer in answers)]
    again, replayed = replay(GAME, Record("toy", 1, {}, 2, "00", answers))
    assert (again, replayed) == (position, outcomes)


def test_a_record_that_breaks_the_rules_is_refused() -> None:
    with pytest.raises(RulesError):
        replay(GAME, Record("toy", 1, {}, 2, "00", [Answer(0, ["9"])]))


BIDS: Sequence[tuple[int, str]] = ((0, "3"), (1, "1"), (2, "1"))


def test_a_sealed_answer_may_be_taken_back_whatever_others_sealed_since() -> None:
    assert undoable(3, 0, (0, "3"), (1, "1")) == 0


def test_nothing_is_taken_back_once_all_was_revealed() -> None:
    with pytest.raises(RulesError):
        undoable(3, 0, *BIDS)


def test_a_decision_may_be_taken_back_until_another_seat_decides_on_it() -> None:
    assert undoable(3, 0, *BIDS, (0, "give")) == 3
    with pytest.raises(RulesError, match="somebody has decided after it"):
        undoable(3, 0, *BIDS, (0, "give"), (1, "no"))


def test_what_others_did_side_by_side_does_not_stand_in_the_way() -> None:
    assert undoable(3, 1, *BIDS, (0, "keep"), (1, "coin"), (2, "coin")) == 4


def test_what_was_asked_once_all_were_done_side_by_side_depends_on_each_of_them() -> None:
    position: Position[Any, Any] = Position(
        ToyState([5, 5], [0, 0], rounds=0, secrets=[0, 0]),
        Rng("00"),
        [End(), Use(0), Use(1)],
        lanes={0: [Drop(0)], 1: [Drop(1)]},
    )
    answers = [Answer(0, ["coin"]), Answer(1, ["coin"]), Answer(1, ["keep"])]
    outcomes = [GAME.answer(position, answer.seat, answer.picks) for answer in answers]
    assert last_undoable(answers[:2], outcomes[:2], 0) == 0
    assert last_undoable(answers, outcomes, 1) == 2
    with pytest.raises(RulesError, match="somebody has decided after it"):
        last_undoable(answers, outcomes, 0)


def test_who_has_answered_nothing_has_nothing_to_take_back() -> None:
    with pytest.raises(RulesError, match="not answered anything"):
        undoable(3, 2, (0, "3"))


def test_a_record_shows_neither_its_key_nor_its_answers() -> None:
    record = Record("toy", 1, {}, 2, "5ec2e7" * 5 + "00", [Answer(0, ["hidden"])], base=b"hidden")
    assert repr(record) == "Record('toy', seats=2, 1 answers)"
    assert "5ec2e7" not in str(record.__rich_repr__())


def test_a_record_with_a_base_goes_on_from_it_and_comes_back_from_json() -> None:
    given, _ = play(2, (0, "2"), (1, "1"), (0, "keep"))
    middle, _ = replay(GAME, Record("toy", 1, {}, 2, "00", given[:2]))
    whole, _ = replay(GAME, Record("toy", 1, {}, 2, "00", given))
    record = Record("toy", 2, {}, 2, "00", given[2:], base=GAME.encode(middle), earlier=given[:2])
    again = msgspec.json.decode(msgspec.json.encode(record), type=Record)
    assert again == record
    position, outcomes = replay(GAME, again)
    assert position == whole
    assert len(outcomes) == 2


def test_no_repr_shows_a_key_a_sealed_answer_or_a_hand() -> None:
    position, _ = GAME.setup({}, 2, Rng("c0ffee"))
    position.state.secrets[0] = 4711
    record = Record("toy", 1, {}, 2, "c0ffee", [Answer(0, ["sealed"])])
    shown = repr((position, record, record.answers, position.rng))
    assert not any(secret in shown for secret in ("c0ffee", "sealed", "4711"))
