"""Corrects times in the future that were stored while the machine's clock was ahead.

A clock may be an hour or a year ahead at boot, and be set back later. A wait (with its reminders and its deadline) or a
vote that begins in the future is restarted now. A deadline or a reminder that is later than one of a wait that begins
now is moved there. The outbox has its own correction (`OutboxRow.decided_at`).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core import waits
from bot.tables.core.errors import DatabaseAway
from bot.tables.core.unit_of_work import UnitOfWork
from storage import clock_skew, rewinds, tables
from storage.outbox import CLOCKS_DIFFER
from storage.tables import Stored

log = logging.getLogger(__name__)

CHECK_INTERVAL = timedelta(hours=1)
"""Another process's clock may be the wrong one, so it is checked periodically."""
FAR = timedelta(days=30)
"""A reminder is corrected only if it is so much later than its rung says: with a clock that was a week ahead, the
person was reminded enough for that week."""


class ClockSkew:
    """Part of the Table service."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit
        self._seen: datetime | None = None
        self._looked: datetime | None = None

    def is_fresh(self) -> bool:
        """Whether it is certain enough that nothing is dated ahead, so that there is no need to look."""
        now = self._unit.clock()
        if self._seen is not None and now < self._seen:
            return False
        self._seen = now
        return self._looked is not None and now - self._looked < CHECK_INTERVAL

    async def correct(self) -> None:
        """Correct times in the future: at start, when the clock was set back, and every `CHECK_INTERVAL`.

        Raises:
            DatabaseAway.

        """
        if self.is_fresh():
            return
        self._seen = now = self._unit.clock()
        async with self._unit.reading() as session:
            ahead = await clock_skew.waits_ahead(session, now + CLOCKS_DIFFER)
            late = await clock_skew.late_deadlines(session, now + CLOCKS_DIFFER)
            votes = await clock_skew.votes_ahead(session, now + CLOCKS_DIFFER)
            far = await clock_skew.reminders_after(session, now + FAR)
        for ids, work in ((ahead, self._restart), (late, self._bring_near), (votes, self._restart_vote)):
            for table_id in ids:
                await self._try(table_id, work)
        if far:
            await self._remind_sooner(now)
        self._looked = now

    async def _try(self, table_id: int, work: Callable[[AsyncSession, Stored], Awaitable[None]]) -> None:
        try:
            await self._unit.change(table_id, work)
        except DatabaseAway:
            raise
        except Exception:  # one table's trouble is none of another's
            log.exception("The times of table %d could not be set right", table_id)

    async def _restart(self, session: AsyncSession, stored: Stored) -> None:
        now = self._unit.clock()
        ahead = [seat for seat in stored.seats if seat.since is not None and seat.since > now + CLOCKS_DIFFER]
        if not ahead or stored.table.phase != "running":
            return
        log.warning("Table %d is dated ahead: the waits of its players begin now", stored.id)
        revision = await tables.advance(session, stored.id, stored.table.revision)
        for seat in ahead:
            await waits.begin_anew(session, stored, seat, revision, now)
        await self._unit.post(session, stored, "table", revision)

    async def _bring_near(self, session: AsyncSession, stored: Stored) -> None:
        now, changed = self._unit.clock(), False
        for seat in stored.seats:
            whole = waits.deadline_of(stored.table, stored.preference(seat.user_id), now)
            if seat.deadline is None or whole is None or seat.overdue:
                continue
            if seat.deadline > whole + CLOCKS_DIFFER:
                await tables.change_seat(session, stored.id, seat.number, deadline=whole)
                changed = True
        if changed:
            revision = await tables.advance(session, stored.id, stored.table.revision)
            await self._unit.post(session, stored, "table", revision)

    async def _restart_vote(self, session: AsyncSession, stored: Stored) -> None:
        now, vote = self._unit.clock(), await rewinds.vote(session, stored.id)
        if vote is None or vote.asked_at is None or vote.asked_at <= now + CLOCKS_DIFFER:
            return
        vote.asked_at, vote.due_at = now, now + (vote.due_at - vote.asked_at)
        session.add(vote)
        revision = await tables.advance(session, stored.id, stored.table.revision)
        await self._unit.post(session, stored, "vote", revision)

    async def _remind_sooner(self, now: datetime) -> None:
        async with self._unit.writing() as session:
            for one in await clock_skew.reminders_after(session, now + FAR):
                stored = await tables.find(session, one.table_id)
                if stored is None:
                    continue
                preference = stored.preference(one.user_id)
                planned = now + waits.gap(one.rung, preference.remind_hours or stored.table.remind_hours)
                if one.planned_at > planned + FAR:
                    one.planned_at, one.due_at = planned, waits.hours_of(preference).next_allowed(planned)
                    session.add(one)
            await session.flush()
