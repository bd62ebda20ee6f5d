"""Where the hexes of the galaxy lie in a picture: flat-topped, or all turned by a quarter if that fills it better."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from math import cos, pi, sin
from typing import TypeAlias

from rendering.kit.shapes import Point
from rules.eclipse.components import LAYOUTS
from rules.eclipse.state import EclipseState
from rules.kernel.hexes import Hex

Box: TypeAlias = tuple[int, int, int, int]
HALF_HEIGHT = 3**0.5 / 2
"""From the middle of a hex of side 1 to an edge."""
STUB = 0.42
"""How far around its middle an unexplored place is shown: enough for its name."""
LIKELY = (5, 4)
"""The room, wide to high, for which maps are turned: between that of the overview and that of the map alone."""
BETTER = 1.08
"""How much larger sectors must become for a map to be turned away from how the rules draw it."""


def centre(hex: Hex, *, turned: bool = False) -> Point:
    """The middle of a hex of side 1: x to the right, y down; (0, -1) lies above (0, 0), or right of it when turned."""
    q, r = hex
    x, y = 1.5 * q, 2 * HALF_HEIGHT * (r + q / 2)
    return (-y, x) if turned else (x, y)


def _extent(turned: bool, reach: float) -> tuple[float, float]:
    """How far a hex reaches to the side and up, for hexes shown whole (1), or about their middle alone."""
    if reach < 1:
        return reach, reach
    return (HALF_HEIGHT, 1.0) if turned else (1.0, HALF_HEIGHT)


def bounds(reaches: Mapping[Hex, float], *, turned: bool) -> tuple[float, float, float, float]:
    """What hexes of side 1 cover (left, top, right, bottom); `reaches` says how much of each is shown."""
    lefts, tops, rights, bottoms = [], [], [], []
    for hex, reach in reaches.items():
        x, y = centre(hex, turned=turned)
        wide, high = _extent(turned, reach)
        lefts.append(x - wide)
        rights.append(x + wide)
        tops.append(y - high)
        bottoms.append(y + high)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _side(reaches: Mapping[Hex, float], room: tuple[float, float], *, turned: bool) -> float:
    left, top, right, bottom = bounds(reaches, turned=turned)
    return min(room[0] / (right - left), room[1] / (bottom - top))


def is_turned(view: EclipseState) -> bool:
    """Whether a galaxy's maps are turned by a quarter: by where the homes lie alone, so that no game changes it."""
    homes = [(home.q, home.r) for home in LAYOUTS.get(len(view.players), ())]
    begun = dict.fromkeys([*homes, (0, 0)], 1.0)
    return _side(begun, LIKELY, turned=True) > _side(begun, LIKELY, turned=False) * BETTER


class GalaxyLayout:
    """Hexes laid into a box (left, top, right, bottom) as large as they fit, in its middle."""

    def __init__(self, reaches: Mapping[Hex, float], box: Box, *, turned: bool, most: float) -> None:
        left, top, right, bottom = box
        self.turned = turned
        self.side = min(_side(reaches, (right - left, bottom - top), turned=turned), most)
        one = bounds(reaches, turned=turned)
        self._x = (left + right) / 2 - self.side * (one[0] + one[2]) / 2
        self._y = (top + bottom) / 2 - self.side * (one[1] + one[3]) / 2

    def middle(self, hex: Hex) -> Point:
        """Where the middle of a hex is."""
        x, y = centre(hex, turned=self.turned)
        return self._x + self.side * x, self._y + self.side * y

    def edge(self, hex: Hex, edge: int) -> Point:
        """Where the middle of an edge (0 to 5, see `rules.eclipse.galaxy.EDGES`) of a hex is."""
        x, y = self.middle(hex)
        across, down = towards(edge, turned=self.turned)
        return x + across * self.side * HALF_HEIGHT, y + down * self.side * HALF_HEIGHT


def towards(edge: int, *, turned: bool) -> Point:
    """The direction of an edge from the middle of its hex, as a vector of length 1."""
    angle = pi * (edge / 3 - 0.5) + (pi / 2 if turned else 0)
    return cos(angle), sin(angle)


def corners(middle: Point, side: float, *, turned: bool) -> list[Point]:
    """The corners of a hex: edge `n` goes from corner `n` to the next."""
    x, y = middle
    angles = [pi * (step / 3 - 2 / 3) + (pi / 2 if turned else 0) for step in range(6)]
    return [(x + side * cos(angle), y + side * sin(angle)) for angle in angles]


def whole(hexes: Collection[Hex], stubs: Iterable[Hex] = ()) -> dict[Hex, float]:
    """How much of each hex is shown: `hexes` wholly, `stubs` about their middles."""
    return {**dict.fromkeys(stubs, STUB), **dict.fromkeys(hexes, 1.0)}
