"""Tracks interactions in flight, so that a process that ends leaves none without a reply."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

log = logging.getLogger(__name__)

GIVING_UP_SECONDS = 0.8
"""Maximum seconds for the replies of interactions that are given up."""


@dataclass(eq=False)
class Tracked:
    """An interaction; `give_up` replies that it was given up; None before it is acknowledged."""

    task: asyncio.Task[Any]
    give_up: Callable[[], Awaitable[None]] | None = None


class InFlight:
    """The interactions in flight. `closing`: new ones are refused with a reply. `over`: without one."""

    def __init__(self) -> None:
        self.closing = False
        self.over = False
        self._tracked: list[Tracked] = []

    @property
    def none(self) -> bool:
        """Whether there is none."""
        return not self._tracked

    @contextmanager
    def track(self) -> Iterator[Tracked]:
        """Track the present task as an interaction."""
        task = asyncio.current_task()
        assert task is not None
        one = Tracked(task)
        self._tracked.append(one)
        try:
            yield one
        finally:
            self._tracked.remove(one)

    async def finish(self, seconds: float) -> None:
        """Wait for the interactions in flight, for so many seconds; then give up the rest, with a reply.

        Takes at most `GIVING_UP_SECONDS` more. New interactions are refused as the bot is being restarted.
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
                # The tasks must end before the replies. A reply that fails is logged.
                await asyncio.wait([one.task for one in rest], timeout=GIVING_UP_SECONDS / 4)
                await asyncio.gather(*(one.give_up() for one in rest if one.give_up is not None))
