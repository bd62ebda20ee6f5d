"""What a seat, or an onlooker, may not know of the table."""

from __future__ import annotations

from tests.sample.rules.state import UNKNOWN, ProspectState


def hide(view: ProspectState, seat: int | None) -> None:
    """Take out of a copy of the state the order of the deck and, until the end, the others' charters."""
    view.deck = [UNKNOWN] * len(view.deck)
    if view.phase == "over":
        return
    for at, other in enumerate(view.players):
        if at != seat:
            other.charter = UNKNOWN
            other.dealt = [UNKNOWN] * len(other.dealt)
