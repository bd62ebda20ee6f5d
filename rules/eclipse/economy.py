"""A player's tracks: production, upkeep, storage, cubes, slots for tiles."""

from __future__ import annotations

from rules.eclipse.components import (
    CATEGORIES,
    INFLUENCE,
    MONEY,
    ORBITAL,
    POPULATION,
    SCIENCE,
    SECTORS,
    SPECIES,
    TECH_TRACK,
    TECHNOLOGIES,
    TRACKS,
    WILD,
)
from rules.eclipse.state import EclipseState, Player, Sector


def production(me: Player, track: str) -> int:
    """What a track produces at the end of the round."""
    return POPULATION.production[me.cubes[track]]


def upkeep(me: Player, spent: int = 0) -> int:
    """The money to pay at the end of the round, when so many more discs have left the track."""
    return INFLUENCE.upkeep[min(max(0, me.discs - spent), len(INFLUENCE.upkeep) - 1)]


def balance(me: Player, spent: int = 0) -> int:
    """The money left at the end of the round; below 0 something must be done."""
    return me.goods[MONEY] + production(me, MONEY) - upkeep(me, spent)


def tracks_for(square: str) -> list[str]:
    """The tracks whose cubes a square takes."""
    if square == WILD:
        return list(TRACKS)
    if square == ORBITAL:
        return [MONEY, SCIENCE]
    return [square.rstrip("+")]


def opened(me: Player, square: str) -> bool:
    """Whether a player may use squares of a kind."""
    return square[-1] != "+" or any(TECHNOLOGIES[one].opens == square for one in me.technologies)


def square_id(sector: Sector, square: int) -> str:
    """Name a square of a sector in a prompt: what it takes, with a number where two take the same."""
    squares = SECTORS[sector.id].squares
    before = squares[:square].count(squares[square])
    return squares[square] + (str(before + 1) if before else "")


def empty_squares(me: Player, sector: Sector) -> dict[str, list[str]]:
    """The empty squares of a sector that a player may use now: square id -> tracks with a cube for it."""
    found: dict[str, list[str]] = {}
    for index, square in enumerate(SECTORS[sector.id].squares):
        if index not in sector.cubes and opened(me, square):
            found[square_id(sector, index)] = [track for track in tracks_for(square) if me.cubes[track]]
    if sector.orbital and not sector.orbital_cube:
        found[ORBITAL] = [track for track in tracks_for(ORBITAL) if me.cubes[track]]
    return {square: tracks for square, tracks in found.items() if tracks}


def square_index(sector: Sector, id: str) -> int:
    """Find the square that an id means; the reverse of `square_id`."""
    return next(index for index in range(len(SECTORS[sector.id].squares)) if square_id(sector, index) == id)


def own_sectors(state: EclipseState, seat: int) -> list[Sector]:
    """The sectors that a seat controls, in the order of laying."""
    return [sector for sector in state.sectors.values() if sector.disc == seat]


def in_category(me: Player, category: str) -> int:
    """Count a player's technologies of a category."""
    return sum(TECHNOLOGIES[one].category == category for one in me.technologies)


def price(me: Player, technology: str) -> int:
    """What a technology costs a player."""
    one = TECHNOLOGIES[technology]
    owned = min(in_category(me, one.category), TECH_TRACK.slots - 1)
    return max(one.least, one.cost - TECH_TRACK.discount[owned])


def technology_points(me: Player) -> int:
    """Points for rows of technologies."""
    return sum(TECH_TRACK.vp[in_category(me, category)] for category in CATEGORIES)


def fits(me: Player, ambassadors: int, tiles: int) -> bool:
    """Whether so many ambassadors and reputation tiles have slots. Tiles may be shifted between slots."""
    slots = SPECIES[me.species].slots
    return max(0, ambassadors - slots.ambassador) + max(0, tiles - slots.reputation) <= slots.either
