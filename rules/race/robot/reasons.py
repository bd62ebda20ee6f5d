"""What the parts of a robot's judgement are about, in words."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.robots import Term
from rules.kernel.text import T, Text

TEXTS: Mapping[str, Text] = {
    "points": T("points"),
    "tableau": T("cards in the tableau"),
    "goods": T("goods"),
    "production": T("production"),
    "powers": T("powers of cards"),
    "military": T("military strength"),
    "hand": T("cards in hand"),
    "others": T("phases that are played"),
    "choice": T("choice of cards"),
    "time": T("time that is left"),
    "end": T("end of the game"),
}
"""Theme (`inputs.THEMES`, and those of the round) -> what it is called."""


def reasons(parts: Mapping[str, float]) -> tuple[Term, ...]:
    """Put parts of a value into words."""
    return tuple(Term(TEXTS[theme], part) for theme, part in parts.items())
