"""A guess of what a seat of Race for the Galaxy does not know: others' hands, what lies face down, secret choices."""

from __future__ import annotations

from typing import Any

from rules.kernel import robots
from rules.kernel.game import Position
from rules.kernel.rng import Rng
from rules.kernel.steps import Ask, Flow
from rules.race.components import CARDS
from rules.race.state import UNKNOWN, RaceState
from rules.race.steps.develop import ChooseDevelopment, RevealDevelopments
from rules.race.steps.settle import ChooseWorld, RevealWorlds
from rules.race.view import hide


def guess(position: Position[RaceState, Any], seat: int | None, rng: Rng) -> None:
    """Deal all cards that the seat does not see, and let others choose anew what they choose in secret.

    How many cards are where is public, and who has chosen, but not what, nor how far the others are with it.
    """
    state = position.state
    hide(state, seat)
    deal(state, rng)
    above = position.stack[-1] if position.stack and position.lanes else None
    if not isinstance(above, RevealDevelopments | RevealWorlds):
        return
    choose = ChooseDevelopment if isinstance(above, RevealDevelopments) else ChooseWorld
    for other in range(len(state.players)):
        if other == seat:
            continue
        if other in position.lanes:
            position.lanes[other] = [choose(other)]
        else:
            _choose(state, choose(other), rng)


def deal(view: RaceState, rng: Rng) -> None:
    """Put a card wherever one that the view does not know is, each of those left equally likely."""
    places = [view.deck, view.discards]
    for one in view.players:
        places += [one.hand, one.drawn]
    seen = {card for pile in (*places, *(one.tableau for one in view.players)) for card in pile}
    left = iter(rng.shuffle([card for card in range(len(CARDS)) if card not in seen], "guess"))
    for pile in places:
        pile[:] = sorted(next(left) if card == UNKNOWN else card for card in pile)
    for one in view.players:
        one.goods = {world: next(left) for world in one.goods}


def _choose(state: RaceState, step: Ask[RaceState], rng: Rng) -> None:
    """Answer the questions of a secret choice at random to its end."""
    flow: Flow[RaceState] = Flow(rng)
    flow.then(step)
    while flow.stack:
        asked = flow.stack.pop()
        asked.take(state, robots.choose(None, asked.prompt(state), rng), flow)
