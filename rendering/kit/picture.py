"""What a game's pictures are given and give back; `rendering.registry` names the pictures of each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from PIL import Image

from rendering.words import Words


@dataclass(frozen=True)
class Picture:
    """An image and its alt text (`kit.alt.MAX_ALT_TEXT` characters at most), from which a blind player could play."""

    image: Image.Image
    alt: str


@dataclass(frozen=True)
class Marks:
    """What a picture shows of an open prompt, by the options' places: what may be picked, and what is picked."""

    legal: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()


NO_MARKS = Marks()


@dataclass(frozen=True)
class RenderContext:
    """What a board is drawn or told for: whose eyes and words, at what moment.

    `words` knows the players' names. `waiting` are the seats that must act. `before` is the view that was posted
    last: what changed since gets a halo. `seed` keeps a table's stars the same each time. `reader` is the seat of
    whoever looks; None for an onlooker, and for what everybody sees.
    """

    words: Words
    waiting: tuple[int, ...] = ()
    before: Any = None
    seed: int = 0
    marks: Marks = field(default=NO_MARKS)
    reader: int | None = None


class Pictures(Protocol):
    """The pictures of one game. Views are what `Game.view` gives for the person who will look."""

    @property
    def parts(self) -> Mapping[str, Callable[[Any, RenderContext], Picture]]:
        """Parts of the board that can be looked at alone, in full: a key such as ``map``, and what draws it."""

    def board(self, view: Any, context: RenderContext) -> Picture:
        """Draw the whole table at a glance."""

    def tableau(self, view: Any, seat: int, context: RenderContext) -> Picture:
        """Draw what lies before one seat, in full."""

    def hand(self, view: Any, seat: int, context: RenderContext) -> Picture:
        """Draw what one seat holds, for itself alone."""

    def panel(self, view: Any, seat: int, context: RenderContext) -> Picture:
        """Draw what one seat decides by: where the marked places are. For itself alone."""
