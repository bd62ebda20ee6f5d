"""What a turn is called in each game's own words: one module a game, found by its key.

A game without one has turns of what is asked first in them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Answered = tuple[str, tuple[str, ...]]
"""The kind of a prompt, and what was picked of it."""


def first_asked(answered: Sequence[Answered], before: Sequence[str]) -> str:
    """Call a turn by what is asked first in it."""
    del before
    return answered[0][0]


@dataclass(frozen=True)
class Turns:
    """How a game's turns are told apart.

    `opens` are the kinds of prompts that begin a turn which goes on after others have decided something in it; any
    other turn is what a seat answers until it is not asked any more. `kind` gives what a turn is called, by its answers
    in order, with those that were taken at once as nothing else was legal, and by the turns of the same seat before it
    in the same round.
    """

    opens: frozenset[str] = frozenset()
    kind: Callable[[Sequence[Answered], Sequence[str]], str] = first_asked
