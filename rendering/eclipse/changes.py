"""What has changed since the view that was posted last, for halos and coloured numbers."""

from __future__ import annotations

from itertools import product

from rendering.kit.picture import RenderContext
from rules.eclipse.components import SHIPS
from rules.eclipse.state import EclipseState, Player, Sector
from rules.kernel.hexes import Hex, distance


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


def moves(view: EclipseState, context: RenderContext) -> list[tuple[int, Hex, Hex]]:
    """Where ships have come from: seat, from and to. Ships of a type that are gone here and new there have moved."""
    before = view_before(view, context)
    if before is None:
        return []
    found = []
    for seat, kind in product(range(len(view.players)), SHIPS):
        change = {id: _count(view, id, seat, kind) - _count(before, id, seat, kind) for id in view.sectors}
        left = [id for id, n in change.items() for _ in range(-n)]
        for id in (id for id, n in change.items() for _ in range(n)):
            end = _hex(view, id)
            if left:
                origin = min(left, key=lambda one, end=end: distance(_hex(view, one), end))  # type: ignore[misc]
                left.remove(origin)
                found.append((seat, _hex(view, origin), end))
    return list(dict.fromkeys(found))


def _count(view: EclipseState, id: str, seat: int, kind: str) -> int:
    sector = view.sectors.get(id)
    return sector.ships.get(seat, {}).get(kind, 0) if sector else 0


def _hex(view: EclipseState, id: str) -> Hex:
    return view.sectors[id].q, view.sectors[id].r


def _content(sector: Sector) -> tuple[object, ...]:
    """What is seen in a sector but the ways out of it, which its neighbours change."""
    structures = (sector.orbital, sector.orbital_cube, sector.monolith, sector.discovery)
    ships = sorted((seat, sorted(ships.items())) for seat, ships in sector.ships.items())
    return (sector.disc, sector.cubes, structures, sector.ancients, sector.gcds, ships)
