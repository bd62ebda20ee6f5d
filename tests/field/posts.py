"""How fast posts leave when each call of Discord takes its time."""

from __future__ import annotations

import re

from tests.field.faults import ALL, POSTS
from tests.field.play import answer
from tests.field.scene import Scene


async def post_times(scene: Scene, tables: int, seconds_a_call: float) -> list[float]:
    """Let the first posts and notices of so many tables wait, start a bot, and give when each was sent, in seconds."""
    scene.discord.faults.slow(ALL, seconds_a_call, times=None)
    channels = await scene.lay(*["race"] * tables, told=False)
    await scene.start()
    panel = await scene.people[0].slash(channels[0], "play").answered()
    await answer(scene.people[0], panel, scene.chance)  # this is news, so that what waits is looked at
    await scene.said(seconds=120)
    posted = re.compile(POSTS)
    return sorted(
        call.carried_out for call in scene.discord.calls if posted.fullmatch(call.name) and call.carried_out is not None
    )
