"""The outbox: what must be said, stored with the change that caused it, claimed, sent, tried again.

Rows of one table leave in order: while one of them waits for its next try or is being sent, the later ones wait too.
What goes to one person (`TO_ONE`) neither waits nor is waited for.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, bindparam
from sqlalchemy.orm import aliased
from sqlmodel import col, exists, or_, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.peers import has_news
from storage.schema import OutboxRow
from storage.store import Store

MOST_ATTEMPTS = 12
TO_ONE = ("notice", "reminder", "ballot", "homeless", "ended")
"""Kinds of rows that are for one person and not for the table's channel."""
_FIRST_PAUSE = timedelta(seconds=5)
_LONGEST_PAUSE = timedelta(hours=1)


@dataclass(frozen=True)
class Message:
    """One claimed row. `nonce` (25 characters at most) lets Discord drop a second sending of the same message."""

    id: int
    table_id: int
    kind: str
    payload: dict[str, Any]
    nonce: str
    attempts: int
    created_at: datetime
    tried: bool = False
    """Somebody has begun to send it before; how far that came is not known."""


async def put(
    session: AsyncSession,
    table_id: int,
    kind: str,
    payload: dict[str, Any],
    now: datetime,
    *,
    due: datetime | None = None,
) -> None:
    """Store something to be said, now or when it is due, inside the transaction of what caused it."""
    has_news(session)
    session.add(
        OutboxRow(
            table_id=table_id,
            kind=kind,
            payload=payload,
            nonce=secrets.token_hex(12),
            created_at=now,
            due_at=due or now,
        )
    )
    await session.flush()


async def give_up(session: AsyncSession, ids: Sequence[int], now: datetime, error: str) -> None:
    """Note that rows will never be sent, inside the transaction of what takes their place."""
    await session.exec(
        update(OutboxRow)
        .where(col(OutboxRow.id).in_(ids), col(OutboxRow.sent_at).is_(None))
        .values(given_up_at=now, claimed_until=None, error=error)
    )


def pause_after(attempts: int) -> timedelta:
    """How long to wait after that many failures: 5 seconds, then twice as long each time, up to an hour."""
    doubled: timedelta = _FIRST_PAUSE * 2 ** min(attempts - 1, MOST_ATTEMPTS)
    return min(doubled, _LONGEST_PAUSE)


# Statements are built once: building one costs more than executing it.
_EARLIER = aliased(OutboxRow)
_IS_LATER = exists().where(
    col(OutboxRow.kind).not_in(TO_ONE),
    col(_EARLIER.kind).not_in(TO_ONE),
    col(_EARLIER.table_id) == col(OutboxRow.table_id),
    col(_EARLIER.id) < col(OutboxRow.id),
    col(_EARLIER.sent_at).is_(None),
    col(_EARLIER.given_up_at).is_(None),
)
_UNSENT = (col(OutboxRow.sent_at).is_(None), col(OutboxRow.given_up_at).is_(None))
_IS_HEAD = (
    *_UNSENT,
    col(OutboxRow.due_at) <= bindparam("now"),
    or_(col(OutboxRow.claimed_until).is_(None), col(OutboxRow.claimed_until) <= bindparam("now")),
    ~_IS_LATER,
)
_SOME_HEAD = select(OutboxRow.id).where(*_IS_HEAD).limit(1)
# Whoever has locked the first unsent row of a table has all of that table's: nobody else takes a later one.
_HEADS = (
    select(OutboxRow)
    .where(*_IS_HEAD)
    .order_by(col(OutboxRow.due_at), col(OutboxRow.id))  # not by id alone: SQLite would look through all that was sent
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True, of=OutboxRow)  # PostgreSQL; in SQLite the writer is alone anyway
)
_OF_TABLES = (
    select(OutboxRow)
    .where(
        *_UNSENT,
        col(OutboxRow.table_id).in_(bindparam("tables", expanding=True)),
        col(OutboxRow.kind).not_in(TO_ONE),
    )
    .order_by(col(OutboxRow.id))
)
_LATER_OF_TABLE = (
    select(OutboxRow.id)
    .where(
        *_UNSENT,
        col(OutboxRow.table_id) == bindparam("table"),
        col(OutboxRow.id) > bindparam("after"),
        col(OutboxRow.kind).not_in(TO_ONE),
    )
    .limit(1)
)
# A row is free when it is due and its claim has ended, whichever is later: two looks, each at the head of an index.
_NEXT_DUE = (
    select(OutboxRow.due_at)
    .where(*_UNSENT, or_(col(OutboxRow.claimed_until).is_(None), col(OutboxRow.claimed_until) <= OutboxRow.due_at))
    .order_by(col(OutboxRow.due_at))
    .limit(1)
)
_NEXT_UNCLAIMED = (
    select(OutboxRow.claimed_until)
    .where(*_UNSENT, col(OutboxRow.claimed_until).is_not(None), col(OutboxRow.claimed_until) > OutboxRow.due_at)
    .order_by(col(OutboxRow.claimed_until))
    .limit(1)
)


class Outbox:
    """The rows to be sent. Times are UTC. Every method raises StoreAway where the database cannot be reached."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._marking = asyncio.Lock()
        self._unmarked: set[int] = set()
        """Rows that have been sent, which the database does not know yet."""

    async def claim(self, now: datetime, limit: int = 20, lease: timedelta = timedelta(minutes=2)) -> list[Message]:
        """Take due rows, oldest first, for nobody else to take until the lease ends (a crash gives them back)."""
        async with self._store.reading() as session:  # where nothing is due, nobody waits for the write lock
            if (await session.exec(_SOME_HEAD, params={"now": now})).first() is None:
                return []
        async with self._store.writing() as session:
            first = list(await session.exec(_HEADS, params={"now": now, "limit": limit}))
            tables = [row.table_id for row in first if row.kind not in TO_ONE]
            rows = [row for row in first if row.kind in TO_ONE]
            held_up: set[int] = set()
            for row in await session.exec(_OF_TABLES, params={"tables": tables}) if tables else []:
                if row.due_at > now or (row.claimed_until is not None and row.claimed_until > now):
                    held_up.add(row.table_id)
                if row.table_id not in held_up:
                    rows.append(row)
            rows.sort(key=lambda row: row.id or 0)
            return await _take(session, rows[:limit], now + lease)

    async def claim_more(
        self, table_id: int, after: int, until: int, now: datetime, lease: timedelta = timedelta(minutes=2)
    ) -> list[Message]:
        """Take the later rows of a table that lead to revisions up to `until`, for whoever holds the row `after`.

        What shows the table as it is at that revision says what they say. Nobody else can hold them: rows of a table
        leave in order.
        """
        later = select(OutboxRow).where(*_unsent(table_id, after)).order_by(col(OutboxRow.id))
        async with self._store.writing() as session:
            rows = await session.exec(later.with_for_update(of=OutboxRow))
            return await _take(session, [row for row in rows if row.payload["revision"] <= until], now + lease)

    async def sent(self, ids: Sequence[int], now: datetime) -> None:
        """Mark claimed rows as sent. Those who come while one transaction does so share the next one."""
        self._unmarked.update(ids)
        async with self._marking:
            if self._unmarked.isdisjoint(ids):
                return  # somebody has taken them along
            marked = set(self._unmarked)
            async with self._store.writing() as session:
                await session.exec(
                    update(OutboxRow)
                    .where(col(OutboxRow.id).in_(marked))
                    .values(sent_at=now, claimed_until=None, error="")
                )
            self._unmarked -= marked

    async def failed(self, id: int, now: datetime, error: str, *, final: bool = False) -> None:
        """Note a failure: tried again after a growing pause, or never where `final` or after the last attempt."""
        async with self._store.writing() as session:
            row = await session.get(OutboxRow, id)
            if row is None or row.sent_at is not None:
                return
            row.attempts += 1
            row.error = error[:500]
            row.claimed_until = None
            if final or row.attempts >= MOST_ATTEMPTS:
                row.given_up_at = now
            else:
                row.due_at = now + pause_after(row.attempts)
            session.add(row)

    async def later(self, message: Message, due: datetime) -> None:
        """Put a claimed row off; it has not failed. That somebody had begun to send it before stays known."""
        attempts = max(message.attempts, int(message.tried))
        async with self._store.writing() as session:
            await session.exec(
                update(OutboxRow)
                .where(col(OutboxRow.id) == message.id)
                .values(due_at=due, claimed_until=None, attempts=attempts)
            )

    async def next_due(self) -> datetime | None:
        """When the next row may be claimed; None where nothing is left to send."""
        async with self._store.reading() as session:
            times = [(await session.exec(one)).first() for one in (_NEXT_DUE, _NEXT_UNCLAIMED)]
        return min((one for one in times if one is not None), default=None)


async def holds(session: AsyncSession, table_id: int, after: int = 0) -> bool:
    """Whether something is still to be said in a table's channel, after a row of it."""
    return (await session.exec(_LATER_OF_TABLE, params={"table": table_id, "after": after})).first() is not None


def _unsent(table_id: int, after: int) -> tuple[ColumnElement[bool], ...]:
    """Choose the rows of a table, for its channel and after one of them, that wait or are being sent."""
    return (
        col(OutboxRow.table_id) == table_id,
        col(OutboxRow.id) > after,
        col(OutboxRow.kind).not_in(TO_ONE),
        col(OutboxRow.sent_at).is_(None),
        col(OutboxRow.given_up_at).is_(None),
    )


async def _take(session: AsyncSession, rows: Sequence[OutboxRow], until: datetime) -> list[Message]:
    messages = [_message(row) for row in rows]
    for row in rows:
        row.claimed_until = until
        session.add(row)
    await session.flush()
    return messages


def _message(row: OutboxRow) -> Message:
    assert row.id is not None
    tried = row.attempts > 0 or row.claimed_until is not None
    return Message(row.id, row.table_id, row.kind, row.payload, row.nonce, row.attempts, row.created_at, tried)
