"""Gives the policies that come after a pause (`bot.tables.core.pauses`), when it is over.

It looks on a slow tick. What is due is computed from the waits in the database, so that another process, or the next
one, goes on with it; the next one after another pause, where the answer fell due while there was none.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from contextvars import Context
from datetime import datetime, timedelta
from functools import partial

from bot.tables.core import automatic, pauses
from bot.tables.core.errors import DatabaseAway, TableError
from bot.tables.core.unit_of_work import UnitOfWork
from rules.kernel.errors import RulesError
from storage import tables

log = logging.getLogger(__name__)

EVERY = timedelta(seconds=60)
"""How often it looks."""


class LateAnswers:
    """Part of the Table service."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit
        self._games = [
            key
            for key, game in unit.games.items()
            if any(choice.late for policy in game.policies for choice in policy.all_choices)
        ]
        self._done: dict[tuple[int, int], datetime] = {}  # by table and seat: the wait whose pause was found over
        self._looked: datetime | None = None
        self._looking: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Give what is due, at most every `EVERY`; call it on a slow tick."""
        now = self._unit.clock()
        if self._games and (self._looked is None or abs(now - self._looked) >= EVERY):
            self._looked = now
            if self._looking is None or self._looking.done():
                self._looking = Context().run(asyncio.create_task, self._look(), name="orrery-late-answers")

    async def _look(self) -> None:
        with suppress(DatabaseAway):  # the next tick tries again
            await self.give()

    async def give(self) -> None:
        """Give every answer whose pause is over.

        Raises:
            DatabaseAway.

        """
        self._unit.began()
        now = self._unit.clock()
        async with self._unit.reading() as session:
            asked = await tables.people_asked(session, self._games, now - pauses.LEAST)
        waits = {(table_id, seat): since for table_id, seat, since in asked}
        self._done = {key: since for key, since in self._done.items() if waits.get(key) == since}
        for table_id in sorted({table_id for table_id, seat in waits if (table_id, seat) not in self._done}):
            try:
                await self._unit.in_background(table_id, partial(self._give, table_id))
            except DatabaseAway:
                raise
            except (TableError, RulesError) as error:
                log.info("The late answers of table %d wait: %s", table_id, type(error).__name__)
            except Exception:
                log.exception("The late answers of table %d could not be given", table_id)

    async def _give(self, table_id: int) -> None:
        unit, now = self._unit, self._unit.clock()
        async with unit.reading() as session:
            stored = await unit.find(session, table_id)
        due = {
            seat.number: seat.since
            for seat in stored.seats
            if seat.since is not None and not seat.robot and pauses.is_over(stored, seat, now, unit.began())
        }
        new = [seat for seat, since in due.items() if self._done.get((table_id, seat)) != since]
        if not new or stored.table.phase != "running":
            return
        async with unit.writing(aside=True) as session:
            await tables.lock(session, table_id)
            await automatic.go_on(unit, session, table_id, seat=new[0])
        self._done.update({(table_id, seat): since for seat, since in due.items()})

    async def close(self) -> None:
        """Stop; what is left is given after the next start."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
