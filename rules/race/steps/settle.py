"""Phase III, Settle: everybody may place a world, and pays for it or conquers it (rulebook: III Settle)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, AskAll, Flow
from rules.kernel.text import TN, T, Text, player, signed
from rules.race.components import CARDS, DrawAfterPlacing, GiveUpForStrength, card_number
from rules.race.payment import UNLIMITED, Way, strength_against, ways_of, ways_to_settle
from rules.race.piles import discard, draw, put_good
from rules.race.places import card_place, way_place
from rules.race.powers import chose, powers, why
from rules.race.state import Player, RaceState
from rules.race.steps.placing import (
    NOTHING,
    PLACE_NOTHING,
    QUESTIONS,
    ChoosePayment,
    PayCards,
    ask_what_to_place,
    chosen_way,
    pay,
    price_of_chosen,
    reveal,
    reveal_chosen,
    tell_choosing,
    tell_chosen,
)
from rules.race.texts import card_name, card_names, card_option, costs_and_brings, costs_too_much, pay_cards


class Settle(Act[RaceState], tag=True):
    """The question to all."""

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Ask everybody."""
        sealed = PlaceWorld(list(range(len(state.players))))
        ask_what_to_place(state, flow, sealed, RevealWorlds(), ChooseWorld)


class ChooseWorld(Ask[RaceState], tag=True):
    """A seat chooses in secret the world that it places, and how it settles it, or nothing."""

    def prompt(self, state: RaceState) -> Prompt:
        """Offer what `PlaceWorld` does."""
        return PlaceWorld([self.seat]).prompt(state, self.seat)

    def take(self, state: RaceState, picks: list[str], flow: Flow[RaceState]) -> None:
        """Ask how it is settled; nothing is revealed before all have chosen."""
        if picks == [NOTHING]:
            tell_chosen(state, self.seat, flow)
            return
        me = state.players[self.seat]
        me.chosen = card_number(picks[0])
        if len(ways_of(me, me.chosen)) > 1:  # a single way is taken unasked, and tells the same
            tell_choosing(state, self.seat, flow)
        flow.then(ChooseWay(self.seat))


class ChooseWay(Ask[RaceState], tag=True):
    """A seat chooses in secret how it settles the world that it has chosen."""

    def prompt(self, state: RaceState) -> Prompt:
        """Offer the ways."""
        me = state.players[self.seat]
        assert me.chosen is not None, "settled is what is chosen"
        return way_prompt(self.seat, me.chosen, ways_of(me, me.chosen), asked=QUESTIONS["settle"])

    def take(self, state: RaceState, picks: list[str], flow: Flow[RaceState]) -> None:
        """Ask for the hand cards to pay with."""
        me = state.players[self.seat]
        me.way = picks[0]
        if price_of_chosen(state, self.seat):
            tell_choosing(state, self.seat, flow)
            flow.then(ChoosePayment(self.seat))
        else:
            tell_chosen(state, self.seat, flow)


class RevealWorlds(Act[RaceState], tag=True):
    """All have chosen: everything is revealed, then settled in player order; the bonus cards come at the end."""

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Turn over, settle, lay goods and draw."""
        for seat in reveal_chosen(state, flow):
            me = state.players[seat]
            settle_in(state, seat, chosen_way(me), flow)
            if me.pays:
                pay(state, seat, me.pays, flow)
            AfterWorld(seat).run(state, flow)
        SettleBonus().run(state, flow)


class PlaceWorld(AskAll[RaceState], tag=True):
    """Everybody chooses a world to place, or none."""

    def prompt(self, state: RaceState, seat: int) -> Prompt:
        """Offer every world in hand, with the ways to settle it or what forbids it."""
        me = state.players[seat]
        options = [self._option(state, seat, card) for card in me.hand if CARDS[card].world]
        tells = bool(me.hand) and all(option.refusal is not None for option in options)
        return Prompt(seat, "settle", QUESTIONS["settle"], [*options, PLACE_NOTHING], secret=True, tells=tells)

    def _option(self, state: RaceState, seat: int, number: int) -> Option:
        me = state.players[seat]
        have = len(me.hand) - 1
        ways = ways_to_settle(me, number, have)
        if ways:
            return card_option(number, costs_and_brings(reduce(either, map(way_note, ways)), number))
        return card_option(number, refusal=self._refusal(me, number, have))

    def _refusal(self, me: Player, number: int, have: int) -> Text:
        """Say what is missing to pay for a world or to conquer it."""
        world = CARDS[number]
        prices = [way.cards for way in ways_to_settle(me, number, UNLIMITED)]
        if not world.military:
            return costs_too_much(min(prices), have)
        helpers = sum(power.n for _, power in powers(me, "settle", GiveUpForStrength))
        strength = strength_against(me, world) + helpers
        if prices:
            return TN(
                "Its defence is {defence}, your strength {strength}; its price is {n} card, you can pay {have}.",
                "Its defence is {defence}, your strength {strength}; its price is {n} cards, you can pay {have}.",
                n=min(prices),
                defence=world.number,
                strength=signed(strength),
                have=have,
            )
        if helpers:
            return T(
                "Its defence is {defence}, your strength with all that you can discard {strength}.",
                defence=world.number,
                strength=signed(strength),
            )
        return T(
            "Its defence is {defence}, your strength against it {strength}.",
            defence=world.number,
            strength=signed(strength),
        )

    def take(self, state: RaceState, answers: dict[int, list[str]], flow: Flow[RaceState]) -> None:
        """Reveal all, then let everybody settle; the bonus cards come at the end of the phase.

        In player order where the deck may run out in this phase, and where several seats may give up a card: whether
        they do may decide who ends the game (rulebook: player order).
        """
        placing = reveal(state, answers, flow)
        draws = givers = 0
        for seat in placing:
            me = state.players[seat]
            world = me.tableau[-1]
            draws += CARDS[world].windfall + chose(state, seat, "settle")
            draws += sum(power.n for _, power in powers(me, "settle", DrawAfterPlacing))
            ways = ways_to_settle(me, world, len(me.hand))
            givers += len({way.give_up for way in ways}) > 1
        flow.then(SettleBonus())
        flow.side_by_side(
            {seat: [SettleWorld(seat), AfterWorld(seat)] for seat in placing},
            in_order=draws >= len(state.deck) or givers > 1,
        )


def way_text(way: Way) -> Text:
    """Say how a world is settled."""
    if way.give_up and way.conquer:
        return T("conquer it, discarding {cards}", cards=card_names(way.give_up))
    if way.give_up:
        return T("pay nothing, discarding {cards}", cards=card_names(way.give_up))
    if way.conquer:
        return T("conquer it")
    return pay_cards(way.cards)


def way_note(way: Way) -> Text:
    """Say the same in few words, where several ways stand in one line."""
    if way.give_up and way.conquer:
        return T("conquer (discard {cards})", cards=card_names(way.give_up))
    if way.give_up:
        return T("discard {cards}", cards=card_names(way.give_up))
    if way.conquer:
        return T("conquer")
    return pay_cards(way.cards)


def either(one: Text, other: Text) -> Text:
    """Say two things of which one is chosen."""
    return T("{one} / {other}", one=one, other=other)


def way_prompt(seat: int, world: int, ways: Sequence[Way], *, asked: Text | None = None) -> Prompt:
    """Ask a seat in which way it settles a world; `asked` is the question that all may read while that is secret."""
    options = [Option(way.id, way_text(way), place=way_place(way.id)) for way in ways]
    text = T("How do you settle {world}?", world=card_name(world))
    if asked is None:
        return Prompt(seat, "way", text, options, so_far=[card_place(world)])
    return Prompt(seat, "way", asked, options, secret=True, detail=text, so_far=[card_place(world)])


def settle_in(state: RaceState, seat: int, way: Way, flow: Flow[RaceState]) -> None:
    """Give up what a way gives up, and conquer the world that was placed last if it does."""
    me = state.players[seat]
    world = card_name(me.tableau[-1])
    for card in way.give_up:
        me.tableau.remove(card)
        discard(state, [card])
        flow.tell("give_up", T("{who} discards {card}.", who=player(seat), card=card_name(card)), seat=seat)
    if way.conquer:
        flow.tell("conquer", T("{who} conquers {world}.", who=player(seat), world=world), seat=seat)


class SettleWorld(Ask[RaceState], tag=True):
    """A seat chooses how it settles the world that it has revealed."""

    def _ways(self, state: RaceState) -> list[Way]:
        me = state.players[self.seat]
        return ways_to_settle(me, me.tableau[-1], len(me.hand))

    def prompt(self, state: RaceState) -> Prompt:
        """Offer the ways."""
        return way_prompt(self.seat, state.players[self.seat].tableau[-1], self._ways(state))

    def take(self, state: RaceState, picks: list[str], flow: Flow[RaceState]) -> None:
        """Give up what is given up, and ask for the hand cards to pay with."""
        way = next(way for way in self._ways(state) if way.id == picks[0])
        settle_in(state, self.seat, way, flow)
        if way.cards:
            flow.then(PayCards(self.seat, way.cards))


class AfterWorld(Act[RaceState], tag=True):
    """What follows a world that was paid for or conquered: its windfall good, and draws after placing."""

    seat: int

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Lay the good and draw."""
        me = state.players[self.seat]
        world = me.tableau[-1]
        if CARDS[world].windfall:
            put_good(state, flow, self.seat, world)
        for card, power in powers(me, "settle", DrawAfterPlacing):
            draw(state, flow, self.seat, power.n, why(card))


class SettleBonus(Act[RaceState], tag=True):
    """At the end of the phase: a card for everybody who chose Settle and placed a world."""

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Draw in player order."""
        for seat, one in enumerate(state.players):
            if one.placed is not None and chose(state, seat, "settle"):
                draw(state, flow, seat, 1, "settle_bonus")
