"""What is drawn of a table, of every game with pictures."""

from __future__ import annotations

import pytest

from bot.views.pictures import panel_job
from rendering.registry import PICTURES
from tests.bot.live import live_of


@pytest.mark.parametrize("key", sorted(PICTURES))
def test_a_panel_shows_the_table_when_the_game_is_over(key: str) -> None:
    running, over = (panel_job(live_of(key, over=over), 0, "en", "normal") for over in (False, True))
    assert (running.kind, over.kind) == ("panel", "board")
