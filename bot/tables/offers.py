"""Offers of a seat: somebody is asked to take the seat of a running game, and nothing changes until they do.

Until then whoever plays there plays on: its person, or a robot. An offer ends when it is taken, declined or taken back,
when somebody else gets the seat, and with the game.
"""

from __future__ import annotations

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import seats
from bot.tables.core.data import Person, TableInfo
from bot.tables.core.errors import AlreadySeated, BotPlayer, NotOffered, NotYourSeat
from bot.tables.core.messages import SeatOffered, payload_of
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.lobby import Lobby
from storage import outbox, tables
from storage.persons import NOBODY
from storage.tables import Stored


class Offers:
    """Part of the Table service."""

    def __init__(self, unit: UnitOfWork, lobby: Lobby) -> None:
        self._unit = unit
        self._lobby = lobby

    async def offer(self, table_id: int, person: Person, seat: int, to: Person) -> TableInfo:
        """Offer a seat of a running game to somebody, in place of an offer before.

        The person in the seat, the owner or a manager may. To the one who sits there: the offer is taken back. To
        themselves: they have the seat at once, as there is nobody to ask.

        Raises:
            NoTableHere, NotRunning, GameOver, UnknownPlayer (no such seat), NotYourSeat, AlreadySeated, BotPlayer,
            NotOffered (there is nothing to take back), DatabaseAway.

        """
        if to.is_bot:
            raise BotPlayer(to.name)

        async def work(session: AsyncSession, stored: Stored) -> None:
            one = seats.seat_in(stored, seat)
            if not (one.user_id == person.user_id or self._unit.info(stored).manages(person)):
                raise NotYourSeat
            if one.user_id == to.user_id and one.offered_to == NOBODY:
                raise AlreadySeated(to.name) if person.user_id != to.user_id else NotOffered
            if one.user_id == to.user_id:
                await self._note(session, stored, seat, **tables.NOT_OFFERED)
                return
            if any(other.user_id == to.user_id for other in stored.seats):
                raise AlreadySeated(to.name)
            if one.offered_to == to.user_id:
                return  # they know of it
            await self._note(
                session, stored, seat, offered_to=to.user_id, offered_name=to.name, offered_by=person.user_id
            )
            told = SeatOffered(to.user_id, seat, person.user_id)
            await outbox.put(session, table_id, "offered", payload_of(told), self._unit.clock())

        if to.user_id == person.user_id and (await self._unit.load_info(table_id)).seat_of(to.user_id) is None:
            return await self._lobby.replace(table_id, person, seat, to)
        await self._unit.change(table_id, work)
        return await self._unit.load_info(table_id)

    async def take(self, table_id: int, person: Person, seat: int) -> TableInfo:
        """Take a seat that is offered to the person.

        Raises:
            NoTableHere, NotRunning, GameOver, UnknownPlayer, NotOffered, AlreadySeated, DatabaseAway.

        """

        async def work(session: AsyncSession, stored: Stored) -> None:
            if seats.seat_in(stored, seat).offered_to != person.user_id:
                raise NotOffered
            if any(other.user_id == person.user_id for other in stored.seats):
                raise AlreadySeated(person.name)
            await seats.hand_over(self._unit, session, stored, seats.taken_over(seat), to=person, by=person)

        await self._unit.change(table_id, work)
        return await self._unit.load_info(table_id)

    async def decline(self, table_id: int, person: Person, seat: int) -> TableInfo:
        """Decline an offer. If whoever sits there has made it, a robot plays on for them, unless robots were alone.

        Raises:
            NoTableHere, NotRunning, GameOver, UnknownPlayer, NotOffered, DatabaseAway.

        """

        async def work(session: AsyncSession, stored: Stored) -> None:
            one = seats.seat_in(stored, seat)
            if one.offered_to != person.user_id:
                raise NotOffered
            leaves = one.offered_by == one.user_id
            await self._note(session, stored, seat, **tables.NOT_OFFERED)
            if leaves and any(not other.robot for other in stored.seats if other.number != seat):
                session.expire_all()
                await seats.let_robot_play(self._unit, session, await self._unit.find(session, table_id), seat, on=True)

        await self._unit.change(table_id, work)
        return await self._unit.load_info(table_id)

    async def _note(self, session: AsyncSession, stored: Stored, seat: int, **changes: int | str) -> None:
        revision = await tables.advance(session, stored.id, stored.table.revision)
        await tables.change_seat(session, stored.id, seat, **changes)
        await self._unit.post(session, stored, "table", revision)
