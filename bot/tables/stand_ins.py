"""Robots that play for people during their vacations, from the first day until the morning after the last.

Who is away may let a robot play in their seat at any time (`bot.tables.robots`); this does so at all their tables when
the vacation begins, and ends it when they are back. Only robots that were sent in so are taken out again. Where nobody
else plays, none is sent in: the table waits, until somebody else is back. Who takes a seat back keeps it.

`Preference.robots_at` is when it is to be seen to. It moves on once all tables of the person are done; each table is
one transaction that does nothing the second time; so neither a crash nor another process does anything twice.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from functools import partial

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import seats
from bot.tables.core.errors import DatabaseAway, NotRunning, OnlyRobots, OtherRules
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.core.waits import hours_of
from storage import tables
from storage.schema import Preference, Seat
from storage.tables import Stored

log = logging.getLogger(__name__)

AGAIN = timedelta(minutes=30)
"""When it is tried again where no robot could be sent in, or taken out."""


class StandIns:
    """Part of the Table service."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def change(self) -> None:
        """Send robots in for those whose vacation has begun, and take them out for those who are back.

        Raises:
            DatabaseAway.

        """
        while (due := await self._next()) is not None and due[0] <= self._unit.clock():
            if not await self._see_to(*due):
                return  # another process has newer rules; the next tick tries again

    async def _next(self) -> tuple[datetime, int] | None:
        async with self._unit.reading() as session:
            return await tables.next_robots(session)

    async def _see_to(self, seen: datetime, user_id: int) -> bool:
        """See to all tables of one person; False if that has to wait."""
        now = self._unit.clock()
        async with self._unit.reading() as session:
            preference = await tables.preference(session, user_id)
            found = await tables.of_person(session, user_id)
        on = preference.away_robot and hours_of(preference).away(now)
        again = False
        for stored in found:
            seat = _seat_of(stored, user_id)
            alone = stored.private
            if stored.table.phase == "running" and not alone and seat is not None and _is_wrong(seat, on=on):
                try:
                    await self._unit.change(stored.id, partial(self._play, user_id=user_id, on=on))
                except NotRunning:
                    continue
                except OnlyRobots:
                    again = True  # others may be back before
                except OtherRules:
                    return False
                except DatabaseAway:
                    raise
                except Exception:  # must not affect other tables
                    again = True
                    log.exception("No robot can play, or stop to play, at table %d", stored.id)
        following = _next_of(preference, now, on=on)
        if again:
            following = min(now + AGAIN, following or now + AGAIN)
        async with self._unit.writing() as session:
            await tables.robots_again(session, user_id, seen, following)
        return True

    async def _play(self, session: AsyncSession, stored: Stored, *, user_id: int, on: bool) -> None:
        seat = _seat_of(stored, user_id)
        if seat is None or not _is_wrong(seat, on=on):
            return
        number = seat.number
        await seats.let_robot_play(self._unit, session, stored, number, on=on)
        await tables.change_seat(session, stored.id, number, stands_in=on)


def _seat_of(stored: Stored, user_id: int) -> Seat | None:
    return next((one for one in stored.seats if one.user_id == user_id), None)


def _is_wrong(seat: Seat, *, on: bool) -> bool:
    """Whether a robot is to be sent into a seat, unless its person took that back, or taken out of it."""
    return not (seat.robot or seat.stands_in) if on else seat.stands_in


def _next_of(preference: Preference, now: datetime, *, on: bool) -> datetime | None:
    """When it is to be seen to again: at the end of a vacation, or at the beginning of one to come."""
    if on:
        return preference.away_until
    begins = preference.away_from if preference.away_robot else None
    return begins if begins is not None and begins > now else None
