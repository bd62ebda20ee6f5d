"""Placing a card: turning over what all have chosen, and paying for it with hand cards (Develop and Settle)."""

from __future__ import annotations

from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Ask, Flow
from rules.kernel.text import TN, T, player
from rules.race.components import card_number
from rules.race.piles import discard_from_hand
from rules.race.places import NOTHING_PLACE, card_place
from rules.race.state import RaceState
from rules.race.texts import card_name, held_option

NOTHING = "pass"
PLACE_NOTHING = Option(NOTHING, T("Place nothing"), place=NOTHING_PLACE, ends=True)


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
        discard_from_hand(state, self.seat, [card_number(pick) for pick in picks])
        flow.tell(
            "pay",
            TN("{who} pays {n} card.", "{who} pays {n} cards.", n=len(picks), who=player(self.seat)),
            seat=self.seat,
        )
