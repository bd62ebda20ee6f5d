"""Weekly tables and who is invited to them, inside a transaction of `storage.store`."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlmodel import and_, col, delete, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.peers import notify_on_commit
from storage.schema import Invitation, Seat, WeeklyGuest, WeeklyTable


async def of_channel(session: AsyncSession, channel_id: int) -> list[WeeklyTable]:
    """Find the weekly tables of a channel, in the order of the week."""
    found = select(WeeklyTable).where(WeeklyTable.channel_id == channel_id)
    return list(await session.exec(found.order_by(col(WeeklyTable.weekday), col(WeeklyTable.minute))))


async def find(session: AsyncSession, weekly_id: int) -> WeeklyTable | None:
    """Find a weekly table, and lock it until the transaction ends."""
    return (
        await session.exec(select(WeeklyTable).where(WeeklyTable.id == weekly_id).with_for_update(of=WeeklyTable))
    ).first()


async def put(session: AsyncSession, weekly: WeeklyTable) -> int:
    """Store a weekly table, and return its number.

    Raises:
        Conflict: of the store, where this channel has one of this game.

    """
    notify_on_commit(session)
    session.add(weekly)
    await session.flush()
    assert weekly.id is not None
    return weekly.id


async def end(session: AsyncSession, weekly_id: int) -> None:
    """Remove a weekly table."""
    await session.exec(delete(WeeklyGuest).where(col(WeeklyGuest.weekly_id) == weekly_id))
    await session.exec(delete(WeeklyTable).where(col(WeeklyTable.id) == weekly_id))


async def end_in(session: AsyncSession, channel_id: int) -> None:
    """Remove the weekly tables of a channel."""
    for one in await of_channel(session, channel_id):
        assert one.id is not None
        await end(session, one.id)


async def guests(session: AsyncSession, weekly_id: int) -> set[int]:
    """Those who are invited to a weekly table."""
    found = select(WeeklyGuest.user_id).where(WeeklyGuest.weekly_id == weekly_id)
    return set(await session.exec(found.where(col(WeeklyGuest.left_after).is_(None))))


async def add_guests(session: AsyncSession, weekly_id: int, user_ids: Collection[int]) -> None:
    """Have people invited each week."""
    for one in sorted({*user_ids} - await guests(session, weekly_id)):
        await session.merge(WeeklyGuest(weekly_id=weekly_id, user_id=one))
    await session.flush()


async def drop_guest(session: AsyncSession, weekly_id: int, user_id: int, last_table: int) -> None:
    """Have somebody not invited any more, who may have come to the last table."""
    await session.merge(WeeklyGuest(weekly_id=weekly_id, user_id=user_id, left_after=last_table))
    await session.flush()


async def left_after(session: AsyncSession, weekly_id: int, table_id: int) -> set[int]:
    """Those who said no when this was the last table."""
    found = select(WeeklyGuest.user_id).where(WeeklyGuest.weekly_id == weekly_id)
    return set(await session.exec(found.where(WeeklyGuest.left_after == table_id)))


async def came(session: AsyncSession, table_id: int) -> set[int]:
    """The people who sit at a table, or are invited to it and have not declined."""
    seated = await session.exec(select(Seat.user_id).where(Seat.table_id == table_id, col(Seat.user_id) > 0))
    invited = select(Invitation.user_id).where(Invitation.table_id == table_id, col(Invitation.declined).is_(False))
    return {*seated, *await session.exec(invited)}


async def look_up(session: AsyncSession, weekly_id: int) -> WeeklyTable | None:
    """Find a weekly table, without locking it."""
    return (await session.exec(select(WeeklyTable).where(WeeklyTable.id == weekly_id))).first()


async def due(session: AsyncSession, now: datetime, after: tuple[datetime, int] | None = None) -> WeeklyTable | None:
    """Find the weekly table that has been due the longest, of those `after` one, by its time and number."""
    found = select(WeeklyTable).where(col(WeeklyTable.next_at) <= now)
    if after is not None:
        at, number = after
        later = and_(col(WeeklyTable.next_at) == at, col(WeeklyTable.id) > number)
        found = found.where(or_(col(WeeklyTable.next_at) > at, later))
    return (await session.exec(found.order_by(col(WeeklyTable.next_at), col(WeeklyTable.id)).limit(1))).first()


async def lock_due(session: AsyncSession, weekly_id: int, now: datetime) -> WeeklyTable | None:
    """Lock a weekly table if it is due still, and no other process holds it (SKIP LOCKED)."""
    found = select(WeeklyTable).where(WeeklyTable.id == weekly_id, col(WeeklyTable.next_at) <= now)
    return (await session.exec(found.with_for_update(skip_locked=True, of=WeeklyTable))).first()


async def next_due(session: AsyncSession, after: datetime | None = None) -> datetime | None:
    """When the next one opens, or the next one `after` a time."""
    found = select(WeeklyTable.next_at)
    if after is not None:
        found = found.where(col(WeeklyTable.next_at) > after)
    return (await session.exec(found.order_by(col(WeeklyTable.next_at)).limit(1))).first()
