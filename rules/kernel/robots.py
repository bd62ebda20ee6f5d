"""What robots of all games share: how well they play, what they think of answers, and a robot that plays at random.

A robot sees what a person in its seat sees. It ranks the answers to a prompt (`Game.appraise`) and gives the best; a
weaker one now and then gives another that is nearly as good.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import comb, exp
from typing import Any

import msgspec

from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.text import Text

#: How fine the chance of a weaker robot is.
GRAINS = 1_000_000
#: What is worse than the best answer by more than so many times the leeway is never given: that would be nonsense.
WORST = 3.0


class Level(StrEnum):
    """How well a robot plays."""

    FRIENDLY = "friendly"
    """For beginners."""
    GOOD = "good"
    """What tables have where nobody chooses, and what plays in a person's seat."""
    STRONG = "strong"
    """As well as it can; it may think for a second."""


class Term(msgspec.Struct, frozen=True):
    """A part of what an answer is worth, in the words of the game; `value` in points of the game."""

    text: Text
    value: float


class Appraisal(msgspec.Struct, frozen=True):
    """What a robot thinks of an answer.

    `value`: points that the seat can expect with it; they say something beside those of other answers to the same
    prompt only. `terms` are the parts of the value in which answers differ; none where they are not known apart.
    `steer` is a part that is no points: it puts answers in order by something else. `why` says what it was chosen by
    where no points do.
    """

    picks: list[str]
    value: float
    terms: tuple[Term, ...] = ()
    steer: float = 0.0
    why: Text | None = None


def ranked(appraisals: Sequence[Appraisal]) -> list[Appraisal]:
    """Put the best first; of equal ones that which was listed first."""
    return sorted(appraisals, key=lambda one: -one.value)


def pick(best_first: Sequence[Appraisal], leeway: float, rng: Rng) -> list[str]:
    """Give the best answer or, with some leeway (in points), by chance another, the rarer the worse it is."""
    best = best_first[0].value
    if leeway <= 0:
        return best_first[0].picks
    near = [one for one in best_first if best - one.value <= WORST * leeway]
    weights = [1 + int(GRAINS * exp((one.value - best) / leeway)) for one in near]
    left = rng.below(sum(weights), "robot.leeway")
    for one, weight in zip(near, weights, strict=True):
        if left < weight:
            return one.picks
        left -= weight
    raise AssertionError("more was drawn than there is")


def choose(view: Any, prompt: Prompt, rng: Rng) -> list[str]:
    """Pick one of all legal answers to a prompt, each equally likely; in the order in which the options stand."""
    del view  # Chance needs no knowledge; a better robot would look.
    legal = [option.id for option in prompt.legal]
    sizes = range(min(prompt.at_least, len(legal)), min(prompt.at_most, len(legal)) + 1)
    left = rng.below(sum(comb(len(legal), size) for size in sizes), "robot.size")
    size = sizes[0]
    for size in sizes:
        if left < comb(len(legal), size):
            break
        left -= comb(len(legal), size)
    picked = set(rng.shuffle(legal, "robot.picks")[:size])
    return [id for id in legal if id in picked]
