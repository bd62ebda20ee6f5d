"""The log counts without gaps and never forgets; a revision is raised once."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from storage import log, tables
from storage.errors import Conflict
from storage.schema import GameTable, LogRow
from storage.store import Store

NOW = datetime(2030, 1, 1, tzinfo=UTC)


async def _table(store: Store, channel: int = 1) -> int:
    async with store.writing() as session:
        table = GameTable(guild_id=1, channel_id=channel, owner_id=1, game="toy", options={"a": "b"}, created_at=NOW)
        return await tables.add(session, table, "Ann")


def _row(revision: int, *, barrier: bool = False) -> LogRow:
    return LogRow(
        table_id=0,
        sequence=0,
        revision=revision,
        at=NOW,
        kind="answer",
        seat=0,
        picks=["secret pick"],
        barrier=barrier,
        asked=[0, 1],
    )


async def test_rows_are_numbered_from_nought_without_gaps_in_each_table(store: Store) -> None:
    one, other = await _table(store), await _table(store, 2)
    async with store.writing() as session:
        assert await log.append(session, one, [_row(1), _row(1)]) == 0
        assert await log.append(session, other, [_row(1)]) == 0
        assert await log.append(session, one, [_row(2)]) == 2
    async with store.reading() as session:
        rows = await log.rows(session, one)
        assert [(row.sequence, row.revision) for row in rows] == [(0, 1), (1, 1), (2, 2)]
        assert rows[0].picks == ["secret pick"]
        assert rows[0].asked == [0, 1]
        assert [row.sequence for row in await log.rows(session, one, after=1)] == [2]
        assert [row.sequence for row in await log.rows(session, one, until=1)] == [0, 1]


async def test_a_number_of_the_log_is_given_once(store: Store) -> None:
    table_id = await _table(store)
    async with store.writing() as session:
        await log.append(session, table_id, [_row(1)])

    async def again() -> None:
        row = _row(2)
        row.table_id = table_id
        async with store.writing() as session:
            session.add(row)

    with pytest.raises(Conflict):
        await again()


async def test_a_row_that_is_taken_back_stays_and_is_marked_once(store: Store) -> None:
    table_id = await _table(store)
    async with store.writing() as session:
        await log.append(session, table_id, [_row(1), _row(2), _row(3)])
        await log.take_back(session, table_id, [1], undo=3)
        await log.take_back(session, table_id, [1, 2], undo=4)
    async with store.reading() as session:
        assert [row.taken_back for row in await log.rows(session, table_id)] == [None, 3, 4]


async def test_what_may_be_undone_begins_after_the_last_standing_barrier(store: Store) -> None:
    table_id = await _table(store)
    async with store.writing() as session:
        assert await log.since_barrier(session, table_id) == []
        await log.append(session, table_id, [_row(1), _row(2, barrier=True), _row(3), _row(4)])
    async with store.reading() as session:
        assert [row.sequence for row in await log.since_barrier(session, table_id)] == [2, 3]


async def test_picks_and_positions_are_in_no_repr(store: Store) -> None:
    table_id = await _table(store)
    async with store.writing() as session:
        await log.append(session, table_id, [_row(1)])
        await log.put_snapshot(session, table_id, 1, b"secret position")
    async with store.reading() as session:
        shown = repr((await log.rows(session, table_id), await log.snapshot(session, table_id)))
    assert "sequence=0" in shown
    assert "secret" not in shown


async def test_of_two_changes_from_one_revision_the_later_is_lost_whole(store: Store) -> None:
    table_id = await _table(store)

    async def change(number: int) -> None:
        async with store.writing() as session:
            revision = await tables.advance(session, table_id, 0, phase="running")
            await log.append(session, table_id, [_row(revision)])
            await log.put_snapshot(session, table_id, revision, str(number).encode())

    done = await asyncio.gather(*(change(number) for number in range(3)), return_exceptions=True)
    assert sorted(type(one).__name__ for one in done) == ["Conflict", "Conflict", "NoneType"]
    winner = next(number for number, one in enumerate(done) if one is None)
    async with store.reading() as session:
        stored = await tables.find(session, table_id)
        snapshot = await log.snapshot(session, table_id)
        assert stored is not None
        assert snapshot is not None
        assert (stored.table.revision, snapshot.position) == (1, str(winner).encode())
        assert len(await log.rows(session, table_id)) == 1


async def test_a_step_in_secret_raises_no_revision_and_is_lost_by_nobody(store: Store) -> None:
    table_id = await _table(store)
    async with store.writing() as session:
        await tables.advance(session, table_id, 0, phase="running")
        assert await tables.step_on(session, table_id, 1, 0) == 1
        await log.append(session, table_id, [_row(1)], step=1)
        await log.put_snapshot(session, table_id, 1, b"begun", b"before", step=1)
    with pytest.raises(Conflict):
        async with store.writing() as session:
            await tables.step_on(session, table_id, 1, 0)
    for revision, step in ((1, 0), (0, None)):
        with pytest.raises(Conflict):
            async with store.writing() as session:
                await tables.advance(session, table_id, revision, step=step)
    async with store.writing() as session:
        assert await log.visible_rows(session, table_id) == []
        assert [row.step for row in await log.visible_rows(session, table_id, 1, hidden=True)] == [1]
        assert await tables.advance(session, table_id, 1, step=1) == 2
        await log.put_snapshot(session, table_id, 2, b"done")
    async with store.reading() as session:
        stored = await tables.find(session, table_id)
        assert stored is not None
        assert (stored.table.revision, stored.table.step) == (2, 0)
        assert [(row.revision, row.step, row.public) for row in await log.visible_rows(session, table_id, 1)] == [
            (1, 1, 2)
        ]


async def test_the_number_of_a_table_is_never_used_again(store: Store) -> None:
    first = await _table(store)
    async with store.writing() as session:
        stored = await tables.find(session, first)
        assert stored is not None
        for row in (*stored.seats, stored.table):
            await session.delete(row)
            await session.flush()
    assert await _table(store) > first
