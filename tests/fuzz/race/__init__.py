"""What must hold in every position of Race for the Galaxy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel.game import Outcome, Position
from rules.kernel.rng import Rng
from rules.kernel.text import Text
from rules.race.components import CARDS, DATA
from rules.race.guessing import deal
from rules.race.state import UNKNOWN, Player, RaceState
from rules.registry import GAMES
from tests.fuzz.play import Checks, Setup


def invariants(state: RaceState) -> Iterator[str]:
    """Complain about a state that cannot be."""
    cards = [*state.deck, *state.discards]
    for one in state.players:
        cards += [*one.hand, *one.drawn, *one.tableau, *one.goods.values()]
    if sorted(cards) != list(range(len(CARDS))):
        yield f"cards are lost or doubled: {len(cards)} of {len(CARDS)}"
    points = sum(one.chips for one in state.players)
    if points + state.pool != DATA.chips.pool_per_player * len(state.players):
        yield f"pool {state.pool} and chips {points} do not make up the pool"
    for pile in (state.deck, state.discards):
        if pile != sorted(pile):
            yield "a pile has an order"
    if state.phase == "choose" and (state.pool <= 0 or max(len(one.tableau) for one in state.players) >= 12):
        yield "the game goes on after its end"
    for seat, one in enumerate(state.players):
        yield from (f"seat {seat}: {problem}" for problem in _player(state, one))


def _player(state: RaceState, one: Player) -> Iterator[str]:
    if one.chips < 0:
        yield "negative chips"
    if one.hand != sorted(one.hand) or one.drawn != sorted(one.drawn):
        yield "hand or drawn cards are not sorted"
    if state.phase in ("choose", "over") and len(one.hand) > DATA.limits.hand:
        yield f"{len(one.hand)} cards in hand after the hand limit"
    keys = [CARDS[card].key for card in one.tableau]
    if len(set(keys)) != len(keys):
        yield "a card lies twice in the tableau"
    if any(world not in one.tableau or CARDS[world].good is None for world in one.goods):
        yield "a good lies where none can lie"
    if one.placed is not None and not state.phase.startswith(("develop", "settle")):
        yield f"a card counts as just placed in {state.phase}"
    if one.produced and state.phase != "produce":
        yield f"goods count as just produced in {state.phase}"
    if one.drawn and state.phase not in ("setup", "explore"):
        yield f"drawn cards are left over in {state.phase}"


def scramble(position: Position[RaceState, Any], seat: int | None, rng: Rng) -> Position[RaceState, Any]:
    """Deal every card that the seat cannot see anew, so that no count changes.

    What others are choosing in secret stays, as the steps under way are about it; what they have chosen may be nothing.
    """
    state = position.state
    others = [one for at, one in enumerate(state.players) if at != seat]
    choosing = {prompt.seat for prompt in GAMES["race"].prompts(position)}
    for at, one in enumerate(state.players):
        hides = one.chosen is not None and one.placed is None
        if hides and at != seat and at not in choosing and rng.below(2, "chosen"):
            one.chosen, one.way, one.pays = None, "", []
    for one in others:
        kept = {one.chosen, *one.pays}
        one.hand = [card if card in kept else UNKNOWN for card in one.hand]
        one.drawn = [UNKNOWN] * len(one.drawn)
    for one in state.players:
        one.goods = dict.fromkeys(one.goods, UNKNOWN)
    state.deck, state.discards = [UNKNOWN] * len(state.deck), [UNKNOWN] * len(state.discards)
    deal(state, rng)
    return position


def _names(text: Text) -> Iterator[str]:
    if text.id.startswith("#race.card."):
        yield text.id.removeprefix("#race.card.")
    for value in text.args.values():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, Text):
                yield from _names(one)


def public(before: RaceState, after: RaceState, outcome: Outcome) -> Iterator[str]:
    """Complain about public events that name a card which nobody has turned up."""
    open_ = {CARDS[card].key for state in (before, after) for one in state.players for card in one.tableau}
    for event in outcome.events:
        if event.to is None and event.kind != "guess":
            for key in _names(event.text):
                if key not in open_:
                    yield f"the event {event.kind} tells everybody about {key}"


#: Prompts that play seldom comes to.
SELDOM = {
    "kinds": "A consume power for different kinds, with more kinds of goods than it takes.",
}


def quick(every: list[Setup]) -> list[Setup]:
    """Play the normal game with the payment that is the default, the others in strict order."""
    return [
        (config, seats) for config, seats in every if (config["setup"] == "normal") == (config["payment"] == "together")
    ]


CHECKS = Checks(invariants, scramble, public, frozenset({"guess"}), quick=quick, seldom=SELDOM)
