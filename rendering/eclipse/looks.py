"""How seats and goods of Eclipse look: the colours of the boards, and an ink with a shape for every kind of square."""

from __future__ import annotations

from rendering.kit.palette import SEATS, Colour, SeatStyle, rgb
from rules.eclipse.components import MATERIALS, MONEY, ORBITAL, SCIENCE, SPECIES, WILD
from rules.eclipse.state import EclipseState

#: The colours of the species' boards. Black is a dark steel: on the night sky it needs a light keyline. Yellow is that
#: of a lemon: brass means what may be picked.
BOARDS: dict[str, Colour] = {
    "red": rgb("#dc3d2a"),
    "blue": rgb("#3f8cf0"),
    "green": rgb("#37c98b"),
    "yellow": rgb("#f6e83a"),
    "white": rgb("#eef2f7"),
    "black": rgb("#4d566b"),
}
NPC = SeatStyle(rgb("#9b7be0"), "", ())
"""Ancients and the defence of the centre: violet, which no board has."""

INKS: dict[str, Colour] = {
    MONEY: rgb("#f59a2f"),
    SCIENCE: rgb("#f07fb4"),
    MATERIALS: rgb("#b98356"),
    WILD: rgb("#b4bfce"),
    ORBITAL: rgb("#8fd3e8"),
}
"""What a square takes, and the good that it makes. Each has a shape besides (`tokens.square`)."""


def seat_style(view: EclipseState, seat: int) -> SeatStyle:
    """A seat's colour (its board's), mark and pattern; before it has a species, the table's colour of the seat."""
    plain = SEATS[seat]
    species = view.players[seat].species
    if not species:
        return plain
    return SeatStyle(BOARDS[SPECIES[species].colour], plain.mark, plain.pattern)
