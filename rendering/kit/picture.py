"""What a game's pictures are given and give back; `rendering.registry` names the pictures of each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from PIL import Image

from rendering.kit.palette import SeatStyle
from rendering.words import Words
from rules.kernel.prompt import Prompt


@dataclass(frozen=True)
class Picture:
    """An image and its alt text (`kit.alt.MAX_ALT_TEXT` characters at most), from which a blind player could play."""

    image: Image.Image
    alt: str


@dataclass(frozen=True)
class Marks:
    """What a picture shows of an open prompt, by the options' places: what may be picked, and what is picked.

    `numbers` are the short names of the options at each place (`Prompt.numbers`), one or more. `kind` is the prompt's:
    with it and `so_far` (the places of what was chosen on the way to it, in order) a picture knows what would come to
    a place, and shows its ghost there. `prices` are what the options at a place take (`Option.price`). `about`: nothing
    is picked, but what stands as `chosen` is what a lesson speaks of.
    """

    legal: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()
    numbers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kind: str = ""
    so_far: tuple[str, ...] = ()
    prices: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    about: bool = False

    @classmethod
    def of(cls, prompt: Prompt | None) -> Marks:
        """What a picture marks of a prompt; nothing where there is none."""
        if prompt is None:
            return NO_MARKS
        numbers: dict[str, tuple[str, ...]] = {}
        short = prompt.numbers
        for option in prompt.legal:
            if option.place:
                numbers[option.place] = (*numbers.get(option.place, ()), short[option.id])
        picked = prompt.answered or []
        return cls(
            frozenset(numbers),
            frozenset(option.place for option in prompt.options if option.place and option.id in picked),
            numbers,
            prompt.kind,
            tuple(prompt.so_far),
            {option.place: option.price for option in prompt.legal if option.place and option.price},
        )


NO_MARKS = Marks()


@dataclass(frozen=True)
class RenderContext:
    """What a board is drawn or told for: whose eyes and words, at what moment.

    `words` knows the players' names. `waiting` are the seats that must act. `before` is the view that was posted
    last: what changed since gets a halo. `seed` keeps a table's stars the same each time. `reader` is the seat of
    whoever looks; None for an onlooker, and for what everybody sees. `held` is what the reader saw when it last
    answered, if that is known: which cards of its hand are new.
    """

    words: Words
    waiting: tuple[int, ...] = ()
    before: Any = None
    seed: int = 0
    marks: Marks = field(default=NO_MARKS)
    reader: int | None = None
    held: Any = field(default=None, repr=False)


class Pictures(Protocol):
    """The pictures of one game. Views are what `Game.view` gives for the person who will look."""

    @property
    def parts(self) -> Mapping[str, Callable[[Any, RenderContext], Picture]]:
        """Parts of the board that can be looked at alone, in full: a key such as ``map``, and what draws it."""

    def seats(self, view: Any) -> Sequence[SeatStyle]:
        """How every seat is told apart in all pictures, those of its scores, too."""

    def board(self, view: Any, context: RenderContext) -> Picture:
        """Draw the whole table at a glance."""

    def post(self, view: Any, context: RenderContext) -> Picture:
        """Draw what the post of a turn shows: the whole table, or what matters more just then, such as a battle."""

    def tableau(self, view: Any, seat: int, context: RenderContext) -> Picture:
        """Draw what lies before one seat, in full."""

    def hand(self, view: Any, seat: int, context: RenderContext) -> Picture:
        """Draw what one seat holds, for itself alone."""

    def panel(self, view: Any, seat: int, context: RenderContext) -> Picture:
        """Draw what one seat decides by: the part of the board where the marked places are, with their numbers.

        For itself alone. `context.before` is what everybody sees, so that what is new since is the seat's half-made
        turn; where it has done nothing yet, what everybody saw when it last answered, if that is known.
        """
