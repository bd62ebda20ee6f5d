"""The options of a table: what closed menus show of them on a phone, and what is told of them once the game runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest

from rules.registry import GAMES
from tests.bot.world import World, components, labels, open_world, reply, text_of

SEEN = 24
"""Signs of a closed menu that can be seen where a page is 390 pixels wide."""


def menus_of(message: Any) -> list[dict[str, Any]]:
    return [one for one in components(message) if one["type"] == 3]


def told_apart(message: Any) -> int:
    """See that closed menus are told apart on a phone, and so is what is set in each; gives their number."""
    menus = menus_of(message)
    titles = [one["placeholder"][:SEEN] for one in menus]
    assert len(set(titles)) == len(titles), titles
    for menu in menus:
        seen = [option["label"][:SEEN] for option in menu["options"]]
        assert len(set(seen)) == len(seen), seen
    return len(menus)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("key", sorted(GAMES))
async def test_a_closed_menu_tells_on_a_phone_which_choice_it_is(tmp_path: Path, key: str, language: str) -> None:
    async with open_world(tmp_path, key) as world:
        await world.tables.prefer(world.ada.id, language=language)
        await world.ada.slash(world.channel, "table new", game=key)
        await world.ada.slash(world.channel, "table settings", option="language", value=language)
        await world.later(minutes=1)
        table = world.last
        assert told_apart(table) == len(GAMES[key].info.options)
        await world.ada.click(table, label="Roboter dazusetzen" if language == "de" else "Add a robot")
        await world.later(minutes=1)
        assert "Roboter spielen" in str(menus_of(world.last)) or "robots play" in str(menus_of(world.last))
        assert told_apart(world.last) > 1
        settings = await world.ada.slash(world.channel, "table settings")
        assert told_apart(reply(settings)) > len(GAMES[key].info.options) + 5
        shown = reply(await world.ada.slash(world.channel, "policy"))
        here = "Nur für diesen Tisch" if language == "de" else "For this table only"
        told = told_apart(shown)
        while "Seite weiter" in labels(shown) or "Next page" in labels(shown):
            await world.ada.click(shown, label="Seite weiter" if language == "de" else "Next page")
            told += told_apart(shown)
        assert told >= len(GAMES[key].policies)
        await world.ada.click(shown, label=here)
        told_apart(shown)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_closed_menus_of_what_is_set_for_oneself_and_a_server_are_told_apart(world: World, language: str) -> None:
    await world.seated(2)
    await world.tables.prefer(world.ada.id, language=language)
    me = reply(await world.ada.slash(world.channel, "me"))
    assert told_apart(me) > 2
    told_apart(reply(await world.ada.slash(world.channel, "play")))
    for command in ("stats", "games", "board", "plan"):
        told_apart(reply(await world.ada.slash(world.channel, command)))
    role = world.guild.create_role("keeper", permissions=discord.Permissions(manage_guild=True))
    keeper = world.guild.add_member(world.env.create_user("eve", global_name="Eve"), roles=[role])
    await world.tables.prefer(keeper.id, language=language)
    assert told_apart(reply(await keeper.slash(world.channel, "server"))) > 5


async def test_a_running_game_does_not_tell_what_it_has_no_use_for(tmp_path: Path) -> None:
    async with open_world(tmp_path, "gaia") as world:
        await world.seated(2)
        shown = reply(await world.ben.slash(world.channel, "table settings"))
        said = text_of(shown)
        while "Next page" in labels(shown):
            await world.ben.click(shown, label="Next page")
            said += text_of(shown)
        assert "Turn order" in said
        assert "Automa’s faction" not in said
        assert "Alone" not in said
