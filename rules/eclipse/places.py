"""Where the options of prompts are: the places that pictures mark (`Option.place`, `Prompt.so_far`), by kind.

A place is its kind, a colon, and what tells it from others of that kind. Pictures read them with `split`.
"""

from __future__ import annotations

from rules.eclipse.state import ANCIENTS, DEFENCE

INFLUENCE_TRACK = "influence"
"""The track of a player's discs, beside the three of cubes."""
SIDES = {ANCIENTS: "ancients", DEFENCE: "defence"}


def split(place: str) -> tuple[str, str]:
    """The kind of a place, and which one of that kind.

    >>> split(square_place("224", "money2"))
    ('square', '224-money2')
    """
    kind, _, which = place.partition(":")
    return kind, which


def sector_place(id: str) -> str:
    """A sector on the map."""
    return f"sector:{id}"


def hex_place(name: str) -> str:
    """A place without a sector, by the name that `galaxy.place_name` gives it."""
    return f"place:{name}"


def turn_place(tile: str, turns: int) -> str:
    """A sector that is about to be placed, turned clockwise so often by 60 degrees (`galaxy.least_turns`)."""
    return f"turned:{tile}-{turns}"


def tile_place(tile: str) -> str:
    """A sector that was drawn and is about to be placed, however it is turned."""
    return f"tile:{tile}"


def square_place(sector: str, square: str, track: str = "") -> str:
    """A square of a sector (`economy.square_id`), or ``orbital``; with the track where it takes cubes of several."""
    return f"square:{sector}-{square}" + (f"-{track}" if track else "")


def ship_place(kind: str, sector: str = "") -> str:
    """The player's ships of a type, wherever they are, or those in a sector."""
    return f"ship:{kind}" + (f"-{sector}" if sector else "")


def group_place(side: int, kind: str, damage: int = 0) -> str:
    """The ships of a type of one side in the battle that is fought, or those of them with so much damage."""
    return f"group:{SIDES.get(side, side)}-{kind}" + (f"-{damage}" if damage else "")


def side_place(side: int) -> str:
    """All ships of one side in the battle that is fought."""
    return f"side:{SIDES.get(side, side)}"


def item_place(item: str, sector: str = "") -> str:
    """A ship or structure that can be built, anywhere or in a sector."""
    return f"item:{item}" + (f"-{sector}" if sector else "")


def blueprint_place(kind: str) -> str:
    """The player's blueprint of a type of ship."""
    return f"blueprint:{kind}"


def slot_place(kind: str, slot: int) -> str:
    """A slot of the player's blueprint of a type of ship; slots count from 0 here, and from 1 in the place."""
    return f"slot:{kind}-{slot + 1}"


def part_place(id: str) -> str:
    """A ship part of the supply, or one kept aside."""
    return f"part:{id}"


def technology_place(id: str) -> str:
    """A technology of the supply board."""
    return f"technology:{id}"


def track_place(track: str) -> str:
    """One of the player's population tracks, or `INFLUENCE_TRACK`."""
    return f"track:{track}"


def trade_place(give: str, given: int, get: str, got: int) -> str:
    """A trade: so much of one resource for so much of another."""
    return f"trade:{give}-{given}-{get}-{got}"


def reputation_place(value: int, returned: int = 0) -> str:
    """A reputation tile by its value; with that of the one that goes back for it where no slot is free."""
    return f"reputation:{value}" + (f"-for-{returned}" if returned else "")


def discovery_place(tile: str) -> str:
    """A discovery tile that was turned up."""
    return f"discovery:{tile}"


def use_place(tile: str) -> str:
    """What a discovery tile brings when it is used."""
    return f"use:{tile}"


def keep_place(tile: str) -> str:
    """What a discovery tile is worth when it is kept."""
    return f"keep:{tile}"


def species_place(id: str) -> str:
    """A species to play."""
    return f"species:{id}"


def seat_place(seat: int) -> str:
    """Another player."""
    return f"seat:{seat}"
