"""Deletes rows after a retention period: outbox rows that were sent or given up, sent reminders, and the like.

In small batches, each a short transaction of its own, so that nothing waits for it: rows with an id are scanned in its
order, which costs the same however many there are. What a finished game needs stays: its table, seats and log, its
snapshot, and its base where the rules have changed under it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, tuple_
from sqlalchemy import select as sql_select
from sqlalchemy.orm import aliased
from sqlmodel import SQLModel, and_, bindparam, col, delete, exists, func, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import Select

from storage.schema import (
    ClosedDm,
    DayMention,
    Draft,
    GameTable,
    Invitation,
    OutboxRow,
    PlannedAnswer,
    Reminder,
    Trial,
)
from storage.store import Store

RETENTION = timedelta(days=30)
TRIAL = timedelta(hours=1)
"""How long a line lives that somebody tries; after that nobody reads its row."""
STEP = 500
"""Maximum number of rows of a kind in one batch."""
BETWEEN = timedelta(seconds=20)
"""Pause between two batches while there may be more."""
PAUSE = timedelta(hours=1)
"""Pause before everything is scanned again."""

_BEFORE: Any = bindparam("before")
_AFTER: Any = bindparam("after")
_STEP: Any = bindparam("step")
_NEWEST = aliased(OutboxRow)
_LATER = aliased(Reminder)


@dataclass(frozen=True)
class _Walk:
    """A scan of a kind of rows in the order of their `id`; `old` are those to delete.

    Where ids are in the order of time, the scan ends at the first `recent` row.
    """

    kind: type[OutboxRow | Reminder | PlannedAnswer]
    rows: Select[int | None, bool, bool]
    """The id, `old` and `recent` of the next rows."""


def _walk(
    kind: type[OutboxRow | Reminder | PlannedAnswer],
    old: ColumnElement[bool],
    recent: ColumnElement[bool] | None = None,
) -> _Walk:
    number = col(kind.id)
    ends = recent if recent is not None else number < 0
    return _Walk(kind, select(number, old, ends).where(number > _AFTER).order_by(number).limit(_STEP))


def _of_table(kind: type[PlannedAnswer | Reminder | Invitation], *such: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(col(GameTable.id) == col(kind.table_id), *such)


# The newest row stays: SQLite assigns the highest id plus one, and an id must not be reused.
_OUTBOX = _walk(
    OutboxRow,
    and_(
        or_(col(OutboxRow.sent_at) < _BEFORE, col(OutboxRow.given_up_at) < _BEFORE),
        col(OutboxRow.id) < select(func.max(_NEWEST.id)).scalar_subquery(),
    ),
    col(OutboxRow.created_at) >= _BEFORE,
)
# The last one of a wait stays, sent or not: a snoozed one continues from its rung (`storage.reminders.rungs`).
_REMINDERS = _walk(
    Reminder,
    and_(
        col(Reminder.sent_at) < _BEFORE,
        or_(
            ~_of_table(Reminder, col(GameTable.phase) == "running"),
            exists().where(
                col(_LATER.table_id) == col(Reminder.table_id),
                col(_LATER.seat) == col(Reminder.seat),
                tuple_(col(_LATER.revision), col(_LATER.rung)) > tuple_(col(Reminder.revision), col(Reminder.rung)),
            ),
        ),
    ),
)
# The log tells which answers were planned; the plans serve to take them back, which ends with the game.
_PLANS = _walk(PlannedAnswer, _of_table(PlannedAnswer, col(GameTable.ended_at) < _BEFORE))
_WALKS = (_OUTBOX, _REMINDERS, _PLANS)


def _few(kind: type[SQLModel], key: Sequence[Any], old: ColumnElement[bool]) -> Any:
    """Delete one batch of a kind of which there are few."""
    some = tuple_(*key).in_(sql_select(*key).where(old).limit(_STEP))
    return delete(kind).where(old, some).execution_options(synchronize_session=False)


_FEW = (
    # Both hold for a day (`bot.tables.preferences.CLOSED_FOR`).
    _few(DayMention, (col(DayMention.user_id), col(DayMention.table_id)), col(DayMention.at) < _BEFORE),
    _few(Draft, (col(Draft.table_id), col(Draft.user_id)), col(Draft.at) < _BEFORE),
    _few(ClosedDm, (col(ClosedDm.user_id),), col(ClosedDm.at) < _BEFORE),
    _few(
        Invitation,
        (col(Invitation.table_id), col(Invitation.user_id)),
        and_(col(Invitation.at) < _BEFORE, _of_table(Invitation, col(GameTable.phase) != "lobby")),
    ),
)

_TRIALS = _few(Trial, (col(Trial.user_id), col(Trial.table_id), col(Trial.turn)), col(Trial.at) <= _BEFORE)


class Tidying:
    """Deletes old rows; `clock` tells the time in UTC. `tidy` may be called however often."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._next: datetime | None = None
        self._after = dict.fromkeys(range(len(_WALKS)), 0)
        """Up to which id each kind has been scanned; those that are at their end are left out."""

    async def tidy(self) -> int:
        """Process the next batch, if it is time for one; returns how many rows were deleted.

        Raises:
            StoreAway.

        """
        now = self._clock()
        if self._next is None:  # not at start, which has enough to do
            self._next = now + BETWEEN
        if now < self._next <= now + PAUSE:  # else the clock was set back
            return 0
        before = now - RETENTION
        self._next = now + BETWEEN
        removed = 0
        for at, after in list(self._after.items()):
            reached, gone = await self._walk(_WALKS[at], after, before)
            removed += gone
            if reached is None:
                del self._after[at]
            else:
                self._after[at] = reached
        if not self._after:
            self._after = dict.fromkeys(range(len(_WALKS)), 0)
            self._next = now + PAUSE
            removed += await self._remove_few(now)
        return removed

    async def _walk(self, walk: _Walk, after: int, before: datetime) -> tuple[int | None, int]:
        """Scan the next rows of a kind; returns up to which id (None: to the end), and how many were deleted."""
        async with self._store.reading() as session:
            rows = list(await session.exec(walk.rows, params={"after": after, "before": before, "step": STEP}))
        old = [number for number, is_old, _ in rows if is_old]
        if old:
            await self._remove(walk, old)
        if len(rows) < STEP or rows[-1][2]:
            return None, len(old)
        return rows[-1][0], len(old)

    async def _remove(self, walk: _Walk, numbers: Sequence[int | None]) -> None:
        async with self._store.writing() as session:
            gone = delete(walk.kind).where(col(walk.kind.id).in_(numbers))
            await session.exec(gone.execution_options(synchronize_session=False))

    async def _remove_few(self, now: datetime) -> int:
        async with self._store.writing() as session:
            removed = sum([await self._remove_some(session, one, now - RETENTION) for one in _FEW])
            return removed + await self._remove_some(session, _TRIALS, now - TRIAL)

    async def _remove_some(self, session: AsyncSession, some: Any, before: datetime) -> int:
        gone = await session.exec(some, params={"before": before, "step": STEP})
        return int(gone.rowcount)
