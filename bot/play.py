"""What an answer and an undo do to a stored game: pure computation, run off the event loop."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from bot.table_data import mark
from bot.table_errors import BeyondReveal, NothingToUndo, Stale
from rules.kernel.errors import RulesError
from rules.kernel.game import Game, Outcome, Position
from rules.kernel.prompt import Prompt
from rules.kernel.record import Answer, Record, last_undoable, replay
from rules.kernel.steps import Event
from rules.kernel.text import T, Text
from storage.schema import LogRow


@dataclass(frozen=True)
class Run:
    """What some answers of one seat led to. `repeated`: they were given already, and nothing has changed."""

    position: Position[Any, Any] = field(repr=False)
    encoded: bytes = field(repr=False)
    questions: tuple[Text, ...] = ()
    outcomes: tuple[Outcome, ...] = field(default=(), repr=False)
    asked_before: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    over: bool = False
    repeated: bool = False

    @property
    def events(self) -> list[Event]:
        """Everything that happened, in order."""
        return [event for outcome in self.outcomes for event in outcome.events]


def run(
    game: Game[Any, Any], data: bytes, seat: int, answers: Sequence[Sequence[str]], prompt_mark: str | None = None
) -> Run:
    """Apply a seat's answers in order.

    Raises:
        Stale: the seat is asked something else than the mark says.
        BeyondReveal: something is drawn or shown before the last of them. (Else a person could try what comes after
            until it fits, and so learn what is hidden.)
        RulesError: an answer is not asked for or not legal.

    """
    position = game.decode(data)
    before = tuple(game.waiting(position))
    if prompt_mark is not None and mark_of(game.prompts(position), seat) != prompt_mark:
        raise Stale
    questions: list[Text] = []
    outcomes: list[Outcome] = []
    for number, picks in enumerate(answers):
        prompt = game.prompt(position, seat)
        if prompt.answered is not None and number:
            raise BeyondReveal
        if prompt.answered == list(picks) and len(answers) == 1:
            return Run(position, data, waiting=before, asked_before=before, repeated=True)
        questions.append(prompt.text)
        outcomes.append(game.answer(position, seat, picks))
        if outcomes[-1].barrier and number + 1 < len(answers):
            raise BeyondReveal
    return Run(
        position,
        game.encode(position),
        tuple(questions),
        tuple(outcomes),
        before,
        tuple(game.waiting(position)),
        game.over(position),
    )


def mark_of(prompts: Sequence[Prompt], seat: int) -> str | None:
    """Mark what a seat is asked; None where it is asked nothing."""
    return next((mark(prompt) for prompt in prompts if prompt.seat == seat), None)


def encode_events(events: Sequence[Event]) -> bytes:
    """Turn events into bytes for the log."""
    return msgspec.json.encode(events)


def decode_events(data: bytes, seat: int | None) -> tuple[Event, ...]:
    """Read those events of a log row that a seat (None: an onlooker) may know."""
    events = msgspec.json.decode(data, type=list[Event]) if data else []
    return tuple(event for event in events if may_know(event, seat))


def may_know(event: Event, seat: int | None) -> bool:
    """Whether a seat (None: an onlooker) may know of an event."""
    return event.to is None or seat in event.to


def standing(rows: Sequence[LogRow], without: Collection[int] = ()) -> list[LogRow]:
    """Give the answers of a log that stand, but for these sequences."""
    return [row for row in rows if row.kind == "answer" and row.taken_back is None and row.sequence not in without]


def answers_of(rows: Sequence[LogRow]) -> list[Answer]:
    """Give the answers of log rows as the kernel takes them."""
    return [Answer(row.seat or 0, list(row.picks), row.by) for row in rows]


def to_take_back(rows: Sequence[LogRow], seat: int, *, all_steps: bool = False) -> list[LogRow]:
    """Find the answers that a seat may take back now, the last first: one, or all that it may.

    Raises:
        RulesError: there is none; why.

    """
    found: list[LogRow] = []
    while not found or all_steps:
        gone = {row.sequence for row in found}
        left = standing(rows, gone)
        try:
            index = last_undoable(answers_of(left), [_outcome(row, rows, gone) for row in left], seat)
        except RulesError:
            if not found:
                raise
            break
        found.append(left[index])
    return found


def _outcome(row: LogRow, rows: Sequence[LogRow], gone: Collection[int]) -> Outcome:
    """Give the outcome of an answer as it is in the history that stands.

    Its row tells who was asked when it came. Where another answer before it has been taken back since, that seat was
    asked too, for its question had stayed open side by side.
    """
    end = rows[-1].sequence + 1
    asked = set(row.asked)
    for other in rows:
        back = end if other.sequence in gone else other.taken_back
        if other.seat is not None and back is not None and other.sequence < row.sequence < back:
            asked.add(other.seat)
    return Outcome([], row.barrier, sorted(asked))


def take_back(
    game: Game[Any, Any], data: bytes, record: Record, rows: Sequence[LogRow], gone: Sequence[int]
) -> tuple[Position[Any, Any], bytes, int]:
    """Replay a game without some of its answers: the first of `gone`, and as many more of them as can be.

    The answers that stay must be answers to the same questions as before. Gives also how many were taken back.

    Raises:
        NothingToUndo: the log does not lead to the stored game, because the rules have changed since.
        RulesError: an answer that stays depends on each of those that go.

    """
    try:
        now, asked = _replay(game, record, standing(rows))
    except RulesError:
        raise NothingToUndo from None
    if now != game.decode(data):
        raise NothingToUndo
    for count in range(len(gone), 0, -1):
        try:
            position, asked_then = _replay(game, record, standing(rows, gone[:count]))
        except RulesError:
            continue
        if all(asked[sequence] == mark for sequence, mark in asked_then.items()):
            return position, game.encode(position), count
    raise RulesError(T("Your last answer stands: somebody has decided after it."))


def _replay(
    game: Game[Any, Any], record: Record, rows: Sequence[LogRow]
) -> tuple[Position[Any, Any], dict[int, str | None]]:
    """Play the answers of a log again, and mark what each of them (by its sequence) was the answer to."""
    position, _ = replay(game, msgspec.structs.replace(record, answers=[]))
    asked: dict[int, str | None] = {}
    for row, answer in zip(rows, answers_of(rows), strict=True):
        asked[row.sequence] = mark_of([game.prompt(position, answer.seat)], answer.seat)
        game.answer(position, answer.seat, answer.picks)
    return position, asked
