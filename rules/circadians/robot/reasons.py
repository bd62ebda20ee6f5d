"""What the terms of the robot's values (`appraisal`) are called."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.robots import Term
from rules.kernel.text import T, Text

TEXTS: Mapping[str, Text] = {
    "points": T("points"),
    "water": T("water"),
    "algae": T("algae"),
    "power": T("power"),
    "gem": T("gems"),
    "dice": T("dice"),
    "cards": T("item cards in hand"),
    "items": T("items that are played"),
    "upgrades": T("upgrades of garages"),
    "farms": T("farms"),
    "harvester": T("place of the harvester"),
    "trades": T("trades"),
    "setback": T("setbacks"),
    "place": T("what else the location is good for"),
    "character": T("ability of the character"),
}

KEPT = T("What you have is worth more to you.")
WHY: Mapping[str, Text] = {"clan": T("It costs you nothing."), "remove-farm": KEPT, "remove-upgrade": KEPT}
"""Kind of prompt -> what its answer was chosen by, where that alone is thought of."""


def reasons(terms: Mapping[str, float]) -> tuple[Term, ...]:
    """Put the terms of a value into words."""
    return tuple(Term(TEXTS[key], value) for key, value in terms.items())
