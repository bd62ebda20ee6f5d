"""Which persons are known to have left the server of a table: no vote waits for them.

`bot.departures` finds that out. Whoever acts at a table is a member again.
"""

from __future__ import annotations

import logging

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import seats
from bot.tables.core import votes
from bot.tables.core.unit_of_work import UnitOfWork
from storage import rewinds, tables
from storage.tables import Stored

log = logging.getLogger(__name__)


class Members:
    """Part of the Table service."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def note(self, table_id: int, user_id: int, *, gone: bool) -> None:
        """Note that a person has left the server of their table, or is back; recounts open votes.

        Raises:
            NoTableHere, DatabaseAway.

        """

        async def work(session: AsyncSession, stored: Stored) -> None:
            seat = next((one.number for one in stored.seats if one.user_id == user_id and one.gone != gone), None)
            if seat is None:
                return
            await tables.change_seat(session, table_id, seat, gone=gone)
            voting = await rewinds.vote(session, table_id) is not None or any(map(votes.is_open, stored.seats))
            if stored.table.phase != "running" or not voting:
                return
            revision = await tables.advance(session, table_id, stored.table.revision)
            asked = [] if gone else await votes.ask_newcomer(self._unit, session, table_id, seat)
            session.expire_all()
            now = await self._unit.find(session, table_id)
            await self._unit.post(session, now, "replace" if asked else "vote", revision, seat=seat, asked=asked)
            if gone:
                await seats.recount(self._unit, session, table_id)

        await self._unit.change(table_id, work)
