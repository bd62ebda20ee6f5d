"""Display names: sanitised, shortened to fit a line, and made distinct among the players of a table."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from rendering.words import LANGUAGES, Words
from rendering.words.folding import shorten
from rules.kernel.text import T, Text

NAME_LENGTH = 32
DISPLAY_NAME_LENGTH = NAME_LENGTH + 20
"""Characters of a name with its additions: a seat's letter, and that a robot plays."""

ROBOTS = (
    T("Sextant"),
    T("Astrolabe"),
    T("Quadrant"),
    T("Gnomon"),
    T("Octant"),
    T("Armilla"),
    T("Heliometer"),
    T("Nocturnal"),
)
"""The names of robots: instruments of old astronomers."""

HARMFUL = frozenset("\u200b\u200e\u200f\u2028\u2029\ufeff") | frozenset(
    map(chr, (*range(0x20), 0x7F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
)
"""Characters that break a line, or change the direction of the text around a name."""

CACHE_SIZE = 4096
"""Size of the caches: every panel and post needs the names of its table."""

_MARKS = frozenset({"Mn", "Me"})
_EMPTY = frozenset({"Cc", "Cf", "Cn", "Cs", "Zs", "Zl", "Zp"})
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001d159")
"""Letters and symbols without a glyph: Hangul's fillers, the empty cell of Braille, an empty note."""
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


@lru_cache(CACHE_SIZE)
def visible(name: str) -> bool:
    """Whether a name has any visible character."""
    return any(not _is_empty(sign) and unicodedata.category(sign) not in _MARKS for sign in name)


def _is_empty(sign: str) -> bool:
    return sign in _FILLERS or unicodedata.category(sign) in _EMPTY


@lru_cache(CACHE_SIZE)
def tidy_name(name: str, most: int = NAME_LENGTH) -> str:
    """Sanitise a display name: no control characters, at most so many characters, never empty.

    A right-to-left name is isolated, so that it does not change the direction of the sentence around it.
    """
    clean = " ".join("".join(sign for sign in name if sign not in HARMFUL).split())
    while clean and not visible(clean[0]):
        clean = clean[1:]
    while clean and _is_empty(clean[-1]):
        clean = clean[:-1]
    clean = shorten(clean, most) or "?"
    if any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in clean):
        return f"\u2068{clean}\u2069"
    return clean


def robot_name(number: int) -> Text:
    """The name of a table's robot, the first of which is number 1."""
    return ROBOTS[number - 1] if number <= len(ROBOTS) else T("Robot {n}", n=number)


def letter_of(seat: int) -> str:
    """The letter of a seat, also in pictures and maps."""
    return chr(ord("A") + seat)


def distinct_names(names: Sequence[str | Text]) -> tuple[list[str | Text], set[int]]:
    """Add the letters of the seats to names that look alike in some language; returns the names and those seats."""
    lettered: set[int] = set()
    while True:
        said = [
            T("{name} ({letter})", name=name, letter=letter_of(seat)) if seat in lettered else name
            for seat, name in enumerate(names)
        ]
        alike = {seat for language in LANGUAGES for seat in _alike(said, language)}
        if alike <= lettered:
            return said, lettered
        lettered |= alike


def _alike(names: Sequence[str | Text], language: str) -> list[int]:
    looks = [_look(name) for name in Words(language, names).players]
    often = Counter(looks)
    return [seat for seat, look in enumerate(looks) if often[look] > 1]


@lru_cache(CACHE_SIZE)
def _look(name: str) -> str:
    """Fold a name for comparison: without invisible characters, case and kinds of spaces."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join("".join(sign for sign in folded if sign.isspace() or not _is_empty(sign)).split())
