"""The end of the process: soon after it is asked for, whatever hangs then.

What is orderly about it is done by whoever does the work; here is who asks for it, and the limit. A second signal, or
the limit, ends the process where it stands: all that must not be lost is in the database.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Coroutine
from threading import Timer
from types import TracebackType
from typing import Any, NoReturn, Self, TypeVar

log = logging.getLogger(__name__)

Result = TypeVar("Result")

LIMIT_SECONDS = 4.8
"""A little less than what the end may take, from the signal on."""
_SECONDS_TO_LET_GO = 0.2
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Asked(BaseException):
    """The process was asked to end. Not an error, so nobody who catches those is in the way."""


class Stopping:
    """Listens to signals while it is entered, on the event loop."""

    def __init__(self) -> None:
        self._asked = asyncio.Event()
        self._limit: Timer | None = None

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            loop.add_signal_handler(number, self.ask, number)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.limit(0 if isinstance(error, Asked | None) else getattr(error, "code", 1))

    def ask(self, number: int) -> None:
        """Ask the process to end; the second time, end it."""
        if self._asked.is_set():
            leave(128 + number)
        self._asked.set()
        self.limit(0)

    def limit(self, code: int) -> None:
        """From now on the end may take so long; then the process is left with this exit code."""
        if self._limit is None:
            self._limit = Timer(LIMIT_SECONDS, leave, [code])
            self._limit.daemon = True
            self._limit.start()

    def done(self) -> None:
        """Set no limit any more: nothing is left that could hang."""
        if self._limit is not None:
            self._limit.cancel()

    async def until_asked(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Do something, unless the process is asked to end meanwhile.

        Raises:
            Asked: it was; the work was cancelled, and may still be at its own end.

        """
        task, asked = asyncio.ensure_future(work), asyncio.ensure_future(self._asked.wait())
        try:
            await asyncio.wait({task, asked}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            asked.cancel()
            task.cancel()  # nothing, where it is done
        if task.done():
            return task.result()
        await asyncio.wait({task}, timeout=_SECONDS_TO_LET_GO)
        raise Asked


def leave(code: int) -> NoReturn:
    """End the process where it stands: no thread is waited for, and what is written is written."""
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
