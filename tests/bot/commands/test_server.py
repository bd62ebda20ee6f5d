"""/server: what whoever manages a server sets for it, and what becomes of it at its tables."""

from __future__ import annotations

import dataclasses

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.errors import SetupError

from bot.commands.rooms import told_where
from bot.commands.server import SETTINGS, offered_values, read_value
from bot.tables.core.data import Person
from bot.tables.core.errors import MayNotOpen, NoSuchSetting, NotManager, NotOnThisServer
from bot.tables.guilds import ServerSettings
from bot.views.localizer import Localizer
from tests.bot.live import live_of
from tests.bot.world import Queries, World, components, reply, text_of


@pytest.fixture
def keeper(world: World) -> MemberActor:
    role = world.guild.create_role("keeper", permissions=discord.Permissions(manage_guild=True))
    return world.guild.add_member(world.env.create_user("eve", global_name="Eve"), roles=[role])


async def settings(world: World) -> ServerSettings:
    return await world.tables.guilds.settings(world.guild.id)


async def lobby_of(world: World) -> int:
    return (await world.tables.lobby.of_channel(world.channel.id)).id


def menu_of(shown: Queries, key: str, kind: int = 3) -> str:
    """The custom_id of the menu of a setting: of strings (3), or of channels (8)."""
    found = [
        one["custom_id"]
        for one in components(shown)
        if one["type"] == kind and str(one["custom_id"]).endswith(f":{key}")
    ]
    assert len(found) == 1, key
    return str(found[0])


async def test_every_setting_is_shown_chosen_in_a_menu_and_typed(world: World, keeper: MemberActor) -> None:
    shown = reply(await keeper.slash(world.channel, "server"))
    assert "Settings of this server" in text_of(shown)
    assert len(components(shown)) <= 40
    assert {one.key for one in SETTINGS} == set(ServerSettings.__struct_fields__)
    chosen = {
        "language": "de",
        "opens": "managers",
        "where": "thread",
        "remind_hours": "48",
        "reminders": "2",
        "clock": "soft",
        "clock_hours": "96",
        "robots": "off",
        "hints": "off",
        "pictures": "off",
    }
    for key, value in chosen.items():
        await keeper.select(shown, [value], custom_id=menu_of(shown, key))
        assert str(getattr(await settings(world), key)) == value
    assert "Discord" in text_of(shown)
    await keeper.select(shown, [world.channel], custom_id=menu_of(shown, "home", 8))
    assert (await settings(world)).home == world.channel.id
    assert f"<#{world.channel.id}>" in text_of(shown)
    said = text_of(reply(await keeper.slash(world.channel, "server", setting="remind_hours", value="7")))
    assert "7 hours" in said
    assert (await settings(world)).remind_hours == 7
    await keeper.slash(world.channel, "server", setting="home", value="0")
    assert (await settings(world)).home == 0
    assert (await settings(world)).clock == "soft"  # what is not named stays


async def test_only_who_manages_the_server_sees_and_changes_it(world: World, keeper: MemberActor) -> None:
    command = next(one for one in world.bot.tree.get_commands() if one.name == "server")
    assert command.default_permissions == discord.Permissions(manage_guild=True)
    shown = reply(await keeper.slash(world.channel, "server"))
    before = await settings(world)
    with pytest.raises(NotManager):
        await world.tables.guilds.change(world.guild.id, Person(world.ada.id, "Ada"), clock="hard")
    role = world.guild.roles["keeper"]
    world.env.backend.remove_member_role(world.guild.id, keeper.id, role.id)
    refused = await keeper.select(shown, ["hard"], custom_id=menu_of(shown, "clock"))
    assert "Only members who may manage this server" in text_of(reply(refused))
    with pytest.raises(SetupError):  # Discord does not offer them the command
        await keeper.slash(world.channel, "server", setting="clock", value="hard")
    assert await settings(world) == before


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("colour", "red"),
        ("clock", "fast"),
        ("clock_hours", "0"),
        ("clock_hours", "337"),
        ("remind_hours", "²"),
        ("reminders", "11"),
        ("opens", "12345"),
        ("home", "12345"),
        ("home", "everybody"),
        ("pictures", ""),
        ("hints", "auto"),
    ],
)
async def test_what_is_none_of_the_values_is_refused_in_words(
    world: World, keeper: MemberActor, setting: str, value: str
) -> None:
    before = await settings(world)
    said = text_of(reply(await keeper.slash(world.channel, "server", setting=setting, value=value or "–")))
    assert "is not a setting of a server" in said
    assert await settings(world) == before


def test_each_offered_value_can_be_read() -> None:
    for setting in SETTINGS:
        for _, value in offered_values(setting.key, None, Localizer("en")):
            if setting.of != "channel":
                assert str(read_value(setting, value, None)) == value
    assert offered_values("colour", None, Localizer("en")) == []
    with pytest.raises(NoSuchSetting):
        read_value(SETTINGS[0], "klingon", None)


async def test_roles_and_channels_are_offered_and_read_as_mentions(world: World, keeper: MemberActor) -> None:
    role = world.guild.create_role("players")
    forum = world.guild.create_forum_channel("games")
    await world.env.settle()
    offered = await keeper.autocomplete(world.channel, "server", "value", "play", setting="opens")
    assert {"name": "@players", "value": str(role.id)} in [
        {"name": one["name"], "value": one["value"]} for one in offered
    ]
    said = text_of(reply(await keeper.slash(world.channel, "server", setting="opens", value=f"<@&{role.id}>")))
    assert "Whoever has the role players" in said
    await keeper.slash(world.channel, "server", setting="home", value=f"<#{forum.id}>")
    assert (await settings(world)).home == forum.id


async def test_new_tables_begin_with_what_is_set_and_say_what_comes_from_there(world: World) -> None:
    await world.set_server(remind_hours=48, reminders=2, clock="soft", clock_hours=96, hints="off", pictures="off")
    await world.set_server(language="de", robots="off")
    await world.ada.slash(world.channel, "table new", game="toy")
    assert "1 von 4" in text_of(world.last)  # German
    info = await world.tables.lobby.info(await lobby_of(world))
    assert (info.remind_hours, info.reminders, info.clock, info.clock_hours) == (48, 2, "soft", 96)
    assert (info.hints, info.pictures) == ("off", "off")
    said = text_of(reply(await world.ada.slash(world.channel, "table settings")))
    line = next(one for one in said.splitlines() if "As /server has it" in one or "As </server" in one)
    assert "First reminder after, Number of reminders, Clock, Time on the clock, Hints" in line
    assert "No pictures in the posts" in line
    await world.ada.slash(world.channel, "table settings", option="clock", value="none")
    said = text_of(reply(await world.ada.slash(world.channel, "table settings")))
    line = next(one for one in said.splitlines() if "As /server has it" in one or "As </server" in one)
    assert "Number of reminders, Time on the clock" in line  # the clock is this table's own now
    await world.set_server(remind_hours=24)
    assert (await world.tables.lobby.info(info.id)).remind_hours == 48  # a table keeps what it began with


async def test_a_channel_keeps_the_language_that_it_has(world: World) -> None:
    await world.tables.prefer(world.channel.id, language="en")
    await world.set_server(language="de")
    await world.ada.slash(world.channel, "table new", game="toy")
    assert "1 of 4" in text_of(world.last)


async def test_without_other_settings_nothing_is_said_of_them(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    assert "As /server" not in text_of(reply(await world.ada.slash(world.channel, "table settings")))


async def test_robots_and_hints_that_are_off_cannot_be_had_at_a_table(world: World) -> None:
    await world.set_server(robots="off", hints="off")
    await world.ada.slash(world.channel, "table new", game="toy")
    said = text_of(reply(await world.ada.slash(world.channel, "table robot")))
    assert "On this server that is turned off." in said
    said = text_of(reply(await world.ada.slash(world.channel, "table settings", option="hints", value="on")))
    assert "On this server that is turned off." in said
    ada, table = Person(world.ada.id, "Ada", manages=True), await lobby_of(world)
    for change in (world.tables.robots.add(table, ada), world.tables.clocks.configure(table, ada, "hints", "auto")):
        with pytest.raises(NotOnThisServer):
            await change
    await world.ben.slash(world.channel, "table join")
    await world.ada.slash(world.channel, "table start")
    await world.ben.slash(world.channel, "table robot")  # but for somebody who is away
    info = await world.tables.lobby.info(table)
    assert [one.robot for one in info.players if one.user_id == world.ben.id] == [True]


async def test_who_may_open_tables(world: World, keeper: MemberActor) -> None:
    role = world.guild.create_role("players")
    frank = world.guild.add_member(world.env.create_user("frank", global_name="Frank"), roles=[role])
    await world.set_server(opens="managers")
    for person in (world.ada, frank):
        said = text_of(reply(await person.slash(world.channel, "table new", game="toy")))
        assert "On this server not everybody opens tables." in said
    assert await world.tables.lobby.of_guild(world.guild.id) == []
    await world.set_server(opens=str(role.id))
    said = text_of(reply(await world.ada.slash(world.channel, "table new", game="toy")))
    assert "On this server not everybody opens tables." in said
    assert "The table is open." in text_of(reply(await frank.slash(world.channel, "table new", game="toy")))
    other = world.guild.create_text_channel("other")
    assert "The table is open." in text_of(reply(await keeper.slash(other, "table new", game="toy")))
    with pytest.raises(MayNotOpen):
        await world.tables.lobby.create(world.guild.id, 4711, Person(1, "Nobody"), "toy")


def test_whoever_opens_a_table_is_told_where_it_will_be_while_its_thread_is_being_made() -> None:
    info = dataclasses.replace(live_of("race").info, phase="lobby", lost="unmade", channel_id=-5)
    assert "in a moment" in Localizer("en").post(told_where(info))
