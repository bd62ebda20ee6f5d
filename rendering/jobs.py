"""What a drawing process needs and does: draw jobs in, pictures out. It imports nothing of Discord or the database.

A drawing process imports this module and what it draws with; what else were imported here, each of them would hold.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

from rendering import film, statistics
from rendering.film import NO_SCORES, Scores
from rendering.kit import chart
from rendering.kit.encode import Format, Size, encode
from rendering.kit.picture import NO_MARKS, Marks, Picture, RenderContext
from rendering.registry import PICTURES
from rendering.words import Words

NAMES = {"post": "board"}
"""Names of the files of kinds of pictures that are not called by their kind."""
OF_NO_GAME = frozenset({statistics.KIND})
"""Kinds of pictures that are of no game of their own; their view is what `rendering.statistics` draws."""
FRAME = "frame"
"""The kind of picture that is one frame of a film."""
NICENESS = 10
"""Niceness of the drawing processes."""


@dataclass(frozen=True)
class DrawJob:
    """What to draw: the board, a post's, the tableau, the hand or the panel of a seat, for a reader of this language.

    A ``chart`` is of the `scores` after each round. A ``frame`` is a board as a film shows it.

    `size` is the reader's wish (`bot.tables.core.data.PICTURE_SIZES`).
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
    reader: int | None = None
    """The seat of whoever looks; None for an onlooker, and for what everybody sees."""
    held: Any = None
    """Of a panel: what the reader saw when it last answered, if that is known."""
    marks: Marks = field(default=NO_MARKS)
    size: str = "normal"
    part: str = ""
    """Of a board: which part of it alone; empty is the whole."""
    scores: Scores = field(default=NO_SCORES)
    """Of a chart, and of the frame of a film, which has them below the board."""
    format: Format = Format.PASSING
    """`Format.LASTING` for what stays in a channel."""


@dataclass(frozen=True)
class Drawn:
    """A picture ready to send: the file's bytes and name, and its alt text."""

    data: bytes
    name: str
    alt: str


def init_worker(prepare: Callable[[], object] | None, first: Sequence[DrawJob] = ()) -> None:
    """Initialize a worker process: let replies go before pictures where the machine is busy, and end with the bot.

    The signals that end the bot often go to all its processes; it lets go of this one when it needs it no more. The
    `first` pictures are for nobody: what they are drawn with (fonts, stamps, layers) is there from then on.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    if prepare is not None:
        prepare()
    for job in first:
        with suppress(Exception):  # whoever asks for it will hear of it
            render(job)


def nothing() -> None:
    """Do nothing, in a worker: to have it started and initialized."""


def _end_with_parent() -> None:
    """Wait for the end of the bot: one that was killed can let go of nothing."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def render(job: DrawJob) -> Drawn:
    """Draw and encode, in a worker."""
    drawn = _picture(job)
    if job.kind == FRAME:
        data, extension = film.encode(drawn.image)
        return Drawn(data, f"{job.kind}.{extension}", "")
    data, extension = encode(drawn.image, Size.SMALL if job.size == "small" else Size.FULL, job.format)
    return Drawn(data, f"{job.part or NAMES.get(job.kind, job.kind)}.{extension}", drawn.alt)


def describe(job: DrawJob) -> str:
    """Give the alt text alone, in a worker."""
    return _picture(job).alt


def _picture(job: DrawJob) -> Picture:
    words = Words(job.language, job.players)
    context = RenderContext(words, job.waiting, job.before, job.seed, job.marks, job.reader, job.held)
    if job.kind in OF_NO_GAME:
        return statistics.draw(job.view, context)
    pictures = PICTURES[job.game]
    if job.part:
        return pictures.parts[job.part](job.view, context)
    if job.kind == "board":
        return pictures.board(job.view, context)
    if job.kind == "post":
        return pictures.post(job.view, context)
    if job.kind == "tableau":
        return pictures.tableau(job.view, job.seat, context)
    if job.kind == "panel":
        return pictures.panel(job.view, job.seat, context)
    if job.kind == FRAME:
        return Picture(
            film.frame(pictures.board(job.view, context).image, job.scores, pictures.seats(job.view), context), ""
        )
    if job.kind == "chart":
        return chart.draw(job.scores.rounds, pictures.seats(job.view), context)
    return pictures.hand(job.view, job.seat, context)
