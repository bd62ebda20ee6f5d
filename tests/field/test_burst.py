"""Many people in the same instant, right after a start."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.databases import sqlite_url
from tests.field.checks import check
from tests.field.measures import burst, lay_tables
from tests.field.scene import LONG, open_scene

STARTS = 30 if LONG else 2


async def test_eight_people_who_press_in_the_same_instant_after_a_start_are_all_served(tmp_path: Path) -> None:
    async with open_scene(tmp_path, sqlite_url(tmp_path)) as scene:
        channels = await lay_tables(scene)
        for _ in range(STARTS):
            code, asked = await burst(scene, channels)
            assert code == 0, f"the process ended with {code}"
            served = await asyncio.gather(*(one.answered() for one in asked))
            assert all(one.parts for one in served)
        await check(scene)
