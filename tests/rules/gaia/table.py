"""A table for tests: the printed map, given tiles, factions standing where a test wants them, and turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rules.gaia.components import ADVANCED, BOOSTERS, FEDERATIONS, FREE_SPACES, STANDARD, TRACKS
from rules.gaia.galaxy import lay, standard
from rules.gaia.game import GaiaGame, GaiaStep
from rules.gaia.state import GaiaState, OwnToken, Player, Rules
from rules.gaia.steps.rounds import CleanUp
from rules.gaia.steps.setup import equip
from rules.gaia.steps.turn import NextTurn
from rules.kernel.steps import Step
from tests.table import Table

GaiaTable: TypeAlias = Table[GaiaState, GaiaStep]
Prepare = Callable[[GaiaState], object]


def make(*factions: str, layout: str = "full", rules: Rules | None = None) -> GaiaState:
    """Lay out a state in the action phase of round 1: nobody has a structure, no round tile scores."""
    state = GaiaState(
        rules=rules or Rules(),
        players=[Player() for _ in factions],
        layout=layout,
        sectors=standard(layout),
        spaces=lay(standard(layout)),
        tech=dict(zip((*TRACKS, *FREE_SPACES), STANDARD, strict=True)),
        advanced=dict(zip(TRACKS, ADVANCED, strict=False)),
        supply={token.id: token.count for token in FEDERATIONS.values() if token.id != "gleens"},
        top_token="12vp",
        final_tiles=["structures", "gaia"],
        round=1,
        phase="actions",
        order=list(range(len(factions))),
        queue=list(range(len(factions))),
    )
    state.supply[state.top_token] -= 1
    boosters = list(BOOSTERS)
    for seat, faction in enumerate(factions):
        equip(state, seat, faction)
        # Boosters without a special action: those are tested by themselves.
        state.players[seat].booster = f"booster{seat + 6}"
        boosters.remove(state.players[seat].booster)
    state.boosters = boosters[:3]
    return state


def table_of(state: GaiaState, *steps: Step[GaiaState]) -> GaiaTable:
    """Play on a state, from its next turn where no steps are given."""
    return Table(GaiaGame(), state, *(steps or (NextTurn(), CleanUp())))


def with_mines(*factions: str) -> GaiaState:
    """Lay out a table whose players have two mines each, and no booster."""
    state = make(*factions)
    for one, places in zip(state.players, (["1A6", "2A7"], ["1A9", "2A3"], ["3A7", "1B1"]), strict=False):
        one.structures = dict.fromkeys(places, "mine")
        one.booster = ""
    return state


def rich(player: Player) -> Player:
    """Give a player plenty of everything that has a limit below 15, and power in area III."""
    player.ore, player.credits, player.knowledge, player.qic = 14, 28, 12, 6
    player.power = [2, 2, 8, 0]
    return player


def token(id: str = "qic", *, green: bool = True) -> OwnToken:
    """Make a federation token that somebody owns."""
    return OwnToken(id, green)


def ready(faction: str = "terrans", rules: Rules | None = None) -> GaiaState:
    """Lay out a table for two whose first player has five of everything and a mine."""
    state = make(faction, "xenos" if faction != "xenos" else "terrans", rules=rules)
    me = rich(state.players[0])
    me.ore, me.credits, me.knowledge, me.qic = 5, 5, 5, 5
    me.structures = {"1B1": "mine"}
    return state


def scholar(faction: str = "terrans", **levels: int) -> GaiaState:
    """Lay out a table for two whose first player is rich and has these levels in research."""
    state = make(faction, "xenos" if faction != "xenos" else "terrans")
    me = rich(state.players[0])
    me.structures = {"1B1": "mine"}
    me.research = {track: levels.get(track, 0) for track in TRACKS}
    return state


def neighbours(number: int = 2, *, near: bool = True) -> GaiaState:
    """The first player can build on 1A6; where they are near, the second stands beside it with room for power."""
    state = make(*("terrans", "xenos", "geodens")[:number])
    first, second = state.players[:2]
    rich(first)
    first.structures = {"1B1": "mine", "3A7": "station", "8A0": "station"}
    first.research["nav"] = 2
    second.structures = {"2A3" if near else "6A4": "mine"}
    second.power = [4, 4, 0, 0]
    second.ore, second.credits, second.knowledge = 10, 20, 8
    if number > 2:
        state.players[2].structures = {"7A6": "mine"}
    return state
