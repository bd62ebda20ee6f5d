"""Positions to draw of each game with pictures: one module a game, found by its key.

Each has `examples(words)`, the pictures that stand in docs/pictures, and `measured()`, the names of the kinds of
pictures with what draws one of a full table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from rendering import film
from rendering.film import Scores
from rendering.kit import chart
from rendering.kit.palette import SeatStyle
from rendering.kit.picture import Picture, RenderContext
from rules.kernel.prompt import Prompt

PLAYERS = ("Annegret", "Benjamin", "Chidi", "Dorothea")


@dataclass(frozen=True)
class Example:
    """A picture by its name, and what in it must be read small.

    `glance` are texts that must be read where it is shown in a channel (`kit.numbers.GLANCE`), each as often as it is
    named: the points of every seat, its resources, dice, costs. `offered` are the numbers of what may be chosen
    (`kit.numbers.MIN_NUMBER`).
    """

    name: str
    draw: Callable[[], Picture]
    glance: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()


def film_frame(board: Picture, scores: Scores, seats: Sequence[SeatStyle], context: RenderContext) -> Picture:
    """A frame of a film as a picture with the words of its chart; a film has one text for all its frames."""
    return Picture(film.frame(board.image, scores, seats, context), chart.alt_text(scores.rounds, context))


def picks(prompt: Prompt, chance: Random) -> list[str]:
    """A random legal answer that rather does something than nothing."""
    legal = [option.id for option in prompt.legal]
    most = min(prompt.at_most, len(legal))
    low = min(most, max(prompt.at_least, 1))
    chosen = chance.sample(legal, chance.randint(low, most))
    if chosen == ["pass"] and len(legal) > 1:
        chosen = [next(one for one in legal if one != "pass")]
    return chosen
