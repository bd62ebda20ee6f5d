"""Ships on the map: who is where, who holds whom, what a player's ships reach."""

from __future__ import annotations

from rules.eclipse.components import GENERATOR, SHIP_SUPPLY, SPECIES
from rules.eclipse.galaxy import near
from rules.eclipse.state import FULL, HALF, EclipseState, Player, Sector


def with_ancients(me: Player) -> bool:
    """Whether a player shares sectors with Ancients."""
    return SPECIES[me.species].with_ancients


def least_link(me: Player) -> int:
    """The weakest link that a player can use."""
    return HALF if GENERATOR in me.technologies else FULL


def enemies(state: EclipseState, sector: Sector, seat: int) -> int:
    """Count the ships in a sector that hold a seat's ships there; the defence of the centre is not counted."""
    others = sum(sector.count(other) for other in sector.ships if other != seat)
    return others + (0 if not sector.ancients or with_ancients(state.players[seat]) else sector.ancients)


def foreign(state: EclipseState, sector: Sector, seat: int) -> bool:
    """Whether any ship in a sector keeps a seat from placing its disc there."""
    return sector.gcds or enemies(state, sector, seat) > 0


def may_leave(state: EclipseState, sector: Sector, seat: int) -> bool:
    """Whether one of a seat's ships in a sector is not pinned."""
    return not sector.gcds and sector.count(seat) - 1 >= enemies(state, sector, seat)


def is_near(state: EclipseState, sector: Sector, seat: int, *, but: str = "") -> bool:
    """Whether a sector is connected with one where a seat has a disc or a ship; the disc on `but` does not count."""
    for id in near(sector, least_link(state.players[seat])):
        other = state.sectors[id]
        if (other.disc == seat and id != but) or seat in other.ships:
            return True
    return False


def add(sector: Sector, seat: int, kind: str, n: int = 1) -> None:
    """Put ships into a sector; a seat that had none there enters now."""
    ships = sector.ships.setdefault(seat, {})
    ships[kind] = ships.get(kind, 0) + n


def remove(sector: Sector, seat: int, kind: str, n: int = 1) -> None:
    """Take ships out of a sector."""
    ships = sector.ships[seat]
    ships[kind] -= n
    if not ships[kind]:
        del ships[kind]
    if not ships:
        del sector.ships[seat]


def supply(state: EclipseState, seat: int, kind: str) -> int:
    """Count the figures of a type that a seat has not on the map."""
    return SHIP_SUPPLY[kind] - sum(sector.ships.get(seat, {}).get(kind, 0) for sector in state.sectors.values())


def on_map(state: EclipseState, seat: int) -> bool:
    """Whether a seat has a disc or a ship on the map."""
    return any(sector.disc == seat or seat in sector.ships for sector in state.sectors.values())
