"""What a seat, or an onlooker, may know of the table."""

from __future__ import annotations

from collections.abc import Sequence

from rules.race.state import UNKNOWN, RaceState


def hide(view: RaceState, seat: int | None) -> None:
    """Take out of a copy of the state others' hands, and what lies face down: deck, discards and goods."""
    view.deck = _hidden(view.deck)
    view.discards = _hidden(view.discards)
    for at, one in enumerate(view.players):
        one.goods = dict.fromkeys(one.goods, UNKNOWN)
        if at != seat:
            one.hand = _hidden(one.hand)
            one.drawn = _hidden(one.drawn)
            one.chosen, one.way, one.pays = None, "", []


def _hidden(cards: Sequence[int]) -> list[int]:
    return [UNKNOWN] * len(cards)
