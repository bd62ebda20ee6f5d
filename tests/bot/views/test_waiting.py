"""What a panel says to whoever is asked nothing: whom the table waits for, who is away, and what is over."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from discord import ui
from msgspec import structs

from bot.tables.core.data import Live, Player, TableInfo
from bot.views.localizer import Localizer
from bot.views.panel import panel_layout
from rendering.words import Words
from rules.circadians.steps.trading import STORED_TEXTS
from rules.kernel.rng import Rng
from rules.kernel.text import T, player
from rules.registry import GAMES
from tests.fuzz.play import key_of, setups

NOW = datetime(2030, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def live() -> Live:
    """A game of Gaia Project for two in which seat 0 or 1 is asked alone."""
    game = GAMES["gaia"]
    config, seats = next((config, seats) for config, seats in setups(game) if seats == 2)
    position, _ = game.setup(config, seats, Rng(key_of("waiting", "gaia", 0)))
    players = (Player(0, 1, "Ann"), Player(1, 2, "Ben"))
    info = TableInfo(1, 1, 1, "gaia", {}, "running", 1, 1, players, (), NOW, NOW)
    waiting = tuple(game.waiting(position))
    return Live(info, game, tuple(game.prompts(position)), waiting, over=False, _position=position, _public=position)


def said(live: Live, seat: int) -> str:
    view = panel_layout(live, seat, Localizer("en", live.info.names), None)
    return "\n".join(one.content for one in view.walk_children() if isinstance(one, ui.TextDisplay))


def test_who_is_waited_for_and_away_without_a_robot_is_said_to_be_away(live: Live) -> None:
    (asked,) = live.waiting
    other = 1 - asked
    assert "The table waits for: " in said(live, other)
    assert "is away" not in said(live, other)
    for away in (asked, other):
        players = tuple(replace(one, away=date(2030, 3, 9) if one.seat == away else None) for one in live.info.players)
        told = said(replace(live, info=replace(live.info, players=players)), other)
        assert ("🌴" in told) == (away == asked)
    assert f"{live.info.players[asked].name} is away until" in said(
        replace(live, info=replace(live.info, players=tuple(replace(one, away=date(2030, 3, 9)) for one in players))),
        other,
    )


def test_a_table_that_waits_for_nobody_is_not_said_to_wait(live: Live) -> None:
    other = 1 - live.waiting[0]
    ended = replace(live, info=replace(live.info, phase="abandoned"), prompts=(), waiting=())
    assert "The table was ended before its game was over." in said(ended, other)
    assert "waits for" not in said(ended, other)
    idle = replace(live, prompts=(), waiting=())
    assert "Nothing is asked of you now." in said(idle, other)
    assert "waits for" not in said(idle, other)


def test_a_trade_as_older_games_have_told_it_keeps_its_german() -> None:
    goods, who = T("3 water for 2 algae"), player(0)
    told = [
        Words("de", ["Ann"]).say(structs.replace(one, args={**one.args, "who": who, "trade": goods}))
        for one in STORED_TEXTS
    ]
    assert told[0].startswith("Ann tauscht 1-mal: ")
    assert told[1].startswith("1-mal: ")
