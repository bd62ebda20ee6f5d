"""The planet: steps of a harvester, arrows at the rim, tokens and caches."""

from __future__ import annotations

from rules.circadians.components import DIRECTIONS, HexData
from rules.circadians.state import CircadiansState
from rules.kernel.hexes import Hex, add

#: In clockwise order, as the control room is turned.
CLOCKWISE = tuple(DIRECTIONS)


def hex_names(state: CircadiansState) -> dict[Hex, str]:
    """Name every hex by its column, A to G from the west, and its place in that from the north: D4 is the centre."""
    hexes = state.parts.planet[state.side]
    columns = sorted({q for q, _ in hexes})
    return {
        (q, r): f"{chr(ord('A') + columns.index(q))}{1 + sum(other[0] == q and other[1] < r for other in hexes)}"
        for q, r in hexes
    }


def hex_data(state: CircadiansState, at: Hex) -> HexData:
    """What is printed on a hex."""
    return state.parts.planet[state.side][at]


def step(state: CircadiansState, at: Hex, direction: str) -> Hex | None:
    """Where a step leads, over an arrow too; None where it would leave the map (R21)."""
    to = add(at, DIRECTIONS[direction])
    if to in state.parts.planet[state.side]:
        return to
    return state.parts.arrows.get((at, direction))


def walk(state: CircadiansState, at: Hex, direction: str, steps: int) -> list[Hex]:
    """The hexes that so many steps in one direction enter; fewer where the way ends."""
    entered: list[Hex] = []
    while len(entered) < steps:
        to = step(state, at, direction)
        if to is None:
            break
        entered.append(to)
        at = to
    return entered


def directions(value: int, turn: int, by_die: tuple[str, ...]) -> list[str]:
    """The directions that a die allows in the control room, turned by up to `turn` sixths either way.

    >>> directions(1, 0, ("n", "ne", "se", "nw", "sw", "s")), directions(1, 1, ("n", "ne", "se", "nw", "sw", "s"))
    (['n'], ['n', 'ne', 'nw'])
    """
    own = CLOCKWISE.index(by_die[value - 1])
    allowed = {(own + way) % 6 for way in range(-turn, turn + 1)}
    return [CLOCKWISE[(own + way) % 6] for way in range(6) if (own + way) % 6 in allowed]


def token(state: CircadiansState, at: Hex) -> HexData | None:
    """The hex, if a token still lies there."""
    return hex_data(state, at) if at in state.tokens else None


def cache_open(state: CircadiansState) -> bool:
    """Whether the gem caches lie face up."""
    return bool(state.caches)
