"""Tables with a thread or a forum post of their own: as their people see it, and when Discord is difficult."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models.channel import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType

from bot.delivery.rooms import BETWEEN_NAMES, Rooms
from bot.tables.channels import Channels
from bot.tables.core.data import Person, TableInfo
from bot.tables.core.errors import DatabaseAway
from bot.tables.rooms import Rooms as StoredRooms
from bot.tables.rooms import RoomWanted
from bot.views.localizer import Localizer
from bot.views.rooms import entrance
from storage.outbox import Message
from tests.bot.commands.test_again import played
from tests.bot.delivery.test_channels import delete
from tests.bot.world import World, components, labels, reply, text_of


async def open_table(world: World, person: MemberActor | None = None, **options: str) -> tuple[TableInfo, str]:
    """Open a table; gives it, and what its person was told."""
    result = await (person or world.ada).slash(world.channel, "table new", game="toy", **options)
    infos = await world.tables.lobby.of_guild(world.guild.id)
    return infos[-1], text_of(reply(result))


def public(channel: ChannelHandle) -> list[discord.Message]:
    """What a channel shows to everybody, without what Discord itself says there."""
    return [one for one in channel.history() if not one.flags.ephemeral and one.components]


def handle(world: World, channel_id: int) -> ChannelHandle:
    return ChannelHandle(world.env, world.guild, world.env.backend.channels[channel_id])


async def forbid(world: World, channel: ChannelHandle, right: discord.Permissions) -> None:
    assert world.bot.user is not None
    world.env.backend.set_overwrite(channel.id, Overwrite(world.bot.user.id, OverwriteType.MEMBER, 0, right.value))
    await world.env.settle()


@pytest.fixture(autouse=True)
async def threads(world: World) -> None:
    await world.set_server(where="thread")


async def test_a_table_has_a_thread_whose_name_follows_it_and_the_channel_keeps_one_short_post(world: World) -> None:
    info, told = await open_table(world)
    (thread,) = world.channel.threads
    assert (info.channel_id, info.parent_id, info.room, info.lost) == (thread.id, world.channel.id, "thread", "")
    assert told == f"The table is open: <#{thread.id}>"
    assert thread.name == "Auction (Ada)"
    (lobby,) = public(thread)
    assert "1 of 4 seats is taken." in text_of(lobby)
    (entrance,) = public(world.channel)
    assert "Ada has opened a table." in text_of(entrance)
    assert f"<#{thread.id}>" in text_of(entrance)
    assert entrance.id == thread.id  # Discord makes one thread of a message at most

    joined = await world.ben.click(entrance, label="Join")
    assert f"You sit at the table now: <#{thread.id}>" in text_of(reply(joined))
    assert "2 of 4 seats are taken." in text_of(public(thread)[-1])
    await world.cleo.slash(thread, "table join")
    assert world.threads.renamed == []  # late, and once for both
    await world.later(seconds=61)
    assert world.threads.renamed == [(thread.id, "Auction (Ada, Ben, Cleo)")]
    await world.ada.slash(thread, "table start")
    assert "Play" in labels(public(thread)[-1])
    await world.later(seconds=61)
    (entrance,) = public(world.channel)
    assert "the game is running" in text_of(entrance)
    assert labels(entrance) == ["Go there"]
    assert len(world.threads.renamed) == 1  # the seats have another order, which is no news
    await world.later(minutes=6)
    ask = reply(await world.ada.slash(thread, "table abandon"))
    await world.ada.click(ask, label="End it")
    await world.later(seconds=61)
    assert world.threads.renamed[1:] == [(thread.id, "Auction (Ada, Ben, Cleo), over")]
    assert "this table is over" in text_of(public(world.channel)[0])
    assert world.threads.too_often == []
    assert await world.tables.outbox.next_due() is None


async def test_a_second_table_of_a_channel_is_another_thread_and_both_are_played(world: World) -> None:
    first, _ = await open_table(world)
    second, _ = await open_table(world, world.ben)
    assert {first.channel_id, second.channel_id} == {one.id for one in world.channel.threads}
    beside = await world.cleo.slash(handle(world, first.channel_id), "table new", game="toy")
    third = (await world.tables.lobby.of_guild(world.guild.id))[-1]
    assert f"<#{third.channel_id}>" in text_of(reply(beside))
    assert third.parent_id == world.channel.id  # a thread has no threads
    for info in (first, second):
        await world.dora.slash(handle(world, info.channel_id), "table join")
        assert (await world.tables.lobby.info(info.id)).seat_of(world.dora.id) is not None


async def test_who_asks_in_the_channel_is_sent_to_its_threads(world: World) -> None:
    info, _ = await open_table(world)
    said = text_of(reply(await world.ben.slash(world.channel, "table join")))
    assert f"in threads of their own: <#{info.channel_id}>" in said
    said = text_of(reply(await world.ada.slash(world.channel, "play")))
    assert f"Yours is here: <#{info.channel_id}>" in said
    elsewhere = world.guild.create_text_channel("elsewhere")
    assert "There is no table here." in text_of(reply(await world.ben.slash(elsewhere, "table join")))


async def test_nobody_enters_a_table_of_another_server(world: World) -> None:
    info, _ = await open_table(world)
    other = world.env.create_guild("Elsewhere")
    channel = other.create_text_channel("orrery")
    stranger = other.add_member(world.ben.user)
    view = entrance(info, world.bot.games, Localizer("en", info.names))
    found = world.bot.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel)
    message = await found.send(view=view)
    await world.env.settle()
    assert "There is no table here." in text_of(reply(await stranger.click(message, label="Join")))
    assert (await world.tables.lobby.info(info.id)).seat_of(world.ben.id) is None


async def test_whoever_wants_it_opens_a_table_right_here_whatever_the_server_says(world: World) -> None:
    info, told = await open_table(world, where="here")
    assert (info.channel_id, info.room) == (world.channel.id, "")
    assert "The table is open." in told
    await world.set_server(where="here")
    other, _ = await open_table(world, world.ben, where="thread")
    assert other.parent_id == world.channel.id
    said = text_of(reply(await world.cleo.slash(world.channel, "table new", game="toy")))
    assert "This channel has a table already." in said


async def test_without_the_rights_it_opens_in_the_channel_and_tells_why(world: World) -> None:
    await forbid(world, world.channel, discord.Permissions(create_public_threads=True))
    info, told = await open_table(world)
    assert (info.channel_id, info.room, info.why_here) == (world.channel.id, "", "rights")
    assert "Create Public Threads" in told
    assert "So the table is open in this channel." in told
    assert "Create Public Threads" in text_of(public(world.channel)[-1])  # until somebody gives me the right
    said = text_of(reply(await world.ben.slash(world.channel, "table new", game="toy")))
    assert "This channel has a table already." in said
    assert "Create Public Threads" in said


async def test_where_discord_refuses_a_thread_the_table_opens_in_the_channel(world: World) -> None:
    world.threads.most = 0
    info, told = await open_table(world)
    assert (info.channel_id, info.why_here) == (world.channel.id, "limit")
    assert "as many active threads as Discord allows" in told
    (lobby,) = public(world.channel)  # the entrance is gone
    assert "1 of 4 seats is taken." in text_of(lobby)
    await world.ben.click(lobby, label="Join")
    await world.ada.slash(world.channel, "table start")
    assert "as many active threads" not in text_of(world.last)

    other, told = await open_table(world, world.cleo)
    assert other.lost == "unmade"
    assert "/table move" in told or "</table move:" in told
    letter = text_of(world.dms(world.cleo)[-1])
    assert "Your table has no channel" in letter
    assert "as many active threads as Discord allows" in letter
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.cleo.slash(elsewhere, "table move")
    assert "1 of 4 seats is taken." in text_of(public(elsewhere)[-1])


async def begin_and_end(
    world: World, monkeypatch: pytest.MonkeyPatch, parent: ChannelHandle, what: object, name: str
) -> TableInfo:
    """Open a table in a process that ends while it does this; another one goes on three minutes later."""

    async def end(*_: object, **__: object) -> bool:
        raise DatabaseAway  # so nothing that comes after it is done or noted

    forum = parent.id != world.channel.id
    with monkeypatch.context() as patched:
        patched.setattr(what, name, end)
        room = RoomWanted(parent.id, forum)
        ada = Person(world.ada.id, "Ada")
        info = await world.tables.lobby.create(world.guild.id, world.channel.id, ada, "toy", None, room)
        await world.env.settle()
        assert (await world.tables.lobby.info(info.id)).lost == "unmade"
    await world.restart()
    await world.later(minutes=3)
    return await world.tables.lobby.info(info.id)


async def test_a_process_that_ends_while_it_makes_a_thread_leaves_one_thread_with_its_table(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = (("remember_post", "tables"), ("start_thread_with_message", "http"), ("made", "rooms"))
    for at, (name, part) in enumerate(steps, start=1):
        what = {"tables": world.tables, "http": world.bot.http, "rooms": StoredRooms}[part]
        info = await begin_and_end(world, monkeypatch, world.channel, what, name)
        assert info.parent_id == world.channel.id, name
        assert "1 of 4 seats is taken." in text_of(public(handle(world, info.channel_id))[-1])
        assert len(world.channel.threads) == len(public(world.channel)) == at, name


async def test_a_name_waits_until_discord_allows_another(world: World) -> None:
    info, _ = await open_table(world)
    for person in (world.ben, world.cleo, world.dora):
        await person.slash(handle(world, info.channel_id), "table join")
        await world.later(seconds=90)
    assert [name for _, name in world.threads.renamed] == ["Auction (Ada, Ben)"]
    await world.later(seconds=BETWEEN_NAMES.total_seconds())
    assert [name for _, name in world.threads.renamed] == ["Auction (Ada, Ben)", "Auction (Ada, Ben, Cleo, Dora)"]
    assert world.threads.too_often == []


async def test_an_archived_thread_is_woken_by_a_post_and_a_locked_one_is_a_lost_channel(world: World) -> None:
    info, _ = await open_table(world)
    thread = handle(world, info.channel_id)
    await world.ben.slash(thread, "table join")
    await world.ada.slash(thread, "table start")
    await world.later(minutes=10)
    world.threads.archive(thread.id)
    await world.tables.answer(info.id, world.ben.id, [["3"]])
    world.tables.wakeup.set()
    await world.env.settle()
    assert not world.threads.archived(thread.id)
    assert "Answered already, still secret: Ben" in text_of(public(thread)[-1])
    assert (await world.tables.lobby.info(info.id)).lost == ""
    world.threads.archive(thread.id, locked=True)
    await world.tables.answer(info.id, world.ada.id, [["2"]])
    world.tables.wakeup.set()
    await world.env.settle()
    assert (await world.tables.lobby.info(info.id)).lost == "shut"
    assert any("has lost its channel" in text_of(one) for one in world.dms(world.ada))


async def test_a_thread_that_keeps_its_name_holds_nothing_up(world: World) -> None:
    info, _ = await open_table(world)
    thread = handle(world, info.channel_id)
    await world.ben.slash(thread, "table join")
    world.env.inject_error("PATCH", f"/channels/{thread.id}", status=403, code=50013, times=None)
    await world.later(seconds=61)
    await world.ada.slash(thread, "table start")
    assert "Play" in labels(public(thread)[-1])
    await world.later(seconds=61)
    assert thread.name == "Auction (Ada)"
    assert await world.tables.outbox.next_due() is None or (await world.tables.lobby.info(info.id)).phase == "running"


async def test_a_table_moves_out_of_its_thread_which_says_so(world: World) -> None:
    info, _ = await open_table(world)
    target = world.guild.create_text_channel("target")
    await world.ada.slash(target, "table move", table=str(info.id))
    moved = await world.tables.lobby.info(info.id)
    assert (moved.channel_id, moved.room, moved.parent_id) == (target.id, "", None)
    await world.later(seconds=61)
    assert handle(world, info.channel_id).name == "Auction (Ada), moved"
    assert f"<#{target.id}>" in text_of(public(world.channel)[0])
    other, _ = await open_table(world, world.ben)
    await world.ada.slash(handle(world, other.channel_id), "table leave")
    free = handle(world, info.channel_id)
    await world.ada.slash(free, "table move", table=str(info.id))  # and back
    assert (await world.tables.lobby.info(info.id)).channel_id == free.id


async def test_the_threads_of_a_deleted_channel_are_lost_at_once(world: World) -> None:
    info, _ = await open_table(world)
    found = world.bot.get_channel(world.channel.id)
    assert isinstance(found, discord.TextChannel)
    await found.delete()
    await world.env.settle()
    assert (await world.tables.lobby.info(info.id)).lost == "gone"
    assert any("has lost its channel" in text_of(one) for one in world.dms(world.ada))


async def test_a_forum_gets_a_post_with_tags_that_stay_true(world: World) -> None:
    forum = world.guild.create_forum_channel("games")
    await world.env.settle()
    await world.set_server(where="thread", home=forum.id, language="de")
    info, told = await open_table(world)
    (post,) = forum.threads
    assert (info.channel_id, info.parent_id, info.room) == (post.id, forum.id, "post")
    assert f"<#{post.id}>" in told
    names = {int(tag["id"]): tag["name"] for tag in world.env.backend.channels[forum.id].available_tags}
    assert sorted(names.values()) == ["läuft", "offen", "vorbei"]
    assert [names[tag] for tag in world.threads.thread(post.id).applied_tags] == ["offen"]
    (lobby,) = public(post)
    assert "1 von 4" in text_of(lobby)
    assert public(world.channel) == []
    await world.ben.click(lobby, label="Beitreten")
    assert "2 von 4" in text_of(public(post)[0])  # the first message of the post is the lobby
    await world.ada.slash(post, "table start")
    await world.later(seconds=61)
    assert [names[tag] for tag in world.threads.thread(post.id).applied_tags] == ["läuft"]
    assert components(public(post)[-1])


async def test_a_process_that_ends_after_it_has_made_a_forum_post_finds_it_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    forum = world.guild.create_forum_channel("games")
    await world.env.settle()
    await world.set_server(where="thread", home=forum.id)
    other, _ = await open_table(world)
    info = await begin_and_end(world, monkeypatch, forum, StoredRooms, "made")
    assert info.room == "post"
    assert {one.id for one in forum.threads} == {info.channel_id, other.channel_id}
    assert len(public(handle(world, info.channel_id))) == 1


async def test_a_home_that_is_gone_is_told(world: World) -> None:
    await world.set_server(where="thread", home=4711)
    info, told = await open_table(world)
    assert (info.channel_id, info.why_here) == (world.channel.id, "gone")
    assert "the channel that /server" in told or "the channel that </server" in told


async def test_guests_of_a_table_without_any_room_are_told_once_it_is_moved_to_one(world: World) -> None:
    await world.set_server(where="here")
    seats = await played(world)
    last = world.last
    await world.cleo.slash(world.channel, "table new", game="toy", where="here")
    world.threads.most = 0
    told = text_of(reply(await seats[0].click(last, label="Again")))
    assert "/table move" in told or "</table move" in told
    assert "told" not in told
    assert not [one for one in world.dms(seats[1]) if "A seat for you" in text_of(one)]
    other = world.guild.create_text_channel("other")
    await seats[0].slash(other, "table move")
    (letter,) = [one for one in world.dms(seats[1]) if "A seat for you" in text_of(one)]
    assert str(other.id) in text_of(letter)
    third = world.guild.create_text_channel("third")
    moved = (await world.tables.lobby.of_channel(other.id)).id
    await seats[0].slash(third, "table move", table=str(moved))
    assert len([one for one in world.dms(seats[1]) if "A seat for you" in text_of(one)]) == 1


async def test_players_are_looked_for_in_a_channel_and_not_in_a_forum(world: World) -> None:
    forum = world.guild.create_forum_channel("tables")
    await world.set_server(home=forum.id)
    info, _ = await open_table(world)
    post = handle(world, info.channel_id)
    refused = reply(await world.ada.click(public(post)[0], label="Look for players"))
    assert "Name a channel" in text_of(refused)
    assert public(forum) == []
    assert "Look for players" in labels(public(post)[0])
    await world.ada.slash(post, "table seek", channel=world.channel)
    assert "players wanted" in text_of(world.last)


async def test_a_table_that_was_closed_before_it_had_a_thread_gets_none(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, held = Rooms.make, []

    async def hold(self: Rooms, message: Message) -> None:
        held.append((self, message))

    monkeypatch.setattr(Rooms, "make", hold)
    ada, room = Person(world.ada.id, "Ada"), RoomWanted(world.channel.id)
    info = await world.tables.lobby.create(world.guild.id, world.channel.id, ada, "toy", {}, room)
    await world.env.settle()
    await world.tables.lobby.leave(info.id, ada)
    ((rooms, message),) = held
    await make(rooms, message)
    await world.env.settle()
    assert (world.channel.threads, public(world.channel)) == ([], [])


async def test_who_sits_down_at_a_table_without_a_channel_is_sent_to_none(world: World) -> None:
    info, _ = await open_table(world, where="here")
    market = world.guild.create_text_channel("market")
    await world.ada.slash(world.channel, "table seek", channel=market)
    (post,) = public(market)
    ada, ben = Person(world.ada.id, "Ada"), Person(world.ben.id, "Ben")
    await world.tables.lobby.invite(info.id, ada, ben)
    where = f"/channels/{market.id}/messages/{post.id}"
    world.env.inject_error("PATCH", where, status=404, code=10008, message="Unknown Message")  # so it keeps its button
    await world.tables.channels.lose_channel(world.channel.id)
    await world.env.settle()
    told = text_of(reply(await world.ben.click(post, label="Join")))
    assert told.startswith("You sit at the table now.")
    assert "<#" not in told


async def test_a_post_that_looks_for_players_links_to_no_channel_that_was_deleted(world: World) -> None:
    await open_table(world, where="here")
    market = world.guild.create_text_channel("market")
    await world.ada.slash(world.channel, "table seek", channel=market)
    (post,) = public(market)
    assert f"<#{world.channel.id}>" in text_of(post)
    await delete(world, world.channel)
    (post,) = public(market)
    assert "has no channel for now" in text_of(post)
    assert "<#" not in text_of(post)
    assert labels(post) == []
    square = world.guild.create_text_channel("square")
    await world.ada.slash(square, "table move", table="1")
    (post,) = public(market)
    assert f"<#{square.id}>" in text_of(post)
    assert "Join" in labels(post)


async def test_a_post_that_looks_for_players_is_mended_when_it_is_pressed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_table(world, where="here")
    market = world.guild.create_text_channel("market")
    await world.ada.slash(world.channel, "table seek", channel=market)

    async def unheard(*_: Any) -> None:
        pass

    monkeypatch.setattr(Channels, "lose_channel", unheard)
    await delete(world, world.channel)
    (post,) = public(market)
    said = text_of(reply(await world.ben.click(post, label="Join")))
    assert "That table has no channel for now" in said
    (post,) = public(market)
    assert "<#" not in text_of(post)
    assert labels(post) == []


async def test_a_lobby_looks_for_players_no_more_in_a_channel_that_was_deleted(world: World) -> None:
    await open_table(world, where="here")
    market = world.guild.create_text_channel("market")
    await world.ada.slash(world.channel, "table seek", channel=market)
    assert "Look for nobody any more" in labels(public(world.channel)[0])
    await delete(world, market)
    assert "Look for players" in labels(public(world.channel)[0])
