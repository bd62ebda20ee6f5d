"""Draws pictures away from the event loop: in processes, in threads, or (setting `off`) not at all.

A drawer is given views, never positions: what a picture must not show is not in its reach.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

from rendering.kit.picture import NO_MARKS, Marks, Occasion
from rendering.words import Words


@dataclass(frozen=True)
class Sketch:
    """What to draw: the board, the tableau or the hand of a seat, for a reader of this language.

    `small` halves the picture for readers who asked for small ones.
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
    small: bool = False


@dataclass(frozen=True)
class Drawn:
    """A picture ready to send: the file's bytes and name, and its alt text."""

    data: bytes
    name: str
    alt: str
