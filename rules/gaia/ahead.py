"""The position of a supposed turn in Gaia Project, for plans (see `rules.kernel.supposing`)."""

from __future__ import annotations

from typing import Any

from rules.gaia.components import LAST_ROUND
from rules.gaia.state import GaiaState
from rules.gaia.steps.charging import nearby
from rules.gaia.steps.rounds import GaiaPlanets, GaiaTokens, Income
from rules.gaia.steps.setup import next_choice
from rules.gaia.steps.turn import Turn
from rules.kernel.game import Position
from rules.kernel.policies import Watch
from rules.kernel.supposing import guess
from rules.kernel.text import T, Text

WATCHES = (
    Watch("beside", T("somebody has built near a structure of yours")),
    Watch("power", T("you have gained or lost power")),
)


def suppose(state: GaiaState, seat: int) -> Position[GaiaState, Any] | Text:
    """A turn of this round; for whoever has passed the first of the next one, after its income.

    While the game is set up it is what the seat chooses next: its faction, a first structure, its booster.
    """
    if state.phase == "over":
        return T("Turns can be planned until the game is over.")
    state.built = []
    if not state.round and not state.players[seat].booster:
        chosen = next_choice(state, seat)
        return T("The map is laid out first.") if chosen is None else Position(state, guess(), [chosen])
    if state.round and not state.players[seat].passed:
        return Position(state, guess(), [Turn(seat)])
    if state.round == LAST_ROUND:
        return T("You have passed in the last round: you have no turn left.")
    state.round += 1
    state.phase = "actions"
    state.taken = {}
    for one in state.players:
        one.used = []
        one.passed = False
    state.passed, state.queue = [], [seat]
    return Position(state, guess(), [Turn(seat), GaiaTokens(seat), GaiaPlanets(), Income(seat)])


def watched(state: GaiaState, seat: int) -> dict[str, str]:
    """What others have near the seat's structures, and its power."""
    places = [place for one in state.players if one is not state.players[seat] for place in one.places()]
    near = [f"{place}={nearby(state, seat, [place])}" for place in sorted(places) if nearby(state, seat, [place])]
    return {"beside": " ".join(near), "power": f"{state.players[seat].power} {state.players[seat].brainstone}"}
