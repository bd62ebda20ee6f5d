"""What a seat, or an onlooker, may know of the table."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.circadians.state import STATES, UNKNOWN, UNSEEN, CircadiansState, Player


def _hidden(cards: Sequence[str]) -> list[str]:
    return [UNKNOWN] * len(cards)


def _player(player: Player, *, own: bool) -> Player:
    if own:
        return player
    return msgspec.structs.replace(
        player,
        hand=_hidden(player.hand),
        dealt=_hidden(player.dealt),
        rolled=[UNSEEN] * (len(player.rolled) + len(player.plan)),
        plan={},
    )


def view(state: CircadiansState, seat: int | None) -> CircadiansState:
    """Copy the state without others' cards, rolled dice and plans, and without what lies face down in the deck."""
    copy = STATES.copy(state)
    copy.players = [_player(one, own=at == seat) for at, one in enumerate(copy.players)]
    copy.deck = _hidden(copy.deck)
    copy.under = _hidden(copy.under)
    return copy
