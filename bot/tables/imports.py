"""Games that were imported from records, to look at alone.

An imported game is a table of the phase `imported`, in no channel and without an owner: nothing that lists, counts or
rates the games of a server finds it, and nobody is asked anything. Who has imported it may look at it; once they have
shown it in a channel, so may everybody on that server. Nobody sees more of it than an onlooker of the game it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core.data import Live, Person, TableInfo
from bot.tables.core.errors import ImportsBusy, NoTableHere, TooManyImports
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.guilds import check_may_open, settings_of
from bot.tables.record_files import MAX_BYTES, Told, told, too_long
from storage import imports, tables
from storage.schema import GameTable, Imported

MAX_A_PERSON = 20
"""Imported games that are kept of a person."""
MAX_A_SERVER = 500
"""The same of a server."""
MAX_WAITING = 8
"""Files that wait to be read; one is read at a time."""
NO_CHANNEL = 0
"""Where imported games are: in no channel."""


@dataclass(frozen=True)
class Import:
    """An imported game: whose it is, whether it was shown on its server, and the rules that it was played under."""

    info: TableInfo
    user_id: int
    guild_id: int
    shown: bool
    played_under: int

    @property
    def over(self) -> bool:
        """Whether its end was reached."""
        return self.info.ended_at is not None


class Imports:
    """See `bot.tables.service.Tables`."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit
        self._one_at_a_time = asyncio.Lock()
        self._reading: set[int] = set()
        """Whose files are read, or wait for it: one of a person, so that nobody keeps others waiting with many."""

    async def check(self, guild_id: int, person: Person, size: int) -> None:
        """Check what can be known before a file is there, so that none is fetched for nothing.

        Raises:
            BadRecord (too long), MayNotOpen, TooManyImports, DatabaseAway.

        """
        if size > MAX_BYTES:
            raise too_long()
        async with self._unit.reading() as session:
            check_may_open(await settings_of(session, guild_id), person)
            await _check_room(session, guild_id, await imports.of_person(session, person.user_id))

    async def put(self, guild_id: int, person: Person, data: bytes) -> Import:
        """Import the game of a file; one that the person has imported on this server already is found again.

        The file is read and played in a thread, while no lock and no transaction is held.

        Raises:
            BadRecord, ImportsBusy, MayNotOpen, TooManyImports, DatabaseAway. Nothing is kept then.

        """
        if person.user_id in self._reading or len(self._reading) >= MAX_WAITING:
            raise ImportsBusy(own=person.user_id in self._reading)
        self._reading.add(person.user_id)
        try:
            async with self._one_at_a_time:
                read = await asyncio.to_thread(told, data, self._unit.games, self._unit.clock())
        finally:
            self._reading.remove(person.user_id)
        async with self._unit.writing(aside=True) as session:
            check_may_open(await settings_of(session, guild_id), person)
            own = await imports.of_person(session, person.user_id)
            same = (one.table_id for one in own if (one.guild_id, one.digest) == (guild_id, read.digest))
            table_id = next(same, None)
            if table_id is None:
                await _check_room(session, guild_id, own)
                table_id = await self._keep(session, guild_id, person, read)
        return await self.one(table_id, guild_id, person.user_id)

    async def _keep(self, session: AsyncSession, guild_id: int, person: Person, read: Told) -> int:
        now = self._unit.clock()
        for seat in await imports.forgotten_seats(session, read.key):  # whatever an old file still says
            read.seats[seat].name = ""
        table = GameTable(
            guild_id=guild_id,
            channel_id=NO_CHANNEL,
            owner_id=0,
            game=read.game,
            options=read.options,
            phase="imported",
            revision=len(read.rows),
            rules_version=read.rules_version,
            key=read.key,
            created_at=now,
            started_at=now,
            ended_at=now if read.over else None,
            hints="off",
        )
        imported = Imported(
            table_id=0,
            user_id=person.user_id,
            guild_id=guild_id,
            digest=read.digest,
            played_under=read.played_under,
            at=now,
        )
        return await imports.put(session, table, read.seats, read.rows, read.position, imported)

    async def of_person(self, user_id: int) -> list[Import]:
        """List what a person has imported, the last first.

        Raises:
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            own = await imports.of_person(session, user_id)
            stored = await tables.several(session, [one.table_id for one in own])
        return [self._import(self._unit.info(found), one) for found, one in zip(stored, own, strict=True)]

    async def one(self, table_id: int, guild_id: int | None, user_id: int) -> Import:
        """An imported game, for a person on a server (None: in a direct message).

        Raises:
            NoTableHere: there is none of this number that they may see.
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            one = await imports.find(session, table_id)
            if one is None or not _may_see(one, guild_id, user_id):
                raise NoTableHere
            stored = await self._unit.find(session, table_id)
        return self._import(self._unit.info(stored), one)

    async def sees(self, table_id: int, guild_id: int | None, user_id: int) -> bool:
        """Whether a person on a server (None: in a direct message) may look at an imported game.

        Raises:
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            one = await imports.find(session, table_id)
        return one is not None and _may_see(one, guild_id, user_id)

    async def show(self, table_id: int, guild_id: int, user_id: int) -> Import:
        """Let everybody on the server of an imported game look at it; whoever has imported it may.

        Raises:
            NoTableHere: it is none of theirs, or of another server.
            DatabaseAway.

        """
        async with self._unit.writing(aside=True) as session:
            one = await imports.find(session, table_id)
            if one is None or one.user_id != user_id or one.guild_id != guild_id:
                raise NoTableHere
            await imports.show(session, table_id)
        return await self.one(table_id, guild_id, user_id)

    async def take_names_out(self, table_id: int, guild_id: int | None, user_id: int) -> Import:
        """Take the names of who played out of an imported game; whoever has imported it may.

        Raises:
            NoTableHere: it is none of theirs.
            DatabaseAway.

        """
        async with self._unit.writing(aside=True) as session:
            await self._check_own(session, table_id, user_id)
            await imports.take_names_out(session, table_id)
        return await self.one(table_id, guild_id, user_id)

    async def remove(self, table_id: int, user_id: int) -> None:
        """Remove an imported game; whoever has imported it may.

        Raises:
            NoTableHere: it is none of theirs.
            DatabaseAway.

        """
        async with self._unit.writing(aside=True) as session:
            await self._check_own(session, table_id, user_id)
            await imports.remove(session, table_id)

    async def _check_own(self, session: AsyncSession, table_id: int, user_id: int) -> None:
        one = await imports.find(session, table_id)
        if one is None or one.user_id != user_id:
            raise NoTableHere

    def _import(self, info: TableInfo, one: Imported) -> Import:
        return Import(info, one.user_id, one.guild_id, one.shown, one.played_under)


def _may_see(one: Imported, guild_id: int | None, user_id: int) -> bool:
    """Whether it is theirs, or was shown on that server."""
    return user_id == one.user_id or (one.shown and guild_id == one.guild_id)


async def _check_room(session: AsyncSession, guild_id: int, own: Sequence[Imported]) -> None:
    """Check that one more may be kept.

    Raises:
        TooManyImports.

    """
    if len(own) >= MAX_A_PERSON:
        raise TooManyImports(MAX_A_PERSON, own=True)
    if await imports.count_of_guild(session, guild_id) >= MAX_A_SERVER:
        raise TooManyImports(MAX_A_SERVER, own=False)


def seat_to_try(live: Live) -> int | None:
    """For which seat a line is tried in an imported game, in which nobody sits: the first that is asked."""
    return live.waiting[0] if live.info.phase == "imported" and live.waiting else None
