"""Processes that end: told to at a bad moment, or killed; and what the next one makes of what they left."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.databases import sqlite_url
from tests.field.bots import Bot
from tests.field.checks import STOP, check
from tests.field.faults import ACKNOWLEDGEMENTS, REPLIES
from tests.field.measures import away, hanging_gateway, hanging_login, hanging_post, posts_at
from tests.field.play import some, turn
from tests.field.scene import LONG, Scene, open_scene

STATES = [away, hanging_login, hanging_post, *([hanging_gateway] if LONG else [])]
AT_ONCE = 20.0
"""Seconds after a start within which what waits is said, also on a machine that is busy: far less than the lease."""


async def ends_in_time(bot: Bot) -> None:
    """Wait for the end of a process that was told to."""
    begun = asyncio.get_running_loop().time()
    assert await bot.ended() == 0
    took = asyncio.get_running_loop().time() - begun
    assert took <= STOP, f"it took {took:.1f} s"


@pytest.mark.parametrize(
    ("calls", "done"),
    [(ACKNOWLEDGEMENTS, True), (REPLIES, False)],
    ids=["acknowledged", "replying"],
)
async def test_a_press_that_the_end_of_the_process_catches_is_finished_or_refused_in_words(
    tmp_path: Path, calls: str, done: bool
) -> None:
    async with open_scene(tmp_path, sqlite_url(tmp_path)) as scene:
        [channel] = await scene.lay("race")
        bot = await scene.start()
        ada, ben = scene.pair(0)
        panel = await ada.slash(channel, "play").answered()
        scene.discord.faults.at(calls, bot.terminate, done=done)
        pressed = ada.use(panel.message, panel.parts[0], some(panel.parts[0], scene.chance))
        await ends_in_time(bot)
        assert pressed.asked.replied.is_set(), "there was no reply"
        assert not pressed.thinks
        await scene.start()
        await turn(ben, channel, scene.chance)
        await turn(ada, channel, scene.chance)
        await scene.said()
        await check(scene)


@pytest.mark.parametrize("state", STATES, ids=lambda one: one.__name__)
async def test_a_process_that_is_told_to_end_ends_within_seconds_also_while_it_waits_for_discord(
    tmp_path: Path, state: Callable[[Scene], Awaitable[Bot]]
) -> None:
    async with open_scene(tmp_path, sqlite_url(tmp_path)) as scene:
        bot = await state(scene)
        bot.terminate()
        await ends_in_time(bot)
        if not scene.discord.there:
            await scene.discord.come_back()
        scene.discord.gateway.speaks.set()
        scene.discord.faults.lift()
        await scene.start()
        await scene.said(seconds=AT_ONCE)
        await check(scene)


@pytest.mark.parametrize("done", [False, True], ids=["before", "after"])
async def test_what_a_killed_process_was_posting_the_next_one_says_at_once_and_once(tmp_path: Path, done: bool) -> None:
    async with open_scene(tmp_path, sqlite_url(tmp_path)) as scene:
        [channel] = await scene.lay("race")
        bot = await scene.start()
        ada, ben = scene.pair(0)
        await turn(ada, channel, scene.chance)
        await scene.said()
        before = len(scene.posts(channel))
        scene.discord.faults.at(posts_at(channel), bot.kill, done=done, cut=True)
        panel = await ben.slash(channel, "play").answered()
        pressed = ben.use(panel.message, panel.parts[0], some(panel.parts[0], scene.chance))
        assert await bot.ended() == -9
        scene.discord.forget_nonces()
        await scene.start()
        await scene.said(seconds=AT_ONCE)
        assert len(scene.posts(channel)) == before + 1
        await check(scene, forgive=frozenset({pressed.asked}))
