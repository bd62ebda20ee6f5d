"""A table for tests: species in their homes, sectors where a test wants them, and turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from rules.eclipse import fleets
from rules.eclipse.components import SECTORS
from rules.eclipse.galaxy import lay, place
from rules.eclipse.game import EclipseGame, EclipseStep
from rules.eclipse.state import NOBODY, EclipseState, Player, Rules, Sector
from rules.eclipse.steps.battle import Combat
from rules.eclipse.steps.rounds import EndOfRound
from rules.eclipse.steps.setup import equip, lay_out, settle_home
from rules.eclipse.steps.turn import NextTurn
from rules.eclipse.steps.upkeep import Upkeep
from rules.kernel.rng import Rng
from rules.kernel.steps import Step
from tests.table import Table

EclipseTable: TypeAlias = Table[EclipseState, EclipseStep]


def make(*species: str, rules: Rules | None = None) -> EclipseState:
    """Lay out a state in the action phase of round 1, every species in its home; seat 0 begins."""
    state = EclipseState(rules or Rules(), [Player() for _ in species])
    lay_out(state, Rng("00"))
    for seat, one in enumerate(species):
        equip(state, seat, one)
    for seat in range(len(species)):
        settle_home(state, seat)
    state.round, state.phase = 1, "action"
    return state


def neighbours(*species: str) -> EclipseState:
    """Four players, of whom seats 0 and 1 control sectors that touch at a wormhole on both sides."""
    state = make(*(species or ("terran-directorate", "terran-union", "hydran", "orion")))
    add(state, "106", "1B", turns=1, disc=0)
    add(state, "103", "1C", turns=0, disc=1)
    return state


def add(
    state: EclipseState,
    tile: str,
    at: str,
    turns: int = 0,
    *,
    disc: int = NOBODY,
    ships: dict[int, dict[str, int]] | None = None,
) -> Sector:
    """Lay a sector at a place such as ``1A``, out of its stack; its Ancients and discovery tile come with it."""
    ring = state.stacks[SECTORS[tile].ring]
    if tile in ring.tiles:
        ring.tiles.remove(tile)
        ring.count -= 1
    sector = lay(state, tile, place(at), turns)
    sector.ancients, sector.discovery = SECTORS[tile].ancients, SECTORS[tile].discovery
    if disc != NOBODY:
        sector.disc = disc
        state.players[disc].discs -= 1
    for seat, fleet in (ships or {}).items():
        for kind, n in fleet.items():
            fleets.add(sector, seat, kind, n)
    return sector


def bare(sector: Sector) -> Sector:
    """Take Ancients, the defence and the discovery tile away."""
    sector.ancients, sector.discovery, sector.gcds = 0, False, False
    return sector


def home(state: EclipseState, seat: int) -> Sector:
    """The home sector of a seat."""
    return next(
        sector for sector in state.sectors.values() if sector.disc == seat and SECTORS[sector.id].ring == "home"
    )


def table_of(
    state: EclipseState, *steps: Step[EclipseState], draws: Mapping[str, Sequence[Any]] | None = None
) -> EclipseTable:
    """Play on a state, from its next turn where no steps are given.

    `draws` need no ``eclipse.`` in their names; a die is drawn as the number that it shows.
    """
    wanted = {f"eclipse.{name}": list(drawn) for name, drawn in (draws or {}).items()}
    for name, drawn in wanted.items():
        if name.startswith("eclipse.die"):
            wanted[name] = [face - 1 for face in drawn]
    return Table(
        EclipseGame(), state, *(steps or (NextTurn(state.start - 1), Combat(), Upkeep(), EndOfRound())), draws=wanted
    )
