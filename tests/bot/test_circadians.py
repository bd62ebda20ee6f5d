"""Circadians: First Light at a table, by text: plans stay secret until all have planned, and a whole game is played."""

from __future__ import annotations

from pathlib import Path
from random import Random

from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from tests.bot.test_whole_games import Hand, play_on
from tests.bot.world import World, open_world, reply, text_of


async def planned(world: World) -> int:
    """Bring a seated table to the first planning."""
    info = await world.tables.lobby.of_channel(world.channel.id)
    chance = Rng("ab" * 16)
    while (live := await world.tables.game(info.id)).view(None).phase == "setup":
        seat = live.waiting[0]
        prompt = live.prompt_of(seat)
        assert prompt is not None
        await world.tables.answer(info.id, live.info.players[seat].user_id, [choose(None, prompt, chance)])
    await world.env.settle()
    return info.id


async def test_plans_are_typed_kept_secret_changed_and_then_shown(tmp_path: Path) -> None:
    async with open_world(tmp_path, "circadians") as world:
        await world.seated(2)
        table = await planned(world)
        live = await world.tables.game(table)
        people = {person.id: person for person in world.people}
        first, second = (people[live.info.players[seat].user_id] for seat in (0, 1))
        before = {post.id for post in world.posts()}

        faces = live.view(0).players[0].rolled
        line = "plan " + " ".join(f"{face}>g{n}" for n, face in enumerate(faces, 1))
        panel = reply(await first.slash(world.channel, "play", move=line))
        assert "Your plan" in text_of(panel)
        assert {post.id for post in world.posts()} == before  # nothing is told, the table message is edited
        assert all(f"{faces[0]} to garage" not in text_of(post) for post in world.posts())
        assert list((await world.tables.game(table)).waiting) == [1]

        await first.slash(world.channel, "undo")
        live = await world.tables.game(table)
        assert list(live.waiting) == [0, 1]
        await first.slash(world.channel, "play", move="anew")
        await first.slash(
            world.channel, "play", move="plan " + " ".join(f"{face}>f{n}" for n, face in enumerate(faces, 1))
        )

        faces = live.view(1).players[1].rolled
        await second.slash(world.channel, "play", move=" ".join(f"{face}>g{n}" for n, face in enumerate(faces, 1)))
        await world.env.settle()
        assert "to farm 1" in text_of(world.last)
        assert (await world.tables.game(table)).view(None).players[1].garages[:3] == list(faces)


async def test_a_whole_game_is_played_by_text_with_a_restart_in_the_middle(tmp_path: Path) -> None:
    async with open_world(tmp_path, "circadians") as world:
        await world.seated(2)
        hands = {person.id: Hand(world, person, Random(f"circadians {person.id}")) for person in world.people[:2]}
        await play_on(world, hands, 30)
        await world.restart()
        ways = await play_on(world, hands, 2000)
        assert ways == {"button", "menu", "typed"}
        info = await world.tables.lobby.of_channel(world.channel.id, ended=True)
        assert info.phase == "finished"
        said = text_of(world.last)
        assert "won!" in said or "share the victory" in said
        assert reply(await world.ada.slash(world.channel, "rules", topic="set"))
