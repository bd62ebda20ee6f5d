"""Discord is away for a while, with posts waiting; when it is back, everything is said at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.databases import sqlite_url
from tests.field.checks import check
from tests.field.faults import POSTS
from tests.field.people import Seen
from tests.field.play import answer
from tests.field.scene import LONG, Scene, open_scene

AWAY = 120.0 if LONG else 5.0
BACK = 20.0
"""Seconds after which the bot must have noticed that Discord is back, and have said all that waited."""


async def let_posts_wait(scene: Scene, channels: list[int]) -> list[Seen]:
    """Answer at every table while nothing can be posted; gives what the people saw."""
    seen = []
    for at, channel in enumerate(channels):
        for person in scene.pair(at):
            panel = await person.slash(channel, "play").answered()
            answered = await answer(person, panel, scene.chance)
            assert answered is not None
            seen.append(answered)
    return seen


async def test_what_waits_while_discord_is_away_is_said_at_once_when_it_is_back(tmp_path: Path) -> None:
    async with open_scene(tmp_path, sqlite_url(tmp_path)) as scene:
        channels = await scene.lay(*["race"] * 4)
        bot = await scene.start()
        scene.discord.faults.hang(POSTS, times=None)
        await let_posts_wait(scene, channels)
        await scene.discord.leave()
        scene.discord.faults.lift()
        await asyncio.sleep(AWAY)
        assert bot.running
        await scene.discord.come_back()
        await scene.said(seconds=BACK)
        assert all(scene.posts(channel) for channel in channels)
        await check(scene)


@pytest.mark.parametrize("status", [500, 503] if LONG else [503])
async def test_what_waits_while_discord_answers_with_errors_is_said_at_once_afterwards(
    tmp_path: Path, status: int
) -> None:
    async with open_scene(tmp_path, sqlite_url(tmp_path)) as scene:
        channels = await scene.lay(*["race"] * 4)
        await scene.start()
        failing = scene.discord.faults.refuse(r"\w+ /(channels|users)/.*", status, times=None)
        await let_posts_wait(scene, channels)
        await asyncio.sleep(AWAY)
        failing.lift()
        [panel] = [one for one in scene.people[0].did if one.pressed is None]
        await scene.people[0].press(panel.message, "fresh").answered()
        await scene.said(seconds=BACK)
        assert all(scene.posts(channel) for channel in channels)
        await check(scene)
