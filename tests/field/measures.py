"""What is measured in the field: starts that die, waits for a slow channel, posts a second, stops.

The scenes hold these against what must be; ``python -m tests.field`` prints them.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable

from rules.registry import GAMES
from tests.field.bots import Bot
from tests.field.faults import ACKNOWLEDGEMENTS, ALL, POSTS, REPLIES
from tests.field.people import Seen
from tests.field.play import answer, some, turn
from tests.field.scene import LONG, Scene, until

WITHIN = 0.05
"""Seconds within which everybody of a burst presses."""


def posts_at(channel: int) -> str:
    """The calls that post in a channel."""
    return f"POST /channels/{channel}/messages"


# Eight people in the same instant


async def lay_tables(scene: Scene) -> list[int]:
    """Lay eight tables, two of each game; gives their channels."""
    return await scene.lay(*sorted(GAMES), *sorted(GAMES))


async def burst(scene: Scene, channels: list[int]) -> tuple[int, list[Seen]]:
    """Start a bot, let eight people open their panels at once a second later, and stop it.

    Gives how the process ended and what they saw.
    """
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


# One channel that is slow, and one that hangs


async def begin_round(scene: Scene, at: int, channel: int) -> None:
    """Let both at a table discard of their first hands: after that the first round is to be posted."""
    for person in scene.pair(at):
        panel = await person.slash(channel, "play").answered()
        await answer(person, panel, scene.chance)


async def waits_elsewhere(scene: Scene, limited_seconds: float) -> list[float]:
    """Limit the posts of one table of six and let another's hang; gives how many seconds those of the others took."""
    channels = await scene.lay(*["race"] * 6)
    limited, hanging, *free = channels
    await scene.start()
    scene.discord.faults.limit(posts_at(limited), limited_seconds)
    scene.discord.faults.hang(posts_at(hanging), times=None)
    for at, channel in enumerate([limited, hanging]):
        await begin_round(scene, at, channel)
    await asyncio.sleep(0.5)
    loop = asyncio.get_running_loop()
    took: list[float] = []

    async def one(at: int, channel: int) -> None:
        await begin_round(scene, at, channel)
        answered = loop.time()
        await until(lambda: _shows_round(scene, channel), seconds=limited_seconds + 320)
        took.append(loop.time() - answered)

    await asyncio.gather(*(one(at, channel) for at, channel in enumerate(free, start=2)))
    scene.discord.faults.lift()
    return took


def _shows_round(scene: Scene, channel: int) -> bool:
    return any("Round 1 begins" in str(post.components) for post in scene.posts(channel))


# Many posts at once


async def post_times(scene: Scene, tables: int, seconds_a_call: float) -> list[float]:
    """Let the first posts of so many tables wait, start a bot, and give when each was posted, in seconds."""
    scene.discord.faults.slow(ALL, seconds_a_call, times=None)
    await scene.write_to_nobody()
    channels = await scene.lay(*["race"] * tables, told=False)
    await scene.start()
    panel = await scene.people[0].slash(channels[0], "play").answered()
    await answer(scene.people[0], panel, scene.chance)  # this is news, so that what waits is looked at
    await scene.said(seconds=120)
    posted = re.compile(POSTS)
    return sorted(
        call.carried_out for call in scene.discord.calls if posted.fullmatch(call.name) and call.carried_out is not None
    )


def rate(times: list[float]) -> float:
    """How many a second these are."""
    return (len(times) - 1) / (times[-1] - times[0])


# Stops at bad moments


async def idle(scene: Scene) -> Bot:
    """A bot that has nothing to do."""
    await scene.lay("race")
    return await scene.start()


async def away(scene: Scene) -> Bot:
    """A bot that has lost Discord some seconds ago."""
    [channel] = await scene.lay("race")
    bot = await scene.start()
    await turn(scene.people[0], channel, scene.chance)
    await scene.discord.leave()
    await asyncio.sleep(30 if LONG else 6)  # the pauses between its attempts grow
    return bot


async def hanging_gateway(scene: Scene) -> Bot:
    """A bot that has lost the gateway and connects anew, but hears nothing."""
    await scene.lay("race")
    bot = await scene.start()
    scene.discord.gateway.speaks.clear()
    scene.discord.gateway.cut()
    await asyncio.sleep(2)
    return bot


async def hanging_login(scene: Scene) -> Bot:
    """A bot whose login gets no answer."""
    hanging = scene.discord.faults.hang("GET /users/@me", times=None)
    bot = await scene.start(ready=False)
    await asyncio.wait_for(hanging.happened.wait(), 60)
    await asyncio.sleep(0.2)
    return bot


async def hanging_post(scene: Scene) -> Bot:
    """A bot that waits for Discord to take a post."""
    [channel] = await scene.lay("race")
    hanging = scene.discord.faults.hang(posts_at(channel))
    bot = await scene.start()
    for person in scene.pair(0):
        await turn(person, channel, scene.chance)
    await asyncio.wait_for(hanging.happened.wait(), 60)
    return bot


async def hanging_press(scene: Scene, calls: str = REPLIES) -> Bot:
    """A bot that waits for Discord to take a reply."""
    [channel] = await scene.lay("race")
    bot = await scene.start()
    panel = await scene.people[0].slash(channel, "play").answered()
    hanging = scene.discord.faults.hang(calls)
    scene.people[0].use(panel.message, panel.parts[0], some(panel.parts[0], scene.chance))
    await asyncio.wait_for(hanging.happened.wait(), 60)
    return bot


async def hanging_acknowledgement(scene: Scene) -> Bot:
    """A bot that waits for Discord to hear that a press has come."""
    return await hanging_press(scene, ACKNOWLEDGEMENTS)


STATES: tuple[Callable[[Scene], Awaitable[Bot]], ...] = (
    idle,
    away,
    hanging_gateway,
    hanging_login,
    hanging_post,
    hanging_press,
    hanging_acknowledgement,
)
"""In which a bot is told to end."""
