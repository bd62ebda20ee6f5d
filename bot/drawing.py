"""Draws pictures away from the event loop: in processes, in threads, or (setting `off`) not at all.

A drawer is given views, never positions: what a picture must not show is not in its reach.
"""

from __future__ import annotations

import asyncio
import logging
import os
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from io import BytesIO
from multiprocessing import get_context
from typing import Any

import discord

from rendering.kit import chart
from rendering.kit.encode import Size, encode
from rendering.kit.picture import NO_MARKS, Marks, Occasion, Picture
from rendering.registry import PICTURES
from rendering.words import Words

log = logging.getLogger(__name__)

MOST_WAITING = 4
"""So many pictures wait for a worker; the panels and posts after these go without, for people wait for their text."""
NICER = 10
"""So much lower is the priority of the drawing processes."""


@dataclass(frozen=True)
class Sketch:
    """What to draw: the board, the tableau, the hand or the panel of a seat, for a reader of this language.

    A ``chart`` needs no game's pictures: its view are the scores of every seat after each round.

    `size` is the reader's wish (`bot.tables.PICTURE_SIZES`).
    """

    game: str
    kind: str
    view: Any
    language: str
    players: tuple[str, ...]
    seat: int = 0
    waiting: tuple[int, ...] = ()
    before: Any = None
    seed: int = 0
    marks: Marks = field(default=NO_MARKS)
    size: str = "normal"
    part: str = ""
    """Of a board: which part of it alone; empty is the whole."""


@dataclass(frozen=True)
class Drawn:
    """A picture ready to send: the file's bytes and name, and its alt text."""

    data: bytes
    name: str
    alt: str

    def file(self) -> discord.File:
        """Make the file to send; each can be sent once."""
        return discord.File(BytesIO(self.data), self.name, description=self.alt[:1024])


class Drawer:
    """Draws sketches; the same `mode` as the setting ORRERY_PICTURES."""

    def __init__(self, mode: str, workers: int) -> None:
        self._mode = mode
        self._workers = workers
        self._waiting = 0
        self._executor = self._hire()

    def _hire(self) -> Executor | None:
        if self._mode == "processes":
            # Not forked: the loop's threads and the database's must not be copied half-way.
            return ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"), initializer=_stand_back)
        if self._mode == "threads":
            return ThreadPoolExecutor(self._workers, thread_name_prefix="orrery-drawing")
        return None

    async def draw(self, sketch: Sketch) -> Drawn | None:
        """Draw; None where the game has none, they are off, too many wait or it failed (the log tells)."""
        executor = self._executor
        if executor is None or sketch.game not in PICTURES:
            return None
        if self._waiting >= self._workers * MOST_WAITING:
            log.warning("A picture of %s (%s) is left out: too many are being drawn", sketch.game, sketch.kind)
            return None
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(executor, render, sketch)
        except BrokenExecutor:  # a worker was killed, for want of memory, say; none of them works any more
            log.exception("The drawing processes were lost and are started anew")
            if self._executor is executor:
                self._executor = self._hire()
            return None
        except Exception:  # whatever a picture runs into, the game goes on by text
            log.exception("A picture of %s (%s) could not be drawn", sketch.game, sketch.kind)
            return None
        finally:
            self._waiting -= 1

    async def describe(self, sketch: Sketch) -> str | None:
        """Give the alt text of a picture alone; None where the game has none or it failed (the log tells)."""
        if sketch.game not in PICTURES:
            return None
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, describe, sketch)
        except Exception:
            log.exception("A picture of %s (%s) could not be described", sketch.game, sketch.kind)
            return None

    @property
    def pids(self) -> list[int]:
        """The drawing processes that there are now."""
        processes = getattr(self._executor, "_processes", None)
        return list(processes or ())

    def close(self) -> None:
        """Let the workers go; what is being drawn is not waited for."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)


def _stand_back() -> None:
    """Let replies go before pictures where the machine is busy."""
    if hasattr(os, "nice"):
        os.nice(NICER)


def render(sketch: Sketch) -> Drawn:
    """Draw and encode, in a worker."""
    drawn = _picture(sketch)
    data, extension = encode(drawn.image, Size.SMALL if sketch.size == "small" else Size.FULL)
    return Drawn(data, f"{sketch.part or sketch.kind}.{extension}", drawn.alt)


def describe(sketch: Sketch) -> str:
    """Give the alt text alone, in a worker."""
    return _picture(sketch).alt


def _picture(sketch: Sketch) -> Picture:
    pictures = PICTURES[sketch.game]
    occasion = Occasion(
        Words(sketch.language, sketch.players), sketch.waiting, sketch.before, sketch.seed, sketch.marks
    )
    if sketch.part:
        return pictures.parts[sketch.part](sketch.view, occasion)
    if sketch.kind == "board":
        return pictures.board(sketch.view, occasion)
    if sketch.kind == "tableau":
        return pictures.tableau(sketch.view, sketch.seat, occasion)
    if sketch.kind == "panel":
        return pictures.panel(sketch.view, sketch.seat, occasion)
    if sketch.kind == "chart":
        return chart.draw(sketch.view, occasion)
    return pictures.hand(sketch.view, sketch.seat, occasion)
