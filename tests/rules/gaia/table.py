"""A table for tests: the printed map, given tiles, factions standing where a test wants them, and typed turns."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from rules.gaia.components import ADVANCED, BOOSTERS, FEDERATIONS, FREE_SPACES, STANDARD, TRACKS
from rules.gaia.galaxy import lay, standard
from rules.gaia.game import GaiaGame, GaiaStep
from rules.gaia.state import GaiaState, OwnToken, Player, Rules
from rules.gaia.steps.rounds import CleanUp
from rules.gaia.steps.setup import equip
from rules.gaia.steps.turn import NextTurn
from rules.kernel.game import Outcome, Position
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import Flow, Forced

Prepare = Callable[[GaiaState], object]


class Prepared(GaiaGame):
    """A game that begins with the first turn of a prepared state."""

    def __init__(self, state: GaiaState, *steps: Any) -> None:
        self.prepared, self.steps = state, steps

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[GaiaState]) -> GaiaState:
        flow.then(*(self.steps or (NextTurn(), CleanUp())))
        return self.prepared


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


class Table:
    """A running game that is played by typed lines."""

    def __init__(self, state: GaiaState, *steps: Any) -> None:
        self.game = Prepared(state, *steps)
        self.position: Position[GaiaState, GaiaStep]
        self.position, self.outcome = self.game.setup({}, len(state.players), Rng("00"))
        self.forced: list[Forced] = list(self.outcome.forced)

    @property
    def state(self) -> GaiaState:
        return self.position.state

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    @property
    def waiting(self) -> list[int]:
        return self.game.waiting(self.position)

    def prompt(self) -> Prompt:
        (seat,) = self.waiting
        return self.game.prompt(self.position, seat)

    def legal(self) -> list[str]:
        return [option.id for option in self.prompt().legal]

    def option(self, id: str) -> Option:
        return self.prompt().option(id)

    def refusal(self, id: str) -> str:
        """The message of an option's refusal; fails where it is not refused."""
        refusal = self.option(id).refusal
        assert refusal is not None, f"{id} is not refused"
        return refusal.id

    def play(self, line: str) -> Outcome:
        """Play a typed line, ``build 7A3; done``: each word answers the next prompt.

        Words for answers that were the only legal ones, and so were taken already, are passed over.
        """
        taken: deque[str] = deque()
        for word in line.replace(";", " ").split():
            if taken and taken[0] == word:
                taken.popleft()
                continue
            (seat,) = self.waiting
            self.outcome = self.game.answer(self.position, seat, [word])
            taken = deque(pick for forced in self.outcome.forced for pick in forced.picks)
        return self.outcome


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
