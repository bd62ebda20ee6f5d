"""What the terms of the robot's values (`terms`) are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.eclipse.robot import terms as t
from rules.kernel.robots import Term
from rules.kernel.text import T, Text

TEXTS: Mapping[str, Text] = {
    t.POINTS: T("points of sectors"),
    t.DISCOVERY: T("discovery tiles"),
    t.ECONOMY: T("income and resources"),
    t.ROOM: T("room to grow"),
    t.TECHNOLOGY: T("technologies"),
    t.REPUTATION: T("reputation tiles"),
    t.LOSSES: T("ships that may be lost"),
    t.STRENGTH: T("strength of the fleet"),
    t.RIVALS: T("what rivals lose"),
    t.ATTACKS: T("attacks that become possible"),
    t.DEFENCE: T("defence of sectors"),
    t.WAYS: T("ways to other sectors"),
    t.RELATIONS: T("diplomatic relations"),
    t.DISC: T("the disc for it"),
}


def reasons(terms: t.Terms) -> tuple[Term, ...]:
    """Put the terms of a value into words, but for what orders answers alone and is no points."""
    return tuple(Term(TEXTS[key], value) for key, value in terms.items() if key != t.OTHER)


ENOUGH = T("Nothing else would bring more than it costs.")
PLANNED = T("It is part of what I plan for this turn.")
WHY: Mapping[str, Text] = {
    "build-at": PLANNED,
    "move": PLANNED,
    "move-to": PLANNED,
    "upgrade": PLANNED,
    "upgrade-part": PLANNED,
    "upkeep": T("So you can pay the upkeep."),
}
"""Kind of prompt -> what an answer was chosen by where no points say it."""
ENDING: Mapping[str, Text] = {
    "pass": ENOUGH,
    "pass-round": ENOUGH,
    "done": ENOUGH,
    "no": T("You could not pay the upkeep of another disc."),
}
"""The same for answers that end something, or decline."""


def why(kind: str, picks: Sequence[str]) -> Text | None:
    """Say what an answer was chosen by, where no points say it."""
    if picks[0] in ENDING and (picks[0] != "no" or kind == "claim"):
        return ENDING[picks[0]]
    return WHY.get(kind)
