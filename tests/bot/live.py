"""A table of any game as it begins, without a store."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.tables.core.data import Live, Player, TableInfo
from rules.kernel.rng import Rng
from rules.registry import GAMES

NOW = datetime(2030, 3, 1, 12, tzinfo=UTC)


def live_of(key: str, *, over: bool = False) -> Live:
    """A game that has just begun; with `over`, as if it had ended there."""
    game, seats = GAMES[key], max(2, GAMES[key].info.fewest)
    position, _ = game.setup(game.check_setup({}, seats), seats, Rng("00" * 16))
    players = tuple(Player(seat, seat + 1, "ABCDEF"[seat]) for seat in range(seats))
    info = TableInfo(1, 1, 2, key, {}, "finished" if over else "running", 1, 1, players, (), NOW, NOW)
    prompts = () if over else tuple(game.prompts(position))
    return Live(info, game, prompts, tuple(one.seat for one in prompts), over=over, _position=position)
