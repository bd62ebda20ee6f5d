"""Removes what was kept for a while only: what was said or given up, reminders that were sent, and the like.

In small steps, each a short transaction of its own, so that nobody waits for it: rows with a number are gone through
in its order, so many at a time, which costs the same however many there are. What a finished game needs stays: its
table, seats and log, where it stands, and how the rules have changed under it.
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

from storage.schema import ClosedDm, DayMention, GameTable, Invitation, OutboxRow, PlannedAnswer, Reminder
from storage.store import Store

KEPT_FOR = timedelta(days=30)
STEP = 500
"""Maximum number of rows of a kind in one transaction."""
BETWEEN = timedelta(seconds=20)
"""Pause between two steps while there may be more."""
PAUSE = timedelta(hours=1)
"""Pause before everything is looked through again."""

_BEFORE: Any = bindparam("before")
_AFTER: Any = bindparam("after")
_STEP: Any = bindparam("step")
_NEWEST = aliased(OutboxRow)
_LATER = aliased(Reminder)


@dataclass(frozen=True)
class _Walk:
    """A kind of rows with a number (`id`), which are gone through in its order; `old` are those to remove.

    Where they are numbered in the order of their time, `recent` tells those at which to end.
    """

    kind: type[OutboxRow | Reminder | PlannedAnswer]
    rows: Select[int | None, bool, bool]
    """The number, `old` and `recent` of the next rows."""


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


# The newest row stays whatever it is: SQLite gives the number after the highest, which must not come again.
_OUTBOX = _walk(
    OutboxRow,
    and_(
        or_(col(OutboxRow.sent_at) < _BEFORE, col(OutboxRow.given_up_at) < _BEFORE),
        col(OutboxRow.id) < select(func.max(_NEWEST.id)).scalar_subquery(),
    ),
    col(OutboxRow.created_at) >= _BEFORE,
)
# The last one of a wait stays, sent or not: one that is put off goes on from its rung (`storage.reminders.rungs`).
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
# Which answers were planned stands in the log; the plans serve to take them back, which ends with the game.
_PLANS = _walk(PlannedAnswer, _of_table(PlannedAnswer, col(GameTable.ended_at) < _BEFORE))
_WALKS = (_OUTBOX, _REMINDERS, _PLANS)


def _few(kind: type[SQLModel], key: Sequence[Any], old: ColumnElement[bool]) -> Any:
    """Remove some of a kind of which there are few: so many at a time."""
    some = tuple_(*key).in_(sql_select(*key).where(old).limit(_STEP))
    return delete(kind).where(old, some).execution_options(synchronize_session=False)


_FEW = (
    # Somebody is mentioned once a day, and not written to for a day: what is older bars nobody.
    _few(DayMention, (col(DayMention.user_id), col(DayMention.table_id)), col(DayMention.at) < _BEFORE),
    _few(ClosedDm, (col(ClosedDm.user_id),), col(ClosedDm.at) < _BEFORE),
    _few(
        Invitation,
        (col(Invitation.table_id), col(Invitation.user_id)),
        and_(col(Invitation.at) < _BEFORE, _of_table(Invitation, col(GameTable.phase) != "lobby")),
    ),
)


class Tidying:
    """The removing of old rows; `clock` tells the time in UTC. Whoever ticks calls `tidy`, however often."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._next: datetime | None = None
        self._after = dict.fromkeys(range(len(_WALKS)), 0)
        """Up to which number each kind has been gone through; those that are at their end are left out."""

    async def tidy(self) -> int:
        """Do the next step, if it is time for one; gives how many rows it has removed.

        Raises:
            StoreAway.

        """
        now = self._clock()
        if self._next is None:  # a start has other things to do
            self._next = now + BETWEEN
        if now < self._next <= now + PAUSE:  # a clock that was set back does not put it off for longer
            return 0
        before = now - KEPT_FOR
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
            removed += await self._remove_few(before)
        return removed

    async def _walk(self, walk: _Walk, after: int, before: datetime) -> tuple[int | None, int]:
        """Look at the next rows of a kind; gives up to which number (None: to the end), and how many are gone."""
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

    async def _remove_few(self, before: datetime) -> int:
        async with self._store.writing() as session:
            return sum([await self._remove_some(session, one, before) for one in _FEW])

    async def _remove_some(self, session: AsyncSession, some: Any, before: datetime) -> int:
        gone = await session.exec(some, params={"before": before, "step": STEP})
        return int(gone.rowcount)
