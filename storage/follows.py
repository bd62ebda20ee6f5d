"""Who follows which tables without playing there; inside a transaction of `storage.store`."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, delete, func, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.schema import Follower, GameTable


async def of(session: AsyncSession, table_id: int, user_id: int) -> Follower | None:
    """How a person follows a table; None if they do not."""
    return await session.get(Follower, (table_id, user_id))


async def count(session: AsyncSession, table_id: int) -> int:
    """How many people follow a table."""
    return (await session.exec(select(func.count()).where(col(Follower.table_id) == table_id))).one()


async def follow(
    session: AsyncSession, table_id: int, user_id: int, revision: int, now: datetime, *, only_end: bool
) -> None:
    """Let a person follow a table from a revision on; who follows it already is told of the same as before.

    Raises:
        Conflict: of the store, where another process is just inserting the row.

    """
    follower = await of(session, table_id, user_id)
    if follower is None:
        follower = Follower(table_id=table_id, user_id=user_id, shown=revision, at=now)
    follower.only_end = only_end
    session.add(follower)
    await session.flush()


async def stop(session: AsyncSession, table_id: int, user_id: int) -> None:
    """Let a person follow a table no more."""
    await session.exec(delete(Follower).where(col(Follower.table_id) == table_id, col(Follower.user_id) == user_id))


async def note_shown(session: AsyncSession, table_id: int, user_id: int, revision: int) -> None:
    """Note up to which revision a person was told what happened."""
    theirs = (col(Follower.table_id) == table_id, col(Follower.user_id) == user_id, col(Follower.shown) < revision)
    await session.exec(update(Follower).where(*theirs).values(shown=revision))


async def to_tell(session: AsyncSession, table_id: int, *, ended: bool) -> list[int]:
    """Who is told that a round of a table begins, or that its game has ended."""
    followers = select(Follower.user_id).where(col(Follower.table_id) == table_id).order_by(col(Follower.user_id))
    if not ended:
        followers = followers.where(col(Follower.only_end).is_(False))
    return list(await session.exec(followers))


async def tables_of(session: AsyncSession, user_id: int) -> list[tuple[int, bool]]:
    """The running tables that a person follows, the oldest first; whether they are told of the end only."""
    found = await session.exec(
        select(Follower.table_id, Follower.only_end)
        .join(GameTable, col(GameTable.id) == col(Follower.table_id))
        .where(Follower.user_id == user_id, GameTable.phase == "running")
        .order_by(col(Follower.table_id))
    )
    return list(found)
