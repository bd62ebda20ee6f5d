"""Clocks: what happens when a person's time has run out.

A soft clock lets the others vote to hand the seat over; once all agree, anybody may take it. A hard clock answers that
one prompt for the seat: as its policies say, else as the game's robot would.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import seats
from bot.tables.core import votes, waits
from bot.tables.core.data import CLOCKS, HINTS, Live, Person, Played, TableInfo, fingerprint
from bot.tables.core.errors import (
    AlreadySeated,
    BotPlayer,
    DatabaseAway,
    GameOver,
    NotOnThisServer,
    NotOverdue,
    NotOwner,
    NotSeated,
    SeatKept,
    TableError,
    UnknownOption,
    UnknownPlayer,
)
from bot.tables.core.messages import ToPerson, payload_of
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.core.ways import is_person
from bot.tables.guilds import settings_of
from rules.kernel import robots
from rules.kernel.errors import IllegalAnswer, RulesError
from rules.kernel.record import Answerer
from rules.kernel.rng import Rng
from rules.kernel.robots import Level
from rules.kernel.steps import Event
from rules.kernel.text import T, player
from storage import log, outbox, reminders, tables
from storage.errors import Conflict
from storage.tables import Stored

logger = logging.getLogger(__name__)

HOURS = (6, 12, 24, 48, 72, 96, 168, 336)
MAX_REMINDERS = 10
UNATTENDED = 10
"""A table is ended after so many consecutive answers of a hard clock for each person.

If somebody never gets a prompt (any more), it is ended after three times as many in all.
"""


class Clocks:
    """Part of the Table service. `game` and `answer` are those of `bot.tables.service.Tables`."""

    def __init__(
        self,
        unit: UnitOfWork,
        game: Callable[[int], Awaitable[Live]],
        answer: Callable[..., Awaitable[Played]],
    ) -> None:
        self._unit = unit
        self._game = game
        self._answer = answer
        self._chance = Rng(secrets.token_hex(16))

    async def configure(self, table_id: int, person: Person, option: str, value: str) -> TableInfo:
        """Set a table's reminders, clock or hints: remind_hours, reminders, clock, clock_hours or hints.

        Raises:
            NoTableHere, GameOver, NotOwner, NotOnThisServer (hints), UnknownOption, DatabaseAway.

        """
        change = _setting(option, value)

        async def work(session: AsyncSession, stored: Stored) -> TableInfo:
            if stored.table.phase not in {"lobby", "running"}:
                raise GameOver
            if not self._unit.info(stored).manages(person):
                raise NotOwner
            if option == "hints" and value != "off":
                settings = await settings_of(session, stored.table.guild_id)
                if settings.hints == "off":
                    raise NotOnThisServer
            changes: dict[str, Any] = {option: change}
            revision = await tables.advance(session, stored.id, stored.table.revision, **changes)
            after = await self._unit.find(session, stored.id)
            if option in {"clock", "clock_hours"} and after.table.phase == "running":
                await waits.restart_clocks(session, after, self._unit.clock())
            await self._unit.post(session, stored, "table", revision)
            return self._unit.info(after)

        return await self._unit.change(table_id, work)

    async def expire(self) -> None:
        """Handle every clock that has run out; an error at one table does not affect others.

        Raises:
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            late = await reminders.run_out(session, self._unit.clock())
        for table_id, seat, since in late:
            try:
                await self._expire_one(table_id, seat, since)
            except DatabaseAway:
                raise
            except (TableError, RulesError, Conflict) as error:
                logger.info("The clock of table %d, seat %d was overtaken: %s", table_id, seat, type(error).__name__)
            except Exception:
                logger.exception("The clock of table %d, seat %d could not do its work", table_id, seat)

    async def _expire_one(self, table_id: int, seat: int, since: datetime) -> None:
        live = await self._game(table_id)
        if live.over or live.info.players[seat].since != since:
            return
        if live.info.clock == "soft":
            await self._open_vote(table_id, seat, since)
            return
        if await self._unit.change(table_id, self._end_unattended):
            return
        prompt = live.prompt_of(seat)
        if prompt is None:
            return
        picks = await asyncio.to_thread(self._choose, live, seat)
        await self._answer(
            table_id,
            seat,
            [picks],
            Answerer.CLOCK,
            revision=live.revision,
            step=live.step,
            prompt_fingerprint=fingerprint(prompt),
        )

    async def _end_unattended(self, session: AsyncSession, stored: Stored) -> bool:
        """End a table at which only the clock has answered for long; whether it was ended."""
        answered = await log.clock_answers(session, stored.id)
        people = [seat for seat in stored.seats if is_person(seat)]
        each = [answered.get(seat.number, 0) for seat in people]
        if not each or (min(each) < UNATTENDED and sum(each) < 3 * UNATTENDED * len(each)):
            return False
        text = T(
            "The table was ended before its game was over: the clock has answered {n} times, and nobody else.",
            n=sum(each),
        )
        await waits.end_early(self._unit, session, stored, text)
        await outbox.put(session, stored.id, "ended", payload_of(ToPerson(stored.table.owner_id)), self._unit.clock())
        return True

    def _choose(self, live: Live, seat: int) -> list[str]:
        """Answer for a seat as its game's robot would; at random where that picks what is not offered."""
        prompt = live.prompt_of(seat)
        assert prompt is not None
        game, view = live.info.game, live.view(seat)
        picks = live.game.choose(view, prompt, self._chance, Level.GOOD)
        try:
            prompt.check(picks)
        except IllegalAnswer:
            logger.exception("%s: the clock cannot pick this of “%s” for seat %d: %s", game, prompt.kind, seat, picks)
            return robots.choose(view, prompt, self._chance)
        return picks

    async def _open_vote(self, table_id: int, seat: int, since: datetime) -> None:
        async def work(session: AsyncSession, stored: Stored) -> None:
            waiting = stored.seats[seat]
            if waiting.since != since or waiting.overdue or stored.table.phase != "running":
                return
            text = T("The time of {who} has run out. The others may vote to hand the seat over.", who=player(seat))
            revision = await self._unit.log_event(session, stored, "overdue", Event("overdue", text, seat))
            await tables.change_seat(session, stored.id, seat, overdue=True)
            others = [one.number for one in stored.seats if one.number != seat]
            about = votes.about_seat(seat, since)
            asked = await waits.ask_to_vote(self._unit, session, stored, about, others)
            await self._unit.post(session, stored, "overdue", revision, seat=seat, asked=asked)

        await self._unit.change(table_id, work)

    async def vote(self, table_id: int, user_id: int, seat: int) -> TableInfo:
        """Vote to hand an overdue seat over; once everybody else has (`bot.tables.seats`), anybody may take it.

        Raises:
            NoTableHere, NotSeated, NotOverdue (also for one's own seat), UnknownPlayer, DatabaseAway.

        """

        async def work(session: AsyncSession, stored: Stored) -> None:
            if not 0 <= seat < len(stored.seats):
                raise UnknownPlayer
            voter = next((one.number for one in stored.seats if one.user_id == user_id), None)
            if voter is None:
                raise NotSeated
            if stored.table.phase != "running" or not stored.seats[seat].overdue or voter == seat:
                raise NotOverdue
            await tables.vote(session, table_id, seat, voter)
            await seats.recount(self._unit, session, table_id)

        await self._unit.change(table_id, work)
        return await self._unit.load_info(table_id)

    async def take(self, table_id: int, person: Person, seat: int) -> TableInfo:
        """Take a seat that was given up.

        Raises:
            NoTableHere, SeatKept, AlreadySeated, BotPlayer, UnknownPlayer, DatabaseAway.

        """
        if person.is_bot:
            raise BotPlayer(person.name)

        async def work(session: AsyncSession, stored: Stored) -> None:
            if not 0 <= seat < len(stored.seats):
                raise UnknownPlayer
            if stored.table.phase != "running" or not stored.seats[seat].given_up:
                raise SeatKept
            if any(one.user_id == person.user_id for one in stored.seats):
                raise AlreadySeated(person.name)
            await seats.hand_over(self._unit, session, stored, seats.taken_over(seat), to=person, by=person)

        await self._unit.change(table_id, work)
        return await self._unit.load_info(table_id)


def _setting(option: str, value: str) -> int | str:
    """Parse a value of a setting.

    Raises:
        UnknownOption: it is not allowed.

    """
    if value in {"clock": CLOCKS, "hints": HINTS}.get(option, ()):
        return value
    number = int(value) if value.isascii() and value.isdigit() and len(value) < 5 else -1
    if option in {"remind_hours", "clock_hours"} and 1 <= number <= HOURS[-1]:
        return number
    if option == "reminders" and 0 <= number <= MAX_REMINDERS:
        return number
    raise UnknownOption(option, value)
