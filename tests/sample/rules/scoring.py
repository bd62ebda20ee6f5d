"""Points, line by line, and who wins."""

from __future__ import annotations

from rules.kernel.scoring import Line, Standing, rank_seats
from rules.kernel.text import T
from tests.sample.rules.components import CHARTER_POINTS, FUEL_PER_POINT, SITES
from tests.sample.rules.state import Player, ProspectState


def public_lines(me: Player) -> list[Line]:
    """Score what lies on the table for all to see."""
    return [
        Line(T("Sites"), sum(SITES[site].points for site in me.sites)),
        Line(T("Cores"), me.cores),
        Line(T("Ships sent along"), me.followed),
        Line(T("Most sites"), me.lead),
        Line(T("Fuel"), me.fuel // FUEL_PER_POINT),
    ]


def lines(me: Player) -> list[Line]:
    """Score a seat with its charter, which brings nothing in a view that does not show it."""
    return [*public_lines(me), Line(T("Charter"), CHARTER_POINTS * me.of_kind(me.charter))]


def total(lines: list[Line]) -> int:
    """Add up points."""
    return sum(line.points for line in lines)


def by_round(state: ProspectState) -> list[list[int]]:
    """Everybody's points after each round without charters, which count at the end."""
    return [*state.scores[:-1], [total(lines(me)) for me in state.players]] if state.phase == "over" else state.scores


def standings(state: ProspectState, *, over: bool) -> list[Standing]:
    """Score and rank every seat; more fuel decides between equal points."""
    return rank_seats([lines(me) for me in state.players], [me.fuel for me in state.players], over=over)
