"""Draws pictures away from the event loop: in processes, in threads, or (setting `off`) not at all.

A drawer is given views, never positions: what a picture must not show is not in its reach. What more is asked of it
than it can draw waits, the most urgent first; every fourth time it is what waits for longest, so that nothing waits for
ever. Nobody needs to wait for a picture: whoever has begun one (`Drawer.begin`) may go on without and put it in when it
is there.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextvars import Context
from dataclasses import replace
from enum import IntEnum
from functools import partial
from multiprocessing import get_context

from rendering.jobs import OF_NO_GAME, DrawJob, Drawn, describe, init_worker, nothing, render
from rendering.kit.encode import Format
from rendering.registry import PICTURES

log = logging.getLogger(__name__)

MAX_WAITING = 250
"""Maximum number of pictures that wait; with more, the least urgent is given up. A view takes some 50 kB."""
LONGEST_EVERY = 4
"""Each time after so many pictures what waits for longest is drawn, however urgent others are."""
AHEAD = 1
"""Number of jobs that are handed over beyond those that can be drawn at once, so that no worker waits for the loop."""
TRIES = 2
"""How often a picture is begun whose process was lost."""
LONGEST_SECONDS = 60.0
"""A process that draws for longer is ended: others wait for it."""
_SECONDS_TO_CLOSE = 0.3
"""Once its processes are killed, what manages them ends within hundredths of a second and gives their semaphores back;
a process that ended before that would leave a warning of Python's behind."""
GIVE_BACK = ("MALLOC_MMAP_THRESHOLD_", str(128 * 1024))
"""Lets a drawing process give back each large block of memory, where the C library is GNU's: its pictures come and go
in every size, and it would otherwise end up holding a fifth more than it needs. Other libraries do not look at it."""


class Urgency(IntEnum):
    """Who waits for a picture; the lowest is drawn first."""

    ASKED = 0
    """Somebody has pressed or asked, and looks at the screen."""
    LETTER = 1
    """A message to one person."""
    POST = 2
    """A message to a channel."""
    PAGE = 3
    """A page on the web."""
    FILM = 4


class Drawing:
    """A picture that waits to be drawn, is being drawn or is there; of equally urgent ones the lowest `place` first."""

    def __init__(self, job: DrawJob, urgency: Urgency, place: int = 0) -> None:
        self.job = job
        self.urgency = urgency
        self.place = place
        self.tries = 0
        self._claims = 1
        self._future: asyncio.Future[Drawn | None] = asyncio.get_running_loop().create_future()

    @classmethod
    def none(cls, job: DrawJob) -> Drawing:
        """A picture that will not be drawn."""
        drawing = cls(job, Urgency.POST)
        drawing.end(None)
        return drawing

    async def within(self, seconds: float | None = None) -> Drawn | None:
        """Wait for the picture, for so long at most; None if it is not there by then (`done` tells) or will not be."""
        if not self._future.done() and seconds != 0:
            await asyncio.wait({self._future}, timeout=seconds)
        return self.drawn

    @property
    def done(self) -> bool:
        """Whether it is drawn, or will not be."""
        return self._future.done()

    @property
    def failed(self) -> bool:
        """Whether it is known that it will not be drawn."""
        return self._future.done() and self._future.result() is None

    @property
    def drawn(self) -> Drawn | None:
        """The picture, if it is there."""
        return self._future.result() if self._future.done() else None

    def when_done(self, then: Callable[[], object]) -> None:
        """Call this when it is drawn, or will not be; soon, if that is so already."""
        self._future.add_done_callback(lambda _: then())

    def change(self, job: DrawJob) -> bool:
        """Have this drawn in its place, for all who share it, if it is not drawn yet, nor being drawn."""
        if self.tries or self.done:
            return False
        self.job = job
        return True

    def share(self) -> Drawing:
        """Let one more have it: it is given up only when all have dropped it."""
        self._claims += 1
        return self

    def drop(self) -> None:
        """Want it no more: if nobody else does and it still waits, it will not be drawn."""
        self._claims -= 1
        if self._claims <= 0:
            self.end(None)

    def end(self, drawn: Drawn | None) -> None:
        """Give the picture to those who wait, or tell them that there will be none."""
        if not self._future.done():
            self._future.set_result(drawn)


def _by_urgency(drawing: Drawing) -> tuple[Urgency, int]:
    return drawing.urgency, drawing.place


def _by_place(drawing: Drawing) -> int:
    return drawing.place


class Drawer:
    """Carries out draw jobs; the same `mode` as the setting ORRERY_PICTURES."""

    def __init__(
        self,
        mode: str,
        workers: int,
        prepare: Callable[[], object] | None = None,
        first: Callable[[], Sequence[DrawJob]] = tuple,
    ) -> None:
        """`prepare` is what each drawing process does first, to know what this one has loaded.

        `first` makes the pictures that it draws then, for nobody, so that what all pictures need is there.
        """
        self._mode = mode
        self._prepare = prepare
        self._first = first
        self._workers = workers
        self._waiting: list[Drawing] = []
        self._begun = 0
        self._taken = 0
        self._jammed = False
        self._running: dict[Drawing, asyncio.TimerHandle] = {}
        self._executor = self._make_executor()

    def _make_executor(self) -> Executor | None:
        if self._mode == "processes":
            os.environ.setdefault(*GIVE_BACK)
            # Not forked: the loop's threads and the database's must not be copied half-way.
            return ProcessPoolExecutor(
                self._workers,
                mp_context=get_context("spawn"),
                initializer=init_worker,
                initargs=(self._prepare, tuple(self._first())),
            )
        if self._mode == "threads":
            return ThreadPoolExecutor(self._workers, thread_name_prefix="orrery-drawing")
        return None

    def start(self) -> None:
        """Start the drawing processes, which otherwise start with the first picture; nobody waits for them."""
        if isinstance(self._executor, ProcessPoolExecutor):
            for _ in range(self._workers):
                self._executor.submit(nothing)

    @property
    def draws(self) -> bool:
        """Whether pictures are drawn at all."""
        return self._executor is not None

    async def draw(self, job: DrawJob, urgency: Urgency = Urgency.ASKED) -> Drawn | None:
        """Draw, however long it takes; None where the game has none, they are off or it failed (the log tells)."""
        return await self.begin(job, urgency).within()

    def begin(self, job: DrawJob, urgency: Urgency = Urgency.ASKED, place: int | None = None) -> Drawing:
        """Have a picture drawn, the most urgent first, and otherwise in the order in which they were begun.

        `place` is that of a picture that was given up for this one, as it showed the same before something changed:
        what changes again and again has its turn all the same.
        """
        self._begun += 1
        drawing = Drawing(job, urgency, self._begun if place is None else place)
        if self._executor is None or (job.game not in PICTURES and job.kind not in OF_NO_GAME):
            drawing.end(None)
            return drawing
        self._waiting.append(drawing)
        if len(self._waiting) > MAX_WAITING:
            self._give_one_up()
        self._hand_over()
        return drawing

    def hurry(self, drawing: Drawing, urgency: Urgency, place: int | None = None) -> None:
        """Let a picture that waits be drawn as soon as one of this urgency and place."""
        drawing.urgency = min(drawing.urgency, urgency)
        drawing.place = drawing.place if place is None else min(drawing.place, place)

    def _forget_unwanted(self) -> None:
        self._waiting = [one for one in self._waiting if not one.done]

    def _give_one_up(self) -> None:
        """Let fewer wait: not those that nobody wants any more, else not the least urgent."""
        self._forget_unwanted()
        if len(self._waiting) > MAX_WAITING:
            given_up = max(self._waiting, key=_by_urgency)
            self._waiting.remove(given_up)
            given_up.end(None)
            if not self._jammed:  # said once, not for each
                log.warning(
                    "Pictures such as of %s (%s) are given up: too many wait", given_up.job.game, given_up.job.kind
                )
            self._jammed = True

    def _hand_over(self) -> None:
        """Give the workers as much as they can draw."""
        while self._executor is not None and len(self._running) < self._workers + AHEAD:
            self._forget_unwanted()
            if not self._waiting:
                self._jammed = False
                break
            self._taken += 1
            drawing = min(self._waiting, key=_by_urgency if self._taken % LONGEST_EVERY else _by_place)
            self._waiting.remove(drawing)
            self._carry_out(drawing, self._executor)

    def _carry_out(self, drawing: Drawing, executor: Executor) -> None:
        job = drawing.job
        if self._waiting:  # others wait, so it is encoded as is quickest
            job = replace(job, format=Format.PASSING)
        loop = asyncio.get_running_loop()
        drawing.tries += 1
        # In no context: how long it may take is nobody's work.
        self._running[drawing] = Context().run(loop.call_later, LONGEST_SECONDS, self._end_stuck, drawing, executor)
        try:
            drawn = loop.run_in_executor(executor, render, job)
        except (BrokenExecutor, RuntimeError) as error:
            drawn = loop.create_future()
            drawn.set_exception(error)
        drawn.add_done_callback(partial(self._finish, drawing, executor))

    def _finish(self, drawing: Drawing, executor: Executor, drawn: asyncio.Future[Drawn]) -> None:
        """Give a picture to those who wait for it, and go on with the next."""
        self._running.pop(drawing).cancel()
        job = drawing.job
        error = None if drawn.cancelled() else drawn.exception()
        if drawn.cancelled():
            drawing.end(None)
        elif error is None:
            drawing.end(drawn.result())
        elif isinstance(error, BrokenExecutor):  # a worker was killed, for want of memory, say; none works any more
            if self._executor is executor:
                log.error("The drawing processes were lost and are started anew", exc_info=error)
                self._executor = self._make_executor()
            if drawing.tries < TRIES and self._executor is not None:
                self._waiting.append(drawing)
            else:
                drawing.end(None)
        else:  # whatever a picture runs into, the game goes on by text
            log.error("A picture of %s (%s) could not be drawn", job.game, job.kind, exc_info=error)
            drawing.end(None)
        self._hand_over()

    def _end_stuck(self, drawing: Drawing, executor: Executor) -> None:
        """End the processes one of which draws for too long; the others' pictures are begun again."""
        log.error("A picture of %s (%s) takes too long", drawing.job.game, drawing.job.kind)
        drawing.tries = TRIES
        drawing.end(None)
        for process in dict(getattr(executor, "_processes", None) or {}).values():
            process.kill()

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
        for drawing in self._waiting:
            drawing.end(None)
        self._waiting.clear()
        if executor is not None:
            processes = dict(getattr(executor, "_processes", None) or {})
            manager = getattr(executor, "_executor_manager_thread", None)
            executor.shutdown(wait=False, cancel_futures=True)
            for process in processes.values():
                process.kill()
            if manager is not None:
                manager.join(_SECONDS_TO_CLOSE)
