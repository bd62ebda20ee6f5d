"""Rewinds by vote, beyond what a player may undo alone.

A person at the table asks to go back to before a turn. All other persons must agree before the deadline; one refusal,
or a withdrawal of the person who asked, ends the vote. Robots have no vote.

The game goes on meanwhile. Answers given meanwhile are taken back as well if all agree. The turn that the vote is about
stays the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core import answers, automatic, votes, waits
from bot.tables.core.data import Person, TableInfo, Turn, Turns, Vote, fingerprint_of
from bot.tables.core.errors import (
    DatabaseAway,
    GameOver,
    NoSuchTurn,
    NothingToUndo,
    NotOwner,
    UnknownOption,
    VoteOpen,
    VoteOver,
)
from bot.tables.core.turns import turns_of
from bot.tables.core.unit_of_work import StoredHistory, UnitOfWork
from bot.tables.upgrades import Upgrades
from rules.kernel.game import Game
from rules.kernel.steps import Event
from rules.kernel.text import T, Text, player
from storage import automatic as stored_automatic
from storage import log, rewinds, tables
from storage.schema import PlannedAnswer, Rewind, Seat
from storage.tables import Stored

logger = logging.getLogger(__name__)

HOURS = (1, 6, 12, 24, 48, 72, 168)
"""Allowed durations of a vote."""


class Rewinds:
    """See `bot.tables.service.Tables`."""

    def __init__(self, unit: UnitOfWork, upgrades: Upgrades) -> None:
        self._unit = unit
        self._upgrades = upgrades

    async def vote(self, table_id: int) -> Vote | None:
        """The open vote of a table, if there is one.

        Raises:
            NoTableHere, DatabaseAway.

        """
        async with self._unit.reading() as session:
            stored = await self._unit.find(session, table_id)
            vote = await rewinds.vote(session, table_id)
            if vote is None or stored.table.phase != "running":
                return None
            history = await self._unit.history(session, stored)
        return self._vote(stored, vote, await self._turns(stored, history))

    async def ask(self, table_id: int, user_id: int, number: int) -> Vote | None:
        """Open a vote on a rewind to before a turn. None: nobody else has a vote, and the table has gone back.

        Raises:
            NoSuchTurn, VoteOpen, NothingToUndo (the log does not lead to the game as it is).
            NoTableHere, NotRunning, GameOver, NotSeated, UnknownGame, Stuck, DatabaseAway.

        """
        await self._upgrades.ensure(table_id)
        await self._unit.locked(table_id, lambda: self._ask_once(table_id, user_id, number))
        return await self.vote(table_id)

    async def answer(self, table_id: int, user_id: int, revision: int, *, agree: bool) -> Vote | None:
        """Agree or refuse, in the vote of this revision; returns the vote after that, None if it is over.

        A refusal of the person who asked is a withdrawal. Agreeing is idempotent.

        Raises:
            VoteOver: it is over, or another one is open.
            NothingToUndo, NoTableHere, NotRunning, GameOver, NotSeated, UnknownGame, Stuck, DatabaseAway.

        """
        await self._upgrades.ensure(table_id)
        await self._unit.locked(table_id, lambda: self._answer_once(table_id, user_id, revision, agree=agree))
        return await self.vote(table_id)

    async def expire(self) -> None:
        """End every vote whose deadline has passed, or whose game has ended.

        Raises:
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            ended = await rewinds.ended_votes(session, self._unit.clock())
        for table_id in ended:
            try:
                await self._unit.locked(table_id, partial(self._expire_once, table_id))
            except DatabaseAway:
                raise
            except Exception:  # one table's trouble must not hold up what falls due at the others
                logger.exception("The vote of table %d could not be ended", table_id)

    async def next_due(self) -> datetime | None:
        """The next deadline of a vote; None if none is open.

        Raises:
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            return await rewinds.next_due(session)

    async def set_hours(self, table_id: int, person: Person, hours: int) -> TableInfo:
        """Set the duration of votes, from the next one on.

        Raises:
            UnknownOption, NotOwner, GameOver, NoTableHere, DatabaseAway.

        """

        async def work(session: AsyncSession, stored: Stored) -> None:
            if not self._unit.info(stored).live:
                raise GameOver
            if not self._unit.info(stored).manages(person):
                raise NotOwner
            if hours not in HOURS:
                raise UnknownOption("rewind", str(hours))
            await tables.advance(session, stored.id, stored.table.revision, rewind_hours=hours)

        await self._unit.change(table_id, work)
        return await self._unit.load_info(table_id)

    async def _turns(self, stored: Stored, history: StoredHistory) -> Turns:
        return await asyncio.to_thread(turns_of, self._unit.info(stored), history)

    def _vote(self, stored: Stored, vote: Rewind, turns: Turns) -> Vote:
        turn = next((one for one in turns.turns if one.sequence == vote.sequence), None)
        asked_by = next((seat.number for seat in stored.seats if seat.user_id == vote.asked_by), None)
        return Vote(
            self._unit.info(stored),
            vote.revision,
            turn,
            asked_by,
            tuple(seat.number for seat in stored.seats if seat.user_id in vote.agreed),
            tuple(seat.number for seat in _missing(stored, vote.agreed)),
            vote.due_at,
        )

    async def _ask_once(self, table_id: int, user_id: int, number: int) -> None:
        unit = self._unit
        async with unit.reading() as session:
            stored, seat = await unit.seated(session, table_id, user_id)
            if await rewinds.vote(session, table_id) is not None:
                raise VoteOpen
            data = await unit.position(session, stored)
            history = await unit.history(session, stored)
        turns = await self._turns(stored, history)
        turn = turns.turn(number)
        if turn is None:
            raise NoSuchTurn(turns.first + 1, turns.last)
        if not _missing(stored, [user_id]):
            await self._go_back(stored, data, history, turn, seat, user_id)
            return
        await asyncio.to_thread(
            answers.go_back, unit.game(stored.table.game), data, history.record, history.rows, turn.sequence
        )
        event = _vote_event(T("{who} asks to go back to before turn {n}.", who=player(seat), n=turn.number), seat)
        async with unit.writing() as session:
            asked = [one.number for one in _missing(stored, [user_id])]
            revision = await _log_and_post(unit, session, stored, event, user_id, asked)
            vote = Rewind(
                table_id=stored.id,
                revision=revision,
                asked_by=user_id,
                sequence=turn.sequence,
                agreed=[user_id],
                asked_at=unit.clock(),
                due_at=unit.clock() + timedelta(hours=stored.table.rewind_hours),
            )
            await rewinds.put_vote(session, vote)

    async def _answer_once(self, table_id: int, user_id: int, revision: int, *, agree: bool) -> None:
        unit = self._unit
        async with unit.reading() as session:
            stored, seat = await unit.seated(session, table_id, user_id)
            vote = await rewinds.vote(session, table_id)
            if vote is None or vote.revision != revision:
                raise VoteOver
            data = await unit.position(session, stored)
            history = await unit.history(session, stored)
        who = player(seat)
        if not agree:
            withdrawn = T("{who} no longer wants to go back.", who=who)
            refused = T("{who} does not want to go back. The game goes on.", who=who)
            await self._end(stored, _vote_event(withdrawn if user_id == vote.asked_by else refused, seat), user_id)
            return
        if user_id in vote.agreed:
            return
        agreed = [*vote.agreed, user_id]
        if _missing(stored, agreed):
            async with unit.writing() as session:
                await _log_and_post(unit, session, stored, _agreed(seat), user_id)
                await rewinds.put_vote(session, _with(vote, agreed))
            return
        turn = _turn_meant(await self._turns(stored, history), vote)
        if turn is None:
            await self._end(stored, _vote_event(BACK_ALREADY, None), user_id)
            return
        await self._go_back(stored, data, history, turn, seat, user_id)

    async def _expire_once(self, table_id: int) -> None:
        unit = self._unit
        async with unit.reading() as session:
            stored = await unit.find(session, table_id)
            vote = await rewinds.vote(session, table_id)
        if vote is None:
            return
        if stored.table.phase == "running":
            if vote.due_at <= unit.clock():
                late = T("Not everybody agreed in time to go back. The game goes on.")
                await self._end(stored, _vote_event(late, None), None)
            return
        async with unit.writing() as session:
            if await rewinds.end_vote(session, table_id):
                await unit.post(session, stored, "vote", stored.table.revision)

    async def _end(self, stored: Stored, event: Event, user_id: int | None) -> None:
        async with self._unit.writing() as session:
            await _log_and_post(self._unit, session, stored, event, user_id)
            await rewinds.end_vote(session, stored.id)

    async def _go_back(  # noqa: PLR0917
        self, stored: Stored, data: bytes, history: StoredHistory, turn: Turn, seat: int, user_id: int
    ) -> None:
        """Rewind to before a turn, in the transaction of the last agreement."""
        unit = self._unit
        async with unit.reading() as session:
            automation = (await automatic.load(unit, session, stored)).asked_anew()
        back = await asyncio.to_thread(_compute_rewind, unit.game(stored.table.game), data, history, turn, automation)
        async with unit.writing() as session:
            await _write_rewind(unit, session, stored, back, seat=seat, user_id=user_id)


async def recount(unit: UnitOfWork, session: AsyncSession, table_id: int) -> None:
    """Rewind if the open vote waits for nobody any more after a change of a seat.

    Part of the transaction of that change, which does not fail if the rewind is not possible: then the vote ends.

    Raises:
        NoTableHere, NotRunning, GameOver, UnknownGame.

    """
    session.expire_all()
    stored = await unit.find(session, table_id)
    vote = await rewinds.vote(session, table_id)
    if vote is None or stored.table.phase != "running" or _missing(stored, vote.agreed):
        return
    data = await unit.position(session, stored)
    history = await unit.history(session, stored)
    # As in `automatic.go_on`: others wait for this transaction.
    automation = replace((await automatic.load(unit, session, stored)).asked_anew(), pause=lambda: True)
    turn = _turn_meant(await asyncio.to_thread(turns_of, unit.info(stored), history), vote)
    text = BACK_ALREADY
    if turn is not None:
        try:
            back = await asyncio.to_thread(
                _compute_rewind, unit.game(stored.table.game), data, history, turn, automation
            )
        except NothingToUndo as error:
            text = error.text
        else:
            await _write_rewind(unit, session, stored, back)
            return
    await _log_and_post(unit, session, stored, _vote_event(text, None), None)
    await rewinds.end_vote(session, table_id)


BACK_ALREADY = T("What the vote was about has been rolled back already.")


@dataclass(frozen=True)
class _Rewound:
    """A rewind to before a turn: the answers that are taken back (`gone`), and what follows."""

    turn: Turn
    gone: list[int]
    automatic_run: automatic.AutomaticRun = field(repr=False)
    held: str
    plans: tuple[PlannedAnswer, ...] = field(repr=False)
    """The plans of all seats, which are dropped."""


def _compute_rewind(
    game: Game[Any, Any], data: bytes, history: StoredHistory, turn: Turn, automation: automatic.Automation
) -> _Rewound:
    """Compute a rewind to before a turn.

    All plans are dropped, as they assumed what is taken back. The prompt of the turn is exempt from automatic answers,
    unless a robot plays there by now; other seats' automatic answers are given.

    Raises:
        NothingToUndo.

    """
    position, gone = answers.go_back(game, data, history.record, history.rows, turn.sequence)
    plays = automation.seats.get(turn.seat)
    robot = plays is not None and plays.robot
    prompts = game.prompts(position)
    held = "" if robot else fingerprint_of(prompts, turn.seat) or ""
    automatic_run = automatic.answer_automatically(
        game, position, automation.with_plans(()).holding(turn.seat, held), prompts
    ).in_one()
    return _Rewound(turn, gone, automatic_run, held, automation.plans)


async def _write_rewind(
    unit: UnitOfWork,
    session: AsyncSession,
    stored: Stored,
    back: _Rewound,
    *,
    seat: int | None = None,
    user_id: int | None = None,
) -> None:
    """Store a rewind; `seat` and `user_id` are those of the last to agree, which is told as well."""
    turn, waiting = back.turn, back.automatic_run.waiting
    event = Event(
        "rewind",
        T(
            "The game was rolled back to before turn {n}, where {who} was asked: {question}",
            n=turn.number,
            who=player(turn.seat),
            question=turn.question,
        ),
    )
    revision, _ = await unit.advance(session, stored)
    if seat is not None:
        await unit.append_event(session, stored, revision, _agreed(seat), kind="vote", user_id=user_id)
    sequence = await unit.append_event(session, stored, revision, event, kind="rewind", user_id=user_id, barrier=True)
    await log.take_back(session, stored.id, back.gone, sequence)
    await stored_automatic.remove_plans(session, [plan.id for plan in back.plans if plan.id is not None])
    fallen = [plan for plan in back.plans if plan.taken is None or plan.taken in back.gone]
    rows = [
        automatic.dropped_row(
            stored,
            revision,
            unit.clock(),
            seat_of_plan,
            T("Your planned answer was dropped, because the game was rolled back: {plan}", plan=plan),
        )
        for seat_of_plan, plan in automatic.in_words(fallen)
    ]
    await automatic.write(session, stored, revision, unit.clock(), back.automatic_run, rows=rows)
    await waits.notify_dropped(unit, session, stored, revision, {plan.seat for plan in fallen} - set(waiting))
    await log.put_snapshot(session, stored.id, revision, back.automatic_run.encoded)
    await stored_automatic.hold(session, stored.id, turn.seat, back.held)
    await rewinds.end_vote(session, stored.id)
    mention = await waits.note(unit, session, stored, revision, waiting, restarted=waiting, newly_asked=waiting)
    await unit.post(session, stored, "rewind", revision, seat=seat, newly_asked=waiting, mention=mention)


async def _log_and_post(  # noqa: PLR0917
    unit: UnitOfWork,
    session: AsyncSession,
    stored: Stored,
    event: Event,
    user_id: int | None,
    asked: Sequence[int] = (),
) -> int:
    """Log and post an event of a vote; `asked` are the seats to ask for their votes."""
    revision = await tables.advance(session, stored.id, stored.table.revision)
    await unit.append_event(session, stored, revision, event, kind="vote", user_id=user_id)
    mention = await waits.ask_to_vote(unit, session, stored, votes.about_rewind(revision), asked)
    await unit.post(session, stored, "vote", revision, seat=event.seat, asked=mention)
    return revision


def _turn_meant(turns: Turns, vote: Rewind) -> Turn | None:
    """The turn of a vote: the first that still stands, as that of the vote itself may have been undone."""
    return next((one for one in turns.turns if one.sequence >= vote.sequence), None)


def _missing(stored: Stored, agreed: list[int]) -> list[Seat]:
    """The seats that have not agreed yet, including successors in a seat."""
    return [stored.seats[seat] for seat in votes.missing_in_rewind(stored, agreed)]


def _vote_event(text: Text, seat: int | None) -> Event:
    return Event("vote", text, seat)


def _agreed(seat: int) -> Event:
    return _vote_event(T("{who} agrees to go back.", who=player(seat)), seat)


def _with(vote: Rewind, agreed: list[int]) -> Rewind:
    return Rewind(
        table_id=vote.table_id,
        revision=vote.revision,
        asked_by=vote.asked_by,
        sequence=vote.sequence,
        agreed=agreed,
        asked_at=vote.asked_at,
        due_at=vote.due_at,
    )
