"""``python -m benchmarks.tune GAME --games N [--seed HEX]``: which of a robot's weights are too small or too large.

Three robots play N games, and every seat has weights of its own: each of them a step larger or smaller than what the
robot goes by, as chance will have it. So one game says something about all weights at once. Told is by how many points
the larger weight scored more than the robot's own (half of what it was better than the smaller one), found by least
squares over all seats, with half the width of an interval of 95 of 100. Whoever tunes moves the weights that
clearly matter, writes them into ``data/judgement.json`` and plays again. The seed is drawn anew where none is given.

So far only the robot of Circadians: First Light has such weights.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from math import sqrt
from secrets import token_hex
from statistics import mean
from typing import TypeAlias

from msgspec.structs import replace

from benchmarks.opponents import Player
from benchmarks.robots import play
from rules.circadians.game import CircadiansGame
from rules.circadians.goods import RESOURCES
from rules.circadians.robot import choose
from rules.circadians.robot.judgement import LEARNED, Judgement, Stage
from rules.kernel.rng import Rng

SEATS = 3
SURE = 1.96
#: A weight that is a factor is made larger or smaller by this part, one that is a sum of points by so many.
PART, POINTS = 1.2, 0.7
#: Up to how many rounds to come it is late in the game.
LATE = 2
LITTLE = 1e-9

Lever: TypeAlias = Callable[[Judgement, float], Judgement]
"""Changes a judgement by a step; -1 is one down."""


def _stages(change: Callable[[Stage, int, float], Stage]) -> Lever:
    def lever(judgement: Judgement, step: float) -> Judgement:
        stages = judgement.stages
        later = [change(stage, left, PART**step) for left, stage in enumerate(stages) if left]
        return replace(judgement, stages=(stages[0], *later))

    return lever


def _stock(stage: Stage, left: int, part: float, *, kind: str = "", late: bool = False) -> Stage:
    if late and left > LATE:
        return stage
    kinds = [kind] if kind else RESOURCES
    return replace(stage, stock={**stage.stock, **{one: tuple(n * part for n in stage.stock[one]) for one in kinds}})


def _dice(stage: Stage, _left: int, part: float) -> Stage:
    return replace(stage, dice=tuple(one * part for one in stage.dice))


def _cards(stage: Stage, _left: int, part: float) -> Stage:
    return replace(stage, card=stage.card * part, hand=stage.hand * part)


def _place(place: str) -> Lever:
    def lever(judgement: Judgement, step: float) -> Judgement:
        return replace(judgement, places={**judgement.places, place: judgement.places[place] + POINTS * step})

    return lever


def _sent(judgement: Judgement, step: float) -> Judgement:
    return replace(judgement, sent=tuple(one * PART**step for one in judgement.sent))


def _income(judgement: Judgement, step: float) -> Judgement:
    return replace(judgement, income=judgement.income * PART**step)


LEVERS: Mapping[str, Lever] = {
    **{kind: _stages(partial(_stock, kind=kind)) for kind in RESOURCES},
    "late": _stages(partial(_stock, late=True)),
    "dice": _stages(_dice),
    "cards": _stages(_cards),
    "upgrades": _sent,
    "income": _income,
    **{place: _place(place) for place in LEARNED.places},
}


@dataclass
class Told:
    """What a weight does: points for a step up, and half the width of the interval."""

    points: float
    width: float


def player(steps: Sequence[int]) -> Player:
    """A robot whose weights are moved by these steps."""
    judgement = LEARNED
    for lever, step in zip(LEVERS.values(), steps, strict=True):
        judgement = lever(judgement, step)
    return lambda view, prompt, rng: choose(view, prompt, rng, judgement)


def measure(games: int, seed: str) -> tuple[float, dict[str, Told]]:
    """Play; give the mean score and what each weight does."""
    chance, game = Rng(_key(seed, "weights")), CircadiansGame()
    rows: list[list[int]] = []
    scores: list[float] = []
    for number in range(games):
        steps = [[2 * chance.below(2, "tune.step") - 1 for _ in LEVERS] for _ in range(SEATS)]
        _, totals, _ = play(game, [player(one) for one in steps], {}, _key(seed, number))
        rows += steps
        scores += totals
    return mean(scores), fitted(rows, scores)


def fitted(rows: Sequence[Sequence[int]], scores: Sequence[float]) -> dict[str, Told]:
    """Find by least squares what each step is worth."""
    full = [[*map(float, row), 1.0] for row in rows]
    size = len(full[0])
    matrix = []
    for i in range(size):
        products = [sum(row[i] * row[j] for row in full) + LITTLE * (i == j) for j in range(size)]
        matrix.append(products + [float(i == j) for j in range(size)])
    for at in range(size):
        most = max(range(at, size), key=lambda i: abs(matrix[i][at]))
        matrix[at], matrix[most] = matrix[most], matrix[at]
        matrix[at] = [one / matrix[at][at] for one in matrix[at]]
        for i in range(size):
            if i != at:
                times = matrix[i][at]
                matrix[i] = [one - times * other for one, other in zip(matrix[i], matrix[at], strict=True)]
    inverse = [row[size:] for row in matrix]
    sums = [sum(row[i] * score for row, score in zip(full, scores, strict=True)) for i in range(size)]
    points = [sum(one * other for one, other in zip(row, sums, strict=True)) for row in inverse]
    off = [
        score - sum(a * b for a, b in zip(points, row, strict=True)) for row, score in zip(full, scores, strict=True)
    ]  # fmt: skip
    spread = sum(one * one for one in off) / max(1, len(off) - size)
    return {
        name: Told(points[i], SURE * sqrt(max(0.0, spread * inverse[i][i]))) for i, name in enumerate(LEVERS)
    }  # fmt: skip


def _key(seed: str, part: object) -> str:
    return blake2b(repr((seed, part)).encode(), digest_size=16).hexdigest()


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tune", description="Find weights to change.")
    parser.add_argument("game", choices=["circadians"])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", help="hexadecimal; drawn anew where it is not given")
    options = parser.parse_args(arguments)
    if options.games * SEATS <= len(LEVERS) + 1:
        parser.error(f"--games must be more than {(len(LEVERS) + 1) // SEATS}, as there are {len(LEVERS)} weights")
    seed = options.seed or token_hex(8)
    middle, found = measure(options.games, seed)
    print(f"{options.games} games of {SEATS}, seed {seed}, mean score {middle:.1f}")
    for name, told in found.items():
        print(f"{name:10} {told.points:+6.2f} ±{told.width:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
