"""What the terms of the robot's values (`terms`) are called."""

from __future__ import annotations

from collections.abc import Mapping

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
    t.OTHER: T("other things"),
}


def reasons(terms: t.Terms) -> tuple[Term, ...]:
    """Put the terms of a value into words."""
    return tuple(Term(TEXTS[key], value) for key, value in terms.items())
