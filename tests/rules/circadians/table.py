"""A table for tests: boards laid out, nobody with a character or a card, and turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from rendering.words import Words
from rules.circadians.game import CircadiansGame, CircadiansStep
from rules.circadians.sets import ORRERY_SET
from rules.circadians.state import EMPTY, CircadiansState, Die, Player
from rules.circadians.steps.action import GaragePhase, HqPhase
from rules.circadians.steps.setup import lay_out
from rules.kernel.rng import Rng
from rules.kernel.steps import Step
from rules.kernel.text import Text
from tests.table import Table

CircadiansTable: TypeAlias = Table[CircadiansState, CircadiansStep]


def make(seats: int = 2, side: str = "a") -> CircadiansState:
    """Lay out a state in round 1: the clans on side A, no event, nobody has a character, cards or goods."""
    state = lay_out(ORRERY_SET, {"planet": side}, seats, Rng("00"))
    state.clans = {"green": "green-a", "yellow": "yellow-a", "red": "red-a"}
    state.start = 0
    state.round = 1
    for one in state.players:
        one.dealt = []
        one.ready = 0
        one.supply = 13
        one.water = one.algae = one.power = 0
    return state


def give(
    one: Player,
    *garages: int,
    hand: Sequence[str] = (),
    played: Sequence[str] = (),
    upgrades: Sequence[str] = (),
    **parts: Any,
) -> Player:
    """Put dice into a player's garages (0: none), and give them goods, cards, tiles."""
    for at, die in enumerate(garages):
        one.garages[at] = die
        one.supply -= die != EMPTY
    one.hand = list(hand)
    one.played = list(played)
    for at, tile in enumerate(upgrades):
        one.upgrades[at] = tile
    for key, value in parts.items():
        setattr(one, key, value)
    return one


def rich(one: Player, *garages: int, **parts: Any) -> Player:
    """Give a player plenty."""
    return give(one, *garages, **{"water": 30, "algae": 20, "power": 10, "gem": 6, **parts})


def in_hq(state: CircadiansState, *dice: tuple[int, int]) -> None:
    """Put dice into the headquarters: seat and value."""
    for seat, value in dice:
        state.hq.append(Die(seat, value))
        state.players[seat].supply -= 1


def negotiated(state: CircadiansState, column: str, row: int, seat: int, value: int) -> None:
    """Put a die on the negotiation board."""
    state.negotiation[column][row - 1] = Die(seat, value)
    state.players[seat].supply -= 1


def table_of(
    state: CircadiansState, *steps: Step[CircadiansState], draws: Mapping[str, Sequence[Any]] | None = None
) -> CircadiansTable:
    """Play on a state, from its action phase where no steps are given."""
    return Table(CircadiansGame(), state, *(steps or (HqPhase(), GaragePhase())), draws=draws)


def has(table: CircadiansTable, seat: int = 0) -> tuple[int, int, int, int]:
    """The resources of a seat: water, algae, power, gems."""
    return table.state.players[seat].goods.amounts


def say(text: Text | None) -> str:
    """A text in English; nothing where there is none."""
    return "" if text is None else Words("en", ("Ann", "Ben")).say(text)
