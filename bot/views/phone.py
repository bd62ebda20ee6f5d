"""How many rows a text takes on a phone, where it is 330 pixels wide; estimated, rather too many than too few.

Discord's font is not ours to measure, and every phone has another: a row of body text holds 40 to 45 letters there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rendering.words.folding import cut as beginning

ROW = 40
"""Letters in a row of body text."""
SIZES = (("-# ", 46), ("### ", 32), ("## ", 26), ("# ", 22), ("- ", 37))
"""How a line of another size, or of a list, which is indented, begins, and the letters in its row."""
_SHOWN = (
    (re.compile(r"<@!?\d+>|<#\d+>"), "@" * 12),
    (re.compile(r"<t:\d+(:\w)?>"), "t" * 14),
    (re.compile(r"<a?:\w+:\d+>"), "xx"),
    (re.compile(r"<(/[^:>]+):\d+>"), r"\1"),
    (re.compile(r"\*\*|__|~~|`"), ""),
    (re.compile(r"\\(?=\W)"), ""),
)
"""What stands in a message, and about what is shown for it: names, times, icons, commands; marks of style are none."""
_HEADING = re.compile(r"\*\*[^*]+\*\*|#{1,3} .+")
"""A line that heads what follows it."""


def rows(text: str) -> int:
    """The number of rows that a text takes."""
    return sum(map(_rows_of_line, text.split("\n"))) if text else 0


def _rows_of_line(line: str) -> int:
    start, width = next(((start, width) for start, width in SIZES if line.startswith(start)), ("", ROW))
    shown = line.removeprefix(start)
    for pattern, instead in _SHOWN:
        shown = pattern.sub(instead, shown)
    taken, filled = 1, 0
    for word in shown.split(" "):
        if filled and filled + 1 + len(word) > width:
            taken, filled = taken + 1, 0
        filled += len(word) + bool(filled)
        over = max(0, filled - 1) // width  # a word longer than a row goes on in the next one
        taken, filled = taken + over, filled - over * width
    return taken


def cut(line: str, most: int) -> str:
    """The beginning of a line that takes at most so many rows, cut within a word where it must be; none in no row."""
    if rows(line) <= most:
        return line
    if most <= 0:
        return ""
    found = beginning(line.rpartition(" ")[0], lambda one: rows(one) <= most)
    if found:
        return found
    kept = line
    while len(kept) > 1 and rows(f"{kept}…") > most:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


def pages(blocks: Sequence[str], most: int) -> list[list[str]]:
    r"""Distribute blocks of text over pages of at most so many rows; one is parted where a page cannot hold it.

    >>> pages(["one", "two\nthree", "four"], 2)
    [['one'], ['two\nthree'], ['four']]
    """
    found: list[list[str]] = []
    taken = most
    for piece in (piece for block in blocks for piece in _parted(block, most)):
        needed = rows(piece)
        if taken + needed > most:
            found.append([])
            taken = 0
        found[-1].append(piece)
        taken += needed
    return found


def _parted(block: str, most: int) -> list[str]:
    """Part a block of more rows between its lines, and a line of more rows between its words."""
    pieces: list[str] = []
    kept: list[str] = []
    for line in block.split("\n"):
        # A heading does not stand alone on a page: a long line below it leaves room for it.
        head = rows(kept[-1]) if kept and _HEADING.fullmatch(kept[-1]) else 0
        for part in _parted_line(line, most - head if head < most else most):
            if kept and rows("\n".join([*kept, part])) > most:
                heads = len(kept) > 1 and _HEADING.fullmatch(kept[-1]) and rows(f"{kept[-1]}\n{part}") <= most
                pieces.append("\n".join(kept[:-1] if heads else kept))
                kept = kept[-1:] if heads else []
            kept.append(part)
    return [*pieces, "\n".join(kept)]


def _parted_line(line: str, most: int) -> list[str]:
    parts: list[str] = []
    words: list[str] = []
    for word in line.split(" "):
        if words and rows(" ".join([*words, word])) > most:
            parts.append(" ".join(words))
            words = ["-#"] if line.startswith("-# ") else []  # small as before
        words.append(word)
    return [*parts, " ".join(words)]


def cut_text(text: str, most: int) -> str:
    """The first lines of a text that take at most so many rows, the last of them cut; empty where there are none."""
    kept: list[str] = []
    for line in text.split("\n"):
        room = most - sum(map(rows, kept))
        if room <= 0:
            break
        kept.append(cut(line, room))
    return "\n".join(kept)
