"""The planet as a small map of letters, for a code block that a phone can show: 23 characters wide as a rule.

The seven columns A to G go from west to east. A column begins half a hex above or below its neighbours, so that only
every other column has a hex in a line, and what is on a hex may be as long as two columns are wide. A hex is named by
its column and its place from the north: D4 is the centre.
"""

from __future__ import annotations

from rules.circadians.goods import LETTERS, RESOURCES, Goods
from rules.circadians.planet import cache_open, hex_data
from rules.circadians.state import CircadiansState
from rules.kernel.hexes import Hex

CACHE = "◊"
#: How far columns are apart at least.
NARROWEST = 3


def short(goods: Goods) -> str:
    """Write resources as briefly as can be: ``4w2a``, and ``p`` for one power.

    >>> short(Goods(water=4, power=1)), short(Goods())
    ('4wp', '0')
    """
    found = (f"{n if n > 1 else ''}{LETTERS[kind]}" for kind, n in zip(RESOURCES, goods.amounts, strict=True) if n)
    return "".join(found) or "0"


def contents(state: CircadiansState, at: Hex) -> str:
    """Write what is on a hex: its harvest and a token, or a gem cache."""
    data = hex_data(state, at)
    if data.corner:
        return f"{CACHE}{state.caches[data.corner]}" if cache_open(state) else CACHE
    found = short(data.harvest)
    return f"{found}+{short(data.token)}" if data.token is not None and at in state.tokens else found


def marked(state: CircadiansState, at: Hex) -> str:
    """Write what the map shows of a hex: that a token lies there; harvesters by the numbers of their seats instead."""
    standing = "".join(str(seat) for seat, one in enumerate(state.players, 1) if one.harvester == at)
    if not standing:
        harvest, token, _ = contents(state, at).partition("+")
        return harvest + token
    return f"{contents(state, at) if hex_data(state, at).corner else ''}#{standing}"


def draw(state: CircadiansState) -> list[str]:
    """Draw the map, line by line."""
    hexes = state.parts.planet[state.side]
    columns = sorted({q for q, _ in hexes})
    texts = {at: marked(state, at) for at in hexes}
    apart = max(NARROWEST, *((len(text) + 2) // 2 for text in texts.values()))
    top = min(2 * r + q for q, r in hexes)
    lines = ["".join(chr(ord("A") + at).ljust(apart) for at in range(len(columns))).rstrip()]
    lines += [""] * (max(2 * r + q for q, r in hexes) - top + 1)
    for (q, r), text in sorted(texts.items()):
        line = 1 + 2 * r + q - top
        lines[line] = lines[line].ljust(apart * columns.index(q)) + text
    return lines
