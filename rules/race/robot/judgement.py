"""What a robot expects: by how many points its seat will be ahead of the best of the others, and what others call.

What each of the `inputs` counts for was learned from games of robots (`benchmarks.train`) and stands in
``data/judgement.json``: small nets of one hidden layer, of their own for two players, for two with two action cards
each and for more.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from importlib import resources
from itertools import combinations
from math import exp
from typing import NamedTuple, TypeVar

import msgspec

from rules.kernel.data import decode_file
from rules.kernel.errors import BadData
from rules.race.components import ACTIONS
from rules.race.robot import inputs
from rules.race.robot.inputs import Calls, Model, model_of
from rules.race.robot.value import Outlook, outlook_of
from rules.race.scoring import total
from rules.race.state import RaceState
from rules.race.steps.rounds import actions_of

FILE = "judgement.json"
#: The kinds of tables that have nets of their own.
KINDS = ("two", "two actions", "more")
Picks = tuple[str, ...]
Key = TypeVar("Key")
ONE: Sequence[Picks] = tuple((key,) for key, action in ACTIONS.items() if not action.experienced)
"""What a seat may call that calls one action."""
TWO: Sequence[Picks] = tuple(dict.fromkeys(tuple(actions_of(list(pair))) for pair in combinations(ACTIONS, 2)))
"""What a seat may call that calls two."""
CHOICES: Mapping[str, Sequence[Picks]] = {"two": ONE, "two actions": TWO, "more": ONE}
"""Kind of table -> what a seat may call."""


def kind_of_table(state: RaceState) -> str:
    """Say which nets a table takes (`KINDS`)."""
    return "two actions" if state.experienced else "two" if len(state.players) == 2 else "more"


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games from which weights were learned: who played them (`benchmarks.train`), of which seed, and how many."""

    player: str
    seed: str
    games: int


class Net(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights of a net: inputs times `rows`, of what is above 0 the sum times `results`."""

    units: tuple[float, ...]
    """What 1 counts in each column of the rows."""
    rows: bytes
    """By input, last the constant, the weight for each hidden cell: whole numbers of 16 bits, the lower byte first."""
    results: tuple[tuple[float, ...], ...]
    """By result the weight of each hidden cell, last the constant."""


class Judgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was learned, and from what."""

    learned_from: tuple[Lesson, ...]
    inputs: int
    """The number of inputs; where it is another, the file is of another time."""
    value: Mapping[str, Net]
    """Kind of table -> what is expected of a position; the last hidden cell counts below 0, too."""
    calls: Mapping[str, Net]
    """Kind of table -> what is likely called: e to the power of a result is how likely it is beside the others."""


class Weights(NamedTuple):
    """A net, unpacked."""

    rows: list[list[float]]
    constant: list[float]
    results: list[list[float]]


def check(net: Net, inputs_of: int, results: int) -> None:
    """Check that a net has so many inputs and results.

    Raises:
        BadData: it has not.

    """
    width = len(net.units)
    if len(net.rows) != 2 * (inputs_of + 1) * width or any(len(row) != width + 1 for row in net.results):
        raise BadData(f"{FILE}: its weights are not those of {inputs_of} inputs")
    if len(net.results) != results:
        raise BadData(f"{FILE}: it says something of {len(net.results)} results, not of {results}")


def unpack(net: Net) -> Weights:
    """Unpack a net."""
    width = len(net.units)
    whole = [int.from_bytes(net.rows[at : at + 2], "little", signed=True) for at in range(0, len(net.rows), 2)]
    rows = [
        [value * unit for value, unit in zip(whole[at : at + width], net.units, strict=True)]
        for at in range(0, len(whole), width)
    ]
    return Weights(rows[:-1], rows[-1], [list(row) for row in net.results])


def read(data: bytes) -> Judgement:
    """Read and check a file of weights.

    Raises:
        BadData: something is missing or unknown, or no number.

    """
    found = decode_file(data, Judgement, FILE)
    for kind, have in (("value", found.value), ("calls", found.calls)):
        wrong = sorted(set(have) ^ set(KINDS))
        if wrong:
            raise BadData(f"{FILE}: {kind} are not those of the tables: {', '.join(wrong)}")
    if found.inputs != len(inputs.NAMES):
        raise BadData(f"{FILE}: its weights are not those of {len(inputs.NAMES)} inputs")
    for key in KINDS:
        check(found.value[key], len(inputs.NAMES), 1)
        check(found.calls[key], len(inputs.CALLING), len(CHOICES[key]))
    return found


class Nets(NamedTuple):
    """The nets of a judgement, unpacked."""

    value: Mapping[str, Weights]
    calls: Mapping[str, Weights]


def nets_of(judgement: Judgement) -> Nets:
    """Unpack a judgement."""
    return Nets(
        {key: unpack(net) for key, net in judgement.value.items()},
        {key: unpack(net) for key, net in judgement.calls.items()},
    )


IN_USE = read((resources.files("rules.race") / "data" / FILE).read_bytes())
LEARNED = nets_of(IN_USE)


def times(values: Sequence[float], rows: Sequence[list[float]], start: list[float]) -> list[float]:
    """Add up rows, each so often as its value says."""
    found = start
    for value, row in zip(values, rows, strict=True):
        if value:
            found = [have + value * more for have, more in zip(found, row, strict=True)]
    return found


def likely_calls(state: RaceState, seat: int, outlook: Outlook, nets: Nets) -> dict[Picks, float]:
    """Estimate how likely a seat calls each choice of actions, from what everybody sees."""
    key = kind_of_table(state)
    net = nets.calls[key]
    others = [model_of(one) for at, one in enumerate(state.players) if at != seat]
    seen = inputs.calling(model_of(state.players[seat]), others, state, outlook)
    cells = [max(0.0, cell) for cell in times(seen, net.rows, net.constant)]
    return shares(
        {
            picks: row[-1] + sum([cell * weight for cell, weight in zip(cells, row, strict=False)])
            for picks, row in zip(CHOICES[key], net.results, strict=True)
        }
    )


def shares(strengths: Mapping[Key, float]) -> dict[Key, float]:
    """Give how likely each of some things is, from how much speaks for it."""
    most = max(strengths.values())
    parts = {key: exp(strength - most) for key, strength in strengths.items()}
    whole = sum(parts.values())
    return {key: part / whole for key, part in parts.items()}


_OWN = len(inputs.OWN)
_DESIGNS = len(inputs.DESIGNS)
_SIZES = (_OWN, _OWN, _DESIGNS, _DESIGNS, len(inputs.LEAD))
_STARTS = tuple(sum(_SIZES[:at]) for at in range(len(_SIZES) + 1))
_CHOICE = len(inputs.NAMES) - len(inputs.CHOICE)
_GIVEN = _CHOICE - len(inputs.GIVEN)

Cells = list[float]
"""What was added up for each hidden cell."""


def mixed(several: Sequence[Cells], shares: Sequence[float]) -> Cells:
    """Mix what was added up, in shares."""
    return [
        sum([share * cell for share, cell in zip(shares, column, strict=True)]) for column in zip(*several, strict=True)
    ]


class Judge:
    """Judges what may come of one decision of a seat: the others and the table stay as they are."""

    def __init__(self, state: RaceState, seat: int, outlook: Outlook, nets: Nets) -> None:
        net = nets.value[kind_of_table(state)]
        rows = net.rows
        self.others = [model_of(one) for at, one in enumerate(state.players) if at != seat]
        self.seen = [inputs.public(one) for one in self.others]
        self.totals = [total(one) for at, one in enumerate(state.players) if at != seat]
        self.rival = max(self.totals)
        self.outlook = outlook
        self._rows = [
            [once + outlook.rounds * more for once, more in zip(rows[at], rows[_OWN + at], strict=True)]
            for at in range(_OWN)
        ]
        self._placed = rows[_STARTS[2] : _STARTS[3]]
        self._held = rows[_STARTS[3] : _STARTS[4]]
        self._lead = rows[_STARTS[4] : _STARTS[5]]
        fixed = fixed_inputs(state, self.others, self.seen, outlook)
        self._fixed = times(fixed, rows[_STARTS[5] : _GIVEN], net.constant)
        self._given = rows[_GIVEN:_CHOICE]
        self._choice = [
            once + outlook.rounds * more for once, more in zip(rows[_CHOICE], rows[_CHOICE + 1], strict=True)
        ]
        self._results, self._constant = net.results[0][:-1], net.results[0][-1]
        self._tableaus: dict[tuple[int, ...], Cells] = {}

    def of_round(self, phases: Collection[str], calls: Sequence[Calls]) -> Cells:
        """Add up what does not depend on what the seat makes of a round with these phases that others call so."""
        return times(inputs.given(self.others, self.seen, phases, calls), self._given, self._fixed)

    def of_seat(self, model: Model) -> Cells:
        """Add up what speaks for how a seat ends a round."""
        own = inputs.public(model)
        lead = inputs.lead(own[0], self.rival, len(model.tableau), self.outlook)
        own += inputs.hand(model, self.outlook)
        placed = self._tableaus.get(model.tableau)
        if placed is None:
            placed = self._tableaus[model.tableau] = [
                sum(column)
                for column in zip(*[self._placed[inputs.DESIGN[card]] for card in model.tableau], strict=True)
            ]
        found = times(own, self._rows, times(lead, self._lead, placed))
        for card in model.hand:
            found = [have + more for have, more in zip(found, self._held[inputs.DESIGN[card]], strict=True)]
        return found

    def ahead(self, seat: Cells, of_round: Cells, choice: float) -> float:
        """Estimate by how much the seat will be ahead, given both, and the choice it had when it explored."""
        if choice:
            cells = [a + b + choice * c for a, b, c in zip(seat, of_round, self._choice, strict=True)]
        else:
            cells = [a + b for a, b in zip(seat, of_round, strict=True)]
        last = cells[-1] * self._results[-1] if cells[-1] < 0 else 0.0
        return (
            self._constant
            + last
            + sum([cell * weight for cell, weight in zip(cells, self._results, strict=True) if cell > 0])
        )

    def parts(self, model: Model, of_round: Cells, choice: float, base: Model, base_round: Cells) -> dict[str, float]:
        """Take apart by what each input is about (`inputs.THEMES`) what is expected more than of a base.

        A hidden cell counts for what was added up in it more than in the base, in proportion to what that changes.
        """
        of_seat, of_base = self.of_seat(model), self.of_seat(base)
        counting: list[float] = []
        for at, weight in enumerate(self._results):
            now = of_seat[at] + of_round[at] + choice * self._choice[at]
            was = of_base[at] + base_round[at]
            if at == len(self._results) - 1 or now == was:
                counting.append(weight * (at == len(self._results) - 1 or now > 0))
            else:
                counting.append(weight * (max(0.0, now) - max(0.0, was)) / (now - was))

        def of(row: list[float]) -> float:
            return sum([value * weight for value, weight in zip(row, counting, strict=True)])

        seen, before = self._seen(model), self._seen(base)
        found: dict[str, float] = {}
        named = zip((*inputs.OWN, *inputs.LEAD), seen, before, [*self._rows, *self._lead], strict=True)
        for name, value, was, row in named:
            theme = inputs.THEMES[name]
            found[theme] = found.get(theme, 0.0) + (value - was) * of(row)
        for theme, rows, mine, old in (
            ("powers", self._placed, model.tableau, base.tableau),
            ("hand", self._held, model.hand, base.hand),
        ):
            found[theme] += sum(of(rows[inputs.DESIGN[card]]) for card in mine)
            found[theme] -= sum(of(rows[inputs.DESIGN[card]]) for card in old)
        found["others"] = of([a - b for a, b in zip(of_round, base_round, strict=True)])
        found["choice"] = choice * of(self._choice)
        return found

    def _seen(self, model: Model) -> list[float]:
        own = inputs.public(model)
        lead = inputs.lead(own[0], self.rival, len(model.tableau), self.outlook)
        return [*own, *inputs.hand(model, self.outlook), *lead]


def fixed_inputs(
    state: RaceState, others: Sequence[Model], seen_of: Sequence[Sequence[float]], outlook: Outlook
) -> list[float]:
    """Give what is seen of the others and of the table."""
    return [
        *_by_rounds(inputs.mean(seen_of), outlook),
        *inputs.mean([inputs.designs(one.tableau) for one in others]),
        *inputs.table(state, outlook),
    ]


def _by_rounds(values: list[float], outlook: Outlook) -> list[float]:
    return [*values, *(value * outlook.rounds for value in values)]


class Round(NamedTuple):
    """A round as a seat has gone through it: how it stood before, and what came of it."""

    state: RaceState
    seat: int
    phases: Collection[str]
    """The phases that there were."""
    calls: Sequence[Calls]
    """What each of the others has called."""
    choice: float
    """The choice of cards that it had when it explored (`explored`)."""
    after: Model


def vector(done: Round) -> list[float]:
    """Give all inputs, in the order of their names, at the end of a round."""
    state, seat, after = done.state, done.seat, done.after
    outlook = outlook_of(state)
    others = [model_of(one) for at, one in enumerate(state.players) if at != seat]
    rival = max(total(one) for at, one in enumerate(state.players) if at != seat)
    seen = inputs.public(after)
    seen_of = [inputs.public(one) for one in others]
    return [
        *_by_rounds([*seen, *inputs.hand(after, outlook)], outlook),
        *inputs.designs(after.tableau),
        *inputs.designs(after.hand),
        *inputs.lead(seen[0], rival, len(after.tableau), outlook),
        *fixed_inputs(state, others, seen_of, outlook),
        *inputs.given(others, seen_of, done.phases, done.calls),
        *_by_rounds([done.choice], outlook),
    ]
