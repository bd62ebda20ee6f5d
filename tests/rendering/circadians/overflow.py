"""Notes signs that are wider or higher than the box they are fitted into."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from rendering.circadians import sign_block, signs
from rendering.circadians.signs import Signs, signs_width
from rendering.kit.cache import LAYERS
from rendering.kit.fonts import MIN_SIZE

SLACK = 3
"""Pixels that nobody sees."""


@contextmanager
def overflows(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Signs]]:
    """What is drawn inside this context and leaves its box."""
    found: list[Signs] = []
    lines_of, size_of = sign_block.sign_lines, signs.signs_size

    def sign_lines(fitted: Signs, room: tuple[int, int], most: int) -> tuple[int, tuple[Signs, ...]]:
        size, lines = lines_of(fitted, room, most)
        if most == MIN_SIZE:  # Only asked whether they would fit.
            return size, lines
        high = size * (1 + sign_block.LEADING * (len(lines) - 1))
        if high > room[1] + SLACK or any(signs_width(line, size) > room[0] + SLACK for line in lines):
            found.append(fitted)
        return size, lines

    def signs_size(fitted: Signs, room: int, most: int, least: int = MIN_SIZE) -> int:
        size = size_of(fitted, room, most, least)
        if signs_width(fitted, size) > room + SLACK:
            found.append(fitted)
        return size

    LAYERS.clear()
    monkeypatch.setattr(sign_block, "sign_lines", sign_lines)
    monkeypatch.setattr(signs, "signs_size", signs_size)
    yield found
    monkeypatch.undo()
