"""Answers: what a person, or something in their place, does in a game.

Robots, planned answers and standing ones answer in the same transaction, right after a person has.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cachetools import LRUCache
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core import answers as play
from bot.tables.core import automatic, commit_trace, waits
from bot.tables.core.automatic import Automation, premove_of
from bot.tables.core.codecs import QUESTIONS
from bot.tables.core.data import (
    Live,
    Played,
    fingerprint,
)
from bot.tables.core.errors import (
    DatabaseAway,
    MaybeChanged,
    NotSeated,
    RobotPlays,
    Stale,
    UnknownPlayer,
)
from bot.tables.core.events import encode_events, may_know
from bot.tables.core.positions import decode
from bot.tables.core.unit_of_work import UnitOfWork, check_running, seat_of
from bot.tables.queries import PanelRows, Queries, live_of, makes_turn, panel_rows
from bot.tables.upgrades import Upgrades
from rules.kernel.game import Game, Position
from rules.kernel.prompt import Prompt
from rules.kernel.record import Answerer
from rules.kernel.steps import Event
from rules.kernel.text import T, player
from storage import automatic as stored_automatic
from storage import log, tables
from storage.schema import LogRow, PlannedAnswer, Snapshot
from storage.tables import Stored


@dataclass(frozen=True)
class Loaded:
    """A game loaded ahead of an answer. `live` must not be used after the answer, which changes the position."""

    live: Live
    stored: Stored = field(repr=False)
    snapshot: Snapshot = field(repr=False)
    automation: Automation = field(repr=False)
    position: Position[Any, Any] = field(repr=False)


MAX_PICKED = 1000
"""Maximum number of presses whose picks are remembered."""


class Answering:
    """Part of the table service."""

    def __init__(self, unit: UnitOfWork, upgrades: Upgrades, queries: Queries) -> None:
        self._unit = unit
        self._upgrades = upgrades
        self._queries = queries
        self._picked: LRUCache[object, Sequence[Sequence[str]]] = LRUCache(MAX_PICKED)
        """What the last presses have picked, by `_AnswerRequest.press`: the same button pressed twice is no error."""

    async def load(self, table_id: int) -> Loaded:
        """Load a game ahead of an answer.

        Raises:
            NoTableHere, NotRunning (still in the lobby), GameOver, UnknownGame, Stuck, DatabaseAway.

        """
        unit = self._unit
        await self._upgrades.ensure(table_id)
        async with unit.reading() as session:
            stored = await unit.find(session, table_id)
            snapshot = await unit.snapshot(session, stored)
            automation = await automatic.load(unit, session, stored)
        game = unit.game(stored.table.game)

        def look() -> Loaded:
            own = decode(game, snapshot.position)
            live = unit.live(stored, game, snapshot.position, snapshot.public, own)
            return Loaded(live, stored, snapshot, automation, own.position)

        return await asyncio.to_thread(look)

    async def answer(
        self,
        table_id: int,
        user_id: int,
        answers: Sequence[Sequence[str]],
        revision: int | None = None,
        prompt_fingerprint: str | None = None,
        *,
        step: int = 0,
        rest: Sequence[tuple[Prompt, Sequence[str]]] = (),
        loaded: Loaded | None = None,
    ) -> Played:
        """Answer for the seat of a person: each answer is the picks of one prompt; applied in order, all or none.

        A panel passes the `revision` that it shows, the fingerprint of its prompt, and the `step` of a half-made turn.
        An older revision is accepted as long as the seat has the same prompt and has not answered since, so that other
        seats' answers do not invalidate an open panel. Without a revision (typed) the answers are to the present
        prompts. The `rest` of a typed line, before which others must answer, is planned with it: it answers the next
        prompts of the seat, at once if policies answer for the others.

        A `loaded` game is not loaded again, unless the table has changed since; its `live` must not be used any more.

        Raises:
            Stale: the panel is out of date.
            TooManyPlans: the rest is too long.
            NoTableHere, NotRunning, GameOver, NotSeated, UnknownGame, DatabaseAway.
            NotAsked, IllegalAnswer: of the rules.

        """
        return await self._answered(
            _AnswerRequest(
                table_id,
                answers,
                Answerer.PLAYER,
                user_id=user_id,
                revision=revision,
                prompt_fingerprint=prompt_fingerprint,
                step=step,
                rest=rest,
            ),
            loaded,
        )

    async def press(  # noqa: PLR0917
        self, table_id: int, user_id: int, number: play.Numbers, revision: int, prompt_fingerprint: str, step: int = 0
    ) -> Played:
        """Answer with what this number stands for in the prompt of this fingerprint: a button of a panel.

        Raises:
            Stale: the panel is out of date, as is that of a game that is over.
            NoTableHere, NotRunning, GameOver (no game was begun), NotSeated, RobotPlays, UnknownGame, DatabaseAway.
            IllegalAnswer: of the rules.

        """
        return await self._answered(
            _AnswerRequest(
                table_id,
                (),
                Answerer.PLAYER,
                user_id=user_id,
                number=number,
                revision=revision,
                prompt_fingerprint=prompt_fingerprint,
                step=step,
            )
        )

    async def answer_seat(
        self,
        table_id: int,
        seat: int,
        answers: Sequence[Sequence[str]],
        by: Answerer,
        *,
        revision: int | None = None,
        prompt_fingerprint: str | None = None,
        step: int = 0,
    ) -> Played:
        """Answer for a seat in place of its person; `by` (robot, policy, clock) stands in the log.

        For a single answer; `Tables.seat_robot` lets a robot play on.

        Raises:
            UnknownPlayer: there is no such seat. Otherwise as `answer`.

        """
        return await self._answered(
            _AnswerRequest(
                table_id, answers, by, seat=seat, revision=revision, prompt_fingerprint=prompt_fingerprint, step=step
            )
        )

    async def _answered(self, request: _AnswerRequest, loaded: Loaded | None = None) -> Played:
        await self._upgrades.ensure(request.table_id)
        tries = iter([loaded])  # on a second try it is out of date
        try:
            return await self._unit.locked(request.table_id, lambda: self._answer_once(request, next(tries, None)))
        except MaybeChanged:
            return await self._answered_for_sure(request)

    async def _answered_for_sure(self, request: _AnswerRequest) -> Played:
        """Retry an answer after a commit of unknown result; a repeated answer does nothing.

        Raises:
            MaybeChanged: the result is still not known. Otherwise as `answer`.

        """
        if request.revision is None:
            raise MaybeChanged
        if request.number is not None:  # by now the prompt may have other options
            request = replace(request, number=None, answers=list(request.resolved))
        try:
            played = await self._unit.locked(request.table_id, lambda: self._answer_once(request))
        except DatabaseAway:
            raise MaybeChanged from None
        commit_trace.trace().confirm()
        return played

    async def _answer_once(self, request: _AnswerRequest, loaded: Loaded | None = None) -> Played:
        unit = self._unit
        own: list[LogRow] = []
        if loaded is not None and request.shows(loaded):
            stored, snapshot, automation = loaded.stored, loaded.snapshot, loaded.automation
            seat = seat_of(stored, request.user_id or 0)
        else:
            loaded = None
            async with unit.reading() as session:
                stored, seat, snapshot = await self._load_for(session, request)
                own = await self._own_since(session, stored, request, seat)
                automation = await automatic.load(unit, session, stored)
        game = unit.game(stored.table.game)
        before = stored.table.revision
        if own:
            stored_line = _stored_line(automation.plans, seat, own)
            answers = request.answers
            if request.number is not None:
                answers = self._picked.get(request.press) or [await self._picks(game, snapshot, seat, request)]
            if not (_same(own, answers) and _same_rest(stored_line, request.rest)):
                raise Stale
            live = await live_of(self._unit, stored, snapshot)
            waits_on = any(plan.taken is None for plan in stored_line)
            return Played(seat, before, live, (), (), repeated=True, rest_waits=waits_on)
        line = automatic.line_of(stored.id, seat, request.rest)
        automation = automation.with_line(seat, line) if line else automation
        run = await asyncio.to_thread(
            lambda: play.run(
                game,
                snapshot.position,
                seat,
                request.answers,
                request.prompt_fingerprint,
                automation,
                number=request.number,
                position=None if loaded is None else loaded.position,
            )
        )
        request.resolved[:] = run.answers
        if request.number is not None:
            self._picked[request.press] = run.answers
        unit.positions.put(game, run.encoded, run.position, run.prompts)
        rest_waits = run.automatic_run is not None and run.automatic_run.leaves(line)
        half_made = request.by == Answerer.PLAYER and run.half_made(seat)
        if half_made and run.automatic_run is not None:
            run = replace(run, automatic_run=run.automatic_run.in_one())
        begun = None if run.automatic_run is None else run.automatic_run.public
        public = snapshot.public if run.repeated else (snapshot.public or snapshot.position) if half_made else begun
        rows = None
        if not run.repeated:
            stored, rows = await self._write(stored, request, seat, run, line=line, half_made=half_made, public=public)
        live = await asyncio.to_thread(unit.live, stored, game, run.encoded, public)
        return Played(
            seat=seat,
            before=before,
            live=live,
            events=tuple(
                event
                for event in (run.events if begun is None or run.waiting == (seat,) else run.public_events)
                if may_know(event, seat)
            ),
            public=() if half_made else tuple(event for event in run.public_events if may_know(event, None)),
            newly_asked=_newly_asked(run, seat),
            repeated=run.repeated,
            rest_waits=rest_waits,
            panel=None if rows is None else self._queries.panel_at_once(live, seat, rows),
            own=sum(may_know(event, seat) for event in run.own_events),
        )

    async def _load_for(self, session: AsyncSession, request: _AnswerRequest) -> tuple[Stored, int, Snapshot]:
        """Load the game and find the seat of a request.

        For a button of a panel, Stale goes before other errors.
        """
        unit = self._unit
        if request.number is None:
            stored, seat = await self._seat_of(session, request)
            return stored, seat, await unit.snapshot(session, stored)
        stored = await unit.find(session, request.table_id)
        snapshot = await unit.snapshot(session, stored)
        game = unit.game(stored.table.game)
        seats = [one.number for one in stored.seats if one.user_id == request.user_id]
        if not seats:
            raise NotSeated
        if stored.table.phase != "running":
            raise Stale
        if stored.seats[seats[0]].robot:
            await self._picks(game, snapshot, seats[0], request)
            raise RobotPlays
        return stored, seats[0], snapshot

    async def _picks(self, game: Game[Any, Any], snapshot: Snapshot, seat: int, request: _AnswerRequest) -> list[str]:
        """The picks of a button; Stale if the seat has another prompt."""
        assert request.number is not None
        now = await asyncio.to_thread(self._unit.positions.get, game, snapshot.position)
        prompt = next((one for one in now.prompts if one.seat == seat), None)
        if prompt is None or fingerprint(prompt) != request.prompt_fingerprint:
            raise Stale
        return play.picks_of(prompt, request.number)

    async def _seat_of(self, session: AsyncSession, request: _AnswerRequest) -> tuple[Stored, int]:
        if request.user_id is not None:
            return await self._unit.seated(session, request.table_id, request.user_id)
        stored = await self._unit.find(session, request.table_id)
        check_running(stored)
        if not 0 <= request.seat < len(stored.seats):
            raise UnknownPlayer
        return stored, request.seat

    async def _own_since(
        self, session: AsyncSession, stored: Stored, request: _AnswerRequest, seat: int
    ) -> list[LogRow]:
        """The rows of the seat since the panel was shown; Stale if it cannot be decided whether they matter."""
        if request.revision is None:
            return []
        own_turn = makes_turn(stored, seat)  # steps of others' half-made turns must make no difference
        shown = (request.revision, request.step if own_turn else 0)
        now = (stored.table.revision, stored.table.step if own_turn else 0)
        if shown == now:
            return []
        if shown > now or request.prompt_fingerprint is None:
            raise Stale
        rows = await log.rows(session, stored.id, request.revision - 1)
        later = {row.sequence for row in rows if (row.revision, row.step) > shown}
        own = [row for row in rows if row.seat == seat and row.kind in {"answer", "undo"}]
        if any(row.taken_back in later for row in own if row.sequence not in later):
            raise Stale  # the half-made turn that the panel shows was taken back with somebody else's answer
        return [row for row in play.known(own, makes_turn=own_turn) if row.sequence in later]

    async def _write(
        self,
        stored: Stored,
        request: _AnswerRequest,
        seat: int,
        run: play.Run,
        *,
        line: Sequence[PlannedAnswer],
        half_made: bool,
        public: bytes | None,
    ) -> tuple[Stored, PanelRows | None]:
        """Store an answer, in one transaction; returns the table after it, and the rows of the person's panel.

        Those can be read in the same transaction: it has raised the table's revision, so no other can change the table.

        `line` are the plans of the rest of a typed line. `public` is the position that all others see during a
        half-made turn: of this seat (`half_made`), or one that plans or policies have begun after it.
        """
        unit = self._unit
        ending: dict[str, Any] = {"phase": "finished", "ended_at": unit.clock()} if run.over else {}
        async with unit.writing() as session:
            revision, step = await unit.advance(session, stored, in_secret=half_made, **ending)
            rows = [
                self._unit.log_row(
                    stored,
                    "answer",
                    revision,
                    seat,
                    user_id=request.user_id,
                    by=request.by,
                    picks=list(picks),
                    question=QUESTIONS.encode(question),
                    events=encode_events([*_first(request, seat), *outcome.events]),
                    barrier=outcome.barrier,
                    asked=outcome.asked,
                )
                for picks, question, outcome in zip(run.answers, run.questions, run.outcomes, strict=True)
            ]
            assert run.automatic_run is not None
            automatic_run = await automatic.store_line(session, run.automatic_run, line)
            step = await automatic.write(session, stored, revision, unit.clock(), automatic_run, rows=rows, step=step)
            await log.put_snapshot(session, stored.id, revision, run.encoded, public, step=step)
            if stored.seats[seat].held:
                await stored_automatic.hold(session, stored.id, seat, "")
            if request.user_id is not None and stored.seats[seat].given_up:
                await tables.change_seat(session, stored.id, seat, given_up=False)  # the person is back
            newly_asked = _newly_asked(run, seat)
            restarted = {seat, *run.answered_for}
            if half_made or _asked_on_in_secret(run, seat):
                restarted = {*waits.restarted_in_secret(stored, seat), *(() if half_made else run.answered_for)}
            if automatic_run.begun:
                restarted = waits.restarted_but(stored, restarted, run.waiting)
            at_keys = () if request.user_id is None else (seat,)
            mention = await waits.note(
                unit,
                session,
                stored,
                revision,
                run.waiting,
                restarted=restarted,
                newly_asked=newly_asked,
                at_keys=at_keys,
            )
            if not half_made:
                kind = automatic.kind_of(run.public_events, newly_asked, over=run.over, turn=run.ends_turn)
                await unit.post(session, stored, kind, revision, seat=seat, newly_asked=newly_asked, mention=mention)
            session.expire_all()
            after = await unit.find(session, stored.id)
            if request.user_id is None:
                return after, None
            return after, await panel_rows(session, after, seat, logged=bool(request.rest))


@dataclass(frozen=True)
class _AnswerRequest:
    """A call of `answer`, `press` or `answer_seat`."""

    table_id: int
    answers: Sequence[Sequence[str]] = field(repr=False)
    by: Answerer
    user_id: int | None = None
    seat: int = -1
    revision: int | None = None
    prompt_fingerprint: str | None = None
    step: int = 0
    rest: Sequence[tuple[Prompt, Sequence[str]]] = field(default=(), repr=False)
    number: play.Numbers | None = None
    """In place of `answers`: what a button stands for in the prompt."""
    resolved: list[Sequence[str]] = field(default_factory=list, repr=False)
    """The answers that `number` was resolved to, after the first try."""

    @property
    def press(self) -> tuple[object, ...]:
        """What tells a press of a button from all others; a second one of the same button is equal."""
        return (self.table_id, self.user_id, self.prompt_fingerprint, self.number)

    def shows(self, loaded: Loaded) -> bool:
        """Whether it is of the revision and step of a loaded game."""
        return (self.revision, self.step) == (loaded.live.revision, loaded.live.step)


def _first(request: _AnswerRequest, seat: int) -> list[Event]:
    """The events before those of the answer itself."""
    if request.by != Answerer.CLOCK:
        return []
    return [Event("clock", T("The time of {who} has run out, and the clock answers.", who=player(seat)), seat)]


def _same(own: Sequence[LogRow], answers: Sequence[Sequence[str]]) -> bool:
    """Whether a seat has given just these answers since: a double press."""
    in_force = [row for row in own if row.kind == "answer" and row.taken_back is None]
    by_hand = [list(row.picks) for row in in_force if row.by == Answerer.PLAYER]
    first = bool(in_force) and in_force[0].by == Answerer.PLAYER  # what something automatic answered came after it
    return first and len(in_force) == len(own) and by_hand == [list(picks) for picks in answers]


def _stored_line(plans: Sequence[PlannedAnswer], seat: int, own: Sequence[LogRow]) -> list[PlannedAnswer]:
    """The plans of a seat's typed line: those that wait, and those whose answers are among these rows."""
    given = {None, *(row.sequence for row in own)}
    typed = [plan for plan in plans if plan.seat == seat and plan.taken in given and premove_of(plan).line]
    return [plan for plan in typed if not premove_of(plan).turn]


def _same_rest(line: Sequence[PlannedAnswer], rest: Sequence[tuple[Prompt, Sequence[str]]]) -> bool:
    return [premove_of(plan).picks for plan in line] == [list(picks) for _, picks in rest]


def _asked_on_in_secret(run: play.Run, seat: int) -> bool:
    """Whether a seat goes on with a choice in secret, of which all others still read the same question."""
    return any(
        one.seat == seat and one.secret and one.answered is None and one.text in run.questions for one in run.prompts
    )


def _newly_asked(run: play.Run, seat: int) -> tuple[int, ...]:
    return tuple(one for one in run.waiting if one not in run.asked_before and one != seat)
