"""What an answer in Gaia Project loses: goods and power beyond the limits."""

from __future__ import annotations

from collections.abc import Sequence
from unittest.mock import patch

from rules.gaia import goods
from rules.gaia.components import Goods
from rules.gaia.state import Player
from rules.kernel.game import Outcome
from tests.fuzz.play import AnyGame, AnyPosition


def losses(game: AnyGame, position: AnyPosition, seat: int, picks: Sequence[str]) -> tuple[Outcome, list[str]]:
    """Answer; what is received before the next phase counts (`tests.fuzz.waste`)."""
    found: list[str] = []
    me, receive, phase = position.state.players[seat], goods.receive, position.state.phase

    def received(player: Player, gained: Goods, source: str) -> None:
        if player is me and position.state.phase == phase and goods.wasted(player, gained) != Goods():
            found.append("lost beyond")
        receive(player, gained, source)

    with patch.object(goods, "receive", received):
        return game.answer(position, seat, picks), found
