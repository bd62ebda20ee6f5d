"""A weekly table whose owner may not open tables any more: asked of the server, told once, ended from there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tables.core.data import Person
from tests.bot.world import World, labels, open_world, reply, text_of


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with open_world(tmp_path, "toy") as world:
        await world.tables.prefer(world.ben.id, zone="UTC")
        yield world


async def till_it_is_due(world: World) -> None:
    (one,) = await world.tables.weekly.of_channel(world.channel.id)
    await world.later(seconds=(one.next_at - world.env.now()).total_seconds() + 1)


async def set_by_ben(world: World) -> None:
    await world.ben.slash(world.channel, "table new", game="toy")
    info = await world.tables.lobby.of_channel(world.channel.id)
    await world.tables.lobby.abandon(info.id, Person(world.ben.id, "Ben"))
    day = str((world.env.now().weekday() + 1) % 7)
    await world.ben.slash(world.channel, "table every", game="toy", day=day, hour="12")


@pytest.mark.parametrize("how", ["left", "role"])
async def test_its_owner_is_written_to_once_and_ends_it_there(world: World, how: str) -> None:
    await set_by_ben(world)
    if how == "left":
        world.guild.remove_member(world.ben)
    else:
        await world.set_server(opens="managers")
    posts = len(world.posts())
    await till_it_is_due(world)
    await till_it_is_due(world)
    assert len(world.posts()) == posts
    letters = [one for one in world.dms(world.ben) if "paused" in text_of(one)]
    (letter,) = letters
    assert ("no longer on that server" in text_of(letter)) == (how == "left")
    assert world.dms(world.ada) == []
    listed = reply(await world.ada.slash(world.channel, "table every"))
    assert f"<@{world.ben.id}> may no longer open tables here" in text_of(listed)
    assert labels(letter) == ["End the weekly table"]
    assert "It is ended" in text_of(await world.ben.user.click(letter, label="End the weekly table"))
    assert await world.tables.weekly.of_channel(world.channel.id) == []


async def test_whoever_has_the_role_keeps_theirs(world: World) -> None:
    role = world.guild.create_role("players")
    await set_by_ben(world)
    world.env.backend.add_member_role(world.guild.id, world.ben.id, role.id)
    await world.set_server(opens=str(role.id))
    await till_it_is_due(world)
    assert (await world.tables.lobby.of_channel(world.channel.id)).owner_id == world.ben.id
