"""The private note of a person at a table, in their own panel and their own messages: folded, or whole.

What is in it is shown as it was written: markdown and mentions do nothing.
"""

from __future__ import annotations

import re

from bot.views import phone
from bot.views.localizer import escaped

MAX_ROWS = 2
"""Rows of a phone that a folded note takes."""
SIGN = "📝"
_LISTED = re.compile(r"^(\s*)([-+]|\d+(?=\.))(?=[\s.])")
"""How a line begins that Discord would make an item of a list."""


def folded(note: str) -> str:
    """The beginning of a note, in two rows of a phone; empty where there is none."""
    if not note:
        return ""
    told = f"{SIGN} {_in_one(note)}"
    if _fits(told):
        return escaped(told)
    most = min(len(told), MAX_ROWS * phone.SIZES[0][1])  # no row holds more letters than one of the smallest size
    end = next(end for end in range(most, 0, -1) if _fits(f"{told[:end]}…"))
    at_word = told.rfind(" ", len(SIGN) + 1, end + 1)
    return escaped(f"{told[: at_word if at_word > end // 2 else end].rstrip()}…")


def is_whole(note: str) -> bool:
    """Whether all of a note is told where it is folded."""
    return _fits(f"{SIGN} {_in_one(note)}") and "\n" not in note.strip()


def _fits(told: str) -> bool:
    return phone.rows(escaped(told)) <= MAX_ROWS


def whole(note: str) -> str:
    """All of a note, line by line."""
    return "\n".join(
        [f"{SIGN} {_shown(line)}" if at == 0 else _shown(line) for at, line in enumerate(note.split("\n"))]
    )


def _in_one(note: str) -> str:
    return " ".join(note.split())


def _shown(line: str) -> str:
    safe = escaped(line)
    found = _LISTED.match(safe)
    if found is None:
        return safe
    at = found.end(2)
    return f"{found[1]}\\{safe[len(found[1]) :]}" if found[2] in "-+" else f"{safe[:at]}\\{safe[at:]}"
