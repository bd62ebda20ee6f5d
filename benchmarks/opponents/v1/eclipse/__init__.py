"""A robot for Eclipse. It sees its seat's view and the prompt, as a person does, and looks one action ahead.

`plan` says what a turn could be used for, with `upgrades` and `builds`; `war` where ships fight, `fleet` how strong
they are, and `value` what it all is worth. `turn`, `actions`, `battles` and `diplomacy` answer by that, a function for
each kind of prompt; `table` holds what they work out once for a decision. Nothing is remembered: where an action goes
on with another prompt, the rest is worked out again from what is there by then.
"""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.opponents.v1.eclipse import actions, battles, diplomacy, turn
from benchmarks.opponents.v1.eclipse.prompts import Chooser
from benchmarks.opponents.v1.eclipse.table import Table
from rules.eclipse.state import EclipseState
from rules.kernel import robots
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng

CHOOSERS: Mapping[str, Chooser] = {
    **turn.CHOOSERS,
    **actions.CHOOSERS,
    **battles.CHOOSERS,
    **diplomacy.CHOOSERS,
}
"""Kind of prompt -> how it is answered; the robot answers anything else at random."""


def choose(view: EclipseState, prompt: Prompt, rng: Rng) -> list[str]:
    """Answer a prompt."""
    legal = [option.id for option in prompt.legal]
    if len(legal) == 1:
        return legal
    chooser = CHOOSERS.get(prompt.kind)
    pick = "" if chooser is None else chooser(Table(view, prompt.seat), prompt, rng)
    if prompt.kind == "victims":
        return legal[: prompt.at_least]
    return [pick] if pick in legal else robots.choose(view, prompt, rng)
