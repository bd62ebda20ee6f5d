"""Weekly tables: a lobby that opens by itself in its channel, with the same people invited as last time.

Opening one, moving its time on by a week and telling its guests are one transaction that holds its row, so that each
week opens one table, however many processes there are. Where a live table is in the channel, that is said there once,
and the week is left out. What fell due while nobody ran opens up to six hours late.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.channels import GONE
from bot.tables.core.data import Person
from bot.tables.core.errors import NoSuchWeekly, NotTheirWeekly, NoZone
from bot.tables.core.quiet_hours import zone_of
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.guilds import check_may_open, settings_of
from bot.tables.lobby import Lobby
from bot.tables.terms import NEW, terms_of
from storage import tables, weekly
from storage.errors import Conflict
from storage.schema import GameTable, WeeklyTable

log = logging.getLogger(__name__)

LATEST = timedelta(hours=6)
"""How late a table opens that fell due while nobody ran."""
LOOK_EVERY = timedelta(minutes=10)
"""How often it is looked which one opens next: another process may have set one."""
MOST_CROSSED = 5
"""How often others may get in the way until the next look."""
MAX_GUESTS = 25
"""People who are invited to one weekly table."""


@dataclass(frozen=True)
class Appointment:
    """A weekly table as it is set: `weekday` (Monday is 0) and `minute` (after midnight) by the clocks of `zone`."""

    id: int
    channel_id: int
    owner_id: int
    game: str
    weekday: int
    minute: int
    zone: str
    next_at: datetime
    guests: tuple[int, ...] = ()

    def manages(self, person: Person) -> bool:
        """Whether a person may change or end it."""
        return person.manages or person.user_id == self.owner_id


class Weekly:
    """Part of the Table service."""

    def __init__(self, unit: UnitOfWork, lobby: Lobby) -> None:
        self._unit = unit
        self._lobby = lobby
        self._looked: datetime | None = None
        self.next: datetime | None = None
        """When the next one opens, as far as this process knows."""

    async def of_channel(self, channel_id: int) -> list[Appointment]:
        """List the weekly tables of a channel, in the order of the week.

        Raises:
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            return [await _appointment(session, one) for one in await weekly.of_channel(session, channel_id)]

    async def set(  # noqa: PLR0917
        self, guild_id: int, channel_id: int, person: Person, game: str, weekday: int, minute: int
    ) -> Appointment:
        """Have a table of a game open each week, by the person's clocks; changes the one of this game, if there is one.

        It begins as the last table of this game that the person has owned or played on this server, best in this
        channel: its guests, options, clock and settings.

        Raises:
            NoZone, MayNotOpen, NotTheirWeekly, UnknownGame, DatabaseAway.

        """
        self._unit.game(game)
        for attempt in range(2):  # two may set the first one at the same instant
            try:
                async with self._unit.writing() as session:
                    zone = (await tables.preference(session, person.user_id)).zone
                    if not zone:
                        raise NoZone
                    check_may_open(await settings_of(session, guild_id), person)
                    at = next_time(zone, weekday, minute, self._unit.clock())
                    row = WeeklyTable(
                        guild_id=guild_id,
                        channel_id=channel_id,
                        owner_id=person.user_id,
                        owner_name=person.name,
                        game=game,
                        weekday=weekday,
                        minute=minute,
                        zone=zone,
                        next_at=at,
                    )
                    row = await _changed(session, row, person)
                    await weekly.put(session, row)
                    if row.last_table is not None:
                        await _keep_guests(session, row, row.last_table)
                    appointment = await _appointment(session, row)
                break
            except Conflict:
                if attempt:
                    raise
        self._looked = None
        self._unit.wakeup.set()
        return appointment

    async def end(self, weekly_id: int, person: Person, channel_id: int) -> Appointment:
        """End a weekly table of a channel.

        Raises:
            NoSuchWeekly, NotTheirWeekly, DatabaseAway.

        """
        async with self._unit.writing() as session:
            row = await weekly.find(session, weekly_id)
            if row is None or row.channel_id != channel_id:
                raise NoSuchWeekly
            ended = await _appointment(session, row)
            if not ended.manages(person):
                raise NotTheirWeekly
            await weekly.end(session, weekly_id)
        self._looked = None
        return ended

    async def stay_away(self, weekly_id: int, user_id: int, channel_id: int) -> None:
        """Have a person not invited to a weekly table of a channel any more.

        Raises:
            NoSuchWeekly, DatabaseAway.

        """
        async with self._unit.writing() as session:
            row = await weekly.find(session, weekly_id)
            if row is None or row.channel_id != channel_id:
                raise NoSuchWeekly
            await weekly.drop_guest(session, weekly_id, user_id, row.last_table or 0)

    async def open_due(self) -> int:
        """Open the tables that are due, and look when the next one is; returns how many were opened.

        Raises:
            DatabaseAway.

        """
        now = self._unit.clock()
        known = self._looked is not None and timedelta() <= now - self._looked < LOOK_EVERY
        if known and (self.next is None or self.next > now):
            return 0
        async with self._unit.reading() as session:
            self.next = await weekly.next_due(session)
        self._looked = now
        opened = crossed = 0
        while self.next is not None and self.next <= now and crossed < MOST_CROSSED:
            try:
                async with self._unit.writing() as session:
                    row = await weekly.first_due(session, now)
                    if row is None:  # another process sees to it
                        return opened
                    opened += await self._open(session, row, now)
                    self.next = await weekly.next_due(session)
            except Conflict:  # somebody has just opened a table there
                crossed += 1
        return opened

    async def _open(self, session: AsyncSession, row: WeeklyTable, now: datetime) -> bool:
        """Open a weekly table that is due; False if it is left out this week, or for good."""
        assert row.id is not None
        due, row.next_at = row.next_at, next_time(row.zone, row.weekday, row.minute, now)
        game = self._unit.games.get(row.game)
        last = None if row.last_table is None else await tables.find(session, row.last_table)
        if last is not None and last.table.channel_id == row.channel_id and last.table.lost == GONE:
            await weekly.end(session, row.id)
            return False
        session.add(row)
        await session.flush()
        if game is None or now - due > LATEST:
            log.info("The weekly table %d is left out", row.id)
            return False
        there = await tables.of_channel(session, row.channel_id)
        if there is not None:
            if row.skipped_for != there.id:
                row.skipped_for = there.id
                await self._unit.post(session, there, "skipped", there.table.revision, skipped=row.game)
            return False
        guests = await _keep_guests(session, row, row.last_table)
        terms = NEW if last is None else terms_of(game, last, row.owner_id)
        terms = replace(terms, guests=tuple(guests))
        table = GameTable(
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            owner_id=row.owner_id,
            game=row.game,
            options=dict(terms.options),
            revision=1,
            created_at=now,
        )
        row.last_table = await self._lobby.open_in(session, table, row.owner_name, terms)
        row.skipped_for = None
        session.add(row)
        await session.flush()
        return True


async def _changed(session: AsyncSession, row: WeeklyTable, person: Person) -> WeeklyTable:
    """The stored row of this channel and game, at the times of `row`; where there is none, `row` with what it is like.

    Raises:
        NotTheirWeekly.

    """
    stored = next((one for one in await weekly.of_channel(session, row.channel_id) if one.game == row.game), None)
    if stored is None:
        before = await tables.of_person_here(session, row.guild_id, row.channel_id, person.user_id, 1, row.game)
        row.last_table = before[0].id if before else None
        return row
    if not (person.manages or person.user_id == stored.owner_id):
        raise NotTheirWeekly
    stored.weekday, stored.minute, stored.zone, stored.next_at = row.weekday, row.minute, row.zone, row.next_at
    stored.skipped_for = None
    return stored


async def _appointment(session: AsyncSession, row: WeeklyTable) -> Appointment:
    assert row.id is not None
    guests = tuple(sorted(await weekly.guests(session, row.id)))
    when = (row.weekday, row.minute, row.zone, row.next_at)
    return Appointment(row.id, row.channel_id, row.owner_id, row.game, *when, guests)


async def _keep_guests(session: AsyncSession, row: WeeklyTable, last: int | None) -> Sequence[int]:
    """Add who came to the last table, or was invited to it, to the guests; returns those, without the owner."""
    assert row.id is not None
    known = await weekly.guests(session, row.id)
    if last is not None:
        away = await weekly.left_after(session, row.id, last)
        came = await weekly.came(session, last) - known - away - {row.owner_id}
        news = sorted(came)[: max(0, MAX_GUESTS - len(known))]
        await weekly.add_guests(session, row.id, news)
        known |= {*news}
    return sorted(known)


def next_time(zone: str, weekday: int, minute: int, after: datetime) -> datetime:
    """The first time after `after` at which the clocks of a zone show this minute of this day of the week, in UTC.

    Where they jump over that minute, it is as much later as they jump.
    """
    there = zone_of(zone)
    day = after.astimezone(there).date()
    day += timedelta(days=(weekday - day.weekday()) % 7)
    while True:
        at = datetime.combine(day, time(minute // 60, minute % 60), tzinfo=there).astimezone(UTC)
        if at > after:
            return at
        day += timedelta(days=7)
