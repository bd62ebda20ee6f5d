"""What a seat, or an onlooker, may know of the table."""

from __future__ import annotations

from tests.sample.rules.state import STATES, UNKNOWN, ProspectState


def view(state: ProspectState, seat: int | None) -> ProspectState:
    """Copy the state without the order of the deck and, until the end, without the others' charters."""
    copy = STATES.copy(state)
    copy.deck = [UNKNOWN] * len(state.deck)
    if state.phase != "over":
        for at, other in enumerate(copy.players):
            if at != seat:
                other.charter = UNKNOWN
                other.dealt = [UNKNOWN] * len(other.dealt)
    return copy
