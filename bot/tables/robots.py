"""Robots in seats: added in the lobby, playing for somebody who is away, and giving the seat to a person again.

A robot of its own has a user id below 0, which gives it its name (`bot.tables.core.names.ROBOTS`), and a level. One
that plays for a person leaves them their seat, so that they can look on from it and take it back. At least one person
plays at every table: robots alone would fill a channel in a second.
"""

from __future__ import annotations

from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import seats
from bot.tables.core.data import Person, TableInfo
from bot.tables.core.errors import (
    AlreadyRunning,
    AlreadySeated,
    BotPlayer,
    GameOver,
    NoRobotHere,
    NotOnThisServer,
    NotOwner,
    TableFull,
    UnknownOption,
)
from bot.tables.core.unit_of_work import UnitOfWork, check_running
from bot.tables.guilds import settings_of
from bot.tables.robot_turns import RobotTurns
from rules.kernel.robots import Level
from rules.kernel.steps import Event
from rules.kernel.text import T, player
from storage import tables
from storage.persons import NOBODY
from storage.tables import Sitter, Stored

LONGEST_WAIT = 10.0
"""Seconds that a reply to a change of robots waits for the robots to play."""


def took_place(seat: int) -> Event:
    """The event of a robot's seat that a person has taken."""
    return Event("robot", T("{who} has taken a robot’s place.", who=player(seat)), seat)


TOOK_PLACE = took_place(0).text.id
"""The text by which the log tells that."""


class Robots:
    """See `bot.tables.service.Tables`."""

    def __init__(self, unit: UnitOfWork, turns: RobotTurns) -> None:
        self._unit = unit
        self._turns = turns

    async def add(self, table_id: int, person: Person, count: int = 1, level: Level = Level.GOOD) -> TableInfo:
        """Seat robots of a level in the lobby.

        Raises:
            NoTableHere, AlreadyRunning, GameOver, NotOwner, NotOnThisServer, TableFull, DatabaseAway.

        """

        async def work(session: AsyncSession, stored: Stored) -> None:
            self._in_lobby(stored, person)
            if (await settings_of(session, stored.table.guild_id)).robots == "off":
                raise NotOnThisServer
            if len(stored.seats) + count > self._unit.game(stored.table.game).info.most:
                raise TableFull
            people = people_of(stored)
            for _ in range(count):
                people.append(Sitter(free_id(people), "", level))
            await self._reseat(session, stored, people)

        return await self._change(table_id, work)

    async def set_level(self, table_id: int, person: Person, robot: int, level: str) -> TableInfo:
        """Choose how well a robot of its own plays from now on; `robot` is its number, from 1 on.

        Raises:
            NoTableHere, GameOver, NotOwner, NoRobotHere, UnknownOption, DatabaseAway.

        """
        if level not in [*Level]:
            raise UnknownOption("robot", level)

        async def work(session: AsyncSession, stored: Stored) -> None:
            if stored.table.phase not in {"lobby", "running"}:
                raise GameOver
            if not self._unit.info(stored).manages(person):
                raise NotOwner
            seat = next((one.number for one in stored.seats if one.user_id == -robot), None)
            if seat is None:
                raise NoRobotHere
            revision = await tables.advance(session, stored.id, stored.table.revision)
            await tables.change_seat(session, stored.id, seat, level=level)
            await self._unit.post(session, stored, "table", revision)

        return await self._change(table_id, work)

    async def remove(self, table_id: int, person: Person) -> TableInfo:
        """Remove the last robot of a lobby.

        Raises:
            NoTableHere, AlreadyRunning, GameOver, NotOwner, NoRobotHere, DatabaseAway.

        """

        async def work(session: AsyncSession, stored: Stored) -> None:
            self._in_lobby(stored, person)
            await self._reseat(session, stored, without_a_robot(people_of(stored)))

        return await self._change(table_id, work)

    async def send_in(self, table_id: int, person: Person, seat: int) -> TableInfo:
        """Let a robot play for the person in a seat; allowed to that person, the owner and managers.

        Raises:
            NoTableHere, NotRunning, GameOver, UnknownPlayer, NotOwner, OnlyRobots, DatabaseAway.

        """

        async def work(session: AsyncSession, stored: Stored) -> None:
            one = seats.seat_in(stored, seat)
            if not (one.user_id == person.user_id or self._unit.info(stored).manages(person)):
                raise NotOwner
            await seats.let_robot_play(self._unit, session, stored, seat, on=True, by=person)

        return await self._change(table_id, work)

    async def play_for(self, table_id: int, seat: int, *, on: bool) -> TableInfo:
        """Let a robot play in a seat, or its person again; the caller has checked the right. Idempotent.

        Raises:
            NoTableHere, NotRunning, GameOver, UnknownPlayer, OnlyRobots, NoRobotHere (nobody's), DatabaseAway.

        """

        async def work(session: AsyncSession, stored: Stored) -> None:
            await seats.let_robot_play(self._unit, session, stored, seat, on=on)

        return await self._change(table_id, work)

    async def take_seat(self, table_id: int, person: Person) -> TableInfo:
        """Take one's own seat back from a robot; without a seat, take one that is offered, a robot's, or one given up.

        Raises:
            NoTableHere, NotRunning, GameOver, AlreadySeated, AlreadyRunning (no robot to replace), BotPlayer,
            DatabaseAway.

        """
        if person.is_bot:
            raise BotPlayer(person.name)

        async def work(session: AsyncSession, stored: Stored) -> None:
            own = next((one for one in stored.seats if one.user_id == person.user_id), None)
            if own is not None:
                if not own.robot:
                    raise AlreadySeated(person.name)
                await seats.let_robot_play(self._unit, session, stored, own.number, on=False, by=person)
                return
            check_running(stored)
            offered = next((one.number for one in stored.seats if one.offered_to == person.user_id), None)
            if offered is not None:
                event = seats.taken_over(offered)
                await seats.hand_over(self._unit, session, stored, event, to=person, by=person)
                return
            frees = [one for one in stored.seats if one.user_id < 0 or one.given_up]
            free = next((one.number for one in sorted(frees, key=lambda one: one.offered_to != NOBODY)), None)
            if free is None:
                raise AlreadyRunning
            await seats.hand_over(self._unit, session, stored, took_place(free), to=person, by=person)

        return await self._change(table_id, work)

    async def _reseat(self, session: AsyncSession, stored: Stored, people: list[Sitter]) -> None:
        revision = await tables.advance(session, stored.id, stored.table.revision)
        await tables.reseat(session, stored.id, people)
        await self._unit.post(session, stored, "table", revision)

    def _in_lobby(self, stored: Stored, person: Person) -> None:
        if stored.table.phase == "running":
            raise AlreadyRunning
        if stored.table.phase != "lobby":
            raise GameOver
        if not self._unit.info(stored).manages(person):
            raise NotOwner

    async def _change(self, table_id: int, work: Any) -> TableInfo:
        await self._unit.change(table_id, work)
        await self._turns.finished(table_id, LONGEST_WAIT)
        return await self._unit.load_info(table_id)


def people_of(stored: Stored) -> list[Sitter]:
    """The players of a lobby as parameters of `storage.tables.reseat`."""
    return [Sitter(seat.user_id, seat.name, seat.level) for seat in stored.seats]


def without_a_robot(people: list[Sitter]) -> list[Sitter]:
    """Leave the last robot out.

    Raises:
        NoRobotHere: there is none.

    """
    at = max((at for at, one in enumerate(people) if one.user_id < 0), default=None)
    if at is None:
        raise NoRobotHere
    return people[:at] + people[at + 1 :]


def free_id(people: list[Sitter]) -> int:
    """The id of a further robot of its own."""
    taken = {one.user_id for one in people}
    return next(-number for number in range(1, len(people) + 2) if -number not in taken)
