"""What a seat, or an onlooker, may know of the table."""

from __future__ import annotations

from collections.abc import Sequence

from rules.circadians.state import UNKNOWN, UNSEEN, CircadiansState, Player


class CircadiansView(CircadiansState):
    """The table as a seat may know it; `sent` is told from the steps that are pending."""

    sent: bool = False


def hide(view: CircadiansState, seat: int | None) -> None:
    """Take out of a copy of the state others' cards, rolled dice and plans, and what lies face down in the deck."""
    for other, player in enumerate(view.players):
        if other != seat:
            _hide_cards_and_dice(player)
    view.deck = _hidden(view.deck)
    view.under = _hidden(view.under)


def _hide_cards_and_dice(player: Player) -> None:
    """Leave of a player's secrets how many there are."""
    player.hand = _hidden(player.hand)
    player.dealt = _hidden(player.dealt)
    player.rolled = [UNSEEN] * (len(player.rolled) + len(player.plan))
    player.plan = {}


def _hidden(cards: Sequence[str]) -> list[str]:
    return [UNKNOWN] * len(cards)
