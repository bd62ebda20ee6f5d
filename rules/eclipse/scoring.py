"""Victory points, line by line, and who wins."""

from __future__ import annotations

from rules.eclipse.components import POINTS, SECTORS, SPECIES
from rules.eclipse.economy import own_sectors, technology_points
from rules.eclipse.state import EclipseState, Player, Sector
from rules.kernel.scoring import Line, Standing, rank_seats
from rules.kernel.text import T, Text

LINES: dict[str, Text] = {
    "reputation": T("Reputation tiles"),
    "ambassadors": T("Ambassadors"),
    "sectors": T("Controlled sectors"),
    "discoveries": T("Discovery tiles"),
    "monoliths": T("Monoliths"),
    "technologies": T("Rows of technologies"),
    "traitor": T("Traitor card"),
    "species": T("Bonus of the species"),
}
LEFT = "left"
"""What breaks ties: all resources stored."""


def score(state: EclipseState, seat: int) -> dict[str, int]:
    """Score a seat as if the game ended now: what for -> points, their `total`, and what breaks ties.

    In a view, hidden reputation tiles count nothing.
    """
    me = state.players[seat]
    if me.frozen:
        return me.frozen
    species = SPECIES.get(me.species)
    if species is None:
        return {**dict.fromkeys(LINES, 0), "total": 0, LEFT: 0}
    controlled = [_of_sector(me, sector) for sector in own_sectors(state, seat)]
    ancients = sum(sector.ancients for sector in state.sectors.values()) if species.vp_per_ancient else 0
    points = {
        "reputation": sum(me.reputation) + sum(me.pledged),
        "ambassadors": POINTS.ambassador * len(me.partners),
        "sectors": sum(one["sectors"] for one in controlled),
        "discoveries": POINTS.discovery * len(me.discoveries),
        "monoliths": sum(one["monoliths"] for one in controlled),
        "technologies": technology_points(me),
        "traitor": POINTS.traitor if me.traitor else 0,
        "species": sum(one["species"] for one in controlled) + species.vp_per_ancient * ancients,
    }
    return {**points, "total": sum(points.values()), LEFT: sum(me.goods.values())}


def _of_sector(me: Player, sector: Sector) -> dict[str, int]:
    """What a player's control of a sector scores: in which line -> points."""
    return {
        "sectors": SECTORS[sector.id].vp,
        "monoliths": POINTS.monolith * sector.monolith,
        "species": SPECIES[me.species].vp_per_sector,
    }


def sector_points(me: Player, sector: Sector) -> int:
    """What a player's control of a sector is worth at the end."""
    return sum(_of_sector(me, sector).values())


def by_round(state: EclipseState) -> list[list[int]]:
    """What every seat had after each round without its reputation tiles, which count at the end."""
    if state.phase != "over":
        return state.scores
    return [*state.scores[:-1], [score(state, seat)["total"] for seat in range(len(state.players))]]


def standings(state: EclipseState, *, over: bool) -> list[Standing]:
    """Score and rank every seat. Of equal points the larger sum of resources is better; equals share."""
    scores = [score(state, seat) for seat in range(len(state.players))]
    lines = [[Line(text, one[key]) for key, text in LINES.items()] for one in scores]
    told = [T("Tie-break, resources left: {n}", n=one[LEFT]) for one in scores]
    return rank_seats(lines, [one[LEFT] for one in scores], told, over=over)
