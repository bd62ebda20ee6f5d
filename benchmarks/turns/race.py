"""Race: what a robot may take a view for that is asked ahead what to place."""

from __future__ import annotations

import msgspec

from benchmarks.turns import Turns
from rules.kernel.prompt import Prompt
from rules.race.state import RaceState


def ahead(view: RaceState, prompt: Prompt) -> RaceState | None:
    """Give the view as it will be in the phase of this round in which a card is placed; None in no phase of it."""
    if prompt.kind == "actions":
        return view
    at = view.phases.index(view.phase) if view.phase in view.phases else len(view.phases)
    phase = next((one for one in view.phases[at + 1 :] if one.removesuffix("_2") == prompt.kind), None)
    return None if phase is None else msgspec.structs.replace(view, phase=phase)


TURNS = Turns(ahead=ahead)
