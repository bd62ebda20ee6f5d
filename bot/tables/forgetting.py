"""Forgetting a person: their id and their name go out of everything that is stored, and games stay.

That a person is to be forgotten is noted first, in a transaction of its own (`storage.forgetting.begin`), and the note
goes last: what stops in between is gone on with at the next start, or within the hour. Between them

1. their live tables get somebody else: a seat of a running game goes to a robot of its own (which anybody may replace),
   a table to the next person there; a lobby without another person is closed, and so is a game that nobody else plays;
2. tables that are over are cleaned, in parts: the seat is that of a former person, in its result as well;
3. what is theirs alone is removed, and what others are to be told about them is reworded;
4. what is rated after their games is rated anew, so that making all results anew comes to the same.

Each table changes in one transaction and under its lock, as by any other change. It is looked again until nothing of
the person is found: they may have done something meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import seats
from bot.tables.core import waits
from bot.tables.core.data import Person
from bot.tables.core.errors import DatabaseAway, TableError
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.ratings import rate
from bot.tables.results import Results
from bot.tables.robots import free_id, people_of
from rules.kernel.errors import RulesError
from rules.kernel.text import T
from storage import automatic, forgetting, imports, reminders, tables
from storage.errors import Conflict
from storage.persons import NOBODY
from storage.schema import LIVE_PHASES, Seat
from storage.tables import Stored

log = logging.getLogger(__name__)

AGAIN = timedelta(hours=1)
"""How often it is looked for somebody whose forgetting has stopped in between."""
PART = 5
"""How many tables that are over are cleaned in one transaction."""
ROUNDS = 6
"""How often it is looked again at once; after that at the next look."""


@dataclass(frozen=True)
class Leaving:
    """What a person who wants to be forgotten leaves: running games, lobbies, weekly tables, games that are over."""

    running: tuple[int, ...]
    """The tables of running games at which they sit, but practice tables."""
    lobbies: int
    owned: int
    """Live tables that are theirs, but practice tables."""
    over: int


class Forgetting:
    """Part of the Table service."""

    def __init__(self, unit: UnitOfWork, results: Results) -> None:
        self._unit = unit
        self._results = results
        self._looked: datetime | None = None
        self._looking: asyncio.Task[None] | None = None
        self._working: dict[int, asyncio.Task[bool]] = {}

    async def leaving(self, user_id: int) -> Leaving:
        """Tell what a person would leave.

        Raises:
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            live = await tables.several(session, await forgetting.live_tables(session, user_id))
            over = await forgetting.ended_tables(session, user_id, 10_000)
        live = [one for one in live if not one.private]  # a practice game is nobody else's: it ends
        seated = [one for one in live if _seat_of(one, user_id) is not None]
        return Leaving(
            running=tuple(one.id for one in seated if one.table.phase == "running"),
            lobbies=sum(one.table.phase == "lobby" for one in seated),
            owned=sum(one.table.owner_id == user_id for one in live),
            over=len(over),
        )

    async def forget(self, user_id: int, within: float | None = None) -> bool:
        """Forget a person; whether it is done, for with `within` seconds the rest may be done in the background.

        Raises:
            DatabaseAway: where the note could not be made, nothing happens; else it is gone on with later.

        """
        with suppress(Conflict):  # another press has just noted the same
            async with self._unit.writing() as session:
                await forgetting.begin(session, user_id)
        working = self._start(user_id)
        done, _ = await asyncio.wait({working}, timeout=within)
        return bool(done) and working.result()

    def _start(self, user_id: int) -> asyncio.Task[bool]:
        """Forget a person in a task of its own: it goes on if nobody waits for it any more."""
        working = self._working.get(user_id)
        if working is None:
            name = "orrery-forgetting"
            working = Context().run(asyncio.create_task, self._forget(user_id), name=name)
            self._working[user_id] = working
            working.add_done_callback(lambda done: self._ended(user_id, done))
        return working

    def _ended(self, user_id: int, done: asyncio.Task[bool]) -> None:
        """Note that a task has ended; what is left to do is gone on with at the next tick, or the next start."""
        self._working.pop(user_id, None)
        if not done.cancelled() and (error := done.exception()) is not None:
            log.warning("Somebody who wants to be forgotten is not yet: %s", type(error).__name__)

    def look(self) -> None:
        """Go on in the background with what has stopped in between, every `AGAIN` and at first; call it on a tick."""
        busy = self._looking is not None and not self._looking.done()
        if not busy and (self._looked is None or abs(self._unit.clock() - self._looked) >= AGAIN):
            self._looked = self._unit.clock()
            self._looking = Context().run(asyncio.create_task, self._look(), name="orrery-forgetting-look")

    async def _look(self) -> None:
        try:
            await self.resume()
        except DatabaseAway:
            self._looked = None  # the next tick tries again
        except Exception:  # the note stays
            log.exception("Somebody who wants to be forgotten is not yet")

    async def resume(self) -> int:
        """Go on with everybody whose forgetting has stopped in between; returns how many were forgotten.

        Raises:
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            wanted = await forgetting.begun(session)
        done = await asyncio.gather(*map(self._start, wanted), return_exceptions=True)  # one's fault stops no other's
        faults = [one for one in done if isinstance(one, BaseException)]
        if faults:
            raise faults[0]
        return sum(one is True for one in done)

    async def close(self) -> None:
        """Stop; the rest is done at the next start."""
        stopped = [*self._working.values(), *([] if self._looking is None else [self._looking])]
        for task in stopped:
            task.cancel()
        await asyncio.gather(*stopped, return_exceptions=True)

    async def _forget(self, user_id: int) -> bool:
        """Do all of it, until nothing is found any more; whether that was reached."""
        async with self._unit.one_at_a_time("forgetting"):
            for _ in range(ROUNDS):
                found = [
                    await self._leave_tables(user_id),
                    await self._clean_ended(user_id),
                    await self._clean_tables(user_id),
                    await self._clean_outbox(user_id),
                    await self._remove_imports(user_id),
                    await self._remove_rows(user_id),
                    await self._rate(user_id),
                ]
                if not any(found):
                    async with self._unit.writing(aside=True) as session:
                        await forgetting.end(session, user_id)
                    return True
        return False

    async def _leave_tables(self, user_id: int) -> bool:
        async with self._unit.reading() as session:
            live = await forgetting.live_tables(session, user_id)
        for table_id in live:
            try:
                await self._unit.change(table_id, partial(self._leave, user_id=user_id, unread=False))
            except DatabaseAway:
                raise
            except (TableError, RulesError) as error:  # the rules cannot read the game
                log.info("A seat of table %d is handed over unread: %s", table_id, type(error).__name__)
                await self._in_table(table_id, partial(self._leave_unread, table_id=table_id, user_id=user_id))
            except Exception:  # one game's fault must not keep anybody from being forgotten
                log.exception("A seat of table %d is handed over unread", table_id)
                await self._in_table(table_id, partial(self._leave_unread, table_id=table_id, user_id=user_id))
        return bool(live)

    async def _leave_unread(self, session: AsyncSession, *, table_id: int, user_id: int) -> None:
        await self._leave(session, await self._unit.find(session, table_id), user_id=user_id, unread=True)

    async def _leave(self, session: AsyncSession, stored: Stored, *, user_id: int, unread: bool) -> None:
        """Take a person out of a live table; `unread`: without a look at its game."""
        others = sorted(
            (one for one in stored.seats if one.user_id > 0 and one.user_id != user_id),
            key=lambda one: (one.gone, one.robot, one.number),  # on vacation before who has left the server
        )
        table_id, owns, heir = stored.id, stored.table.owner_id == user_id, [one.user_id for one in others[:1]]
        if stored.table.phase == "lobby":
            await self._leave_lobby(session, stored, user_id, others)
        elif stored.table.phase == "running":
            seat = _seat_of(stored, user_id)
            if not others:
                text = T("The table was ended before its game was over.")
                await waits.end_early(self._unit, session, stored, text)
            elif seat is not None:
                hand_over = self._hand_over_unread if unread else self._hand_over
                await hand_over(session, stored, seat, others[0])
            if owns and heir:
                await tables.change(session, table_id, owner_id=heir[0])
        session.expire_all()  # what was loaded is known no more
        await forgetting.clean_table(session, table_id, user_id)

    async def _leave_lobby(self, session: AsyncSession, stored: Stored, user_id: int, others: list[Seat]) -> None:
        changes: dict[str, Any] = {}
        if not others:
            changes = {"phase": "abandoned", "ended_at": self._unit.clock(), "owner_id": NOBODY}
        elif stored.table.owner_id == user_id:
            changes = {"owner_id": others[0].user_id}
        revision = await tables.advance(session, stored.id, stored.table.revision, **changes)
        await tables.reseat(session, stored.id, [one for one in people_of(stored) if one.user_id != user_id])
        await self._unit.post(session, stored, "table", revision)

    async def _hand_over(self, session: AsyncSession, stored: Stored, seat: Seat, other: Seat) -> None:
        """Give a seat of a running game to a robot of its own; if only robots were left, somebody else is back."""
        number, robot, table_id, offer = seat.number, free_id(people_of(stored)), stored.id, _offer_of(seat)
        if other.robot and all(one.robot for one in stored.seats if one.number != number):
            await seats.let_robot_play(self._unit, session, stored, other.number, on=False)
            session.expire_all()
            stored = await self._unit.find(session, table_id)
        await automatic.clear_seat(session, table_id, number)  # and nobody is told of their plans
        event = seats.taken_over(number)
        await seats.hand_over(self._unit, session, stored, event, to=Person(robot, ""), by=Person(NOBODY, ""))
        await tables.change_seat(session, table_id, number, **offer)

    async def _hand_over_unread(self, session: AsyncSession, stored: Stored, seat: Seat, other: Seat) -> None:
        del other  # nobody plays while the rules cannot read the game
        number, robot, offer = seat.number, free_id(people_of(stored)), _offer_of(seat)
        await automatic.clear_seat(session, stored.id, number)
        await reminders.drop(session, stored.id, number)
        await tables.hand_over(session, stored.id, number, robot, "")
        await tables.change_seat(session, stored.id, number, **offer)
        await self._unit.log_event(session, stored, "replace", seats.taken_over(number), NOBODY)

    async def _clean_ended(self, user_id: int) -> bool:
        """Clean the tables that are over and at which the person sits, with their results."""
        found = False
        while True:
            async with self._unit.reading() as session:
                some = await forgetting.ended_tables(session, user_id, PART)
            if not some:
                return found
            found = True
            await self._clean_some(some, user_id)

    async def _clean_some(self, some: list[int], user_id: int) -> None:
        async with self._results.alone(), self._unit.writing(aside=True) as session:
            changed = []
            for table_id in some:
                rated = await forgetting.clean_table(session, table_id, user_id)
                changed += [] if rated is None else [rated]
                await asyncio.sleep(0)  # SQLite answers without a turn for others
            if changed:
                await forgetting.note_rated(session, user_id, changed)

    async def _rate(self, user_id: int) -> bool:
        """Rate anew what follows the games in which the person was rated, once they are out of all of them."""
        async with self._unit.reading() as session:
            games = await forgetting.to_rate(session, user_id)
        for one in games:
            async with self._results.alone(), self._unit.writing(aside=True) as session:
                await rate(session, one.guild_id, one.game, one.place)
        if games:
            async with self._unit.writing(aside=True) as session:
                await forgetting.rated(session, user_id)
        return bool(games)

    async def _clean_tables(self, user_id: int) -> bool:
        """Clean what other tables tell of the person: their logs, votes, lists."""
        async with self._unit.reading() as session:
            last = await forgetting.last_table(session)
        found = False
        for after in range(0, last, forgetting.TABLES):
            async with self._unit.reading() as session:
                named = await forgetting.tables_that_name(session, user_id, after)
            found = found or bool(named)
            for table_id in named:
                await self._clean_named(table_id, user_id)
        return found

    async def _clean_named(self, table_id: int, user_id: int) -> None:
        async with self._unit.reading() as session:
            stored = await self._unit.find(session, table_id)
        if stored.table.phase not in LIVE_PHASES:  # it may have a result that names them
            await self._clean_some([table_id], user_id)
            return

        async def clean(session: AsyncSession) -> None:
            now = await self._unit.find(session, table_id)
            offered = any(seat.offered_to == user_id for seat in now.seats)
            await forgetting.clean_table(session, table_id, user_id)
            if offered:  # its post says so, with buttons for them
                revision = await tables.advance(session, table_id, now.table.revision)
                await self._unit.post(session, now, "table", revision)

        await self._in_table(table_id, clean)

    async def _in_table(self, table_id: int, work: Callable[[AsyncSession], Awaitable[None]]) -> None:
        """Change a table under its lock without loading it."""

        async def once() -> None:
            async with self._unit.writing(aside=True) as session:
                await work(session)

        await self._unit.in_background(table_id, once)

    async def _clean_outbox(self, user_id: int) -> bool:
        """Empty what is said to the person, and what is said about them; others are told the rest."""
        after, found = 0, False
        while True:
            async with self._unit.reading() as session:
                rows = await forgetting.outbox_rows(session, after)
            if not rows:
                return found
            after = rows[-1].number
            theirs, others = [], []
            for row in rows:
                if user_id in {row.user_id, row.payload.get("user"), row.payload.get("about")}:
                    theirs.append(row.number)
                elif user_id in {row.payload.get("by"), row.payload.get("guest")}:
                    said = {key: NOBODY if value == user_id else value for key, value in row.payload.items()}
                    if row.payload.get("guest") == user_id:
                        said["guest"] = None
                    others.append((row.number, said))
            if not theirs and not others:
                continue
            found = True
            async with self._unit.writing(aside=True) as session:
                if theirs:
                    await forgetting.scrub(session, theirs, self._unit.clock())
                for number, said in others:
                    await forgetting.reword(session, number, said)

    async def _remove_imports(self, user_id: int) -> bool:
        """Remove the games that they have imported."""
        async with self._unit.reading() as session:
            found = [one.table_id for one in await imports.of_person(session, user_id)]
        for table_id in found:
            await self._in_table(table_id, partial(imports.remove, table_id=table_id))
        return bool(found)

    async def _remove_rows(self, user_id: int) -> bool:
        async with self._unit.reading() as session:
            if not await forgetting.rows_of(session, user_id):
                return False
            keys = await forgetting.keys_of(session, user_id)
        async with self._unit.writing(aside=True) as session:
            await forgetting.remove_rows(session, user_id, keys)
        return True


def _offer_of(seat: Seat) -> dict[str, Any]:
    """The offer of a seat, which stands when it goes to a robot: whoever left has named who may take it."""
    return {"offered_to": seat.offered_to, "offered_name": seat.offered_name, "offered_by": NOBODY}


def _seat_of(stored: Stored, user_id: int) -> Seat | None:
    return next((one for one in stored.seats if one.user_id == user_id), None)
