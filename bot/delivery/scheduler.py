"""Wakes the poster when something falls due: at the earliest due time in the database, and on a slow tick.

It holds no state of its own: the database decides what is due and who sends it; a superfluous wake-up does no harm, and
the tick makes up for a missing one. The tick uses the event loop's monotonic time, as the wall clock may be set back.
Timers are set in an empty context: they belong to no task, so a simulation that waits for the bot to be idle does not
wait for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.date import DateTrigger

SLOW_TICK = timedelta(seconds=30)
_DUE = "due"


class Scheduler:
    """Calls `wake` on the event loop. Start it there, stop it at the end."""

    def __init__(self, wake: Callable[[], None], clock: Callable[[], datetime]) -> None:
        self._wake = wake
        self._clock = clock
        self._tick: asyncio.TimerHandle | None = None
        self._scheduler = AsyncIOScheduler(
            timezone=UTC, job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
        )

    def start(self) -> None:
        """Begin to tick."""
        Context().run(self._scheduler.start)
        self._wait_for_tick()

    def stop(self) -> None:
        """Stop ticking."""
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)
        if self._tick is not None:
            self._tick.cancel()

    def at(self, due: datetime | None) -> None:
        """Wake at this time, in place of the time set before; None: only on ticks."""
        if not self._scheduler.running:
            return
        if due is None or due <= self._clock():  # what is due already waits for the tick
            if self._scheduler.get_job(_DUE) is not None:
                Context().run(self._scheduler.remove_job, _DUE)
            return
        when = datetime.now(UTC) + (due - self._clock())
        trigger = DateTrigger(when, timezone=UTC)
        Context().run(self._scheduler.add_job, self._wake_up, trigger, id=_DUE, replace_existing=True)

    def _wait_for_tick(self) -> None:
        self._tick = Context().run(asyncio.get_running_loop().call_later, SLOW_TICK.total_seconds(), self._ticked)

    def _ticked(self) -> None:
        self._wait_for_tick()
        self._wake()

    async def _wake_up(self) -> None:
        self._wake()
