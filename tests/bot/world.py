"""The simulated world of the bot's tests, and the hands and eyes of the people in it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from bot.client import Orrery
from bot.connection.late_pictures import Patience
from bot.local import let_simulation_know
from bot.tables.core.data import Person
from bot.tables.service import Tables
from rendering.pool import Drawer
from rules.registry import GAMES
from storage.store import Store
from tests.at_table import keys
from tests.bot.threads import Threads
from tests.databases import fresh_url

Queries = discord.Message | ResponseMessage | None


class Shift:
    """The time: that of the simulated Discord, once there is one. It moves when a test lets it."""

    def __init__(self) -> None:
        self.by = timedelta()
        self.base: Callable[[], datetime] = lambda: datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.base() + self.by


def build(store: Store, *games: str, pictures: str, clock: Shift, chance: Iterator[str]) -> Orrery:
    """Make a bot on a store; `chance` gives the secrets that its games are dealt by."""
    chosen = {key: GAMES[key] for key in games}
    tables = Tables(store, chosen, clock, chance.__next__)
    return Orrery(tables, chosen, Drawer(pictures, 1), shard_count=1, clock=clock)


class World:
    """A server, a channel, four people, and the bot."""

    def __init__(self, env: simcord.Env, store: Store, url: str, games: tuple[str, ...], pictures: str) -> None:
        self.env = env
        self.threads = Threads(env)
        self.store = store
        self.url = url
        self.games = games
        self.pictures = pictures
        self.guild = env.create_guild("Observatory")
        self.channel = self.guild.create_text_channel("orrery")
        self.people = [
            self.guild.add_member(env.create_user(name.lower(), global_name=name))
            for name in ("Ada", "Ben", "Cleo", "Dora")
        ]
        self.ada, self.ben, self.cleo, self.dora = self.people
        self.locale = "en-US"
        self.clock = Shift()
        self.chance = keys()
        """What games are dealt by: the same in every run, so that a test fails always or never."""
        self.expected: tuple[type[BaseException], ...] = ()
        """Errors of the bot that the test means to happen."""
        # Interactions speak the language of this world; simulated ones are in English otherwise.
        env.backend.subscribers.insert(0, self._speak)

    def _speak(self, event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            payload["locale"] = self.locale

    @property
    def bot(self) -> Orrery:
        bot = self.env.bot
        assert isinstance(bot, Orrery)
        return bot

    @property
    def tables(self) -> Tables:
        return self.bot.tables

    async def restart(self) -> None:
        """Stop the bot and start another one on the same database."""
        self.bot.drawer.close()
        await self.store.close()
        self.store = await Store.open(self.url)
        fresh = build(self.store, *self.games, pictures=self.pictures, clock=self.clock, chance=self.chance)
        let_simulation_know(self.env, fresh)
        await self.env.restart_bot(fresh)

    async def set_server(self, **settings: Any) -> None:
        """Set something for the server. Its tables open in the channel, unless a test lets them have threads."""
        keeper = Person(0, "", manages=True)
        await self.tables.guilds.change(self.guild.id, keeper, **settings)

    async def seated(self, number: int) -> list[MemberActor]:
        """Open a table, seat that many people and start; gives them in the order of their seats."""
        people = self.people[:number]
        await people[0].slash(self.channel, "table new", game=self.games[0])
        for person in people[1:]:
            await person.slash(self.channel, "table join")
        await people[0].slash(self.channel, "table start")
        info = await self.tables.lobby.of_channel(self.channel.id)
        by_id = {person.id: person for person in people}
        return [by_id[one.user_id] for one in info.players]

    async def later(self, **by: float) -> None:
        """Let so much time pass, and the bot see to what falls due."""
        self.env.backend.advance_clock(timedelta(**by).total_seconds())
        self.tables.wakeup.set()
        await self.env.settle()

    def dms(self, person: MemberActor) -> list[discord.Message]:
        """Every direct message that the bot has sent to a person, the oldest first."""
        return [one for one in person.user.dm_channel.history() if not one.flags.ephemeral]

    @property
    def last(self) -> discord.Message:
        """The newest message of the channel that everybody sees."""
        return self.posts()[-1]

    def posts(self) -> list[discord.Message]:
        """Every message of the channel that everybody sees."""
        return [one for one in self.channel.history() if not one.flags.ephemeral]


@asynccontextmanager
async def open_world(folder: Path, *games: str, pictures: str = "off") -> AsyncIterator[World]:
    """Start a bot on a fresh database in a fresh simulated Discord."""
    async with fresh_url(folder) as url, _open_world(url, games, pictures) as world:
        yield world


@asynccontextmanager
async def _open_world(url: str, games: tuple[str, ...], pictures: str) -> AsyncIterator[World]:
    store = await Store.open(url)
    clock = Shift()
    chance = keys()
    bot = build(store, *games, pictures=pictures, clock=clock, chance=chance)
    bot.late_pictures.patience = Patience(60, 60, 60)
    env = simcord.Env(bot, settle_timeout=20)
    clock.base = env.now
    let_simulation_know(env, bot)
    await env.start()
    world = World(env, store, url, games, pictures)
    await world.set_server(where="here")
    world.clock = clock
    world.chance = chance
    try:
        yield world
    finally:
        await env.shutdown()
        world.bot.drawer.close()
        await world.store.close()
    unexpected = [error for error in env.errors if not isinstance(error, world.expected)]
    if unexpected:
        raise BaseExceptionGroup("the bot raised errors", unexpected)


def components(message: Queries) -> list[dict[str, Any]]:
    """Every component of a message, from top to bottom."""
    assert message is not None
    raw: list[Any] = list(message.components)
    return list(_walk([one if isinstance(one, dict) else one.to_dict() for one in raw]))


def _walk(raw: Any) -> Iterator[dict[str, Any]]:
    for one in raw:
        yield one
        yield from _walk(one.get("components", []))


def text_of(shown: InteractionResult | Queries) -> str:
    """Everything that a reply or a message says, labels of buttons and menus included."""
    message = reply(shown) if isinstance(shown, InteractionResult) else shown
    said: list[str] = []
    for one in components(message):
        said += [str(one[key]) for key in ("content", "label", "placeholder") if one.get(key)]
        for option in one.get("options", []):
            said.append(option["label"])
    return "\n".join(said)


def reply(result: InteractionResult) -> ResponseMessage:
    """What came back to whoever called: beside their panel, or in its place."""
    if result.followups:
        return result.followups[-1]
    assert result.response is not None
    return result.response


async def all_pages(person: MemberActor, message: discord.Message | ResponseMessage) -> str:
    """The text of a message that is shown page by page, from the page that it shows to the last."""
    said = text_of(message)
    while (onward := next((one for one in labels(message) if one in ("Next page", "Seite weiter")), None)) is not None:
        said += text_of(await person.click(message, label=onward))
    return said


def labels(message: Queries) -> list[str]:
    """The labels of a message's buttons that can be pressed."""
    return [one["label"] for one in components(message) if one["type"] == 2 and not one.get("disabled")]
