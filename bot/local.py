"""A table on this machine: a simulated Discord (SimCord) on a loopback web page, without token and network.

Only Discord is simulated, the bot is the real one. One person plays against robots; without robots four people share
one screen, and the page switches between them.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord.backend.errors import SetupError

from bot.client import Orrery
from bot.settings import BadSettings
from bot.tables.core.data import Person
from bot.tables.service import Tables
from bot.web.serving import serve_web
from rendering.pool import Drawer
from rules.kernel.game import Game
from storage.store import Store

PEOPLE = ("Vega", "Rigel", "Deneb", "Altair")
LOOPBACK = "127.0.0.1"
NO_LIMIT = 100_000
SETTLE_SECONDS = 120
"""Timeout of a press, robots' answers and all pictures included."""


@dataclass(frozen=True)
class LocalTable:
    """What is on the table: the game, its language, how many robots play against the first person. Port 0: any.

    `learn`: there is no table yet, but the first lesson of the game.
    """

    game: str
    language: str
    robots: int
    port: int
    learn: bool = False


class CannotServe(Exception):
    """The local page cannot be served. The message is one line for whoever started it."""


async def run_local(asked: LocalTable, games: Mapping[str, Game[Any, Any]], announce: Callable[[str], None]) -> None:
    """Serve a local table until the page is closed or the process is interrupted.

    Raises:
        CannotServe: the port is taken, say.

    """
    with tempfile.TemporaryDirectory(prefix="orrery-") as folder:
        store = await Store.open(f"sqlite:///{Path(folder) / 'orrery.sqlite3'}")
        drawer = Drawer("threads", 1)
        try:
            await _serve(store, drawer, asked, games, announce)
        finally:
            drawer.close()
            await store.close()


async def _serve(
    store: Store,
    drawer: Drawer,
    asked: LocalTable,
    games: Mapping[str, Game[Any, Any]],
    announce: Callable[[str], None],
) -> None:
    # The simulation has its own clock, which the bot must use.
    env: simcord.Env

    def now() -> datetime:
        return env.now()

    bot = Orrery(Tables(store, games, now), games, drawer, shard_count=1, clock=now)
    env = simcord.Env(bot, check_errors=False, settle_timeout=SETTLE_SECONDS)
    let_simulation_know(env, bot)
    await env.start()
    env.backend.edit_bot_profile("Orrery")
    ending = AsyncExitStack()
    try:
        boards = _free_port()
        with suppress(BadSettings):  # the table goes without boards in full size
            await ending.enter_async_context(serve_web(bot, f"http://{LOOPBACK}:{boards}", LOOPBACK, boards))
        locale = "de" if asked.language == "de" else "en-US"
        set_locale(env, locale)
        guild = env.create_guild("Orrery", preferred_locale=locale)
        # The page shows one channel, so tables open there; whoever is the first person may try /server.
        assert bot.user is not None
        no_threads = discord.PermissionOverwrite(create_public_threads=False)
        channel = guild.create_text_channel("table", overwrites={bot.user: no_threads})
        people = [guild.add_member(env.create_user(name.lower(), global_name=name)) for name in PEOPLE]
        env.backend.add_member_role(
            guild.id, people[0].id, guild.create_role("host", permissions=discord.Permissions(manage_guild=True)).id
        )
        await bot.tables.guilds.change(guild.id, Person(people[0].id, PEOPLE[0], manages=True), where="here")
        for person in people:  # the page shows the channel, not direct messages
            await bot.tables.prefer(person.id, notices="channel", locale=locale)
        if asked.learn:
            await people[0].slash(channel, "learn", game=asked.game)
        else:
            await people[0].slash(channel, "table new", game=asked.game)
        if asked.robots and not asked.learn:
            for _ in range(asked.robots):
                await people[0].slash(channel, "table robot")
            await people[0].slash(channel, "table start")
        preview = env.preview(channel, viewers=people, layout="channel", locale=locale, port=asked.port or None)
        try:
            async with preview:
                announce(preview.url)
                await _until_stopped(preview.wait_closed())
        except SetupError as error:
            if isinstance(error.__cause__, PermissionError):
                message = f"Port {asked.port} is not for you to open. Choose one from 1024 on with --port."
            elif isinstance(error.__cause__, OSError):
                message = f"Port {asked.port} is taken. Choose another one with --port."
            else:
                message = str(error)
            raise CannotServe(message) from None
    finally:
        await ending.aclose()
        await env.shutdown()


def _free_port() -> int:
    with socket.create_server((LOOPBACK, 0)) as free:
        return int(free.getsockname()[1])


async def _until_stopped(closed: Awaitable[None]) -> None:
    """Wait until the page is closed, or a signal asks the process to stop."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    waits = [asyncio.ensure_future(closed), asyncio.ensure_future(stop.wait())]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
        await asyncio.gather(*waits, return_exceptions=True)


def let_simulation_know(env: simcord.Env, bot: Orrery) -> None:
    """Declare the one wait of the bot that has no end, so that the simulation can tell when the bot is idle.

    The simulated Discord takes as many calls as come.
    """

    async def idle_wait(awaitable: Awaitable[Any]) -> Any:
        return await env.external_wait(awaitable, reason="news for the outbox")

    bot.poster.idle_wait = idle_wait
    bot.traffic.max_a_second = NO_LIMIT


def set_locale(env: simcord.Env, locale: str) -> None:
    """Set the locale of all interactions; the simulation itself knows English alone."""

    def replace_locale(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            payload["locale"] = locale

    env.backend.subscribers.insert(0, replace_locale)
