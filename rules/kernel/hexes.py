"""Hexagons on a plane: axial coordinates, distances, rings and turns, for every game with a hex map.

A hex is a pair ``(q, r)``. The six directions go clockwise round a hex from `DIRECTIONS[0]`, ``(1, 0)``; one turn
clockwise takes each direction to the next. Where that first direction points is for whoever draws; `centre` draws
flat-topped hexes with ``(1, 0)`` pointing straight up.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

Hex: TypeAlias = tuple[int, int]

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def add(a: Hex, b: Hex) -> Hex:
    """Move a hex by an offset."""
    return a[0] + b[0], a[1] + b[1]


def distance(a: Hex, b: Hex) -> int:
    """Count the steps from one hex to another.

    >>> distance((0, 0), (2, -1)), distance((0, 0), (1, 2))
    (2, 3)
    """
    q, r = a[0] - b[0], a[1] - b[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def neighbours(hex: Hex) -> list[Hex]:
    """The six hexes that touch a hex, clockwise."""
    return [add(hex, direction) for direction in DIRECTIONS]


def turn(offset: Hex, times: int) -> Hex:
    """Turn an offset clockwise round the origin by sixths of a full turn.

    >>> turn((2, 0), 1)
    (0, 2)
    """
    q, r = offset
    for _ in range(times % 6):
        q, r = -r, q + r
    return q, r


def ring(centre: Hex, radius: int) -> list[Hex]:
    """The hexes at exactly this distance, clockwise from the one straight in the first direction."""
    if radius == 0:
        return [centre]
    hexes = []
    at = add(centre, (DIRECTIONS[0][0] * radius, DIRECTIONS[0][1] * radius))
    for side in range(6):
        for _ in range(radius):
            hexes.append(at)
            at = add(at, DIRECTIONS[(side + 2) % 6])
    return hexes


def within(centre: Hex, radius: int) -> list[Hex]:
    """The hexes at this distance or nearer, ring by ring from the centre."""
    return [hex for distance_ in range(radius + 1) for hex in ring(centre, distance_)]


def nearest(hex: Hex, others: Iterable[Hex]) -> int | None:
    """The distance to the nearest of some hexes; None where there is none."""
    return min((distance(hex, other) for other in others), default=None)


def centre(hex: Hex) -> tuple[float, float]:
    """The middle of a hex of side 1 on paper: x to the right, y upwards; ``(1, 0)`` lies straight above the origin."""
    q, r = hex
    return 1.5 * r, 3**0.5 * (q + r / 2)
