"""The position of a supposed turn in Eclipse, for plans (see `rules.kernel.supposing`)."""

from __future__ import annotations

from typing import Any

from rules.eclipse.components import MATERIALS, MONEY, ROUNDS, SCIENCE, SPECIES
from rules.eclipse.economy import balance, production
from rules.eclipse.state import EclipseState, Player
from rules.eclipse.steps.turn import Turn
from rules.kernel.game import Position
from rules.kernel.policies import Watch
from rules.kernel.supposing import guess
from rules.kernel.text import T, Text

WATCHES = (
    Watch("enemies", T("ships of others stand in sectors of yours, or have left them")),
    Watch("beside", T("somebody has moved or built beside a sector of yours")),
    Watch("first", T("somebody has passed")),
)


def suppose(state: EclipseState, seat: int) -> Position[EclipseState, Any] | Text:
    """A turn of this round, or a reaction; once its actions are over, or without a disc to react with, the next one's.

    What battles, technologies and others bring until then is not known.
    """
    me = state.players[seat]
    if not state.round or state.phase == "over":
        return T("Turns can be planned while a round is played.")
    if me.out:
        return T("You are out of the game.")
    if _done(state, me):
        if state.round >= ROUNDS:
            return T("The actions of the last round are over: you have no turn left.")
        _next_round(state, me)
    state.turn = seat
    state.turned, state.turned_for = [], ""
    return Position(state, guess(), [Turn(seat)])


def _done(state: EclipseState, me: Player) -> bool:
    """Whether a player has no turn left in this round."""
    return state.phase != "action" or (me.passed and (me.resting or not me.discs))


def _next_round(state: EclipseState, me: Player) -> None:
    """Pay, produce and clean up for a player alone, and begin the next round."""
    if state.phase in {"action", "combat", "upkeep"}:
        me.goods[MONEY] = max(0, balance(me))
        for track in (SCIENCE, MATERIALS):
            me.goods[track] += production(me, track)
        me.discs += sum(me.actions.values())
        me.actions = {}
        me.colony = SPECIES[me.species].colony_ships
    state.battles, state.battle = [], None
    me.passed, me.resting = False, False
    state.phase = "action"
    state.round += 1


def watched(state: EclipseState, seat: int) -> dict[str, str]:
    """The ships of others in the seat's sectors and beside them, and who has passed in the round of its next turn."""
    passed = [] if _done(state, state.players[seat]) else [at for at, one in enumerate(state.players) if one.passed]
    own = [sector.id for sector in state.sectors.values() if sector.disc == seat or sector.count(seat)]
    beside = {one for id in own for one in state.sectors[id].around if one} - set(own)
    return {
        "enemies": _ships(state, seat, own),
        "beside": _ships(state, seat, sorted(beside)),
        "first": " ".join(str(other) for other in passed if other != seat),
    }


def _ships(state: EclipseState, seat: int, sectors: list[str]) -> str:
    """The ships of others in some sectors."""
    found = ((id, other, kinds) for id in sectors for other, kinds in state.sectors[id].ships.items() if other != seat)
    return " ".join(f"{id}:{other}:{sorted(kinds.items())}" for id, other, kinds in found)
