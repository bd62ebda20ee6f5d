"""Playing again: a table like an earlier one, opened by somebody who sat there.

"Again" below the last post of a game opens the table that follows it; there is one such table at a time, however often
and by whomever it is pressed. "As last time" opens one that is like another, and follows nothing.
"""

from __future__ import annotations

from dataclasses import replace

from bot.tables.core.data import Person, TableInfo
from bot.tables.core.errors import HasNotPlayed, NoTableHere, StillRunning
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.lobby import Lobby
from bot.tables.rooms import POST, RoomWanted
from bot.tables.terms import terms_of, turned
from storage import tables
from storage.tables import Stored

MOST = 25
"""Earlier tables that are offered."""


class Again:
    """Part of the Table service."""

    def __init__(self, unit: UnitOfWork, lobby: Lobby) -> None:
        self._unit = unit
        self._lobby = lobby

    async def open(
        self, table_id: int, person: Person, room: RoomWanted | None = None, *, roll: bool = False
    ) -> TableInfo:
        """Open the table that follows one whose game is over; with `roll`, its seats are drawn, else they are turned.

        It opens in the same channel, or in a `room` of its own; in one beside that of the game if that had one.

        Raises:
            PlayedOn: there is one. HasNotPlayed, StillRunning.
            NoTableHere, ChannelTaken, UnknownGame, DatabaseAway.

        """
        former = await self._former(table_id, person)
        if former.table.phase in {"lobby", "running"}:
            raise StillRunning
        terms = terms_of(self._unit.game(former.table.game), former, person.user_id)
        terms = replace(terms, follows=table_id, seating=() if roll else turned(former))
        table = former.table
        if room is None and table.room and table.parent_id is not None:
            room = RoomWanted(table.parent_id, forum=table.room == POST)
        return await self._lobby.create(
            table.guild_id, table.channel_id, person, table.game, terms.options, room, terms=terms
        )

    async def like(  # noqa: PLR0917
        self,
        table_id: int,
        person: Person,
        guild_id: int,
        channel_id: int,
        room: RoomWanted | None = None,
        why_here: str = "",
    ) -> TableInfo:
        """Open a table in a channel, or a `room`, that is like an earlier one of this server; its seats are drawn.

        Raises:
            HasNotPlayed, NoTableHere, ChannelTaken, UnknownGame, DatabaseAway.

        """
        former = await self._former(table_id, person)
        if former.table.guild_id != guild_id:
            raise NoTableHere
        terms = terms_of(self._unit.game(former.table.game), former, person.user_id)
        game, options = former.table.game, terms.options
        return await self._lobby.create(
            guild_id, channel_id, person, game, options, room, why_here=why_here, terms=terms
        )

    async def before(self, guild_id: int, channel_id: int, user_id: int, most: int = MOST) -> list[TableInfo]:
        """List the games on a server that a person has owned or played: those of this channel first, the last first.

        Raises:
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            found = await tables.of_person_here(session, guild_id, channel_id, user_id, most)
        return [self._unit.info(stored) for stored in found if stored.table.game in self._unit.games]

    async def _former(self, table_id: int, person: Person) -> Stored:
        async with self._unit.reading() as session:
            former = await self._unit.find(session, table_id)
        if former.table.owner_id != person.user_id and all(one.user_id != person.user_id for one in former.seats):
            raise HasNotPlayed
        return former
