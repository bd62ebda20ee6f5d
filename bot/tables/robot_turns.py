"""A background worker for robots' answers.

As a rule robots answer in the transaction of the change before them (`bot.tables.core.automatic`). If another
interaction waits meanwhile, they pause: the change is stored with their prompts open, its person sees the result, and
the robots play on here, in one thread for all tables. They play in time slices, shorter ones if an interaction waits,
and each slice is a transaction. Pending work is stored only in the seats (a robot with an open prompt), so another
process, or the next one, continues it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context
from dataclasses import replace
from datetime import datetime, timedelta

from bot.tables.core import automatic
from bot.tables.core.automatic import AutomaticRun
from bot.tables.core.errors import DatabaseAway, TableError
from bot.tables.core.unit_of_work import UnitOfWork
from storage import tables
from storage.errors import Conflict
from storage.schema import Snapshot
from storage.tables import Stored

log = logging.getLogger(__name__)

SHORT, LONG = 0.1, 0.5
"""Length of a time slice in seconds: if an interaction waits, and otherwise."""
PATIENCE = 0.02
"""Seconds to wait before each slice for interactions to finish first."""
RETRY_SECONDS = 5.0
"""Pause before a retry after a database error or a conflict."""
ABANDONED = timedelta(seconds=60)
"""Robots' prompts that are open for longer are abandoned: the process that worked at them has ended."""


class RobotTurns:
    """Part of the Table service."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit
        unit.robots_asked = self.schedule
        self._queue: dict[int, None] = {}  # the tables, in order
        self._acted: dict[int, set[int]] = {}  # by table: the seats whose change gave robots their prompts
        self._done: dict[int, asyncio.Event] = {}
        self._failed: dict[int, int] = {}  # by table: the revision at which its robots had no answer
        self._worker: asyncio.Task[None] | None = None
        self._looked: datetime | None = None
        self._looking: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="orrery-robots")

    def schedule(self, table_id: int, acted: Collection[int]) -> None:
        """Schedule a slice for a table; `acted` are the seats whose persons look at their panels."""
        self._queue.setdefault(table_id)
        self._acted.setdefault(table_id, set()).update(acted)
        self._done.setdefault(table_id, asyncio.Event())
        if self._worker is None or self._worker.done():
            # In an empty context, without the interaction's commit trace and table.
            self._worker = Context().run(asyncio.create_task, self._work(), name="orrery-robots")

    def _retry(self, table_id: int) -> None:
        self._unit.robots_asked(table_id, ())  # does nothing after `close`

    def scheduled(self, table_id: int) -> bool:
        """Whether a table's robots are still to play on here."""
        return table_id in self._done

    async def finished(self, table_id: int, within: float) -> bool:
        """Wait until a table's robots have played on; False if they have nothing to do, or take longer (seconds).

        After a timeout the persons that have acted get notices like all others.
        """
        done = self._done.get(table_id)
        if done is None:
            return False
        try:
            await asyncio.wait_for(done.wait(), within)
        except TimeoutError:
            self._acted.get(table_id, set()).clear()
            return False
        return True

    async def resume(self, older_than: timedelta = timedelta()) -> None:
        """Schedule tables whose robots have had open prompts for so long (at start: any).

        Raises:
            DatabaseAway.

        """
        self._looked = now = self._unit.clock()
        async with self._unit.reading() as session:
            left = await tables.robots_asked(session, now - older_than)
        for table_id, revision in left:
            if self._failed.get(table_id) != revision:
                self.schedule(table_id, ())

    def look(self) -> None:
        """Resume abandoned tables every `ABANDONED`, as another process may have ended; call it on a slow tick."""
        if self._looked is None or abs(self._unit.clock() - self._looked) >= ABANDONED:
            self._looking = asyncio.create_task(self._look(), name="orrery-robots-left")

    async def _look(self) -> None:
        with suppress(DatabaseAway):  # the next tick tries again
            await self.resume(ABANDONED)

    async def _work(self) -> None:
        """Run slices round-robin until the queue is empty."""
        while self._queue:
            with suppress(TimeoutError):  # robots must not starve
                await asyncio.wait_for(self._unit.idle.wait(), PATIENCE)
            table_id = next(iter(self._queue))
            del self._queue[table_id]
            try:
                await self._unit.in_background(table_id, lambda: self._slice(table_id))  # noqa: B023 - awaited at once
            except Exception as error:
                self._queue.pop(table_id, None)  # left to `resume`; an immediate retry would loop
                if isinstance(error, (DatabaseAway, Conflict)):
                    asyncio.get_running_loop().call_later(RETRY_SECONDS, self._retry, table_id)
                if isinstance(error, (TableError, Conflict)):
                    log.info("The robots of table %d wait: %s", table_id, type(error).__name__)
                else:
                    log.exception("The robots of table %d could not play on", table_id)
            if table_id not in self._queue:
                del self._acted[table_id]
                self._done.pop(table_id).set()

    async def _slice(self, table_id: int) -> None:
        """Run one slice; `waits.note` schedules the next if there is more to do."""
        unit = self._unit
        async with unit.reading() as session:
            stored = await unit.find(session, table_id)
            if stored.table.phase != "running":
                return
            snapshot = await unit.snapshot(session, stored)
            automation = replace(await automatic.load(unit, session, stored), pause=self._pause())
        game = unit.game(stored.table.game)
        loop = asyncio.get_running_loop()
        automatic_run = await loop.run_in_executor(
            self._thread, automatic.answer_stored, game, snapshot.position, automation
        )
        if automatic_run.given:
            await self._write(stored, snapshot, automatic_run)
        elif any(stored.seats[seat].robot for seat in automatic_run.waiting):
            self._failed[table_id] = stored.table.revision

    async def _write(self, stored: Stored, snapshot: Snapshot, automatic_run: AutomaticRun) -> None:
        unit, acted = self._unit, self._acted[stored.id]
        async with unit.writing() as session:
            seat = automatic_run.given[0].seat
            await automatic.write_run(unit, session, stored, snapshot, automatic_run, seat=seat, at_keys=acted)

    def _pause(self) -> Callable[[], bool]:
        """Make the predicate that ends a slice: after its first answer at the earliest."""
        begun = time.monotonic()
        first = True

        def pause() -> bool:
            nonlocal first
            if first:
                first = False
                return False
            return time.monotonic() - begun > (LONG if self._unit.idle.is_set() else SHORT)

        return pause

    async def close(self) -> None:
        """Stop; pending work is left to the next start."""
        self._unit.robots_asked = lambda *_: None
        for task in (self._worker, self._looking):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        for done in self._done.values():
            done.set()
        self._thread.shutdown(wait=False, cancel_futures=True)
