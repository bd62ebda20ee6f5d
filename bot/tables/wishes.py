"""What a person wants at one table: how they are told of turns there, until when of none, and their private note."""

from __future__ import annotations

from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core.data import CHANNELS, TableInfo, Wish
from bot.tables.core.errors import BadPreference, GameOver, NoteTooLong, NotSeated
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.core.waits import hours_of, wish_of
from storage import reminders, tables, wishes
from storage.errors import Conflict
from storage.tables import Stored

LONGEST_NOTE = 600
"""Letters of a private note."""


class Wishes:
    """Part of the Table service. Each method raises NoTableHere and DatabaseAway."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def of(self, table_id: int, user_id: int) -> Wish:
        """What a person wants at a table."""
        async with self._unit.reading() as session:
            return wish_of(await wishes.of(session, table_id, user_id))

    async def set_notices(self, table_id: int, user_id: int, notices: str) -> None:
        """Choose how to be told of turns at a table: one of CHANNELS; empty: as everywhere.

        Raises:
            BadPreference: it is none of them. NotSeated, GameOver.

        """
        if notices not in {"", *CHANNELS}:
            raise BadPreference(notices)
        await self._change(table_id, user_id, notices=notices)

    async def mute(self, table_id: int, user_id: int, round_: int | None) -> None:
        """Be told of no turns at a table until a round ends, or (None) of all again.

        Raises:
            NotSeated, GameOver.

        """
        await self._change(table_id, user_id, muted_round=round_)

    async def write_note(self, table_id: int, user_id: int, note: str) -> None:
        """Keep a private note at a table in place of the one before; empty: none.

        Raises:
            NoteTooLong, NotSeated, GameOver.

        """
        note = note.strip()
        if len(note) > LONGEST_NOTE:
            raise NoteTooLong(LONGEST_NOTE)
        await self._change(table_id, user_id, note=note)

    async def note_next(self, table_id: int, user_id: int, after: int | None) -> None:
        """Note after whose turn a person was told that theirs comes; None: they have it."""
        async with self._unit.writing(aside=True) as session:
            await wishes.change(session, table_id, user_id, told_after=after)

    async def tables_of(self, user_id: int) -> list[TableInfo]:
        """The running tables at which a person plays with others, the oldest first."""
        async with self._unit.reading() as session:
            stored = await tables.of_person(session, user_id)
        return [self._unit.info(one) for one in stored if one.table.phase == "running" and not one.private]

    async def _change(self, table_id: int, user_id: int, **changes: Any) -> None:
        try:
            await self._change_once(table_id, user_id, **changes)
        except Conflict:  # another process was just inserting the row
            await self._change_once(table_id, user_id, **changes)
        self._unit.wakeup.set()

    async def _change_once(self, table_id: int, user_id: int, **changes: Any) -> None:
        async with self._unit.writing() as session:
            stored = await self._unit.find(session, table_id)
            check_plays(stored, user_id)
            await wishes.change(session, table_id, user_id, **changes)
            if "notices" in changes:
                await self._remind(session, stored, user_id)

    async def _remind(self, session: AsyncSession, stored: Stored, user_id: int) -> None:
        """Bring reminders of a table back that were put off because none were wanted."""
        hours = hours_of(stored.preference(user_id))
        for one in await reminders.unsent(session, user_id):
            if one.table_id == stored.id:
                await reminders.move(session, [one.id], hours.next_allowed(one.planned_at))


def check_plays(stored: Stored, user_id: int) -> None:
    """Check that a person sits at a table that is not over.

    Raises:
        NotSeated, GameOver.

    """
    if all(one.user_id != user_id for one in stored.seats):
        raise NotSeated
    if stored.table.phase not in {"lobby", "running"}:
        raise GameOver
