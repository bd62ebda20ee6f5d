"""What a turn is called in each game's own words: one module a game, found by its key.

A game without one has turns of what is asked first in them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.kernel.prompt import Prompt

Answered = tuple[str, tuple[str, ...]]
"""The kind of a prompt, and what was picked of it."""


def first_asked(answered: Sequence[Answered], before: Sequence[str]) -> str:
    """Call a turn by what is asked first in it."""
    del before
    return answered[0][0]


def never_trivial(prompt: Prompt, picks: Sequence[str], view: Any) -> bool:
    """Tell of no answer that there was nothing to decide."""
    del prompt, picks, view
    return False


def as_it_is(view: Any, prompt: Prompt) -> Any:
    """Let a robot answer ahead by the view of now."""
    del prompt
    return view


def as_picked(prompt: Prompt, picks: Sequence[str]) -> list[str]:
    """Press what a robot picks."""
    del prompt
    return list(picks)


@dataclass(frozen=True)
class Turns:
    """How a game's turns are told apart.

    `opens` are the kinds of prompts that begin a turn which goes on after others have decided something in it; any
    other turn is what a seat answers until it is not asked any more. `kind` gives what a turn is called, by its answers
    in order, with those that were taken at once as nothing else was legal, and by the turns of the same seat before it
    in the same round.
    `trivial` tells of an answer of a seat with this view whether it was to a question with nothing to decide, though
    there were several options (`benchmarks.weeks`). `ahead` gives the view by which a robot answers a single question
    ahead, or None where it does not. `pressed` is what people press where a robot picks this.
    """

    opens: frozenset[str] = frozenset()
    kind: Callable[[Sequence[Answered], Sequence[str]], str] = first_asked
    trivial: Callable[[Prompt, Sequence[str], Any], bool] = never_trivial
    ahead: Callable[[Any, Prompt], Any] = as_it_is
    pressed: Callable[[Prompt, Sequence[str]], list[str]] = as_picked
