"""Names of technologies and parts, with the breaks of their long words, for narrow tiles."""

from __future__ import annotations

from functools import lru_cache

from rendering.kit.fonts import SOFT
from rendering.words import Words
from rules.kernel.text import name

# Words too long for a line of a tile; "|" marks where they may break.
_BREAKS = """
Neutronen|bomben Plasma|kanonen Tachyonen|quelle Plasma|raketen Gluonen|computer Fusions|quelle Positronen|computer
Tachyonen|antrieb Antimaterie|kanonen Fusions|antrieb Nano|roboter Sternen|basis Phasen|schild Labora|torien
Ionen|kanonen Ionen|kanone Plasma|kanone Antimaterie|kanone Elektronen|computer Axionen|computer Hyper|gitter|quelle
Splitter|hülle Ionen|geschütz|turm Nuklear|antrieb Nuklear|quelle Ver|besserte Wirt|schaft Plasma|rakete
"""
_SOFT = {entry.replace("|", ""): entry.replace("|", SOFT) for entry in _BREAKS.split()}


@lru_cache(maxsize=512)
def breakable(title: str) -> str:
    """A title with soft hyphens in its long words."""
    return " ".join("-".join(_SOFT.get(piece, piece) for piece in part.split("-")) for part in title.split(" "))


def technology_title(id: str, words: Words) -> str:
    """The name of a technology in the reader's language."""
    return breakable(words.say(name(f"eclipse.technology.{id}")))


def part_title(id: str, words: Words) -> str:
    """The name of a ship part in the reader's language."""
    return breakable(words.say(name(f"eclipse.part.{id}")))
