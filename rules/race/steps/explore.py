"""Phase I, Explore: everybody draws, then everybody keeps some (rulebook: I Explore)."""

from __future__ import annotations

from bisect import insort

from rules.kernel.prompt import Prompt
from rules.kernel.steps import Act, AskAll, Flow
from rules.kernel.text import TN, T, player
from rules.race.components import ACTIONS, DrawMore, KeepMore, card_number
from rules.race.piles import discard, take_several
from rules.race.powers import powers
from rules.race.state import RaceState
from rules.race.texts import card_names, held_option


def drawn_and_kept(state: RaceState, seat: int) -> tuple[int, int]:
    """Count the cards that a seat draws and keeps; with both Explore cards both bonuses count together."""
    me = state.players[seat]
    bonuses = [ACTIONS[action].bonus for action in me.actions]
    drawn = 2 + sum(bonus.draw_more for bonus in bonuses) + sum(p.n for _, p in powers(me, "explore", DrawMore))
    kept = 1 + sum(bonus.keep_more for bonus in bonuses) + sum(p.n for _, p in powers(me, "explore", KeepMore))
    return drawn, min(drawn, kept)


class Explore(Act[RaceState], tag=True):
    """All cards are drawn before anybody discards."""

    def run(self, state: RaceState, flow: Flow[RaceState]) -> None:
        """Draw for every seat in turn, then ask all at once."""
        for seat, one in enumerate(state.players):
            n, _ = drawn_and_kept(state, seat)
            cards = take_several(state, flow, n, f"race.draw:{seat}:explore")
            one.drawn = sorted(cards)
            if cards:
                flow.tell("drawn", T("You draw {cards}.", cards=card_names(one.drawn)), seat=seat, to=[seat])
            else:
                flow.tell("explore", T("{who} draws nothing: there are no cards left.", who=player(seat)), seat=seat)
        seats = [seat for seat, one in enumerate(state.players) if one.drawn]
        if seats:
            flow.then(Keep(seats))


class Keep(AskAll[RaceState], tag=True):
    """Everybody chooses which of the drawn cards go to the hand."""

    def prompt(self, state: RaceState, seat: int) -> Prompt:
        """Ask for the cards to keep."""
        drawn = state.players[seat].drawn
        n = min(drawn_and_kept(state, seat)[1], len(drawn))
        text = TN(
            "Explore: keep {n} of the {drawn} cards drawn.",
            "Explore: keep {n} of the {drawn} cards drawn.",
            n=n,
            drawn=len(drawn),
        )
        return Prompt(seat, "explore", text, [held_option(state, seat, card) for card in drawn], n, n, secret=True)

    def take(self, state: RaceState, answers: dict[int, list[str]], flow: Flow[RaceState]) -> None:
        """Take the kept cards to hand and discard the others face down."""
        for seat in sorted(answers):
            me = state.players[seat]
            kept = sorted(card_number(pick) for pick in answers[seat])
            flow.tell(
                "explore",
                T("{who} draws {drawn} and keeps {kept}.", who=player(seat), drawn=len(me.drawn), kept=len(kept)),
                seat=seat,
            )
            flow.tell("kept", T("You keep {cards}.", cards=card_names(kept)), seat=seat, to=[seat])
            discard(state, [card for card in me.drawn if card not in kept])
            me.drawn = []
            for card in kept:
                insort(me.hand, card)
