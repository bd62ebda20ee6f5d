"""Standing answers to what a table would otherwise wait for."""

from __future__ import annotations

from collections.abc import Mapping

from rules.eclipse.state import EclipseState
from rules.kernel.policies import Policy
from rules.kernel.prompt import Prompt

POLICIES: tuple[Policy, ...] = ()


def policy_answer(view: EclipseState, prompt: Prompt, settings: Mapping[str, str]) -> list[str] | None:
    """Answer as a seat's settings say; None where they leave it to the player."""
    del view, prompt, settings
    return None
