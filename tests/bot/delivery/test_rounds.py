"""In a game that everybody plays at once, the channel hears of it once a round; the rest is edited in place."""

from __future__ import annotations

from pathlib import Path

from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from tests.bot.world import open_world, text_of


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
