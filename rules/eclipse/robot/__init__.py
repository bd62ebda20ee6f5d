"""A robot for Eclipse. It sees its seat's view and the prompt, as a person does, and weighs every answer.

`plan` says what a turn could be used for, with `upgrades` and `builds`; `war` where ships fight, `fleet` how strong
they are, and `value` what it all is worth. `turn`, `actions`, `battles` and `diplomacy` weigh answers by that, a
function for each kind of prompt; `table` holds what they work out once for a decision, and `terms` of what a value is
made. Nothing is remembered: where an action goes on with another prompt, the rest is worked out again from what is
there by then.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.eclipse.robot import actions, battles, diplomacy, turn
from rules.eclipse.robot import terms as terms_
from rules.eclipse.robot.prompts import Weigher
from rules.eclipse.robot.table import Table
from rules.eclipse.robot.terms import Answer, total
from rules.eclipse.state import EclipseState
from rules.kernel import robots
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng

WEIGHERS: Mapping[str, Weigher] = {
    **turn.WEIGHERS,
    **actions.WEIGHERS,
    **battles.WEIGHERS,
    **diplomacy.WEIGHERS,
}
"""Kind of prompt -> how its answers are weighed; the robot answers anything else at random."""
BY_CHANCE = {"species": "robot.species", "propose": "robot.partner"}
"""Kind of prompt -> what chance is asked for which of equally good answers is given; elsewhere it is the first one."""


def appraise(view: EclipseState, prompt: Prompt) -> list[Answer]:
    """Weigh all legal answers of one pick, the best first; none where nothing is known of what they are worth.

    An answer of which nothing is known is worth less than all others.
    """
    weigher = WEIGHERS.get(prompt.kind)
    if weigher is None or (prompt.at_least, prompt.at_most) != (1, 1):
        return []
    weighed = weigher(Table(view, prompt.seat), prompt)
    found = [
        Answer((option.id,), total(weighed[option.id]), weighed[option.id])
        for option in prompt.legal
        if option.id in weighed
    ]
    least = min((one.value for one in found), default=0.0) - 1
    found += [Answer((one.id,), least, {terms_.OTHER: least}) for one in prompt.legal if one.id not in weighed]
    return sorted(found, key=lambda one: -one.value)


def choose(view: EclipseState, prompt: Prompt, rng: Rng) -> list[str]:
    """Answer a prompt."""
    legal = [option.id for option in prompt.legal]
    if len(legal) == 1:
        return legal
    if prompt.kind == "victims":
        return legal[: prompt.at_least]
    found = appraise(view, prompt)
    if not found:
        return robots.choose(view, prompt, rng)
    if prompt.kind in BY_CHANCE:
        best = [one.picks for one in found if one.value == found[0].value]
        return list(rng.pick(best, BY_CHANCE[prompt.kind]))
    return list(found[0].picks)
