"""Reminders, and who cannot be sent direct messages; inside a transaction of `storage.store`.

A wait has at most one unsent reminder. It is locked (`first_due`, `due_with`), marked as sent and followed by the next
one in the same transaction.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy.orm import aliased
from sqlmodel import col, delete, exists, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.peers import notify_on_commit
from storage.schema import ClosedDm, DayMention, GameTable, Reminder, Seat


async def plan(session: AsyncSession, reminder: Reminder) -> None:
    """Insert a reminder.

    Raises:
        Conflict: of the store, where this rung of this wait is there already.

    """
    notify_on_commit(session)
    session.add(reminder)
    await session.flush()


async def drop(session: AsyncSession, table_id: int, seat: int | None = None) -> None:
    """Delete the reminders of a seat's wait that is over (None: of every seat of the table)."""
    gone = delete(Reminder).where(col(Reminder.table_id) == table_id)
    if seat is not None:
        gone = gone.where(col(Reminder.seat) == seat)
    await session.exec(gone)


async def first_due(session: AsyncSession, now: datetime) -> Reminder | None:
    """Lock the reminder that has been due the longest, skipping those that another process holds (SKIP LOCKED).

    Of each person only the first of their reminders is tried, so that two processes never serve the same person.
    """
    other = aliased(Reminder)
    is_later = exists().where(
        col(other.user_id) == col(Reminder.user_id),
        col(other.id) < col(Reminder.id),
        col(other.sent_at).is_(None),
        col(other.due_at) <= now,
    )
    due = (
        select(Reminder)
        .where(col(Reminder.sent_at).is_(None), col(Reminder.due_at) <= now, ~is_later)
        .order_by(col(Reminder.due_at), col(Reminder.id))
        .limit(1)
        .with_for_update(skip_locked=True, of=Reminder)  # PostgreSQL; in SQLite the writer is alone anyway
    )
    return (await session.exec(due)).first()


async def due_with(session: AsyncSession, user_id: int, until: datetime) -> list[Reminder]:
    """Lock all of a person's reminders that are due by `until`, skipping those that another process holds."""
    due = (
        select(Reminder)
        .where(Reminder.user_id == user_id, col(Reminder.sent_at).is_(None), col(Reminder.due_at) <= until)
        .order_by(col(Reminder.since), col(Reminder.id))
        .with_for_update(skip_locked=True, of=Reminder)
    )
    return list(await session.exec(due))


async def unsent(session: AsyncSession, user_id: int) -> list[Reminder]:
    """All unsent reminders of a person."""
    return list(
        await session.exec(
            select(Reminder)
            .where(Reminder.user_id == user_id, col(Reminder.sent_at).is_(None))
            .order_by(col(Reminder.id))
        )
    )


async def rungs(session: AsyncSession, table_id: int, seat: int) -> tuple[int, int] | None:
    """The revision at which a seat's latest wait with reminders began, and the highest rung that it has."""
    last = (
        await session.exec(
            select(Reminder)
            .where(Reminder.table_id == table_id, Reminder.seat == seat)
            .order_by(col(Reminder.revision).desc(), col(Reminder.rung).desc())
            .limit(1)
        )
    ).first()
    return None if last is None else (last.revision, last.rung)


async def take(session: AsyncSession, reminder: Reminder, now: datetime) -> bool:
    """Set a reminder as sent; False if another process has."""
    taken = await session.exec(
        update(Reminder)
        .where(col(Reminder.id) == reminder.id, col(Reminder.sent_at).is_(None))
        .values(sent_at=now)
        .execution_options(synchronize_session=False)
    )
    return bool(taken.rowcount)


async def move(session: AsyncSession, ids: Iterable[int | None], due: datetime) -> None:
    """Reschedule reminders."""
    notify_on_commit(session)
    await session.exec(update(Reminder).where(col(Reminder.id).in_(list(ids))).values(due_at=due))


# Statements that run after every change are built once: building one costs more than executing it.
_FIRST_REMINDER = select(Reminder.due_at).where(col(Reminder.sent_at).is_(None)).order_by(col(Reminder.due_at)).limit(1)
_CLOCK_RUNS = (
    col(GameTable.phase) == "running",
    col(Seat.since).is_not(None),
    col(Seat.deadline).is_not(None),
    col(Seat.overdue).is_(False),
)
_FIRST_CLOCK = (
    select(Seat.deadline)
    .join(GameTable, col(GameTable.id) == col(Seat.table_id))
    .where(*_CLOCK_RUNS)
    .order_by(col(Seat.deadline))
    .limit(1)
)


async def next_reminder(session: AsyncSession) -> datetime | None:
    """When the next reminder is due."""
    return (await session.exec(_FIRST_REMINDER)).first()


async def next_clock(session: AsyncSession) -> datetime | None:
    """When the next clock runs out."""
    return (await session.exec(_FIRST_CLOCK)).first()


async def next_due(session: AsyncSession) -> datetime | None:
    """When the next reminder is due or the next clock runs out."""
    times = (await next_reminder(session), await next_clock(session))
    return min((one for one in times if one is not None), default=None)


async def run_out(session: AsyncSession, now: datetime) -> list[tuple[int, int, datetime]]:
    """Every wait whose clock has run out and was not handled yet: table, seat, since when."""
    rows = await session.exec(
        select(Seat)
        .join(GameTable, col(GameTable.id) == col(Seat.table_id))
        .where(*_CLOCK_RUNS, col(Seat.deadline) <= now)
        .order_by(col(Seat.deadline), col(Seat.table_id), col(Seat.number))
    )
    return [(seat.table_id, seat.number, seat.since) for seat in rows if seat.since is not None]


async def closed_since(session: AsyncSession, user_id: int) -> datetime | None:
    """When Discord last refused a direct message to a person; None if it never did, or one was delivered since."""
    row = await session.get(ClosedDm, user_id)
    return None if row is None else row.at


async def note_closed(session: AsyncSession, user_id: int, at: datetime | None) -> None:
    """Note since when a person refuses direct messages, or (None) that they accept them."""
    if at is None:
        await session.exec(delete(ClosedDm).where(col(ClosedDm.user_id) == user_id))
        return
    await session.merge(ClosedDm(user_id=user_id, at=at))
    await session.flush()


async def may_mention(  # noqa: PLR0917
    session: AsyncSession, user_id: int, table_id: int, row_id: int, now: datetime, pause: timedelta
) -> bool:
    """Whether a person may be mentioned at a table, which is allowed once in each `pause`; takes that right.

    The outbox row that has it may use it again: its process may have crashed before the mention.

    Raises:
        Conflict: of the store, where another process takes it at the same instant.

    """
    row = await session.get(DayMention, (user_id, table_id), with_for_update=True)
    if row is not None and abs(now - row.at) < pause:  # later than that only a wrong clock can have noted
        return row.row_id == row_id
    await session.merge(DayMention(user_id=user_id, table_id=table_id, at=now, row_id=row_id))
    await session.flush()
    return True


async def give_back_mention(session: AsyncSession, user_id: int, table_id: int) -> None:
    """Return that right: Discord refused the mention."""
    await session.exec(
        delete(DayMention).where(col(DayMention.user_id) == user_id, col(DayMention.table_id) == table_id)
    )
