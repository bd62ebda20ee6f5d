"""Lines that people try, inside a transaction of `storage.store`."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import and_, col, delete, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.schema import Trial


async def trial(session: AsyncSession, user_id: int, table_id: int, turn: int) -> Trial | None:
    """Read the line that a person tries at a table, after a turn (-1: as it stands)."""
    return await session.get(Trial, (user_id, table_id, turn))


async def put_trial(session: AsyncSession, tried: Trial) -> None:
    """Write it."""
    await session.merge(tried)
    await session.flush()


async def forget_trial(session: AsyncSession, user_id: int, table_id: int, turn: int) -> None:
    """Remove it."""
    await session.exec(
        delete(Trial).where(col(Trial.user_id) == user_id, col(Trial.table_id) == table_id, col(Trial.turn) == turn)
    )


async def make_room(session: AsyncSession, user_id: int, most: int, before: datetime) -> None:
    """Remove a person's lines that were begun before, and so many of the oldest that there is room for another."""
    places = select(Trial.table_id, Trial.turn).where(col(Trial.user_id) == user_id)
    newest = places.where(col(Trial.at) > before).order_by(col(Trial.at).desc(), col(Trial.table_id), col(Trial.turn))
    kept = list(await session.exec(newest.limit(most - 1)))
    if not kept:
        await session.exec(delete(Trial).where(col(Trial.user_id) == user_id))
        return
    stays = or_(*(and_(col(Trial.table_id) == table, col(Trial.turn) == turn) for table, turn in kept))
    await session.exec(delete(Trial).where(col(Trial.user_id) == user_id, ~stays))
