"""Fighting the battles of an oracle many times over, with the steps of the rules themselves.

Each battle is a sector with the fleets of both sides, in which nobody holds fire or retreats. How often each side wins
is compared with the exact probability: the distance may be four standard errors.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from rules.eclipse import fleets
from rules.eclipse.blueprints import Stats, is_legal, printed, sum_up
from rules.eclipse.components import ANCIENT, GCDS
from rules.eclipse.state import ANCIENTS, DEFENCE, EclipseState, Player, Rules, Sector
from rules.eclipse.steps import battle as steps
from rules.eclipse.steps.battle import ON, NextPairing, StuckGroup, open_battle
from rules.kernel.rng import Rng
from rules.kernel.steps import Flow

Json = dict[str, Any]
FARTHEST = 4.0
"""How many standard errors an outcome may be from the exact probability."""

ATTACKER, DEFENDER = 1, 0
OUTCOMES = ("attacker", "defender", "stalemate")


class WrongBlueprint(Exception):
    """A blueprint of the oracle does not add up to its totals."""


def ours(part: str | None) -> str:
    """Our id of a part; empty for none."""
    return (part or "").replace("_", "-")


def check(group: Json) -> None:
    """Check our sum of a blueprint against the totals of the oracle.

    One of its blueprints leaves a slot empty on which a part is printed, which cannot be; it is only fought with.

    Raises:
        WrongBlueprint: they differ.

    """
    if "parts" not in group:
        return
    species, kind = ours(group["species"]), group["type"]
    wanted, below = [ours(part) for part in group["parts"]], printed(species, kind)
    if any(part_below and not part for part, part_below in zip(wanted, below, strict=True)):
        return
    laid = tuple("" if part == part_below else part for part, part_below in zip(wanted, below, strict=True))
    found = sum_up(species, kind, laid)
    if not is_legal(found, kind) or msgspec.structs.replace(found, move=0, energy=0, drives=0) != totals(group):
        raise WrongBlueprint(f"{kind} of {species}: {found}, the oracle has {totals(group)}")


def totals(group: Json) -> Stats:
    """What the ships of a group can do, as the oracle says."""

    def dice(counts: dict[str, int]) -> tuple[int, ...]:
        return tuple(damage for damage in (4, 2, 1) for _ in range(counts[str(damage)]))

    return Stats(
        initiative=group["initiative"],
        hull=group["hull"],
        computer=group["computer"],
        shield=group["shield"],
        cannons=dice(group["cannons"]),
        missiles=dice(group["missiles"]),
    )


@dataclass
class Setup:
    """One battle of the oracle, ready to be fought again and again. `stats` is by side and type."""

    id: str
    fleets: list[list[tuple[str, int]]]
    stats: dict[tuple[int, str], Stats]
    exact: dict[str, float]

    @classmethod
    def read(cls, battle: Json) -> Setup:
        """Read a battle, and check its blueprints."""
        ships: list[list[tuple[str, int]]] = [[], []]
        found: dict[tuple[int, str], Stats] = {}
        for side, groups in ((ATTACKER, battle["attacker"]), (DEFENDER, battle["defender"])):
            for group in groups:
                check(group)
                kind = group["type"]
                found[{ANCIENT: ANCIENTS, GCDS: DEFENCE}.get(kind, side), kind] = totals(group)
                ships[side].append((kind, group["count"]))
        exact = {outcome: battle["result"][f"p_{outcome}"] for outcome in OUTCOMES}
        return cls(battle["id"], ships, found, exact)

    def fight(self, rng: Rng) -> str:
        """Fight it once; gives the outcome."""
        sector = Sector("318", 0, -3, 0)
        for side in (DEFENDER, ATTACKER):
            for kind, n in self.fleets[side]:
                if kind == ANCIENT:
                    sector.ancients = n
                elif kind == GCDS:
                    sector.gcds = True
                else:
                    fleets.add(sector, side, kind, n)
        players = [Player(species="terran-alliance") for _ in range(2)]
        state = EclipseState(Rules(), players, {sector.id: sector})
        state.battle = battle = open_battle(sector)
        for one in battle.fighters:
            one.orders = ON
        flow: Flow[EclipseState] = Flow(rng)
        flow.then(NextPairing())
        stalemate = False
        while flow.stack:
            step = flow.stack.pop()
            stalemate = stalemate or isinstance(step, StuckGroup)
            step.run(state, flow)
        if stalemate:
            return "stalemate"
        return "attacker" if any(group.damage for group in battle.groups if group.side == ATTACKER) else "defender"


@dataclass
class Result:
    """How often each outcome was met."""

    setup: Setup
    battles: int
    counts: Counter[str]

    def share(self, outcome: str) -> float:
        """The share of battles that ended like that."""
        return self.counts[outcome] / self.battles

    def distance(self, outcome: str) -> float:
        """The distance to the exact probability, in standard errors."""
        exact = self.setup.exact[outcome]
        error = sqrt(exact * (1 - exact) / self.battles)
        off = abs(self.share(outcome) - exact)
        return off / error if error else (0.0 if not off else float("inf"))

    @property
    def within(self) -> bool:
        """Whether every outcome is near enough."""
        return all(self.distance(outcome) <= FARTHEST for outcome in OUTCOMES)

    def lines(self) -> list[str]:
        """Tell the result."""
        shown = [
            f"{outcome} {self.share(outcome):.4f} (exact {exact:.4f}, {self.distance(outcome):.1f} s.e.)"
            for outcome, exact in self.setup.exact.items()
        ]
        return [f"{self.setup.id}: {', '.join(shown)}"]


def load(path: Path) -> list[Setup]:
    """Read an oracle."""
    data = json.loads(path.read_text(encoding="utf-8"))
    if data["format"] != "eclipse-combat-oracle/1":
        raise ValueError(f"{path.name}: the format {data['format']} is unknown")
    return [Setup.read(battle) for battle in data["battles"]]


def run(setup: Setup, battles: int, key: str) -> Result:
    """Fight a battle many times."""
    rng = Rng(key)
    with patch.object(steps, "stats_of", lambda _state, group: setup.stats[group.side, group.kind]):
        return Result(setup, battles, Counter(setup.fight(rng) for _ in range(battles)))
