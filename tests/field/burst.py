"""Eight tables of the four games, and eight people who open their panels at once, one second after a start."""

from __future__ import annotations

import asyncio

from rules.registry import GAMES
from tests.field.people import Seen
from tests.field.scene import Scene, until

TABLES = 8
WITHIN = 0.05
"""Seconds within which all of them press."""


async def lay_tables(scene: Scene) -> list[int]:
    """Lay the tables, two of each game; gives their channels."""
    return await scene.lay(*sorted(GAMES), *sorted(GAMES))


async def burst(scene: Scene, channels: list[int]) -> tuple[int, list[Seen]]:
    """Start a bot, let all of them press, and stop it; gives how it ended and what they saw."""
    bot = await scene.start()
    await asyncio.sleep(1)
    asked = []
    for at, channel in enumerate(channels):
        # The next person of the table that was laid there: each of the eight presses once.
        person = scene.pair(at)[at // (len(scene.people) // 2) % 2]
        asked.append(person.slash(channel, "play"))
        await asyncio.sleep(WITHIN / len(channels))
    await until(lambda: not bot.running or all(one.asked.replied.is_set() for one in asked))
    return await bot.stop(), asked
