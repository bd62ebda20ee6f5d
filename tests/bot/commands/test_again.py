"""Again, as last time, looking for players and weekly tables, as people press and read them."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from bot.tables.channels import GONE
from bot.tables.core.data import Person
from tests.bot.world import World, components, labels, reply, text_of


async def played(world: World, number: int = 2) -> list[MemberActor]:
    """Play the toy game to its end, with the first legal answers."""
    seats = await world.seated(number)
    await play_on(world, seats)
    return seats


async def play_on(world: World, seats: list[MemberActor]) -> None:
    info = await world.tables.lobby.of_channel(world.channel.id)
    live = await world.tables.game(info.id)
    while not live.over:
        seat = live.waiting[0]
        prompt = live.prompt_of(seat)
        assert prompt is not None
        picks = [option.id for option in prompt.legal[: prompt.at_least]]
        live = (await world.tables.answer(info.id, seats[seat].id, [picks])).live
    await world.env.settle()


async def test_who_plays_by_direct_messages_is_told_there_how_the_game_has_ended(world: World) -> None:
    seats = await played(world)
    (told,) = [one for one in seats if "won" in text_of(world.dms(one)[-1])]  # not whose answer has ended it
    letter = world.dms(told)[-1]
    assert f"discord.com/channels/{world.guild.id}/{world.channel.id}" in text_of(letter)
    assert "Leaf through" in labels(letter)
    assert "Again" not in labels(letter)


@pytest.mark.parametrize("way", ["none", "channel"])
async def test_who_is_told_otherwise_or_not_at_all_gets_no_message_about_the_end(world: World, way: str) -> None:
    for person in (world.ada, world.ben):
        await world.tables.prefer(person.id, notices=way)
    assert [world.dms(one) for one in await played(world)] == [[], []]


async def test_who_wants_direct_messages_at_this_table_alone_is_told_how_the_game_has_ended(world: World) -> None:
    seats = await world.seated(2)
    info = await world.tables.lobby.of_channel(world.channel.id)
    for one in seats:
        await world.tables.prefer(one.id, notices="none")
        await world.tables.wishes.set_notices(info.id, one.id, "dm")
    await play_on(world, seats)
    assert sorted("won" in text_of(letter) for one in seats for letter in world.dms(one)[-1:]) == [False, True]


async def test_where_there_is_no_channel_each_is_told_once_how_the_game_has_ended(world: World) -> None:
    seats = await world.seated(2)
    info = await world.tables.lobby.of_channel(world.channel.id)
    await world.tables.channels.lose(info.id, GONE)
    await play_on(world, seats)
    assert [sum("won" in text_of(letter) for letter in world.dms(one)) for one in seats] == [1, 1]


async def test_again_opens_a_lobby_and_writes_to_the_others_who_join_from_there(world: World) -> None:
    seats = await played(world)
    last = world.last
    said = reply(await seats[1].click(last, label="Again"))
    assert "One person is invited and told." in text_of(said)
    assert "turned by one" in text_of(world.last)
    letter = world.dms(seats[0])[-1]
    assert f"{seats[1].user.name.capitalize()} invites you" in text_of(letter)
    assert "No clock" in text_of(letter)
    await seats[0].user.click(letter, label="Join")
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert [one.user_id for one in info.players] == [seats[1].id, seats[0].id]


async def test_a_later_press_of_again_points_to_the_lobby_that_is_open(world: World) -> None:
    seats = await played(world)
    last = world.last
    await seats[0].click(last, label="Again")
    info = await world.tables.lobby.of_channel(world.channel.id)
    pointed = reply(await seats[1].click(last, label="Again, all roll for seats"))
    assert pointed.ephemeral
    assert f"<#{world.channel.id}>" in text_of(pointed)
    assert "is open already" in text_of(pointed)
    assert (await world.tables.lobby.of_channel(world.channel.id)).id == info.id
    await seats[1].click(pointed, label="Join")
    assert len((await world.tables.lobby.info(info.id)).players) == 2


async def test_who_has_not_played_is_told_kindly(world: World) -> None:
    await played(world)
    said = reply(await world.dora.click(world.last, label="Again"))
    assert said.ephemeral
    assert "Whoever has played there" in text_of(said)


async def test_the_last_post_stays_bound_to_its_table_while_another_game_is_played(world: World) -> None:
    seats = await played(world)
    last = world.last
    await world.dora.slash(world.channel, "table new", game="toy")
    assert "After turn" in text_of(await seats[0].click(last, label="Leaf through"))
    assert reply(await seats[0].click(last, label="Record")).attachments
    opened = reply(await seats[0].click(last, label="Again"))  # beside that game
    (thread,) = world.channel.threads
    assert f"<#{thread.id}>" in text_of(opened)


async def test_a_new_table_without_a_game_offers_the_games_and_the_last_table(world: World) -> None:
    offered = reply(await world.ada.slash(world.channel, "table new"))
    (game,) = labels(offered)
    await world.ada.click(offered, label=game)
    info = await world.tables.lobby.of_channel(world.channel.id)
    await world.tables.lobby.abandon(info.id, person(world.ada))
    await played(world)
    offered = reply(await world.ada.slash(world.channel, "table new"))
    (again,) = [one for one in labels(offered) if one.startswith("As last time")]
    assert "Ben" in again
    await world.ada.click(offered, label=again)
    assert (await world.tables.lobby.of_channel(world.channel.id)).invited == (world.ben.id,)


@pytest.mark.parametrize("which", [0, 1])
async def test_what_was_offered_is_gone_once_it_was_pressed(world: World, which: int) -> None:
    await played(world)
    await world.set_server(where="thread")
    offered = reply(await world.ada.slash(world.channel, "table new"))
    pressed = await world.ada.click(offered, label=labels(offered)[which])
    (thread,) = world.channel.threads
    assert pressed.followups == []
    assert pressed.response is not None
    assert pressed.response.id == offered.id
    assert f"<#{thread.id}>" in text_of(pressed)
    assert labels(pressed.response) == []


def person(actor: MemberActor) -> Any:

    return Person(actor.id, str(actor.user.global_name))


async def test_like_takes_an_earlier_table_by_its_number(world: World) -> None:
    await played(world)
    before = await world.tables.lobby.of_channel(world.channel.id, ended=True)
    other = world.guild.create_text_channel("other")
    said = reply(await world.dora.slash(other, "table new", like=str(before.id)))
    assert "You have not played on this server yet" in text_of(said)
    await world.ben.slash(other, "table new", like=str(before.id))
    assert (await world.tables.lobby.of_channel(other.id)).invited == (world.ada.id,)


async def test_an_invitation_goes_to_the_channel_where_its_guest_wants_to_be_told(world: World) -> None:
    await world.tables.prefer(world.ben.id, notices="channel")
    await world.ada.slash(world.channel, "table new", game="toy")
    await world.ada.slash(world.channel, "table invite", person=world.ben)
    assert text_of(world.last).startswith(f"<@{world.ben.id}>, there is a seat for you")
    await world.ben.click(world.last, label="Join")
    assert world.dms(world.ben) == []


async def test_an_invitation_can_be_declined_which_the_lobby_shows_and_nobody_is_told(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    await world.ada.slash(world.channel, "table invite", person=world.ben)
    (letter,) = world.dms(world.ben)
    assert labels(letter) == ["Join", "Decline"]
    posts = len(world.posts())
    assert "You have declined" in text_of(await world.ben.user.click(letter, label="Decline"))
    assert f"Declined: <@{world.ben.id}>" in text_of(world.last)
    assert "Invited" not in text_of(world.last)
    assert len(world.posts()) == posts
    assert world.dms(world.ada) == []
    said = await world.ada.slash(world.channel, "table invite", person=world.ben)
    assert "Ben has declined" in text_of(said)
    assert len(world.dms(world.ben)) == 1
    await world.ben.user.click(letter, label="Join")
    assert "Declined" not in text_of(world.last)
    assert (await world.tables.lobby.of_channel(world.channel.id)).seat_of(world.ben.id) == 1
    await world.ada.slash(world.channel, "table start")
    assert "nothing to decline" in text_of(await world.ben.user.click(letter, label="Decline"))


async def test_an_invitation_is_declined_by_typing_too_and_by_its_guest_alone(world: World) -> None:
    await world.tables.prefer(world.ben.id, notices="channel")
    await world.ada.slash(world.channel, "table new", game="toy")
    await world.ada.slash(world.channel, "table invite", person=world.ben)
    mention = world.last
    assert labels(mention) == ["Join", "Decline"]
    assert "not yours" in text_of(await world.cleo.click(mention, label="Decline"))
    assert "do not sit at this table" in text_of(await world.cleo.slash(world.channel, "table leave"))
    assert "You have declined" in text_of(await world.ben.slash(world.channel, "table leave"))
    assert (await world.tables.lobby.of_channel(world.channel.id)).declined == (world.ben.id,)


async def test_who_wants_no_notices_is_invited_without_a_word(world: World) -> None:
    await world.tables.prefer(world.ben.id, notices="none")
    await world.ada.slash(world.channel, "table new", game="toy")
    before = len(world.posts())
    await world.ada.slash(world.channel, "table invite", person=world.ben)
    assert (world.dms(world.ben), len(world.posts())) == ([], before)
    # In a text of its own, or it could be taken for a part of the list's last entry.
    assert f"Invited: <@{world.ben.id}>" in [one.get("content") for one in components(world.last)]


async def test_who_has_closed_direct_messages_is_mentioned_once_instead(world: World) -> None:
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await world.ada.slash(world.channel, "table new", game="toy")
    await world.ada.slash(world.channel, "table invite", person=world.ben)
    told = [one for one in world.posts() if "there is a seat for you" in text_of(one)]
    assert len(told) == 1
    assert "I cannot write to you directly" in text_of(told[0])
    await world.later(hours=30)
    assert len([one for one in world.posts() if "there is a seat for you" in text_of(one)]) == 1


async def test_a_post_looks_for_players_is_edited_and_ends_with_the_start(world: World) -> None:
    market = world.guild.create_text_channel("market")
    await world.ada.slash(world.channel, "table new", game="toy")
    refused = reply(await world.ben.slash(world.channel, "table seek"))
    assert "opened" in text_of(refused) or "owner" in text_of(refused)
    await world.ada.slash(world.channel, "table seek", channel=market)
    (post,) = shown(market)
    assert "players wanted" in text_of(post)
    assert f"<#{world.channel.id}>" in text_of(post)
    assert "seats are free" in text_of(post)
    joined = reply(await world.ben.click(post, label="Join"))
    assert f"<#{world.channel.id}>" in text_of(joined)
    (post,) = shown(market)
    assert "Ben" in text_of(post)
    await world.ada.slash(world.channel, "table start")
    (post,) = shown(market)
    assert "The game has started." in text_of(post)
    assert labels(post) == []


async def test_the_button_of_the_lobby_looks_for_players_and_stops(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    lobby = world.last
    await world.ada.click(lobby, label="Look for players")
    sought = [one for one in world.posts() if "players wanted" in text_of(one)]
    assert len(sought) == 1
    lobby = next(one for one in world.posts() if "Look for nobody any more" in labels(one))
    await world.ada.click(lobby, label="Look for nobody any more")
    assert not [one for one in world.posts() if "players wanted" in text_of(one)]


async def test_a_channel_that_is_closed_to_me_costs_the_table_nothing(world: World) -> None:
    market = world.guild.create_text_channel("market")
    await world.ada.slash(world.channel, "table new", game="toy")
    world.env.inject_error("POST", f"/channels/{market.id}/messages", status=403, code=50013, times=None)
    await world.ada.slash(world.channel, "table seek", channel=market)
    assert shown(market) == []
    await world.ben.slash(world.channel, "table join")
    assert any("Ben" in text_of(one) for one in world.posts())
    assert (await world.tables.lobby.of_channel(world.channel.id)).lost == ""


def shown(channel: Any) -> list[discord.Message]:
    return [one for one in channel.history() if not one.flags.ephemeral]


async def test_the_list_has_a_button_to_join_each_lobby_with_a_seat(world: World) -> None:
    other = world.guild.create_text_channel("other")
    await world.ada.slash(world.channel, "table new", game="toy")
    seen = reply(await world.ben.slash(other, "table list"))
    (join,) = [one for one in labels(seen) if one.startswith("Join Ada")]
    await world.ben.click(seen, label=join)
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert [one.user_id for one in info.players] == [world.ada.id, world.ben.id]
    assert labels(reply(await world.ben.slash(other, "table list"))) == []


async def test_a_weekly_table_is_set_seen_opened_and_ended(world: World) -> None:
    refused = await world.ada.slash(world.channel, "table every", game="toy", day="4", hour="20:00")
    assert "where you live" in text_of(refused)
    await world.tables.prefer(world.ada.id, zone="UTC")
    assert "not a time of day" in text_of(
        await world.ada.slash(world.channel, "table every", game="toy", day="4", hour="x")
    )
    assert "needs its game" in text_of(await world.ada.slash(world.channel, "table every", game="toy"))
    seen = reply(await world.ada.slash(world.channel, "table every", game="toy", day="4", hour="20:00"))
    assert "every Friday at 20:00 (UTC)" in text_of(seen)
    await world.restart()
    (known,) = await world.tables.weekly.of_channel(world.channel.id)
    await world.later(seconds=(known.next_at - world.env.now()).total_seconds() + 1)
    assert (await world.tables.lobby.of_channel(world.channel.id)).owner_id == world.ada.id
    await world.later(days=7)
    told = [one for one in world.posts() if "does not open" in text_of(one)]
    assert len(told) == 1
    seen = reply(await world.ada.click(told[0], label="Weekly tables"))
    (end,) = labels(seen)
    await world.ada.click(seen, label=end)
    assert await world.tables.weekly.of_channel(world.channel.id) == []
