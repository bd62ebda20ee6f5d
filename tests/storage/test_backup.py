"""Backups of both databases, put back into both, with every kind of row."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import SQLModel, select

from storage import log, outbox, results, rewinds, tables
from storage.backup import back_up, restore
from storage.errors import BadBackup, NewerDatabase, StoreError
from storage.schema import (
    ClosedDm,
    DayMention,
    Draft,
    Follower,
    GameTable,
    Imported,
    Invitation,
    LessonProgress,
    LogRow,
    Looked,
    Placement,
    PlannedAnswer,
    PolicySetting,
    PostedMessage,
    Preference,
    Reminder,
    Result,
    Rewind,
    SeatVote,
    SharedFact,
    TableWish,
    Trial,
    WeeklyGuest,
    WeeklyTable,
)
from storage.store import Store
from tests.databases import sqlite_url

NOW = datetime(2030, 1, 1, 12, 30, 15, 123456, tzinfo=UTC)
OURS: list[Any] = [one.class_ for one in SQLModel._sa_registry.mappers]


async def fill(url: str) -> None:
    """Keep at least one row of every kind."""
    store = await Store.open(url)
    async with store.writing() as session:
        table = GameTable(
            guild_id=1 << 60, channel_id=2, owner_id=3, game="toy", options={"größe": "ä“"}, created_at=NOW
        )
        table_id = await tables.add(session, table, "Ænn")
        await tables.wait(session, table_id, 0, NOW)
        session.add(Invitation(table_id=table_id, user_id=5, by_id=3, at=NOW))
        rows = [
            LogRow(
                table_id=0,
                sequence=0,
                revision=n,
                at=NOW,
                kind="answer",
                seat=0,
                picks=["a", str(n)],
                barrier=n == 1,
                question=b"\x00\xff",
                events=b"[]",
                asked=[0, 1],
                taken_back=None if n else 2,
            )
            for n in range(3)
        ]
        await log.append(session, table_id, rows)
        await log.put_snapshot(session, table_id, 3, bytes(range(256)))
        await log.put_base(session, table_id, 1, b"base")
        vote = Rewind(table_id=table_id, revision=4, asked_by=3, sequence=1, agreed=[3], due_at=NOW)
        await rewinds.put_vote(session, vote)
        await rewinds.look(session, Looked(table_id=table_id, user_id=3, revision=2, at=NOW))
        told: dict[str, Any] = {
            "table_id": table_id,
            "guild_id": 1 << 60,
            "game": "toy",
            "kind": "people",
            "ended_at": NOW,
        }
        result = Result(**told, players=2, best=7, seconds=60, started_at=NOW)
        placement = Placement(**told, seat=0, user_id=3, person=True, rank=1, points=7, skill=25.1, doubt=8.1)
        await results.put(session, result, [placement])
        await tables.prefer(session, Preference(user_id=3, language="de"))
        await outbox.put(session, table_id, "turn", {"call": [1, 2], "seat": None}, NOW)
        message = PostedMessage(table_id=table_id, kind="table", channel_id=2, message_id=9, revision=3, at=NOW)
        await tables.remember_post(session, message)
        weekly = WeeklyTable(
            guild_id=1 << 60,
            channel_id=2,
            owner_id=3,
            owner_name="Ænn",
            game="toy",
            weekday=4,
            minute=1200,
            zone="Europe/Berlin",
            next_at=NOW,
        )
        session.add_all(
            [
                PolicySetting(user_id=3, game="toy", table_id=0, key="lot", value="keep"),
                PlannedAnswer(table_id=table_id, seat=0, question=b"\x00", premove=b"\xff", taken=1),
                Reminder(
                    table_id=table_id,
                    seat=0,
                    user_id=3,
                    revision=3,
                    rung=0,
                    since=NOW,
                    planned_at=NOW,
                    due_at=NOW,
                ),
                Draft(table_id=table_id, user_id=3, turns=[[["build"], ["2A7"]], []], at=NOW),
                Trial(user_id=3, table_id=table_id, turn=-1, begins="0a", key="ff", answers=[["a"]], draws=1, at=NOW),
                LessonProgress(user_id=3, game="toy", answers=[[], ["a"]], at=NOW),
                Imported(table_id=table_id, user_id=3, guild_id=1, digest="0f", played_under=1, at=NOW),
                ClosedDm(user_id=3, at=NOW),
                DayMention(user_id=3, table_id=table_id, at=NOW),
                SeatVote(table_id=table_id, seat=0, voter=1),
                SharedFact(key="commands", value={"ids": {"table": 1}}),
                TableWish(table_id=table_id, user_id=3, notices="none", muted_round=2, told_after=1, note="größer"),
                Follower(table_id=table_id, user_id=6, shown=3, at=NOW),
                weekly,
            ]
        )
        await session.flush()
        assert weekly.id is not None
        session.add(WeeklyGuest(weekly_id=weekly.id, user_id=5, left_after=0))
    await store.close()


async def everything(url: str) -> dict[str, list[dict[str, Any]]]:
    """Read all rows of all tables."""
    store = await Store.open(url)
    found = {}
    async with store.reading() as session:
        for kind in OURS:
            rows = [row.model_dump() for row in await session.exec(select(kind))]
            found[kind.__tablename__] = sorted(rows, key=str)
    await store.close()
    return found


@pytest.fixture(params=["sqlite", "postgresql"])
def other_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A second fresh database, of each kind."""
    if request.param == "sqlite":
        (tmp_path / "other").mkdir()
        return sqlite_url(tmp_path / "other")
    second: str = request.getfixturevalue("second_postgres_url")
    return second


async def test_a_backup_is_put_back_whole_into_either_database(
    database_url: str, other_url: str, tmp_path: Path
) -> None:
    await fill(database_url)
    before = await everything(database_url)
    assert all(before.values()), [name for name, rows in before.items() if not rows]
    await back_up(database_url, tmp_path / "backup")
    assert stat.S_IMODE((tmp_path / "backup").stat().st_mode) == 0o600
    await restore(other_url, tmp_path / "backup")
    assert await everything(other_url) == before
    store = await Store.open(other_url)
    async with store.writing() as session:  # numbers are counted on from the highest
        fresh = GameTable(guild_id=7, channel_id=8, owner_id=3, game="toy", options={}, created_at=NOW)
        assert await tables.add(session, fresh, "Ann") == 2
    await store.close()


async def test_a_backup_is_made_while_somebody_writes(database_url: str, tmp_path: Path) -> None:
    await fill(database_url)
    store = await Store.open(database_url)

    async def write(number: int) -> None:
        async with store.writing() as session:
            await tables.prefer(session, Preference(user_id=1000 + number))
            await tables.prefer(session, Preference(user_id=2000 + number))

    async def keep_writing() -> None:
        for number in range(30):
            await write(number)

    writing = asyncio.create_task(keep_writing())
    await asyncio.sleep(0.05)
    await back_up(database_url, tmp_path / "backup")
    await writing
    await store.close()
    with closing(sqlite3.connect(tmp_path / "backup")) as kept:
        users = {row[0] for row in kept.execute("SELECT user_id FROM preference WHERE user_id >= 1000")}
    assert {user + 1000 for user in users if user < 2000} == {user for user in users if user >= 2000}


async def _refused(what: Any, kind: type[StoreError]) -> str:
    with pytest.raises(kind) as told:
        await what
    assert "\n" not in str(told.value)
    return str(told.value)


async def test_a_database_that_holds_something_is_replaced_only_when_told_to(database_url: str, tmp_path: Path) -> None:
    await fill(database_url)
    await back_up(database_url, tmp_path / "backup")
    store = await Store.open(database_url)
    async with store.writing() as session:
        await tables.prefer(session, Preference(user_id=77))
    await store.close()
    changed = await everything(database_url)
    assert "--overwrite" in await _refused(restore(database_url, tmp_path / "backup"), BadBackup)
    assert await everything(database_url) == changed
    await restore(database_url, tmp_path / "backup", overwrite=True)
    after = await everything(database_url)
    assert after != changed
    assert [row["user_id"] for row in after["preference"]] == [3]


async def test_a_backup_of_a_newer_version_is_refused_and_nothing_is_touched(database_url: str, tmp_path: Path) -> None:
    await fill(database_url)
    before = await everything(database_url)
    await back_up(database_url, tmp_path / "backup")
    with closing(sqlite3.connect(tmp_path / "backup")) as kept, kept:
        kept.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "9999" in await _refused(restore(database_url, tmp_path / "backup", overwrite=True), NewerDatabase)
    assert await everything(database_url) == before


async def test_a_backup_of_an_older_version_is_brought_to_this_one(other_url: str, tmp_path: Path) -> None:
    from storage.backup import _opened
    from storage.migrate import upgrade

    with _opened(tmp_path / "old") as engine, engine.begin() as connection:
        upgrade(connection, "0001")
        connection.exec_driver_sql("INSERT INTO preference VALUES (5, 'de', 'small')")
    await restore(other_url, tmp_path / "old")
    assert [row["language"] for row in (await everything(other_url))["preference"]] == ["de"]


@pytest.mark.parametrize("content", [b"", b"something else entirely" * 100])
async def test_what_is_no_backup_is_told(database_url: str, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "letter.txt"
    assert "There is no file" in await _refused(restore(database_url, file), BadBackup)
    file.write_bytes(content)
    assert "no backup" in await _refused(restore(database_url, file), BadBackup)
    assert "exists already" in await _refused(back_up(database_url, file), BadBackup)
    assert file.read_bytes() == content


async def test_a_damaged_backup_is_told(database_url: str, tmp_path: Path) -> None:
    await fill(database_url)
    file = tmp_path / "backup"
    await back_up(database_url, file)
    data = bytearray(file.read_bytes())
    data[8192:] = b"\xaa" * (len(data) - 8192)
    file.write_bytes(data)
    await _refused(restore(database_url, file, overwrite=True), BadBackup)


async def test_where_there_is_nothing_to_back_up_it_is_told(database_url: str, tmp_path: Path) -> None:
    said = await _refused(back_up(database_url, tmp_path / "backup"), BadBackup)
    assert "There is no database file" in said or "nothing to back up" in said
    assert not {"backup", "backup.part"} & {file.name for file in tmp_path.iterdir()}  # noqa: ASYNC240 - nothing else runs
