"""Draws pictures away from the event loop: in processes, in threads, or (setting `off`) not at all.

A drawer is given views, never positions: what a picture must not show is not in its reach.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

from rendering.jobs import DrawJob, Drawn, describe, init_worker, render
from rendering.registry import PICTURES

log = logging.getLogger(__name__)

MAX_WAITING = 4
"""Maximum number of pictures that wait for a worker; what comes after them goes without, people wait for the text."""
_SECONDS_TO_CLOSE = 0.3
"""Once its processes are killed, what manages them ends within hundredths of a second and gives their semaphores back;
a process that ended before that would leave a warning of Python's behind."""
GIVE_BACK = ("MALLOC_MMAP_THRESHOLD_", str(128 * 1024))
"""Lets a drawing process give back each large block of memory, where the C library is GNU's: its pictures come and go
in every size, and it would otherwise end up holding a fifth more than it needs. Other libraries do not look at it."""


class Drawer:
    """Carries out draw jobs; the same `mode` as the setting ORRERY_PICTURES."""

    def __init__(self, mode: str, workers: int, prepare: Callable[[], object] | None = None) -> None:
        """`prepare` is what each drawing process does first, to know what this one has loaded."""
        self._mode = mode
        self._prepare = prepare
        self._workers = workers
        self._waiting = 0
        self._executor = self._start_workers()

    def _start_workers(self) -> Executor | None:
        if self._mode == "processes":
            os.environ.setdefault(*GIVE_BACK)
            # Not forked: the loop's threads and the database's must not be copied half-way.
            return ProcessPoolExecutor(
                self._workers, mp_context=get_context("spawn"), initializer=init_worker, initargs=(self._prepare,)
            )
        if self._mode == "threads":
            return ThreadPoolExecutor(self._workers, thread_name_prefix="orrery-drawing")
        return None

    @property
    def draws(self) -> bool:
        """Whether pictures are drawn at all."""
        return self._executor is not None

    async def draw(self, job: DrawJob) -> Drawn | None:
        """Draw; None where the game has none, they are off, too many wait or it failed (the log tells)."""
        executor = self._executor
        if executor is None or job.game not in PICTURES:
            return None
        if self._waiting >= self._workers * MAX_WAITING:
            log.warning("A picture of %s (%s) is left out: too many are being drawn", job.game, job.kind)
            return None
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(executor, render, job)
        except BrokenExecutor:  # a worker was killed, for want of memory, say; none of them works any more
            if self._executor is executor:
                log.exception("The drawing processes were lost and are started anew")
                self._executor = self._start_workers()
            return None
        except Exception:  # whatever a picture runs into, the game goes on by text
            log.exception("A picture of %s (%s) could not be drawn", job.game, job.kind)
            return None
        finally:
            self._waiting -= 1

    async def describe(self, job: DrawJob) -> str | None:
        """Give the alt text of a picture alone; None where the game has none or it failed (the log tells)."""
        if job.game not in PICTURES:
            return None
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, describe, job)
        except Exception:
            log.exception("A picture of %s (%s) could not be described", job.game, job.kind)
            return None

    @property
    def pids(self) -> list[int]:
        """The drawing processes that there are now."""
        processes = getattr(self._executor, "_processes", None)
        return list(processes or ())

    def close(self) -> None:
        """Let the workers go; what is being drawn is not waited for, nor by the end of the process."""
        executor, self._executor = self._executor, None
        if executor is not None:
            processes = dict(getattr(executor, "_processes", None) or {})
            manager = getattr(executor, "_executor_manager_thread", None)
            executor.shutdown(wait=False, cancel_futures=True)
            for process in processes.values():
                process.kill()
            if manager is not None:
                manager.join(_SECONDS_TO_CLOSE)
