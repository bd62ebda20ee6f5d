"""What nobody may overlook is asked of those games alone that have something to say."""

from __future__ import annotations

from typing import Any

import pytest

from rules.registry import GAMES
from tests.bot.live import live_of


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_game_without_alerts_makes_no_view_for_them(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    live, made = live_of(key), []
    view = type(live.game).view

    def counted(game: Any, position: Any, seat: int | None) -> Any:
        made.append(seat)
        return view(game, position, seat)

    monkeypatch.setattr(type(live.game), "view", counted)
    assert list(live.alerts(None)) == []
    assert bool(made) == (key == "eclipse")
