"""Lines that a person tries over the game as they know it, now or as it was after a former turn: nothing of it happens.

A trial is where it began, the answers so far, and a secret by which what its person does not know is guessed. It is no
part of the game: it raises no revision, stands in no log, and nobody else can tell that there is one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from hashlib import blake2b
from typing import Any

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.answering import Answering, Loaded
from bot.tables.core.data import Live, Played, fingerprint
from bot.tables.core.errors import (
    GameOver,
    NothingToUndo,
    NotRunning,
    NotSeated,
    NotToTry,
    RobotPlays,
    Stale,
    TooManySteps,
    TrialGone,
)
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.drafts import MAX_STEPS, Drafts, may_draft, supposes
from bot.tables.history import History
from bot.tables.imports import seat_to_try
from bot.tables.queries import live_of
from rules.kernel.errors import IllegalAnswer
from rules.kernel.game import Game, Position
from rules.kernel.prompt import Prompt
from rules.kernel.supposing import SupposedStep, Tried
from rules.kernel.text import Text
from storage import trials as stored_trials
from storage.schema import Trial as StoredTrial
from storage.tidying import TRIAL

NOW = -1
"""In place of a former turn: a trial that begins at the game as it stands."""
MAX_TRIALS = 10
"""Trials of a person; another one takes the place of the oldest."""
_ATTEMPTS = 5
"""How often a line is changed that others' presses come before."""


@dataclass(frozen=True)
class Trial:
    """A line that a person tries.

    `turn` is the former turn after which it begins, or `NOW`. `begins` is a hash of what the seat knows there. `tried`
    is None where the game has gone on since, so that it cannot be gone on with. `lost`: a former one is not kept any
    more, or the game has gone on since, and this one has been begun in its place.
    """

    live: Live
    seat: int
    turn: int
    begins: str
    key: str = field(repr=False)
    at: datetime
    tried: Tried | None = field(repr=False)
    draws: int = 0
    lost: bool = False

    @property
    def shown(self) -> Live:
        """The game as it would be after the line, for the seat alone."""
        if self.tried is None:
            return self.live
        return self.live.supposed(self.seat, self.tried.position, self.tried.prompt)

    @property
    def prompt(self) -> Prompt | None:
        """What would be asked next."""
        return None if self.tried is None else self.tried.prompt

    @property
    def steps(self) -> Sequence[SupposedStep]:
        """The answers so far, and what they answer."""
        return () if self.tried is None else self.tried.steps

    @property
    def answers(self) -> list[list[str]]:
        """The answers so far."""
        return [step.picks for step in self.steps]

    @property
    def before_last(self) -> list[list[str]]:
        """The answers before the last that was asked for: what came of it without a choice goes with it."""
        return self.answers[: max(at for at, step in enumerate(self.steps) if not step.unasked)]

    @property
    def fingerprint(self) -> str:
        """A hash of what is asked and of all before it; it depends on what the seat knows and on the key alone."""
        asked = "" if self.prompt is None else fingerprint(self.prompt)
        return _hash((self.begins, self.answers, self.draws, asked))

    @property
    def may_guess(self) -> bool:
        """Whether it has stopped before a draw, and can go on beyond it with a guess."""
        return bool(self.steps) and self.tried is not None and self.tried.stopped is not None

    @property
    def may_play(self) -> bool:
        """Whether its beginning can be played."""
        return bool(self.steps) and self.turn == NOW and self.live.prompt_of(self.seat) is not None

    @property
    def may_plan(self) -> bool:
        """Whether its beginning can be planned."""
        return bool(self.steps) and self.turn == NOW and not self.may_play and may_draft(self.live, self.seat)

    def before_draws(self) -> list[SupposedStep]:
        """The answers up to the first draw, with the one that draws: what can be played or planned."""
        if self.tried is None or not self.tried.guessed:
            return list(self.steps)
        return self.live.tried(self.seat, self.key, self.answers).steps


def may_try(live: Live, seat: int) -> bool:
    """Whether a seat may try a line: where it is asked, or in a game that supposes its turn."""
    game = type(live.game)
    # A game that hides something and cannot guess it would tell it.
    guesses = game.guess is not Game.guess or (game.hide is Game.hide and game.view is Game.view)
    robot = live.info.players[seat].robot and live.info.phase == "running"
    asked = seat in live.waiting or live.prompt_of(seat) is not None
    return guesses and not live.over and not robot and (asked or supposes(live))


@dataclass(frozen=True)
class _Start:
    """Where a line begins."""

    live: Live
    seat: int
    turn: int
    begins: str


_Line = tuple[list[list[str]], int]
"""The answers of a line, and beyond how many draws it goes."""


class Trials:
    """See `bot.tables.service.Tables`.

    Each method raises NotToTry, NoTableHere, NotRunning, GameOver, NotSeated, RobotPlays, UnknownGame, Stuck,
    DatabaseAway, and of a former turn NoSuchTurn and HistoryClosed.
    """

    def __init__(self, unit: UnitOfWork, answering: Answering, history: History, drafts: Drafts) -> None:
        self._unit = unit
        self._answering = answering
        self._history = history
        self._drafts = drafts

    async def open(self, table_id: int, user_id: int, turn: int = NOW) -> Trial:
        """Go on with a person's line, or begin one if there is none that can be gone on with."""
        return await self._change(table_id, user_id, turn, None)

    async def of(self, table_id: int, user_id: int, turn: int = NOW) -> Trial:
        """The line of a person as it is; begins one if there is none any more."""
        return await self._change(table_id, user_id, turn, lambda trial: (trial.answers, trial.draws))

    async def answer(
        self, table_id: int, user_id: int, turn: int, shown: str, picks: Callable[[Trial], Sequence[Sequence[str]]]
    ) -> Trial:
        """Add answers to the line whose fingerprint was `shown`; `picks` finds them, off the event loop.

        Raises:
            Stale: it is another one by now. TooManySteps: it would be too long. IllegalAnswer.

        """

        def work(trial: Trial) -> _Line:
            if trial.prompt is None or trial.fingerprint != shown:
                raise Stale
            answers = [*trial.answers, *map(list, picks(trial))]
            if len(answers) > MAX_STEPS:
                raise TooManySteps(MAX_STEPS)
            return answers, trial.draws

        return await self._change(table_id, user_id, turn, work)

    async def guess_on(self, table_id: int, user_id: int, turn: int, shown: str) -> Trial:
        """Go on beyond the draw before which the line whose fingerprint was `shown` has stopped.

        Raises:
            Stale: it is another one by now.

        """

        def work(trial: Trial) -> _Line:
            if not trial.may_guess or trial.fingerprint != shown:
                raise Stale
            return trial.answers, trial.draws + 1

        return await self._change(table_id, user_id, turn, work)

    async def back(self, table_id: int, user_id: int, turn: int, shown: str) -> Trial:
        """Take the last answer out of the line whose fingerprint was `shown`.

        Raises:
            NothingToUndo. Stale: it is another one by now, so that a double press takes back one.

        """

        def work(trial: Trial) -> _Line:
            if not trial.steps:
                raise NothingToUndo
            if trial.fingerprint != shown:
                raise Stale
            answers = trial.before_last
            # A draw that is taken back is none that was allowed: it stops the line again.
            return answers, trial.live.tried(trial.seat, trial.key, answers, trial.draws).guessed

        return await self._change(table_id, user_id, turn, work)

    async def begin_anew(self, table_id: int, user_id: int, turn: int = NOW) -> Trial:
        """Begin a line anew at the game as it is by now, with another guess."""
        trial = await asyncio.to_thread(self._begun, await self._start(table_id, user_id, turn))
        await self._unit.locked(table_id, lambda: self._begin(trial, user_id))
        return trial

    async def play(self, table_id: int, user_id: int, shown: str) -> tuple[Played, bool]:
        """Give the answers of the line up to its first draw in one go, as a typed line; the line is done with that.

        What comes after others must answer is planned. Returns whether there was more, beyond a draw, which is not
        played.

        Raises:
            Stale: it is another one by now, or the game has gone on. TrialGone: it is done already.
            Otherwise as `Answering.answer`.

        """
        loaded = await self._answering.load(table_id)
        live = loaded.live
        start = await asyncio.to_thread(_start_of, live, _seat_at(live, user_id), NOW, "")
        trial = await self._current(start, user_id)
        if not trial.may_play or trial.fingerprint != shown:
            raise Stale
        steps = await asyncio.to_thread(trial.before_draws)
        answers, rest = await asyncio.to_thread(_in_one_go, live.game, loaded, trial.seat, steps)
        prompt = live.prompt_of(trial.seat)
        played = await self._answering.answer(
            table_id,
            user_id,
            answers,
            live.revision,
            None if prompt is None else fingerprint(prompt),
            step=live.step,
            rest=rest,
            loaded=loaded,
        )
        await self._forget(trial, user_id)
        return played, len(answers) + len(rest) < len(trial.steps)

    async def plan(self, table_id: int, user_id: int, shown: str) -> tuple[list[Text], bool]:
        """Plan the answers of the line up to its first draw, as a draft; the line is done with that.

        Returns the texts of their picks, and whether there was more, beyond a draw, which is not planned.

        Raises:
            Stale: it is another one by now, or the game has gone on. TrialGone: it is done already.
            Otherwise as `Drafts.keep`.

        """
        trial = await self._current(await self._start(table_id, user_id, NOW), user_id)
        if not trial.may_plan or trial.fingerprint != shown:
            raise Stale
        steps = await asyncio.to_thread(trial.before_draws)
        planned = await self._drafts.keep(table_id, user_id, turns=[[step.picks for step in steps]])
        await self._forget(trial, user_id)
        return planned, len(steps) < len(trial.steps)

    async def _start(self, table_id: int, user_id: int, turn: int) -> _Start:
        """Where a line begins; nobody but who sits there may know."""
        if turn == NOW:
            await self._unit.ensure(table_id)
            async with self._unit.reading() as session:
                stored = await self._unit.find(session, table_id)
                snapshot = await self._unit.snapshot(session, stored)
            live, mark = await live_of(self._unit, stored, snapshot), ""
        else:
            past = await self._history.at(table_id, user_id, turn)
            live, mark = past.live, "" if past.turn is None else str(past.turn.revision)
        seat = _seat_at(live, user_id, past=turn != NOW)
        return await asyncio.to_thread(_start_of, live, seat, turn, mark)

    async def _change(self, table_id: int, user_id: int, turn: int, work: Callable[[Trial], _Line] | None) -> Trial:
        """Change a line, or begin one where there is none; one that the game has left behind stays, but to `open`.

        The work is done without the table's lock, for a typed line may take long to read: it counts if neither the line
        nor what its seat knows where it begins has changed meanwhile, and is done again else.
        """
        start, row = await self._found(table_id, user_id, turn)
        trial = await asyncio.to_thread(self._worked, start, row, work)
        for _ in range(_ATTEMPTS):
            if await self._unit.locked(table_id, partial(self._kept, trial, row, user_id)):
                return trial
            now, line = await self._found(table_id, user_id, turn)
            if now.begins == start.begins and _same(line, row):
                trial = replace(trial, live=now.live)
            else:
                trial = await asyncio.to_thread(self._worked, now, line, work)
            start, row = now, line
        raise Stale

    async def _found(self, table_id: int, user_id: int, turn: int) -> tuple[_Start, StoredTrial | None]:
        start = await self._start(table_id, user_id, turn)
        return start, await self._row(start, user_id)

    def _worked(self, start: _Start, row: StoredTrial | None, work: Callable[[Trial], _Line] | None) -> Trial:
        """What becomes of a line."""
        if row is None:
            return self._begun(start, lost=work is not None)
        if row.begins != start.begins:
            if work is None:
                return self._begun(start, lost=bool(row.answers))
            return Trial(start.live, start.seat, start.turn, start.begins, row.key, row.at, None)
        trial = _trial_of(start, row)
        return trial if work is None else self._changed(trial, work)

    async def _kept(self, trial: Trial, row: StoredTrial | None, user_id: int) -> bool:
        """Keep what became of a line that was read as this row; False if that, or the table, has changed since."""
        if row is not None and (trial.tried is None or _same(row, _row_of(trial, user_id))):
            return True  # nothing of it is new
        async with self._unit.writing(aside=True) as session:
            stored = await self._unit.find(session, trial.live.info.id)
            there = (stored.table.revision, stored.table.step) == (trial.live.revision, trial.live.step)
            if not there or not _same(await self._line(session, trial, user_id), row):
                return False
            if row is None or row.begins != trial.begins:
                await self._make_room(session, trial, user_id)
            await stored_trials.put_trial(session, _row_of(trial, user_id))
        return True

    def _changed(self, trial: Trial, work: Callable[[Trial], _Line]) -> Trial:
        answers, draws = work(trial)
        # Once no draw is left in it, what is guessed next is guessed anew.
        key = self._unit.keys() if trial.draws and not draws else trial.key
        tried = trial.live.tried(trial.seat, key, answers, draws)
        if tried.refused is not None and len(answers) > len(trial.steps):
            raise IllegalAnswer(tried.refused)
        return replace(trial, key=key, tried=tried, draws=draws)

    async def _current(self, start: _Start, user_id: int) -> Trial:
        """The line of a person, if it can be gone on with.

        Raises:
            TrialGone: there is none any more. Stale: it cannot.

        """
        row = await self._row(start, user_id)
        if row is None:
            raise TrialGone
        if row.begins != start.begins:
            raise Stale
        return await asyncio.to_thread(_trial_of, start, row)

    async def _row(self, start: _Start, user_id: int) -> StoredTrial | None:
        async with self._unit.reading() as session:
            return await self._line(session, start, user_id)

    async def _line(self, session: AsyncSession, of: _Start | Trial, user_id: int) -> StoredTrial | None:
        """The line of a person that begins there, unless its time is over."""
        row = await stored_trials.trial(session, user_id, of.live.info.id, of.turn)
        return None if row is None or row.at <= self._unit.clock() - TRIAL else StoredTrial(**row.model_dump())

    def _begun(self, start: _Start, *, lost: bool = False) -> Trial:
        at, key = self._unit.clock(), self._unit.keys()
        tried = start.live.tried(start.seat, key, [])
        return Trial(start.live, start.seat, start.turn, start.begins, key, at, tried, lost=lost)

    async def _make_room(self, session: AsyncSession, trial: Trial, user_id: int) -> None:
        await stored_trials.forget_trial(session, user_id, trial.live.info.id, trial.turn)
        await stored_trials.make_room(session, user_id, MAX_TRIALS, trial.at - TRIAL)

    async def _begin(self, trial: Trial, user_id: int) -> None:
        async with self._unit.writing(aside=True) as session:
            await self._make_room(session, trial, user_id)
            await stored_trials.put_trial(session, _row_of(trial, user_id))

    async def _forget(self, trial: Trial, user_id: int) -> None:
        async with self._unit.writing(aside=True) as session:
            await stored_trials.forget_trial(session, user_id, trial.live.info.id, trial.turn)


def _seat_at(live: Live, user_id: int, *, past: bool = False) -> int:
    """The seat of whoever may try a line: of a running game, or of a former position of any game.

    In an imported game nobody sits: whoever may look at it tries for the seat that was asked. Its record tells all.
    """
    if live.info.phase != "running" and not past:
        raise NotRunning if live.info.phase == "lobby" else GameOver
    seat = live.seat_of(user_id)
    if live.info.phase == "imported":
        seat = seat_to_try(live)
        if seat is None:
            raise NotToTry
    if seat is None:
        raise NotSeated
    if live.info.phase == "running" and live.info.players[seat].robot:
        raise RobotPlays
    return seat


def _start_of(live: Live, seat: int, turn: int, mark: str) -> _Start:
    if not may_try(live, seat):
        raise NotToTry
    prompt = live.prompt_of(seat)
    known = (
        live.game.info.rules_version,
        seat,
        mark,
        live.game.encode_view(live.view(seat)),
        "" if prompt is None else fingerprint(prompt),
    )
    return _Start(live, seat, turn, _hash(known))


def _trial_of(start: _Start, row: StoredTrial) -> Trial:
    tried = start.live.tried(start.seat, row.key, row.answers, row.draws)
    return Trial(start.live, start.seat, start.turn, start.begins, row.key, row.at, tried, row.draws)


def _same(row: StoredTrial | None, other: StoredTrial | None) -> bool:
    return row is other if row is None or other is None else row.model_dump() == other.model_dump()


def _row_of(trial: Trial, user_id: int) -> StoredTrial:
    return StoredTrial(
        user_id=user_id,
        table_id=trial.live.info.id,
        turn=trial.turn,
        begins=trial.begins,
        key=trial.key,
        answers=trial.answers,
        draws=trial.draws,
        at=trial.at,
    )


def _in_one_go(
    game: Game[Any, Any], loaded: Loaded, seat: int, steps: Sequence[SupposedStep]
) -> tuple[list[list[str]], list[tuple[Prompt, list[str]]]]:
    """The answers that can be given now, and the rest for which others must answer first; the game is left as it is."""
    after: Position[Any, Any] = game.copy(loaded.position)
    answers: list[list[str]] = []
    for step in steps:
        if answers and seat not in game.waiting(after):
            return answers, [(one.prompt, one.picks) for one in steps[len(answers) :]]
        outcome = game.answer(after, seat, step.picks)
        answers.append(step.picks)
        if outcome.barrier or outcome.turn_over:
            break
    return answers, []


def _hash(known: object) -> str:
    return blake2b(msgspec.msgpack.encode(known), digest_size=5).hexdigest()
