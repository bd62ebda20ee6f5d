"""Signs in a box that is more high than wide: broken into as many lines as make them largest."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from rendering.circadians.signs import Signs, row, signs_size, signs_width
from rendering.kit.fonts import MIN_SIZE
from rendering.kit.palette import TEXT, Colour

LEADING = 1.12
MOST_LINES = 3


def _units(signs: Signs) -> list[Signs]:
    """What stays together on a line: a number with what it counts, a stroke or an arrow with what follows."""
    units: list[Signs] = []
    for one in signs:
        pictured = one[1:2] == ":"
        joins = bool(units) and (pictured or units[-1][-1] in {"/", "→"})
        if joins:
            units[-1] = (*units[-1], one)
        else:
            units.append((one,))
    return units


def _broken(units: list[Signs], room: int, size: int) -> list[Signs]:
    """Lines no wider than the room, as full as they get."""
    lines: list[Signs] = []
    for unit in units:
        if lines and signs_width((*lines[-1], *unit), size) <= room:
            lines[-1] = (*lines[-1], *unit)
        else:
            lines.append(unit)
    return lines


@lru_cache(maxsize=2048)
def sign_lines(signs: Signs, room: tuple[int, int], most: int) -> tuple[int, tuple[Signs, ...]]:
    """The largest size at which signs fit a width and height, and their lines."""
    wide, high = room
    units = _units(signs)
    for size in range(min(most, high), MIN_SIZE - 1, -1):
        lines = _broken(units, wide, size)
        fits = all(signs_width(line, size) <= wide for line in lines)
        if fits and len(lines) <= MOST_LINES and (len(lines) - 1) * size * LEADING + size <= high:
            return size, tuple(lines)
    return signs_size(signs, wide, MIN_SIZE), (signs,)


def fits(signs: Signs, room: tuple[int, int]) -> bool:
    """Whether signs fit a width and height at all, in however small type."""
    size, lines = sign_lines(signs, room, MIN_SIZE)
    high = size + (len(lines) - 1) * size * LEADING
    return high <= room[1] and all(signs_width(line, size) <= room[0] for line in lines)


def sign_block(
    image: Image.Image, box: tuple[int, int, int, int], signs: Signs, most: int, *, colour: Colour = TEXT
) -> int:
    """Draw signs in the middle of a box (left, top, right, bottom), in several lines if need be; give the size."""
    left, top, right, bottom = box
    if not signs:
        return most
    size, lines = sign_lines(tuple(signs), (right - left, bottom - top), most)
    y = (top + bottom) / 2 - (len(lines) - 1) * size * LEADING / 2
    for line in lines:
        row(image, ((left + right) / 2, y), line, size, middle=True, colour=colour)
        y += size * LEADING
    return size
