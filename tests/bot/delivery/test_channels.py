"""Tables that lose their channel, play on without one, and get another: as their people see it."""

from __future__ import annotations

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.backend.models.channel import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType

from bot.tables.core.data import Person, TableInfo
from bot.tables.core.errors import NoSuchTable
from rules.kernel.record import Answerer
from tests.bot.delivery.test_notifier import close_dms, tried
from tests.bot.world import World, components, labels, reply, text_of


async def info_of(world: World) -> TableInfo:
    (info,) = await world.tables.lobby.of_guild(world.guild.id)
    return info


async def delete(world: World, channel: ChannelHandle) -> None:
    """Delete a channel, as somebody who may does."""
    found = world.bot.get_channel(channel.id)
    assert isinstance(found, (discord.TextChannel, discord.Thread))
    await found.delete()
    await world.env.settle()


async def allow(world: World, channel: ChannelHandle, *, on: bool) -> None:
    """Give or take the bot's right to write in a channel."""
    right = discord.Permissions(send_messages=True).value
    assert world.bot.user is not None
    world.env.backend.set_overwrite(
        channel.id, Overwrite(world.bot.user.id, OverwriteType.MEMBER, right if on else 0, 0 if on else right)
    )
    await world.env.settle()


def last_dm(world: World, person: MemberActor) -> discord.Message:
    return world.dms(person)[-1]


def homeless(world: World, person: MemberActor) -> list[discord.Message]:
    """Every message that told a person that their table has lost its channel."""
    return [one for one in world.dms(person) if "has lost its channel" in text_of(one)]


async def test_a_table_whose_channel_was_deleted_is_played_on_in_direct_messages_and_gets_a_new_home(
    world: World,
) -> None:
    seats = await world.seated(2)
    table = await info_of(world)
    await delete(world, world.channel)
    (told,) = homeless(world, world.ada)
    said = text_of(told)
    assert "**Auction** on Observatory, without a channel" in said
    assert "Its channel was deleted." in said
    assert "/table move" in said or "</table move:" in said
    assert not homeless(world, world.ben)

    panel = reply(await seats[0].user.click(world.dms(seats[0])[0], label="Play"))
    await seats[0].user.select(panel, ["3"])
    assert "You chose: Bid 3" in text_of(panel)
    panel = reply(await seats[1].user.click(world.dms(seats[1])[0], label="Play"))
    await seats[1].user.select(panel, ["0"])
    notice = text_of(last_dm(world, seats[0]))
    assert "What do you do with the lot?" in notice
    assert "without a channel for now" in notice
    assert (await info_of(world)).phase == "running"
    assert await world.tables.outbox.next_due() is None  # nobody tries for ever

    elsewhere = world.guild.create_text_channel("elsewhere")
    said = text_of(reply(await world.ben.slash(elsewhere, "board")))
    assert "Yours has lost its own" in said
    assert "There is no such table of yours" in text_of(reply(await world.ben.slash(elsewhere, "table move")))
    assert "The table is in this channel now." in text_of(reply(await world.ada.slash(elsewhere, "table move")))
    (post,) = [one for one in elsewhere.history() if not one.flags.ephemeral]
    said = text_of(post)
    assert "The table has moved to this channel." in said
    assert "What do you do with the lot?" in said
    assert "takes the lot for 3" in said  # what happened meanwhile
    assert "Play" in labels(post)
    info = await world.tables.lobby.of_channel(elsewhere.id)
    assert (info.id, info.lost) == (table.id, "")
    await seats[0].slash(elsewhere, "play", move="keep")
    assert len(homeless(world, world.ada)) == 1


async def test_who_wants_to_be_told_in_the_channel_is_written_to_while_there_is_none(world: World) -> None:
    for person in world.people:
        await world.tables.prefer(person.id, notices="channel")
    seats = await world.seated(2)
    await delete(world, world.channel)
    await world.tables.answer((await info_of(world)).id, seats[0].id, [["3"]])
    await world.tables.answer((await info_of(world)).id, seats[1].id, [["0"]])
    world.tables.wakeup.set()
    await world.env.settle()
    assert "What do you do with the lot?" in text_of(last_dm(world, seats[0]))
    before = tried(world, seats[0])
    await world.later(hours=25)
    assert "This table still waits for you" in text_of(last_dm(world, seats[0]))
    assert tried(world, seats[0]) == before + 1


async def test_who_would_have_been_mentioned_by_the_post_that_fails_is_written_to(world: World) -> None:
    for person in world.people:
        await world.tables.prefer(person.id, notices="channel")
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    path = f"/channels/{world.channel.id}/messages*"
    world.env.inject_error("*", path, status=404, code=10003, times=None)
    await seats[1].slash(world.channel, "play", move="0")
    assert "What do you do with the lot?" in text_of(last_dm(world, seats[0]))
    assert "has lost its channel" in "".join(text_of(one) for one in world.dms(world.ada))
    assert (await info_of(world)).lost == "gone"


async def test_an_end_that_finds_no_channel_is_told_in_person_to_who_wants_the_channel_too(world: World) -> None:
    await world.tables.prefer(world.ben.id, notices="channel")
    await world.seated(2)
    table = await info_of(world)
    path = f"/channels/{world.channel.id}/messages*"
    world.env.inject_error("*", path, status=404, code=10003, times=None)
    await world.tables.lobby.abandon(table.id, Person(world.ada.id, "Ada"))
    world.tables.wakeup.set()
    await world.env.settle()
    for person in (world.ada, world.ben):
        assert "was ended before its game was over" in text_of(last_dm(world, person))
    assert homeless(world, world.ada) == []  # it needs none any more


async def test_the_end_of_a_game_without_a_channel_is_told_to_everybody_in_person(world: World) -> None:
    await world.seated(2)
    table = await info_of(world)
    await delete(world, world.channel)
    while not (live := await world.tables.game(table.id)).over:
        seat = live.waiting[0]
        prompt = live.prompt_of(seat)
        assert prompt is not None
        await world.tables.answering.answer_seat(
            table.id, seat, [[one.id for one in prompt.legal[: prompt.at_least]]], Answerer.PLAYER
        )
    world.tables.wakeup.set()
    await world.env.settle()
    for person in (world.ada, world.ben):
        said = text_of(last_dm(world, person))
        assert "🏆" in said
        assert "Record" in labels(last_dm(world, person))
    record = reply(await world.ben.user.click(last_dm(world, world.ben), label="Record"))
    assert "as a file" in text_of(record)


async def test_a_channel_in_which_i_may_not_write_any_more_is_told_once_and_used_again_when_i_may(
    world: World,
) -> None:
    seats = await world.seated(2)
    await allow(world, world.channel, on=False)
    await seats[0].slash(world.channel, "play", move="3")
    await world.later(hours=2)
    await seats[0].slash(world.channel, "play", move="2")
    await world.later(hours=2)
    (told,) = homeless(world, world.ada)
    assert "I may no longer write in its channel." in text_of(told)
    assert (await info_of(world)).lost == "shut"
    assert await world.tables.outbox.next_due() is None
    await allow(world, world.channel, on=True)
    await seats[1].slash(world.channel, "play", move="0")
    assert "What do you do with the lot?" in text_of(world.last)
    assert (await info_of(world)).lost == ""
    assert len(homeless(world, world.ada)) == 1


async def test_a_shut_channel_that_is_deleted_is_told_once_all_the_same(world: World) -> None:
    seats = await world.seated(2)
    await allow(world, world.channel, on=False)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="0")
    assert (await info_of(world)).lost == "shut"
    await delete(world, world.channel)
    assert (await info_of(world)).lost == "gone"
    assert len(homeless(world, world.ada)) == 1


async def test_a_table_in_a_shut_channel_can_move_back_in_by_the_command(world: World) -> None:
    seats = await world.seated(2)
    await allow(world, world.channel, on=False)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="0")
    assert (await info_of(world)).lost == "shut"
    assert "I cannot host a table here" in text_of(reply(await world.ada.slash(world.channel, "table move")))
    await allow(world, world.channel, on=True)
    await world.ada.slash(world.channel, "table move")
    assert "The table goes on in this channel." in text_of(world.last)
    assert (await info_of(world)).lost == ""
    assert "in this channel already" in text_of(
        await world.ada.slash(world.channel, "table move", table=str((await info_of(world)).id))
    )


async def test_a_locked_thread_is_a_lost_channel_and_an_open_one_is_written_in(world: World) -> None:
    parent = world.bot.get_channel(world.channel.id)
    assert isinstance(parent, discord.TextChannel)
    await parent.create_thread(name="a table", type=discord.ChannelType.public_thread)
    (thread,) = world.channel.threads
    await world.ada.slash(thread, "table new", game="toy")
    await world.ben.slash(thread, "table join")
    await world.ada.slash(thread, "table start")
    path = f"/channels/{thread.id}/messages*"
    for method in ("PATCH", "POST"):  # it is archived; no message opens it again, for it is locked
        world.env.inject_error(method, path, status=400, code=50083, times=None)
    table = await info_of(world)
    await world.tables.answer(table.id, world.ben.id, [["3"]])
    world.tables.wakeup.set()
    await world.env.settle()
    assert (await info_of(world)).lost == "shut"
    assert len(homeless(world, world.ada)) == 1
    assert await world.tables.outbox.next_due() is None
    world.env.backend.faults.clear()
    await world.tables.answer(table.id, world.ada.id, [["2"]])
    world.tables.wakeup.set()
    await world.env.settle()
    newest = [one for one in thread.history() if not one.flags.ephemeral][-1]
    assert "What do you do with the lot?" in text_of(newest)
    assert (await info_of(world)).lost == ""


async def test_a_deleted_thread_is_a_lost_channel_and_so_are_the_threads_of_a_deleted_channel(world: World) -> None:
    parent = world.guild.create_text_channel("parent")
    await world.env.settle()
    found = world.bot.get_channel(parent.id)
    assert isinstance(found, discord.TextChannel)
    await found.create_thread(name="a table", type=discord.ChannelType.public_thread)
    (thread,) = parent.threads
    await world.ada.slash(thread, "table new", game="toy")
    await delete(world, thread)
    assert (await info_of(world)).lost == "gone"
    (told,) = homeless(world, world.ada)
    assert "The game goes on" not in text_of(told)  # it has not begun
    await world.ada.slash(world.channel, "table move")
    assert "1 of 4 seats is taken." in text_of(world.last)
    await world.ben.click(world.last, label="Join")
    assert "2 of 4 seats are taken." in text_of(world.last)


async def test_a_server_that_removes_me_and_invites_me_again_finds_its_tables(world: World) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    path = f"/channels/{world.channel.id}/messages*"
    world.env.inject_error("*", path, status=403, code=50001, times=None)
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id)})
    await world.env.settle()
    (told,) = homeless(world, world.ada)
    assert "I am no longer on that server." in text_of(told)
    mine = reply(await seats[1].user.slash("mine"))
    assert "(without a channel)" in text_of(mine)
    panel = reply(await seats[1].user.click(mine, label="Play 1: Auction"))
    await seats[1].user.select(panel, ["0"])
    assert "What do you do with the lot?" in text_of(last_dm(world, seats[0]))

    world.env.backend.faults.clear()
    guild = world.env.backend.get_guild(world.guild.id)
    joined = dict(serializers.guild_create_payload(world.env.backend, guild))
    joined.pop("unavailable", None)  # that would be a server which was there all along
    world.env.backend.emit("GUILD_CREATE", joined)
    await world.env.settle()
    assert "The table goes on in this channel." in text_of(world.last)
    assert "What do you do with the lot?" in text_of(world.last)
    assert len(homeless(world, world.ada)) == 1


async def test_the_owner_who_cannot_be_written_to_costs_the_others_nothing(world: World) -> None:
    close_dms(world, world.ada)
    await delete(world, world.channel)
    assert await world.tables.outbox.next_due() is None
    other = world.guild.create_text_channel("other")
    await world.cleo.slash(other, "table new", game="toy")
    assert any("seats" in text_of(one) for one in other.history())


async def test_several_homeless_tables_are_told_apart(world: World) -> None:
    for name in ("one", "two"):
        channel = world.guild.create_text_channel(name)
        await world.env.settle()
        await world.ada.slash(channel, "table new", game="toy")
        await delete(world, channel)
    ids = [info.id for info in await world.tables.lobby.of_guild(world.guild.id)]
    shown = reply(await world.ada.slash(world.channel, "table move"))
    assert "Which table should come to this channel?" in text_of(shown)
    values = [option["value"] for one in components(shown) for option in one.get("options", [])]
    assert values == [str(one) for one in ids]
    offered = await world.ada.autocomplete(world.channel, "table move", "table", "without")
    assert [one["value"] for one in offered] == values
    assert offered[0]["name"] == "Auction (Ada), without a channel"
    await world.ada.select(shown, [values[1]])
    assert (await world.tables.lobby.of_channel(world.channel.id)).id == ids[1]
    said = text_of(reply(await world.ada.slash(world.channel, "table move", table=values[0])))
    assert "This channel has a table already." in said
    listed = text_of(reply(await world.ada.slash(world.channel, "table list")))
    assert "Without a channel" in listed


async def test_the_owner_ends_a_table_without_a_channel_from_the_message(world: World) -> None:
    await world.seated(2)
    await delete(world, world.channel)
    (told,) = homeless(world, world.ada)
    ask = reply(await world.ada.user.click(told, label="End the table"))
    assert "End this table for good?" in text_of(ask)
    await world.ada.user.click(ask, label="End it")
    assert await world.tables.lobby.of_guild(world.guild.id) == []
    assert "was ended before its game was over" in text_of(last_dm(world, world.ben))


async def test_a_table_moves_from_a_channel_that_exists_and_leaves_word_there(world: World) -> None:
    seats = await world.seated(3)
    await world.ada.slash(world.channel, "table settings", option="language", value="de")
    await seats[0].slash(world.channel, "play", move="3")
    old = world.last
    target = world.guild.create_text_channel("target")
    assert "no such table of yours" in text_of(reply(await world.ben.slash(target, "table move", table="1")))
    shown = reply(await world.ada.slash(target, "table move"))
    value = [option["value"] for one in components(shown) for option in one.get("options", [])]
    await world.ada.select(shown, value)
    (post,) = [one for one in target.history() if not one.flags.ephemeral]
    assert "Der Tisch ist in diesen Kanal umgezogen." in text_of(post)
    assert f"<#{target.id}>" in text_of(next(one for one in world.posts() if one.id == old.id))
    said = text_of(reply(await world.ben.slash(world.channel, "play")))
    assert f"<#{target.id}>" in said
    await world.cleo.slash(target, "play", move="1")
    assert len([one for one in target.history() if not one.flags.ephemeral]) == 1  # edited in place
    await world.dora.slash(world.channel, "table new", game="toy")  # the channel is free for another
    assert "1 von 4" in text_of(world.last)


async def test_a_table_is_not_moved_to_another_servers_channel(world: World) -> None:
    await world.seated(2)
    before = await info_of(world)
    other = world.env.create_guild("Elsewhere")
    channel = other.create_text_channel("orrery")
    ada = other.add_member(world.ada.user)
    keeper = Person(ada.id, "Ada", manages=True)
    for lost in ("", "shut", "gone"):
        if lost:
            await world.tables.channels.lose(before.id, lost)
        with pytest.raises(NoSuchTable):
            await world.tables.channels.move(before.id, keeper, other.id, channel.id)
        assert "no such table of yours" in text_of(reply(await ada.slash(channel, "table move")))
        assert "no such table of yours" in text_of(reply(await ada.slash(channel, "table move", table=str(before.id))))
        assert await ada.autocomplete(channel, "table move", "table", "") == []
        info = await info_of(world)
        assert (info.guild_id, info.channel_id, info.lost) == (world.guild.id, world.channel.id, lost)
        assert info.revision == before.revision
    assert [one for one in channel.history() if not one.flags.ephemeral] == []


async def test_an_open_vote_moves_along(world: World) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="0")
    await seats[0].slash(world.channel, "table rewind", turn="1")
    target = world.guild.create_text_channel("target")
    await world.ada.slash(target, "table move", table=str((await info_of(world)).id))
    posts = [one for one in target.history() if not one.flags.ephemeral]
    vote = next(one for one in posts if "Go back" in labels(one))
    assert not any("Go back" in labels(one) for one in world.posts())
    assert "Everybody agrees" in text_of(await seats[1].click(vote, label="Go back"))


async def test_a_member_who_manages_the_server_may_move_it(world: World) -> None:
    role = world.guild.create_role("keeper", permissions=discord.Permissions(manage_guild=True))
    keeper = world.guild.add_member(world.env.create_user("eve", global_name="Eve"), roles=[role])
    await world.seated(2)
    await delete(world, world.channel)
    target = world.guild.create_text_channel("target")
    await keeper.slash(target, "table move")
    assert (await world.tables.lobby.of_channel(target.id)).lost == ""


@pytest.mark.parametrize("kind", ["deleted", "shut"])
async def test_the_owner_is_told_though_they_want_no_notices(world: World, kind: str) -> None:
    await world.tables.prefer(world.ada.id, notices="none")
    seats = await world.seated(2)
    if kind == "deleted":
        await delete(world, world.channel)
    else:
        await allow(world, world.channel, on=False)
        await seats[0].slash(world.channel, "play", move="3")
        await seats[1].slash(world.channel, "play", move="0")
    assert len(homeless(world, world.ada)) == 1


async def test_who_has_no_other_table_than_the_one_here_is_told_that_it_is_here(world: World) -> None:
    await world.seated(2)
    assert "in this channel already" in text_of(reply(await world.ada.slash(world.channel, "table move")))
