"""Deck, discards, goods and chips: every way in which a card or a point changes hands without being paid for.

The deck has no order: which of its cards comes next is drawn when it is needed, so no order can leak. As soon as the
deck is used up, the discards become the new deck (rulebook, end of the round). With both empty a draw brings nothing.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable

from rules.kernel.steps import Flow
from rules.kernel.text import TN, T, player
from rules.race.components import CARDS
from rules.race.state import RaceState
from rules.race.texts import card_name, card_names, good_name


def _reshuffle_when_empty(state: RaceState, flow: Flow[RaceState]) -> None:
    if not state.deck and state.discards:
        state.deck, state.discards = sorted(state.discards), []
        flow.tell(
            "reshuffle",
            TN(
                "The deck is used up: the one discarded card makes the new deck.",
                "The deck is used up: the {n} discarded cards make the new deck.",
                n=len(state.deck),
            ),
        )


def take(state: RaceState, flow: Flow[RaceState], why: str) -> int | None:
    """Take a card from the deck; None where deck and discards are both empty. `why` names the draw."""
    _reshuffle_when_empty(state, flow)
    if not state.deck:
        return None
    card = flow.rng.pick(state.deck, why)
    state.deck.remove(card)
    _reshuffle_when_empty(state, flow)
    return card


def take_several(state: RaceState, flow: Flow[RaceState], n: int, why: str) -> list[int]:
    """Take up to `n` cards from the deck."""
    cards: list[int] = []
    for _ in range(n):
        card = take(state, flow, why)
        if card is None:
            break
        cards.append(card)
    return cards


def draw(state: RaceState, flow: Flow[RaceState], seat: int, n: int, why: str) -> None:
    """Let a seat draw `n` cards to its hand; the others learn the number only."""
    if n < 1:
        return
    cards = take_several(state, flow, n, f"race.draw:{seat}:{why}")
    for card in cards:
        insort(state.players[seat].hand, card)
    if cards:
        flow.tell(
            "draw", TN("{who} draws a card.", "{who} draws {n} cards.", n=len(cards), who=player(seat)), seat=seat
        )
        flow.tell("drawn", T("You draw {cards}.", cards=card_names(cards)), seat=seat, to=[seat])
    else:
        flow.tell("draw", T("{who} draws nothing: there are no cards left.", who=player(seat)), seat=seat)


def discard(state: RaceState, cards: Iterable[int]) -> None:
    """Put cards on the discard pile."""
    for card in cards:
        insort(state.discards, card)


def discard_from_hand(state: RaceState, seat: int, cards: Iterable[int]) -> None:
    """Put hand cards of a seat on the discard pile."""
    for card in cards:
        state.players[seat].hand.remove(card)
        insort(state.discards, card)


def put_good(state: RaceState, flow: Flow[RaceState], seat: int, world: int) -> bool:
    """Lay a card from the deck on a world as its good; say whether there was one."""
    card = take(state, flow, f"race.good:{seat}:{CARDS[world].key}")
    if card is None:
        flow.tell("good", T("There is no card left for a good on {world}.", world=card_name(world)), seat=seat)
        return False
    state.players[seat].goods[world] = card
    text = T(
        "{who} gets a good on {world}: {good}.",
        who=player(seat),
        world=card_name(world),
        good=good_name(str(CARDS[world].good)),
    )
    flow.tell("good", text, seat=seat)
    return True


def discard_goods(state: RaceState, seat: int, worlds: Iterable[int]) -> None:
    """Put the goods of some worlds on the discard pile, unseen."""
    goods = state.players[seat].goods
    discard(state, [goods.pop(world) for world in worlds])


def gain_points(state: RaceState, flow: Flow[RaceState], seat: int, n: int) -> None:
    """Give a seat points from the pool; below 0 they are paid from the 10-point chips of the last round."""
    if n < 1:
        return
    state.pool -= n
    state.players[seat].chips += n
    flow.tell(
        "vp",
        TN("{who} gets {n} victory point.", "{who} gets {n} victory points.", n=n, who=player(seat)),
        seat=seat,
    )
