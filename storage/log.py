"""The log of a game and its snapshot, inside a transaction of `storage.store`.

The log is append only: an undo is a row of its own, and marks the rows that it takes back. Rows are numbered from 0
without gaps; whoever appends has raised the table's revision before, in the same transaction.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam
from sqlmodel import and_, col, func, or_, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.schema import Base, LogRow, Snapshot

# Statements that every press needs are built once: building one costs more than executing it.
_LAST = select(func.max(LogRow.sequence)).where(col(LogRow.table_id) == bindparam("table"))
_AFTER = (
    select(LogRow)
    .where(col(LogRow.table_id) == bindparam("table"), col(LogRow.revision) > bindparam("after"))
    .order_by(col(LogRow.sequence))
)
_BARRIER = _LAST.where(col(LogRow.barrier).is_(True), col(LogRow.taken_back).is_(None))
_SINCE = (
    select(LogRow)
    .where(col(LogRow.table_id) == bindparam("table"), col(LogRow.sequence) > bindparam("sequence"))
    .order_by(col(LogRow.sequence))
)


async def append(session: AsyncSession, table_id: int, rows: Sequence[LogRow], *, step: int = 0) -> int:
    """Append rows, numbering them, and return the sequence of the first.

    Those of a `step` of a half-made turn are hidden until a public snapshot is written (`put_snapshot`).

    Raises:
        Conflict: of the store, when a number is taken.

    """
    last = (await session.exec(_LAST, params={"table": table_id})).one()
    first = 0 if last is None else last + 1
    for sequence, row in enumerate(rows, start=first):
        row.table_id = table_id
        row.sequence = sequence
        row.step = step
        row.public = None if step else row.revision
        session.add(row)
    await session.flush()
    return first


async def rows(session: AsyncSession, table_id: int, after: int = 0, until: int | None = None) -> list[LogRow]:
    """Read the rows of revisions later than `after` (and not later than `until`), in order."""
    wanted = _AFTER if until is None else _AFTER.where(LogRow.revision <= until)
    return list(await session.exec(wanted, params={"table": table_id, "after": after}))


async def clock_answers(session: AsyncSession, table_id: int) -> dict[int, int]:
    """Count by seat the answers of a hard clock since a person has last done anything at a table."""
    last = (await session.exec(_LAST.where(col(LogRow.user_id).is_not(None)), params={"table": table_id})).one()
    counted = await session.exec(
        select(LogRow.seat, func.count())
        .where(
            LogRow.table_id == table_id,
            LogRow.kind == "answer",
            LogRow.by == "clock",
            col(LogRow.sequence) > (-1 if last is None else last),
        )
        .group_by(col(LogRow.seat))
    )
    return {seat: number for seat, number in counted if seat is not None}


async def visible_rows(
    session: AsyncSession, table_id: int, after: int = 0, until: int | None = None, *, hidden: bool = False
) -> list[LogRow]:
    """Read the rows made public in revisions later than `after` (and not later than `until`), in order.

    With `hidden`, also those of the half-made turn, which its player alone may read.
    """
    since = col(LogRow.public)
    open_ = and_(since.is_(None), col(LogRow.taken_back).is_(None), LogRow.revision >= after)
    public = since > after if until is None else and_(since > after, since <= until)
    wanted = select(LogRow).where(LogRow.table_id == table_id, or_(public, open_) if hidden else public)
    return list(await session.exec(wanted.order_by(col(LogRow.sequence))))


async def since_barrier(session: AsyncSession, table_id: int) -> list[LogRow]:
    """Read the rows after the last barrier that stands."""
    last = (await session.exec(_BARRIER, params={"table": table_id})).one()
    return list(await session.exec(_SINCE, params={"table": table_id, "sequence": -1 if last is None else last}))


async def take_back(session: AsyncSession, table_id: int, sequences: Sequence[int], undo: int) -> None:
    """Mark rows as taken back by the undo of this sequence."""
    await session.exec(
        update(LogRow)
        .where(col(LogRow.table_id) == table_id, col(LogRow.sequence).in_(sequences), col(LogRow.taken_back).is_(None))
        .values(taken_back=undo)
    )


async def snapshot(session: AsyncSession, table_id: int) -> Snapshot | None:
    """Read the game as it stands."""
    return await session.get(Snapshot, table_id)


async def put_snapshot(
    session: AsyncSession,
    table_id: int,
    revision: int,
    position: bytes,
    public: bytes | None = None,
    *,
    step: int = 0,
) -> None:
    """Write the game as it stands at this revision, or after this `step` of a half-made turn.

    In the middle of a half-made turn, `public` is the position that all others may see. Without a `step` nothing is
    hidden any more: hidden rows that stand become public with this revision.
    """
    updated = await session.exec(
        update(Snapshot)
        .where(col(Snapshot.table_id) == table_id)
        .values(revision=revision, position=position, public=public)
    )
    if not updated.rowcount:
        session.add(Snapshot(table_id=table_id, revision=revision, position=position, public=public))
        await session.flush()
    if not step:
        await publish(session, table_id, revision)


async def publish(session: AsyncSession, table_id: int, revision: int) -> None:
    """Make the hidden rows that stand public with this revision."""
    await session.exec(
        update(LogRow)
        .where(col(LogRow.table_id) == table_id, col(LogRow.public).is_(None), col(LogRow.taken_back).is_(None))
        .values(public=revision)
    )


async def base(session: AsyncSession, table_id: int) -> Base | None:
    """Read the position that undo and replay begin at; None: the setup of the game."""
    return await session.get(Base, table_id)


async def put_base(session: AsyncSession, table_id: int, sequence: int, position: bytes) -> None:
    """Let undo and replay begin at this position, which is that after the row of this sequence."""
    await session.merge(Base(table_id=table_id, sequence=sequence, position=position))
    await session.flush()
