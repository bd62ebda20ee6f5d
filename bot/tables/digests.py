"""Puts the daily messages into the outbox, each once: one a person, about all tables that wait for them.

When a message is due next stands with the settings of its person, and is moved on in the transaction that puts it into
the outbox; so neither a crash nor a second process sends it twice. What fell due during downtime is one message.
"""

from __future__ import annotations

from datetime import datetime

from bot.tables.core.messages import Wait, WaitsReminder, payload_of
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.core.waits import hours_of
from bot.tables.core.ways import DAILY, way_at, way_everywhere
from storage import outbox, tables
from storage.peers import notify_on_commit
from storage.schema import Preference


class Digests:
    """Part of the Table service."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def send_due(self) -> int:
        """Put all daily messages that are due into the outbox; returns for how many people.

        Raises:
            DatabaseAway.

        """
        people = 0
        while await self._send_to_one():
            people += 1
        return people

    async def _send_to_one(self) -> bool:
        """See to the message that has been due the longest; False if none is due."""
        now = self._unit.clock()
        async with self._unit.writing() as session:
            preference = await tables.first_digest(session, now)
            if preference is None:
                return False
            user_id, free = preference.user_id, hours_of(preference).next_allowed(now)
            preference.digest_due = free if free > now else next_digest(preference, now)
            session.add(preference)
            await session.flush()
            notify_on_commit(session)
            if free > now or way_everywhere(preference) != DAILY:
                return True
            waits: list[Wait] = []
            for stored in await tables.waiting_for(session, user_id):
                seat = next(one for one in stored.seats if one.user_id == user_id)
                alone = stored.private
                if seat.since is not None and not alone and way_at(stored, user_id) != "none":
                    waits.append(Wait(stored.id, seat.number, seat.since.isoformat()))
            if waits:
                message = WaitsReminder(user_id, waits, via=DAILY)
                await outbox.put(session, waits[0].table, "reminder", payload_of(message), now)
            return True


def next_digest(preference: Preference, now: datetime) -> datetime | None:
    """When a person's next daily message is due; None if they want none."""
    if preference.digest_at is None:
        return None
    hours = hours_of(preference)
    return hours.next_allowed(hours.at_local(preference.digest_at, now))
