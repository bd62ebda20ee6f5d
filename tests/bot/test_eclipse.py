"""Eclipse at a table, by text alone: lobby, panels, typed moves, standing answers, rules."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.bot.test_whole_games import Hand, play_on
from tests.bot.world import components, open_world, reply, text_of


async def test_eclipse_is_begun_and_played_by_panels_and_typed_moves(tmp_path: Path) -> None:
    async with open_world(tmp_path, "eclipse") as world:
        await world.ada.slash(world.channel, "table new", game="eclipse")
        await world.ben.click(world.last, label="Join")
        await world.ada.slash(world.channel, "table settings", option="species", value="random")
        await world.ada.slash(world.channel, "table settings", option="giving_up", value="hopeless")
        await world.ada.click(world.last, label="Start")
        info = await world.tables.lobby.of_channel(world.channel.id)
        assert info.phase == "running"
        first = next(one for one in world.people if one.id == info.waiting[0].user_id)
        assert "one action" in text_of(reply(await first.slash(world.channel, "play")))
        policies = reply(await first.slash(world.channel, "policy"))
        assert "Fighting battles" in text_of(policies)
        assert len(components(policies)) <= 40
        assert "Draw a sector" in text_of(reply(await first.slash(world.channel, "rules", topic="explore")))
        await first.slash(world.channel, "play", move="influence done")
        info = await world.tables.lobby.of_channel(world.channel.id)
        assert info.waiting[0].user_id != first.id
        hands = {person.id: Hand(world, person, Random(str(person.id))) for person in (world.ada, world.ben)}
        await play_on(world, hands, 25)
        assert await world.tables.lobby.of_channel(world.channel.id) != info
        assert "Controlled sectors" in text_of(reply(await first.slash(world.channel, "score")))
