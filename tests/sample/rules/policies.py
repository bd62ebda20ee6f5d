"""Policies for what a table would otherwise wait for."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.policies import ASK, Policy, PolicyChoice
from rules.kernel.prompt import Prompt
from rules.kernel.text import T
from tests.sample.rules.state import ProspectState

SPARED = 3
"""Fuel that a policy does not spend on drilling."""

POLICIES: tuple[Policy, ...] = (
    Policy(
        "follow",
        T("Ships sent along"),
        T("You are asked whenever you may send a ship along."),
        (
            PolicyChoice("yes", T("You send a ship along as long as you have fuel."), T("Always send one")),
            PolicyChoice("no", T("You send no ship along."), T("Never send one")),
        ),
    ),
    Policy(
        "work",
        T("Drilling"),
        T("You are asked whether you drill at a site that you have claimed."),
        (
            PolicyChoice(
                "drill",
                T("You drill where you have more than 3 fuel; else you are asked."),
                T("Drill with enough fuel"),
            ),
            PolicyChoice("done", T("You drill nowhere."), T("Never drill")),
        ),
    ),
)


def policy_answer(view: ProspectState, prompt: Prompt, settings: Mapping[str, str]) -> list[str] | None:
    """Answer as a seat's settings say; None where they leave it to the player. A policy has the key of its question."""
    value = settings.get(prompt.kind, ASK) if prompt.kind in {policy.key for policy in POLICIES} else ASK
    if value == "drill" and view.players[prompt.seat].fuel <= SPARED:
        return None
    return [value] if any(option.id == value for option in prompt.legal) else None
