"""Tables that the tests of the rules lay, as the bot has them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Protocol

from bot.tables.core.data import Live, Player, TableInfo
from rules.kernel.game import Game, Position


class Laid(Protocol):
    """A table of some game."""

    @property
    def game(self) -> Game[Any, Any]: ...

    @property
    def position(self) -> Position[Any, Any]: ...


def live(laid: Laid) -> Live:
    """Show a table of two as the bot has it."""
    game, position = laid.game, laid.position
    players, begun = (Player(0, 1, "Ada"), Player(1, 2, "Ben")), datetime(2026, 1, 1, tzinfo=UTC)
    info = TableInfo(1, 1, 1, game.info.key, {}, "running", 1, 1, players, (), begun)
    return Live(
        info, game, tuple(game.prompts(position)), tuple(game.waiting(position)), over=False, _position=position
    )
