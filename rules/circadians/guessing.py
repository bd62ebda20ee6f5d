"""A guess of what a seat of Circadians: First Light does not know: others' cards, dice and plans, and the deck."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Any

from rules.circadians.gains import card_order
from rules.circadians.state import UNKNOWN, CircadiansState
from rules.circadians.steps.depository import PlayItem
from rules.circadians.steps.planning import ANEW, OPEN, Plan, Seal
from rules.circadians.view import hide
from rules.kernel.game import Position
from rules.kernel.rng import Rng
from rules.kernel.steps import Flow


def guess(position: Position[CircadiansState, Any], seat: int | None, rng: Rng) -> None:
    """Deal the cards that the seat does not see, roll the others' dice, and plan those of whoever has planned.

    How many cards are where is public, and how many dice somebody has; how many of them are planned is not. So whoever
    still plans begins anew, but where the question is whether to seal the plan.
    """
    state = position.state
    hide(state, seat)
    deal_characters(state, rng)
    known = {card for pile in _piles(state) for card in pile}
    deal_items(state, rng)
    for step in [*position.stack, *(one for lane in position.lanes.values() for one in lane)]:
        if isinstance(step, PlayItem):
            _let_play(state, step, known, rng)
    for other, one in enumerate(state.players):
        if other == seat or not one.rolled:
            continue
        one.rolled = sorted(1 + rng.below(6, "guess") for _ in one.rolled)
        lane = position.lanes.get(other)
        if lane and not isinstance(lane[-1], Seal):
            position.lanes[other] = [Plan(other)]
        else:
            _plan(state, other, rng)


def deal_characters(view: CircadiansState, rng: Rng) -> None:
    """Deal characters while they are chosen, which all do at once; later nobody has any left to choose from."""
    if any(one.character for one in view.players):
        return
    seen = {card for one in view.players for card in one.dealt}
    left = iter(rng.shuffle([id for id in view.parts.characters if id not in seen], "guess"))
    for one in view.players:
        one.dealt = [next(left) if card == UNKNOWN else card for card in one.dealt]


def deal_items(view: CircadiansState, rng: Rng) -> None:
    """Put an item card wherever one that the view does not know is, each of those left equally likely."""
    piles = _piles(view)
    seen = {*view.discards, *(card for one in view.players for card in one.played)}
    seen |= {card for pile in piles for card in pile}
    left = iter(rng.shuffle([id for id in view.parts.items if id not in seen], "guess"))
    for pile in piles:
        if UNKNOWN in pile:
            pile[:] = [next(left) if card == UNKNOWN else card for card in pile]
    _sort(view)


def _sort(view: CircadiansState) -> None:
    for pile in (view.deck, *(one.hand for one in view.players)):
        pile.sort(key=card_order)


def _piles(view: CircadiansState) -> list[list[str]]:
    """All piles and hands with cards that somebody may not see."""
    return [view.deck, view.under, *(pile for one in view.players for pile in (one.hand, one.dealt))]


def _let_play(state: CircadiansState, step: PlayItem, known: AbstractSet[str], rng: Rng) -> None:
    """Let whoever is asked which item card to play have one that can be: it is known that there is one.

    Where none was dealt, one of the guessed cards that could be played changes places with a guessed one of the hand.
    """
    hand = state.players[step.seat].hand
    own = [at for at, card in enumerate(hand) if card not in known]
    if step.prompt(state).legal or not own:
        return
    at = rng.pick(own, "guess")
    others = [(pile, there) for pile in _piles(state) if pile is not hand for there in range(len(pile))]
    for pile, there in rng.shuffle([one for one in others if one[0][one[1]] not in known], "guess"):
        hand[at], pile[there] = pile[there], hand[at]
        if step.prompt(state).legal:
            break
        hand[at], pile[there] = pile[there], hand[at]
    _sort(state)


def _plan(state: CircadiansState, seat: int, rng: Rng) -> None:
    """Plan all dice of a seat at random."""
    flow: Flow[CircadiansState] = Flow(rng)
    step = Plan(seat)
    while state.players[seat].rolled:
        places = [one.id for one in step.prompt(state).legal if one.id != ANEW and not one.id.startswith(OPEN)]
        step.take(state, [rng.pick(places, "guess")], flow)
