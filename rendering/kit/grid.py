"""Laying out cards of equal size in lines, as large as their room allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

UNIT = 8
MAX_HEIGHT = 656
"""Maximum height: beyond it a card gains nothing."""


@dataclass(frozen=True)
class Grid:
    """Cards of one size in columns and lines, centred in their room."""

    columns: int
    lines: int
    size: tuple[int, int]
    gap: int
    left: int

    @property
    def high(self) -> int:
        """The height of all lines."""
        return self.lines * self.size[1] + max(0, self.lines - 1) * self.gap

    def box(self, index: int, top: int) -> tuple[int, int, int, int]:
        """Where a card stands (left, top, right, bottom), if the grid begins at `top`."""
        left = self.left + index % self.columns * (self.size[0] + self.gap)
        down = top + index // self.columns * (self.size[1] + self.gap)
        return left, down, left + self.size[0], down + self.size[1]


def grid(
    count: int,
    room: tuple[int, int],
    left: int,
    *,
    gap: int = UNIT,
    shape: tuple[float, float] = (1.0, 2.2),
    columns: Sequence[int] = range(3, 13),
    least: tuple[int, int] = (0, 0),
) -> Grid:
    """Choose the number of columns at which `count` cards come out largest.

    `shape` bounds a card's height, as a multiple of its width. Layouts with cards of at least the size `least` are
    preferred; where two are equal, fuller lines win.
    """
    best, worth = Grid(columns[0], 0, (0, 0), gap, left), (-1.0, 0)
    for number in columns:
        wide = ((room[0] - (number - 1) * gap) // number) // 2 * 2
        lines = -(-count // number)
        each = max(1, lines)
        high = min(int(wide * shape[1]), (room[1] - (each - 1) * gap) // each, MAX_HEIGHT) // 2 * 2
        if high < wide * shape[0]:
            wide = int(high / shape[0]) // 2 * 2
        size = min(wide, high / 1.6) / (1 if wide >= least[0] and high >= least[1] else 4)
        one = (size, count - each * number)
        if one > worth:
            across = min(number, count)
            start = left + max(0, room[0] - across * (wide + gap) + gap) // 2
            best, worth = Grid(number, lines, (wide, high), gap, start), one
    return best
