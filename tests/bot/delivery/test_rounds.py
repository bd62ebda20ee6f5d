"""In a game that everybody plays at once, the channel hears of it once a round; the rest is edited in place."""

from __future__ import annotations

from pathlib import Path

from bot.tables.core.data import Person
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from tests.bot.world import components, open_world, reply, text_of


async def test_a_round_of_race_is_one_post_where_nobody_wants_to_be_mentioned(tmp_path: Path) -> None:
    async with open_world(tmp_path, "race") as world:
        await world.seated(3)
        info = await world.tables.lobby.of_channel(world.channel.id)
        chance = Rng("ab" * 16)
        posts: dict[int, set[int]] = {}
        while (live := await world.tables.game(info.id)).view(None).round < 3:
            before = {post.id for post in world.posts()}
            seat = live.waiting[0]
            prompt = live.prompt_of(seat)
            assert prompt is not None
            await world.tables.answer(info.id, live.info.players[seat].user_id, [choose(None, prompt, chance)])
            await world.env.settle()
            round_now = (await world.tables.game(info.id)).view(None).round
            posts.setdefault(round_now, set()).update(post.id for post in world.posts() if post.id not in before)
        assert [len(posts[number]) for number in (1, 2, 3)] == [1, 1, 1]
        assert "Round 3" in text_of(world.last)


async def test_setting_gaia_project_up_is_a_post_for_factions_one_for_structures_and_one_for_boosters(
    tmp_path: Path,
) -> None:
    async with open_world(tmp_path, "gaia") as world:
        people = world.people[:2]
        await people[0].slash(world.channel, "table new", game="gaia")
        await people[1].slash(world.channel, "table join")
        info = await world.tables.lobby.of_channel(world.channel.id)
        await world.tables.lobby.configure(info.id, Person(people[0].id, "Ada"), "setup", "advanced")
        await people[0].slash(world.channel, "table start")
        await world.env.settle()
        posts: dict[str, set[int]] = {"faction": {world.last.id}}
        while (live := await world.tables.game(info.id)).view(None).phase == "setup":
            prompt = live.prompt_of(live.waiting[0])
            assert prompt is not None
            posts.setdefault(prompt.kind, set()).add(world.last.id)
            user = live.info.players[live.waiting[0]].user_id
            await world.tables.answer(info.id, user, [[prompt.legal[0].id]])
            await world.env.settle()
        assert {kind: len(ids) for kind, ids in posts.items()} == {"faction": 1, "first": 1, "booster": 1}
        assert len(set().union(*posts.values())) == 3
        assert world.last.id not in set().union(*posts.values())


async def test_a_notice_tells_what_the_others_have_chosen_before_what_its_reader_has(tmp_path: Path) -> None:
    async with open_world(tmp_path, "race") as world:
        seated = await world.seated(3)
        for picks in (2, 1):
            for person in seated:
                panel = reply(await person.slash(world.channel, "play"))
                menu = next(one for one in components(panel) if one["type"] == 3)
                await person.select(panel, [one["value"] for one in menu["options"][:picks]])
            if picks == 2:
                asked = text_of(world.dms(seated[0])[-1])
                assert "**Round 1: choose your action.**" in asked
                assert asked.count("Round 1") == 1
        said = text_of(world.dms(seated[1])[-1])
        names = [one.user.name.capitalize() for one in seated]
        assert f"{names[0]} chooses" in said
        assert f"{names[2]} chooses" in said
        assert f"{names[1]} chooses" not in said
        assert "You draw" in said
