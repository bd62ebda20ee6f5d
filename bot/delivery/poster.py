"""Sends what the outbox holds: after every change, and on a slow tick for what a crash or Discord held up.

Each table and each person has a lane of its own (`bot.delivery.lanes`), and no lane waits for another.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Protocol

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.app import App
from bot.connection.traffic import (
    LONGEST_SLEEP,
    PERSON_LANE,
    SLOW_SECONDS,
    TABLE_LANE,
    Away,
    Lane,
    Limited,
    Outages,
)
from bot.delivery.lanes import Lanes
from bot.delivery.scheduler import Scheduler
from bot.tables.core.messages import ToPerson, read
from bot.tables.due import Due, find_due
from storage.errors import StoreAway
from storage.outbox import LIMIT, OUTAGE, TO_ONE, Claimed, Message

log = logging.getLogger(__name__)


MAX_LANES = 32
"""Tables and people who are told something at the same time, but for those that only wait for a slow Discord."""
MAX_WAITING = 400
"""Lanes in all, slow ones included."""
LANE_SECONDS = 100.0
"""Maximum time for the rows of one claim, all calls together: less than the lease of the claim."""
PAUSE = timedelta(seconds=5)
"""After a trouble of our own, as without the database, a row is left alone for so long."""
LONGEST_LIMIT = timedelta(hours=1)
GRACE_SECONDS = 2.0
"""Maximum time for what is being posted when the bot stops."""
AT_ONCE = 0.2
"""Seconds that what is to be said waits for what falls due just now, to be said with it."""

IdleWait = Callable[[Awaitable[Any]], Awaitable[Any]]


async def _as_it_is(awaitable: Awaitable[Any]) -> Any:
    return await awaitable


def lane_of(message: Message) -> Lane:
    """The lane of a row: that of its person, or that of its table."""
    return (PERSON_LANE, read(message, ToPerson).user) if message.kind in TO_ONE else (TABLE_LANE, message.table_id)


class Posts(Protocol):
    """Shows tables in their channels."""

    async def post_or_refresh(self, table_id: int, messages: list[Message]) -> None:
        """Post what rows of a table say, and note what became of them; without rows, bring its message up to date."""
        ...


class Notices(Protocol):
    """Tells single persons."""

    async def send(self, message: Message) -> None:
        """Send a row, and note what became of it."""
        ...


class Poster:
    """The worker of the outbox."""

    def __init__(self, client: App, posts: Posts, notices: Notices, scheduler: Scheduler) -> None:
        self._client = client
        self._posts = posts
        self._notices = notices
        self._scheduler = scheduler
        client.traffic.on_success = self._answered
        self._due: Due | None = None
        """What fell due when it was last looked, besides what is to be said."""
        self._falling: asyncio.Task[None] | None = None
        """Sees to what falls due, where that takes longer."""
        self._falls_again = False
        self._lanes = Lanes(self._go_on)
        self._beginning = asyncio.Lock()
        self._to_begin = False
        self._looks_again = False
        self._outages = Outages()
        self._back = True
        """Discord is back for certain, and what waited for that is due: so it is at the start."""
        self._answers = False
        """A call has succeeded after a failure."""
        self._lost: set[int] = set()
        """Rows that a lane has lost, and that could not be given back yet."""
        self._closing = False
        self.idle_wait: IdleWait = _as_it_is
        """How the worker waits for news; a simulation that waits for the bot to be idle must know of it."""

    def discord_is_back(self) -> None:
        """Let everything that waits because of an outage be due: the gateway has come back."""
        self._back = True
        self._client.tables.wakeup.set()

    def _answered(self) -> None:
        if self._outages.to_retry and not self._answers:
            self._answers = True
            self._client.tables.wakeup.set()

    async def run(self) -> None:
        """Send whatever is due, whenever there is news; never ends."""
        wakeup = self._client.tables.wakeup
        try:
            while True:
                await self.idle_wait(wakeup.wait())
                wakeup.clear()
                alone = self._only_to_say()
                if not alone:
                    await self._begin_what_falls_due()
                await self._do(partial(self.drain, wait=False, alone=alone), self._client.tables.tidying.tidy)
        finally:
            if self._falling is not None:
                self._falling.cancel()
                await asyncio.gather(self._falling, return_exceptions=True)

    def _only_to_say(self) -> bool:
        """Whether, as far as is known, nothing is due but what was put into the outbox here."""
        if self._due is None or self._due or not self._client.tables.clock_skew.is_fresh():
            return False
        quiet = self._due.next is None or self._due.next > self._client.clock()
        return quiet and self._client.tables.outbox_filled

    async def _begin_what_falls_due(self) -> None:
        """Let what falls due be seen to, but wait for it only a moment: hundreds of clocks may run out at once."""
        if self._falling is not None:
            self._falls_again = True
            return
        self._falling = asyncio.create_task(self._do(self.fall_due), name="orrery-due")
        self._client.tables.set_quiet_task(self._falling)
        await asyncio.wait({self._falling}, timeout=AT_ONCE)
        self._client.tables.set_quiet_task(None)
        if self._falling.done():
            self._falling = None
        else:
            self._falling = asyncio.create_task(self._fall_late(self._falling), name="orrery-due-late")

    async def _fall_late(self, falling: asyncio.Task[None]) -> None:
        """Say what has fallen due late, and look again where there was news meanwhile."""
        try:
            await falling
            await self._do(partial(self.drain, wait=False))
        finally:
            falling.cancel()
            self._falling = None
        if self._falls_again:
            self._falls_again = False
            self._client.tables.wakeup.set()

    async def _go_on(self) -> None:
        """Go on in a lane that has nothing left to do: more may be due there, or room for others."""
        await self._do(partial(self.drain, wait=False))

    async def _do(self, *works: Callable[[], Awaitable[object]]) -> None:
        for work in works:
            try:
                await work()
            except Exception:  # the slow tick tries again
                named = work.func if isinstance(work, partial) else work
                log.exception("%s could not be done", named.__name__)

    async def fall_due(self) -> None:
        """See to votes and clocks that have run out and to reminders; what they say is in the outbox then."""
        tables = self._client.tables
        await tables.clock_skew.correct()
        self._due = due = await tables.due()
        if due.votes:
            await tables.rewinds.expire()
        if due.clocks:
            await tables.clocks.expire()
        if due.reminders:
            await tables.reminders.send_due()

    def _plan_waking(self, looked: datetime, next_due: datetime | None) -> None:
        """Have the worker woken when the next thing falls due; at once, where it has since it was looked."""
        times = (next_due, None if self._due is None else self._due.next)
        self._scheduler.at(min((one for one in times if one is not None), default=None))
        if next_due is not None and looked < next_due <= self._client.clock():
            self._client.tables.wakeup.set()

    async def drain(self, *, wait: bool = True, alone: bool = False) -> None:
        """Begin to send everything that is due, each in its lane; with `wait`, until all of it has been said.

        `alone`: it has not been looked whether anything else falls due. What does is said with it, so it goes first.
        """
        self._to_begin = True
        async with self._beginning:
            if self._to_begin and not self._closing:  # else somebody has looked since
                self._to_begin = False
                looked = self._client.clock()
                next_due = await self._begin_what_is_due(alone=alone)
                self._plan_waking(looked, next_due)
        if wait:
            await self._lanes.idle()

    async def _begin_what_is_due(self, *, alone: bool) -> datetime | None:
        """Claim what is due and give it to its lanes, as far as there is room; gives when the next row will be due."""
        await self._give_back()
        await self._let_due_again()
        for table_id in list(self._client.to_refresh):
            if (TABLE_LANE, table_id) not in self._lanes:
                self._client.to_refresh.discard(table_id)
                self._lanes.give((TABLE_LANE, table_id), partial(self._send, table_id, []))
        tables = self._client.tables
        claimed: Claimed | None = None
        while (room := self._room()) > 0:
            first = partial(self._look, alone=alone)
            certain = tables.take_outbox_filled()
            now = self._client.clock()
            claimed = await tables.outbox.claim(now, min(room, 20), held=self._lanes.held, certain=certain, first=first)
            lanes: dict[Lane, list[Message]] = {}
            for message in claimed.messages:
                lanes.setdefault(lane_of(message), []).append(message)
            for lane, messages in lanes.items():
                work = self._notify if lane[0] == PERSON_LANE else partial(self._send, lane[1])
                self._lanes.give(lane, partial(work, messages), [message.id for message in messages])
            if not claimed.more:
                return claimed.next_due
        # One becomes free as soon as a call is slow, of which nothing tells.
        self._look_again(max(self._client.traffic.closed_for, SLOW_SECONDS))
        if claimed is not None:
            return claimed.next_due
        self._due = await tables.due()
        return await tables.outbox.next_due()

    async def _look(self, session: AsyncSession, *, alone: bool) -> bool:
        """Look what falls due besides; false where that is to be seen to before anything is said."""
        self._due = await find_due(session, self._client.clock())
        if alone and self._due:
            self._client.tables.wakeup.set()
            return False
        return True

    def _room(self) -> int:
        """How many lanes may become busy."""
        if self._client.traffic.closed_for > LONGEST_SLEEP:
            return 0
        busy, quick = self._lanes.count(self._client.traffic.is_slow)
        return min(MAX_LANES - quick, MAX_WAITING - busy)

    def _look_again(self, seconds: float) -> None:
        if not self._looks_again:
            self._looks_again = True
            Context().run(asyncio.get_running_loop().call_later, seconds, self._seen_again)

    def _seen_again(self) -> None:
        self._looks_again = False
        self._client.tables.wakeup.set()

    async def _let_due_again(self) -> None:
        """Let what waits because of an outage be due, where Discord answers again."""
        outbox, now = self._client.tables.outbox, self._client.clock()
        if self._back:
            await outbox.due_again(now)
            self._back = False
            if self._outages.over():
                log.info("Discord is back: what was to be said meanwhile is said now")
        if self._answers:
            self._answers = False
            lanes = self._outages.take_retries()
            people = [number for kind, number in lanes if kind == PERSON_LANE]
            await outbox.due_again(now, [number for kind, number in lanes if kind == TABLE_LANE], people)

    async def _give_back(self) -> None:
        """Give back the rows that lanes have lost while the database was away."""
        if self._lost:
            lost = set(self._lost)
            await self._client.tables.outbox.wait(lost, self._client.clock() + PAUSE, "lost")
            self._lost -= lost

    async def close(self) -> None:
        """Begin nothing more, let what is being said be said for a short while, and give the rest back."""
        self._closing = True
        await self._lanes.close(GRACE_SECONDS)
        try:
            async with asyncio.timeout(GRACE_SECONDS / 2):
                await self._client.tables.outbox.let_go()
        except (StoreAway, TimeoutError):
            log.info("What was not sent could not be given back; the next start knows that nobody sends it")

    async def _notify(self, messages: list[Message]) -> None:
        """Send what is for one person, in order."""
        for message in messages:
            await self._try((PERSON_LANE, read(message, ToPerson).user), [message], self._notices.send(message))

    async def _send(self, table_id: int, messages: list[Message]) -> None:
        """Post what some rows of a table say, or bring its message up to date where there are none.

        Rows that the post says as well are added to `messages`.
        """
        await self._try((TABLE_LANE, table_id), messages, self._posts.post_or_refresh(table_id, messages))

    async def _try(self, lane: Lane, messages: Sequence[Message], work: Awaitable[None]) -> None:
        """Do some work of a lane. Where that is not to be done now its rows are put off, whatever the cause is."""
        outbox, clock = self._client.tables.outbox, self._client.clock
        try:
            try:
                async with asyncio.timeout(LANE_SECONDS):
                    await work
            except Limited as error:
                log.warning("The %s %d is put off: Discord limits it for %.0f seconds", *lane, error.seconds)
                due = clock() + min(timedelta(seconds=max(1.0, error.seconds)), LONGEST_LIMIT)
                await self._put_off(lane, messages, due, str(error), LIMIT)
            except (Away, TimeoutError) as error:
                due = clock() + self._outages.failed(lane)
                level = logging.WARNING if self._outages.is_first(lane) else logging.DEBUG
                log.log(level, "The %s %d waits for Discord: %s", *lane, error or type(error).__name__)
                await self._put_off(lane, messages, due, str(error) or type(error).__name__, OUTAGE)
            else:
                self._outages.succeeded(lane)
        except Exception as error:  # the database, as a rule: what has become of the rows is not known there
            log.exception("What has become of the %s %d could not be noted", *lane)
            ids = [message.id for message in messages]
            self._lost.update(ids)
            await outbox.wait(ids, clock() + PAUSE, type(error).__name__)
            self._lost.difference_update(ids)

    async def _put_off(self, lane: Lane, messages: Sequence[Message], due: datetime, error: str, waits: str) -> None:
        if messages:
            await self._client.tables.outbox.wait([message.id for message in messages], due, error, waits)
        else:  # nothing but a refresh, which nothing keeps
            wait = (due - self._client.clock()).total_seconds()
            Context().run(asyncio.get_running_loop().call_later, wait, self._client.refresh_soon, lane[1])
