"""The galaxy in words: what lies and stands in each sector, where its wormholes lead, what can be explored."""

from __future__ import annotations

from collections.abc import Iterable

from rendering.eclipse.letter_map import frontier
from rendering.kit.text_board import Line
from rules.eclipse.components import GENERATOR, ORBITAL, RINGS, SECTORS, SHIPS
from rules.eclipse.galaxy import place_name
from rules.eclipse.state import FULL, HALF, NOBODY, SHUT, EclipseState, Sector
from rules.eclipse.texts import count_text
from rules.kernel.text import TN, T, Text, name, player


def sector_line(sector: Sector) -> Line:
    """Say all that there is to say of a sector but whose it is."""
    tile = SECTORS[sector.id]
    head = T("**{sector}** ({place}, {n} VP)", sector=sector.id, place=place_name((sector.q, sector.r)), n=tile.vp)
    things = _things(sector)
    said = [T("{sector}: {things}.", sector=head, things=things) if things else T("{sector}.", sector=head)]
    said += [ships_text(seat, ships) for seat, ships in sector.ships.items()]
    return [*said, *_ways(sector)]


def _things(sector: Sector) -> list[Text]:
    """The squares with their cubes, and everything else that lies in a sector."""
    squares = SECTORS[sector.id].squares
    things = []
    for kind in dict.fromkeys(squares):
        at = [index for index, square in enumerate(squares) if square == kind]
        things.append(_cubes(kind, sum(index in sector.cubes for index in at), len(at)))
    if sector.orbital:
        things.append(_cubes(ORBITAL, int(sector.orbital_cube), 1))
    if sector.monolith:
        things.append(name("eclipse.structure.monolith"))
    if SECTORS[sector.id].artifact:
        things.append(T("artifact"))
    if sector.ancients:
        things.append(count_text("ancient", sector.ancients))
    if sector.gcds:
        things.append(name("eclipse.ship.gcds"))
    if sector.discovery:
        things.append(T("discovery tile"))
    return things


def _cubes(square: str, cubes: int, of: int) -> Text:
    return T("{cubes}/{n} {square}", square=name(f"eclipse.square.{square}"), cubes=cubes, n=of)


def ships_text(seat: int, ships: dict[str, int]) -> Text:
    """Say which ships somebody has in a place."""
    return T(
        "{who}: {ships}.", who=player(seat), ships=[count_text(kind, ships[kind]) for kind in SHIPS if kind in ships]
    )


def _ways(sector: Sector) -> list[Text]:
    """The sectors around one, by what lies between them."""
    ways: dict[int, list[str]] = {FULL: [], HALF: [], SHUT: []}
    for other, link in zip(sector.around, sector.links, strict=True):
        if other:
            ways[link].append(other)
    told = {
        FULL: T("Open to {sectors}.", sectors=" ".join(ways[FULL])),
        HALF: T("Half open to {sectors}.", sectors=" ".join(ways[HALF])),
        SHUT: T("Closed to {sectors}.", sectors=" ".join(ways[SHUT])),
    }
    return [text for link, text in told.items() if ways[link]]


def sectors_of(view: EclipseState, seat: int) -> list[Sector]:
    """The sectors with a seat's disc (or with none, for NOBODY), by number."""
    return sorted((one for one in view.sectors.values() if one.disc == seat), key=lambda one: one.id)


def owners(view: EclipseState) -> list[int]:
    """Whoever holds a sector, in the order of turns from the start player; NOBODY last."""
    around = range(view.start, view.start + len(view.players))
    seats = [seat % len(view.players) for seat in around]
    return [seat for seat in (*seats, NOBODY) if any(one.disc == seat for one in view.sectors.values())]


def heading(view: EclipseState, seat: int) -> Text:
    """Head the sectors of a seat, or of nobody."""
    n = len(sectors_of(view, seat))
    if seat == NOBODY:
        return TN("One sector without a disc", "{n} sectors without a disc", n)
    return TN("{who}: one sector", "{who}: {n} sectors", n, who=player(seat))


def unexplored(view: EclipseState) -> list[Line]:
    """Say which places can be explored from where, and what the stacks hold."""
    found = frontier(view)
    lines: list[Line] = []
    reached = {place: [id for id, link in links.items() if link > SHUT] for place, links in found.items()}
    reached = {place: ids for place, ids in reached.items() if ids}
    if reached:
        lines.append([T("{places}.", places=_from(reached))])
    rest = {place: list(links) for place, links in found.items() if place not in reached}
    if rest and any(GENERATOR in one.technologies for one in view.players):
        lines.append([T("With the Wormhole Generator also {places}.", places=_from(rest))])
    return [*lines, *_stacks(view)]


def _from(places: dict[str, list[str]]) -> list[Text]:
    return [T("{place} from {sectors}", place=place, sectors=" ".join(ids)) for place, ids in places.items()]


def _stacks(view: EclipseState) -> Iterable[Line]:
    if not view.stacks:
        return
    left = [T("{ring}: {n}", ring=ring, n=view.stacks[ring].count) for ring in RINGS if ring in view.stacks]
    line = [T("Sectors left by ring: {stacks}.", stacks=left)]
    discards = [id for ring in RINGS if ring in view.stacks for id in view.stacks[ring].discards]
    if discards:
        line.append(T("Discarded: {sectors}.", sectors=" ".join(discards)))
    if view.turned:
        line.append(T("Drawn for {place}: {sectors}.", place=view.turned_for, sectors=" ".join(view.turned)))
    yield line
