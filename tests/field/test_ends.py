"""Processes that end: told to at a bad moment, or killed; and what the next one makes of what they left."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.field.bots import Bot
from tests.field.checks import STOP, check
from tests.field.faults import ACKNOWLEDGEMENTS, POSTS, REPLIES
from tests.field.play import answer, some, turn
from tests.field.scene import Scene, open_scene

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
    async with open_scene(tmp_path, f"sqlite:///{tmp_path / 'orrery.db'}") as scene:
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


async def away(scene: Scene) -> Bot:
    """A bot that has lost Discord some seconds ago."""
    [channel] = await scene.lay("race")
    bot = await scene.start()
    await turn(scene.people[0], channel, scene.chance)
    await scene.discord.leave()
    await asyncio.sleep(3)
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
    hanging = scene.discord.faults.hang(POSTS)
    bot = await scene.start()
    for person in scene.pair(0):
        await turn(person, channel, scene.chance)
    await asyncio.wait_for(hanging.happened.wait(), 60)
    return bot


@pytest.mark.parametrize("state", [away, hanging_login, hanging_post], ids=lambda state: state.__name__)
async def test_a_process_that_is_told_to_end_ends_within_seconds_also_while_it_waits_for_discord(
    tmp_path: Path, state: object
) -> None:
    async with open_scene(tmp_path, f"sqlite:///{tmp_path / 'orrery.db'}") as scene:
        assert callable(state)
        bot: Bot = await state(scene)
        bot.terminate()
        await ends_in_time(bot)
        if not scene.discord.there:
            await scene.discord.come_back()
        scene.discord.faults.lift()
        await scene.start()
        await scene.said(seconds=AT_ONCE)
        await check(scene)


@pytest.mark.parametrize("done", [False, True], ids=["before", "after"])
async def test_what_a_killed_process_was_posting_the_next_one_says_at_once_and_once(tmp_path: Path, done: bool) -> None:
    async with open_scene(tmp_path, f"sqlite:///{tmp_path / 'orrery.db'}") as scene:
        [channel] = await scene.lay("race")
        bot = await scene.start()
        killing = scene.discord.faults.at(POSTS, bot.kill, done=done, cut=True)
        for person in scene.pair(0):
            panel = await person.slash(channel, "play").answered()
            await answer(person, panel, scene.chance)
        await bot.ended()
        assert killing.happened.is_set()
        scene.discord.forget_nonces()
        await scene.start()
        await scene.said(seconds=AT_ONCE)
        assert len(scene.posts(channel)) == 1
        await check(scene)
