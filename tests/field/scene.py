"""A scene: a Discord on the loopback, people in its channels, a database, and bots that are started and stopped."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from simcord.backend.models import Message
from sqlmodel import col, delete, select

from bot.tables.core.data import Person as Sitter
from bot.tables.service import Tables
from rules.registry import GAMES
from storage.address import Address
from storage.engine import make_engine
from storage.schema import LogRow, OutboxRow
from storage.store import Store
from tests.field.bots import Bot
from tests.field.people import Part, Person, parts_of
from tests.field.server import Discord

LONG = bool(os.environ.get("ORRERY_LONG"))
"""Whether there is time for long runs."""
PATIENCE = 60.0
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Greta", "Hugo")


class Scene:
    """Everything of one run. Times are in seconds, by the clock of the event loop."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        self.url = url
        self.discord = Discord()
        backend = self.discord.backend
        self.guild_id = backend.create_guild("Observatory").id
        self.people: list[Person] = []
        self.people += map(self.person, NAMES)
        self.chance = Random(1)
        self.bots: list[Bot] = []
        self._started = 0
        self.expected_codes: dict[int, int] = {}
        """By the number of the process: how it shall end, where that is not 0."""

    def person(self, name: str) -> Person:
        """Let somebody join the server."""
        user = self.discord.backend.make_user(name.lower(), global_name=name)
        self.discord.backend.add_member(self.guild_id, user.id)
        return Person(self.discord, self.guild_id, user.id, name)

    def channel(self) -> int:
        """Make a channel."""
        return self.discord.backend.create_channel(self.guild_id, f"table-{len(self.discord.backend.channels)}").id

    def posts(self, channel_id: int) -> list[Message]:
        """What everybody sees in a channel, the oldest first."""
        return [one for one in self.discord.backend.messages[channel_id].values() if not one.is_ephemeral]

    def parts(self, channel_id: int) -> list[Part]:
        """The buttons and menus of the last post of a channel."""
        return parts_of(self.posts(channel_id)[-1].components)

    async def start(self, *, ready: bool = True, **settings: str) -> Bot:
        """Start a process of the bot."""
        self._started += 1
        number = self._started
        bot = await Bot.start(self.discord, self.folder, self.url, number, settings)
        self.bots.append(bot)
        if ready:
            await bot.ready()
        return bot

    async def lay(
        self, *games: str, people: Sequence[Person] | None = None, robots: int = 0, told: bool = True
    ) -> list[int]:
        """Lay a table for each of these games and start it, without any bot; gives the channels.

        Two people sit at each, the next two at the next; or these at all of them. `told`: nothing of it waits to be
        said any more.
        """
        store = await Store.open(self.url)
        try:
            tables = Tables(store, GAMES)
            channels = [await self._lay(tables, game, people or self.pair(at), robots) for at, game in enumerate(games)]
            if told:
                async with store.writing() as session:
                    await session.exec(delete(OutboxRow))
        finally:
            await store.close()
        return channels

    def pair(self, at: int) -> list[Person]:
        """The two people of the table of that number."""
        first = 2 * at % len(self.people)
        return self.people[first : first + 2]

    async def write_to_nobody(self) -> None:
        """Let everybody want no direct messages."""
        store = await Store.open(self.url)
        try:
            for one in self.people:
                await Tables(store, GAMES).prefer(one.id, notices="none")
        finally:
            await store.close()

    async def _lay(self, tables: Tables, game: str, people: Sequence[Person], robots: int) -> int:
        channel_id = self.channel()
        first, *others = [Sitter(one.id, one.name) for one in people]
        info = await tables.lobby.create(self.guild_id, channel_id, first, game, {})
        for one in others:
            await tables.lobby.join(info.id, one)
        for _ in range(robots):
            await tables.robots.add(info.id, first)
        await tables.lobby.start(info.id, first)
        return channel_id

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Any]:
        """Read the database, also while bots work on it."""
        address = Address.parse(self.url)
        store = Store(address, make_engine(address))
        try:
            async with store.reading() as session:
                yield session
        finally:
            await store.close()

    async def log(self) -> list[LogRow]:
        """All that has happened in the games."""
        async with self.reading() as session:
            return list(await session.exec(select(LogRow)))

    async def unsent(self) -> int:
        """How many rows of the outbox are due, or put off because Discord was away, and not sent."""
        soon = datetime.now(UTC) + timedelta(hours=1)
        waiting = select(OutboxRow).where(col(OutboxRow.sent_at).is_(None), col(OutboxRow.given_up_at).is_(None))
        async with self.reading() as session:
            return sum(row.due_at <= soon for row in await session.exec(waiting))

    async def said(self, *, seconds: float = PATIENCE) -> float:
        """Wait until all that is due has been said; gives how long that took."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        while left := await self.unsent():
            assert loop.time() - begun < seconds, f"{left} rows of the outbox wait after {seconds} s"
            await asyncio.sleep(0.1)
        return loop.time() - begun


async def until(condition: Callable[[], object], *, seconds: float = PATIENCE, what: str = "") -> float:
    """Wait until something holds; gives how long it took."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    while not condition():
        assert loop.time() - begun < seconds, f"not within {seconds} s: {what or condition}"
        await asyncio.sleep(0.01)
    return loop.time() - begun


@asynccontextmanager
async def open_scene(folder: Path, url: str) -> AsyncIterator[Scene]:
    """Open a scene; whatever happens in it, no process outlives it."""
    scene = Scene(folder, url)
    await scene.discord.open()
    try:
        yield scene
    finally:
        for bot in scene.bots:
            bot.kill()
        for bot in scene.bots:
            await bot.ended()
        await scene.discord.close()
