"""Discord or the database in trouble: what the players are left with, and that all is said once it is over."""

from __future__ import annotations

import pytest

from storage.errors import StoreAway
from tests.bot.world import World, reply, text_of


@pytest.fixture(autouse=True)
async def told_in_the_channel(world: World) -> None:
    """Everybody here wants to be told in the channel."""
    for person in world.people:
        await world.tables.prefer(person.id, notices="channel")


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_post_that_discord_does_not_take_now_is_made_later_and_once(world: World, status: int) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="1")
    before = len(world.posts())
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=status, times=2)
    said = text_of(reply(await seats[0].slash(world.channel, "play", move="give")))
    assert "The table waits for" in said
    assert len(world.posts()) == before
    for _ in range(3):
        await world.later(seconds=30)
    assert [seats[1].mention in text_of(one) for one in world.posts()[before:]] == [True]


async def test_a_closed_gateway_comes_back_and_buttons_work_on(world: World) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play"))
    shard = world.bot.get_shard(0)
    assert shard is not None
    await shard.disconnect()
    await world.env.settle()
    await shard.reconnect()
    await world.env.settle()
    await seats[0].select(panel, ["3"])
    assert "You chose: Bid 3" in text_of(panel)


async def test_an_archived_thread_gets_a_new_message_which_opens_it_again(world: World) -> None:
    seats = await world.seated(3)
    message = world.last
    path = f"/channels/{world.channel.id}/messages/{message.id}"
    world.env.inject_error("PATCH", path, status=400, code=50083)
    await seats[0].slash(world.channel, "play", move="3")
    newest = [one for one in world.posts() if "still secret" in text_of(one)]
    assert [one.id != message.id for one in newest] == [True]


async def test_a_deleted_channel_holds_up_no_other_table(world: World) -> None:
    seats = await world.seated(2)
    other = world.guild.create_text_channel("other")
    info = await world.tables.lobby.of_channel(world.channel.id)
    world.env.inject_error("*", f"/channels/{world.channel.id}/messages*", status=404, code=10003, times=None)
    await world.tables.answer(info.id, seats[0].id, [["3"]])
    await world.cleo.slash(other, "table new", game="toy")
    assert any("seats" in text_of(one) for one in other.history())
    assert await world.tables.outbox.next_due() is None  # nobody tries for ever


async def test_the_outbox_goes_on_after_the_database_was_away(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="1")
    before = len(world.posts())

    async def dead() -> None:
        raise StoreAway("away")

    with monkeypatch.context() as broken:
        broken.setattr(world.bot.poster, "drain", dead)
        await seats[0].slash(world.channel, "play", move="give")
        await world.later(minutes=1)
    assert len(world.posts()) == before
    await world.later(minutes=1)
    assert [seats[1].mention in text_of(one) for one in world.posts()[before:]] == [True]
