"""The position of a supposed turn in Circadians: First Light, for plans (see `rules.kernel.supposing`)."""

from __future__ import annotations

from typing import Any

from rules.circadians.means import HQ, Means
from rules.circadians.state import CircadiansState
from rules.circadians.steps.action import Send
from rules.circadians.steps.harvest import FarmChoice, choices
from rules.kernel.game import Position
from rules.kernel.policies import Watch
from rules.kernel.supposing import guess
from rules.kernel.text import T, Text

WATCHES = (
    Watch("goods", T("you have gained or lost resources")),
    Watch("hand", T("you have gained or lost item cards")),
)


def suppose(state: CircadiansState, seat: int) -> Position[CircadiansState, Any] | Text:
    """The sending of the seat's next die: of the headquarters, else of its garages, where its plan has put them.

    Where none is left in the garages: of the headquarters in the next round, else what its farms yield.
    """
    if not state.round or state.phase == "over":
        return T("Turns can be planned while a round is played.")
    me = state.players[seat]
    if state.phase == "planning":
        if me.rolled:
            return T("Plan your dice first: then where they go can be planned.")
        for place, face in me.plan.items():
            dice = me.garages if place[0] == "g" else me.farm_dice
            dice[int(place[1:]) - 1] = face
        me.plan = {}
    # During the garages, those in the headquarters are for the next round.
    own = [die for die in state.hq if die.seat == seat]
    garage = Means(state, seat).next_garage()
    source = HQ if own and (garage is None or state.phase != "garages") else garage
    if source is None:
        gathered = state.phase in {"harvest", "rest"}
        farms = [] if gathered else [FarmChoice(seat, farm) for farm in choices(Means(state, seat))]
        if farms:
            return Position(state, guess(), list(reversed(farms)))
        return T("None of your dice is left to be sent in this round.")
    if source == HQ:
        state.hq = [own[0], *(die for die in state.hq if die is not own[0])]
        state.flip = state.flip and state.phase == "hq"
        state.phase = "hq"
    else:
        state.phase, state.flip = "garages", False
    state.turn = seat
    return Position(state, guess(), [Send(seat, source)])


def watched(state: CircadiansState, seat: int) -> dict[str, str]:
    """The seat's resources and item cards."""
    me = state.players[seat]
    return {"goods": str(me.goods.amounts), "hand": " ".join(sorted(me.hand))}
