"""What the parts of a robot's judgement are about, in words."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.robots import Appraisal, Term
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
WINNING = "winning"
"""The part of a value that says that the game is won for sure."""
LEAST = T("So you discard what is of least use to you.")
BEST_USE = T("So your goods bring most in this phase.")
WHY: Mapping[str, Text] = {
    "start": LEAST,
    "hand_limit": LEAST,
    "sell": T("So your goods bring most, sold and consumed."),
    "goods": BEST_USE,
    "kinds": BEST_USE,
    "hand": T("The points are worth more to you than the cards for them."),
    "guess": T("Of the cards that you cannot see, most have this number."),
}
"""Kind of prompt of which the best answer alone is known -> what that is chosen by."""
DONE_WHY = T("What is left would take more than it brings.")
WINS_WHY = T("That can end the game while you are ahead.")
FREE_WHY = T("It takes nothing from you.")


def appraised(picks: list[str], value: float, parts: Mapping[str, float]) -> Appraisal:
    """Put what an answer is worth, and its parts by theme, into words."""
    terms = tuple(Term(TEXTS[theme], part) for theme, part in parts.items() if theme != WINNING)
    return Appraisal(picks, value, terms, parts.get(WINNING, 0.0))
