"""Discord or the database in trouble: what the players are left with, and that all is said once it is over."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from storage.errors import StoreAway
from tests.bot.delivery.test_channels import info_of
from tests.bot.delivery.test_notifier import close_dms, mentioned, tried
from tests.bot.world import World, labels, reply, text_of


@pytest.fixture(autouse=True)
async def told_in_the_channel(world: World) -> None:
    """Everybody here wants to be told in the channel."""
    for person in world.people:
        await world.tables.prefer(person.id, notices="channel")


@asynccontextmanager
async def at_the_same_instant(world: World, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Let everything that people press meanwhile come to the bot at once."""
    held: list[dict[str, object]] = []
    really = world.env.backend.emit

    def hold(event: str, payload: dict[str, object]) -> None:
        if event == "INTERACTION_CREATE":
            held.append(payload)
        else:
            really(event, payload)

    with monkeypatch.context() as holding:
        holding.setattr(world.env.backend, "emit", hold)
        yield
    for payload in held:
        really("INTERACTION_CREATE", payload)
    await world.env.settle()


async def test_two_people_who_press_at_the_same_instant_are_both_heard(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = await world.seated(2)
    panels = [reply(await person.slash(world.channel, "play")) for person in seats]
    async with at_the_same_instant(world, monkeypatch):
        await seats[0].select(panels[0], ["3"])
        await seats[1].select(panels[1], ["1"])
    live = await world.tables.game((await info_of(world)).id)
    assert (live.waiting, live.view(0).coins) == ((0,), [2, 5])
    await seats[0].click(panels[0], label="Refresh")  # it may have been shown before the other answer was in
    assert "What do you do with the lot?" in text_of(panels[0])
    assert "waits for" in text_of(panels[1]) or "You chose" in text_of(panels[1])
    assert sum("What do you do with the lot?" in text_of(one) for one in world.posts()) == 1


async def test_one_person_who_presses_twice_at_the_same_instant_is_heard_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = await world.seated(2)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="1")
    panel = reply(await seats[0].slash(world.channel, "play"))
    revision = (await info_of(world)).revision
    before = len(world.posts())
    async with at_the_same_instant(world, monkeypatch):
        await seats[0].click(panel, label="Keep it")
        await seats[0].click(panel, label="Keep it")
    assert (await info_of(world)).revision == revision + 1
    assert sum("keeps it" in text_of(one) for one in world.posts()[before:]) == 1
    assert "Something went wrong" not in text_of(panel)


async def test_a_button_of_last_week_works_where_the_same_is_asked_and_else_shows_the_present(world: World) -> None:
    seats = await world.seated(2)
    message = world.last
    panels = [reply(await person.slash(world.channel, "play")) for person in seats]
    await world.later(days=7)
    await world.restart()
    await seats[0].select(panels[0], ["3"])
    assert "You chose: Bid 3" in text_of(panels[0])
    await seats[1].slash(world.channel, "play", move="1")
    await world.later(days=7)
    revision = (await info_of(world)).revision
    await seats[1].select(panels[1], ["5"])
    assert "has moved on" in text_of(panels[1])
    assert (await info_of(world)).revision == revision
    old = next(one for one in world.posts() if one.id == message.id)
    assert "Play" not in labels(old)  # a newer post has it
    assert "What do you do with the lot?" in text_of(await seats[0].click(world.last, label="Play"))


async def test_a_member_who_left_the_server_is_called_where_the_table_sees_it_and_can_be_replaced(
    world: World,
) -> None:
    for person in world.people:
        await world.tables.prefer(person.id, notices="dm")
    await world.seated(2)
    close_dms(world, world.ben, 50278)
    world.guild.remove_member(world.ben)
    await world.env.settle()
    await world.ada.slash(world.channel, "play", move="0")
    await world.later(hours=25)
    assert mentioned(world) == [world.ben.id]
    assert tried(world, world.ben) == 2  # the notice of before, and the reminder that Discord refused
    status = text_of(reply(await world.ada.slash(world.channel, "table status")))
    assert "Ben must act" in status
    await world.ada.slash(world.channel, "table replace", player=world.ben.user, by=world.cleo)
    await world.cleo.slash(world.channel, "table join")
    assert "It is your turn" in text_of(world.dms(world.cleo)[-1])
    await world.cleo.slash(world.channel, "play", move="3")
    assert "Cleo" in text_of(world.last)


async def test_a_minute_without_the_database_costs_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = await world.seated(2)
    panels = [reply(await person.slash(world.channel, "play")) for person in seats]
    await seats[0].select(panels[0], ["3"])
    before = len(world.posts())

    def away(*_: object) -> None:
        raise StoreAway("away")

    with monkeypatch.context() as broken:
        broken.setattr(world.store, "reading", away)
        broken.setattr(world.store, "writing", away)
        for _ in range(3):
            said = text_of(reply(await seats[1].select(panels[1], ["1"])))
            assert "cannot be reached just now" in said
            await world.later(seconds=20)
    await seats[1].select(panels[1], ["1"])
    await world.later(seconds=30)
    calling = [one for one in world.posts()[before:] if "What do you do with the lot?" in text_of(one)]
    assert [seats[0].mention in text_of(one) for one in calling] == [True]
    assert labels(world.last)[0] == "Play"


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
