"""What a seat, or an onlooker, may know of the table: all of it, for nothing in Gaia Project is hidden."""

from __future__ import annotations

from rules.gaia.state import STATES, GaiaState


def view(state: GaiaState, seat: int | None) -> GaiaState:
    """Copy the state; it is the same for every seat."""
    del seat
    return STATES.copy(state)
