"""A turn that a robot plays through on a copy of what it sees.

Nothing is hidden in Gaia Project and a turn draws nothing, so the game's own steps can be run ahead from a view. Other
seats are left out: nobody is asked whether to charge power.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.gaia.components import MINE, STRUCTURES
from rules.gaia.state import GaiaState, Player
from rules.gaia.steps.actions import FAR, BoardActions, Specials
from rules.gaia.steps.building import (
    BuildMine,
    ChooseUpgrade,
    Downgrade,
    FarReach,
    GaiaProject,
    SpaceStation,
    Swap,
    Upgrade,
)
from rules.gaia.steps.charging import AskCharges
from rules.gaia.steps.research import Advance, LostPlanet, Research
from rules.gaia.steps.tech import ChooseTech, Cover
from rules.gaia.steps.tokens import ChooseToken, ScoreAgain
from rules.gaia.steps.turn import Finish, Pass, Turn
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import Act, Ask, Flow

#: Questions whose first answer is always a good one.
AT_ONCE = ("give-up", "charge-stone", "route", "burn-stone", "pay-stone")
#: The steps that need to know no more than who is asked.
PLAIN: Mapping[str, Callable[[int], Ask[GaiaState]]] = {
    "again": ScoreAgain,
    "downgrade": Downgrade,
    "gaia": GaiaProject,
    "lost-planet": LostPlanet,
    "pass": Pass,
    "research": Research,
    "special": Specials,
    "station": SpaceStation,
    "swap": Swap,
    "tech": ChooseTech,
    "token": ChooseToken,
    "upgrade": ChooseUpgrade,
}


class Lookahead:
    """A position that a robot plays through in its head: a copy of the table, and the open steps."""

    def __init__(self, state: GaiaState, seat: int, stack: Sequence[Any]) -> None:
        self.state, self.seat, self.stack = state, seat, list(stack)

    @classmethod
    def of(cls, view: GaiaState, seat: int, *steps: Any) -> Lookahead:
        """Begin with these steps, the first of them first."""
        return cls(copy_table(view, seat), seat, steps[::-1])

    def fork(self) -> Lookahead:
        """Copy it, to try something."""
        return Lookahead(copy_table(self.state, self.seat), self.seat, self.stack)

    @property
    def me(self) -> Player:
        """The robot's own board."""
        return self.state.players[self.seat]

    def take(self, picks: list[str]) -> None:
        """Answer the open step."""
        flow = self._flow()
        self.stack.pop().take(self.state, picks, flow)

    def _flow(self) -> Flow[GaiaState]:
        flow: Flow[GaiaState] = Flow(Rng("00"))
        flow.stack = self.stack
        return flow

    def ask(self) -> Prompt | None:
        """Run on to the next question within the action; None at its end."""
        while self.stack:
            top = self.stack[-1]
            if isinstance(top, AskCharges):
                self.stack.pop()
            elif isinstance(top, Act):
                self.stack.pop()
                top.run(self.state, self._flow())
            elif isinstance(top, Finish | Turn):
                return None
            else:
                assert isinstance(top, Ask)
                prompt: Prompt = top.prompt(self.state)
                forced = prompt.forced()
                if forced is None:
                    return prompt
                self.take(forced)
        return None


def copy_table(state: GaiaState, seat: int) -> GaiaState:
    """Copy what a turn of a seat can change; the rest is shared."""
    players = list(state.players)
    players[seat] = copy_player(players[seat])
    return msgspec.structs.replace(
        state,
        players=players,
        boosters=list(state.boosters),
        advanced=dict(state.advanced),
        supply=dict(state.supply),
        passed=list(state.passed),
        taken=dict(state.taken),
        built=list(state.built),
    )


def copy_player(me: Player) -> Player:
    """Copy a seat's board."""
    return msgspec.structs.replace(
        me,
        power=list(me.power),
        research=dict(me.research),
        sent_formers=list(me.sent_formers),
        structures=dict(me.structures),
        guests=list(me.guests),
        stations=list(me.stations),
        satellites=list(me.satellites),
        federated=list(me.federated),
        tokens=[msgspec.structs.replace(token) for token in me.tokens],
        tiles=[msgspec.structs.replace(tile) for tile in me.tiles],
        used=list(me.used),
        points=dict(me.points),
    )


def step_for(view: GaiaState, prompt: Prompt) -> Any:
    """Find the step that asks this; None where a robot does not play it through.

    A view does not tell the open steps, but a step is known by what it asks.
    """
    for step in _candidates(view, prompt):
        if step.prompt(view) == prompt:
            return step
    return None


def _candidates(view: GaiaState, prompt: Prompt) -> Iterator[Any]:
    """List the steps that may ask a kind of question."""
    seat, kind = prompt.seat, prompt.kind
    if kind in PLAIN:
        yield PLAIN[kind](seat)
    elif kind == "build":
        yield from (BuildMine(seat, steps) for steps in (0, 1, 2))
    elif kind == "far":
        yield FarReach(seat, FAR)
    elif kind == "upgrade-place":
        yield from (Upgrade(seat, structure) for structure in STRUCTURES if structure != MINE)
    elif kind in ("power", "qic"):
        yield BoardActions(seat, kind)
    elif kind == "advance":
        yield Advance(seat, [option.id for option in prompt.options if option.id != "stay"])
    elif kind == "cover":
        yield from (Cover(seat, track) for track in view.advanced)
