"""How planets and seats of Gaia Project look: colour, texture and letters of a type, the colour of a faction."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from rendering.kit.cache import LAYERS
from rendering.kit.palette import INK, NIGHT, SEATS, Colour, SeatStyle, blend, ink_on, rgb
from rendering.kit.spheres import Texture, sphere
from rules.gaia.components import FACTIONS, GAIA, LOST, NAMES, TRANSDIM, WHEEL
from rules.gaia.state import GaiaState

#: Told apart by deuteranopes and protanopes too (tested); each type has a texture and letters besides.
PLANETS: dict[str, tuple[Colour, Texture]] = {
    "terra": (rgb("#4a86d6"), "clouds"),
    "oxide": (rgb("#cc4427"), "rock"),
    "volcanic": (rgb("#f47c06"), "lava"),
    "desert": (rgb("#ffe24a"), "bands"),
    "swamp": (rgb("#8f6a5c"), "swamp"),
    "titanium": (rgb("#9fb6c9"), "craters"),
    "ice": (rgb("#f2fbf6"), "ice"),
    GAIA: (rgb("#7bd07a"), "clouds"),
    TRANSDIM: (rgb("#8a58ea"), "swirl"),
    LOST: (rgb("#66708a"), "rock"),
}
SHADE = 0.3
"""How much darker than its colour a planet is on the whole."""
BEHIND = 0.62
"""How much darker still it is behind a structure, which on its home planet has the planet's own colour."""
RINGED, BELTED = TRANSDIM, (GAIA, LOST)
_SEEDS = {kind: number for number, kind in enumerate(PLANETS)}


def planet_ball(kind: str, size: int) -> Image.Image:
    """The sphere of a planet type. Transdim Planets lie in a ring; Gaia and the Lost Planet have a belt."""
    colour, texture = PLANETS[kind]
    ring = colour if kind == RINGED else None
    return sphere(size, colour, texture, _SEEDS[kind] + 5, ring=ring, belt=kind in BELTED)


def ball_behind(kind: str, size: int) -> Image.Image:
    """The sphere of a planet type where a structure stands before it: dark, so that the structure is seen."""

    def make() -> Image.Image:
        ball = planet_ball(kind, size)
        dark = Image.blend(ball.convert("RGB"), Image.new("RGB", ball.size, NIGHT), BEHIND)
        dark.putalpha(ball.getchannel("A"))
        return dark

    return LAYERS.get(("gaia ball behind", kind, size), make)


def letter_ink(kind: str) -> Colour:
    """The colour of letters that are read on a planet of a type."""
    return ink_on(blend(PLANETS[kind][0], INK, SHADE))


@lru_cache(maxsize=4)
def planet_letters(language: str) -> dict[str, str]:
    """The first letters of every planet type's name that tell it from the others."""
    names = {kind: NAMES[f"gaia.planet.{kind}"][language] for kind in PLANETS}
    return {
        kind: next(
            named[:length]
            for length in range(1, len(named) + 1)
            if sum(other.startswith(named[:length]) for other in names.values()) == 1
        )
        for kind, named in names.items()
    }


def seat_style(view: GaiaState, seat: int) -> SeatStyle:
    """A seat's colour (its faction's), mark and pattern; before it has a faction, the table's colour of the seat."""
    plain = SEATS[seat]
    faction = view.players[seat].faction
    if not faction:
        return plain
    return SeatStyle(PLANETS[FACTIONS[faction].home][0], plain.mark, plain.pattern)


assert set(WHEEL) < set(PLANETS)
