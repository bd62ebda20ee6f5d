"""What people are called at their tables: as they are called on the server now."""

from __future__ import annotations

import pytest

from tests.bot.world import World, reply, text_of


def call(world: World, number: int, name: str) -> None:
    """Give a member another name on the server."""
    world.env.backend.edit_member(world.guild.id, world.people[number].id, {"nick": name})


async def test_a_changed_name_reaches_every_table_of_the_server_with_the_next_press(world: World) -> None:
    seats = await world.seated(2)
    other = world.guild.create_text_channel("other")
    await world.ada.slash(other, "table new", game="toy")
    call(world, 0, "Countess")
    panel = reply(await world.ada.click(world.last, label="Play"))
    await world.ada.select(panel, ["3"])
    assert "Answered already, still secret: Countess" in text_of(world.last)
    assert [one.name for one in (await world.tables.lobby.of_channel(other.id)).players] == ["Countess"]
    assert "Countess" in text_of(reply(await seats[0].slash(world.channel, "table status")))


async def test_a_changed_name_reaches_the_table_with_the_next_command(world: World) -> None:
    await world.seated(2)
    call(world, 1, "Benjamin")
    said = text_of(reply(await world.ben.slash(world.channel, "table status")))
    assert "Benjamin" in said


async def test_a_name_that_is_known_is_not_written_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.seated(2)
    written: list[str] = []
    monkeypatch.setattr(world.tables.lobby, "rename", lambda *_: written.append("again"))
    for _ in range(2):
        await world.ada.slash(world.channel, "table status")
        await world.dora.slash(world.channel, "table status")
    assert written == []


async def test_a_direct_message_knows_no_name_of_the_server_and_changes_none(world: World) -> None:
    await world.seated(2)
    call(world, 0, "Countess")
    await world.ada.slash(world.channel, "table status")
    panel = reply(await world.ada.user.click(world.dms(world.ada)[0], label="Play"))
    await world.ada.user.select(panel, ["3"])
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert {one.name for one in info.players} == {"Countess", "Ben"}


async def test_who_asked_to_be_forgotten_stays_so(world: World) -> None:
    await world.seated(2)
    await world.tables.lobby.forget(world.ada.id)
    await world.ada.slash(world.channel, "table status")
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert {one.name for one in info.players} == {"", "Ben"}
