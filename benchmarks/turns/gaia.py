"""Turns of Gaia Project: by their action, and upgrades by what is built."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.turns import Answered, Turns, first_asked
from rules.gaia.policies import can_wait
from rules.gaia.state import GaiaState
from rules.gaia.steps.charging import offered, takes_token
from rules.kernel.prompt import Prompt

ACTIONS = frozenset({"build", "gaia", "upgrade", "federation", "research", "power", "qic", "special", "pass"})
"""What may be picked as the one action of a turn; everything else is free."""


def kind(answered: Sequence[Answered], before: Sequence[str]) -> str:
    """Name the action; a mine's is `build`, a research lab's `upgrade-lab`."""
    action = next((picks[0] for asked, picks in answered if asked == "turn" and picks[0] in ACTIONS), None)
    if action is None:
        return first_asked(answered, before)
    built = next((picks[0] for asked, picks in answered if asked == "upgrade"), "") if action == "upgrade" else ""
    return f"{action}-{built.rpartition('>')[2]}" if built else action


def trivial(prompt: Prompt, picks: Sequence[str], view: GaiaState) -> bool:
    """Whether a turn is only ended where free actions can wait for the next one, or power is charged for nothing."""
    if prompt.kind == "charge" and not takes_token(view.players[prompt.seat]) and "charge" in picks:
        return offered(prompt)[0] == 1
    return prompt.kind == "finish" and list(picks) == ["done"] and can_wait(view, prompt)


TURNS = Turns(frozenset({"turn"}), kind, trivial)
