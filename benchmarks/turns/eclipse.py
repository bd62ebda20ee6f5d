"""Turns of Eclipse: by their action; what comes after passing apart, as it is less."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.turns import Answered, Turns, first_asked

ACTIONS = frozenset({"explore", "influence", "research", "upgrade", "build", "move", "pass"})
"""What may be picked as the action of a turn; colony ships, trades and offers are free."""


def kind(answered: Sequence[Answered], before: Sequence[str]) -> str:
    """Name the action, and `reaction` or `pass-again` after passing."""
    action = next((picks[0] for asked, picks in answered if asked == "turn" and picks[0] in ACTIONS), None)
    if action is None:
        return first_asked(answered, before)
    if "pass" in before:
        return "pass-again" if action == "pass" else "reaction"
    return action


TURNS = Turns(frozenset({"turn"}), kind)
