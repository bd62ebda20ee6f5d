"""What is counted of a player: planet types, sectors, structures, power values."""

from __future__ import annotations

from rules.gaia.components import BIG, GAIA, INSTITUTE, MINE, STRUCTURES
from rules.gaia.galaxy import galaxy, planet
from rules.gaia.state import GaiaState, Player


def types(state: GaiaState, player: Player) -> set[str]:
    """The planet types colonised. Mines beside another faction's structure do not count."""
    return {planet(state, place) for place in player.structures}


def count(state: GaiaState, player: Player, what: str) -> int:
    """Count one kind of thing of a player; `what` is what a tile or booster names."""
    kinds = player.structures.values()
    match what:
        case "type" | "types":
            return len(types(state, player))
        case "sector" | "sectors":
            spaces = galaxy(state).spaces
            return len({spaces[place].sector for place in player.places()})
        case "gaia":
            return sum(planet(state, place) == GAIA for place in player.structures)
        case "mine":
            return sum(kind == MINE for kind in kinds) + len(player.guests)
        case "station" | "lab":
            return sum(kind == what for kind in kinds)
        case "big":
            return sum(kind in BIG for kind in kinds)
        case "federation":
            return len(player.tokens)
        case "structures":
            return len(player.structures) + len(player.guests)
        case "federated" if player is state.rival:
            # It forms no federations; all that it has built counts but one.
            return max(0, len(player.structures) - 1)
        case "federated":
            inside = set(player.federated)
            return sum(place in inside for place in player.places())
        case "satellites":
            return len(player.satellites) + len(player.stations)
        case _:
            raise ValueError(what)


def pieces_used(state: GaiaState, player: Player, kind: str) -> int:
    """How many pieces of a kind are off the faction board. The Lost Planet has no mine piece on it."""
    used = sum(standing == kind for standing in player.structures.values())
    if kind == MINE:
        used += len(player.guests) - (state.lost in player.structures)
    return used


def has_tile(player: Player, tile: str) -> bool:
    """Whether a player owns a tile that is not covered."""
    return any(own.tile == tile and not own.covered for own in player.tiles)


def has_institute(player: Player) -> bool:
    """Whether the planetary institute stands."""
    return INSTITUTE in player.structures.values()


def power_value(state: GaiaState, player: Player, place: str) -> int:
    """The power value of what a player has on a place: structures, and space stations (1, in federations only)."""
    kind = player.structures.get(place)
    if kind is None:
        return 1
    worth = STRUCTURES[kind].value
    if kind in BIG and has_tile(player, "strength"):
        worth = 4
    if player.faction == "bescods" and has_institute(player) and planet(state, place) == "titanium":
        worth += 1
    return worth


def green_token(player: Player) -> bool:
    """Whether a federation token can still be flipped."""
    return any(token.green for token in player.tokens)
