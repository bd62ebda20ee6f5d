"""Short texts that several pictures of Eclipse say."""

from __future__ import annotations

from rules.eclipse.state import EclipseState
from rules.kernel.text import T, Text

_PHASES: dict[str, Text] = {
    "setup": T("Setup"),
    "action": T("Action phase"),
    "combat": T("Combat phase"),
    "upkeep": T("Upkeep phase"),
    "cleanup": T("Cleanup phase"),
    "over": T("End of the game"),
}


def phase_text(view: EclipseState) -> Text:
    """Name the phase of the round."""
    return _PHASES[view.phase]
