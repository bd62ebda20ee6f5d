"""Shutdown on SIGINT and SIGTERM, with a time limit.

Graceful shutdown is the matter of each part; here are the signals and the limit. A second signal, or the limit, exits
the process at once: all that must not be lost is in the database.
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
"""Limit of the shutdown, from the signal on: a little less than 5 seconds."""
_SECONDS_TO_CANCEL = 0.2
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class StopRequested(BaseException):
    """The process was asked to stop. A BaseException, so that `except Exception` does not catch it."""


class Stopping:
    """Handles the signals while it is entered, on the event loop."""

    def __init__(self) -> None:
        self._requested = asyncio.Event()
        self._limit: Timer | None = None

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            loop.add_signal_handler(number, self.ask, number)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.limit(0 if isinstance(error, StopRequested | None) else getattr(error, "code", 1))

    def ask(self, number: int) -> None:
        """Request the shutdown; the second time, exit at once."""
        if self._requested.is_set():
            leave(128 + number)
        self._requested.set()
        self.limit(0)

    def limit(self, code: int) -> None:
        """Start the time limit of the shutdown, after which the process exits with this code."""
        if self._limit is None:
            self._limit = Timer(LIMIT_SECONDS, leave, [code])
            self._limit.daemon = True
            self._limit.start()

    def done(self) -> None:
        """Cancel the time limit: nothing is left that could hang."""
        if self._limit is not None:
            self._limit.cancel()

    async def until_requested(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Do something, unless a shutdown is requested meanwhile.

        Raises:
            StopRequested: it was; the work was cancelled, and may still be cleaning up.

        """
        task, requested = asyncio.ensure_future(work), asyncio.ensure_future(self._requested.wait())
        try:
            await asyncio.wait({task, requested}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            requested.cancel()
            task.cancel()  # no effect if it is done
        if task.done():
            return task.result()
        await asyncio.wait({task}, timeout=_SECONDS_TO_CANCEL)
        raise StopRequested


def leave(code: int) -> NoReturn:
    """Exit the process at once, without joining threads (`os._exit`)."""
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
