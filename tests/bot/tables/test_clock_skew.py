"""A clock that was ahead and is set back, by an hour or a year: nobody waits for a time that nobody meant."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import col, select, update

from bot.tables.core.data import Live
from bot.tables.service import Tables
from storage.outbox import Message
from storage.schema import OutboxRow, PostedMessage, Reminder, Rewind, Seat
from storage.store import Store
from tests.at_table import ANN, BEN, Clock, answer, open_tables, person_in, started
from tests.bot.slow import SlowDiscord, client_of, happen, many_tables, working

HOUR, YEAR = timedelta(hours=1), timedelta(days=366)
by_an_hour_and_a_year = pytest.mark.parametrize("ahead", [HOUR, YEAR])


async def seats(store: Store) -> list[Seat]:
    async with store.reading() as session:
        return list(await session.exec(select(Seat).order_by(col(Seat.number))))


async def reminders(store: Store) -> list[Reminder]:
    async with store.reading() as session:
        return list(await session.exec(select(Reminder).where(col(Reminder.sent_at).is_(None))))


async def said(tables: Tables, clock: Clock) -> list[Message]:
    """Take everything that is due."""
    found: list[Message] = []
    while batch := (await tables.outbox.claim(clock.now)).messages:
        found += batch
        await tables.outbox.sent([one.id for one in batch], clock.now)
    return found


async def ahead_table(tables: Tables, clock: Clock, ahead: timedelta, kind: str = "hard") -> Live:
    """A game that begins while the clock is ahead, with a clock of its own; then the clock is set back."""
    clock.now += ahead
    info = await tables.lobby.create(1, 20, ANN, "toy", {"length": "short"})
    await tables.clocks.configure(info.id, ANN, "clock", kind)
    await tables.lobby.join(info.id, BEN)
    live = await tables.lobby.start(info.id, ANN)
    clock.now -= ahead
    return live


@by_an_hour_and_a_year
@pytest.mark.parametrize("restarted", [True, False])
async def test_a_wait_that_begins_later_than_now_begins_now_with_reminders_and_deadline(
    store: Store, clock: Clock, ahead: timedelta, restarted: bool
) -> None:
    tables = open_tables(store, clock)
    clock.now += ahead
    await tables.clock_skew.correct()
    clock.now -= ahead
    live = await ahead_table(tables, clock, ahead)
    if restarted:
        tables = open_tables(store, clock)
    await tables.clock_skew.correct()
    assert {seat.since for seat in await seats(store)} == {clock.now}
    assert {seat.deadline for seat in await seats(store)} == {clock.now + timedelta(hours=72)}
    assert {one.due_at for one in await reminders(store)} == {clock.now + timedelta(hours=24)}
    # The notices that were not told yet are about these waits, and the table's message is brought up to date.
    rows = await said(tables, clock)
    told = {one.payload["user"]: datetime.fromisoformat(one.payload["since"]) for one in rows if one.kind == "notice"}
    assert told == {ANN.user_id: clock.now, BEN.user_id: clock.now}
    assert [one for one in rows if one.kind == "table"]
    clock.move(hours=24)
    await tables.reminders.send_due()
    assert {one.payload["user"] for one in await said(tables, clock) if one.kind == "reminder"} == set(told)
    clock.move(hours=48)
    await tables.clocks.expire()
    assert (await tables.game(live.info.id)).revision > live.revision + 1


@by_an_hour_and_a_year
async def test_a_vote_on_a_seat_that_only_a_wrong_clock_has_opened_is_void(
    store: Store, clock: Clock, ahead: timedelta
) -> None:
    tables = open_tables(store, clock)
    live = await ahead_table(tables, clock, ahead + timedelta(hours=80), "soft")
    clock.now += ahead + timedelta(hours=80 + 73)
    await tables.clocks.expire()
    assert all(seat.overdue for seat in await seats(store))
    clock.now -= ahead + timedelta(hours=80 + 73)
    await tables.clock_skew.correct()
    assert not any(seat.overdue for seat in await seats(store))
    assert {seat.deadline for seat in await seats(store)} == {clock.now + timedelta(hours=72)}
    assert live.info.id == 1


@by_an_hour_and_a_year
async def test_a_deadline_that_was_set_ahead_gives_the_whole_time_from_now_at_most(
    store: Store, clock: Clock, ahead: timedelta
) -> None:
    tables = open_tables(store, clock)
    live = await started(tables)
    await tables.clock_skew.correct()
    clock.now += ahead
    await tables.clocks.configure(live.info.id, ANN, "clock", "hard")
    clock.now -= ahead
    clock.move(minutes=-1)  # the process sees that the clock has gone back
    await tables.clock_skew.correct()
    assert {seat.deadline for seat in await seats(store)} == {clock.now + timedelta(hours=72)}


async def test_a_deadline_after_a_vacation_stays(store: Store, clock: Clock) -> None:
    tables = open_tables(store, clock)
    live = await started(tables)
    await tables.clocks.configure(live.info.id, ANN, "clock", "hard")
    back = clock.now + timedelta(days=30)
    await tables.prefer(ANN.user_id, away_until=back)
    revision = (await tables.game(live.info.id)).revision
    await tables.clock_skew.correct()
    kept = {seat.user_id: seat.deadline for seat in await seats(store)}
    assert kept == {ANN.user_id: back + timedelta(hours=72), BEN.user_id: clock.now + timedelta(hours=72)}
    assert (await tables.game(live.info.id)).revision == revision


@by_an_hour_and_a_year
async def test_a_vote_on_going_back_that_was_opened_ahead_lasts_as_long_as_it_was_to_last(
    store: Store, clock: Clock, ahead: timedelta
) -> None:
    tables = open_tables(store, clock)
    live = await started(tables)
    for seat, pick in ((0, "3"), (1, "1")):
        live = await answer(tables, live.info.id, seat, pick)
    clock.now += ahead
    await tables.rewinds.ask(live.info.id, person_in(live, 0), 1)
    clock.now -= ahead
    await said(tables, clock)
    await open_tables(store, clock).clock_skew.correct()
    async with store.reading() as session:
        (vote,) = list(await session.exec(select(Rewind)))
    assert (vote.asked_at, vote.due_at) == (clock.now, clock.now + timedelta(hours=24))
    assert [one.kind for one in await said(tables, clock) if one.kind in {"vote", "table"}] == ["vote"]
    clock.move(hours=25)
    await tables.rewinds.expire()
    assert await tables.rewinds.vote(live.info.id) is None


async def test_a_reminder_that_was_planned_a_year_ahead_comes_as_its_ladder_says(store: Store, clock: Clock) -> None:
    tables = open_tables(store, clock)
    live = await started(tables)
    await answer(tables, live.info.id, 1, "0")
    clock.now += YEAR
    await tables.reminders.send_due()
    clock.now -= YEAR
    await open_tables(store, clock).clock_skew.correct()
    assert [one.due_at for one in await reminders(store)] == [clock.now + timedelta(hours=36)]


async def test_a_clock_that_is_right_changes_nothing(store: Store, clock: Clock) -> None:
    tables = open_tables(store, clock)
    live = await started(tables)
    await tables.people.snooze(person_in(live, 0), clock.now + timedelta(hours=72))
    revision = (await tables.game(live.info.id)).revision
    before = [(one.planned_at, one.due_at) for one in await reminders(store)]
    for _ in range(3):
        await tables.clock_skew.correct()
        clock.move(minutes=-1)  # as clocks are set right all the time
    assert (await tables.game(live.info.id)).revision == revision
    assert [(one.planned_at, one.due_at) for one in await reminders(store)] == before


async def test_one_table_that_cannot_be_set_right_is_no_trouble_for_another(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = open_tables(store, clock)
    clock.now += HOUR
    first = await started(tables, channel=20)
    second = await started(tables, channel=21)
    clock.now -= HOUR
    really = tables._unit.change

    async def change(table_id: int, work: object) -> object:
        if table_id == first.info.id:
            raise RuntimeError("made up")
        return await really(table_id, work)  # type: ignore[arg-type]

    monkeypatch.setattr(tables._unit, "change", change)
    await tables.clock_skew.correct()
    since = {seat.table_id: seat.since for seat in await seats(store)}
    assert since == {first.info.id: clock.now + HOUR, second.info.id: clock.now}


@by_an_hour_and_a_year
async def test_who_was_noted_ahead_as_told_or_as_not_to_be_written_to_is_told(
    store: Store, clock: Clock, ahead: timedelta
) -> None:
    tables = open_tables(store, clock)
    clock.now += ahead
    await tables.people.note_closed(ANN.user_id, closed=True)
    live = await started(tables)
    assert await tables.people.may_mention(ANN.user_id, live.info.id, 1)
    clock.now -= ahead
    reach = await tables.people.reach(ANN.user_id)
    assert reach.closed == (ahead == HOUR)  # it may just have been noted by a clock that differs
    assert await tables.people.may_mention(ANN.user_id, live.info.id, 2) == (ahead == YEAR)


async def test_what_was_said_while_the_clock_was_ahead_is_found_in_the_channel(store: Store, clock: Clock) -> None:
    there = SlowDiscord()
    real = Clock()
    real.now = datetime.now(UTC)
    client = client_of(there, store, real)
    await many_tables(client.tables, 1)
    real.now += YEAR
    await happen(client, 1)
    async with working(client):
        await client.poster.drain()
    assert len(there.posted) == 1
    async with store.writing() as session:  # as where the process has ended before it could note so
        begun = {"sent_at": None, "claimed_until": real.now + timedelta(minutes=2)}
        await session.exec(update(OutboxRow).where(col(OutboxRow.kind) == "replace").values(**begun))
        for post in await session.exec(select(PostedMessage)):
            await session.delete(post)
    there.posted[0].nonce = "forgotten"
    real.now -= YEAR
    anew = client_of(there, store, real)
    async with working(anew):
        await anew.poster.drain()
        assert await anew.tables.outbox.next_due() is None
    assert len(there.posted) == 1


async def test_after_a_look_there_is_no_need_of_another_for_an_hour_unless_the_clock_goes_back(
    tables: Tables, clock: Clock
) -> None:
    skew = tables.clock_skew
    assert not skew.is_fresh()
    await skew.correct()
    assert skew.is_fresh()
    clock.move(minutes=59)
    assert skew.is_fresh()
    clock.move(minutes=-1)
    assert not skew.is_fresh()
    assert not skew.is_fresh()
    await skew.correct()
    assert skew.is_fresh()
    clock.move(hours=1)
    assert not skew.is_fresh()
