"""Results of games that are over, inside a transaction of `storage.store`: what is still to be added, and adding it.

Results are derived (`bot.tables.results`): a row can be made anew at any time, and comes out the same.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.schema import GameTable, LogRow, Placement, Result
from storage.sqlite_driver import ASIDE

UNREAD = "unread"


class LoggedAnswer(NamedTuple):
    """What a row of the log tells of when somebody was asked and has answered."""

    at: datetime
    kind: str
    seat: int | None
    by: str
    asked: list[int]
    taken_back: int | None


async def missing(session: AsyncSession, most: int) -> list[int]:
    """The first tables whose game is over and that have no result, in the order in which they have ended."""
    found = await session.exec(
        select(GameTable.id)
        .prefix_with(ASIDE)
        .outerjoin(Result, col(Result.table_id) == col(GameTable.id))
        .where(GameTable.phase == "finished", col(Result.table_id).is_(None))
        .order_by(col(GameTable.ended_at), col(GameTable.id))
        .limit(most)
    )
    return [one for one in found if one is not None]


async def finished(session: AsyncSession) -> list[int]:
    """All tables whose game is over, in the order in which they have ended."""
    found = await session.exec(
        select(GameTable.id)
        .prefix_with(ASIDE)
        .where(GameTable.phase == "finished")
        .order_by(col(GameTable.ended_at), col(GameTable.id))
    )
    return [one for one in found if one is not None]


async def result(session: AsyncSession, table_id: int) -> Result | None:
    """The result of a table, if it has one."""
    return await session.get(Result, table_id)


async def placements(session: AsyncSession, table_id: int) -> list[Placement]:
    """The placements of a table, by seat."""
    found = select(Placement).where(Placement.table_id == table_id).order_by(col(Placement.seat))
    return list(await session.exec(found))


async def answers(session: AsyncSession, table_id: int) -> list[LoggedAnswer]:
    """What the log of a table tells of when its seats were asked and have answered, in order."""
    found = await session.exec(
        select(  # type: ignore[call-overload]
            LogRow.at, LogRow.kind, LogRow.seat, LogRow.by, LogRow.asked, LogRow.taken_back
        )
        .prefix_with(ASIDE)
        .where(LogRow.table_id == table_id)
        .order_by(col(LogRow.sequence))
    )
    return [LoggedAnswer(*one) for one in found]


async def put(session: AsyncSession, result: Result, placements: Sequence[Placement]) -> None:
    """Store the result of a table, in place of an earlier one."""
    await session.exec(delete(Placement).where(col(Placement.table_id) == result.table_id))
    await session.exec(delete(Result).where(col(Result.table_id) == result.table_id))
    session.add(result)
    await session.flush()  # nothing tells the session that placements come after it
    session.add_all(placements)
    await session.flush()


async def drop_all(session: AsyncSession, but: Collection[int]) -> None:
    """Remove the results of tables that are not (or no longer) among these."""
    held = set(await session.exec(select(Result.table_id).prefix_with(ASIDE)))
    for table_id in held - set(but):
        await session.exec(delete(Placement).where(col(Placement.table_id) == table_id))
        await session.exec(delete(Result).where(col(Result.table_id) == table_id))
