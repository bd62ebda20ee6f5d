"""Placing a card: turning over what all have chosen, and paying for it with hand cards (Develop and Settle)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Ask, Flow, Step
from rules.kernel.text import TN, T, Text, player
from rules.race.components import CARDS, card_id, card_number
from rules.race.payment import Way, development_price, ways_of
from rules.race.piles import discard_from_hand
from rules.race.places import NOTHING_PLACE, card_place
from rules.race.state import Player, RaceState
from rules.race.texts import card_name, card_names, held_option

NOTHING = "pass"
QUESTIONS: Mapping[str, Text] = {
    "develop": T("Develop: which development do you place?"),
    "settle": T("Settle: which world do you place?"),
}
"""What everybody is asked, by the kind of prompt."""
PLACE_NOTHING = Option(NOTHING, T("Place nothing"), place=NOTHING_PLACE, ends=True)


def ask_what_to_place(
    state: RaceState,
    flow: Flow[RaceState],
    sealed: Step[RaceState],
    reveal_all: Step[RaceState],
    choose: Callable[[int], Step[RaceState]],
) -> None:
    """Ask everybody what to place: side by side with the payment, then `reveal_all`; in strict order `sealed` alone."""
    if not state.together:
        flow.then(sealed)
        return
    flow.then(reveal_all)
    flow.side_by_side({seat: [choose(seat)] for seat in range(len(state.players))})


def reveal(state: RaceState, answers: dict[int, list[str]], flow: Flow[RaceState]) -> list[int]:
    """Turn over what the seats have chosen to place; give the seats that place something."""
    placing: list[int] = []
    for seat in sorted(answers):
        me = state.players[seat]
        if answers[seat] == [NOTHING]:
            flow.tell("pass", T("{who} places nothing.", who=player(seat)), seat=seat)
            continue
        card = card_number(answers[seat][0])
        me.hand.remove(card)
        me.tableau.append(card)
        me.placed = card
        placing.append(seat)
        flow.tell("place", T("{who} places {card}.", who=player(seat), card=card_name(card)), seat=seat)
    return placing


def reveal_chosen(state: RaceState, flow: Flow[RaceState]) -> list[int]:
    """Turn over what the seats have chosen side by side; give the seats that place something."""
    flow.reveal()
    chosen = {seat: one.chosen for seat, one in enumerate(state.players)}
    return reveal(state, {seat: [NOTHING if card is None else card_id(card)] for seat, card in chosen.items()}, flow)


def chosen_way(me: Player) -> Way:
    """Give the way in which a seat settles the world that it has chosen."""
    assert me.chosen is not None, "settled is what is chosen"
    return next(way for way in ways_of(me, me.chosen) if way.id == me.way)


def price_of_chosen(state: RaceState, seat: int) -> int:
    """Count the hand cards that a seat pays for the card that it has chosen, in the way that it has chosen."""
    me = state.players[seat]
    assert me.chosen is not None, "paid for what is chosen"
    card = CARDS[me.chosen]
    return development_price(state, seat, card) if card.development else chosen_way(me).cards


def keep_dearest(cards: Sequence[int], n: int) -> list[int]:
    """Choose the cards to pay with so that those of the highest printed cost or defence are kept."""
    return sorted(sorted(cards, key=lambda card: (CARDS[card].number, card))[:n])


def pay(state: RaceState, seat: int, cards: Sequence[int], flow: Flow[RaceState]) -> None:
    """Discard hand cards face down for a card that was placed."""
    discard_from_hand(state, seat, list(cards))
    text = TN("{who} pays {n} card.", "{who} pays {n} cards.", n=len(cards), who=player(seat))
    flow.tell("pay", text, seat=seat)


class ChoosePayment(Ask[RaceState], tag=True):
    """A seat chooses in secret the hand cards that it pays with for the card that it has chosen to place.

    Everybody may read the question, so that it is still what to place: whether, and at what price, is the seat's own.
    """

    def prompt(self, state: RaceState) -> Prompt:
        """Ask for exactly the price, and suggest to keep the dearest cards."""
        me = state.players[self.seat]
        assert me.chosen is not None, "paid for what is chosen"
        n = price_of_chosen(state, self.seat)
        others = [card for card in me.hand if card != me.chosen]
        return Prompt(
            self.seat,
            "pay",
            QUESTIONS["develop" if CARDS[me.chosen].development else "settle"],
            [held_option(state, self.seat, card) for card in others],
            n,
            n,
            secret=True,
            detail=TN(
                "{card}: choose the card to pay with.",
                "{card}: choose the {n} cards to pay with.",
                n=n,
                card=card_name(me.chosen),
            ),
            so_far=[card_place(me.chosen)],
            suggested=[card_id(card) for card in keep_dearest(others, n)],
        )

    def take(self, state: RaceState, picks: list[str], flow: Flow[RaceState]) -> None:
        """Keep it until all are revealed."""
        me = state.players[self.seat]
        assert me.chosen is not None, "paid for what is chosen"
        me.pays = sorted(card_number(pick) for pick in picks)
        tell_chosen(state, self.seat, flow)


def tell_choosing(state: RaceState, seat: int, flow: Flow[RaceState]) -> None:
    """Tell a seat alone what it has begun to place."""
    me = state.players[seat]
    assert me.chosen is not None, "it has begun"
    flow.tell("chosen", T("You choose {card}.", card=card_name(me.chosen)), seat=seat, to=[seat])


def tell_chosen(state: RaceState, seat: int, flow: Flow[RaceState]) -> None:
    """Tell a seat alone what it has chosen."""
    me = state.players[seat]
    if me.chosen is None:
        text = T("You place nothing. You can take it back until the last one has chosen.")
    elif me.pays:
        text = T(
            "You place {card} and pay with {cards}. You can take it back until the last one has chosen.",
            card=card_name(me.chosen),
            cards=card_names(me.pays),
        )
    else:
        text = T("You place {card}. You can take it back until the last one has chosen.", card=card_name(me.chosen))
    flow.tell("chosen", text, seat=seat, to=[seat])


class PayCards(Ask[RaceState], tag=True):
    """A seat chooses the hand cards that it pays with."""

    amount: int

    def prompt(self, state: RaceState) -> Prompt:
        """Ask for exactly the price."""
        me = state.players[self.seat]
        text = TN("Choose the card to pay with.", "Choose the {n} cards to pay with.", n=self.amount)
        options = [held_option(state, self.seat, card) for card in me.hand]
        placed = [] if me.placed is None else [card_place(me.placed)]
        return Prompt(self.seat, "pay", text, options, self.amount, self.amount, so_far=placed)

    def take(self, state: RaceState, picks: list[str], flow: Flow[RaceState]) -> None:
        """Discard them face down."""
        pay(state, self.seat, [card_number(pick) for pick in picks], flow)
