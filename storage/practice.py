"""The practice tables of a person, looked up inside a transaction of `storage.store`."""

from __future__ import annotations

from typing import Any

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.schema import LIVE_PHASES, PRIVATE, GameTable, Seat
from storage.tables import Stored, several


async def running(session: AsyncSession, user_id: int) -> list[Stored]:
    """Those that are not over, the oldest first."""
    found = await session.exec(
        _theirs(user_id).where(col(GameTable.phase).in_(LIVE_PHASES)).order_by(col(GameTable.id))
    )
    return await several(session, [one for one in found if one is not None])


async def over(session: AsyncSession, user_id: int, most: int) -> list[Stored]:
    """The last ones whose game has come to its end, the last first."""
    found = await session.exec(
        _theirs(user_id)
        .where(GameTable.phase == "finished")
        .order_by(col(GameTable.ended_at).desc(), col(GameTable.id).desc())
        .limit(most)
    )
    return await several(session, [one for one in found if one is not None])


def _theirs(user_id: int) -> Any:
    """The numbers of a person's practice tables: by their seat, which has an index."""
    return (
        select(GameTable.id)
        .join(Seat, col(Seat.table_id) == col(GameTable.id))
        .where(Seat.user_id == user_id, GameTable.lost == PRIVATE)
    )
