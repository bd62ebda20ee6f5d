"""The worker of the outbox: sends its rows after every change, and retries on a slow tick.

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
    ROOM_LANE,
    SLOW_SECONDS,
    TABLE_LANE,
    Away,
    Lane,
    Limited,
    Outages,
)
from bot.delivery.lanes import Lanes
from bot.delivery.scheduler import Scheduler
from bot.departures import find_owner
from bot.tables.core.messages import ToPerson, read
from bot.tables.due import Due, find_due
from storage.errors import StoreAway
from storage.outbox import LIMIT, OUTAGE, ROOM, TO_ONE, Claimed, Message

log = logging.getLogger(__name__)


MAX_LANES = 32
"""Maximum number of concurrent lanes, not counting those in a slow call."""
MAX_WAITING = 400
"""Lanes in all, slow ones included."""
LANE_SECONDS = 100.0
"""Timeout of the rows of one claim, all calls together: less than the lease of the claim."""
PAUSE = timedelta(seconds=5)
"""Pause before a retry after an error of our own, such as a database outage."""
LONGEST_LIMIT = timedelta(hours=1)
GRACE_SECONDS = 2.0
"""Time at shutdown for calls that are running."""
TOGETHER = 10
"""Maximum number of rows that one person is told in one message."""
AT_ONCE = 0.2
"""Seconds that sending waits for what falls due just now, so that it is sent together."""

IdleWait = Callable[[Awaitable[Any]], Awaitable[Any]]


async def _as_it_is(awaitable: Awaitable[Any]) -> Any:
    return await awaitable


def lane_of(message: Message) -> Lane:
    """The lane of a row: of its person, or of its table, or of the table's thread."""
    if message.kind == ROOM:
        return ROOM_LANE, message.table_id
    return (PERSON_LANE, read(message, ToPerson).user) if message.kind in TO_ONE else (TABLE_LANE, message.table_id)


class Posts(Protocol):
    """Shows tables in their channels."""

    async def post_or_refresh(self, table_id: int, messages: list[Message]) -> None:
        """Post what rows of a table say, and store the result; without rows, edit its message."""
        ...

    async def put_in(self, table_id: int) -> None:
        """Put a picture that was drawn late into a table's message."""
        ...

    async def keep_room(self, messages: Sequence[Message]) -> None:
        """Bring the name of a table's thread up to date, and store the result."""
        ...


class Notices(Protocol):
    """Delivers messages to one person."""

    async def send(self, messages: Sequence[Message]) -> None:
        """Send rows of one person, and store the result."""
        ...


class Poster:
    """The worker of the outbox."""

    def __init__(self, client: App, posts: Posts, notices: Notices, scheduler: Scheduler) -> None:
        self._client = client
        self._posts = posts
        self._notices = notices
        self._scheduler = scheduler
        client.traffic.on_success = self._note_success
        self._due: Due | None = None
        """What was due besides outbox rows, by the last query."""
        self._handling_due: asyncio.Task[None] | None = None
        """The task that handles what falls due, while it runs."""
        self._handle_due_again = False
        self._lanes = Lanes(self._go_on)
        self._claiming = asyncio.Lock()
        self._to_claim = False
        self._wakes_later = False
        self._outages = Outages()
        self._gateway_back = True
        """The gateway has connected, so an outage is over: all rows that wait for that are due. Also at start."""
        self._succeeded = False
        """A call has succeeded after a failure."""
        self._lost: set[int] = set()
        """Claimed rows whose result could not be stored, and that could not be released yet."""
        self._closing = False
        self.idle_wait: IdleWait = _as_it_is
        """Wraps the wait for `wakeup`; a simulation that waits for the bot to be idle must know of it."""

    def discord_is_back(self) -> None:
        """Make all rows due that wait for the end of an outage: the gateway has connected."""
        self._gateway_back = True
        self._client.tables.wakeup.set()

    def _note_success(self) -> None:
        if self._outages.to_retry and not self._succeeded:
            self._succeeded = True
            self._client.tables.wakeup.set()

    async def run(self) -> None:
        """Send what is due, after each wake-up; never ends."""
        wakeup = self._client.tables.wakeup
        try:
            while True:
                await self.idle_wait(wakeup.wait())
                wakeup.clear()
                alone = self._only_outbox_due()
                if not alone:
                    await self._begin_handling_due()
                await self._do(partial(self.drain, wait=False, alone=alone), self._client.tables.tidying.tidy)
        finally:
            if self._handling_due is not None:
                self._handling_due.cancel()
                await asyncio.gather(self._handling_due, return_exceptions=True)

    def _only_outbox_due(self) -> bool:
        """Whether, as far as is known, nothing is due but what was put into the outbox here."""
        if self._due is None or self._due or not self._client.tables.clock_skew.is_fresh():
            return False
        quiet = self._due.next is None or self._due.next > self._client.clock()
        return quiet and self._client.tables.outbox_filled

    async def _begin_handling_due(self) -> None:
        """Handle what falls due in a task, and wait for it only a moment: hundreds of clocks may run out at once."""
        if self._handling_due is not None:
            self._handle_due_again = True
            return
        self._handling_due = asyncio.create_task(self._do(self.handle_due), name="orrery-due")
        self._client.tables.set_quiet_task(self._handling_due)
        await asyncio.wait({self._handling_due}, timeout=AT_ONCE)
        self._client.tables.set_quiet_task(None)
        if self._handling_due.done():
            self._handling_due = None
        else:
            self._handling_due = asyncio.create_task(
                self._finish_handling_due(self._handling_due), name="orrery-due-late"
            )

    async def _finish_handling_due(self, falling: asyncio.Task[None]) -> None:
        """Wait for the handling of what fell due, send the results, and wake again for a wake-up meanwhile."""
        try:
            await falling
            await self._do(partial(self.drain, wait=False))
        finally:
            falling.cancel()
            self._handling_due = None
        if self._handle_due_again:
            self._handle_due_again = False
            self._client.tables.wakeup.set()

    async def _go_on(self) -> None:
        """Look for more when a lane has no work left: for this lane, or for others that wait for a free one."""
        await self._do(partial(self.drain, wait=False))

    async def _do(self, *works: Callable[[], Awaitable[object]]) -> None:
        for work in works:
            try:
                await work()
            except Exception:  # the slow tick tries again
                named = work.func if isinstance(work, partial) else work
                log.exception("%s could not be done", named.__name__)

    async def handle_due(self) -> None:
        """Handle vacations that begin or end, votes and clocks that have run out, due reminders and daily messages.

        All that fills the outbox.
        """
        tables = self._client.tables
        await tables.clock_skew.correct()
        self._due = due = await tables.due()
        if due.robots:
            await tables.stand_ins.change()
        if due.votes:
            await tables.rewinds.expire()
        if due.clocks:
            await tables.clocks.expire()
        if due.reminders:
            await tables.reminders.send_due()
        if due.digests:
            await tables.digests.send_due()
        await tables.weekly.open_due(partial(find_owner, self._client))

    def _plan_waking(self, looked: datetime, next_due: datetime | None) -> None:
        """Schedule the next wake-up; at once, if something has become due since the query.

        What is due already and could not be done, as at a table that cannot be read, waits for the tick and hides
        nothing that comes after it.
        """
        now = self._client.clock()
        times = (next_due, None if self._due is None else self._due.next, self._client.tables.weekly.next)
        self._scheduler.at(min((one for one in times if one is not None and one > now), default=None))
        if next_due is not None and looked < next_due <= self._client.clock():
            self._client.tables.wakeup.set()

    async def drain(self, *, wait: bool = True, alone: bool = False) -> None:
        """Give all due rows to their lanes; with `wait`, wait until all of them were sent.

        `alone`: what else falls due has not been queried. If something does, it is handled first, to be sent together.
        """
        self._to_claim = True
        async with self._claiming:
            if self._to_claim and not self._closing:  # else another call has done it meanwhile
                self._to_claim = False
                looked = self._client.clock()
                next_due = await self._claim_due(alone=alone)
                self._plan_waking(looked, next_due)
        if wait:
            await self._lanes.idle()

    async def _claim_due(self, *, alone: bool) -> datetime | None:
        """Claim due rows for free lanes; returns when the next row will be due."""
        await self._release_lost()
        await self._end_outages()
        for table_id in list(self._client.to_refresh):
            if (TABLE_LANE, table_id) not in self._lanes:
                self._client.to_refresh.discard(table_id)
                self._lanes.give((TABLE_LANE, table_id), partial(self._send, table_id, []))
        for table_id in list(self._client.to_put_in):
            self._client.to_put_in.discard(table_id)
            self._lanes.give((TABLE_LANE, table_id), partial(self._put_in, table_id))
        tables = self._client.tables
        claimed: Claimed | None = None
        while (room := self._room()) > 0:
            first = partial(self._look, alone=alone)
            certain = tables.take_outbox_filled()
            now = self._client.clock()
            claimed = await tables.outbox.claim(
                now, min(room, 20), held=self._lanes.held, certain=certain, first=first, together=TOGETHER
            )
            lanes: dict[Lane, list[Message]] = {}
            for message in claimed.messages:
                lanes.setdefault(lane_of(message), []).append(message)
            for lane, messages in lanes.items():
                aside = {PERSON_LANE: self._notify, ROOM_LANE: self._keep_room}
                work = aside.get(lane[0]) or partial(self._send, lane[1])
                self._lanes.give(lane, partial(work, messages), [message.id for message in messages])
            if not claimed.more:
                return claimed.next_due
        # A lane also becomes free when a call turns slow, which sets no event.
        self._wake_later(max(self._client.traffic.closed_for, SLOW_SECONDS))
        if claimed is not None:
            return claimed.next_due
        self._due = await tables.due()
        return await tables.outbox.next_due()

    async def _look(self, session: AsyncSession, *, alone: bool) -> bool:
        """Query what falls due besides; False if that must be handled before anything is sent."""
        self._due = await find_due(session, self._client.clock())
        if alone and self._due:
            self._client.tables.wakeup.set()
            return False
        return True

    def _room(self) -> int:
        """How many further lanes may become busy."""
        if self._client.traffic.closed_for > LONGEST_SLEEP:
            return 0
        busy, quick = self._lanes.count(self._client.traffic.is_slow)
        return min(MAX_LANES - quick, MAX_WAITING - busy)

    def _wake_later(self, seconds: float) -> None:
        if not self._wakes_later:
            self._wakes_later = True
            Context().run(asyncio.get_running_loop().call_later, seconds, self._wake)

    def _wake(self) -> None:
        self._wakes_later = False
        self._client.tables.wakeup.set()

    async def _end_outages(self) -> None:
        """Make rows due that wait for the end of an outage, if Discord answers again."""
        outbox, now = self._client.tables.outbox, self._client.clock()
        if self._gateway_back:
            await outbox.due_again(now)
            self._gateway_back = False
            if self._outages.over():
                log.info("Discord is back: what was to be said meanwhile is said now")
        if self._succeeded:
            self._succeeded = False
            lanes = self._outages.take_retries()
            people = [number for kind, number in lanes if kind == PERSON_LANE]
            await outbox.due_again(now, [number for kind, number in lanes if kind == TABLE_LANE], people)

    async def _release_lost(self) -> None:
        """Release the claimed rows whose result could not be stored during a database outage."""
        if self._lost:
            lost = set(self._lost)
            await self._client.tables.outbox.wait(lost, self._client.clock() + PAUSE, "lost")
            self._lost -= lost

    async def close(self) -> None:
        """Begin nothing more, let running calls finish for a short while, and release the rest."""
        self._closing = True
        await self._lanes.close(GRACE_SECONDS)
        try:
            async with asyncio.timeout(GRACE_SECONDS / 2):
                await self._client.tables.outbox.release_claims()
        except (StoreAway, TimeoutError):
            log.info("What was not sent could not be given back; the next start knows that nobody sends it")

    async def _notify(self, messages: list[Message]) -> None:
        """Send messages to one person, in order."""
        await self._try((PERSON_LANE, read(messages[0], ToPerson).user), messages, self._notices.send(messages))

    async def _send(self, table_id: int, messages: list[Message]) -> None:
        """Post what rows of a table say; without rows, edit its message.

        Later rows that the post covers are added to `messages`.
        """
        await self._try((TABLE_LANE, table_id), messages, self._posts.post_or_refresh(table_id, messages))

    async def _keep_room(self, messages: list[Message]) -> None:
        """Bring the name of a table's thread up to date."""
        await self._try((ROOM_LANE, messages[0].table_id), messages, self._posts.keep_room(messages))

    async def _put_in(self, table_id: int) -> None:
        """Put a picture that was drawn late into a table's message."""
        await self._try((TABLE_LANE, table_id), [], self._posts.put_in(table_id))

    async def _try(self, lane: Lane, messages: Sequence[Message], work: Awaitable[None]) -> None:
        """Run work of a lane; after an outage, a rate limit or an error its rows are put off."""
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
        except Exception as error:  # a database outage, as a rule: the result could not be stored
            log.exception("What has become of the %s %d could not be noted", *lane)
            ids = [message.id for message in messages]
            self._lost.update(ids)
            await outbox.wait(ids, clock() + PAUSE, type(error).__name__)
            self._lost.difference_update(ids)

    async def _put_off(self, lane: Lane, messages: Sequence[Message], due: datetime, error: str, waits: str) -> None:
        if messages:
            await self._client.tables.outbox.wait([message.id for message in messages], due, error, waits)
        else:  # a refresh, which is not stored
            wait = (due - self._client.clock()).total_seconds()
            Context().run(asyncio.get_running_loop().call_later, wait, self._client.refresh_soon, lane[1])
