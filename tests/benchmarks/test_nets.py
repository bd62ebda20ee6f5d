"""Fitting small nets: what can be learned is learned, and a packed net says the same."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy", reason="who teaches needs numpy")

from benchmarks import nets  # noqa: E402
from rules.race.robot.judgement import times, unpack  # noqa: E402

GAMES = np.arange(4_000) % 50


def _inputs() -> nets.Array:
    return np.random.default_rng(3).normal(2.0, 3.0, (4_000, 4)).astype(np.float32)


def _fit(wanted: nets.Array, kind: nets.Squares | nets.Surprise, results: int, *, straight: bool) -> nets.Fitted:
    net = nets.begin(_inputs(), 8, results, 1, straight=straight)
    nets.fit(net, _inputs(), wanted, GAMES, kind, passes=150, step=1e-2, pull=1e-5, seed=1)
    return net


def test_a_net_learns_what_is_bent_and_what_is_straight() -> None:
    inputs = _inputs()
    wanted = (np.abs(inputs[:, 0]) + 2 * inputs[:, 1]).astype(np.float32)
    net = _fit(wanted, nets.Squares(), 1, straight=True)
    assert ((net(inputs)[:, 0] - wanted) ** 2).mean() < 0.02 * wanted.var()


def test_a_net_learns_how_likely_things_are() -> None:
    inputs = _inputs()
    wanted = (inputs[:, 2] > 2).astype(int)
    net = _fit(wanted, nets.Surprise(), 2, straight=False)
    assert (net(inputs).argmax(1) == wanted).mean() > 0.97


def test_a_packed_net_says_the_same() -> None:
    inputs = _inputs()
    wanted = (np.abs(inputs[:, 0]) - inputs[:, 3]).astype(np.float32)
    several = [_fit(wanted, nets.Squares(), 1, straight=True) for _ in range(2)]
    packed = unpack(nets.pack(several))
    for row, expected in zip(inputs[:20], np.mean([net(inputs[:20])[:, 0] for net in several], 0), strict=True):
        cells = times(row.tolist(), packed.rows, packed.constant)
        counted = [*(max(0.0, cell) for cell in cells[:-1]), cells[-1], 1.0]
        found = sum(cell * weight for cell, weight in zip(counted, packed.results[0], strict=True))
        assert found == pytest.approx(float(expected), abs=0.02)


def test_an_input_that_is_always_the_same_counts_for_nothing() -> None:
    inputs = _inputs()
    inputs[:, 2] = 5.0
    net = nets.begin(inputs, 8, 1, 1, straight=True)
    nets.fit(net, inputs, inputs[:, 0], GAMES, nets.Squares(), passes=2, step=1e-2, pull=1e-5, seed=1)
    assert not any(unpack(nets.pack([net])).rows[2])
