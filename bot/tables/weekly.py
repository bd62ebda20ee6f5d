"""Weekly tables: a lobby that opens by itself in its channel, with the same people invited as last time.

Opening one, moving its time on by a week and telling its guests are one transaction that holds its row, so that each
week opens one table, however many processes there are. Where a live table is in the channel, that is said there once,
and the week is left out. What fell due while nobody ran opens up to six hours late.

Before one opens, it is asked who its owner is on the server by now: who may not open tables there any more, or has
left, has it paused, and is told so once. It opens again once they may, or once somebody who may has set it anew.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.channels import GONE
from bot.tables.core.data import Person
from bot.tables.core.errors import NoSuchWeekly, NotTheirWeekly, NoZone
from bot.tables.core.messages import WeeklyPaused, payload_of
from bot.tables.core.quiet_hours import zone_of
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.guilds import check_may_open, settings_of
from bot.tables.lobby import Lobby
from bot.tables.terms import NEW, terms_of
from storage import outbox, tables, weekly
from storage.errors import Conflict
from storage.schema import GameTable, WeeklyTable

log = logging.getLogger(__name__)

LATEST = timedelta(hours=6)
"""How late a table opens that fell due while nobody ran."""
LOOK_EVERY = timedelta(minutes=10)
"""How often it is looked which one opens next: another process may have set one."""
MOST_CROSSED = 5
"""How often others may get in the way until the next look."""
MOST_UNTOLD = 5
"""Of how many it may not be told who their owner is until the next look: each may have waited long for an answer."""
MOST_AT_ONCE = 50
"""How many are opened or left out before what else falls due has its turn."""
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
    paused: bool = False
    """Its owner may not open tables there by now."""

    def manages(self, person: Person) -> bool:
        """Whether a person may change or end it."""
        return person.manages or person.user_id == self.owner_id


@dataclass(frozen=True)
class Owner:
    """Whoever has set a weekly table, as its server knows them by now: a member, or somebody who has left it."""

    member: Person | None
    known_there: bool = True
    """Whether the bot is on that server (still), and so knows its members."""


FindsOwner = Callable[[int, int], Awaitable[Owner | None]]
"""Looks a person up on a server (both by id); None: that cannot be told just now."""


class Weekly:
    """Part of the Table service."""

    def __init__(self, unit: UnitOfWork, lobby: Lobby) -> None:
        self._unit = unit
        self._lobby = lobby
        self._looked: datetime | None = None
        self.next: datetime | None = None
        """When the next one opens, as far as this process knows."""
        self._after: tuple[datetime, int] | None = None
        """The last of those that are due which was left for later, by its time and number."""

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

    async def paused(self, weekly_id: int, user_id: int) -> Appointment | None:
        """Look up a weekly table of a person that is paused; None if it is not, or not theirs.

        Raises:
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            row = await weekly.look_up(session, weekly_id)
            found = None if row is None else await _appointment(session, row)
        return found if found is not None and found.paused and found.owner_id == user_id else None

    async def end(self, weekly_id: int, person: Person, channel_id: int | None) -> Appointment:
        """End a weekly table of a channel; without one, as from a direct message, only one of the person's own.

        Raises:
            NoSuchWeekly, NotTheirWeekly, DatabaseAway.

        """
        async with self._unit.writing() as session:
            row = await weekly.find(session, weekly_id)
            if row is None or (row.owner_id != person.user_id if channel_id is None else row.channel_id != channel_id):
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

    async def open_due(self, find_owner: FindsOwner | None = None) -> int:
        """Open the tables that are due, and look when the next one is; returns how many were opened.

        `find_owner` asks the server; without it, owners may do what they might when they set their tables. Whose owner
        cannot be told of just now is looked at again later.

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
        opened = seen = crossed = untold = 0
        while self.next is not None and self.next <= now:
            async with self._unit.reading() as session:
                row = await weekly.due(session, now, self._after)
                if row is None:  # all were seen; those that were left are looked at again later
                    self._after, self.next = None, await weekly.next_due(session, now)
                    break
            if crossed == MOST_CROSSED or untold == MOST_UNTOLD:  # the tick goes on here
                break
            if seen == MOST_AT_ONCE:  # clocks and reminders have their turn first
                self._unit.wakeup.set()
                break
            assert row.id is not None
            seen += 1
            owner = None
            if find_owner is not None and now - row.next_at <= LATEST:
                owner = await find_owner(row.guild_id, row.owner_id)
                if owner is None:
                    untold += 1
                    self._after = row.next_at, row.id
                    continue
            try:
                async with self._unit.writing() as session:
                    mine = await weekly.lock_due(session, row.id, now)
                    if mine is None:  # another process sees to it
                        self._after = row.next_at, row.id
                    elif mine.owner_id == row.owner_id:  # else somebody has just taken it over
                        opened += await self._open(session, mine, now, owner)
            except Conflict:  # somebody has just opened a table there
                crossed += 1
        return opened

    async def _open(self, session: AsyncSession, row: WeeklyTable, now: datetime, owner: Owner | None) -> bool:
        """Open a weekly table that is due; False if it is left out this week, is paused, or ends."""
        assert row.id is not None
        due, row.next_at = row.next_at, next_time(row.zone, row.weekday, row.minute, now)
        game = self._unit.games.get(row.game)
        last = None if row.last_table is None else await tables.find(session, row.last_table)
        if last is not None and last.table.channel_id == row.channel_id and last.table.lost == GONE:
            await weekly.end(session, row.id)
            return False
        session.add(row)
        await session.flush()
        if game is None or now - due > LATEST or (owner is not None and not owner.known_there):
            log.info("The weekly table %d is left out", row.id)
            return False
        if owner is not None and not await _may_open(session, row.guild_id, owner):
            await self._pause(session, row, now, left=owner.member is None)
            return False
        row.paused = False
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

    async def _pause(self, session: AsyncSession, row: WeeklyTable, now: datetime, *, left: bool) -> None:
        """Pause a weekly table, and tell its owner, if it was not paused before."""
        if row.paused:
            return
        row.paused = True
        session.add(row)
        await session.flush()
        assert row.id is not None
        # Rows of the outbox belong to a table. Where none was ever opened on the server, only the list tells.
        table_id = row.last_table or await tables.newest_of_guild(session, row.guild_id)
        if table_id is not None:
            paused = WeeklyPaused(row.owner_id, row.id, left)
            await outbox.put(session, table_id, "paused", payload_of(paused), now)


async def _may_open(session: AsyncSession, guild_id: int, owner: Owner) -> bool:
    return owner.member is not None and (await settings_of(session, guild_id)).may_open(owner.member)


async def _changed(session: AsyncSession, row: WeeklyTable, person: Person) -> WeeklyTable:
    """The stored row of this channel and game, at the times of `row`; where there is none, `row` with what it is like.

    One that is paused becomes the person's, who may open tables here.

    Raises:
        NotTheirWeekly.

    """
    stored = next((one for one in await weekly.of_channel(session, row.channel_id) if one.game == row.game), None)
    if stored is None:
        before = await tables.of_person_here(session, row.guild_id, row.channel_id, person.user_id, 1, row.game)
        row.last_table = before[0].id if before else None
        return row
    if not (stored.paused or person.manages or person.user_id == stored.owner_id):
        raise NotTheirWeekly
    if stored.paused:
        stored.owner_id, stored.owner_name, stored.paused = row.owner_id, row.owner_name, False
    stored.weekday, stored.minute, stored.zone, stored.next_at = row.weekday, row.minute, row.zone, row.next_at
    stored.skipped_for = None
    return stored


async def _appointment(session: AsyncSession, row: WeeklyTable) -> Appointment:
    assert row.id is not None
    guests = tuple(sorted(await weekly.guests(session, row.id)))
    when = (row.weekday, row.minute, row.zone, row.next_at)
    return Appointment(row.id, row.channel_id, row.owner_id, row.game, *when, guests, row.paused)


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
