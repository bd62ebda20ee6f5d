"""Where dice go that are still to be rolled: asked only ahead, never in a game (`rules.circadians.ahead`)."""

from __future__ import annotations

from rules.circadians import places
from rules.circadians.components import FACES, FARMS
from rules.circadians.means import Means, takes_die
from rules.circadians.state import CircadiansState
from rules.circadians.steps.planning import farm_note
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Ask, Flow
from rules.kernel.text import T

HIGH, LOW = "high", "low"
"""What ends the list of farms: all other dice go to the garages, the highest or the lowest first."""
LOOK, SEAL = "look", "seal"
"""Whether the plan that comes of it is shown before it is sealed."""


class NextRoll(Ask[CircadiansState], tag=True):
    """Which value goes to which farm, in order of preference, and in which order the others go to the garages."""

    taken: list[str]
    """What is named already."""

    def prompt(self, state: CircadiansState) -> Prompt:
        means = Means(state, self.seat)
        options = []
        for farm in FARMS:
            if not takes_die(state.parts, means.me, farm):
                continue
            group = T("Farm {n} takes, if it is rolled …", n=farm)
            for face in reversed(FACES):
                id, text = f"{face}>f{farm}", T("{face} to farm {n}", face=face, n=farm)
                if id not in self.taken:
                    note, where = farm_note(means, farm, face), places.planned(face, f"f{farm}")
                    brief = T("{face}", face=face)
                    options.append(Option(id, text, note, where, group=group, brief=brief))
        options += [
            Option(HIGH, T("All others to the garages, the highest first"), ends=True),
            Option(LOW, T("All others to the garages, the lowest first"), ends=True),
        ]
        detail = T("A farm takes the first of the values that you name for it and roll.")
        return Prompt(self.seat, "roll", T("Where do the dice of your next roll go?"), options, detail=detail)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        if picks[0] in {HIGH, LOW}:
            flow.then(NextRollSealed(self.seat))
        else:
            flow.then(NextRoll(self.seat, [*self.taken, picks[0]]))


class NextRollSealed(Ask[CircadiansState], tag=True):
    """Whether the plan that comes of it is shown first."""

    def prompt(self, state: CircadiansState) -> Prompt:
        options = [
            Option(LOOK, T("Show me the plan first: then I seal it or start over")),
            Option(SEAL, T("Seal it as soon as the dice are rolled, whatever the event is")),
        ]
        return Prompt(self.seat, "roll-seal", T("Is the plan sealed at once?"), options)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        """Do nothing: what is planned stands in the plan alone."""
