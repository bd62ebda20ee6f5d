"""Where random play of Eclipse seldom comes: the end of a game in which offers of relations cost reputation tiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.eclipse.components import ROUNDS
from rules.eclipse.game import EclipseGame
from rules.eclipse.state import EclipseState
from rules.eclipse.steps.battle import Combat
from rules.eclipse.steps.rounds import EndOfRound
from rules.eclipse.steps.turn import NextTurn
from rules.eclipse.steps.upkeep import Upkeep
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import Flow
from rules.kernel.text import T
from tests.fuzz.eclipse import CHECKS, careful
from tests.fuzz.play import Run
from tests.rules.eclipse import table


class Courtly(EclipseGame):
    """Late in a game of four who touch each other and have no free slot: an ambassador costs a reputation tile."""

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[EclipseState]) -> EclipseState:
        state = table.make("eridani", "draco", "mechanema", "orion")
        for disc, (id, at, turns) in enumerate(
            (("106", "1B", 1), ("103", "1C", 0), ("105", "1E", 1), ("108", "1F", 0))
        ):
            table.bare(table.add(state, id, at, turns, disc=disc))
        for me, tiles in zip(state.players, ([1, 2, 2, 3], [1, 1, 3, 4], [2, 2, 3, 3], [1, 1, 2, 2, 4]), strict=True):
            me.reputation = tiles
            for tile in tiles:
                state.reputation[tile] -= 1
        state.round = ROUNDS - 1
        state.scores = [[0] * 4 for _ in range(ROUNDS - 2)]
        for number in range(1, ROUNDS):
            flow.round(T("Round {n} begins.", n=number))
        flow.then(NextTurn(state.start - 1), Combat(), Upkeep(), EndOfRound())
        return state


def courteous(view: EclipseState, prompt: Prompt, rng: Rng) -> list[str]:
    """Propose relations wherever they can be, and otherwise play carefully."""
    legal = [option.id for option in prompt.legal]
    if prompt.kind == "turn" and "influence" in legal:
        return ["influence"]
    return ["propose"] if "propose" in legal else careful(view, prompt, rng)


COURTLY = replace(CHECKS, choose=courteous)


def courtly(game: Courtly, seed: int) -> Run:
    """Give a run of such an end."""
    return Run(game, COURTLY, seed, (game.check_setup({}, 4), 4))


STARTS = [lambda seed: courtly(Courtly(), seed)]
