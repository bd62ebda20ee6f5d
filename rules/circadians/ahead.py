"""The position of a supposed turn in Circadians: First Light, for plans (see `rules.kernel.supposing`)."""

from __future__ import annotations

from typing import Any

from rules.circadians.means import HQ, Means
from rules.circadians.state import EMPTY, CircadiansState, Player
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

    Where none is left in this round: what its farms yield, else its next die of the headquarters in the next round.
    """
    if not state.round or state.phase == "over":
        return T("Turns can be planned while a round is played.")
    me = state.players[seat]
    if state.phase == "planning":
        if me.rolled:
            return T("Plan your dice first: then where they go can be planned.")
        _place(me)
    # During the garages, those in the headquarters are for the next round.
    own = [die for die in state.hq if die.seat == seat]
    garage = Means(state, seat).next_garage()
    source = HQ if own and state.phase in {"planning", "hq"} else garage
    if source is None:
        farms = [FarmChoice(seat, farm) for farm in choices(Means(state, seat)) if farm not in me.choices]
        if farms:
            return Position(state, guess(), list(reversed(farms)))
        if not own:
            return T("None of your dice is left to be sent in this round.")
        source = HQ
    if source == HQ:
        state.hq = [own[0], *(die for die in state.hq if die is not own[0])]
        state.flip = state.flip and state.phase == "hq"
        state.phase = "hq"
    else:
        state.phase, state.flip = "garages", False
    state.turn = seat
    return Position(state, guess(), [Send(seat, source)])


def asks_ahead(state: CircadiansState, seat: int) -> bool:
    """Whether the seat's next turn is its last die of the round, or to say what its farms yield.

    What the farms offer does not change once no die of the seat is left to be sent. The last die is not asked ahead
    while everybody plans in secret, for where it goes depends on what the others have planned.
    """
    me = state.players[seat]
    if state.phase == "planning":
        if me.rolled:
            return False
        _place(me)
    left = sum(die != EMPTY for die in me.garages) + (state.hq_dice(seat) if state.phase in {"planning", "hq"} else 0)
    if left:
        return left == 1 and state.phase in {"hq", "garages"}
    return any(
        farm not in me.choices and len(FarmChoice(seat, farm).prompt(state).legal) > 1
        for farm in choices(Means(state, seat))
    )


def _place(me: Player) -> None:
    """Put the dice of a plan where it says."""
    for place, face in me.plan.items():
        dice = me.garages if place[0] == "g" else me.farm_dice
        dice[int(place[1:]) - 1] = face
    me.plan = {}


def watched(state: CircadiansState, seat: int) -> dict[str, str]:
    """The seat's resources and item cards."""
    me = state.players[seat]
    return {"goods": str(me.goods.amounts), "hand": " ".join(sorted(me.hand))}
