"""Preferences of persons: language, pictures, notices, quiet hours; and whether they accept direct messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core.data import CHANNELS, LANGUAGES, PICTURE_SIZES, Preferences
from bot.tables.core.errors import (
    BadPreference,
)
from bot.tables.core.quiet_hours import DAY, Hours, last_day, morning_after, read_day, start_of_day, zones
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.core.waits import call_in_time, hours_of
from bot.tables.core.ways import DAILY, way_everywhere
from bot.tables.digests import next_digest
from storage import outbox, reminders, tables
from storage.errors import Conflict
from storage.schema import Preference, Reminder
from storage.tables import Stored

MAX_HOURS = 24 * 14
LONGEST_VACATION = timedelta(days=366)
OF_HOURS = frozenset({"zone", "quiet_from", "quiet_to", "away_until", "away_day", "away_first"})
"""The settings that tell when a person may be disturbed."""
ASK_IN_PANEL, ASKED = "panel", "done"
"""Whether a person is to be asked for their hours in a panel, or was asked."""
CLOSED_FOR = timedelta(days=1)
"""How long a person with closed direct messages gets none, and is mentioned at a table at most once."""


@dataclass(frozen=True)
class Reach:
    """A person's settings, and when a direct message last failed, if so; `closed`: within the last day."""

    preferences: Preferences
    closed_at: datetime | None
    closed: bool


class People:
    """Part of the Table service. Each method raises DatabaseAway where the database does not answer."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def preferences(self, user_id: int) -> Preferences:
        """A person's settings; the defaults where they have set none."""
        async with self._unit.reading() as session:
            preference = await tables.preference(session, user_id)
        return settings_of(preference)

    async def prefer(self, user_id: int, **changes: Any) -> Preferences:
        """Change some of a person's settings (fields of `Preferences`), and reschedule their reminders.

        Raises:
            BadPreference: a value is none of the choices; nothing is changed.

        """
        now = self._unit.clock()
        for name, value in changes.items():
            _check(name, value, now)
        try:
            return await self._prefer_once(user_id, changes, now)
        except Conflict:  # another process was just inserting the row
            return await self._prefer_once(user_id, changes, now)

    async def _prefer_once(self, user_id: int, changes: Mapping[str, Any], now: datetime) -> Preferences:
        async with self._unit.writing() as session:
            preference = await tables.preference(session, user_id, lock=True)
            before = preference.away_until, preference.away_from
            robot = preference.away_robot
            settings = _with_vacation(asdict(settings_of(preference)), changes, now)
            changed = Preference(
                user_id=user_id, robots_at=preference.robots_at, digest_due=preference.digest_due, **settings
            )
            if changes.keys() & {*OF_HOURS, "digest_at"}:
                changed.digest_due = next_digest(changed, now)
            moved = (changed.away_until, changed.away_from) != before
            if (moved or changed.away_robot != robot) and (changed.robots_at is not None or changed.away_robot):
                changed.robots_at = now
            await tables.prefer(session, changed)
            if changes.keys() & OF_HOURS or changes.keys() & {"muted", "notices", "digest_at"}:
                for one in await reminders.unsent(session, user_id):
                    await reminders.move(session, [one.id], hours_of(changed).next_allowed(one.planned_at))
            if changes.keys() & OF_HOURS:
                await outbox.reconsider(session, user_id, now)
            if changes.keys() & {"notices", "digest_at"} and way_everywhere(changed) == DAILY:
                await self._call_in_time(session, user_id)
            if moved:
                await self._stop_clocks(session, changed, now)
        self._unit.wakeup.set()
        return settings_of(changed)

    async def _call_in_time(self, session: AsyncSession, user_id: int) -> None:
        """Have a person reminded of clocks in time who wants one message a day from now on."""
        session.expire_all()
        for stored in await tables.waiting_for(session, user_id):
            seat = next(one for one in stored.seats if one.user_id == user_id)
            await call_in_time(session, stored, seat, seat.deadline)

    async def _stop_clocks(self, session: AsyncSession, preference: Preference, now: datetime) -> None:
        """Stop clocks during a vacation; if it ends early, at most the whole time is given again.

        A deadline that has passed stays as it is, whether it was handled yet or not.
        """
        user_id = preference.user_id
        away_until = preference.away_until
        for stored in await tables.of_person(session, user_id):
            seat = next(one for one in stored.seats if one.user_id == user_id)
            if seat.deadline is None or seat.overdue or seat.deadline <= now:
                continue
            whole = timedelta(hours=stored.table.clock_hours)
            begins = preference.away_from or now
            if away_until is not None and away_until > now and begins < seat.deadline:
                deadline = max(seat.deadline, away_until + whole)
            else:
                deadline = min(seat.deadline, now + whole)
            await tables.change_seat(session, stored.id, seat.number, deadline=deadline)

    async def tables_of(self, user_id: int) -> list[int]:
        """The live tables that a person sits at."""
        async with self._unit.reading() as session:
            return [stored.id for stored in await tables.of_person(session, user_id)]

    async def snooze(self, user_id: int, until: datetime) -> datetime:
        """Postpone all reminders of a person; returns the actual time, which is later during quiet hours and vacations.

        Also works after the last reminder.
        """
        async with self._unit.writing() as session:
            due = hours_of(await tables.preference(session, user_id)).next_allowed(until)
            planned = {(one.table_id, one.seat): one for one in await reminders.unsent(session, user_id)}
            for stored in await tables.waiting_for(session, user_id):
                if stored.private:  # nobody is reminded of it
                    continue
                seat = next(one for one in stored.seats if one.user_id == user_id)
                one = planned.get((stored.id, seat.number))
                if one is not None:
                    one.planned_at, one.due_at = until, due
                    session.add(one)
                else:
                    await self._remind_again(session, stored, seat.number, until, due)
            await session.flush()
        self._unit.wakeup.set()
        return due

    async def _remind_again(
        self, session: AsyncSession, stored: Stored, number: int, planned: datetime, due: datetime
    ) -> None:
        seat = stored.seats[number]
        revision, rung = await reminders.rungs(session, stored.id, number) or (stored.table.revision, -1)
        assert seat.since is not None
        await reminders.plan(
            session,
            Reminder(
                table_id=stored.id,
                seat=number,
                user_id=seat.user_id,
                revision=revision,
                rung=rung + 1,
                since=seat.since,
                planned_at=planned,
                due_at=due,
            ),
        )

    async def reach(self, user_id: int) -> Reach:
        """How a person is to be notified, and whether direct messages are known to fail."""
        async with self._unit.reading() as session:
            return await reach_of(session, user_id, self._unit.clock())

    async def note_closed(self, user_id: int, *, closed: bool) -> None:
        """Note whether direct messages to a person fail."""
        async with self._unit.writing() as session:
            await reminders.note_closed(session, user_id, self._unit.clock() if closed else None)
            settings = settings_of(await tables.preference(session, user_id))
        if closed and asks_for_hours(settings) and not settings.hours_asked:
            await self.prefer(user_id, hours_asked=ASK_IN_PANEL)

    async def note_asked(self, user_id: int) -> None:
        """Note that a person was asked for their hours, which happens once."""
        await self.prefer(user_id, hours_asked=ASKED)

    async def may_mention(self, user_id: int, table_id: int, row_id: int) -> bool:
        """Whether a person may be mentioned at a table in place of a direct message: once a day, for one row."""
        now = self._unit.clock()
        try:
            async with self._unit.writing() as session:
                return await reminders.may_mention(session, user_id, table_id, row_id, now, CLOSED_FOR)
        except Conflict:
            return False

    async def give_back_mention(self, user_id: int, table_id: int) -> None:
        """Return that right: Discord refused the mention."""
        async with self._unit.writing() as session:
            await reminders.give_back_mention(session, user_id, table_id)


async def reach_of(session: AsyncSession, user_id: int, now: datetime) -> Reach:
    """Load how a person is to be notified."""
    preference = await tables.preference(session, user_id)
    at = await reminders.closed_since(session, user_id)
    since = None if at is None else now - at  # negative: noted by a clock that was ahead
    return Reach(settings_of(preference), at, closed=since is not None and abs(since) < CLOSED_FOR)


def settings_of(preference: Preference) -> Preferences:
    """Convert stored settings."""
    settings = Preferences(**preference.model_dump(exclude={"user_id", "robots_at", "digest_due"}))
    if settings.away_until is not None and not settings.away_day:  # set before days were stored
        return replace(settings, away_day=last_day(settings.away_until, settings.zone).isoformat())
    return settings


def asks_for_hours(preferences: Preferences, *, in_panel: bool = False) -> bool:
    """Whether a person is still to be asked for their hours: in a direct message, or in a panel where those are closed.

    Who has set them knows where.
    """
    if preferences.hours_asked == ASKED or preferences.zone or preferences.quiet_from is not None:
        return False
    return not in_panel or preferences.hours_asked == ASK_IN_PANEL


def _with_vacation(settings: Mapping[str, Any], changes: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """Apply changes to settings; a vacation goes from its first day to the morning after its last day.

    The days are those of the person's time zone, the morning is that of `morning_after`. A vacation that is over stays
    so, whatever else is changed.

    Raises:
        BadPreference: the vacation is too short or too long.

    """
    robot = settings["away_robot"] and _ahead(settings, now)  # of this vacation, not of the next
    changed = {**settings, "away_robot": robot, **changes}
    if "away_until" in changes:
        until = changed["away_until"]
        changed["away_day"] = "" if until is None else last_day(until, changed["zone"]).isoformat()
        changed["away_first"], changed["away_from"] = "", None
    elif "away_day" in changes or (changes.keys() & OF_HOURS and _ahead(settings, now)):
        day, kept = read_day(changed["away_day"]), "away_first" in changes or "away_day" not in changes
        first = read_day(changed["away_first"]) if kept else None
        zone, quiet = changed["zone"], Hours(changed["zone"], changed["quiet_from"], changed["quiet_to"])
        changed["away_until"] = None if day is None else morning_after(day, quiet)
        changed["away_from"] = None if day is None or first is None else start_of_day(first, zone)
        changed["away_first"] = "" if changed["away_from"] is None or first is None else first.isoformat()
        if day is not None and first is not None and first > day:
            raise BadPreference(changed["away_first"])
    if "away_day" in changes:
        _check("away_until", changed["away_until"], now)
    if not _ahead(changed, now):
        changed["away_robot"] = False
    return changed


def _ahead(settings: Mapping[str, Any], now: datetime) -> bool:
    """Whether a vacation goes on or is to come."""
    until = settings["away_until"]
    return until is not None and until > now


def hours(preferences: Preferences) -> Hours:
    """When a person with these settings may be disturbed."""
    quiet = preferences.quiet_from, preferences.quiet_to
    return Hours(preferences.zone, *quiet, preferences.away_until, preferences.away_from)


def _check(name: str, value: Any, now: datetime) -> None:
    """Check a value of a setting.

    Raises:
        BadPreference: it is not allowed.

    """
    choices: dict[str, tuple[Any, ...]] = {"language": LANGUAGES, "picture": PICTURE_SIZES, "notices": CHANNELS}
    good: dict[str, Callable[[], bool]] = {
        "zone": lambda: value == "" or value in zones().values(),
        "quiet_from": lambda: value is None or 0 <= value < DAY,
        "quiet_to": lambda: value is None or 0 <= value < DAY,
        "remind_hours": lambda: value is None or 1 <= value <= MAX_HOURS,
        "away_until": lambda: value is None or now < value <= now + LONGEST_VACATION,
        "away_day": lambda: value == "" or read_day(value) is not None,
        "away_first": lambda: value == "" or read_day(value) is not None,
        "away_robot": lambda: isinstance(value, bool),
        "hours_asked": lambda: value in {"", ASK_IN_PANEL, ASKED},
        "muted": lambda: isinstance(value, bool),
        "digest_at": lambda: value is None or 0 <= value < DAY,
        "tells_next": lambda: isinstance(value, bool),
        "locale": lambda: len(value) <= 10,
    }
    fits = value in choices[name] if name in choices else good[name]()
    if not fits:
        raise BadPreference(str(value))


SNOOZES = (1, 3, 8, 24, 72)


MORNING = "morning"
