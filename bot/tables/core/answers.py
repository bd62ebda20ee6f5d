"""What an answer and an undo do to a stored game: pure computation, run off the event loop."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from bot.tables.core import automatic
from bot.tables.core.automatic import AutomaticRun, Automation
from bot.tables.core.codecs import QUESTIONS
from bot.tables.core.data import fingerprint, fingerprint_of
from bot.tables.core.errors import BeyondReveal, NothingToUndo, Stale
from bot.tables.core.positions import read
from rules.kernel.errors import NotAsked, RulesError
from rules.kernel.game import Game, Outcome, Position
from rules.kernel.prompt import Prompt
from rules.kernel.record import Answer, Answerer, Record, last_undoable, replay
from rules.kernel.steps import Event
from rules.kernel.text import T, Text
from storage.schema import LogRow

NOTHING_AUTOMATIC = Automation()


@dataclass(frozen=True)
class Run:
    """What some answers of one seat led to, with the automatic ones that followed (`automatic_run`).

    `repeated`: they were given already, and nothing has changed.
    """

    position: Position[Any, Any] = field(repr=False)
    encoded: bytes = field(repr=False)
    answers: tuple[Sequence[str], ...] = field(default=(), repr=False)
    questions: tuple[Text, ...] = ()
    outcomes: tuple[Outcome, ...] = field(default=(), repr=False)
    asked_before: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    over: bool = False
    automatic_run: AutomaticRun | None = field(default=None, repr=False)
    repeated: bool = False
    prompts: tuple[Prompt, ...] = field(default=(), repr=False)
    """What is asked now."""

    @property
    def events(self) -> list[Event]:
        """Everything that happened, in order."""
        own = [event for outcome in self.outcomes for event in outcome.events]
        return [*own, *self.automatic_run.events] if self.automatic_run is not None else own

    @property
    def ends_turn(self) -> bool:
        """Whether somebody's turn is done by it."""
        return any(outcome.turn_over for outcome in self._all)

    def half_made(self, seat: int) -> bool:
        """Whether a turn of this seat is in its middle now, so that nobody else is told of it yet.

        That is so where the seat alone was and is asked and may still take it back: nothing was revealed or drawn,
        nobody else must react, no plan of somebody else was used up, and no turn was done.
        """
        alone = self.asked_before == self.waiting == (seat,) and not self.over
        given = self.automatic_run.given if self.automatic_run is not None else ()
        used_up = any(one.by == Answerer.PREMOVE and one.seat != seat for one in given)
        return alone and not used_up and not any(outcome.barrier or outcome.turn_over for outcome in self._all)

    @property
    def _all(self) -> list[Outcome]:
        given = self.automatic_run.given if self.automatic_run is not None else ()
        return [*self.outcomes, *(one.outcome for one in given)]

    @property
    def answered_for(self) -> set[int]:
        """The seats for which something automatic was answered."""
        return self.automatic_run.seats if self.automatic_run is not None else set()


def run(  # noqa: PLR0917
    game: Game[Any, Any],
    data: bytes,
    seat: int,
    answers: Sequence[Sequence[str]],
    prompt_fingerprint: str | None = None,
    automation: Automation = NOTHING_AUTOMATIC,
    *,
    number: int | None = None,
    position: Position[Any, Any] | None = None,
) -> Run:
    """Apply a seat's answers in order, then let everything automatic answer.

    With a `number`, the one answer is the option of that number (from 0) of what is asked. `position` is the game as
    the caller has decoded it, and is changed.

    Raises:
        Stale: the seat is asked something else than the mark says, or has no option of that number.
        BeyondReveal: something is drawn or shown before the last of them. (Else a person could try what comes after
            until it fits, and so learn what is hidden.)
        RulesError: an answer is not asked for or not legal.

    """
    position = read(game, data) if position is None else position
    before = tuple(game.waiting(position))
    asked = _prompt_of(game, position, seat)
    if prompt_fingerprint is not None and (asked is None or fingerprint(asked) != prompt_fingerprint):
        raise Stale
    if number is not None:
        answers = [picks_of(asked, number)]
    questions: list[Text] = []
    outcomes: list[Outcome] = []
    for at, picks in enumerate(answers):
        prompt = asked if asked is not None and not at else game.prompt(position, seat)
        if prompt.answered is not None and at:
            raise BeyondReveal
        if prompt.answered == list(picks) and len(answers) == 1:
            prompts = tuple(game.prompts(position))
            return Run(
                position, data, tuple(answers), waiting=before, asked_before=before, repeated=True, prompts=prompts
            )
        questions.append(prompt.text)
        outcomes.append(game.answer(position, seat, picks))
        if outcomes[-1].barrier and at + 1 < len(answers):
            raise BeyondReveal
    automatic_run = automatic.answer_automatically(game, position, automation)
    return Run(
        automatic_run.position,
        automatic_run.encoded,
        tuple(answers),
        tuple(questions),
        tuple(outcomes),
        before,
        automatic_run.waiting,
        automatic_run.over,
        automatic_run,
        prompts=automatic_run.prompts,
    )


def picks_of(prompt: Prompt | None, number: int) -> list[str]:
    """Give what the option of this number picks.

    Raises:
        Stale: there is none.

    """
    if prompt is None or number >= len(prompt.options):
        raise Stale
    return [prompt.options[number].id]


def _prompt_of(game: Game[Any, Any], position: Position[Any, Any], seat: int) -> Prompt | None:
    try:
        return game.prompt(position, seat)
    except NotAsked:
        return None


def question_of(row: LogRow) -> Text:
    """Read what an answer of a log was the answer to."""
    return QUESTIONS.decode(row.question)


def rows_in_force(rows: Sequence[LogRow], without: Collection[int] = ()) -> list[LogRow]:
    """Give the answers of a log that stand, but for these sequences."""
    return [row for row in rows if row.kind == "answer" and row.taken_back is None and row.sequence not in without]


def known(rows: Sequence[LogRow], *, makes_turn: bool) -> list[LogRow]:
    """Give the rows of a log that a seat may know of: to all but the one that makes it, a half-made turn is none."""
    return [row for row in rows if makes_turn or row.public is not None]


def in_secret(rows: Sequence[LogRow]) -> list[LogRow]:
    """Give the answers of the half-made turn, if there is one; the first is that of the seat that makes it."""
    return [row for row in rows_in_force(rows) if row.public is None]


def answers_of(rows: Sequence[LogRow]) -> list[Answer]:
    """Give the answers of log rows as the kernel takes them."""
    return [Answer(row.seat or 0, list(row.picks), Answerer(row.by)) for row in rows]


def to_take_back(rows: Sequence[LogRow], seat: int, *, all_steps: bool = False) -> list[LogRow]:
    """Find the answers that a seat may take back now, the last first: one, or all that it may of its turn.

    What the table has gone back to by vote, nobody takes back alone: everybody knows what came after it.

    Raises:
        RulesError: there is none; why.

    """
    agreed = max((at + 1 for at, row in enumerate(rows) if row.kind == "rewind"), default=0)
    rows = rows[agreed:]
    left = rows_in_force(rows)
    outcomes = _outcomes(left, rows)
    found: list[LogRow] = []
    while not found or all_steps:
        try:
            index = last_undoable(answers_of(left), outcomes, seat)
        except RulesError:
            if not found:
                raise
            break
        if found and left[index].by != Answerer.PLAYER:
            break  # it goes with those found already
        if found and any(one.by == Answerer.ROBOT and one.sequence < found[-1].sequence for one in left[index:]):
            break  # robots bar no way back, so that the steps of all turns before would go too
        found.append(left.pop(index))
        outcomes.pop(index)
        for outcome in outcomes[index:]:
            outcome.asked.append(seat)  # its question stays open beside what came later
    return found


def _outcomes(left: Sequence[LogRow], rows: Sequence[LogRow]) -> list[Outcome]:
    """Give the outcomes of answers as they are in the history that stands.

    Their rows tell who was asked when they came. Where another answer before has been taken back since, that seat was
    asked too, for its question had stayed open side by side.
    """
    back = [(row.sequence, row.taken_back, row.seat) for row in rows if row.taken_back is not None]
    return [
        Outcome(
            [],
            row.barrier,
            [*row.asked, *(seat for at, end, seat in back if seat is not None and at < row.sequence < end)],
        )
        for row in left
    ]


def take_back(
    game: Game[Any, Any], data: bytes, record: Record, rows: Sequence[LogRow], gone: Sequence[int]
) -> tuple[Position[Any, Any], bytes, int, list[int]]:
    """Replay a game without some of its answers: the first of `gone`, and as many more of them as can be.

    The answers that stay must be answers to the same questions as before; automatic ones that are not go as well.
    Gives also how many were taken back, and the sequences of the automatic ones that went with them.

    Raises:
        NothingToUndo: the log does not lead to the stored game, because the rules have changed since.
        RulesError: an answer that stays depends on each of those that go.

    """
    asked = _checked(game, data, record, rows)
    for count in range(len(gone), 0, -1):
        try:
            position, _, with_them = _replay(game, record, rows_in_force(rows, gone[:count]), asked)
        except RulesError:
            continue
        return position, game.encode(position), count, with_them
    raise RulesError(T("Your last answer stands: somebody has decided after it."))


def go_back(
    game: Game[Any, Any], data: bytes, record: Record, rows: Sequence[LogRow], sequence: int
) -> tuple[Position[Any, Any], list[int]]:
    """Replay a game up to its answer of this sequence, and list the answers from there on, which are taken back.

    Chance asks the same stream again, so nothing is drawn anew.

    Raises:
        NothingToUndo: the log does not lead to the stored game, because the rules have changed since.

    """
    _checked(game, data, record, rows)
    stay = [row for row in rows_in_force(rows) if row.sequence < sequence]
    position, _, _ = _replay(game, record, stay)
    return position, [row.sequence for row in rows_in_force(rows) if row.sequence >= sequence]


def _checked(game: Game[Any, Any], data: bytes, record: Record, rows: Sequence[LogRow]) -> dict[int, str | None]:
    """Make sure that the log leads to the stored game, and mark what each answer was the answer to."""
    try:
        now, asked, _ = _replay(game, record, rows_in_force(rows))
    except RulesError:
        raise NothingToUndo from None
    if now != read(game, data):
        raise NothingToUndo
    return asked


def _replay(
    game: Game[Any, Any], record: Record, rows: Sequence[LogRow], before: Mapping[int, str | None] | None = None
) -> tuple[Position[Any, Any], dict[int, str | None], list[int]]:
    """Play the answers of a log again, and mark what each of them (by its sequence) was the answer to.

    Where the marks of `before` are given, automatic answers to something else are left out, and listed.

    Raises:
        RulesError: an answer is not possible, or a person's is one to something else than before.

    """
    position, _ = replay(game, msgspec.structs.replace(record, answers=[]))
    asked: dict[int, str | None] = {}
    left_out: list[int] = []
    for row, answer in zip(rows, answers_of(rows), strict=True):
        asked_then = fingerprint_of(game.prompts(position), answer.seat)
        if before is not None and asked_then != before[row.sequence]:
            if answer.by == Answerer.PLAYER:
                raise RulesError(T("Your last answer stands: somebody has decided after it."))
            left_out.append(row.sequence)
            continue
        asked[row.sequence] = asked_then
        game.answer(position, answer.seat, answer.picks)
    return position, asked, left_out
