"""Fits small nets of one hidden layer, in numpy; `benchmarks.train` says to what.

Inputs are brought to one spread, weights follow the slope of what is wrong (Adam) with steps that get smaller, and are
drawn towards 0. A tenth of the games is held out: of the weights after each pass those are taken that fit it best, and
when it has got no better for `PATIENCE` passes, it is enough.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rules.race.robot.judgement import Net

#: An array of numpy, whose types are not looked at.
Array = Any

#: Of how many games one is held out.
HELD = 10
AT_ONCE = 512
PATIENCE = 3
#: The rates at which means of slopes, and of their squares, are forgotten.
FORGET, FORGET_SQUARES = 0.1, 0.001
#: The largest whole number of 16 bits.
MOST = 32_767


@dataclass
class Fitted:
    """A net that is being fitted: of inputs brought to one spread."""

    mean: Array
    scale: Array
    """What each input is multiplied with; 0 for one that is always the same."""
    rows: Array
    constant: Array
    results: Array
    result: Array
    straight: Array
    """What inputs add to results besides, in a straight line; of no rows where there is nothing of that kind."""
    learned: list[Array] = field(init=False)

    def __post_init__(self) -> None:
        self.learned = [self.rows, self.constant, self.results, self.result, self.straight]

    def copy(self) -> Fitted:
        """Copy the weights, to go on from them."""
        return Fitted(self.mean, self.scale, *[one.copy() for one in self.learned])

    def scaled(self, inputs: Array) -> Array:
        """Bring inputs to one spread."""
        return ((inputs - self.mean) * self.scale).astype(np.float32)

    def cells(self, scaled: Array) -> Array:
        """Give what is added up in the hidden cells."""
        return scaled @ self.rows + self.constant

    def of_cells(self, cells: Array, scaled: Array) -> Array:
        """Give the results."""
        found = np.maximum(cells, 0) @ self.results + self.result
        return found + scaled @ self.straight if len(self.straight) else found

    def __call__(self, inputs: Array) -> Array:
        """Give the results for inputs as they are."""
        parts = [self.scaled(inputs[at : at + 8_192]) for at in range(0, len(inputs), 8_192)]
        return np.concatenate([self.of_cells(self.cells(part), part) for part in parts])


class Squares:
    """What is wrong with a single result: the square of the difference."""

    def wrong(self, results: Array, wanted: Array) -> float:
        """Give how much is wrong, on average."""
        return float(((results[:, 0] - wanted) ** 2).mean())

    def slope(self, results: Array, wanted: Array) -> Array:
        """Give by how much more would be wrong."""
        return (results[:, 0] - wanted)[:, None].astype(np.float32)


class Surprise:
    """What is wrong with results that say how likely things are: how surprising it is what happened."""

    def wrong(self, results: Array, wanted: Array) -> float:
        """Give how much is wrong, on average."""
        return float(-np.log(_shares(results)[np.arange(len(wanted)), wanted] + 1e-12).mean())

    def slope(self, results: Array, wanted: Array) -> Array:
        """Give by how much more would be wrong."""
        found = _shares(results)
        found[np.arange(len(wanted)), wanted] -= 1
        return found.astype(np.float32)


def _shares(results: Array) -> Array:
    parts = np.exp(results - results.max(1, keepdims=True))
    return parts / parts.sum(1, keepdims=True)


def begin(inputs: Array, cells: int, results: int, seed: int, *, straight: bool) -> Fitted:
    """Give a net that knows nothing."""
    rng = np.random.default_rng(seed)
    size = inputs.shape[1]
    spread = inputs.std(0)
    scale = np.where(spread > 1e-6, 1 / np.maximum(spread, 1e-6), 0.0)
    rows = rng.normal(0, 0.6 / np.sqrt(size), (size, cells)) * (scale > 0)[:, None]
    return Fitted(
        inputs.mean(0),
        scale,
        rows.astype(np.float32),
        np.full(cells, 0.1, np.float32),
        rng.normal(0, 0.1, (cells, results)).astype(np.float32),
        np.zeros(results, np.float32),
        np.zeros((size if straight else 0, results), np.float32),
    )


def fit(
    net: Fitted,
    inputs: Array,
    wanted: Array,
    games: Array,
    kind: Squares | Surprise,
    *,
    passes: int,
    step: float,
    pull: float,
    seed: int,
) -> float:
    """Fit a net; say how much is wrong with what was held out."""
    rng = np.random.default_rng(seed)
    scaled = net.scaled(inputs)
    held = np.flatnonzero(games % HELD == 0)
    taken = np.flatnonzero(games % HELD)
    if not len(held):
        held = taken  # so few games that none is
    slopes = [np.zeros_like(one) for one in net.learned]
    squares = [np.zeros_like(one) for one in net.learned]

    def wrong() -> float:
        return kind.wrong(net.of_cells(net.cells(scaled[held]), scaled[held]), wanted[held])

    best, kept, worse, steps = wrong(), [one.copy() for one in net.learned], 0, 0
    for number in range(passes):
        rng.shuffle(taken)
        now = step * 0.5 * (1 + np.cos(np.pi * number / passes))
        for start in range(0, len(taken), AT_ONCE):
            some = taken[start : start + AT_ONCE]
            steps += 1
            found_slopes = _slopes(net, scaled[some], wanted[some], kind, pull)
            for weights, slope, mean, square in zip(net.learned, found_slopes, slopes, squares, strict=True):
                mean[...] += FORGET * (slope - mean)
                square[...] += FORGET_SQUARES * (slope * slope - square)
                even = square / (1 - (1 - FORGET_SQUARES) ** steps)
                weights[...] -= now * mean / (1 - (1 - FORGET) ** steps) / (np.sqrt(even) + 1e-8)
        found = wrong()
        if found < best:
            best, kept, worse = found, [one.copy() for one in net.learned], 0
        else:
            worse += 1
            if worse == PATIENCE:
                break
    for one, value in zip(net.learned, kept, strict=True):
        one[...] = value
    return best


def _slopes(net: Fitted, scaled: Array, wanted: Array, kind: Squares | Surprise, pull: float) -> list[Array]:
    cells = net.cells(scaled)
    above = np.maximum(cells, 0)
    of_results = kind.slope(net.of_cells(cells, scaled), wanted) / len(wanted)
    of_cells = (of_results @ net.results.T) * (cells > 0)
    straight = scaled.T @ of_results + pull * net.straight if len(net.straight) else net.straight
    return [
        scaled.T @ of_cells + pull * net.rows,
        of_cells.sum(0),
        above.T @ of_results + pull * net.results,
        of_results.sum(0),
        straight,
    ]


def pack(nets: list[Fitted]) -> Net:
    """Pack nets of the same inputs into one that gives their mean; what is straight becomes the last hidden cell."""
    scale, mean = nets[0].scale, nets[0].mean
    columns = [net.rows for net in nets]
    constants = [net.constant for net in nets]
    results = [net.results / len(nets) for net in nets]
    if len(nets[0].straight):
        columns.append(sum(net.straight for net in nets) / len(nets))
        constants.append(np.zeros(1))
        results.append(np.ones((1, 1)))
    rows = np.concatenate(columns, 1) * scale[:, None]
    constant = np.concatenate(constants) - mean @ rows
    whole = np.concatenate([rows, constant[None]])
    units = np.abs(whole).max(0) / MOST
    units[units == 0] = 1
    units = np.array([float(f"{unit:.6g}") for unit in units])
    packed = np.clip(np.round(whole / units), -MOST, MOST).astype("<i2")
    weights = np.concatenate([*results, [sum(net.result for net in nets) / len(nets)]])
    return Net(
        tuple(units.tolist()),
        packed.tobytes(),
        tuple(tuple(float(f"{weight:.6g}") for weight in column) for column in weights.T.tolist()),
    )
