"""Reminders: on their ladder, at good times, each once, whatever the clock, a crash or a second process does."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from bot.tables.core.data import Live, Person
from bot.tables.core.errors import BadPreference
from bot.tables.reminders import UNWANTED
from bot.tables.service import Tables
from storage.outbox import Message
from storage.schema import Reminder
from storage.store import Store
from tests.at_table import ANN, BEN, CEM, Clock, answer, open_tables, person_in, started


async def sent(tables: Tables, clock: Clock) -> list[Message]:
    """Hand out what is due, and take every reminder that is in the outbox then."""
    await tables.reminders.send_due()
    found: list[Message] = []
    while batch := (await tables.outbox.claim(clock.now)).messages:
        found += [one for one in batch if one.kind == "reminder"]
        for one in batch:
            await tables.outbox.sent([one.id], clock.now)
    return found


async def rows(store: Store) -> list[Reminder]:
    async with store.reading() as session:
        return list(await session.exec(select(Reminder).order_by(col(Reminder.id))))


async def alone(tables: Tables, clock: Clock) -> Live:
    """A game that waits for seat 0 alone, whose reminders nobody else's mix with."""
    live = await started(tables)
    await answer(tables, live.info.id, 1, "0")
    await sent(tables, clock)
    return await tables.game(live.info.id)


async def test_a_wait_has_a_reminder_from_the_move_on_and_loses_it_with_the_answer(
    tables: Tables, store: Store, clock: Clock
) -> None:
    live = await started(tables)
    first = {row.seat: row for row in await rows(store)}
    assert set(first) == {0, 1}
    assert first[0].due_at == clock.now + timedelta(hours=24)
    assert first[0].revision == live.revision
    await answer(tables, live.info.id, 0, "3")
    assert [row.seat for row in await rows(store)] == [1]


async def test_reminders_come_with_growing_gaps_up_to_the_tables_number(tables: Tables, clock: Clock) -> None:
    await alone(tables, clock)
    begun, told = clock.now, []
    for _ in range(24 * 40):
        clock.move(hours=1)
        told += [(clock.now - begun).total_seconds() / 3600 for _ in await sent(tables, clock)]
    assert told == [24, 60, 114, 195, 317]  # 24, then 1.5 times as long each: 36, 54, 81, 121.5


async def test_what_fell_due_while_nobody_was_there_is_one_reminder(tables: Tables, store: Store, clock: Clock) -> None:
    await alone(tables, clock)
    clock.move(weeks=3)
    fresh = open_tables(store, clock)  # a new process
    assert len(await sent(fresh, clock)) == 1
    assert await sent(fresh, clock) == []
    clock.move(hours=35)
    assert await sent(fresh, clock) == []
    clock.move(hours=1)
    assert len(await sent(fresh, clock)) == 1


async def test_a_clock_that_jumps_forward_and_back_brings_nothing_twice(
    tables: Tables, store: Store, clock: Clock
) -> None:
    await alone(tables, clock)
    clock.move(days=7)
    assert len(await sent(tables, clock)) == 1
    clock.move(days=-7)
    for _ in range(7):
        clock.move(days=1)
        assert await sent(tables, clock) == []
    assert len({(row.revision, row.rung) for row in await rows(store)}) == len(await rows(store)) == 2


async def test_two_processes_hand_each_reminder_out_once(store: Store, database_url: str, clock: Clock) -> None:
    tables = open_tables(store, clock)
    for channel in range(20, 26):
        await started(tables, BEN, CEM, channel=channel)
    clock.move(hours=25)
    other = await Store.open(database_url)
    workers = [open_tables(store, clock), open_tables(other, clock), open_tables(other, clock)]
    for _ in range(3):
        await asyncio.gather(*(worker.reminders.send_due() for worker in workers))
    messages = await sent(tables, clock)
    assert sorted(one.payload["user"] for one in messages) == [ANN.user_id, BEN.user_id, CEM.user_id]
    assert all(len(one.payload["waits"]) == 6 for one in messages)
    await other.close()


@pytest.mark.parametrize("place", ["storage.outbox.put", "storage.reminders.plan", "storage.reminders.take"])
async def test_a_failure_while_reminders_are_handed_out_loses_and_doubles_nothing(
    tables: Tables, clock: Clock, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await alone(tables, clock)
    clock.move(hours=25)

    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the process dies here")

    with monkeypatch.context() as broken:
        broken.setattr(place, fail)
        with pytest.raises(RuntimeError):
            await tables.reminders.send_due()
    assert len(await sent(tables, clock)) == 1
    assert await sent(tables, clock) == []


async def test_several_tables_that_wait_are_one_message(tables: Tables, clock: Clock) -> None:
    await started(tables, channel=20)
    clock.move(hours=5)
    await started(tables, CEM, channel=21)
    clock.move(hours=19)
    by_user = {one.payload["user"]: one for one in await sent(tables, clock)}
    assert [wait["table"] for wait in by_user[ANN.user_id].payload["waits"]] == [1, 2]
    assert set(by_user) == {ANN.user_id, BEN.user_id}
    clock.move(hours=5)
    assert [one.payload["user"] for one in await sent(tables, clock)] == [CEM.user_id]


async def test_who_is_told_in_channels_has_one_message_a_table(tables: Tables, clock: Clock) -> None:
    await tables.prefer(ANN.user_id, notices="channel")
    await started(tables, channel=20)
    await started(tables, CEM, channel=21)
    clock.move(hours=24)
    mine = [one for one in await sent(tables, clock) if one.payload["user"] == ANN.user_id]
    assert [one.table_id for one in mine] == [1, 2]
    assert [len(one.payload["waits"]) for one in mine] == [1, 1]


@pytest.mark.parametrize(
    ("zone", "quiet_from", "quiet_to", "hours"),
    [
        ("Asia/Tokyo", 20, 8, 11),  # asked at noon UTC, which is 21:00 in Tokyo
        ("Pacific/Auckland", 22, 6, 5),  # one in the night of the next day
        ("Pacific/Kiritimati", 1, 12, 10),  # two in the night of the next day
        ("Pacific/Honolulu", 23, 7, 5),  # two in the night
        ("Pacific/Pago_Pago", 22, 9, 8),  # one in the night
    ],
)
async def test_a_reminder_in_the_quiet_hours_waits_for_their_end(  # noqa: PLR0917
    tables: Tables, clock: Clock, zone: str, quiet_from: int, quiet_to: int, hours: int
) -> None:
    await alone(tables, clock)
    live = await tables.game(1)
    await tables.prefer(person_in(live, 0), zone=zone, quiet_from=quiet_from * 60, quiet_to=quiet_to * 60)
    clock.move(hours=24)
    assert await sent(tables, clock) == []
    clock.move(hours=hours - 1, minutes=59)
    assert await sent(tables, clock) == []
    clock.move(minutes=1)
    assert len(await sent(tables, clock)) == 1


@pytest.mark.parametrize(("day", "hour"), [("2030-03-31", 5), ("2030-10-27", 6)])
async def test_quiet_hours_end_by_the_wall_clock_when_daylight_saving_changes(
    tables: Tables, clock: Clock, day: str, hour: int
) -> None:
    clock.now = datetime.fromisoformat(f"{day}T02:00:00+00:00") - timedelta(hours=24)
    await alone(tables, clock)
    live = await tables.game(1)
    await tables.prefer(person_in(live, 0), zone="Europe/Berlin", quiet_from=22 * 60, quiet_to=7 * 60)
    clock.move(hours=24)
    assert await sent(tables, clock) == []
    due = await tables.reminders.next_due()
    assert due == datetime.fromisoformat(f"{day}T{hour:02}:00:00+00:00")
    clock.now = due
    assert len(await sent(tables, clock)) == 1


async def test_nobody_is_reminded_during_a_vacation(tables: Tables, clock: Clock) -> None:
    live = await alone(tables, clock)
    clock.move(hours=2)
    await tables.prefer(person_in(live, 0), away_until=clock.now + timedelta(days=14))
    for _ in range(13):
        clock.move(days=1)
        assert await sent(tables, clock) == []
    clock.move(days=1)
    assert len(await sent(tables, clock)) == 1


async def test_a_vacation_that_ends_early_brings_the_reminder_back(tables: Tables, clock: Clock) -> None:
    live = await alone(tables, clock)
    await tables.prefer(person_in(live, 0), away_until=clock.now + timedelta(days=14))
    clock.move(days=2)
    await tables.prefer(person_in(live, 0), away_until=None)
    assert len(await sent(tables, clock)) == 1


async def test_a_turn_that_comes_during_a_vacation_is_told_at_its_end_and_reminded_of_a_day_later(
    tables: Tables, clock: Clock
) -> None:
    back = clock.now + timedelta(days=7)
    await tables.prefer(ANN.user_id, away_until=back)
    await tables.prefer(BEN.user_id, notices="none")
    await started(tables)
    kinds: list[Any] = []
    for _ in range(24 * 9):
        clock.move(hours=1)
        await tables.reminders.send_due()
        for one in (await tables.outbox.claim(clock.now)).messages:
            await tables.outbox.sent([one.id], clock.now)
            if one.payload.get("user") == ANN.user_id:
                kinds.append((one.kind, (clock.now - back).total_seconds() / 3600))
    assert kinds == [("notice", 0), ("reminder", 24)]


async def test_snooze_puts_everything_off_and_works_after_the_last_reminder(tables: Tables, clock: Clock) -> None:
    live = await alone(tables, clock)
    user = person_in(live, 0)
    await tables.people.snooze(user, clock.now + timedelta(hours=40))
    clock.move(hours=39)
    assert await sent(tables, clock) == []
    clock.move(hours=1)
    assert len(await sent(tables, clock)) == 1
    for _ in range(60):
        clock.move(days=1)
        await sent(tables, clock)
    await tables.people.snooze(user, clock.now + timedelta(hours=3))
    clock.move(hours=3)
    assert len(await sent(tables, clock)) == 1
    clock.move(weeks=8)
    assert await sent(tables, clock) == []


async def test_a_snooze_ends_after_the_quiet_hours(tables: Tables, clock: Clock) -> None:
    live = await alone(tables, clock)
    user = person_in(live, 0)
    await tables.prefer(user, quiet_from=22 * 60, quiet_to=8 * 60)
    due = await tables.people.snooze(user, clock.now + timedelta(hours=12))
    assert due == clock.now + timedelta(hours=20)


@pytest.mark.parametrize("wish", [{"muted": True}, {"notices": "none"}])
async def test_who_wants_no_reminders_has_none_until_they_want_them_again(
    tables: Tables, clock: Clock, wish: dict[str, Any]
) -> None:
    live = await alone(tables, clock)
    user = person_in(live, 0)
    await tables.prefer(user, **wish)
    clock.move(weeks=2)
    assert await sent(tables, clock) == []
    assert await tables.reminders.next_due() == clock.now + UNWANTED  # it hides nothing that is due before
    await tables.prefer(user, muted=False, notices="dm")
    assert len(await sent(tables, clock)) == 1


async def test_a_persons_interval_goes_before_the_tables(tables: Tables, clock: Clock) -> None:
    await tables.prefer(ANN.user_id, remind_hours=6)
    info = await tables.lobby.create(1, 20, ANN, "toy", {"length": "short"})
    await tables.clocks.configure(info.id, ANN, "remind_hours", "12")
    await tables.clocks.configure(info.id, ANN, "reminders", "1")
    await tables.lobby.join(info.id, BEN)
    await tables.lobby.start(info.id, ANN)
    told = []
    for hour in range(1, 24 * 7):
        clock.move(hours=1)
        told += [(hour, one.payload["user"]) for one in await sent(tables, clock)]
    assert told == [(6, ANN.user_id), (12, BEN.user_id)]


async def test_a_table_that_ends_or_a_seat_that_is_handed_over_takes_its_reminders_along(
    tables: Tables, store: Store, clock: Clock
) -> None:
    live = await alone(tables, clock)
    clock.move(hours=20)
    await tables.lobby.replace(live.info.id, ANN, 0, CEM)
    (row,) = await rows(store)
    assert (row.user_id, row.due_at) == (CEM.user_id, clock.now + timedelta(hours=24))
    await tables.lobby.abandon(live.info.id, ANN)
    assert await rows(store) == []


async def test_preferences_that_are_none_are_refused(tables: Tables, clock: Clock) -> None:
    bad: list[dict[str, Any]] = [
        {"zone": "Mars/Olympus"},
        {"notices": "pigeon"},
        {"quiet_from": 1440},
        {"remind_hours": 0},
        {"away_until": clock.now},
        {"away_until": clock.now + timedelta(days=400)},
    ]
    for one in bad:
        with pytest.raises(BadPreference):
            await tables.prefer(1, **one)
    assert (await tables.preferences(1)).notices == "dm"


async def test_a_robot_is_told_nothing_and_has_no_clock(tables: Tables, store: Store, clock: Clock) -> None:
    info = await tables.lobby.create(1, 20, ANN, "toy", {"length": "short"})
    await tables.clocks.configure(info.id, ANN, "clock", "hard")
    await tables.lobby.join(info.id, Person(-1, ""))
    live = await tables.lobby.start(info.id, ANN)
    mine = live.seat_of(ANN.user_id)
    assert [row.seat for row in await rows(store)] == [mine]
    assert [one.seat for one in live.info.players if one.deadline is not None] == [mine]
    told = [one.payload["user"] for one in (await tables.outbox.claim(clock.now)).messages if one.kind == "notice"]
    assert told == [ANN.user_id]
