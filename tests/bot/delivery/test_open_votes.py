"""Open votes, whatever they are about: who is told of them and where, and that they can be answered from there."""

from __future__ import annotations

import re
from typing import Any

import aiohttp
import discord
import pytest
from simcord.actors import MemberActor

from bot.tables.open_votes import open_votes
from bot.views.localizer import Localizer
from bot.views.votes import open_vote_lines
from tests.bot.commands.test_rewind import _played
from tests.bot.delivery.test_notifier import close_dms, mentioned, tried
from tests.bot.delivery.test_poster import called, sends
from tests.bot.world import World, labels, reply, text_of


def asked(world: World, person: MemberActor) -> list[discord.Message]:
    """Every message that asked a person for their vote."""
    return [one for one in world.dms(person) if "Your vote is wanted" in text_of(one)]


async def played(world: World, number: int = 3) -> list[MemberActor]:
    """Play a table on, and let the minute pass in which its people were last written to."""
    seats = await _played(world, number)
    await world.later(minutes=1)
    return seats


async def overdue(world: World, number: int = 3) -> list[MemberActor]:
    """Let the first of some people run out of time at a table with a soft clock; the others have bid."""
    seats = await world.seated(number)
    await world.ada.slash(world.channel, "table settings", option="clock", value="soft")
    for person in seats[1:]:
        await person.slash(world.channel, "play", move="0")
    await world.later(hours=73)
    return seats


async def test_whoever_has_not_voted_on_going_back_is_written_to_once_and_votes_there(world: World) -> None:
    seats = await played(world)
    await seats[1].slash(world.channel, "table rewind", turn="2")
    assert mentioned(world) == []
    assert asked(world, seats[1]) == []
    for person in (seats[0], seats[2]):
        (letter,) = asked(world, person)
        said = text_of(letter)
        assert "**Auction** on Observatory" in said
        assert f"{seats[1].user.global_name} asks to go back to before turn 2." in said
        assert labels(letter) == ["Go back", "Do not go back", "Board"]
    await world.later(hours=5)
    assert "One more has to agree." in text_of(
        reply(await seats[0].user.click(asked(world, seats[0])[0], label="Go back"))
    )
    await world.restart()
    assert "Everybody agrees" in text_of(reply(await seats[2].user.click(asked(world, seats[2])[0], label="Go back")))
    assert "The game was rolled back to before turn 2" in text_of(world.last)
    late = reply(await seats[0].user.click(asked(world, seats[0])[0], label="Do not go back"))
    assert "That vote is over." in text_of(late)
    assert [len(asked(world, person)) for person in seats] == [1, 0, 1]


async def test_each_is_asked_to_vote_as_they_want_to_be_told(world: World) -> None:
    seats = await played(world, 4)
    await world.tables.prefer(seats[1].id, notices="channel")
    await world.tables.prefer(seats[2].id, notices="none")
    close_dms(world, seats[3])
    before = [tried(world, person) for person in seats]
    await seats[0].slash(world.channel, "table rewind", turn="2")
    assert mentioned(world) == [seats[1].id, seats[3].id]
    mention = world.last
    assert "your vote is wanted." in text_of(mention)
    assert "I cannot write to you directly." in text_of(mention)
    assert [tried(world, person) - old for person, old in zip(seats, before, strict=True)] == [0, 0, 0, 1]
    await seats[3].click(mention, label="Go back")
    assert "In favour" in "".join(text_of(one) for one in world.posts())


async def test_an_open_vote_stands_in_the_status_and_is_answered_there(world: World) -> None:
    seats = await played(world)
    await seats[1].slash(world.channel, "table rewind", turn="2")
    own = reply(await seats[1].slash(world.channel, "table status"))
    assert "asks to go back to before turn 2." in text_of(own)
    assert labels(own) == ["Play"]
    assert labels(reply(await world.dora.slash(world.channel, "table status"))) == ["Follow"]
    status = reply(await seats[0].slash(world.channel, "table status"))
    assert labels(status) == ["Play", "Go back", "Do not go back"]
    assert "The game is not rolled back." in text_of(await seats[0].click(status, label="Do not go back"))
    assert "asks to go back" not in text_of(reply(await seats[0].slash(world.channel, "table status")))


async def test_a_vote_that_is_over_before_it_would_be_told_is_not_told(world: World) -> None:
    seats = await played(world)
    await world.tables.prefer(seats[2].id, zone="UTC", quiet_from=0, quiet_to=24 * 60 - 1)
    await seats[1].slash(world.channel, "table rewind", turn="2")
    await seats[0].user.click(asked(world, seats[0])[0], label="Do not go back")
    await world.later(hours=24)
    assert asked(world, seats[2]) == []


async def test_the_others_are_asked_about_the_seat_of_whoever_is_late(world: World) -> None:
    seats = await overdue(world)
    name = seats[0].user.global_name
    assert asked(world, seats[0]) == []
    for person in seats[1:]:
        (letter,) = asked(world, person)
        assert f"The time of {name} ran out" in text_of(letter)
        assert labels(letter) == [f"Hand over the seat of {name}", "Board"]
    said = reply(await seats[1].user.click(asked(world, seats[1])[0], label=f"Hand over the seat of {name}"))
    assert "Your vote is noted." in text_of(said)
    status = reply(await seats[2].slash(world.channel, "table status"))
    assert f"The time of {name} ran out" in text_of(status)
    assert labels(reply(await seats[1].slash(world.channel, "table status"))) == ["Play"]
    assert "can be taken now" in text_of(await seats[2].click(status, label=f"Hand over the seat of {name}"))
    assert f"Take the seat of {name} (robot)" in labels(world.last)
    assert [len(asked(world, person)) for person in seats] == [0, 1, 1]


@pytest.mark.parametrize("voted", [0, 1, 2])
async def test_a_ballot_says_how_many_have_voted_and_who_is_still_asked(world: World, voted: int) -> None:
    seats = await overdue(world, 4)
    names = [str(one.user.global_name) for one in seats]
    for person in seats[1 : 1 + voted]:
        await person.user.click(asked(world, person)[0], label=f"Hand over the seat of {names[0]}")
    count = {0: "0 votes to", 1: "One vote to", 2: "2 votes to"}[voted]
    await world.later(minutes=1)
    status = text_of(reply(await seats[3].slash(world.channel, "table status")))
    assert f"{count} hand the seat over." in status
    (still,) = re.findall(r"Asked: (.*)", status)
    assert [name in still for name in names] == [False, *[at >= voted for at in range(3)]]
    (ballot,) = await open_votes(world.tables, (await world.tables.lobby.of_channel(world.channel.id)).id)
    assert f"{count} hand the seat over." in "\n".join(open_vote_lines(ballot, Localizer("en", names)))


async def test_a_vote_on_going_back_says_who_is_in_favour_and_who_is_still_asked(world: World) -> None:
    seats = await played(world, 4)
    names = [str(one.user.global_name) for one in seats]
    await seats[1].slash(world.channel, "table rewind", turn="2")
    await seats[0].user.click(asked(world, seats[0])[0], label="Go back")
    status = text_of(reply(await seats[2].slash(world.channel, "table status")))
    (favour,), (still,) = re.findall(r"In favour: (.*)", status), re.findall(r"Asked: (.*)", status)
    assert [name in favour for name in names] == [True, True, False, False]
    assert [one.mention in still for one in seats] == [False, False, True, True]


async def test_who_wants_it_so_is_mentioned_by_the_post_that_tells_of_the_late_one(world: World) -> None:
    for person in world.people:
        await world.tables.prefer(person.id, notices="channel")
    seats = await overdue(world)
    post = next(one for one in world.posts() if "A vote is open to" in text_of(one))
    for person in seats[1:]:
        assert person.mention in text_of(post)
    assert seats[0].mention not in text_of(post)
    assert {person.id for person in seats[1:]} in [called(one) for one in sends(world)]


@pytest.mark.parametrize("kind", ["rewind", "seat"])
async def test_whoever_comes_to_a_seat_is_asked_as_well(world: World, kind: str) -> None:
    if kind == "rewind":
        seats = await played(world)
        await seats[1].slash(world.channel, "table rewind", turn="2")
    else:
        seats = await overdue(world)
    await world.ada.slash(world.channel, "table replace", player=seats[2], by=world.dora)
    await world.dora.slash(world.channel, "table join")
    (letter,) = asked(world, world.dora)  # with their turn, if it is
    await world.dora.user.click(
        letter, label=next(one for one in labels(letter) if re.search("Go back|Hand over", one))
    )
    assert not re.search("Go back|Hand over", text_of(reply(await world.dora.slash(world.channel, "table status"))))


async def test_the_message_of_a_vote_no_longer_waits_for_who_became_a_robot(world: World) -> None:
    seats = await played(world, 4)
    await seats[0].slash(world.channel, "table rewind", turn="2")
    vote = world.last
    assert seats[3].mention in text_of(vote)
    await seats[3].slash(world.channel, "table robot")
    (shown,) = [one for one in world.posts() if one.id == vote.id]
    assert seats[3].mention not in text_of(shown)
    assert labels(shown) == ["Go back", "Do not go back"]


@pytest.mark.parametrize("kind", ["rewind", "seat"])
async def test_a_vote_is_carried_out_when_the_last_who_is_missing_sends_a_robot(world: World, kind: str) -> None:
    if kind == "rewind":
        seats = await played(world)
        await seats[1].slash(world.channel, "table rewind", turn="2")
        said = "The game was rolled back to before turn 2"
    else:
        seats = await overdue(world)
        await seats[1].user.click(asked(world, seats[1])[0], label=labels(asked(world, seats[1])[0])[0])
        said = "can be taken by anybody."
    if kind == "rewind":
        await seats[0].user.click(asked(world, seats[0])[0], label="Go back")
    await seats[2].slash(world.channel, "table robot")
    assert said in "".join(map(text_of, world.posts()))  # a robot may have played on since
    assert "Asked:" not in text_of(reply(await seats[1].slash(world.channel, "table status")))


@pytest.mark.parametrize("kind", ["rewind", "seat"])
async def test_who_is_found_to_have_left_the_server_is_not_waited_for(world: World, kind: str) -> None:
    seats = await (played(world) if kind == "rewind" else overdue(world))
    voter = seats[0] if kind == "rewind" else seats[1]
    if kind == "rewind":
        await seats[1].slash(world.channel, "table rewind", turn="2")
    world.guild.remove_member(seats[2])
    (letter,) = asked(world, voter)
    await voter.user.click(letter, label=labels(letter)[0])
    said = "The game was rolled back to before turn 2" if kind == "rewind" else "can be taken by anybody."
    assert said in "".join(map(text_of, world.posts()))  # a robot may have played on since


@pytest.mark.parametrize("error", [aiohttp.ServerDisconnectedError(), discord.RateLimited(40.0)])
async def test_a_vote_counts_though_discord_does_not_tell_who_is_still_there(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    seats = await overdue(world)

    async def fail(*_: Any) -> None:
        raise error

    monkeypatch.setattr(discord.Guild, "fetch_member", fail)
    (letter,) = asked(world, seats[1])
    shown = await seats[1].user.click(letter, label=labels(letter)[0])
    assert "Your vote is noted." in text_of(reply(shown))
    assert "went wrong" not in text_of(reply(shown))


@pytest.mark.parametrize("error", [aiohttp.ServerDisconnectedError(), discord.RateLimited(40.0)])
async def test_a_row_waits_where_discord_does_not_tell_who_is_still_there(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    seats = await played(world)
    close_dms(world, seats[2], 50278)

    async def fail(*_: Any) -> None:
        raise error

    monkeypatch.setattr(discord.Guild, "fetch_member", fail)
    await seats[1].slash(world.channel, "table rewind", turn="2")
    assert mentioned(world) == [seats[2].id]


async def test_who_cannot_be_written_to_and_has_left_the_server_is_not_mentioned_there(world: World) -> None:
    seats = await played(world)
    close_dms(world, seats[2], 50278)
    world.guild.remove_member(seats[2])
    await seats[1].slash(world.channel, "table rewind", turn="2")
    assert mentioned(world) == []
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert [one.gone for one in info.players] == [False, False, True]
    await seats[0].user.click(asked(world, seats[0])[0], label="Go back")
    assert "The game was rolled back to before turn 2" in "".join(map(text_of, world.posts()))
    assert mentioned(world) == [seats[2].id]  # it is their turn, and that the table shall see


async def test_who_is_back_on_the_server_is_asked_again(world: World) -> None:
    seats = await played(world)
    info = await world.tables.lobby.of_channel(world.channel.id)
    await world.tables.members.note(info.id, seats[2].id, gone=True)
    await seats[1].slash(world.channel, "table rewind", turn="2")
    assert asked(world, seats[2]) == []
    await seats[2].slash(world.channel, "table status")
    (letter,) = asked(world, seats[2])
    await seats[2].user.click(letter, label="Do not go back")
    assert "does not want to go back" in text_of(world.last)
