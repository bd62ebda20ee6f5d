"""A whole game of Race by a person, with robots, standing answers and plans, and a restart in the middle."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.bot.test_whole_games import Hand, play_on
from tests.bot.world import World, components, open_world, reply, text_of


async def _set(world: World, key: str, value: str) -> None:
    panel = reply(await world.ada.slash(world.channel, "policy"))
    code = next(one["custom_id"] for one in components(panel) if f"everywhere.{key}" in one.get("custom_id", ""))
    await world.ada.select(panel, [value], custom_id=code)


async def test_a_person_plays_race_against_robots_to_the_end(tmp_path: Path) -> None:
    async with open_world(tmp_path, "race") as world:
        await world.ada.slash(world.channel, "table new", game="race")
        await world.ada.slash(world.channel, "table robot")
        await world.ben.slash(world.channel, "table join")
        await world.ada.slash(world.channel, "table robot")
        for key, value in (
            ("explore", "dearest"),
            ("hand_limit", "dearest"),
            ("nothing_payable", "pass"),
            ("consume", "most_points"),
            ("produce", "alike"),
        ):
            await _set(world, key, value)
        await world.ada.click(world.last, label="Start")
        hands = {person.id: Hand(world, person, Random(str(person.id))) for person in (world.ada, world.ben)}
        await play_on(world, hands, 30)
        await world.ben.slash(world.channel, "table robot")
        await world.restart()
        await play_on(world, hands, 15)
        await world.ben.slash(world.channel, "table join")
        await play_on(world, hands, 2000)
        info = await world.tables.lobby.of_channel(world.channel.id, ended=True)
        assert info.phase == "finished"
        said = text_of(world.last)
        assert "won!" in said or "share the victory" in said
        assert "Robot B" in said
        told = await world.tables.events(info.id, info.seat_of(world.ada.id))
        assert {one.by for one in told} >= {"player", "robot", "policy"}
