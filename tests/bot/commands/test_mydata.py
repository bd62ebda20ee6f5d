"""What is kept about somebody, by buttons and by the command: a file for them alone, and being forgotten once sure."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, cast

import pytest

from bot.commands import mydata
from bot.tables.core.errors import DatabaseAway
from bot.tables.forgetting import Forgetting
from bot.views.custom_ids import Unreadable
from storage.persons import is_robot
from tests.bot.world import World, components, labels, reply, text_of

if TYPE_CHECKING:
    from bot.commands.context import Context

FILE, OUT, YES, NO = (
    "All that is kept about me, as a file",
    "Take me out of everything",
    "Yes, forget me",
    "No, leave it",
)


async def test_the_file_comes_privately_from_the_panel_and_typed(world: World) -> None:
    await world.seated(2)
    panel = reply(await world.ada.slash(world.channel, "me"))
    page = reply(await world.ada.click(panel, label="My data"))
    assert page.ephemeral
    assert {FILE, OUT} <= {*labels(page)}
    for sent in (
        await world.ada.click(page, label=FILE),
        await world.ada.slash(world.channel, "me", **{"my-data": "file"}),
    ):
        message = reply(sent)
        assert message.ephemeral
        (file,) = message.attachments
        assert file.filename == f"orrery-{world.ada.id}.json"
        kept = json.loads(await file.read())
        assert kept["about"]["user_id"] == world.ada.id
        assert len(kept["tables"]) == 1


async def test_nothing_happens_without_a_confirmation(world: World) -> None:
    await world.seated(2)
    before = await world.tables.lobby.of_channel(world.channel.id)
    asked = reply(await world.ada.slash(world.channel, "me", **{"my-data": "out"}))
    said = text_of(asked)
    assert "Discord’s by now" in said
    assert "two weeks" in said
    assert "games that you have imported" in said
    assert "practice games end" in said
    assert "A robot takes your seat in 1 running game" in said
    page = reply(await world.ada.click(asked, label=NO))
    assert FILE in labels(page)
    assert await world.tables.lobby.of_channel(world.channel.id) == before


async def test_who_confirms_is_forgotten_and_a_robot_plays_on(world: World) -> None:
    await world.seated(2)
    await world.tables.prefer(world.ada.id, zone="Europe/Berlin")
    asked = reply(await world.ada.slash(world.channel, "me", **{"my-data": "out"}))
    assert "You are forgotten" in text_of(await world.ada.click(asked, label=YES))
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert [is_robot(one.user_id) for one in info.players].count(True) == 1
    assert info.owner_id == world.ben.id
    assert (await world.tables.preferences(world.ada.id)).zone == ""
    assert "Reminders" in text_of(await world.ada.slash(world.channel, "me"))  # as somebody new


async def test_a_seat_is_offered_to_somebody_before_who_takes_it_from_the_robot(world: World) -> None:
    await world.seated(2)
    asked = reply(await world.ada.slash(world.channel, "me", **{"my-data": "out"}))
    (menu,) = [one["custom_id"] for one in components(asked) if one["type"] == 5]
    asked = reply(await world.ada.select(asked, [world.dora], custom_id=menu))
    assert f"The seat of Ada is offered to <@{world.dora.id}>." in text_of(asked)
    await world.ada.click(asked, label=YES)
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert {one.user_id for one in info.players} == {world.ben.id, -1}
    (letter,) = world.dms(world.dora)
    await world.dora.user.click(letter, label="Take the seat")
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert {one.user_id for one in info.players} == {world.ben.id, world.dora.id}
    assert info.owner_id == world.ben.id


async def test_a_seat_is_not_given_to_who_sits_there_already(world: World) -> None:
    await world.seated(2)
    asked = reply(await world.ada.slash(world.channel, "me", **{"my-data": "out"}))
    (menu,) = [one["custom_id"] for one in components(asked) if one["type"] == 5]
    said = text_of(await world.ada.select(asked, [world.ben], custom_id=menu))
    assert "already" in said
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert world.ada.id in {one.user_id for one in info.players}


async def test_a_stop_in_between_is_gone_on_with_at_the_next_start(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.seated(2)
    asked = reply(await world.ada.slash(world.channel, "me", **{"my-data": "out"}))

    async def stops(self: Forgetting, user_id: int) -> bool:
        raise DatabaseAway

    with monkeypatch.context() as patched:
        patched.setattr(Forgetting, "_remove_rows", stops)
        assert "You are forgotten" not in text_of(await world.ada.click(asked, label=YES))
    assert (await world.tables.preferences(world.ada.id)).locale
    await world.restart()
    world.bot._wake()
    for _ in range(200):
        if not (await world.tables.preferences(world.ada.id)).locale:
            break
        await asyncio.sleep(0.05)
    assert not (await world.tables.preferences(world.ada.id)).locale


async def test_what_is_no_such_page_is_refused() -> None:
    with pytest.raises(Unreadable):
        await mydata.show(cast("Context", None), "nonsense")


async def test_it_is_asked_in_german(world: World) -> None:
    await world.tables.prefer(world.ada.id, language="de")
    asked = reply(await world.ada.slash(world.channel, "me", **{"my-data": "out"}))
    assert "Soll ich dich vergessen?" in text_of(asked)
    assert "Ja, vergiss mich" in labels(asked)
