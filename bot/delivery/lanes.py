"""Work queues by lane: in order within a lane, concurrent between lanes.

A lane is one task, which lives while it has work.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from bot.connection.traffic import Lane

log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[None]]


@dataclass
class _Busy:
    """A lane with work, and the outbox rows of each piece of work."""

    works: deque[tuple[Work, Collection[int]]] = field(default_factory=deque)
    now: Collection[int] = ()
    task: asyncio.Task[None] | None = None


class Lanes:
    """The busy lanes."""

    def __init__(self, after: Work) -> None:
        """`after` runs in a lane that has no work left; it may give the lane more."""
        self._after = after
        self._busy: dict[Lane, _Busy] = {}

    def __contains__(self, lane: Lane) -> bool:
        """Whether a lane is busy."""
        return lane in self._busy

    def __bool__(self) -> bool:
        """Whether any lane is busy."""
        return bool(self._busy)

    @property
    def held(self) -> list[int]:
        """The rows that are being sent or wait in a lane."""
        found: list[int] = []
        for busy in self._busy.values():
            found += busy.now
            for _, rows in busy.works:
                found += rows
        return found

    def count(self, slow: Callable[[asyncio.Task[Any]], bool]) -> tuple[int, int]:
        """How many lanes are busy, and how many of them are not slow."""
        tasks = [busy.task for busy in self._busy.values() if busy.task is not None]
        return len(tasks), sum(not slow(task) for task in tasks)

    def give(self, lane: Lane, work: Work, rows: Collection[int] = ()) -> None:
        """Append work to a lane; the work handles its own errors."""
        busy = self._busy.setdefault(lane, _Busy())
        busy.works.append((work, rows))
        if busy.task is None:
            busy.task = asyncio.create_task(self._run(lane, busy), name=f"orrery-{lane[0]}-{lane[1]}")
            busy.task.add_done_callback(lambda _: self._over(lane, busy))

    async def _run(self, lane: Lane, busy: _Busy) -> None:
        while busy.works:
            work, busy.now = busy.works.popleft()
            try:
                await work()
                busy.now = ()
                if not busy.works:
                    await self._after()
            except Exception:  # the rest of the lane goes on
                log.exception("The lane of %s %d has failed", *lane)
            busy.now = ()

    def _over(self, lane: Lane, busy: _Busy) -> None:
        assert busy.task is not None
        del self._busy[lane]
        if not busy.task.cancelled():  # work that was given while the task was ending
            for work, rows in busy.works:
                self.give(lane, work, rows)

    async def idle(self) -> None:
        """Wait until no lane is busy."""
        while tasks := [busy.task for busy in self._busy.values() if busy.task is not None]:
            await asyncio.wait(tasks)
            await asyncio.sleep(0)  # let their callbacks remove those that have ended

    async def close(self, grace: float) -> None:
        """Let running work finish for so many seconds, then cancel it; begin no waiting work."""
        for busy in self._busy.values():
            busy.works.clear()
        tasks = [busy.task for busy in self._busy.values() if busy.task is not None]
        if not tasks:
            return
        _, late = await asyncio.wait(tasks, timeout=grace)
        for task in late:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
