"""A robot for Circadians: it plans its whole round by trying, and again before each die, from what it sees.

`value` says what things are worth, `judgement` how much of that was learned from games, `uses` what a die could do,
`plan` finds the best ways through the round, and `appraisal` says for each answer what it is worth. It knows its seat's
view and the prompt, and nothing else: cards that it does not see count as average ones, and others' plans not at all.
"""

from __future__ import annotations

from rules.circadians.robot.appraisal import appraise
from rules.circadians.robot.judgement import LEARNED, Judgement
from rules.circadians.state import CircadiansState
from rules.kernel import robots
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng

__all__ = ["appraise", "choose"]


def choose(view: CircadiansState, prompt: Prompt, rng: Rng, judgement: Judgement = LEARNED) -> list[str]:
    """Answer a prompt: with what is worth most."""
    if len(prompt.legal) == 1 and prompt.at_least == 1:
        return [prompt.legal[0].id]
    found = appraise(view, prompt, judgement)
    return found[0].picks if found else robots.choose(view, prompt, rng)
