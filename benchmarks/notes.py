"""What `benchmarks.train` notes of games, and the nets that it fits to that; this takes numpy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import nets
from benchmarks.lessons import Played, calls_in, prospect, rounds
from benchmarks.nets import Array, Fitted
from rules.race.robot.inputs import CALLING, NAMES
from rules.race.robot.judgement import CHOICES, KINDS, Judgement, Lesson, Net, kind_of_table, vector

AGAIN = 2
"""How often what a round is to come to is estimated anew."""
CELLS, SEEDS = 20, (0, 1)
"""Hidden cells of each of the nets whose mean is taken, and the seeds of these; calls take `CALL_CELLS`."""
CALL_CELLS = 32
PULL, CALL_PULL = 0.03, 0.003
"""How strongly weights are drawn towards 0."""


class Notes:
    """What was seen in games, for nets to be fitted to."""

    def __init__(self) -> None:
        self.games = 0
        self._inputs: list[Array] = []
        self._of: list[tuple[int, int, int, int]] = []
        self._ahead: list[float] = []
        self._calls: dict[str, list[tuple[Array, int, int]]] = {key: [] for key in KINDS}

    def take(self, played: Played) -> None:
        """Take in a game."""
        self.games += 1
        key = kind_of_table(played.tables[0])
        for sample in rounds(played, self.games):
            self._inputs.append(np.array(vector(sample.done), np.float32))
            self._of.append((self.games, sample.number, sample.done.seat, KINDS.index(key)))
            self._ahead.append(prospect(sample.ahead))
        for seen, choice in calls_in(played):
            self._calls[key].append((np.array(seen, np.float32), choice, self.games))

    def taught(self, lessons: Sequence[Lesson]) -> Judgement:
        """Say what the games have taught."""
        value, calls = self._value(), {key: self._called(key) for key in KINDS}
        return Judgement(tuple(lessons), len(NAMES), value, calls)

    def _value(self) -> dict[str, Net]:
        inputs, ends = np.array(self._inputs), np.array(self._ahead, np.float32)
        games, kinds = np.array([of[0] for of in self._of]), np.array([of[3] for of in self._of])
        wanted, fitted = ends, dict[str, list[Fitted]]()
        for _ in range(AGAIN + 1):
            common = [nets.begin(inputs, CELLS, 1, seed, straight=True) for seed in SEEDS]
            for seed, net in zip(SEEDS, common, strict=True):
                net.result[:] = wanted.mean()
                nets.fit(net, inputs, wanted, games, nets.Squares(), passes=8, step=2e-3, pull=PULL, seed=seed)
            expected = np.mean([net(inputs)[:, 0] for net in common], 0)
            for number, key in enumerate(KINDS):
                some = kinds == number
                fitted[key] = [net.copy() for net in common]
                if not some.any():
                    continue
                for seed, net in zip(SEEDS, fitted[key], strict=True):
                    part, to = inputs[some], wanted[some]
                    nets.fit(net, part, to, games[some], nets.Squares(), passes=4, step=5e-4, pull=PULL, seed=seed)
                expected[some] = np.mean([net(inputs[some])[:, 0] for net in fitted[key]], 0)
            wanted = self._half(ends, expected)
        return {key: nets.pack(found) for key, found in fitted.items()}

    def _half(self, ends: Array, expected: Array) -> Array:
        """Take for what a round comes to half what is expected after the next one, half what that came to."""
        after = {(game, number, seat): at for at, (game, number, seat, _) in enumerate(self._of)}
        found = ends.copy()
        for at in sorted(range(len(found)), key=lambda at: -self._of[at][1]):
            game, number, seat, _ = self._of[at]
            following = after.get((game, number + 1, seat))
            if following is not None:
                found[at] = (expected[following] + found[following]) / 2
        return found

    def _called(self, key: str) -> Net:
        seen, results = self._calls[key], len(CHOICES[key])
        if not seen:
            return Net((1.0,), bytes(2 * (len(CALLING) + 1)), ((0.0, 0.0),) * results)
        inputs, wanted = np.array([one[0] for one in seen]), np.array([one[1] for one in seen])
        net = nets.begin(inputs, CALL_CELLS, results, 1, straight=False)
        net.result[:] = np.log((np.bincount(wanted, minlength=results) + 1.0) / (len(wanted) + results))
        games = np.array([one[2] for one in seen])
        nets.fit(net, inputs, wanted, games, nets.Surprise(), passes=12, step=2e-3, pull=CALL_PULL, seed=1)
        return nets.pack([net])
