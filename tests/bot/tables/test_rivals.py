"""A table whose only player plays against an opponent whom the rules move: it has a name and points, and no seat."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.tables.core.data import Live
from bot.tables.service import Tables
from bot.views.localizer import Localizer
from bot.views.posts import chart_lines, final_post, lobby_post
from rules.kernel import robots
from rules.kernel.errors import BadSetup
from rules.kernel.rng import Rng
from rules.registry import GAMES
from storage.store import Store
from tests.at_table import ANN, BEN, Clock, answer

SOLO = {"setup": "advanced", "solo": "automalein", "automa": "taklons"}


@pytest.fixture
def tables(store: Store, clock: Clock) -> Tables:
    return Tables(store, {"gaia": GAMES["gaia"]}, clock)


async def begun(tables: Tables, **options: str) -> Live:
    """Open a table of Gaia Project for one, and start it."""
    info = await tables.lobby.create(1, 20, ANN, "gaia", {"setup": "advanced", **options})
    return await tables.lobby.start(info.id, ANN)


async def played(tables: Tables, live: Live) -> Live:
    """Play at random to the end, passing soon."""
    chance = Rng("0a" * 16)
    while not live.over:
        prompt = live.prompts[0]
        legal = [option.id for option in prompt.legal]
        ends = prompt.kind == "turn" and chance.below(3, "pass") == 0
        picks = ["pass"] if ends and "pass" in legal else robots.choose(None, prompt, chance)
        live = await answer(tables, live.info.id, 0, *picks)
    return live


def said(view: discord.ui.LayoutView) -> str:
    return "\n".join(one.content for one in view.walk_children() if isinstance(one, discord.ui.TextDisplay))


def menus(view: discord.ui.LayoutView) -> set[str]:
    """The options that a lobby has menus for."""
    found: list[Any] = [one for one in view.walk_children() if isinstance(one, discord.ui.Select)]
    return {one.custom_id.rpartition(":")[2] for one in found}


async def test_the_automa_has_a_name_and_no_seat(tables: Tables) -> None:
    live = await begun(tables, **SOLO)
    assert len(live.info.players) == 1
    assert Localizer("en", live.info.names).players == ("Ann", "Automa")
    assert Localizer("de", live.info.names).players == ("Ann", "Automa")
    assert live.waiting == (0,)
    assert [one.seat for one in live.standings] == [0, 1]


async def test_a_player_of_the_same_name_is_told_from_it(tables: Tables) -> None:
    info = await tables.lobby.create(1, 21, BEN.__class__(BEN.user_id, "Automa"), "gaia", SOLO)
    live = await tables.lobby.start(info.id, BEN)
    assert Localizer("en", live.info.names).players == ("Automa (A)", "Automa (B)")


async def test_the_automa_moves_at_once_and_what_was_before_is_not_taken_back(tables: Tables) -> None:
    live = await begun(tables, **SOLO)
    for _ in range(60):
        prompt = live.prompts[0]
        if prompt.kind == "turn":
            break
        live = await answer(tables, live.info.id, 0, prompt.legal[0].id)
    before = len(await tables.events(live.info.id, 0))
    live = await answer(tables, live.info.id, 0, "pass")
    live = await answer(tables, live.info.id, 0, live.prompts[0].legal[0].id)
    told = [event for entry in (await tables.events(live.info.id, 0))[before:] for event in entry.events]
    words = Localizer("en", live.info.names).words
    assert any(words.say(event.text).startswith("Automa draws card ") for event in told)
    assert live.game.round(live.view(0)) == 2


async def test_at_the_end_its_points_stand_beside_those_of_the_player(tables: Tables) -> None:
    live = await played(tables, await begun(tables, **SOLO))
    localizer = Localizer("en", live.info.names)
    post = said(final_post(live, localizer, [], None))
    assert ("🏆 Automa has won!" in post) or ("🏆 Ann has won!" in post)
    assert f"Automa: {live.standings[1].total} points" in post
    assert [line.rpartition(" ")[2] for line in chart_lines(live, localizer)[1:]] == ["Ann", "Automa"]


async def test_who_has_played_alone_has_points_and_has_not_won(tables: Tables) -> None:
    live = await played(tables, await begun(tables))
    localizer = Localizer("en", live.info.names)
    post = said(final_post(live, localizer, [], None))
    assert post.startswith(f"## Ann: {live.standings[0].total} points")
    assert "won" not in post
    assert localizer.players == ("Ann",)


async def test_the_lobby_offers_it_as_long_as_there_is_one_player(tables: Tables) -> None:
    game = GAMES["gaia"]
    info = await tables.lobby.create(1, 20, ANN, "gaia")
    assert {"solo", "automa", "setup"} <= menus(lobby_post(info, game, Localizer("en", info.names)))
    joined = await tables.lobby.join(info.id, BEN)
    shown = menus(lobby_post(joined, game, Localizer("en", joined.names)))
    assert "setup" in shown
    assert not {"solo", "automa"} & shown
    chosen = await tables.lobby.configure(info.id, ANN, "solo", "ultoma")
    assert "solo" in menus(lobby_post(chosen, game, Localizer("en", chosen.names)))  # to be changed again
    with pytest.raises(BadSetup):
        await tables.lobby.start(info.id, ANN)
