"""Phase II, Develop: everybody may place a development and pays for it (rulebook: II Develop)."""

from __future__ import annotations

from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, AskAll, Flow
from rules.kernel.text import T
from rules.race.components import CARDS, DrawAfterPlacing, DrawAtStart, card_number
from rules.race.payment import development_price
from rules.race.piles import draw
from rules.race.powers import powers, why
from rules.race.state import RaceState
from rules.race.steps.placing import (
    NOTHING,
    PLACE_NOTHING,
    QUESTIONS,
    ChoosePayment,
    PayCards,
    ask_what_to_place,
    pay,
    price_of_chosen,
    reveal,
    reveal_chosen,
    tell_choosing,
    tell_chosen,
)
from rules.race.texts import card_option, costs_and_brings, costs_too_much, pay_cards


class Develop(Act[RaceState], tag=True):
    """The draws at the start of the phase, then the question to all."""

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Draw, then ask everybody."""
        for seat, one in enumerate(state.players):
            for card, power in powers(one, "develop", DrawAtStart):
                draw(state, flow, seat, power.n, why(card))
        sealed = PlaceDevelopment(list(range(len(state.players))))
        ask_what_to_place(state, flow, sealed, RevealDevelopments(), ChooseDevelopment)


class ChooseDevelopment(Ask[RaceState], tag=True):
    """A seat chooses in secret the development that it places, and how it pays, or nothing."""

    def prompt(self, state: RaceState) -> Prompt:
        """Offer what `PlaceDevelopment` does."""
        return PlaceDevelopment([self.seat]).prompt(state, self.seat)

    def take(self, state: RaceState, picks: list[str], flow: Flow[RaceState]) -> None:
        """Ask for the payment; nothing is revealed before all have chosen."""
        me = state.players[self.seat]
        if picks != [NOTHING]:
            me.chosen = card_number(picks[0])
            if price_of_chosen(state, self.seat):
                tell_choosing(state, self.seat, flow)
                flow.then(ChoosePayment(self.seat))
                return
        tell_chosen(state, self.seat, flow)


class RevealDevelopments(Act[RaceState], tag=True):
    """All have chosen: everything is revealed, then paid for in player order."""

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Turn over, pay and draw."""
        for seat in reveal_chosen(state, flow):
            if pays := state.players[seat].pays:
                pay(state, seat, pays, flow)
            AfterDevelopment(seat).run(state, flow)


class PlaceDevelopment(AskAll[RaceState], tag=True):
    """Everybody chooses a development to place, or none."""

    def prompt(self, state: RaceState, seat: int) -> Prompt:
        """Offer every development in hand, with the price or what forbids it."""
        me = state.players[seat]
        options = [self._option(state, seat, card) for card in me.hand if CARDS[card].development]
        tells = bool(me.hand) and all(option.refusal is not None for option in options)
        return Prompt(seat, "develop", QUESTIONS["develop"], [*options, PLACE_NOTHING], secret=True, tells=tells)

    def _option(self, state: RaceState, seat: int, number: int) -> Option:
        me = state.players[seat]
        card = CARDS[number]
        price = development_price(state, seat, card)
        have = len(me.hand) - 1
        costs = pay_cards(price)
        refusal = None
        if any(CARDS[other].key == card.key for other in me.tableau):
            refusal = T("You already have this development in your tableau.")
        elif price > have:
            refusal = costs_too_much(price, have)
        return card_option(number, costs_and_brings(costs, number), refusal)

    def take(self, state: RaceState, answers: dict[int, list[str]], flow: Flow[RaceState]) -> None:
        """Reveal all, then let everybody pay; in player order where the deck may run out by the draws that follow."""
        placing = reveal(state, answers, flow)
        lanes: dict[int, list[PayCards | AfterDevelopment]] = {}
        draws = 0
        for seat in placing:
            me = state.players[seat]
            price = development_price(state, seat, CARDS[me.tableau[-1]])
            lanes[seat] = [PayCards(seat, price), AfterDevelopment(seat)] if price else [AfterDevelopment(seat)]
            draws += sum(power.n for _, power in powers(me, "develop", DrawAfterPlacing))
        flow.side_by_side(lanes, in_order=draws >= len(state.deck))


class AfterDevelopment(Act[RaceState], tag=True):
    """The draws after placing a development."""

    seat: int

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Draw for every such power that was there before."""
        for card, power in powers(state.players[self.seat], "develop", DrawAfterPlacing):
            draw(state, flow, self.seat, power.n, why(card))
