"""What nobody may overlook is asked of those games alone that have something to say."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.core.data import Live
from bot.views.localizer import Localizer
from bot.views.panel import alert_lines
from rules.kernel.text import T
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


def test_a_long_line_is_cut_and_not_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    battles = [T("Battle in 101: a fleet against the defence"), T("Battles: {all}", all="102 and 103, " * 40)]
    monkeypatch.setattr(Live, "alerts", lambda *_: battles)
    first, second = alert_lines(live_of("eclipse"), None, Localizer("en"))[0].splitlines()
    assert first == "❗ **Battle in 101: a fleet against the defence**"
    assert second.startswith("❗ **Battles: 102 and 103, 102")
    assert second.endswith("…**")
