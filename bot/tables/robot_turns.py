"""Robots that play on while nobody waits for them.

As a rule robots answer in the transaction of the change that asked them (`bot.tables.core.automatic`). Where somebody
else waits meanwhile, they pause: the change is stored with their questions open, whoever made it sees what it has led
to, and the robots play on here, one thread for all tables. A slice ends soon, sooner where somebody waits, and is
stored by itself. What is left is known by the seats alone (a robot that is waited for), so another process, or the next
one, goes on with it.
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
"""Seconds after which a table's robots let others go on: where somebody waits, and in any case."""
PATIENCE = 0.02
"""Seconds that robots let people go first before each slice."""
AGAIN = 5.0
"""Seconds after which robots try again that the database has not let play, or another process."""
LEFT_ALONE = timedelta(seconds=60)
"""Robots that have been asked for so long are nobody's any more: the process that had them has ended."""


class RobotTurns:
    """Part of the Table service."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit
        unit.robots_asked = self.soon
        self._asked: dict[int, None] = {}  # the tables, in turn
        self._acted: dict[int, set[int]] = {}  # by table: whose change asked them
        self._done: dict[int, asyncio.Event] = {}
        self._failed: dict[int, int] = {}  # by table: the revision at which its robots know no answer; the log tells
        self._worker: asyncio.Task[None] | None = None
        self._looked: datetime | None = None
        self._looking: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="orrery-robots")

    def soon(self, table_id: int, acted: Collection[int]) -> None:
        """Let the robots of a table play on; `acted` are the seats whose persons wait for it."""
        self._asked.setdefault(table_id)
        self._acted.setdefault(table_id, set()).update(acted)
        self._done.setdefault(table_id, asyncio.Event())
        if self._worker is None or self._worker.done():
            # In an empty context: what robots do is none of the press that has asked them, nor of its table alone.
            self._worker = Context().run(asyncio.create_task, self._work(), name="orrery-robots")

    def _again(self, table_id: int) -> None:
        self._unit.robots_asked(table_id, ())  # nobody's any more, once this is closed

    async def finished(self, table_id: int, within: float) -> bool:
        """Wait until a table's robots have played on; False where they have nothing to do, or take longer (seconds).

        Where they do, nobody waits for them any more: whoever is asked after them is told so.
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

    async def resume(self, left_alone: timedelta = timedelta()) -> None:
        """Go on where robots have been asked for so long (at a start: at all) and nobody lets them play.

        Raises:
            DatabaseAway.

        """
        self._looked = now = self._unit.clock()
        async with self._unit.reading() as session:
            left = await tables.robots_asked(session, now - left_alone)
        for table_id, revision in left:
            if self._failed.get(table_id) != revision:
                self.soon(table_id, ())

    def look(self) -> None:
        """Resume now and then, for another process may have ended in the middle of a turn; call it on a slow tick."""
        if self._looked is None or abs(self._unit.clock() - self._looked) >= LEFT_ALONE:
            self._looking = asyncio.create_task(self._look(), name="orrery-robots-left")

    async def _look(self) -> None:
        with suppress(DatabaseAway):  # the next tick looks again
            await self.resume(LEFT_ALONE)

    async def _work(self) -> None:
        """Give each table in turn a slice, until none is left."""
        while self._asked:
            with suppress(TimeoutError):  # people go on and on; robots must get on as well
                await asyncio.wait_for(self._unit.idle.wait(), PATIENCE)
            table_id = next(iter(self._asked))
            del self._asked[table_id]
            try:
                await self._unit.in_background(table_id, lambda: self._slice(table_id))  # noqa: B023 - awaited at once
            except Exception as error:
                self._asked.pop(table_id, None)  # `resume` comes back to it; at once would be again and again
                if isinstance(error, (DatabaseAway, Conflict)):
                    asyncio.get_running_loop().call_later(AGAIN, self._again, table_id)
                if isinstance(error, (TableError, Conflict)):
                    log.info("The robots of table %d wait: %s", table_id, type(error).__name__)
                else:
                    log.exception("The robots of table %d could not play on", table_id)
            if table_id not in self._asked:
                del self._acted[table_id]
                self._done.pop(table_id).set()

    async def _slice(self, table_id: int) -> None:
        """Play on for a while; `waits.note` asks for more where there is more to do."""
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
        """Say when a slice ends: not before its first answer, sooner where somebody waits."""
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
        """Stop; what robots are at is left to the next start."""
        self._unit.robots_asked = lambda *_: None
        for task in (self._worker, self._looking):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        for done in self._done.values():
            done.set()
        self._thread.shutdown(wait=False, cancel_futures=True)
