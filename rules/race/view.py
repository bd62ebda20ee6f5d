"""What a seat, or an onlooker, may know of the table."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.race.state import UNKNOWN, Player, RaceState


def _hidden(cards: Sequence[int]) -> list[int]:
    return [UNKNOWN] * len(cards)


def _player(player: Player, *, own: bool) -> Player:
    return msgspec.structs.replace(
        player,
        hand=list(player.hand) if own else _hidden(player.hand),
        drawn=list(player.drawn) if own else _hidden(player.drawn),
        tableau=list(player.tableau),
        goods=dict.fromkeys(player.goods, UNKNOWN),
        actions=list(player.actions),
        produced=list(player.produced),
        used=list(player.used),
    )


def view(state: RaceState, seat: int | None) -> RaceState:
    """Copy the state without others' hands, and without what lies face down: deck, discards and goods."""
    return msgspec.structs.replace(
        state,
        players=[_player(one, own=at == seat) for at, one in enumerate(state.players)],
        deck=_hidden(state.deck),
        discards=_hidden(state.discards),
        phases=list(state.phases),
        scores=[list(row) for row in state.scores],
    )
