"""Points, line by line, and who wins."""

from __future__ import annotations

from rules.kernel.game import Line, Standing
from rules.kernel.text import T
from tests.sample.rules.components import CHARTER_POINTS, FUEL_PER_POINT, SITES
from tests.sample.rules.state import ProspectState


def lines(state: ProspectState, seat: int) -> list[Line]:
    """Score a seat; a charter that a view does not show brings nothing there."""
    me = state.players[seat]
    return [
        Line(T("Sites"), sum(SITES[site].points for site in me.sites)),
        Line(T("Cores"), me.cores),
        Line(T("Ships sent along"), me.followed),
        Line(T("Most sites"), me.lead),
        Line(T("Charter"), CHARTER_POINTS * me.of_kind(me.charter)),
        Line(T("Fuel"), me.fuel // FUEL_PER_POINT),
    ]


def total(state: ProspectState, seat: int) -> int:
    """Add up the points of a seat."""
    return sum(line.points for line in lines(state, seat))


def standings(state: ProspectState, *, over: bool) -> list[Standing]:
    """Score and rank every seat; more fuel decides between equal points, and who is equal in both shares a rank."""
    keys = [(total(state, seat), me.fuel) for seat, me in enumerate(state.players)]
    return [
        Standing(seat, key[0], lines(state, seat), 1 + sum(other > key for other in keys), over and key == max(keys))
        for seat, key in enumerate(keys)
    ]
