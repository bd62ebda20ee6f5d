"""Phase III, Settle: everybody may place a world, and pays for it or conquers it (rulebook: III Settle)."""

from __future__ import annotations

from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, AskAll, Flow
from rules.kernel.text import TN, T, Text, player, signed
from rules.race.components import CARDS, DrawAfterPlacing, GiveUpForStrength
from rules.race.payment import UNLIMITED, Way, strength_against, ways_to_settle
from rules.race.piles import discard, draw, put_good
from rules.race.places import card_place, way_place
from rules.race.powers import chose, powers, why
from rules.race.state import Player, RaceState
from rules.race.steps.placing import PLACE_NOTHING, PayCards, reveal
from rules.race.texts import brings, card_name, card_names, card_option, costs_too_much


class Settle(Act[RaceState], tag=True):
    """The question to all."""

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Ask everybody."""
        flow.then(PlaceWorld(list(range(len(state.players)))))


class PlaceWorld(AskAll[RaceState], tag=True):
    """Everybody chooses a world to place, or none."""

    def prompt(self, state: RaceState, seat: int) -> Prompt:
        """Offer every world in hand, with the ways to settle it or what forbids it."""
        me = state.players[seat]
        options = [self._option(state, seat, card) for card in me.hand if CARDS[card].world]
        tells = bool(me.hand) and all(option.refusal is not None for option in options)
        text = T("Settle: which world do you place?")
        return Prompt(seat, "settle", text, [*options, PLACE_NOTHING], secret=True, tells=tells)

    def _option(self, state: RaceState, seat: int, number: int) -> Option:
        me = state.players[seat]
        have = len(me.hand) - 1
        ways = ways_to_settle(me, number, have)
        if ways:
            return card_option(number, T("{facts}", facts=[*map(way_text, ways), *brings(number)]))
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
                "Its defence is {defence}, your strength with all that you can give up {strength}.",
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
        return T("conquer it, giving up {cards}", cards=card_names(way.give_up))
    if way.give_up:
        return T("pay nothing, giving up {cards}", cards=card_names(way.give_up))
    if way.conquer:
        return T("conquer it")
    return TN("pay {n} card", "pay {n} cards", n=way.cards)


class SettleWorld(Ask[RaceState], tag=True):
    """A seat chooses how it settles the world that it has revealed."""

    def _ways(self, state: RaceState) -> list[Way]:
        me = state.players[self.seat]
        return ways_to_settle(me, me.tableau[-1], len(me.hand))

    def prompt(self, state: RaceState) -> Prompt:
        """Offer the ways."""
        options = [Option(way.id, way_text(way), place=way_place(way.id)) for way in self._ways(state)]
        world = state.players[self.seat].tableau[-1]
        text = T("How do you settle {world}?", world=card_name(world))
        return Prompt(self.seat, "way", text, options, so_far=[card_place(world)])

    def take(self, state: RaceState, picks: list[str], flow: Flow[RaceState]) -> None:
        """Give up what is given up, and ask for the hand cards to pay with."""
        way = next(way for way in self._ways(state) if way.id == picks[0])
        me = state.players[self.seat]
        world = card_name(me.tableau[-1])
        for card in way.give_up:
            me.tableau.remove(card)
            discard(state, [card])
            flow.tell(
                "give_up", T("{who} gives up {card}.", who=player(self.seat), card=card_name(card)), seat=self.seat
            )
        if way.conquer:
            flow.tell("conquer", T("{who} conquers {world}.", who=player(self.seat), world=world), seat=self.seat)
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
