"""What is being done for people just now, so that a process that ends leaves nobody waiting for a reply."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

log = logging.getLogger(__name__)

GIVING_UP_SECONDS = 0.8
"""Seconds that telling people takes at most, after those that the work is given."""


@dataclass(eq=False)
class Tracked:
    """One interaction; `give_up` tells its person so; None before it is acknowledged."""

    task: asyncio.Task[Any]
    give_up: Callable[[], Awaitable[None]] | None = None


class InFlight:
    """All that is in hand. `closing`: what is new is only refused in words. `over`: not even that."""

    def __init__(self) -> None:
        self.closing = False
        self.over = False
        self._tracked: list[Tracked] = []

    @contextmanager
    def track(self) -> Iterator[Tracked]:
        """Have an interaction in hand, which is what the present task does."""
        task = asyncio.current_task()
        assert task is not None
        one = Tracked(task)
        self._tracked.append(one)
        try:
            yield one
        finally:
            self._tracked.remove(one)

    async def finish(self, seconds: float) -> None:
        """Do what is in hand, for so many seconds; give up the rest then, and tell whoever waits for it.

        Takes `GIVING_UP_SECONDS` seconds more at most. Whoever presses meanwhile is told that we are being restarted.
        """
        self.closing = True
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while self._tracked and loop.time() < until:
            await asyncio.wait([one.task for one in self._tracked], timeout=until - loop.time())
        self.over = True
        rest = list(self._tracked)
        if not rest:
            return
        log.warning("%d interactions were given up, for the process ends", len(rest))
        for one in rest:
            one.task.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(GIVING_UP_SECONDS):
                # Its task lets go of what it was sending first. What cannot be told cannot be helped: it is logged.
                await asyncio.wait([one.task for one in rest], timeout=GIVING_UP_SECONDS / 4)
                await asyncio.gather(*(one.give_up() for one in rest if one.give_up is not None))
