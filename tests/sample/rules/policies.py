"""Standing answers to what a table would otherwise wait for."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.policies import ASK, Policy, PolicyChoice
from rules.kernel.prompt import Prompt
from rules.kernel.text import T

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
            PolicyChoice("drill", T("You drill at every site as long as you have fuel."), T("Always drill")),
            PolicyChoice("done", T("You drill nowhere."), T("Never drill")),
        ),
    ),
)
_KEYS = {policy.key for policy in POLICIES}


def policy_answer(prompt: Prompt, settings: Mapping[str, str]) -> list[str] | None:
    """Answer as a seat's settings say; None where they leave it to the player. A policy has the key of its question."""
    value = settings.get(prompt.kind, ASK) if prompt.kind in _KEYS else ASK
    return [value] if any(option.id == value for option in prompt.legal) else None
