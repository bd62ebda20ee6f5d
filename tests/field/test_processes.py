"""Several processes of the bot on one PostgreSQL, killed and restarted while people play."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from tests.field.bots import Bot
from tests.field.checks import check
from tests.field.faults import POSTS
from tests.field.people import Person, Seen
from tests.field.play import play, questions, some, turn
from tests.field.scene import LONG, Scene, open_scene

KILLS = 12 if LONG else 2
ANSWERS = 400 if LONG else 30
"""Maximum number of answers given at each table."""


async def try_to_answer(person: Person, channel: int, chance: Random) -> list[Seen]:
    """Open a panel and answer once, as somebody does who knows nothing of processes; gives what got no reply."""
    failed: list[Seen] = []
    for _ in range(10):
        seen = person.slash(channel, "play")
        if await came(seen):
            offered = questions(seen)
            if not offered:
                return failed
            part = chance.choice(offered)
            pressed = person.use(seen.message, part, some(part, chance))
            if not await came(pressed):
                failed.append(pressed)
            return failed
        failed.append(seen)
    return failed


async def came(seen: Seen) -> bool:
    """Whether a reply comes, sooner than somebody would try again."""
    try:
        await asyncio.wait_for(seen.asked.replied.wait(), 6)
    except TimeoutError:
        return False
    return True


async def play_on(scene: Scene, channel: int, people: list[Person], chance: Random, end: asyncio.Event) -> list[Seen]:
    """Let people answer until the end is told; gives what got no reply."""
    failed: list[Seen] = []
    for _ in range(ANSWERS):
        for person in people:
            if end.is_set():
                return failed
            failed += await try_to_answer(person, channel, chance)
    return failed


async def kill_and_replace(scene: Scene, bots: list[Bot], chance: Random) -> None:
    """Kill one of the processes at some post, before or after it is done, and start another one."""
    at = chance.randrange(len(bots))
    done = chance.random() < 0.5
    killing = scene.discord.faults.at(
        POSTS, bots[at].kill, done=done, cut=True, skip=chance.randrange(3), process=bots[at].number
    )
    try:
        await asyncio.wait_for(killing.happened.wait(), 20)
        await bots[at].ended(seconds=20)
    except TimeoutError:  # that process had nothing to post, or has itself given up the call that should have killed it
        bots[at].kill()
    killing.lift()
    await bots[at].ended()
    bots[at] = await scene.start()


async def test_two_processes_that_are_killed_again_and_again_lose_no_answer_and_say_nothing_twice(
    postgres_url: str, tmp_path: Path
) -> None:
    chance = Random(7)
    async with open_scene(tmp_path, postgres_url) as scene:
        channels = await scene.lay(*["race"] * 3)
        bots = list(await asyncio.gather(scene.start(), scene.start()))
        end = asyncio.Event()
        playing = [
            asyncio.create_task(play_on(scene, channel, scene.pair(at), Random(at), end))
            for at, channel in enumerate(channels)
        ]
        for _ in range(KILLS):
            await kill_and_replace(scene, bots, chance)
            await asyncio.sleep(1)
        end.set()
        failed = [one.asked for many in await asyncio.gather(*playing) for one in many]
        await scene.said(seconds=30)
        await check(scene, forgive=frozenset(failed))


async def test_a_rolling_restart_loses_nothing_though_both_processes_are_told_of_each_press(
    postgres_url: str, tmp_path: Path
) -> None:
    async with open_scene(tmp_path, postgres_url) as scene:
        channels = await scene.lay("race", "race")
        scene.discord.gateway.everywhere = True
        old = await scene.start()
        playing = [
            asyncio.create_task(play(scene.pair(at), channel, Random(at), most=ANSWERS))
            for at, channel in enumerate(channels)
        ]
        for _ in range(3 if LONG else 1):
            new = await scene.start()
            await asyncio.sleep(1)
            assert await old.stop() == 0
            old = new
        await asyncio.gather(*playing)
        await turn(scene.people[0], channels[0], scene.chance)
        await scene.said(seconds=30)
        await check(scene)


async def test_what_one_process_writes_the_other_knows_at_once(postgres_url: str, tmp_path: Path) -> None:
    async with open_scene(tmp_path, postgres_url) as scene:
        [channel] = await scene.lay("race")
        await asyncio.gather(scene.start(), scene.start())
        # Each interaction goes to the other process in turn.
        given = await play(scene.pair(0), channel, Random(3), most=ANSWERS)
        assert given
        took = await scene.said(seconds=30)
        assert took < 5
        await check(scene)
