"""A table of Prospect for tests: everybody has a charter, 6 fuel and no site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from rules.kernel.game import Position
from rules.kernel.rng import Rng
from rules.kernel.steps import Step
from tests.sample.rules.components import SITES, START_FUEL
from tests.sample.rules.game import ProspectGame, ProspectStep
from tests.sample.rules.state import Player, ProspectState
from tests.sample.rules.steps.rounds import NextRound
from tests.table import Table

ProspectTable: TypeAlias = Table[ProspectState, ProspectStep]


def make(*sites: str, charters: str = "", fuel: Sequence[int] = (), rounds: int = 3) -> ProspectState:
    """Lay out a state before its first round; each seat has sites, separated by blanks.

    Seats have a charter for ruins where `charters` says nothing else, ``ice ore``.
    """
    players = [Player(START_FUEL, [], charter="ruins", sites=one.split()) for one in sites]
    for one, charter in zip(players, charters.split(), strict=False):
        one.charter = charter
    for one, amount in zip(players, fuel, strict=False):
        one.fuel = amount
    claimed = {site for one in players for site in one.sites}
    return ProspectState(players, rounds, [site for site in SITES if site not in claimed])


def table_of(
    state: ProspectState, *steps: Step[ProspectState], deck: str = "", draws: Mapping[str, Sequence[Any]] | None = None
) -> ProspectTable:
    """Play on a state, from its next round where no steps are given; `deck` are the next sites, the first one first."""
    wanted = deck.split()
    state.deck = [site for site in state.deck if site not in wanted] + wanted[::-1]
    return Table(ProspectGame(), state, *(steps or (NextRound(),)), draws=draws)


def seen(state: ProspectState, seat: int | None) -> ProspectState:
    """What a seat, or an onlooker, sees."""
    game = ProspectGame()
    return game.view(Position(state, Rng("00"), []), seat)


def bids(table: ProspectTable, *fuel: int) -> ProspectTable:
    """Let each seat bid."""
    for seat, n in enumerate(fuel):
        table.answer(seat, str(n))
    return table
