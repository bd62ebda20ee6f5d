"""Setting the table up: start worlds, hands, deck and pool (rulebook: preparation, first game)."""

from __future__ import annotations

from rules.kernel.prompt import Prompt
from rules.kernel.steps import AskAll, Flow
from rules.kernel.text import TN, T, player
from rules.race.components import BY_KEY, CARDS, DATA, START_WORLDS, card_number
from rules.race.piles import discard, put_good, take_several
from rules.race.state import Player, RaceState
from rules.race.texts import card_name, card_names, held_option

FIRST, EXPERIENCED = "first", "experienced"


def preset_hand(number: int) -> list[int]:
    """Give the first game's hand that belongs to a start number."""
    return sorted(card.ids[0] for card in BY_KEY.values() if card.preset_hand == number)


def _start_worlds(setup: str, seats: int, flow: Flow[RaceState]) -> list[int]:
    """Deal the start worlds, in seat order: seat 0 owns the lowest number, the others follow clockwise."""
    left = list(START_WORLDS)
    if setup == FIRST:
        left = [START_WORLDS[number] for number in DATA.first_game.start_worlds[str(seats)]]
    dealt: list[int] = []
    for seat in range(seats):
        world = flow.rng.pick(left, f"race.start:{seat}")
        left.remove(world)
        dealt.append(world)
    lowest = min(range(seats), key=lambda seat: CARDS[dealt[seat]].start or 0)
    return dealt[lowest:] + dealt[:lowest]


def deal(setup: str, seats: int, flow: Flow[RaceState]) -> RaceState:
    """Lay out the start worlds and deal; unused start worlds are in the deck like any card."""
    starts = _start_worlds(setup, seats, flow)
    state = RaceState(
        players=[Player(start=world, tableau=[world]) for world in starts],
        experienced=setup == EXPERIENCED,
        pool=DATA.chips.pool_per_player * seats,
        deck=[number for number in range(len(CARDS)) if number not in starts],
    )
    for seat, world in enumerate(starts):
        flow.tell("start", T("{who} starts with {world}.", who=player(seat), world=card_name(world)), seat=seat)
    if setup == FIRST:
        for seat, world in enumerate(starts):
            state.players[seat].hand = preset_hand(CARDS[world].start or 0)
            state.deck = [card for card in state.deck if card not in state.players[seat].hand]
            _tell_hand(seat, state.players[seat].hand, flow)
    for seat, world in enumerate(starts):
        if CARDS[world].windfall:
            put_good(state, flow, seat, world)
    if setup != FIRST:
        for seat, one in enumerate(state.players):
            one.drawn = sorted(take_several(state, flow, DATA.limits.deal, f"race.draw:{seat}:deal"))
            _tell_hand(seat, one.drawn, flow)
        flow.then(KeepFour(list(range(seats))))
    return state


def _tell_hand(seat: int, cards: list[int], flow: Flow[RaceState]) -> None:
    flow.tell("deal", T("You are dealt {cards}.", cards=card_names(cards)), seat=seat, to=[seat])


class KeepFour(AskAll[RaceState], tag=True):
    """Everybody discards two of the six cards dealt."""

    def prompt(self, state: RaceState, seat: int) -> Prompt:
        """Ask for the cards to discard: they are fewer than those to keep."""
        drawn = state.players[seat].drawn
        n = len(drawn) - DATA.limits.keep
        text = TN(
            "Your first hand: choose {n} card to discard; you keep the others.",
            "Your first hand: choose {n} cards to discard; you keep the others.",
            n=n,
        )
        return Prompt(seat, "start", text, [held_option(state, seat, card) for card in drawn], n, n, secret=True)

    def take(self, state: RaceState, answers: dict[int, list[str]], flow: Flow[RaceState]) -> None:
        """Discard them face down."""
        for seat in sorted(answers):
            me = state.players[seat]
            gone = [card_number(pick) for pick in answers[seat]]
            me.hand, me.drawn = [card for card in me.drawn if card not in gone], []
            discard(state, gone)
            flow.tell("kept", T("You keep {cards}.", cards=card_names(me.hand)), seat=seat, to=[seat])
