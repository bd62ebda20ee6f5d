"""Applies answers, undos and rewinds to a stored game: pure computation, run off the event loop."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

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
Numbers: TypeAlias = int | tuple[int, ...]
"""What a button stands for: the option of this number (from 0) of a prompt; or several of them, or none."""


@dataclass(frozen=True)
class Run:
    """The outcome of some answers of one seat, with the automatic ones that followed (`automatic_run`).

    `repeated`: they had been given before, and nothing has changed.
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
    """The prompts after them."""

    @property
    def own_events(self) -> list[Event]:
        """What the answers themselves did, in order."""
        return [event for outcome in self.outcomes for event in outcome.events]

    @property
    def events(self) -> list[Event]:
        """Everything that happened, in order."""
        automatic_run = self.automatic_run
        return self.own_events if automatic_run is None else [*self.own_events, *automatic_run.events]

    @property
    def public_events(self) -> list[Event]:
        """The same without a half-made turn that is begun at the end."""
        automatic_run = self.automatic_run
        return self.own_events if automatic_run is None else [*self.own_events, *automatic_run.public_events]

    @property
    def ends_turn(self) -> bool:
        """Whether it completes somebody's turn."""
        return any(outcome.turn_over for outcome in self._all)

    def half_made(self, seat: int) -> bool:
        """Whether it leaves a half-made turn of this seat, which stays hidden from all others.

        That is so if the seat alone had and has a prompt, and may still take everything back: no barrier, no reaction
        of others, no plan of somebody else used up, and no turn completed.
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
        """The seats with automatic answers."""
        return self.automatic_run.seats if self.automatic_run is not None else set()


def run(  # noqa: PLR0917
    game: Game[Any, Any],
    data: bytes,
    seat: int,
    answers: Sequence[Sequence[str]],
    prompt_fingerprint: str | None = None,
    automation: Automation = NOTHING_AUTOMATIC,
    *,
    number: Numbers | None = None,
    position: Position[Any, Any] | None = None,
) -> Run:
    """Apply a seat's answers in order, then give the automatic ones.

    With a `number`, the one answer is what it stands for in the seat's prompt. `position` is the
    decoded position if the caller has it; it is changed.

    Raises:
        Stale: the seat's prompt has another fingerprint, or no option of that number.
        BeyondReveal: there is a barrier before the last of them. (Else a person could try further answers until they
            fit, and so learn what is hidden.)
        RulesError: an answer has no prompt or is not legal.

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
    automatic_run = automatic.answer_automatically(game, position, automation.asked_anew(seat))
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


def picks_of(prompt: Prompt | None, number: Numbers) -> list[str]:
    """The picks that a button stands for; the number after the last option is what the prompt suggests.

    Raises:
        Stale: there is none.

    """
    if isinstance(number, tuple):
        return [pick for one in number for pick in picks_of(prompt, one)]
    if prompt is not None and prompt.suggested and number == len(prompt.options):
        return list(prompt.suggested)
    if prompt is None or number >= len(prompt.options):
        raise Stale
    return [prompt.options[number].id]


def _prompt_of(game: Game[Any, Any], position: Position[Any, Any], seat: int) -> Prompt | None:
    try:
        return game.prompt(position, seat)
    except NotAsked:
        return None


def question_of(row: LogRow) -> Text:
    """Decode the text of the prompt of a row."""
    return QUESTIONS.decode(row.question)


def rows_in_force(rows: Sequence[LogRow], without: Collection[int] = ()) -> list[LogRow]:
    """The answers of a log that are in force (not taken back), except these sequences."""
    return [row for row in rows if row.kind == "answer" and row.taken_back is None and row.sequence not in without]


def known(rows: Sequence[LogRow], *, makes_turn: bool) -> list[LogRow]:
    """The rows that a seat may see: a half-made turn is visible only to the seat that `makes_turn`."""
    return [row for row in rows if makes_turn or row.public is not None]


def in_secret(rows: Sequence[LogRow]) -> list[LogRow]:
    """The answers of the half-made turn, if there is one; the first is of the seat that makes it."""
    return [row for row in rows_in_force(rows) if row.public is None]


def answers_of(rows: Sequence[LogRow]) -> list[Answer]:
    """Convert log rows to answers of the kernel."""
    return [Answer(row.seat or 0, list(row.picks), Answerer(row.by)) for row in rows]


def to_take_back(rows: Sequence[LogRow], seat: int, *, all_steps: bool = False) -> list[LogRow]:
    """The answers that a seat may take back now, the last first: one, or all of its turn.

    A rewind bars undo: nobody takes back alone what came before it, as everybody knows what came after.

    Raises:
        RulesError: there is none; its text says why.

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
            break  # it is taken back with those found already
        if found and any(one.by == Answerer.ROBOT and one.sequence < found[-1].sequence for one in left[index:]):
            break  # robots' answers do not bar an undo, so it would go on into the turns before
        found.append(left.pop(index))
        outcomes.pop(index)
        for outcome in outcomes[index:]:
            outcome.asked.append(seat)  # its prompt stays open beside what came later
    return found


def _outcomes(left: Sequence[LogRow], rows: Sequence[LogRow]) -> list[Outcome]:
    """The outcomes of answers in the history that is in force.

    Their rows hold which seats had prompts then. If an earlier answer of another seat has been taken back since, that
    seat counts as well, as its prompt stayed open in parallel.
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
    """Replay a game without some of its answers: the first of `gone`, and as many more of them as possible.

    The remaining answers must be to the same prompts as before; automatic ones that are not are taken back as well.
    Returns also how many of `gone` were taken back, and the sequences of those automatic ones.

    Raises:
        NothingToUndo: the log does not lead to the stored position, because the rules have changed since.
        RulesError: a remaining answer depends on each of `gone`.

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
    """Replay a game up to before the answer of this sequence; returns also the sequences from there on, to take back.

    Chance continues with the same stream, so draws are the same again.

    Raises:
        NothingToUndo: the log does not lead to the stored position, because the rules have changed since.

    """
    _checked(game, data, record, rows)
    stay = [row for row in rows_in_force(rows) if row.sequence < sequence]
    position, _, _ = _replay(game, record, stay)
    return position, [row.sequence for row in rows_in_force(rows) if row.sequence >= sequence]


def _checked(game: Game[Any, Any], data: bytes, record: Record, rows: Sequence[LogRow]) -> dict[int, str | None]:
    """Check that the log leads to the stored position; returns the fingerprint of each answer's prompt."""
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
    """Replay the answers of a log; returns also the fingerprint of each answer's prompt, by sequence.

    With the fingerprints of `before`, automatic answers to another prompt are left out, and listed.

    Raises:
        RulesError: an answer is not possible, or a person's is to another prompt than before.

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
