"""Finds times in the future, written by a clock that was ahead; inside a transaction of `storage.store`.

Times later than `ahead` are in the future.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import and_, col, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.schema import GameTable, Reminder, Rewind, Seat

_WITH_SEATS = (
    select(GameTable.id)
    .join(Seat, col(Seat.table_id) == col(GameTable.id))
    .where(GameTable.phase == "running", col(Seat.since).is_not(None))
    .distinct()
)


async def waits_ahead(session: AsyncSession, ahead: datetime) -> list[int]:
    """List the running tables with a wait that begins in the future."""
    return [one for one in await session.exec(_WITH_SEATS.where(col(Seat.since) > ahead)) if one is not None]


async def late_deadlines(session: AsyncSession, ahead: datetime) -> list[int]:
    """List the running tables with a deadline further away than the table's clock allows, vacations included."""
    clocks = (
        select(GameTable.clock_hours).where(GameTable.phase == "running", col(GameTable.clock) != "none").distinct()
    )
    late = [
        and_(col(GameTable.clock_hours) == hours, col(Seat.deadline) > ahead + timedelta(hours=hours))
        for hours in await session.exec(clocks)
    ]
    if not late:
        return []
    found = _WITH_SEATS.where(col(GameTable.clock) != "none", col(Seat.overdue).is_(False), or_(*late))
    return [one for one in await session.exec(found) if one is not None]


async def votes_ahead(session: AsyncSession, ahead: datetime) -> Sequence[int]:
    """List the tables whose vote was opened in the future."""
    return list(await session.exec(select(Rewind.table_id).where(col(Rewind.asked_at) > ahead)))


async def reminders_after(session: AsyncSession, then: datetime) -> Sequence[Reminder]:
    """List the reminders that are not due before then."""
    late = select(Reminder).where(col(Reminder.sent_at).is_(None), col(Reminder.due_at) > then)
    return list(await session.exec(late))
