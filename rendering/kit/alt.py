"""Alt texts: as much as fits into what Discord takes."""

from __future__ import annotations

from collections.abc import Callable

from rendering.words import Words
from rules.kernel.text import Text

LIMIT = 1024


def fullest(words: Words, detail: Callable[[int], list[Text]], degrees: int) -> str:
    """Say the fullest of several degrees of detail that fits; the barest is cut where even that does not."""
    said = ""
    for degree in range(degrees - 1, -1, -1):
        said = " ".join(words.say(text) for text in detail(degree))
        if len(said) <= LIMIT:
            return said
    return said[: LIMIT - 1].rstrip() + "…"
