"""Turns of Gaia Project: by their action, and upgrades by what is built."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.turns import Answered, Turns, first_asked

ACTIONS = frozenset({"build", "gaia", "upgrade", "federation", "research", "power", "qic", "special", "pass"})
"""What may be picked as the one action of a turn; everything else is free."""


def kind(answered: Sequence[Answered], before: Sequence[str]) -> str:
    """Name the action; a mine's is `build`, a research lab's `upgrade-lab`."""
    action = next((picks[0] for asked, picks in answered if asked == "turn" and picks[0] in ACTIONS), None)
    if action is None:
        return first_asked(answered, before)
    built = next((picks[0] for asked, picks in answered if asked == "upgrade"), "") if action == "upgrade" else ""
    return f"{action}-{built.rpartition('>')[2]}" if built else action


TURNS = Turns(frozenset({"turn"}), kind)
