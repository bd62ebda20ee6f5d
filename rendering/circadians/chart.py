"""The planet as a small map of letters, for a code block that a phone can show: at most 38 characters wide.

The seven columns A to G go from west to east; each hex is two lines high, and a column begins half a hex above or below
its neighbours. A hex is named by its column and its place from the north: D4 is the centre. Its first line shows what
lies and stands there, the second what it yields.
"""

from __future__ import annotations

from rules.circadians.goods import LETTERS, RESOURCES, Goods
from rules.circadians.planet import cache_open, hex_data
from rules.circadians.state import CircadiansState
from rules.kernel.hexes import Hex

CACHE = "◊"
ARROWS = {"n": "↑", "ne": "↗", "se": "↘", "s": "↓", "sw": "↙", "nw": "↖"}
#: How wide a column is at least, its gap included.
NARROWEST = 5


def places(state: CircadiansState) -> dict[Hex, str]:
    """Name every hex by its column and its place from the north."""
    hexes = state.parts.planet[state.side]
    columns = sorted({q for q, _ in hexes})
    return {
        (q, r): f"{chr(ord('A') + columns.index(q))}{1 + sum(other[0] == q and other[1] < r for other in hexes)}"
        for q, r in hexes
    }


def short(goods: Goods) -> str:
    """Write resources as briefly as can be: ``4w2a``, and ``p`` for one power.

    >>> short(Goods(water=4, power=1)), short(Goods())
    ('4wp', '0')
    """
    found = (f"{n if n > 1 else ''}{LETTERS[kind]}" for kind, n in zip(RESOURCES, goods.amounts, strict=True) if n)
    return "".join(found) or "0"


def marks(state: CircadiansState, at: Hex, *, seats: bool = True) -> str:
    """What lies and stands on a hex: a token, a gem cache, harvesters by the number of their seat."""
    data = hex_data(state, at)
    found = CACHE if data.corner else ""
    if data.token is not None and at in state.tokens:
        found += f"+{short(data.token)}"
    standing = [str(seat) for seat, one in enumerate(state.players, 1) if seats and one.harvester == at]
    return f"{found}#{''.join(standing)}" if standing else found


def yielded(state: CircadiansState, at: Hex) -> str:
    """What a hex yields; the points of a cache that lies open."""
    data = hex_data(state, at)
    if data.corner and cache_open(state):
        return f"={state.caches[data.corner]}"
    return short(data.harvest)


def chart(state: CircadiansState) -> list[str]:
    """Draw the map, line by line."""
    hexes = state.parts.planet[state.side]
    columns = sorted({q for q, _ in hexes})
    top = min(2 * r + q for q, r in hexes)
    height = max(2 * r + q for q, r in hexes) - top + 2
    cells = {at: (marks(state, at), yielded(state, at)) for at in hexes}
    grid: list[list[str]] = [["" for _ in columns] for _ in range(height)]
    for (q, r), told in cells.items():
        for line, text in enumerate(told):
            grid[2 * r + q - top + line][columns.index(q)] = text
    longest = [max(len(row[at]) for row in grid) for at in range(len(columns))]
    widths = [max(NARROWEST, width + 1) for width in longest]
    heads = [chr(ord("A") + at) for at in range(len(columns))]
    return ["".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
            for row in [heads, *grid]]  # fmt: skip
