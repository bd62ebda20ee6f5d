"""A Discord that takes its time, or is not there, and the outbox's worker with it, both by the clock on the wall.

The simulated Discord of the other tests answers at once, and its time stands still. Here a call takes `delay` seconds,
in some channels for ever (`hanging`) or not before a limit is over (`limited`), and none is answered while Discord is
`away`. The Table service, the outbox, its worker and the notifier are real.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from types import SimpleNamespace
from typing import Any

import discord
from sqlmodel import col, select

from bot.connection.file_rights import FileRights
from bot.connection.late_pictures import LatePictures
from bot.connection.servers import Servers
from bot.connection.traffic import Traffic
from bot.delivery.notifier import Notifier
from bot.delivery.poster import Poster
from bot.delivery.scheduler import Scheduler
from bot.delivery.table_posts import TablePosts
from bot.shared_boards import SharedBoards
from bot.tables.core.data import Person
from bot.tables.service import Tables
from bot.views.localizer import Localizer
from storage import outbox, tables
from storage.schema import OutboxRow
from storage.store import Store
from tests.at_table import keys
from tests.toy import ToyGame

BOT = 7
DMS = 10**9
"""Added to a person's number, the channel in which they are written to."""


def refusal(status: int, code: int = 0) -> discord.HTTPException:
    """Make an error as discord.py raises it."""
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    response: Any = SimpleNamespace(status=status, reason="", headers={})
    return kind(response, {"code": code, "message": "made up"})


@dataclass
class Posted:
    """A message that Discord has."""

    id: int
    channel: int
    at: float
    """Seconds since this Discord began."""
    created_at: datetime
    nonce: str
    components: list[Any]
    author: Any = field(default_factory=lambda: SimpleNamespace(id=BOT))


class SlowDiscord:
    """What there is of Discord. `posted` are the messages in the order in which they arrived."""

    def __init__(self) -> None:
        self.delay = 0.0
        self.hanging: set[int] = set()
        self.limited: dict[int, float] = {}
        """Until when a channel is limited, as `now` counts."""
        self.away: Callable[[], Exception] | None = None
        self.refusing: dict[int, discord.HTTPException] = {}
        """Channels in which nothing new is taken, though everything else is."""
        self.cut = 0
        """The number of further messages that arrive without an answer."""
        self.late: list[Callable[[], object]] = []
        """Messages that arrive when somebody has looked for them in vain."""
        self.holds_back = 0
        """The number of further messages that arrive that late, and without an answer."""
        self.posted: list[Posted] = []
        self.calls = 0
        self.flying = 0
        self.most_flying = 0
        self._ids = count(1)
        self._begun = time.monotonic()

    @property
    def now(self) -> float:
        return time.monotonic() - self._begun

    def of(self, channel: int) -> list[Posted]:
        return [one for one in self.posted if one.channel == channel]

    async def answer(self, channel: int) -> None:
        """Take so long as a call takes, or fail as it does."""
        self.calls += 1
        self.flying += 1
        self.most_flying = max(self.most_flying, self.flying)
        try:
            if channel in self.hanging:
                await asyncio.Event().wait()
            await asyncio.sleep(self.delay)
            if self.away is not None:
                raise self.away()
            left = self.limited.get(channel, 0.0) - self.now
            if left > 0:
                raise discord.RateLimited(left)
        finally:
            self.flying -= 1

    def take(self, channel: int, view: discord.ui.LayoutView, nonce: str) -> Posted:
        """Take a message, unless one with its nonce is there."""
        for one in self.of(channel):
            if one.nonce == nonce:
                return one
        told: Any = view
        components = [SimpleNamespace(to_dict=lambda one=one: one) for one in told.to_components()]
        posted = Posted(next(self._ids), channel, self.now, datetime.now(UTC), nonce, components)
        self.posted.append(posted)
        return posted


class Channel:
    """A channel, as the worker sees it."""

    def __init__(self, there: SlowDiscord, id: int) -> None:
        self._there = there
        self.id = id

    async def send(self, *, view: Any, nonce: str, **_: Any) -> Posted:
        await self._there.answer(self.id)
        if self.id in self._there.refusing:
            raise self._there.refusing[self.id]
        if self._there.holds_back:
            self._there.holds_back -= 1
            self._there.late.append(lambda: self._there.take(self.id, view, nonce))
            await asyncio.Event().wait()
        posted = self._there.take(self.id, view, nonce)
        if self._there.cut:
            self._there.cut -= 1
            await asyncio.Event().wait()
        return posted

    async def history(self, *, limit: int, after: Any = None, oldest_first: bool = True) -> AsyncIterator[Posted]:
        await self._there.answer(self.id)
        since = after if isinstance(after, datetime) else datetime.min.replace(tzinfo=UTC)
        last = after.id if isinstance(after, discord.Object) else 0
        found = [one for one in self._there.of(self.id) if one.created_at > since and one.id > last]
        while self._there.late:
            self._there.late.pop()()
        for one in (found if oldest_first else found[::-1])[:limit]:
            yield one

    def get_partial_message(self, id: int) -> Any:
        async def edit(**_: Any) -> None:
            await self._there.answer(self.id)

        return SimpleNamespace(id=id, edit=edit)


def client_of(there: SlowDiscord, store: Store, clock: Callable[[], datetime]) -> Any:
    """Make what the worker needs of a client."""
    games = {"toy": ToyGame()}
    held = Tables(store, games, clock, keys().__next__)

    async def create_dm(user: Any) -> Channel:
        await there.answer(user.id)
        return Channel(there, DMS + user.id)

    def begin(*_: Any) -> SimpleNamespace:
        async def within(_: float) -> None:
            return None

        return SimpleNamespace(within=within, drawn=None, done=True, failed=True, drop=lambda: None)

    client: Any = SimpleNamespace(
        tables=held,
        games=games,
        clock=clock,
        mentions={},
        user=SimpleNamespace(id=BOT),
        web_board=lambda _: "",
        drawer=SimpleNamespace(draws=False, begin=begin),
        get_guild=lambda _: SimpleNamespace(name="Observatory", preferred_locale=discord.Locale.british_english),
        get_channel=lambda _: None,
        get_partial_messageable=lambda channel, **_: Channel(there, channel),
        create_dm=create_dm,
        traffic=Traffic(),
        to_refresh=set(),
        to_put_in=set(),
        localizer=lambda language, info: Localizer(language, info.names, {}),
        scheduler=Scheduler(held.wakeup.set, clock),
    )
    client.late_pictures = LatePictures()
    client.put_in_soon = client.to_put_in.add
    client.boards = SharedBoards(client.drawer)
    client.servers = Servers(client, client.traffic)
    client.file_rights = FileRights(client, clock)
    client.notifier = Notifier(client)
    client.poster = Poster(client, TablePosts(client), client.notifier, client.scheduler)
    return client


@asynccontextmanager
async def working(client: Any) -> AsyncIterator[None]:
    """Let the worker work, as the bot does."""
    client.scheduler.start()
    task = asyncio.create_task(client.poster.run())
    client.tables.wakeup.set()
    try:
        yield
    finally:
        client.scheduler.stop()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await client.poster.close()


async def seated(held: Tables, channel: int, first: int) -> int:
    """Start a game of two persons, whom nobody tells anything; gives the table."""
    people = [Person(first + at, f"P{first + at}") for at in range(2)]
    for one in people:
        await held.prefer(one.user_id, notices="none")
    info = await held.lobby.create(1, channel, people[0], "toy", {"length": "short"})
    await held.lobby.join(info.id, people[1])
    await held.lobby.start(info.id, people[0])
    return info.id


async def many_tables(held: Tables, number: int) -> list[int]:
    """Start so many games, each in the channel of its own number, with nothing left to say."""
    ids = [await seated(held, at + 1, 1000 + 2 * at) for at in range(number)]
    assert ids == list(range(1, number + 1))
    now = datetime.now(UTC)
    while rows := (await held.outbox.claim(now, 1000)).messages:
        await held.outbox.sent([one.id for one in rows], now)
    return ids


async def happen(client: Any, table_id: int, *mention: int) -> int:
    """Let something happen at a table that is told in a new post, which mentions these seats; gives the revision."""
    async with client.tables.outbox._store.writing() as session:
        stored = await tables.find(session, table_id)
        assert stored is not None
        before = stored.table.revision
        revision = await tables.advance(session, table_id, before)
        payload: dict[str, Any] = {
            "table": table_id,
            "before": before,
            "revision": revision,
            "seat": None,
            "call": [],
            "mention": [*mention],
        }
        await outbox.put(session, table_id, "replace", payload, client.clock())
    client.tables.wakeup.set()
    return revision


async def tell(client: Any, table_id: int, user_id: int) -> None:
    """Have somebody told that a game is over, which is never out of date."""
    async with client.tables.outbox._store.writing() as session:
        await outbox.put(session, table_id, "ended", {"user": user_id}, client.clock())
    client.tables.wakeup.set()


async def waiting(client: Any) -> list[OutboxRow]:
    """The rows that are still to be sent."""
    unsent = select(OutboxRow).where(col(OutboxRow.sent_at).is_(None), col(OutboxRow.given_up_at).is_(None))
    async with client.tables.outbox._store.reading() as session:
        return list(await session.exec(unsent.order_by(col(OutboxRow.id))))


async def until(true: Callable[[], bool], seconds: float) -> float:
    """Wait until something is so; gives how long that took.

    Raises:
        TimeoutError: it did not come.

    """
    begun = time.monotonic()
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 - what it waits for is told by nobody
            await asyncio.sleep(0.02)
    return time.monotonic() - begun
