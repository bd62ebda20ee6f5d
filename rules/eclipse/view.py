"""What a seat, or an onlooker, may know of the table."""

from __future__ import annotations

from rules.eclipse.components import REPUTATION
from rules.eclipse.state import EclipseState, Player


def hide(view: EclipseState, seat: int | None) -> None:
    """Take the reputation tiles of others out of a copy of the state; at the end nothing is hidden."""
    if view.phase == "over":
        return
    for other, player in enumerate(view.players):
        if other != seat:
            _hide_tiles(player)
    own = () if seat is None else in_hand(view.players[seat])
    view.reputation = {value: count - own.count(value) for value, count in REPUTATION.items()}


def _hide_tiles(player: Player) -> None:
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
