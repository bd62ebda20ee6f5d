"""Where the numbers of offered places stand on a map: on or beside their places, covering nothing needed.

What is needed (planets, structures) is given as discs. Positions are tried from the best on, and the first that covers
nothing is taken; where there is none, the one that covers least.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from rendering.gaia.widgets import Box
from rendering.kit.numbers import badge_size
from rendering.kit.shapes import Point

EDGE = 5
"""How far a badge's dark edge reaches beyond it."""
OFFERED, ANOTHER = 0.8, 0.5
"""The part of another offered place, in sides, that a number should not cover, and how bad that is."""
#: How much worse it is to cover another number than a planet.
NUMBERS = 12.0
TURNS = (0.25, 0.75, 0.0, 0.5, 0.125, 0.875, 0.375, 0.625)
"""Directions in the order in which they are tried, clockwise from the right, in turns."""


@dataclass(frozen=True)
class Disc:
    """Something round that should stay visible."""

    x: float
    y: float
    radius: float

    def touched(self, box: Box) -> bool:
        """Whether a box covers anything of it."""
        near = (min(max(self.x, box[0]), box[2]) - self.x, min(max(self.y, box[1]), box[3]) - self.y)
        return near[0] ** 2 + near[1] ** 2 < self.radius**2

    def covered(self, box: Box) -> float:
        """How much of it a box covers, about: 0 for nothing, 1 for all of it."""
        across = min(self.x + self.radius, box[2]) - max(self.x - self.radius, box[0])
        down = min(self.y + self.radius, box[3]) - max(self.y - self.radius, box[1])
        if across <= 0 or down <= 0:
            return 0.0
        if not self.touched(box):
            return 0.0
        return across * down / (4 * self.radius**2)


def _around(middle: Point, side: float, size: tuple[int, int]) -> Iterator[Point]:
    """Positions for a badge, the best first: in the hex below and above what is there, then farther out."""
    x, y = middle
    low = side * 0.866 - size[1] / 2 - 3
    if low >= size[1] * 0.4:
        yield x, y + low
        yield x, y - low
    for far in (0.8, 0.95, 1.1, 1.25, 1.4, 1.6):
        for turn in TURNS:
            yield x + side * far * cos(2 * pi * turn), y + side * far * sin(2 * pi * turn)


def badge_box(middle: Point, text: str, size: int) -> Box:
    """The box of a badge around a point, its dark edge included."""
    return _box(middle, badge_size(text, size))


def _box(middle: Point, size: tuple[int, int]) -> Box:
    left, top = round(middle[0] - size[0] / 2), round(middle[1] - size[1] / 2)
    return left - EDGE, top - EDGE, left + size[0] + EDGE, top + size[1] + EDGE


def overlap(one: Box, other: Box) -> float:
    """Which share of a box another one covers."""
    across, down = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    return across * down / ((one[2] - one[0]) * (one[3] - one[1])) if across > 0 and down > 0 else 0.0


def spread(
    texts: Mapping[str, str],
    middles: Mapping[str, Point],
    side: float,
    *,
    needed: Sequence[Disc],
    room: Box,
    taken: Sequence[Box] = (),
    size: int,
) -> dict[str, Point]:
    """Find a point for the badge of each text: `middles` are those of their places, `room` is where they may stand.

    `taken` is what else they must not cover. Whoever has the most around it is placed first.
    """
    reach = side * 2.2 + size
    near = {
        name: [disc for disc in needed if abs(disc.x - x) < reach and abs(disc.y - y) < reach]
        for name, (x, y) in middles.items()
    }
    # A number that reached into another offered place would seem to be that one's.
    hexes = {name: Disc(x, y, side * OFFERED) for name, (x, y) in middles.items()}
    found: dict[str, Point] = {}
    boxes: list[Box] = list(taken)
    for name in sorted(texts, key=lambda name: -len(near[name])):
        wide = badge_size(texts[name], size)
        best, least = middles[name], float("inf")
        beside = [
            hex
            for other, hex in hexes.items()
            if other != name and abs(hex.x - middles[name][0]) < 2 * reach and abs(hex.y - middles[name][1]) < 2 * reach
        ]
        for at in _around(middles[name], side, wide):
            box = _box(at, wide)
            if box[0] < room[0] or box[1] < room[1] or box[2] > room[2] or box[3] > room[3]:
                continue
            cost = sum(disc.covered(box) for disc in near[name])
            if cost < least:
                cost += ANOTHER * sum(hex.covered(box) for hex in beside)
            if cost < least:
                cost += NUMBERS * sum(overlap(box, other) for other in boxes)
            if cost < least:
                best, least = at, cost
            if cost < 0.02:
                break
        found[name] = best
        boxes.append(_box(best, wide))
    return found
