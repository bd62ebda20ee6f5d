"""Turns of Eclipse: by their action; what comes after passing apart, as it is less."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.turns import Answered, Turns, first_asked
from rules.eclipse.state import EclipseState
from rules.kernel.prompt import Prompt

ACTIONS = frozenset({"explore", "influence", "research", "upgrade", "build", "move", "pass", "pass-round"})
"""What may be picked as the action of a turn; colony ships, trades and offers are free."""


def kind(answered: Sequence[Answered], before: Sequence[str]) -> str:
    """Name the action, and `reaction` or `pass-again` after passing."""
    action = next((picks[0] for asked, picks in answered if asked == "turn" and picks[0] in ACTIONS), None)
    if action is None:
        return first_asked(answered, before)
    passes = action.startswith("pass")
    if "pass" in before:
        return "pass-again" if passes else "reaction"
    return "pass" if passes else action


def trivial(prompt: Prompt, picks: Sequence[str], view: EclipseState) -> bool:
    """Whether somebody passes again, ends a turn after its action, or makes no offer after the battles."""
    if prompt.kind == "turn":
        return view.players[prompt.seat].passed and picks[0] in {"pass", "pass-round"}
    return prompt.kind in {"finish", "offers"} and list(picks) == ["done"]


def pressed(prompt: Prompt, picks: Sequence[str]) -> list[str]:
    """Pass for the whole round where a robot passes: of a hundred chances to react it takes two."""
    rests = prompt.kind == "turn" and list(picks) == ["pass"] and any(one.id == "pass-round" for one in prompt.legal)
    return ["pass-round"] if rests else list(picks)


TURNS = Turns(frozenset({"turn"}), kind, trivial, pressed=pressed)
