"""Laying out cards of equal size in blocks, one block under the other, as large as a picture has room for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

UNIT = 8
TALLEST = 656
"""Beyond this height a card gains nothing."""


@dataclass(frozen=True)
class Grid:
    """Columns of cards, a card's size, and the height of each block's cards."""

    columns: int
    size: tuple[int, int]
    gap: int
    left: int
    lines: tuple[int, ...]

    def heights(self) -> list[int]:
        """How high each block is, without what stands between blocks."""
        return [lines * self.size[1] + max(0, lines - 1) * self.gap for lines in self.lines]

    def spot(self, index: int, top: int) -> tuple[int, int]:
        """The upper left corner of a card of the block that begins at `top`."""
        column, line = index % self.columns, index // self.columns
        return self.left + column * (self.size[0] + self.gap), top + line * (self.size[1] + self.gap)


def grid(
    counts: Sequence[int],
    room: tuple[int, int],
    left: int,
    *,
    gap: int = UNIT,
    shape: tuple[float, float] = (1.0, 2.2),
    columns: Sequence[int] = range(3, 13),
) -> Grid:
    """Choose the columns at which so many cards in each block come out largest.

    `room` is the width and the height for all cards together; `shape` bounds a card's height by its width.
    """
    best: Grid | None = None
    worth = (-1.0, 0)
    for number in columns:
        wide = ((room[0] - (number - 1) * gap) // number) // 2 * 2
        lines = tuple(-(-count // number) for count in counts)
        every = max(1, sum(lines))
        high = min(int(wide * shape[1]), (room[1] - (every - len(counts)) * gap) // every, TALLEST) // 2 * 2
        if high < wide * shape[0]:
            wide = int(high / shape[0]) // 2 * 2
        # Cards of about three to five fill their room best; where two layouts are equal, the fuller lines win.
        one = (min(wide, high / 1.6), sum(counts) - every * number)
        if one > worth:
            best, worth = Grid(number, (wide, high), gap, left, lines), one
    assert best is not None
    return best
