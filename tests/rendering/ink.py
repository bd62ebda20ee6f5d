"""Watches every text that is drawn: how large it is, that it stays on its picture, that no two lie over each other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PIL import ImageDraw

from tests.rendering.lines import Box, lines_told


@contextmanager
def watched() -> Iterator[list[str]]:
    """Collect complaints about texts drawn meanwhile, everything being drawn anew."""
    complaints: list[str] = []
    written: dict[int, tuple[Any, list[tuple[Box, str]]]] = {}

    def look(pen: ImageDraw.ImageDraw, words: str, _size: int, box: Box) -> None:
        wide, high = pen.im.size
        if box[0] < -1 or box[1] < -1 or box[2] > wide + 1 or box[3] > high + 1:
            complaints.append(f"“{words}” leaves its picture: {box} on {wide}×{high}")
        _, others = written.setdefault(id(pen.im), (pen.im, []))  # held, so that its id is not used again
        for other, said in others:
            if _overlap(box, other):
                complaints.append(f"“{words}” {box} lies over “{said}” {other}")
        others.append((box, words))

    with lines_told(look):
        yield complaints


@contextmanager
def inscribed() -> Iterator[list[tuple[int, str]]]:
    """Collect the size and the words of every text drawn meanwhile, everything being drawn anew."""
    said: list[tuple[int, str]] = []
    with lines_told(lambda _pen, words, size, _box: said.append((size, words))):
        yield said


def _overlap(one: Box, other: Box) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > 1 and down > 2
