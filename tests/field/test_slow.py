"""One channel that is slow must not be felt anywhere else, and many posts leave together."""

from __future__ import annotations

from pathlib import Path

from tests.databases import sqlite_url
from tests.field.checks import check
from tests.field.measures import post_times, rate, waits_elsewhere
from tests.field.scene import LONG, open_scene

LIMITED = 40.0 if LONG else 6.0
"""The seconds for which one channel takes no posts."""
ELSEWHERE = 2.0
"""Seconds within which the posts of other tables come."""
SECONDS_A_CALL, POSTS_A_SECOND = (0.15, 30) if LONG else (0.45, 10)
"""The short run asks for less than a third with calls three times as slow: that holds on a busy machine as well."""


async def test_a_slow_channel_and_one_that_hangs_hold_up_no_other(tmp_path: Path) -> None:
    async with open_scene(tmp_path, sqlite_url(tmp_path)) as scene:
        took = await waits_elsewhere(scene, LIMITED)
        assert max(took) <= ELSEWHERE
        await scene.said()
        await check(scene)


async def test_posts_of_many_tables_leave_together(tmp_path: Path) -> None:
    async with open_scene(tmp_path, sqlite_url(tmp_path)) as scene:
        times = await post_times(scene, tables=96 if LONG else 48, seconds_a_call=SECONDS_A_CALL)
        assert rate(times) >= POSTS_A_SECOND
        await check(scene)
