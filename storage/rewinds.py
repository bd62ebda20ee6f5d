"""The open votes on going back, and how far people have read a log, inside a transaction of `storage.store`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import col, delete, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.peers import notify_on_commit
from storage.schema import GameTable, Looked, Rewind


async def vote(session: AsyncSession, table_id: int) -> Rewind | None:
    """Find the open vote of a table."""
    return await session.get(Rewind, table_id)


async def put_vote(session: AsyncSession, vote: Rewind) -> None:
    """Store a vote, in place of the former one of its table."""
    notify_on_commit(session)
    await session.merge(vote)
    await session.flush()


async def end_vote(session: AsyncSession, table_id: int) -> bool:
    """Delete the vote of a table; False where there is none (any more)."""
    ended = await session.exec(delete(Rewind).where(col(Rewind.table_id) == table_id))
    return bool(ended.rowcount)


async def ended_votes(session: AsyncSession, now: datetime) -> Sequence[int]:
    """List the tables whose vote has run out, or whose game has ended under it."""
    rows = await session.exec(
        select(Rewind.table_id)
        .join(GameTable, col(GameTable.id) == col(Rewind.table_id))
        .where(or_(col(Rewind.due_at) <= now, GameTable.phase != "running"))
    )
    return list(rows)


async def next_due(session: AsyncSession) -> datetime | None:
    """When the next vote runs out; None where there is none."""
    return (await session.exec(select(Rewind.due_at).order_by(col(Rewind.due_at)).limit(1))).first()


async def looked(session: AsyncSession, table_id: int, user_id: int) -> Looked | None:
    """Find how far somebody has read the log of a table."""
    return await session.get(Looked, (table_id, user_id))


async def look(session: AsyncSession, read: Looked) -> None:
    """Store how far somebody has read."""
    await session.merge(read)
    await session.flush()
