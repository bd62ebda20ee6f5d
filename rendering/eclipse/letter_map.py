r"""The galaxy as a small map of letters, narrow enough for a phone.

Hexes are flat-topped, so a column of letters is a column of hexes, and the next column lies half a hex lower or higher.
A hex is told in one line: its number, who holds it and who is there, and an open way up to the right. Its other ways
stand in the line below, so far to the right that a number of the column before finds room there::

    224Ab/    the number, the disc of A, ships of b; an open way up to the right
      |\      open ways straight down and down to the right

So nothing but its own marks ever follows a number. Ways are the wormholes that are open on both sides.

A galaxy that is too wide for that is drawn without the ways, and one that is still too wide is not drawn.
"""

from __future__ import annotations

from rendering.kit.palette import SEATS
from rules.eclipse.galaxy import EDGES, place, place_name
from rules.eclipse.state import FULL, NOBODY, SHUT, EclipseState, Sector
from rules.kernel import hexes
from rules.kernel.hexes import Hex
from rules.kernel.text import T, Text, player

#: Letters in a line that a phone shows without breaking it.
WIDEST = 35
ANCIENTS, DEFENCE, SEVERAL, NONE, EMPTY = "&", "#", "!", "·", " "
DOWN, RIGHT_UP, RIGHT_DOWN = "|", "/", "\\"
_RIGHT_UP, _RIGHT_DOWN, _DOWN = 1, 2, 3
"""The edges by which these ways lead out of a hex."""


def frontier(view: EclipseState) -> dict[str, dict[str, int]]:
    """Find the places where a sector can be laid: name -> the sectors that touch it, with what leads there from them.

    Nearer to the centre first, clockwise from the top.
    """
    taken = {(sector.q, sector.r) for sector in view.sectors.values()}
    found: dict[Hex, dict[str, int]] = {}
    for sector in view.sectors.values():
        for edge, link in enumerate(sector.links):
            hex = hexes.add((sector.q, sector.r), EDGES[edge])
            if hex not in taken:
                found.setdefault(hex, {})[sector.id] = link
    return {place_name(hex): found[hex] for hex in sorted(found, key=_outwards)}


def _outwards(hex: Hex) -> tuple[int, int, str]:
    name = place_name(hex)
    return hexes.distance(hex, (0, 0)), len(name), name


def draw(view: EclipseState) -> list[str]:
    """Draw the galaxy, line by line; nothing where no phone could show it."""
    tiles = {(sector.q, sector.r): sector for sector in view.sectors.values()}
    if not tiles:
        return []
    free = [place(name) for name, links in frontier(view).items() if max(links.values()) > SHUT]
    left, right = min(q for q, _ in tiles), max(q for q, _ in tiles)
    cell = 4 if _width(left, right, 4) <= WIDEST else 3
    if _width(left, right, cell) > WIDEST:
        return []
    # Empty places at the sides are shown as long as there is room for their columns.
    for column in sorted({q for q, _ in free if not left <= q <= right}, key=lambda q: max(left - q, q - right)):
        if _width(min(left, column), max(right, column), cell) <= WIDEST:
            left, right = min(left, column), max(right, column)
    shown = {hex: _sector(sector, ways=cell > 3) for hex, sector in tiles.items()}
    shown |= {hex: (place_name(hex), EMPTY) for hex in free if left <= hex[0] <= right}
    return _lines(shown, left, cell)


def _width(left: int, right: int, cell: int) -> int:
    return (right - left) * cell + (6 if cell > 3 else 5)


def _lines(shown: dict[Hex, tuple[str, str]], left: int, cell: int) -> list[str]:
    """Set cells of two lines into their columns."""
    top = min(_row(hex) for hex in shown)
    lines: list[list[str]] = [[] for _ in range(max(_row(hex) for hex in shown) - top + 2)]
    for hex in sorted(shown):
        for below, text in enumerate(shown[hex]):
            line = lines[_row(hex) - top + below]
            column = (hex[0] - left) * cell
            line.extend([" "] * (column + len(text) - len(line)))
            for at, sign in enumerate(text, column):
                line[at] = line[at] if sign == EMPTY else sign
    told = ["".join(line).rstrip() for line in lines]
    return told if told[-1] else told[:-1]


def _row(hex: Hex) -> int:
    """The line of a hex: two lines a step down, one for each column to the right."""
    return 2 * hex[1] + hex[0]


def _sector(sector: Sector, *, ways: bool) -> tuple[str, str]:
    """The two lines of a sector, with its open ways where there is room for them."""
    owner = NONE if sector.disc == NOBODY else SEATS[sector.disc].mark
    told = f"{sector.id}{owner}{present(sector)}"
    if not ways:
        return told, EMPTY
    right_up, down, right_down = (
        sign if sector.around[edge] and sector.links[edge] == FULL else EMPTY
        for edge, sign in ((_RIGHT_UP, RIGHT_UP), (_DOWN, DOWN), (_RIGHT_DOWN, RIGHT_DOWN))
    )
    return f"{told}{right_up}", f"{EMPTY * 2}{down}{right_down}"


def present(sector: Sector) -> str:
    """One sign for the ships in a sector."""
    parties = [SEATS[seat].mark.lower() for seat in sector.ships]
    parties += [ANCIENTS] * bool(sector.ancients) + [DEFENCE] * sector.gcds
    return (parties[0] if len(parties) == 1 else SEVERAL) if parties else EMPTY


def legend(view: EclipseState, drawn: str) -> list[Text]:
    """Explain the letters and signs of the map."""
    seats = [
        T("{mark} {who}", mark=SEATS[seat].mark, who=player(seat))
        for seat in range(len(view.players))
        if any(sector.disc == seat or seat in sector.ships for sector in view.sectors.values())
    ]
    signs = {present(sector) for sector in view.sectors.values()}
    meanings = {
        ANCIENTS: T("`{sign}` Ancients", sign=ANCIENTS),
        DEFENCE: T("`{sign}` defence of the centre", sign=DEFENCE),
        SEVERAL: T("`{sign}` several parties", sign=SEVERAL),
    }
    lines = [T("{seats}; small letters are ships.", seats=seats)] if seats else []
    other = [text for sign, text in meanings.items() if sign in signs]
    if any(way in drawn for way in (RIGHT_UP, DOWN, RIGHT_DOWN)):
        other.append(T("`{up}` `{down}` `{right}` open wormholes", up=RIGHT_UP, down=DOWN, right=RIGHT_DOWN))
    return [*lines, T("{signs}.", signs=other)] if other else lines
