"""The transactional outbox: messages stored with the change that caused them, claimed, sent, retried.

Each table and each person is a *lane*. The rows of a table's channel are sent in order: while one of them waits for its
next try or is being sent, the later ones wait too. Rows for one person (`TO_ONE`) are sent in order as well, but do not
wait for rows that are put off to a later hour, or that Discord has refused. No lane waits for another. What is due for
one person at once can be claimed together, to be one message: such rows are tied by their nonce (`tie`), and what was
tried together is tried again together, with nothing added, for Discord may have it already.

A refusal uses up one of a row's attempts. An outage or a rate limit of Discord does not: the row only waits, and rows
that wait for the end of an outage are due at once when it is over (`due_again`).

A claim belongs to a process. It ends with its lease, or with the process (`Store.alive`). A row that was inserted or
claimed at a time in the future, by a clock that was ahead, is due now and not claimed.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any

from sqlalchemy import ColumnElement, bindparam
from sqlalchemy.orm import aliased
from sqlmodel import and_, col, exists, or_, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.peers import notify_on_commit
from storage.schema import OutboxRow
from storage.store import Store

MAX_ATTEMPTS = 12
TO_ONE = (
    "notice",
    "reminder",
    "ballot",
    "dropped",
    "homeless",
    "ended",
    "result",
    "deleted",
    "files",
    "invited",
    "next",
    "followed",
    "paused",
    "offered",
)
"""Kinds of rows for one person (`user` in their payload) and not for the table's channel."""
ROOM = "room"
"""Kind of the rows that bring the name of a table's thread up to date: late, and nothing waits for them."""
ASIDE = (*TO_ONE, ROOM)
"""Kinds of rows that are not in the order of a table's channel."""
OUTAGE, LIMIT = "outage", "limit"
"""Why a row waits that was tried: an outage, or a rate limit of Discord."""
CLOCKS_DIFFER = timedelta(minutes=2)
"""Maximum difference of two processes' clocks, or of ours and Discord's; times later than that are in the future."""
_FIRST_PAUSE = timedelta(seconds=5)
_LONGEST_PAUSE = timedelta(hours=1)
_LONGEST_OUTAGE_PAUSE = timedelta(minutes=1)


@dataclass(frozen=True)
class Message:
    """A claimed row. Discord deduplicates messages by `nonce` (25 characters at most)."""

    id: int
    table_id: int
    kind: str
    payload: dict[str, Any]
    nonce: str
    attempts: int
    created_at: datetime
    tried: bool = False
    """A process has begun to send it before; it may have been sent."""


@dataclass(frozen=True)
class Claimed:
    """Claimed rows. `more`: others may be due as well; `next_due`: when the next one may be claimed then."""

    messages: list[Message]
    more: bool = False
    next_due: datetime | None = None


First = Callable[[AsyncSession], Awaitable[bool]]
"""Runs before rows are claimed, in the same transaction; returns whether to claim any."""


async def put(
    session: AsyncSession,
    table_id: int,
    kind: str,
    payload: dict[str, Any],
    now: datetime,
    *,
    due: datetime | None = None,
) -> None:
    """Insert a message to be sent, now or when it is due, in the transaction of the change that caused it."""
    notify_on_commit(session)
    session.add(
        OutboxRow(
            table_id=table_id,
            kind=kind,
            payload=payload,
            nonce=secrets.token_hex(12),
            user_id=payload.get("user") if kind in TO_ONE else None,
            created_at=now,
            decided_at=now,
            due_at=due or now,
        )
    )
    await session.flush()


async def told_in_person(session: AsyncSession, table_id: int, kind: str) -> set[int]:
    """The people to whom something of this kind was or will be said about a table."""
    told = select(OutboxRow.user_id).where(
        OutboxRow.table_id == table_id, OutboxRow.kind == kind, col(OutboxRow.given_up_at).is_(None)
    )
    return {one for one in await session.exec(told) if one is not None}


async def put_room(session: AsyncSession, table_id: int, payload: dict[str, Any], now: datetime, due: datetime) -> None:
    """Have the name of a table's thread brought up to date, unless that waits to be done already."""
    there = select(OutboxRow.id).where(
        *_UNSENT,
        OutboxRow.table_id == table_id,
        OutboxRow.kind == ROOM,
        col(OutboxRow.claimed_until).is_(None),
    )
    if (await session.exec(there.limit(1))).first() is None:
        await put(session, table_id, ROOM, payload, now, due=due)


async def give_up(session: AsyncSession, ids: Sequence[int], now: datetime, error: str) -> None:
    """Mark rows as given up, in the transaction of what replaces them."""
    await session.exec(
        update(OutboxRow)
        .where(col(OutboxRow.id).in_(ids), col(OutboxRow.sent_at).is_(None))
        .values(given_up_at=now, error=error, **_UNCLAIMED)
    )


async def note_sent(session: AsyncSession, ids: Collection[int], now: datetime) -> None:
    """Mark rows as sent, in the caller's transaction."""
    await session.exec(update(OutboxRow).where(col(OutboxRow.id).in_(ids)).values(sent_at=now, error="", **_UNCLAIMED))


async def redate(session: AsyncSession, table_id: int, user_id: int, before: str, after: str) -> None:
    """Change the beginning of a wait (`since`) in the unsent rows of a person at a table."""
    theirs = select(OutboxRow).where(*_UNSENT, OutboxRow.table_id == table_id, OutboxRow.user_id == user_id)
    for row in await session.exec(theirs):
        if row.payload.get("since") == before:
            row.payload = {**row.payload, "since": after}
            session.add(row)
    await session.flush()


async def reconsider(session: AsyncSession, user_id: int, now: datetime) -> None:
    """Make the rows of a person due that were put off to a later hour: their hours have changed."""
    await session.exec(
        update(OutboxRow)
        .where(
            *_UNSENT,
            col(OutboxRow.user_id) == user_id,
            col(OutboxRow.due_at) > now,
            col(OutboxRow.claimed_until).is_(None),
            col(OutboxRow.waits) == "",
            col(OutboxRow.attempts) == 0,
        )
        .values(due_at=now)
    )


def pause_after(attempts: int) -> timedelta:
    """The pause after that many failures: exponential backoff from 5 seconds up to an hour."""
    doubled: timedelta = _FIRST_PAUSE * 2 ** min(attempts - 1, MAX_ATTEMPTS)
    return min(doubled, _LONGEST_PAUSE)


def outage_pause(tries: int) -> timedelta:
    """The pause after that many tries in one outage: exponential backoff from 5 seconds up to a minute."""
    return min(pause_after(tries), _LONGEST_OUTAGE_PAUSE)


_NONE = -1
"""No row and no process has this id."""
_UNCLAIMED: dict[str, Any] = {"claimed_until": None, "claimed_by": None}

# Statements are built once: building one costs more than executing it.
_EARLIER = aliased(OutboxRow)
_IS_BEFORE = (
    col(_EARLIER.id) < col(OutboxRow.id),
    col(_EARLIER.sent_at).is_(None),
    col(_EARLIER.given_up_at).is_(None),
)
_IS_LATER_AT_TABLE = exists().where(
    *_IS_BEFORE,
    col(OutboxRow.kind).not_in(ASIDE),
    col(_EARLIER.kind).not_in(ASIDE),
    col(_EARLIER.table_id) == col(OutboxRow.table_id),
)
_IS_LATER_FOR_PERSON = exists().where(
    *_IS_BEFORE,
    col(_EARLIER.user_id) == col(OutboxRow.user_id),
    or_(
        col(_EARLIER.due_at) <= bindparam("now"),
        col(_EARLIER.claimed_until) > bindparam("now"),
        col(_EARLIER.waits) != "",
        col(_EARLIER.id).in_(bindparam("held", expanding=True)),
    ),
)
_UNSENT = (col(OutboxRow.sent_at).is_(None), col(OutboxRow.given_up_at).is_(None))
_IS_AHEAD = col(OutboxRow.decided_at) > bindparam("ahead")
_IS_FREE = or_(
    col(OutboxRow.claimed_until).is_(None),
    col(OutboxRow.claimed_until) <= bindparam("now"),
    col(OutboxRow.claimed_by).in_(bindparam("dead", expanding=True)),
    and_(_IS_AHEAD, or_(col(OutboxRow.claimed_by).is_(None), col(OutboxRow.claimed_by) == bindparam("own"))),
)
_CAN_LEAVE = (
    *_UNSENT,
    or_(col(OutboxRow.due_at) <= bindparam("now"), _IS_AHEAD),
    _IS_FREE,
    col(OutboxRow.id).not_in(bindparam("held", expanding=True)),
)
_IS_HEAD = (*_CAN_LEAVE, ~_IS_LATER_AT_TABLE, ~_IS_LATER_FOR_PERSON)
_OTHERS = (
    select(OutboxRow.claimed_by)
    .where(*_UNSENT, col(OutboxRow.claimed_until) > bindparam("now"), col(OutboxRow.claimed_by) != bindparam("own"))
    .distinct()
)
_SOME_HEAD = select(OutboxRow.id).where(*_IS_HEAD).limit(1)
# The lock on the first unsent row of a table covers all of the table's: no other process takes a later one.
_HEADS = (
    select(OutboxRow)
    .where(*_IS_HEAD)
    .order_by(col(OutboxRow.due_at), col(OutboxRow.id))  # not by id alone: SQLite would look through all that was sent
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True, of=OutboxRow)  # PostgreSQL; in SQLite the writer is alone anyway
)
_OF_TABLES = (
    select(OutboxRow, and_(*_CAN_LEAVE))
    .where(
        *_UNSENT,
        col(OutboxRow.table_id).in_(bindparam("tables", expanding=True)),
        col(OutboxRow.kind).not_in(ASIDE),
    )
    .order_by(col(OutboxRow.id))
)
_LATER_OF_TABLE = (
    select(OutboxRow.id)
    .where(
        *_UNSENT,
        col(OutboxRow.table_id) == bindparam("table"),
        col(OutboxRow.id) > bindparam("after"),
        col(OutboxRow.kind).not_in(ASIDE),
    )
    .limit(1)
)
_OF_PEOPLE = (
    select(OutboxRow)
    .where(
        *_CAN_LEAVE,
        col(OutboxRow.user_id).in_(bindparam("people", expanding=True)),
        col(OutboxRow.kind).in_(TO_ONE),
    )
    .order_by(col(OutboxRow.id))
    .with_for_update(skip_locked=True, of=OutboxRow)
)
# Only the row of a lane counts that the others wait for: those may be due earlier.
_WAITS_FOR_EARLIER = exists().where(
    *_IS_BEFORE,
    col(_EARLIER.user_id) == col(OutboxRow.user_id),
    or_(
        col(_EARLIER.due_at) <= col(OutboxRow.due_at),
        col(_EARLIER.claimed_until).is_not(None),
        col(_EARLIER.waits) != "",
    ),
)
_WAITS = (*_UNSENT, ~_IS_LATER_AT_TABLE, ~_WAITS_FOR_EARLIER)
# A row can be claimed when it is due and its claim has ended, whichever is later: two queries, one for each index.
_NEXT_DUE = (
    select(OutboxRow.due_at)
    .where(*_WAITS, or_(col(OutboxRow.claimed_until).is_(None), col(OutboxRow.claimed_until) <= OutboxRow.due_at))
    .order_by(col(OutboxRow.due_at))
    .limit(1)
)
_NEXT_UNCLAIMED = (
    select(OutboxRow.claimed_until)
    .where(*_WAITS, col(OutboxRow.claimed_until).is_not(None), col(OutboxRow.claimed_until) > OutboxRow.due_at)
    .order_by(col(OutboxRow.claimed_until))
    .limit(1)
)


class Outbox:
    """The rows to be sent. Times are UTC. Every method raises StoreAway if the database is unavailable."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._marking = asyncio.Lock()
        self._unmarked: set[int] = set()
        """Rows that were sent and are not marked as sent yet."""

    async def claim(
        self,
        now: datetime,
        limit: int = 20,
        lease: timedelta = timedelta(minutes=2),
        held: Collection[int] = (),
        *,
        certain: bool = False,
        first: First | None = None,
        together: int = 1,
    ) -> Claimed:
        """Claim due rows, oldest first, exclusively until the lease ends (or the process).

        Of a person's rows the first are claimed, `together` at most, of a table's all that can be sent together. `held`
        are the rows that the caller still sends: they are not claimed again, even after their lease. `certain`:
        something is due, so there is no query before. `first` runs once, in the first transaction; nothing is claimed
        if it returns False.
        """
        seen: dict[str, Any] = {"now": now, "ahead": now + CLOCKS_DIFFER, "held": [*held, _NONE], "dead": [_NONE]}
        seen["own"] = self._store.process
        others: list[int] = []
        if not certain:
            async with self._store.reading() as session:  # without due rows the write lock is not taken
                if first is not None and not await first(session):
                    return Claimed([])
                others = await self._others(session, now)
                if not others and (await session.exec(_SOME_HEAD, params=seen)).first() is None:
                    return Claimed([], next_due=await _next_due(session))
        else:
            async with self._store.writing() as session:
                if first is not None and not await first(session):
                    return Claimed([])
                others = await self._others(session, now)
                if not others:
                    return await self._claim(session, seen, limit, lease, together)
        if others:  # whether they are alive is a slow query, so not within a transaction
            seen["dead"] = [*set(others) - await self._store.alive(others), _NONE]
        async with self._store.writing() as session:
            return await self._claim(session, seen, limit, lease, together)

    async def _others(self, session: AsyncSession, now: datetime) -> list[int]:
        """The other processes with claimed rows."""
        claiming = await session.exec(_OTHERS, params={"now": now, "own": self._store.process})
        return [one for one in claiming if one is not None]

    async def _claim(
        self, session: AsyncSession, seen: Mapping[str, Any], limit: int, lease: timedelta, together: int
    ) -> Claimed:
        heads = list(await session.exec(_HEADS, params={**seen, "limit": limit}))
        tables = [row.table_id for row in heads if row.kind not in ASIDE]
        rows = [row for row in heads if row.kind in ASIDE]
        held_up: set[int] = set()
        for row, can_leave in await session.exec(_OF_TABLES, params={**seen, "tables": tables}) if tables else ():
            if not can_leave:
                held_up.add(row.table_id)
            if row.table_id not in held_up:
                rows.append(row)
        rows.sort(key=lambda row: row.id or 0)
        more = max(len(heads), len(rows)) >= limit
        rows = rows[:limit]
        first_of = {row.user_id: row for row in rows if row.kind in TO_ONE}
        if first_of and together > 1:
            of_people = list(await session.exec(_OF_PEOPLE, params={**seen, "people": list(first_of)}))
            for user_id, head in first_of.items():
                theirs = [row for row in of_people if row.user_id == user_id and _joins(row, head)]
                rows += theirs[: together - 1]
        taken = await self._take(session, rows, seen["now"], lease)
        return Claimed(taken, more=more, next_due=await _next_due(session))

    async def claim_more(
        self, table_id: int, after: int, until: int, now: datetime, lease: timedelta = timedelta(minutes=2)
    ) -> list[Message]:
        """Claim the later rows of a table with revisions up to `until`, for the holder of the row `after`.

        A post of the table at that revision covers them. As rows are sent in order, another process can hold them only
        if the lease of `after` has ended meanwhile; those are left to it, and the ones after those.
        """
        later = select(OutboxRow).where(*_unsent(table_id, after)).order_by(col(OutboxRow.id))
        async with self._store.writing() as session:
            locked = await session.exec(later.with_for_update(of=OutboxRow))
            free = takewhile(lambda row: _is_free(row, now), locked)
            return await self._take(session, [row for row in free if row.payload["revision"] <= until], now, lease)

    async def tie(self, ids: Sequence[int], nonce: str) -> None:
        """Note that claimed rows of a person are sent as one message, which has this nonce."""
        async with self._store.writing() as session:
            await session.exec(update(OutboxRow).where(col(OutboxRow.id).in_(ids)).values(nonce=nonce))

    async def untie(self, user_id: int, nonce: str, ids: Sequence[int]) -> None:
        """Give a nonce of their own to all other rows of a person that were tied to these.

        Those are not in the message that is sent now, and Discord would drop theirs as the same.
        """
        others = (*_UNSENT, col(OutboxRow.user_id) == user_id, col(OutboxRow.nonce) == nonce)
        async with self._store.writing() as session:
            await session.exec(
                update(OutboxRow).where(*others, col(OutboxRow.id).not_in(ids)).values(nonce=secrets.token_hex(12))
            )

    async def sent(self, ids: Sequence[int], now: datetime) -> None:
        """Mark claimed rows as sent. Calls during such a transaction share the next one."""
        self._unmarked.update(ids)
        async with self._marking:
            if self._unmarked.isdisjoint(ids):
                return  # another call has marked them as well
            marked = set(self._unmarked)
            async with self._store.writing() as session:
                await note_sent(session, marked, now)
            self._unmarked -= marked

    async def failed(self, id: int, now: datetime, error: str, *, final: bool = False) -> None:
        """Note a refusal: retried with backoff, or given up if `final` or after the last attempt."""
        async with self._store.writing() as session:
            row = await session.get(OutboxRow, id)
            if row is None or row.sent_at is not None:
                return
            row.attempts += 1
            row.error = error[:500]
            row.claimed_until = row.claimed_by = None
            row.tried = True
            if final or row.attempts >= MAX_ATTEMPTS:
                row.given_up_at = now
            else:
                row.due_at = now + pause_after(row.attempts)
            session.add(row)

    async def later(self, message: Message, due: datetime) -> None:
        """Put a claimed row off that was not tried; `tried` stays as it is."""
        async with self._store.writing() as session:
            await session.exec(
                update(OutboxRow)
                .where(col(OutboxRow.id) == message.id)
                .values(due_at=due, tried=message.tried, **_UNCLAIMED)
            )

    async def wait(self, ids: Collection[int], due: datetime, error: str, waits: str = "") -> None:
        """Put claimed rows off that were tried; it costs none of their attempts.

        `waits` is the reason: OUTAGE, LIMIT, or empty for another one.
        """
        async with self._store.writing() as session:
            await session.exec(
                update(OutboxRow)
                .where(col(OutboxRow.id).in_(ids), *_UNSENT)
                .values(due_at=due, waits=waits, tried=True, error=error[:500], **_UNCLAIMED)
            )

    async def due_again(
        self, now: datetime, tables: Collection[int] | None = None, people: Collection[int] | None = None
    ) -> None:
        """Make rows due that wait for the end of an outage: of these tables and people, or all."""
        freed = update(OutboxRow).where(*_UNSENT, col(OutboxRow.waits) == OUTAGE)
        if tables is not None or people is not None:
            at_tables = and_(col(OutboxRow.table_id).in_(tables or ()), col(OutboxRow.kind).not_in(ASIDE))
            freed = freed.where(or_(at_tables, col(OutboxRow.user_id).in_(people or ())))
        async with self._store.writing() as session:
            await session.exec(freed.values(due_at=now, waits=""))

    async def release_claims(self) -> None:
        """Release all claims of this process, which ends."""
        async with self._store.writing() as session:
            await session.exec(
                update(OutboxRow)
                .where(*_UNSENT, col(OutboxRow.claimed_by) == self._store.process)
                .values(tried=True, **_UNCLAIMED)
            )

    async def next_due(self) -> datetime | None:
        """When the next row may be claimed; None if nothing is left to send."""
        async with self._store.reading() as session:
            return await _next_due(session)

    async def _take(
        self, session: AsyncSession, rows: Sequence[OutboxRow], now: datetime, lease: timedelta
    ) -> list[Message]:
        messages = [_message(row) for row in rows]
        for row in rows:
            row.claimed_until = now + lease
            row.claimed_by = self._store.process
            row.decided_at = now
            row.waits = ""
            session.add(row)
        await session.flush()
        return messages


async def _next_due(session: AsyncSession) -> datetime | None:
    times = [(await session.exec(one)).first() for one in (_NEXT_DUE, _NEXT_UNCLAIMED)]
    return min((one for one in times if one is not None), default=None)


def _is_free(row: OutboxRow, now: datetime) -> bool:
    """Whether a row is not claimed."""
    return row.claimed_until is None or row.claimed_until <= now


async def holds(session: AsyncSession, table_id: int, after: int = 0) -> bool:
    """Whether a table's channel has unsent rows after this one."""
    return (await session.exec(_LATER_OF_TABLE, params={"table": table_id, "after": after})).first() is not None


async def oldest_due(session: AsyncSession, now: datetime) -> datetime | None:
    """Since when the oldest unsent row is due; None if none is."""
    due = select(col(OutboxRow.due_at)).where(*_UNSENT, col(OutboxRow.due_at) <= now)
    return (await session.exec(due.order_by(col(OutboxRow.due_at)).limit(1))).first()


def _unsent(table_id: int, after: int) -> tuple[ColumnElement[bool], ...]:
    """Conditions of the unsent rows of a table's channel after one of them."""
    return (
        col(OutboxRow.table_id) == table_id,
        col(OutboxRow.id) > after,
        col(OutboxRow.kind).not_in(ASIDE),
        col(OutboxRow.sent_at).is_(None),
        col(OutboxRow.given_up_at).is_(None),
    )


def _message(row: OutboxRow) -> Message:
    assert row.id is not None
    return Message(row.id, row.table_id, row.kind, row.payload, row.nonce, row.attempts, row.created_at, _tried(row))


def _tried(row: OutboxRow) -> bool:
    """Whether a process has begun to send a row; asked before it is claimed."""
    return row.tried or row.attempts > 0 or row.claimed_until is not None


def _joins(row: OutboxRow, head: OutboxRow) -> bool:
    """Whether a row can be one message with the first of its person: both are new, or were tried as one."""
    if (row.id or 0) <= (head.id or 0):
        return False
    return row.nonce == head.nonce if _tried(head) else not _tried(row)
