"""Moves due reminders to the outbox, each once: one message a person, for all the tables that wait for them.

Marking a reminder as sent, inserting the next one and the outbox row are one transaction, so neither a crash nor a
second process sends anything twice. Reminders that fell due during downtime become one, not one for each missed.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core.messages import Wait, WaitsReminder, payload_of
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.core.waits import called_at, gap, hours_of
from bot.tables.core.ways import DAILY, way_at
from storage import outbox, reminders, tables
from storage.schema import Preference, Reminder
from storage.tables import Stored

log = logging.getLogger(__name__)

BATCH_WINDOW = timedelta(hours=6)
"""Reminders that would be due within this time are sent along in the same message."""


UNWANTED = timedelta(days=1)
"""How far reminders of a person who wants none are put off: they must not hide later due ones."""


class Reminders:
    """Part of the Table service."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def next_due(self) -> datetime | None:
        """When the next reminder is due or the next clock runs out; None: never.

        Raises:
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            return await reminders.next_due(session)

    async def send_due(self) -> int:
        """Move all due reminders to the outbox; returns for how many people.

        Raises:
            DatabaseAway.

        """
        people, more = 0, True
        while more:
            handed, more = await self._send_to_one()
            people += handed
        return people

    async def _send_to_one(self) -> tuple[bool, bool]:
        """Move the due reminders of one person; returns whether there were any, and whether there may be more."""
        now = self._unit.clock()
        async with self._unit.writing() as session:
            first = await reminders.first_due(session, now)
            if first is None:
                return False, False
            preference = await tables.preference(session, first.user_id)
            free = now + UNWANTED if preference.muted else hours_of(preference).next_allowed(now)
            if free > now:
                due = await reminders.due_with(session, first.user_id, now)
                await reminders.move(session, [one.id for one in due], free)
            else:
                due = await reminders.due_with(session, first.user_id, now + BATCH_WINDOW)
                await self._send(session, preference, due, now)
            following = await reminders.next_reminder(session)
            return True, following is not None and following <= now

    async def _send(
        self, session: AsyncSession, preference: Preference, due: Sequence[Reminder], now: datetime
    ) -> None:
        sent: list[tuple[Reminder, str]] = []
        for one in due:
            stored = await tables.find(session, one.table_id)
            if stored is not None and _waits(stored, one):
                again = _put_off(stored, one, now)
                if again is not None:
                    if one.due_at <= now:
                        await reminders.move(session, [one.id], hours_of(preference).next_allowed(again))
                    continue
            if not await reminders.take(session, one, now) or stored is None or not _waits(stored, one):
                continue
            sent.append((one, way_at(stored, one.user_id)))
            await _plan_next(session, stored, preference, one, now)
        # A mention in a channel must not reveal what waits for a person elsewhere.
        together = [one for one, way in sent if way != "channel"]
        for group, via in [(together, "dm"), *(([one], way) for one, way in sent if way == "channel")]:
            if group:
                message = WaitsReminder(preference.user_id, [_wait(one) for one in group], via=via)
                await outbox.put(session, group[0].table_id, "reminder", payload_of(message), now)


def _put_off(stored: Stored, reminder: Reminder, now: datetime) -> datetime | None:
    """Until when a reminder is put off, as its person wants none at this table for now; None: it is not."""
    way, seat = way_at(stored, reminder.user_id), stored.seats[reminder.seat]
    if way == "none":
        return now + UNWANTED
    if way != DAILY:
        return None
    called = called_at(stored, seat, seat.deadline)
    if called is None:
        return now + UNWANTED
    return None if called <= now else min(called, now + UNWANTED)


def _waits(stored: Stored, reminder: Reminder) -> bool:
    """Whether the wait of a reminder still lasts."""
    seat = stored.seats[reminder.seat] if reminder.seat < len(stored.seats) else None
    return (
        stored.table.phase == "running"
        and seat is not None
        and seat.user_id == reminder.user_id
        and seat.since == reminder.since
    )


def _wait(reminder: Reminder) -> Wait:
    return Wait(reminder.table_id, reminder.seat, reminder.since.isoformat())


async def _plan_next(
    session: AsyncSession, stored: Stored, preference: Preference, reminder: Reminder, now: datetime
) -> None:
    """Insert the next reminder of a wait, if it is to have one: a whole gap after this one, however late this was."""
    rung = reminder.rung + 1
    if rung >= stored.table.reminders:
        return
    planned = now + gap(rung, preference.remind_hours or stored.table.remind_hours)
    await reminders.plan(
        session,
        Reminder(
            table_id=reminder.table_id,
            seat=reminder.seat,
            user_id=reminder.user_id,
            revision=reminder.revision,
            rung=rung,
            since=reminder.since,
            planned_at=planned,
            due_at=hours_of(preference).next_allowed(planned),
        ),
    )
