"""What a strong robot would do in the place of a seat, and why: out of what the seat knows, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.kernel.game import Game, Position
from rules.kernel.play import robot_rng
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import Appraisal, Level, Term, ranked
from rules.kernel.supposing import SupposedStep, try_line
from rules.kernel.text import T, Text

MOST_STEPS = 8
"""Answers of a turn that are foretold at most."""
AS_GOOD = 0.1
"""Points below which another answer is as good."""
TOLD = 0.05
"""Points from which on a reason is worth telling; what differs by less is as good."""
MOST_REASONS = 4
COMPARED, OFFERED = 2, 4
"""Answers next to the best that are looked at again, for a fair comparison; those looked at where none is next."""
NO_CHOICE = T("There is no other choice here.")
NOTHING_ELSE = T("Nothing else came into question for me.")


class Hint(msgspec.Struct, frozen=True):
    """What a robot would answer to a prompt.

    `steps` are the answer and what would follow in the same turn, as far as that can be known. `as_good` is another
    answer that is about as good. `second` is the next best that is worse, `by` how many points, and `reasons` the parts
    that make the difference, the greatest first; they are of the robot's own valuation (`Appraisal.terms`). Where the
    difference is no matter of points, `by` is 0. `why` says what the answer was chosen by where nothing else does.
    """

    steps: list[SupposedStep]
    as_good: list[str] | None = None
    second: list[str] | None = None
    by: float = 0.0
    reasons: tuple[Term, ...] = ()
    why: Text | None = None

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
    best, *others = found
    if len(prompt.legal) == prompt.at_least:
        return Hint(_steps(game, position, prompt, chance, best), why=NO_CHOICE)
    if others:
        best, *others = _compared(game, view, prompt, best, others)
    else:
        others = _looked_at_alone(game, view, prompt, best)
    steps = _steps(game, position, prompt, chance, best)
    if not others:
        return Hint(steps, why=best.why or NOTHING_ELSE)
    as_good = next((one.picks for one in others if best.value - one.value < AS_GOOD), None)
    second = next((one for one in others if best.value - one.value >= AS_GOOD and comparable(best, one)), None)
    if second is not None:
        return Hint(steps, as_good, second.picks, best.value - second.value, reasons(best, second))
    return Hint(steps, as_good, None if as_good else others[0].picks, why=best.why)


def _steps(
    game: Game[Any, Any], position: Position[Any, Any], prompt: Prompt, chance: Rng, best: Appraisal
) -> list[SupposedStep]:
    """Give an answer to a prompt, and what would follow in the same turn."""
    seat, steps = prompt.seat, [SupposedStep(prompt, best.picks)]
    while len(steps) < MOST_STEPS:
        line = try_line(game, game.copy(position), seat, msgspec.structs.replace(chance), [one.picks for one in steps])
        if line.prompt is None:
            break
        following = game.appraise(game.view(line.position, seat), line.prompt)
        if not following:
            break
        steps.append(SupposedStep(line.prompt, following[0].picks))
    return steps


def _compared(
    game: Game[Any, Any], view: Any, prompt: Prompt, best: Appraisal, others: Sequence[Appraisal]
) -> list[Appraisal]:
    """Look again at what seems next best, and, if that is better then, at what seemed best; the best first."""
    again = [_looked_at_again(game, view, prompt, one) for one in others[:COMPARED]]
    if max(one.value for one in again) - best.value >= AS_GOOD:
        best = _looked_at_again(game, view, prompt, best)
    return ranked([best, *again, *others[COMPARED:]])


def _looked_at_again(game: Game[Any, Any], view: Any, prompt: Prompt, one: Appraisal) -> Appraisal:
    """Look at an answer alone, as beside better ones it may have been dropped on the way and seem worse than it is."""
    alone = game.consider(view, prompt, one.picks)
    return alone if alone is not None and alone.picks == one.picks and alone.value > one.value else one


def _looked_at_alone(game: Game[Any, Any], view: Any, prompt: Prompt, best: Appraisal) -> list[Appraisal]:
    """Find another answer to compare the only one with that is thought of.

    That is what a weaker robot thinks of as well, or the best of the first that are offered.
    """
    rough = [one.picks for one in game.appraise(view, prompt, Level.GOOD) if one.picks != best.picks]
    single = prompt.legal if prompt.at_least == prompt.at_most == 1 else []
    others = rough[:1] or [[one.id] for one in single if [one.id] != best.picks][:OFFERED]
    found = [(picks, game.consider(view, prompt, picks)) for picks in others]
    alone = [one for picks, one in found if one is not None and one.picks == picks]
    return ranked(alone)[:1]


def comparable(one: Appraisal, other: Appraisal) -> bool:
    """Whether points tell what makes the difference between two answers."""
    return abs(one.steer - other.steer) < TOLD


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
