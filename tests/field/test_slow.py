"""One channel that is slow must not be felt anywhere else."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.field.checks import check
from tests.field.people import Person
from tests.field.play import answer
from tests.field.posts import post_times
from tests.field.scene import LONG, Scene, open_scene, until

LIMITED = 40.0 if LONG else 6.0
"""For so many seconds one channel takes no posts."""
ELSEWHERE = 2.0
"""Seconds within which the posts of other tables come."""


def posts_at(channel: int) -> str:
    return f"POST /channels/{channel}/messages"


async def begin_round(scene: Scene, people: list[Person], channel: int) -> None:
    """Let both discard of their first hands: after that the first round is to be posted."""
    for person in people:
        seen = await person.slash(channel, "play").answered()
        await answer(person, seen, scene.chance)


async def test_a_slow_channel_and_one_that_hangs_hold_up_no_other(tmp_path: Path) -> None:
    async with open_scene(tmp_path, f"sqlite:///{tmp_path / 'orrery.db'}") as scene:
        channels = await scene.lay(*["race"] * 6)
        limited, hanging, *free = channels
        await scene.start()
        scene.discord.faults.limit(posts_at(limited), LIMITED)
        scene.discord.faults.hang(posts_at(hanging), times=None)
        loop = asyncio.get_running_loop()
        begun = loop.time()
        for at, channel in enumerate(channels[:2]):
            await begin_round(scene, scene.pair(at), channel)
        await asyncio.sleep(0.5)
        took = []
        for at, channel in enumerate(free, start=2):
            before = len(scene.posts(channel))
            await begin_round(scene, scene.pair(at), channel)
            answered = loop.time()
            left = max(0.0, begun + LIMITED - answered)
            await until(lambda: len(scene.posts(channel)) > before, seconds=LIMITED + 30)  # noqa: B023 - at once
            took.append(loop.time() - answered)
            assert took[-1] <= ELSEWHERE, f"a post elsewhere came after {took[-1]:.1f} s; {left:.1f} s were left"
        scene.discord.faults.lift()
        await scene.said(seconds=LIMITED + 60)
        await check(scene)


async def test_posts_of_many_tables_leave_together_and_in_order(tmp_path: Path) -> None:
    async with open_scene(tmp_path, f"sqlite:///{tmp_path / 'orrery.db'}") as scene:
        times = await post_times(scene, tables=96 if LONG else 48, seconds_a_call=0.15)
        rate = (len(times) - 1) / (times[-1] - times[0])
        assert rate >= 30, f"{rate:.1f} posts a second"
        await check(scene)
