"""The command tree keeps Discord's limits in every language, and is sent only when it has changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.client import Orrery, command_payload
from bot.commands.slash import leave_to_servers
from bot.commands.translator import CatalogTranslator
from bot.tables.service import Tables
from rendering.pool import Drawer
from rules.registry import GAMES
from storage.store import Store
from tests.bot.world import World, components, open_world, reply, text_of

NAME = re.compile(r"^[-_\w]{1,32}$")
SUBCOMMANDS = (1, 2)


@pytest.fixture
async def payload(store: Store) -> list[dict[str, Any]]:
    client = Orrery(Tables(store), GAMES, Drawer("off", 1), shard_count=1)
    await client.tree.set_translator(CatalogTranslator())
    return await command_payload(client.tree)


def parts(one: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield one
    for option in one.get("options", []):
        yield from parts(option)


def longest(one: dict[str, Any], key: str) -> str:
    """The longest of a text and its translations."""
    said: list[str] = [one[key], *(one.get(f"{key}_localizations") or {}).values()]
    return max(said, key=len)


async def test_every_name_is_short_lower_case_and_unique_in_each_language(payload: list[dict[str, Any]]) -> None:
    for command in payload:
        for one in parts(command):
            for language in (None, "de"):
                said = one["name"] if language is None else (one.get("name_localizations") or {}).get(language)
                if said is not None:
                    assert NAME.match(said), said
                    assert said == said.lower()
                names = [
                    (option.get("name_localizations") or {}).get(language, option["name"])
                    for option in one.get("options", [])
                ]
                assert len(names) == len(set(names))


async def test_every_description_and_choice_fits(payload: list[dict[str, Any]]) -> None:
    for command in payload:
        for one in parts(command):
            assert len(one["description"]) >= 1
            assert len(longest(one, "description")) <= 100
            for choice in one.get("choices", []):
                assert 1 <= len(longest(choice, "name")) <= 100
                assert len(str(choice["value"])) <= 100
            assert len(one.get("choices", [])) <= 25
            assert len(one.get("options", [])) <= 25


async def test_no_command_is_too_long_and_there_are_not_too_many(payload: list[dict[str, Any]]) -> None:
    assert len(payload) <= 100
    for command in payload:
        length = 0
        for one in parts(command):
            length += len(longest(one, "name")) + len(longest(one, "description"))
            length += sum(len(longest(choice, "name")) + len(str(choice["value"])) for choice in one.get("choices", []))
        assert length <= 8000


async def test_required_parameters_come_first(payload: list[dict[str, Any]]) -> None:
    for command in payload:
        for one in parts(command):
            required = [bool(o.get("required")) for o in one.get("options", []) if o["type"] not in SUBCOMMANDS]
            assert required == sorted(required, reverse=True)


async def test_every_command_has_a_german_name_and_description(payload: list[dict[str, Any]]) -> None:
    for command in payload:
        for one in parts(command):
            assert one["description_localizations"]["de"] != one["description"]
            assert one["name_localizations"]["de"]


async def test_table_commands_are_for_servers_and_all_of_them_exist(payload: list[dict[str, Any]]) -> None:
    by_name = {one["name"]: one for one in payload}
    assert set(by_name) == {
        "table", "mine", "play", "board", "tableau", "hand", "score", "log", "undo", "rules", "me",
        "history", "policy", "plan", "learn", "server", "stats", "games", "note",
        "practice",
    }  # fmt: skip
    assert {one["name"] for one in by_name["table"]["options"]} == {
        "new", "join", "leave", "invite", "start", "settings", "status", "list", "replace", "abandon", "export",
        "rewind", "robot", "move", "seek", "every", "follow", "import",
    }  # fmt: skip
    for name in ("table", "server", "note"):
        assert by_name[name]["contexts"] == [0] or by_name[name]["dm_permission"] is False


async def test_each_command_says_where_it_is_and_who_has_it(payload: list[dict[str, Any]]) -> None:
    of_servers, in_messages_too = {"table", "server", "note"}, {"stats", "games"}
    for one in payload:
        name = one["name"]
        servers, people, (in_server, with_bot, elsewhere) = 0, 1, (0, 1, 2)
        if name in of_servers:
            assert (one["integration_types"], one["contexts"]) == ([servers], [in_server]), name
        elif name in in_messages_too:
            assert (one["integration_types"], one["contexts"]) == ([servers], [in_server, with_bot]), name
        else:
            wanted = [servers, people], [in_server, with_bot, elsewhere]
            assert (one["integration_types"], one["contexts"]) == wanted, name
            assert one["dm_permission"] is True


async def test_an_application_that_people_cannot_install_offers_it_to_nobody(store: Store) -> None:
    client = Orrery(Tables(store), GAMES, Drawer("off", 1), shard_count=1)
    leave_to_servers(client.tree)
    for one in await command_payload(client.tree):
        assert one["integration_types"] == [0], one["name"]
        assert set(one["contexts"]) <= {0, 1}, one["name"]
    assert {one["name"] for one in await command_payload(client.tree) if 1 in one["contexts"]} >= {"practice", "mine"}


async def test_what_the_developer_portal_says_is_looked_up_at_each_start(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def installs() -> set[tuple[int, ...]]:
        return {tuple(one["integration_types"]) for one in await command_payload(world.bot.tree)}

    assert await installs() == {(0,)}
    monkeypatch.setattr(discord.AppInfo, "user_integration_config", property(lambda _: object()))
    await world.restart()
    assert await installs() == {(0,), (0, 1)}


async def test_commands_are_given_to_discord_only_when_they_have_changed(world: World) -> None:
    def synced() -> int:
        return sum(one.method == "PUT" and one.path.endswith("/commands") for one in world.env.http_requests)

    bot = world.bot
    before = synced()
    bot.mentions = {}
    await bot.sync_commands()
    assert synced() == before
    assert bot.mentions["table new"].startswith("</table new:")
    bot.tree.remove_command("mine")
    await bot.sync_commands()
    assert synced() == before + 1


async def test_a_command_that_this_version_does_not_know_is_answered_kindly(world: World) -> None:
    world.bot.tree.remove_command("mine")
    world.expected = (app_commands.CommandNotFound,)
    said = text_of(await world.ada.slash(world.channel, "mine"))
    assert "it has just changed" in said


async def test_what_is_asked_completes_a_typed_move(world: World) -> None:
    seats = await world.seated(2)
    offered = await seats[0].autocomplete(world.channel, "play", "move", "bid 3")
    assert [(one["name"], one["value"]) for one in offered] == [("Bid 3", "3")]
    assert len(await seats[0].autocomplete(world.channel, "play", "move", "")) == 6
    assert await world.dora.autocomplete(world.channel, "play", "move", "") == []
    assert await seats[0].autocomplete(world.channel, "play", "move", "x" * 6000) == []
    other = world.guild.create_text_channel("other")
    assert await seats[0].autocomplete(other, "play", "move", "") == []


async def test_settings_complete_their_options_and_values(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    offered = await world.ada.autocomplete(world.channel, "table settings", "option", "")
    assert [one["value"] for one in offered] == [
        "length",
        "language",
        "rewind",
        "remind_hours",
        "reminders",
        "clock",
        "clock_hours",
        "hints",
    ]
    values = await world.ada.autocomplete(world.channel, "table settings", "value", "", option="length")
    assert [one["value"] for one in values] == ["short", "long", "duel"]
    clocks = await world.ada.autocomplete(world.channel, "table settings", "value", "", option="clock")
    assert [one["value"] for one in clocks] == ["none", "soft", "hard"]
    hours = await world.ada.autocomplete(world.channel, "table settings", "value", "", option="remind_hours")
    assert ("24 hours", "24") in [(one["name"], one["value"]) for one in hours]
    assert await world.ada.autocomplete(world.channel, "table settings", "value", "", option="nonsense") == []
    zones = await world.ada.autocomplete(world.channel, "me", "time-zone", "berl")
    assert zones[0]["value"] == "Europe/Berlin"


async def test_rules_are_looked_up_by_topic_and_completed(world: World) -> None:
    offered = await world.ada.autocomplete(world.channel, "rules", "topic", "bid")
    assert [(one["name"], one["value"]) for one in offered] == [("Bidding", "bidding")]
    result = await world.ada.slash(world.channel, "rules", topic="bidding")
    assert "The highest bid wins." in text_of(result)
    result = await world.ada.slash(world.channel, "rules", topic="nonsense")
    assert "The rules have no topic “nonsense”. There is: Help, How to play, Bidding" in text_of(result)


async def test_a_card_is_looked_up_by_its_name_in_the_language_of_the_reader(tmp_path: Path) -> None:
    async with open_world(tmp_path, "race") as world:
        offered = await world.ada.autocomplete(world.channel, "rules", "topic", "contact")
        assert [one["name"] for one in offered] == ["Contact Specialist"]
        shown = text_of(await world.ada.slash(world.channel, "rules", topic=offered[0]["value"]))
        assert "Contact Specialist" in shown
        assert "You may pay for a military world" in shown
        world.locale = "de"
        shown = text_of(await world.ada.slash(world.channel, "rules", topic="Kontaktspezialist"))
        assert "Du darfst eine Militärwelt bezahlen" in shown


async def test_pictures_are_drawn_for_posts_panels_and_looks_each_with_alt_text(tmp_path: Path) -> None:
    async with open_world(tmp_path, "race", pictures="threads") as world:
        seats = await world.seated(2)
        assert [one.filename for one in world.last.attachments] == ["board.webp"]
        panel = reply(await seats[0].slash(world.channel, "play"))
        assert [one.filename for one in panel.attachments] == ["panel.jpg"]
        gallery = next(one for one in components(panel) if one["type"] == 12)
        assert len(gallery["items"][0]["description"]) > 100
        board = reply(await world.dora.slash(world.channel, "board"))
        assert board.attachments
        tableau = reply(await world.dora.slash(world.channel, "tableau", player=seats[1]))
        assert [one.filename for one in tableau.attachments] == ["tableau.jpg"]
        own = reply(await seats[0].click(panel, label="My tableau"))
        assert [one.filename for one in own.attachments] == ["tableau.jpg"]
        assert own.ephemeral
        hand = reply(await seats[1].click(world.last, label="My hand"))
        assert [one.filename for one in hand.attachments] == ["hand.jpg"]
        assert hand.ephemeral


async def test_a_running_game_offers_only_what_can_still_be_set(world: World) -> None:
    await world.seated(2)
    offered = await world.ada.autocomplete(world.channel, "table settings", "option", "")
    assert [one["value"] for one in offered] == [
        "language", "rewind", "remind_hours", "reminders", "clock", "clock_hours", "hints",
    ]  # fmt: skip
    first = reply(await world.dora.slash(world.channel, "table settings"))
    said = text_of(first) + text_of(await world.dora.click(first, label="Next page"))
    assert "`length`" not in said
    assert "**Length**: " in said
    assert "(`language`): **English** · `en`, `de`" in said
    assert "(`rewind`): **24** · `1`, `6`, " in said


async def test_whoever_manages_the_table_chooses_its_settings_in_menus(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    await world.ben.slash(world.channel, "table join")
    assert not any(
        one.get("options") for one in components(reply(await world.ben.slash(world.channel, "table settings")))
    )
    shown = reply(await world.ada.slash(world.channel, "table settings"))
    assert shown.ephemeral
    table_id = (await world.tables.lobby.of_channel(world.channel.id)).id

    def chosen() -> dict[str, str]:
        return {
            one["custom_id"].split(":")[-1]: value["value"]
            for one in components(shown)
            for value in one.get("options", [])
            if value.get("default")
        }

    before = chosen()
    assert before["language"] == "en"
    assert set(before) >= {"length", "language", "rewind", "remind_hours", "reminders", "clock", "clock_hours"}
    for key, value in (("length", "long"), ("clock", "soft"), ("rewind", "6"), ("language", "de"), ("reminders", "0")):
        custom_id = next(one["custom_id"] for one in components(shown) if one.get("custom_id", "").endswith(f":{key}"))
        await world.ada.select(shown, [value], custom_id=custom_id)
        assert chosen()[key] == value
    info = await world.tables.lobby.info(table_id)
    assert (info.options["length"], info.clock, info.rewind_hours, info.reminders) == ("long", "soft", 6, 0)
    await world.ben.slash(world.channel, "table settings", option="clock", value="none")
    await world.ada.slash(world.channel, "table start")
    shown = reply(await world.ada.slash(world.channel, "table settings"))
    assert "length" not in chosen()
    assert chosen()["clock"] == "soft"
    await world.ada.slash(world.channel, "table settings", option="remind_hours", value="30")
    shown = reply(await world.ada.slash(world.channel, "table settings"))
    assert chosen()["remind_hours"] == "30"


async def test_what_is_offered_while_typing_speaks_the_language_that_i_chose(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    await world.ada.slash(world.channel, "me", language="de")
    offered = await world.ada.autocomplete(world.channel, "table settings", "option", "")
    assert "Sprache der Beiträge" in [one["name"] for one in offered]
    assert "Language of the posts" in [
        one["name"] for one in await world.ben.autocomplete(world.channel, "table settings", "option", "")
    ]


async def test_the_values_of_an_option_that_is_none_are_none(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    for wrong in ({"option": "pizza"}, {}):
        assert await world.ada.autocomplete(world.channel, "table settings", "value", "", **wrong) == []


async def test_one_english_name_of_two_things_is_two_in_german(payload: list[dict[str, Any]]) -> None:
    commands = {one["name"]: {part["name"]: part for part in one["options"]} for one in payload if "options" in one}
    german = [commands[command]["move"]["name_localizations"]["de"] for command in ("table", "play")]
    assert german == ["umziehen", "zug"]
