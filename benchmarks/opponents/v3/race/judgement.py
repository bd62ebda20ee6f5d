"""What a robot expects: by how many points its seat will be ahead of the best of the others, and what others call.

What each of the `inputs` counts for was learned from games of robots (`benchmarks.train`) and stands in
``data/judgement.json``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib import resources
from math import exp
from typing import NamedTuple

import msgspec

from benchmarks.opponents.v3.race import inputs
from benchmarks.opponents.v3.race.inputs import Model, model_of
from benchmarks.opponents.v3.race.value import Outlook, outlook_of
from rules.kernel.data import decode_file
from rules.kernel.errors import BadData
from rules.race.components import PHASES
from rules.race.scoring import total
from rules.race.state import RaceState

FILE = "judgement.json"


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games from which weights were learned: who played them (`benchmarks.train`), of which seed, and how many."""

    player: str
    seed: str
    games: int


class Judgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every input counts for, in points, and for the calling of each phase, with what was learned from."""

    learned_from: tuple[Lesson, ...]
    constant: float
    weights: Mapping[str, float]
    calls: Mapping[str, Mapping[str, float]]
    """Phase -> input (`CALLING`) -> weight: e to the power of the sum is how likely it is called beside the others."""


def read(data: bytes) -> Judgement:
    """Read and check a file of weights.

    Raises:
        BadData: something is missing or unknown, or no number.

    """
    found = decode_file(data, Judgement, FILE)
    for have, need in (
        (found.weights, inputs.NAMES),
        (found.calls, PHASES),
        *((weights, inputs.CALLING) for weights in found.calls.values()),
    ):
        wrong = sorted(set(have) ^ set(need))
        if wrong:
            raise BadData(f"{FILE}: its weights are not those of the inputs: {', '.join(wrong)}")
    return found


LEARNED = read((resources.files(__package__) / FILE).read_bytes())


def likely_calls(state: RaceState, seat: int, outlook: Outlook, judgement: Judgement) -> dict[str, float]:
    """Estimate how likely a seat chooses each phase with an action card, from what everybody sees."""
    seen = inputs.calling(model_of(state.players[seat]), state, outlook)
    return shares({phase: _sum(seen, [judgement.calls[phase][name] for name in inputs.CALLING]) for phase in PHASES})


def shares(strengths: Mapping[str, float]) -> dict[str, float]:
    """Give how likely each of some things is, from how much speaks for it."""
    most = max(strengths.values())
    parts = {key: exp(strength - most) for key, strength in strengths.items()}
    whole = sum(parts.values())
    return {key: part / whole for key, part in parts.items()}


class Judge:
    """Judges what may come of one decision of a seat: the others and the table stay as they are."""

    def __init__(self, state: RaceState, seat: int, outlook: Outlook, judgement: Judgement) -> None:
        weights = [judgement.weights[name] for name in inputs.NAMES]
        own, rest = len(inputs.OWN), 2 * len(inputs.OWN) + len(inputs.LEAD)
        self.others = [model_of(one) for at, one in enumerate(state.players) if at != seat]
        self.rival = max(total(one) for at, one in enumerate(state.players) if at != seat)
        self.outlook = outlook
        self._own = [
            once + outlook.rounds * by_rounds
            for once, by_rounds in zip(weights[:own], weights[own : 2 * own], strict=True)
        ]
        self._lead = weights[2 * own : rest]
        fixed = [*_by_rounds(inputs.others(self.others), outlook), *inputs.table(state, outlook)]
        self.fixed = judgement.constant + _sum(fixed, weights[rest : rest + len(fixed)])
        self._phases = weights[rest + len(fixed) : -2]
        self._explored = weights[-2] + outlook.rounds * weights[-1]

    def ahead(self, model: Model) -> float:
        """Estimate by how much the seat will be ahead if it ends the round like this."""
        own = inputs.own(model)
        lead = inputs.lead(own[0], self.rival, len(model.tableau), self.outlook)
        return self.fixed + _sum(own, self._own) + _sum(lead, self._lead)

    def of_phases(self, called: Collection[str]) -> float:
        """Estimate what it means that a round has these phases, apart from what the seat makes of them."""
        return _sum(inputs.phases(self.others, called), self._phases)

    def of_choice(self, choice: float) -> float:
        """Estimate what it is worth to have kept cards out of many."""
        return choice * self._explored


def _by_rounds(values: list[float], outlook: Outlook) -> list[float]:
    return [*values, *(value * outlook.rounds for value in values)]


def _sum(values: list[float], weights: list[float]) -> float:
    return sum([value * weight for value, weight in zip(values, weights, strict=True)])


class Round(NamedTuple):
    """A round as a seat has gone through it: how it stood before, and what came of it."""

    state: RaceState
    seat: int
    called: Collection[str]
    """The phases that there were."""
    choice: float
    """The choice of cards that it had when it explored (`explored`)."""
    after: Model


def vector(done: Round) -> list[float]:
    """Give all inputs, in the order of their names, at the end of a round."""
    state, seat, after = done.state, done.seat, done.after
    outlook = outlook_of(state)
    others = [model_of(one) for at, one in enumerate(state.players) if at != seat]
    rival = max(total(one) for at, one in enumerate(state.players) if at != seat)
    own = inputs.own(after)
    return [
        *_by_rounds(own, outlook),
        *inputs.lead(own[0], rival, len(after.tableau), outlook),
        *_by_rounds(inputs.others(others), outlook),
        *inputs.table(state, outlook),
        *inputs.phases(others, done.called),
        *_by_rounds([done.choice], outlook),
    ]
