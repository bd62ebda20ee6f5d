"""What was kept for a while goes after thirty days, in small steps; what anybody still needs stays."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import event
from sqlmodel import SQLModel, col, select

from storage import outbox, reminders, tables, tidying
from storage.outbox import Outbox
from storage.schema import (
    ClosedDm,
    DayMention,
    GameTable,
    Invitation,
    LogRow,
    Looked,
    OutboxRow,
    PlannedAnswer,
    PostedMessage,
    Reminder,
    Seat,
    Snapshot,
    Trial,
)
from storage.store import Store
from storage.tidying import BETWEEN, PAUSE, RETENTION, TRIAL, Tidying

NOW = datetime(2030, 6, 1, 12, tzinfo=UTC)
LONG_AGO = NOW - RETENTION - timedelta(minutes=1)
LATELY = NOW - RETENTION + timedelta(minutes=1)


class Clock:
    """A clock that stands still until it is moved."""

    now = NOW - PAUSE

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
async def tidy(store: Store) -> Tidying:
    """Three tables: a running one, one that has ended lately, one that ended long ago; it is time for a first step."""
    async with store.writing() as session:
        for channel, phase, ended in ((1, "running", None), (2, "finished", LATELY), (3, "abandoned", LONG_AGO)):
            table = GameTable(guild_id=1, channel_id=channel, owner_id=1, game="toy", options={}, created_at=LONG_AGO)
            table.phase, table.ended_at = phase, ended
            assert await tables.add(session, table, "Ann") == channel
    clock = Clock()
    made = Tidying(store, clock)
    made._next = NOW  # it has let the start go first
    clock.now = NOW
    return made


async def keep(store: Store, *rows: SQLModel) -> None:
    """Keep rows, numbered in this order."""
    for row in rows:
        async with store.writing() as session:
            session.add(row)


async def everything(tidy: Tidying) -> int:
    """Do steps until it is left alone for longer; gives how many rows are gone."""
    clock = tidy._clock
    assert isinstance(clock, Clock)
    gone = await tidy.tidy()
    while (tidy._next or clock.now) < clock.now + PAUSE:
        clock.now += BETWEEN
        gone += await tidy.tidy()
    clock.now = NOW
    tidy._next = NOW
    return gone


def said(
    *, sent: datetime | None = None, given_up: datetime | None = None, created: datetime = LONG_AGO, table: int = 1
) -> OutboxRow:
    return OutboxRow(
        table_id=table,
        kind="turn",
        payload={"revision": 1},
        nonce="x",
        created_at=created,
        due_at=created,
        sent_at=sent,
        given_up_at=given_up,
    )


async def numbers(store: Store, kind: type[OutboxRow | Reminder | PlannedAnswer]) -> list[int | None]:
    async with store.reading() as session:
        return list(await session.exec(select(kind.id).order_by(col(kind.id))))


async def test_what_was_said_or_given_up_long_ago_goes_and_all_else_stays(tidy: Tidying, store: Store) -> None:
    await keep(
        store,
        said(sent=LONG_AGO),
        said(given_up=LONG_AGO, table=3),
        said(),  # still to be said, however long ago it happened
        said(sent=LATELY),
        said(given_up=LATELY),
        said(sent=LONG_AGO),
        said(sent=NOW, created=NOW),
    )
    assert await everything(tidy) == 3
    assert await numbers(store, OutboxRow) == [3, 4, 5, 7]
    assert [one.id for one in (await Outbox(store).claim(NOW)).messages] == [3]
    assert await everything(tidy) == 0


async def test_a_line_that_is_tried_goes_after_an_hour_of_whichever_table(tidy: Tidying, store: Store) -> None:
    begun = (NOW - TRIAL, NOW - TRIAL + timedelta(minutes=2))
    tried = [
        Trial(user_id=user, table_id=table, turn=-1, begins="", key="", answers=[], at=at)
        for table in (1, 2, 3)
        for user, at in enumerate(begun)
    ]
    await keep(store, *tried)
    assert await everything(tidy) == 3
    async with store.reading() as session:
        assert sorted(await session.exec(select(Trial.table_id, Trial.user_id))) == [(1, 1), (2, 1), (3, 1)]


async def test_the_number_of_a_row_is_never_given_twice(tidy: Tidying, store: Store) -> None:
    await keep(store, *(said(sent=LONG_AGO) for _ in range(3)))
    await everything(tidy)
    assert await numbers(store, OutboxRow) == [3]
    async with store.writing() as session:
        await outbox.put(session, 1, "turn", {}, NOW)
    assert await numbers(store, OutboxRow) == [3, 4]
    await everything(tidy)
    assert await numbers(store, OutboxRow) == [4]


def reminder(rung: int, sent: datetime | None, *, table: int = 1, seat: int = 0, revision: int = 5) -> Reminder:
    return Reminder(
        table_id=table,
        seat=seat,
        user_id=1,
        revision=revision,
        rung=rung,
        since=LONG_AGO,
        planned_at=LONG_AGO,
        due_at=LONG_AGO,
        sent_at=sent,
    )


async def test_reminders_that_were_sent_go_but_for_the_last_of_a_wait_that_goes_on(tidy: Tidying, store: Store) -> None:
    await keep(
        store,
        reminder(0, LONG_AGO),
        reminder(1, LONG_AGO),
        reminder(2, LATELY),
        reminder(3, None),
        reminder(0, LONG_AGO, seat=1),
        reminder(1, LONG_AGO, seat=1),
        reminder(0, LONG_AGO, seat=1, revision=4),
        reminder(4, LONG_AGO, table=2),
    )
    async with store.reading() as session:
        before = [await reminders.rungs(session, 1, seat) for seat in (0, 1)]
    assert before == [(5, 3), (5, 1)]
    assert await everything(tidy) == 5
    assert await numbers(store, Reminder) == [3, 4, 6]
    async with store.reading() as session:
        assert [await reminders.rungs(session, 1, seat) for seat in (0, 1)] == before
    async with store.writing() as session:  # one that is put off has a rung of its own
        await reminders.plan(session, reminder(2, None, seat=1))


async def test_who_cannot_be_written_to_is_forgotten_once_it_bars_nobody(tidy: Tidying, store: Store) -> None:
    day = timedelta(days=1)
    await keep(
        store,
        DayMention(user_id=1, table_id=1, at=LONG_AGO, row_id=4),
        DayMention(user_id=1, table_id=2, at=NOW - day / 2, row_id=9),
        DayMention(user_id=2, table_id=1, at=LATELY, row_id=5),
        ClosedDm(user_id=1, at=LONG_AGO),
        ClosedDm(user_id=2, at=LATELY),
    )
    assert await everything(tidy) == 2
    async with store.writing() as session:
        assert await reminders.closed_since(session, 1) is None
        assert await reminders.closed_since(session, 2) == LATELY
        assert not await reminders.may_mention(session, 1, 2, 8, NOW, day)
        assert await reminders.may_mention(session, 1, 2, 9, NOW, day)
        assert await reminders.may_mention(session, 1, 1, 8, NOW, day)


async def test_invitations_and_plans_go_with_what_they_were_for(tidy: Tidying, store: Store) -> None:
    lobby = GameTable(guild_id=1, channel_id=4, owner_id=1, game="toy", options={}, created_at=LONG_AGO)
    async with store.writing() as session:
        assert await tables.add(session, lobby, "Ann") == 4
    await keep(
        store,
        *(PlannedAnswer(table_id=table, seat=0, premove=b"x", taken=taken) for table in (1, 2, 3) for taken in (1, 2)),
        *(Invitation(table_id=table, user_id=7, by_id=1, at=LONG_AGO) for table in (1, 4)),
        Invitation(table_id=2, user_id=7, by_id=1, at=LATELY),
    )
    assert await everything(tidy) == 3
    assert await numbers(store, PlannedAnswer) == [1, 2, 3, 4]
    async with store.reading() as session:
        assert sorted(await session.exec(select(Invitation.table_id))) == [2, 4]


async def test_what_a_finished_game_needs_stays(tidy: Tidying, store: Store) -> None:
    kept = (
        LogRow(table_id=3, sequence=1, revision=1, at=LONG_AGO, kind="start"),
        Snapshot(table_id=3, revision=1, position=b"x"),
        PostedMessage(table_id=3, kind="table", channel_id=3, message_id=5, revision=1, at=LONG_AGO),
        Looked(table_id=3, user_id=1, revision=1, at=LONG_AGO),
    )
    await keep(store, *kept)
    assert await everything(tidy) == 0
    async with store.reading() as session:
        for one in (*map(type, kept), Seat):
            assert len(list(await session.exec(select(one).where(one.table_id == 3)))) == 1  # type: ignore[attr-defined]
        assert len(list(await session.exec(select(GameTable)))) == 3


async def test_a_step_is_small_and_others_write_between_two(
    tidy: Tidying, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tidying, "STEP", 3)
    clock = tidy._clock
    assert isinstance(clock, Clock)
    await keep(store, *(said(sent=LONG_AGO) for _ in range(8)), *(reminder(rung, LONG_AGO) for rung in range(5)))
    steps = []
    for _ in range(4):
        steps.append(await tidy.tidy())
        assert await tidy.tidy() == 0  # not before it is time
        clock.now += BETWEEN
        await keep(store, said(sent=NOW, created=NOW))
    assert steps == [6, 4, 2, 0]
    assert await numbers(store, Reminder) == [5]
    assert await numbers(store, OutboxRow) == [9, 10, 11, 12]


async def test_where_nothing_is_old_it_looks_once_an_hour_and_writes_nothing_of_the_kind(
    tidy: Tidying, store: Store
) -> None:
    clock = tidy._clock
    assert isinstance(clock, Clock)
    await keep(store, said(sent=NOW), said())
    asked: list[str] = []
    event.listen(store._engine.sync_engine, "before_cursor_execute", lambda *args: asked.append(args[2]))
    looked = []
    for minute in range(0, 181, 20):
        clock.now = NOW + timedelta(minutes=minute)
        before = len(asked)
        assert await tidy.tidy() == 0
        looked.append(len(asked) > before)
    assert looked == [minute % 60 == 0 for minute in range(0, 181, 20)]
    assert not [one for one in asked if one.startswith("DELETE FROM outbox")]


async def test_a_clock_that_is_set_back_puts_nothing_off(tidy: Tidying, store: Store) -> None:
    clock = tidy._clock
    assert isinstance(clock, Clock)
    clock.now = NOW + timedelta(days=3650)
    assert await tidy.tidy() == 0
    clock.now = NOW
    await keep(store, said(sent=LONG_AGO), said(sent=NOW))
    assert await tidy.tidy() == 1


async def test_two_processes_tidy_side_by_side(tidy: Tidying, store: Store, database_url: str) -> None:
    import asyncio

    other = await Store.open(database_url)
    clock = tidy._clock
    assert isinstance(clock, Clock)
    beside = Tidying(other, clock)
    beside._next = NOW
    await keep(store, *(said(sent=LONG_AGO) for _ in range(30)), said(sent=NOW, created=NOW))
    await asyncio.gather(*(one.tidy() for one in (tidy, beside)))
    assert await numbers(store, OutboxRow) == [31]
    await other.close()
