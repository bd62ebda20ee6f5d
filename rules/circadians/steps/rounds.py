"""The round of the game: four phases, eight times."""

from __future__ import annotations

from rules.circadians.components import ROUNDS
from rules.circadians.scoring import standings
from rules.circadians.state import CircadiansState
from rules.circadians.steps.action import GaragePhase, HqPhase
from rules.circadians.steps.harvest import Harvest, Rest
from rules.circadians.steps.planning import Planning, Reveal
from rules.circadians.steps.tiles import leave
from rules.kernel.steps import Act, Flow
from rules.kernel.text import T


class StartRound(Act[CircadiansState], tag=True):
    """A new round with its four phases."""

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        state.round += 1
        flow.round(T("Round {n} begins.", n=state.round))
        flow.then(Planning(), Reveal(), HqPhase(), GaragePhase(), Harvest(), Rest(), EndRound())


class EndRound(Act[CircadiansState], tag=True):
    """Note the scores, and let a tile leave that nobody takes; after the last round the game is over (R31)."""

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        found = standings(state, over=state.round == ROUNDS)
        state.scores.append([standing.total for standing in found])
        leave(state, flow)
        if state.round < ROUNDS:
            flow.then(StartRound())
            return
        state.phase = "over"
        flow.finish(found)
