"""Following a table without playing there: who is told of each round, or of the end only.

Followers are told what everybody may know, and nobody else knows who follows.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core.data import TableInfo
from bot.tables.core.errors import GameOver, NotRunning, PlaysThere, TooManyFollow
from bot.tables.core.unit_of_work import UnitOfWork
from storage import follows
from storage.errors import Conflict

MAX_FOLLOWERS = 50
"""Maximum number of followers of a table: for each a row is written with the change that begins a round."""


@dataclass(frozen=True)
class Following:
    """How a person follows a table; they were told what happened up to the revision `shown`."""

    only_end: bool
    shown: int


class Follows:
    """Part of the Table service. Each method raises DatabaseAway."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def of(self, table_id: int, user_id: int) -> Following | None:
        """How a person follows a table; None if they do not."""
        async with self._unit.reading() as session:
            found = await follows.of(session, table_id, user_id)
        return None if found is None else Following(found.only_end, found.shown)

    async def follow(self, table_id: int, user_id: int, *, only_end: bool) -> None:
        """Follow a running table: each round, or the end only.

        Raises:
            NoTableHere, NotRunning, GameOver.
            PlaysThere: the person sits at the table. TooManyFollow: others do already, as many as may.

        """
        try:
            await self._follow_once(table_id, user_id, only_end=only_end)
        except Conflict:  # another process was just inserting the row
            await self._follow_once(table_id, user_id, only_end=only_end)

    async def _follow_once(self, table_id: int, user_id: int, *, only_end: bool) -> None:
        async with self._unit.writing() as session:
            stored = await self._unit.find(session, table_id)
            if stored.table.phase != "running":
                raise NotRunning if stored.table.phase == "lobby" else GameOver
            if any(one.user_id == user_id for one in stored.seats):
                raise PlaysThere
            await self._check_room(session, table_id, user_id)
            revision = stored.table.revision
            await follows.follow(session, table_id, user_id, revision, self._unit.clock(), only_end=only_end)

    async def _check_room(self, session: AsyncSession, table_id: int, user_id: int) -> None:
        new = await follows.of(session, table_id, user_id) is None
        if new and await follows.count(session, table_id) >= MAX_FOLLOWERS:
            raise TooManyFollow

    async def stop(self, table_id: int, user_id: int) -> None:
        """Follow a table no more."""
        async with self._unit.writing() as session:
            await follows.stop(session, table_id, user_id)

    async def note_shown(self, table_id: int, user_id: int, revision: int) -> None:
        """Note up to which revision a person was told what happened."""
        async with self._unit.writing(aside=True) as session:
            await follows.note_shown(session, table_id, user_id, revision)

    async def tables_of(self, user_id: int) -> list[tuple[TableInfo, bool]]:
        """The running tables that a person follows, the oldest first; whether they are told of the end only."""
        async with self._unit.reading() as session:
            followed = await follows.tables_of(session, user_id)
            stored = [(await self._unit.find(session, table_id), only_end) for table_id, only_end in followed]
        infos = [(self._unit.info(one), only_end) for one, only_end in stored]
        return [(info, only_end) for info, only_end in infos if info.seat_of(user_id) is None]
