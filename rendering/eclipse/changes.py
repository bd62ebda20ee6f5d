"""What has changed since the view that was posted last, for halos and coloured numbers."""

from __future__ import annotations

from rendering.kit.picture import RenderContext
from rules.eclipse.state import EclipseState, Player, Sector
from rules.kernel.hexes import Hex


def view_before(view: EclipseState, context: RenderContext) -> EclipseState | None:
    """The view that was posted last, if the galaxy was laid by then."""
    before = context.before
    known = isinstance(before, EclipseState) and before.sectors and len(before.players) == len(view.players)
    return before if known else None


def player_before(view: EclipseState, context: RenderContext, seat: int) -> Player | None:
    """A player as it was then."""
    before = view_before(view, context)
    return before.players[seat] if before and before.players[seat].species else None


def changed(view: EclipseState, context: RenderContext) -> set[Hex]:
    """The hexes of sectors that are new, or in which something is new or gone."""
    before = view_before(view, context)
    if before is None:
        return set()
    then = {id: _content(sector) for id, sector in before.sectors.items()}
    return {(one.q, one.r) for id, one in view.sectors.items() if then.get(id) != _content(one)}


def _content(sector: Sector) -> tuple[object, ...]:
    """What is seen in a sector but the ways out of it, which its neighbours change."""
    structures = (sector.orbital, sector.orbital_cube, sector.monolith, sector.discovery)
    ships = sorted((seat, sorted(ships.items())) for seat, ships in sector.ships.items())
    return (sector.disc, sector.cubes, structures, sector.ancients, sector.gcds, ships)
