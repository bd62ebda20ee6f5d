"""Quiet hours, by a person's local time, and vacations. Pure computation.

Times are UTC. Quiet hours follow daylight saving time: if clocks jump over their end, they end with the jump; if clocks
go back into them, they hold a second time.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

DAY = 24 * 60
EIGHT = 8 * 60
"""The morning of who has no quiet hours, in minutes after midnight."""
_MINUTE = timedelta(minutes=1)


@cache
def zones() -> dict[str, str]:
    """Every IANA time zone, by its name in lower case."""
    return {name.casefold(): name for name in sorted(available_timezones()) if name not in {"localtime", "Factory"}}


def zone_of(name: str) -> ZoneInfo:
    """The time zone of this name; UTC where it is empty or not known (any more)."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


@dataclass(frozen=True)
class Hours:
    """A person's hours: `quiet_from` and `quiet_to` are minutes after local midnight, both or none."""

    zone: str = ""
    quiet_from: int | None = None
    quiet_to: int | None = None
    away_until: datetime | None = None
    away_from: datetime | None = None
    """When a vacation begins; None: it has begun."""

    def quiet(self, at: datetime) -> bool:
        """Whether it is a quiet hour."""
        start, end = self.quiet_from, self.quiet_to
        if start is None or end is None or start == end:
            return False
        local = at.astimezone(zone_of(self.zone))
        minute = local.hour * 60 + local.minute
        return start <= minute < end if start < end else minute >= start or minute < end

    def away(self, at: datetime) -> bool:
        """Whether the person is on vacation."""
        begun = self.away_from is None or at >= self.away_from
        return self.away_until is not None and begun and at < self.away_until

    def next_allowed(self, at: datetime) -> datetime:
        """The first time from `at` on outside quiet hours and vacations."""
        while True:
            if self.away_until is not None and self.away(at):
                at = self.away_until
            elif self.quiet(at):
                at = self._end_of_quiet(at)
            else:
                return at

    def after(self, at: datetime, span: timedelta) -> datetime:
        """The time from `at` on when so much time has passed outside quiet hours and vacations."""
        at = self.next_allowed(at)
        while (closes := self._closes(at)) is not None and closes <= at + span:
            span -= closes - at
            at = self.next_allowed(closes)
        return self.next_allowed(at + span)  # clocks may go back into quiet hours meanwhile

    def _closes(self, at: datetime) -> datetime | None:
        """When the next quiet hours or a vacation begin after this time, which is in neither; None: they do not."""
        begins = []
        if self.quiet_from is not None and self.quiet_to is not None and self.quiet_from != self.quiet_to:
            begins.append(self.at_local(self.quiet_from, at))
        if self.away_from is not None and self.away_until is not None and at < self.away_from < self.away_until:
            begins.append(self.away_from)
        return min(begins, default=None)

    def _end_of_quiet(self, at: datetime) -> datetime:
        assert self.quiet_from is not None
        assert self.quiet_to is not None
        local = at.astimezone(zone_of(self.zone))
        over_midnight = self.quiet_from > self.quiet_to and local.hour * 60 + local.minute >= self.quiet_from
        day = local.date() + timedelta(days=1) if over_midnight else local.date()
        return first_at(day, self.quiet_to, self.zone, after=at)

    def at_local(self, minute: int, after: datetime) -> datetime:
        """The next time after this one at this minute of the person's local day."""
        today = after.astimezone(zone_of(self.zone)).date()
        found = first_at(today, minute, self.zone, after=after)
        return found if found > after else first_at(today + timedelta(days=1), minute, self.zone, after=after)


def first_at(day: date, minute: int, zone: str, *, after: datetime) -> datetime:
    """The instant of a minute of a local day, the later of two if the first is past (`after`).

    If the clock jumps over the minute, it is the instant of the jump.
    """
    place = zone_of(zone)
    wall = datetime.combine(day, time(minute // 60, minute % 60))
    first, second = (wall.replace(tzinfo=place, fold=fold).astimezone(UTC) for fold in (0, 1))
    if first > second:  # the minute does not exist: the clock jumps somewhere between the two
        instant = second
        while instant.astimezone(place).replace(tzinfo=None) < wall:
            instant += _MINUTE
        return instant
    return first if first > after else second


def read_minute(text: str) -> int | None:
    """Read a time of the day, such as 22:30, 7 or 0730, as minutes after midnight; None where it is none."""
    digits = text.strip().replace(".", ":").replace("h", ":").removesuffix(":")
    hours, separator, minutes = digits.partition(":")
    if not separator and len(digits) in {3, 4}:
        hours, minutes = digits[:-2], digits[-2:]
    minutes = minutes or "0"
    if not (hours.isascii() and hours.isdigit() and minutes.isascii() and minutes.isdigit()):
        return None
    minute = int(hours) * 60 + int(minutes)
    return minute % DAY if len(hours) <= 2 and int(minutes) < 60 and minute <= DAY else None


def show_minute(minute: int) -> str:
    """Write a time of the day."""
    return f"{minute // 60:02}:{minute % 60:02}"


def read_day(text: str) -> date | None:
    """Read a date, such as 2030-08-24 or 24.8.2030; None where it is none."""
    text = text.strip()
    for form in ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y"):
        try:
            day = datetime.strptime(text, form).date()  # noqa: DTZ007 - a date without a time
        except ValueError:
            continue
        return day if date(2000, 1, 1) <= day <= date(9000, 1, 1) else None
    return None


def start_of_day(day: date, zone: str) -> datetime:
    """The instant at which a day begins in a zone."""
    return first_at(day, 0, zone, after=datetime.min.replace(tzinfo=UTC))


def end_of_day(day: date, zone: str) -> datetime:
    """The instant at which a day ends in a zone."""
    return start_of_day(day + timedelta(days=1), zone)


def morning_after(day: date, hours: Hours) -> datetime:
    """The morning after a day: when a person's quiet hours end, else at eight."""
    has_quiet = hours.quiet_from is not None and hours.quiet_from != hours.quiet_to
    minute = hours.quiet_to if has_quiet and hours.quiet_to is not None else EIGHT
    return first_at(day + timedelta(days=1), minute, hours.zone, after=datetime.min.replace(tzinfo=UTC))


def last_day(until: datetime, zone: str) -> date:
    """The last day in a zone of what lasts until an instant."""
    return (until - _MINUTE).astimezone(zone_of(zone)).date()
