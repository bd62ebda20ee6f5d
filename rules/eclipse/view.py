"""What a seat, or an onlooker, may know of the table."""

from __future__ import annotations

from rules.eclipse.components import REPUTATION
from rules.eclipse.state import STATES, EclipseState, Player


def view(state: EclipseState, seat: int | None) -> EclipseState:
    """Copy the state without the reputation tiles of others; at the end nothing is hidden."""
    copy = STATES.copy(state)
    if copy.phase == "over":
        return copy
    for other, player in enumerate(copy.players):
        if other != seat:
            _hide(player)
    own = () if seat is None else in_hand(copy.players[seat])
    copy.reputation = {value: count - own.count(value) for value, count in REPUTATION.items()}
    return copy


def _hide(player: Player) -> None:
    """Leave of a player's reputation tiles how many there are."""
    player.reputation = [0] * len(player.reputation)
    player.drawn = [0] * len(player.drawn)
    player.pledged = [0] * len(player.pledged)
    if player.frozen:
        hidden = player.frozen["reputation"]
        player.frozen = {**player.frozen, "reputation": 0, "total": player.frozen["total"] - hidden}


def in_hand(player: Player) -> tuple[int, ...]:
    """All reputation tiles that a player has in hand or on the board."""
    return (*player.reputation, *player.drawn, *player.pledged)
