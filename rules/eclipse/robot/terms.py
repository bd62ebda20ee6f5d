"""What the values of the robot of Eclipse are made of: points to come, told apart by what they are expected for.

A value is the sum of its terms. Levels of strength and hints build on that: they ask `appraise` of the robot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

Terms: TypeAlias = Mapping[str, float]
"""What for -> points to come."""

#: Points of sectors and monoliths.
POINTS = "points"
#: Discovery tiles.
DISCOVERY = "discovery"
#: Money, science, materials and actions, those spent included.
ECONOMY = "economy"
#: Squares that need a technology, and room to grow.
ROOM = "room"
#: Rows of technologies, and what they allow.
TECHNOLOGY = "technology"
#: Reputation tiles.
REPUTATION = "reputation"
#: Ships that are lost.
LOSSES = "losses"
#: To be as strong as the others.
STRENGTH = "strength"
#: What a rival loses.
RIVALS = "rivals"
#: Attacks that become possible.
ATTACKS = "attacks"
#: Own sectors that are held.
DEFENCE = "defence"
#: Ways on, ways home, and ways to others.
WAYS = "ways"
#: Relations with others.
RELATIONS = "relations"
#: The disc of the action.
DISC = "disc"
#: Anything else: what is not weighed, and what is preferred by rule.
OTHER = "other"


class Answer(NamedTuple):
    """A legal answer, what it is worth, and of what that is made. Values of one prompt can be compared."""

    picks: tuple[str, ...]
    value: float
    terms: Terms


def total(terms: Terms) -> float:
    """Sum terms up."""
    return sum(terms.values())


def plus(*several: Terms) -> dict[str, float]:
    """Add terms."""
    found: dict[str, float] = {}
    for terms in several:
        for key, value in terms.items():
            found[key] = found.get(key, 0.0) + value
    return found


def times(terms: Terms, factor: float) -> dict[str, float]:
    """Multiply terms."""
    return {key: factor * value for key, value in terms.items()}
