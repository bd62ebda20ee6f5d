"""The map: names of places, what touches what, and through which wormholes.

Hexes are flat-topped. Edges are numbered 0 to 5 clockwise from the top; a sector that is turned `k` times clockwise has
a wormhole on edge ``e`` where the printed tile has one on ``e - k``. The centre is ``(0, 0)``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.eclipse.components import RING_1, RING_2, RING_3, SECTORS
from rules.eclipse.state import HALF, SHUT, EclipseState, Sector
from rules.kernel import hexes
from rules.kernel.hexes import Hex

#: The kernel's directions begin elsewhere; here the top edge is the first.
EDGES: tuple[Hex, ...] = hexes.DIRECTIONS[4:] + hexes.DIRECTIONS[:4]


def opposite(edge: int) -> int:
    """The edge of the neighbour that touches an edge."""
    return (edge + 3) % 6


@cache
def openings(tile: str, turns: int) -> tuple[bool, ...]:
    """Say for each edge whether a turned tile has a wormhole there."""
    printed = SECTORS[tile].wormholes
    return tuple((edge - turns) % 6 in printed for edge in range(6))


@cache
def least_turns(tile: str, turns: int) -> int:
    """The fewest turns after which a tile lies as it does after so many: fewer for tiles that look alike turned.

    >>> least_turns("102", 3), least_turns("102", 2)
    (0, 2)
    """
    return next(fewer for fewer in range(6) if openings(tile, fewer) == openings(tile, turns))


def distance(hex: Hex) -> int:
    """Count the steps to the centre."""
    return hexes.distance(hex, (0, 0))


def stack_of(hex: Hex) -> str:
    """The ring whose stack the sector for a place comes from."""
    return {1: RING_1, 2: RING_2}.get(distance(hex), RING_3)


def _letters(number: int) -> str:
    """Count in letters: A to Z, AA, AB and so on."""
    name = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


@cache
def place_name(hex: Hex) -> str:
    """Name a place by its distance from the centre and its position in that ring, clockwise from the top.

    >>> place_name((0, -2)), place_name((1, -2)), place_name((-1, -1)), place_name((0, 0))
    ('2A', '2B', '2L', '0A')
    """
    ring = distance(hex)
    return f"{ring}{_letters(_ring(ring).index(hex))}"


@cache
def _ring(ring: int) -> list[Hex]:
    return [hexes.turn(one, 4) for one in hexes.ring((0, 0), ring)]


@cache
def place(name: str) -> Hex:
    """Find the place that a name means; the reverse of `place_name`."""
    digits = len(name) - len(name.lstrip("0123456789"))
    ring = int(name[:digits])
    number = 0
    for letter in name[digits:]:
        number = 26 * number + ord(letter) - ord("A") + 1
    return _ring(ring)[number - 1]


def lay(state: EclipseState, tile: str, hex: Hex, turns: int) -> Sector:
    """Put a sector on the map and link it with its neighbours. What lies on it is the caller's."""
    sector = Sector(tile, hex[0], hex[1], turns)
    own = openings(tile, turns)
    sector.links = [HALF if open_ else SHUT for open_ in own]
    at = {(one.q, one.r): one for one in state.sectors.values()}
    for edge in range(6):
        other = at.get(hexes.add(hex, EDGES[edge]))
        if other is None:
            continue
        back = opposite(edge)
        link = own[edge] + openings(other.id, other.turns)[back]
        sector.around[edge], sector.links[edge] = other.id, link
        other.around[back], other.links[back] = tile, link
    state.sectors[tile] = sector
    return sector


def near(sector: Sector, least: int) -> Iterator[str]:
    """The sectors that one is connected with: `least` is FULL, or HALF with a wormhole generator."""
    for other, link in zip(sector.around, sector.links, strict=True):
        if other and link >= least:
            yield other


def connections(state: EclipseState, tile: str, hex: Hex, turns: int, least: int) -> list[str]:
    """The sectors that a tile would be connected with if it were laid like that."""
    own = openings(tile, turns)
    found = []
    for other in state.sectors.values():
        offset = (other.q - hex[0], other.r - hex[1])
        if offset in EDGES:
            edge = EDGES.index(offset)
            if own[edge] + openings(other.id, other.turns)[opposite(edge)] >= least:
                found.append(other.id)
    return found
