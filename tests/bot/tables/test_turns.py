"""A turn is named by what was done in it, as far as everybody was told."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import msgspec

from bot.tables.core.codecs import QUESTIONS
from bot.tables.core.events import encode_events
from bot.tables.core.turns import _turns
from bot.views.events import turn_below, turn_label
from bot.views.localizer import Localizer
from rules.kernel.steps import PHASE, ROUND, Event
from rules.kernel.text import T, player
from storage.schema import LogRow

AT = datetime(2030, 1, 1, tzinfo=UTC)
NAMES = ["Ann", "Bob"]


def answer(seat: int, question: str, *events: Event, asked: tuple[int, ...] = (), **more: Any) -> LogRow:
    return LogRow(
        table_id=1,
        sequence=0,
        revision=1,
        at=AT,
        kind="answer",
        seat=seat,
        by="player",
        picks=["x"],
        question=QUESTIONS.encode(T(question)),
        events=encode_events(list(events)),
        asked=list(asked),
        **{"public": 1, **more},
    )


def did(seat: int, what: str) -> Event:
    return Event("did", T("{who} " + what, who=player(seat)), seat)


def labels(*rows: LogRow) -> list[str]:
    return [turn_label(turn, Localizer("en", NAMES)) for turn in _turns(rows)]


def test_every_step_of_a_turn_is_called_what_was_done_in_the_end() -> None:
    assert labels(
        answer(0, "What?"),
        answer(0, "Where?", did(0, "builds a lab."), did(0, "gains 3 points.")),
        answer(0, "Free actions?"),
        answer(1, "What?", did(1, "passes.")),
    ) == ["1 · Ann builds a lab.", "2 · Ann builds a lab.", "3 · Ann: Free actions?", "4 · Bob passes."]


def test_of_answers_side_by_side_the_last_tells_what_each_was() -> None:
    assert labels(
        answer(0, "Bid?", asked=(0, 1)),
        answer(1, "Bid?", did(1, "bids 2."), did(0, "bids 3.")),
    ) == ["1 · Ann bids 3.", "2 · Bob bids 2."]


def test_what_a_seat_does_in_its_next_turn_was_not_done_in_the_one_before() -> None:
    assert labels(
        answer(0, "End?"),
        answer(1, "Charge?", did(1, "charges 2 power."), did(0, "is asked again.")),
        answer(0, "What?", did(0, "passes.")),
    ) == ["1 · Ann: End?", "2 · Bob charges 2 power.", "3 · Ann passes."]


def test_what_is_done_in_the_next_round_was_not_done_in_the_one_before() -> None:
    assert labels(
        answer(0, "Keep?", asked=(0, 1)),
        answer(1, "Keep?", Event(ROUND, T("Round {n} begins.", n=2))),
        answer(0, "Plan?", asked=(0, 1)),
        answer(1, "Plan?", did(0, "plans."), did(1, "plans.")),
    ) == ["1 · Ann: Keep?", "2 · Bob: Keep?", "3 · Round 2 · Ann plans.", "4 · Round 2 · Bob plans."]


def test_what_a_seat_was_told_of_its_own_choice_is_not_said_once_more_as_the_others_were_told() -> None:
    said, own = did(0, "plans 3."), Event("planned", T("Your plan: 3."), 0, [0])
    (turn,) = _turns([answer(0, "Plan?", said)])
    turn = replace(turn, round=T("Round {n} begins.", n=2))
    localizer = Localizer("en", NAMES)
    assert turn_below(turn, [said], localizer) == "-# Round 2"
    assert turn_below(turn, [own], localizer, {"planned"}) == "-# Round 2"
    assert turn_below(turn, [own], localizer) == "-# Round 2 · Ann plans 3."
    assert (
        turn_below(turn, [msgspec.structs.replace(own, seat=1)], localizer, {"planned"}) == "-# Round 2 · Ann plans 3."
    )


def test_headings_and_what_only_some_were_told_are_nothing_that_was_done() -> None:
    secret = Event("draw", T("{who} draws the Moon.", who=player(0)), 0, [0])
    begins = [Event(ROUND, T("Round 2 begins.")), Event(PHASE, T("Explore."), 0)]
    assert labels(answer(0, "Keep?", secret, *begins), answer(1, "Keep?")) == [
        "1 · Ann: Keep?",
        "2 · Round 2 begins · Explore · Bob: Keep?",
    ]


def test_what_was_taken_back_or_is_not_public_is_no_turn() -> None:
    assert (
        labels(answer(0, "What?", did(0, "builds."), taken_back=4), answer(1, "What?", did(1, "builds."), public=None))
        == []
    )
