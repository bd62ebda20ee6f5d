"""What a strong robot would do in the place of a seat, and why: out of what the seat knows, and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel.game import Game, Position
from rules.kernel.play import robot_rng
from rules.kernel.robots import Appraisal, Term
from rules.kernel.supposing import SupposedStep, try_line
from rules.kernel.text import Text

MOST_STEPS = 8
"""Answers of a turn that are foretold at most."""
TOLD = 0.05
"""Points from which on a reason is worth telling; what differs by less is as good."""
MOST_REASONS = 4


class Hint(msgspec.Struct, frozen=True):
    """What a robot would answer to a prompt.

    `steps` are the answer and what would follow in the same turn, as far as that can be known. `second` is the next
    best that it thinks of, `by` how many points worse, and `reasons` the parts that make the difference, the greatest
    first; they are of the robot's own valuation (`Appraisal.terms`). None and nothing where it thinks of one answer.
    """

    steps: list[SupposedStep]
    second: list[str] | None = None
    by: float = 0.0
    reasons: tuple[Term, ...] = ()

    @property
    def picks(self) -> list[str]:
        """The answer."""
        return self.steps[0].picks


def hint(game: Game[Any, Any], position: Position[Any, Any], seat: int) -> Hint | None:
    """Find what a strong robot would answer for a seat; None where it has no opinion. The position is used up.

    Raises:
        NotAsked: the seat is asked nothing.

    """
    prompt, view = game.prompt(position, seat), game.view(position, seat)
    chance = robot_rng(view, prompt)
    found = game.appraise(view, prompt, terms=True)
    if not found:
        return None
    steps = [SupposedStep(prompt, found[0].picks)]
    while len(steps) < MOST_STEPS:
        line = try_line(game, game.copy(position), seat, msgspec.structs.replace(chance), [one.picks for one in steps])
        if line.prompt is None:
            break
        following = game.appraise(game.view(line.position, seat), line.prompt)
        if not following:
            break
        steps.append(SupposedStep(line.prompt, following[0].picks))
    if len(found) == 1:
        return Hint(steps)
    best, second = found[:2]
    return Hint(steps, second.picks, best.value - second.value, reasons(best, second))


def reasons(best: Appraisal, second: Appraisal) -> tuple[Term, ...]:
    """The parts by which one answer is worth another amount than another one, the greatest first."""
    texts: dict[bytes, Text] = {}
    found: dict[bytes, float] = {}
    for one, sign in ((best, 1), (second, -1)):
        for term in one.terms:
            key = msgspec.msgpack.encode(term.text)
            texts[key] = term.text
            found[key] = found.get(key, 0.0) + sign * term.value
    greatest = sorted(found, key=lambda key: -abs(found[key]))[:MOST_REASONS]
    return tuple(Term(texts[key], found[key]) for key in greatest if abs(found[key]) >= TOLD)
