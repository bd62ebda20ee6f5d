"""The gateway is cut, forgets, and turns the bot away; and Discord is not there when the bot starts."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.databases import sqlite_url
from tests.field.bots import Bot
from tests.field.checks import check
from tests.field.gateway import DISALLOWED_INTENTS, WRONG_TOKEN
from tests.field.play import turn
from tests.field.scene import LONG, Scene, open_scene, until

REFUSALS = [(WRONG_TOKEN, True), (DISALLOWED_INTENTS, False)]
"""The code with which the bot is turned away, and whether it has been running."""
if LONG:
    REFUSALS += [(WRONG_TOKEN, False), (DISALLOWED_INTENTS, True)]
DISCORD = 4
"""The exit code of a process that Discord does not want."""


async def is_back(scene: Scene, bot: Bot, *, identified: int, resumed: int) -> None:
    """Wait until a bot has identified and resumed so often."""
    gateway = scene.discord.gateway
    await until(
        lambda: (
            (gateway.identified.get(bot.number, 0), gateway.resumed.get(bot.number, 0)) >= (identified, resumed)
            and gateway.sessions_of(bot.number)
        ),
        what=f"identified {identified} times, resumed {resumed} times",
    )


async def test_a_bot_whose_gateway_ends_comes_back_and_has_missed_nothing(tmp_path: Path) -> None:
    async with open_scene(tmp_path, sqlite_url(tmp_path)) as scene:
        [channel] = await scene.lay("race")
        bot = await scene.start()
        gateway = scene.discord.gateway
        ada, ben = scene.pair(0)
        for resumed, happens in enumerate([gateway.cut, lambda: gateway.close(4000), gateway.ask_to_reconnect], 1):
            happens()
            pressed = ada.slash(channel, "play")  # it is told of this when it resumes
            await is_back(scene, bot, identified=1, resumed=resumed)
            assert (await pressed.answered()).parts
        await turn(ada, channel, scene.chance)
        for identified, happens in enumerate([gateway.forget, gateway.invalidate] if LONG else [gateway.forget], 2):
            happens()
            await is_back(scene, bot, identified=identified, resumed=3)
            await turn(ben, channel, scene.chance)
            await turn(ada, channel, scene.chance)
        await scene.said()
        assert gateway.heartbeats
        await check(scene)


def one_line(bot: Bot) -> str:
    """The line in which a process has told why it ended."""
    lines = [line for line in bot.output.splitlines() if line.startswith("orrery: ")]
    assert len(lines) == 1, bot.output
    assert "Traceback" not in bot.output, bot.output
    return lines[0]


@pytest.mark.parametrize(("code", "running"), REFUSALS)
async def test_a_bot_that_discord_does_not_want_ends_with_one_line(tmp_path: Path, code: int, running: bool) -> None:
    async with open_scene(tmp_path, sqlite_url(tmp_path)) as scene:
        if running:
            bot = await scene.start()
            scene.discord.gateway.close(code)
        else:
            scene.discord.gateway.refuses = code
            bot = await scene.start(ready=False)
        assert await bot.ended() == DISCORD
        assert ("token" if code == WRONG_TOKEN else "intents") in one_line(bot)
        scene.expected_codes[bot.number] = DISCORD
        await check(scene)


async def test_a_token_that_is_refused_ends_the_start_with_one_line(tmp_path: Path) -> None:
    async with open_scene(tmp_path, sqlite_url(tmp_path)) as scene:
        scene.discord.refuses_token = True
        bot = await scene.start(ready=False)
        assert await bot.ended() == DISCORD
        assert "token" in one_line(bot)
        scene.expected_codes[bot.number] = DISCORD
        await check(scene)


@pytest.mark.parametrize("away", ["refused", "errors"])
async def test_a_bot_that_starts_while_discord_is_away_waits_for_it(tmp_path: Path, away: str) -> None:
    async with open_scene(tmp_path, sqlite_url(tmp_path)) as scene:
        [channel] = await scene.lay("race")
        if away == "refused":
            await scene.discord.leave()
        failing = scene.discord.faults.refuse("GET .*", 503, times=None) if away == "errors" else None
        bot = await scene.start(ready=False)
        await asyncio.sleep(20 if LONG else 3)
        assert bot.running, bot.output
        if failing is None:
            await scene.discord.come_back()
        else:
            failing.lift()
        await bot.ready()
        await turn(scene.people[0], channel, scene.chance)
        await scene.said()
        await check(scene)
