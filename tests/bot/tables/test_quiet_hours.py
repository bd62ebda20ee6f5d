"""Quiet hours go by the wall clock of the person, also where it is changed; vacations end on the last day."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables.core.quiet_hours import DAY, Hours, end_of_day, morning_after, read_day, read_minute, show_minute

BERLIN = ZoneInfo("Europe/Berlin")
FAR = ("Pacific/Kiritimati", "Pacific/Auckland", "Pacific/Chatham", "Pacific/Honolulu", "Pacific/Pago_Pago", "UTC")
"""Zones in which the day is another one than in UTC for half of it, to the east and to the west."""
NIGHT = Hours("Europe/Berlin", 22 * 60 + 30, 7 * 60)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_a_time_outside_the_quiet_hours_stays() -> None:
    noon = utc("2030-06-01 12:00")
    assert NIGHT.next_allowed(noon) == noon
    assert Hours().next_allowed(noon) == noon


@pytest.mark.parametrize(
    ("at", "end"),
    [
        ("2030-06-01 20:30", "2030-06-02 05:00"),  # 22:30 in Berlin, the first quiet minute
        ("2030-06-01 23:00", "2030-06-02 05:00"),
        ("2030-06-02 04:59", "2030-06-02 05:00"),
        ("2030-01-10 21:30", "2030-01-11 06:00"),  # in winter an hour later by UTC
        ("2030-03-30 22:00", "2030-03-31 05:00"),  # the night to summer time is an hour shorter
        ("2030-10-26 21:00", "2030-10-27 06:00"),  # the night to winter time an hour longer
    ],
)
def test_a_quiet_time_moves_to_the_end_of_the_quiet_hours(at: str, end: str) -> None:
    assert NIGHT.next_allowed(utc(at)) == utc(end)


def test_an_end_that_the_clock_jumps_over_is_the_instant_of_the_jump() -> None:
    hours = Hours("Europe/Berlin", 23 * 60, 2 * 60 + 30)
    assert hours.next_allowed(utc("2030-03-31 00:30")) == utc("2030-03-31 01:00")


def test_hours_that_the_clock_shows_twice_are_quiet_twice() -> None:
    hours = Hours("Europe/Berlin", 23 * 60, 2 * 60 + 30)
    first, between, second = utc("2030-10-27 00:10"), utc("2030-10-27 00:45"), utc("2030-10-27 01:10")
    assert [hours.quiet(at) for at in (first, between, second)] == [True, False, True]
    assert hours.next_allowed(first) == utc("2030-10-27 00:30")
    assert hours.next_allowed(second) == utc("2030-10-27 01:30")


def test_a_vacation_moves_to_its_end_and_on_over_the_quiet_hours_there() -> None:
    until = end_of_day(date(2030, 6, 14), "Europe/Berlin")
    assert until == utc("2030-06-14 22:00")
    away = Hours("Europe/Berlin", 22 * 60 + 30, 7 * 60, until)
    assert away.next_allowed(utc("2030-06-10 12:00")) == utc("2030-06-15 05:00")
    assert not away.away(until)


def test_quiet_hours_that_end_in_a_vacation_end_with_it() -> None:
    begins, until = utc("2030-06-09 22:00"), utc("2030-06-15 06:00")
    away = Hours("Europe/Berlin", 22 * 60 + 30, 7 * 60, until, begins)
    assert away.next_allowed(utc("2030-06-09 12:00")) == utc("2030-06-09 12:00")
    assert away.next_allowed(utc("2030-06-09 21:00")) == until
    assert not away.away(utc("2030-06-09 21:00"))
    assert away.away(begins)


@pytest.mark.parametrize(
    ("zone", "quiet", "morning"),
    [
        ("Europe/Berlin", (None, None), "2030-06-15 06:00"),
        ("Europe/Berlin", (22 * 60, 6 * 60 + 30), "2030-06-15 04:30"),
        ("Pacific/Auckland", (23 * 60, 9 * 60), "2030-06-14 21:00"),
        ("", (60, 60), "2030-06-15 08:00"),
    ],
)
def test_the_morning_after_is_the_end_of_the_quiet_hours_or_eight(
    zone: str, quiet: tuple[int | None, int | None], morning: str
) -> None:
    assert morning_after(date(2030, 6, 14), Hours(zone, *quiet)) == utc(morning)


@settings(max_examples=300, deadline=None)
@given(
    zone=st.sampled_from([*FAR, "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Nope"]),
    start=st.integers(0, DAY - 1),
    end=st.integers(0, DAY - 1),
    minutes=st.integers(0, 2 * 365 * DAY),
)
def test_what_is_settled_is_never_earlier_never_quiet_and_never_a_day_off(
    zone: str, start: int, end: int, minutes: int
) -> None:
    hours = Hours(zone, start, end)
    at = utc("2030-01-01 00:00") + timedelta(minutes=minutes)
    settled = hours.next_allowed(at)
    assert at <= settled <= at + timedelta(hours=26)
    assert not hours.quiet(settled)
    assert hours.next_allowed(settled) == settled
    if settled > at:
        assert hours.quiet(settled - timedelta(minutes=1)) or hours.quiet(at)


def test_the_next_morning_is_today_or_tomorrow_by_the_persons_clock() -> None:
    assert NIGHT.at_local(8 * 60, utc("2030-06-01 04:00")) == utc("2030-06-01 06:00")
    assert NIGHT.at_local(8 * 60, utc("2030-06-01 06:00")) == utc("2030-06-02 06:00")


@pytest.mark.parametrize(
    ("zone", "at", "morning"),
    [
        ("Pacific/Auckland", "2030-06-01 22:00", "2030-06-02 20:00"),  # ten in the morning there: tomorrow at eight
        ("Pacific/Auckland", "2030-06-01 19:00", "2030-06-01 20:00"),  # seven there: today
        ("Pacific/Auckland", "2030-06-01 11:00", "2030-06-01 20:00"),  # eleven at night there
        ("Pacific/Auckland", "2030-01-01 18:59", "2030-01-01 19:00"),  # summer time there
        ("Pacific/Kiritimati", "2030-06-01 18:00", "2030-06-02 18:00"),  # eight sharp there, fourteen hours ahead
        ("Pacific/Honolulu", "2030-06-01 18:00", "2030-06-02 18:00"),  # eight sharp there, ten hours behind
        ("Pacific/Pago_Pago", "2030-06-02 05:00", "2030-06-02 19:00"),  # six in the evening of the day before
        ("", "2030-06-01 10:00", "2030-06-02 08:00"),
    ],
)
def test_the_next_morning_is_found_where_the_day_is_another_one_than_in_utc(zone: str, at: str, morning: str) -> None:
    assert Hours(zone).at_local(8 * 60, utc(at)) == utc(morning)


@settings(max_examples=200, deadline=None)
@given(zone=st.sampled_from([*FAR, "Europe/Berlin"]), minute=st.integers(0, DAY - 1), at=st.integers(0, 2 * 365 * DAY))
def test_the_next_time_that_a_clock_shows_a_minute_is_to_come_and_within_a_day(zone: str, minute: int, at: int) -> None:
    after = utc("2030-01-01 00:00") + timedelta(minutes=at)
    found = Hours(zone).at_local(minute, after)
    assert after < found <= after + timedelta(hours=25)
    minutes = range(int((found - after).total_seconds() // 60) + 1)
    shown = [(after + timedelta(minutes=one)).astimezone(ZoneInfo(zone)) for one in minutes]
    *before, last, there = [one.hour * 60 + one.minute for one in shown]
    assert there == minute or last < minute < there  # the clock jumps over it
    assert minute not in [*before, last][1:]


@pytest.mark.parametrize(
    ("zone", "end"),
    [
        ("Pacific/Kiritimati", "2030-06-14 10:00"),
        ("Pacific/Auckland", "2030-06-14 12:00"),
        ("Pacific/Honolulu", "2030-06-15 10:00"),
        ("Pacific/Pago_Pago", "2030-06-15 11:00"),
        ("", "2030-06-15 00:00"),
    ],
)
def test_a_vacation_ends_with_the_persons_own_day(zone: str, end: str) -> None:
    assert end_of_day(date(2030, 6, 14), zone) == utc(end)


@pytest.mark.parametrize(
    ("zone", "at", "end"),
    [
        ("Pacific/Kiritimati", "2030-06-01 09:00", "2030-06-01 17:00"),  # eleven at night there
        ("Pacific/Auckland", "2030-06-01 18:30", "2030-06-01 19:00"),  # half past six in the morning there
        ("Pacific/Honolulu", "2030-06-01 09:00", "2030-06-01 17:00"),  # eleven at night of the day before
        ("Pacific/Pago_Pago", "2030-06-01 17:59", "2030-06-01 18:00"),  # a minute before seven
    ],
)
def test_quiet_hours_are_those_of_the_persons_own_day(zone: str, at: str, end: str) -> None:
    assert Hours(zone, 22 * 60 + 30, 7 * 60).next_allowed(utc(at)) == utc(end)


@pytest.mark.parametrize(
    ("text", "minute"),
    [("22:30", 1350), ("7", 420), ("0730", 450), ("730", 450), ("7.05", 425), ("24:00", 0), ("7h", 420), ("00:00", 0)],
)
def test_times_of_the_day_are_read(text: str, minute: int) -> None:
    assert read_minute(text) == minute
    assert read_minute(show_minute(minute)) == minute


@pytest.mark.parametrize("text", ["", "25:00", "7:75", "noon", "-1", "1:2:3", "٣", "9" * 50])
def test_what_is_no_time_of_the_day_is_not_read(text: str) -> None:
    assert read_minute(text) is None


def test_dates_are_read() -> None:
    assert read_day("2030-08-24") == read_day("24.8.2030") == read_day(" 24/08/2030 ") == date(2030, 8, 24)
    assert read_day("2030-02-30") is None
    assert read_day("soon") is None


@pytest.mark.parametrize(
    ("at", "minutes", "end"),
    [
        ("2030-06-01 12:00", 90, "2030-06-01 13:30"),
        ("2030-06-01 20:00", 20, "2030-06-01 20:20"),
        ("2030-06-01 20:00", 45, "2030-06-02 05:15"),  # half an hour before the quiet hours, the rest after them
        ("2030-06-01 23:00", 45, "2030-06-02 05:45"),
        ("2030-06-01 20:00", 30, "2030-06-02 05:00"),
        ("2030-06-01 20:00", 30 + 15 * 60 + 30 + 7, "2030-06-03 05:07"),  # a whole day's
    ],
)
def test_time_stands_still_in_quiet_hours(at: str, minutes: int, end: str) -> None:
    assert NIGHT.after(utc(at), timedelta(minutes=minutes)) == utc(end)


def test_time_stands_still_in_a_vacation() -> None:
    away = Hours("UTC", away_from=utc("2030-06-10 00:00"), away_until=utc("2030-06-14 00:00"))
    assert away.after(utc("2030-06-09 23:50"), timedelta(minutes=25)) == utc("2030-06-14 00:15")
    assert away.after(utc("2030-06-12 12:00"), timedelta(minutes=25)) == utc("2030-06-14 00:25")
    assert away.after(utc("2030-06-15 12:00"), timedelta(minutes=25)) == utc("2030-06-15 12:25")
    assert Hours().after(utc("2030-06-15 12:00"), timedelta(minutes=25)) == utc("2030-06-15 12:25")


@settings(max_examples=200, deadline=None)
@given(
    minute=st.integers(0, 730 * DAY),
    span=st.integers(0, 60),
    quiet=st.tuples(st.integers(0, DAY - 1), st.integers(0, DAY - 1)),
    zone=st.sampled_from([*FAR, "Europe/Berlin"]),
)
def test_no_time_ends_in_quiet_hours_or_too_early(minute: int, span: int, quiet: tuple[int, int], zone: str) -> None:
    at, hours = utc("2029-01-01 00:00") + timedelta(minutes=minute), Hours(zone, *quiet)
    end = hours.after(at, timedelta(minutes=span))
    assert not hours.quiet(end)
    assert end >= hours.next_allowed(at) + timedelta(minutes=span)
