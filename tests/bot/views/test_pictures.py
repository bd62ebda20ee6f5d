"""What is drawn of a table, of every game with pictures."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.tables.core.data import Live, Player, TableInfo
from bot.views.pictures import panel_job
from rendering.registry import PICTURES
from rules.kernel.rng import Rng
from rules.registry import GAMES

NOW = datetime(2030, 3, 1, 12, tzinfo=UTC)


def live_of(key: str, *, over: bool = False) -> Live:
    game, seats = GAMES[key], max(2, GAMES[key].info.fewest)
    position, _ = game.setup(game.check_setup({}, seats), seats, Rng("00" * 16))
    players = tuple(Player(seat, seat + 1, "ABCDEF"[seat]) for seat in range(seats))
    info = TableInfo(1, 1, 2, key, {}, "finished" if over else "running", 1, 1, players, (), NOW, NOW)
    prompts = () if over else tuple(game.prompts(position))
    return Live(info, game, prompts, tuple(one.seat for one in prompts), over=over, _position=position)


@pytest.mark.parametrize("key", sorted(PICTURES))
def test_a_panel_shows_the_table_when_the_game_is_over(key: str) -> None:
    running, over = (panel_job(live_of(key, over=over), 0, "en", "normal") for over in (False, True))
    assert (running.kind, over.kind) == ("panel", "board")
