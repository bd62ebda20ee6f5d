"""A player leaves the game: bankrupt, or by giving up. The score stays as it was."""

from __future__ import annotations

from rules.eclipse.components import TRACKS
from rules.eclipse.scoring import score
from rules.eclipse.state import NOBODY, EclipseState
from rules.eclipse.steps.cubes import come_home
from rules.kernel.steps import Step


def leave(state: EclipseState, seat: int) -> list[Step[EclipseState]]:
    """Take a player's ships, discs and cubes off the map; structures stay. Relations end without a traitor.

    The player's tiles and technologies stay with the player. Gives the steps for cubes that return to partners.
    """
    me = state.players[seat]
    me.frozen = score(state, seat)
    me.out = True
    for sector in state.sectors.values():
        sector.ships.pop(seat, None)
        if sector.disc == seat:
            sector.disc = NOBODY
            sector.cubes = []
            sector.orbital_cube = False
    steps: list[Step[EclipseState]] = []
    for partner in me.partners:
        state.players[partner].partners.remove(seat)
        steps.append(come_home(state, partner, list(TRACKS), "ambassador"))
    me.partners = []
    return steps
