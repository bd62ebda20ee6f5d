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
    return escaped(phone.cut(f"{SIGN} {_in_one(note)}", MAX_ROWS)) if note else ""


def is_whole(note: str) -> bool:
    """Whether all of a note is told where it is folded."""
    told = f"{SIGN} {_in_one(note)}"
    return phone.cut(told, MAX_ROWS) == told and "\n" not in note.strip()


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
