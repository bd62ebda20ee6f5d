"""Opening a database, and what is said where that fails; transactions and errors in our own words."""

from __future__ import annotations

import asyncio
import sqlite3
import traceback
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError, StatementError
from sqlmodel import SQLModel, select

from storage import engine, tables
from storage.errors import Conflict, MaybeKept, StoreAway, StoreError, UnreachableDatabase, UnwritableDatabase
from storage.schema import GameTable, Guild, Preference, Snapshot
from storage.store import Store
from tests.databases import Server, sqlite_url

NOW = datetime(2030, 1, 1, tzinfo=UTC)
PASSWORD = "hunter2hunter2"  # noqa: S105 - the secret that must not show
HIDDEN = b"hidden hand"


async def _refused(url: str, kind: type[StoreError]) -> str:
    with pytest.raises(kind) as told:
        await Store.open(url)
    message = str(told.value)
    assert "\n" not in message
    assert PASSWORD not in "".join(traceback.format_exception(told.value))
    return message


async def test_a_sqlite_file_is_in_wal_mode_with_foreign_keys_and_full_syncs(tmp_path: Path) -> None:
    store = await Store.open(sqlite_url(tmp_path))
    async with store.reading() as session:
        pragmas = [
            (await (await session.connection()).exec_driver_sql(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
        ]
    assert pragmas == ["wal", 1, 2, 2000]
    await store.close()


async def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    message = await _refused(sqlite_url(tmp_path / "nowhere"), UnwritableDatabase)
    assert "nowhere" in message


async def test_a_file_that_cannot_be_a_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "orrery.db").mkdir()
    assert "orrery.db" in await _refused(sqlite_url(tmp_path), UnwritableDatabase)
    other = tmp_path / "text"
    other.mkdir()
    (other / "orrery.db").write_text("not a database at all, " * 100)
    assert "orrery.db" in await _refused(sqlite_url(other), UnwritableDatabase)


async def test_a_file_that_may_not_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = engine._prepare_sqlite

    def read_only(connection: Any, record: Any) -> None:
        real(connection, record)
        cursor = connection.cursor()
        cursor.execute("PRAGMA query_only = ON")  # refuses writes as a read-only disk does, for root too
        cursor.close()

    monkeypatch.setattr(engine, "_prepare_sqlite", read_only)
    assert "readonly" in await _refused(sqlite_url(tmp_path), UnwritableDatabase)


async def test_a_file_that_another_program_holds_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.store.BUSY_TIMEOUT_MS", 20)
    other = sqlite3.connect(tmp_path / "orrery.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert "locked" in await _refused(sqlite_url(tmp_path), UnwritableDatabase)
    other.close()


async def test_a_new_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    store = await Store.open(sqlite_url(tmp_path))
    async with store.writing() as session:
        session.add(Preference(user_id=1))
    files = list(tmp_path.iterdir())  # noqa: ASYNC240 - a few files of a test
    assert len(files) > 1
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    await store.close()


async def test_a_server_that_is_not_there_is_told() -> None:
    url = f"postgresql://me:{PASSWORD}@127.0.0.1:9/games"
    assert "127.0.0.1:9/games" in await _refused(url, UnreachableDatabase)


async def test_a_database_or_user_that_the_server_does_not_know_is_told(postgres: Server | None) -> None:
    if postgres is None:
        pytest.skip("no PostgreSQL")
    url = postgres.admin.set(database="no_such_games").render_as_string(hide_password=False)
    assert "create it first" in await _refused(url, UnreachableDatabase)
    stranger = postgres.admin.set(username="stranger", password=PASSWORD).render_as_string(hide_password=False)
    assert "user or password" in await _refused(stranger, UnreachableDatabase)


async def test_what_a_failed_block_wrote_is_not_kept(store: Store) -> None:
    async def fail() -> None:
        async with store.writing() as session:
            session.add(Preference(user_id=1, language="de"))
            await session.flush()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    async with store.reading() as session:
        assert (await tables.preference(session, 1)).language == "auto"


async def _write(store: Store, row: SQLModel) -> None:
    async with store.writing() as session:
        session.add(row)


async def test_what_is_there_already_is_a_conflict_that_tells_no_secrets(store: Store) -> None:
    async with store.writing() as session:
        table = GameTable(guild_id=1, channel_id=1, owner_id=1, game="toy", options={}, created_at=NOW)
        table_id = await tables.add(session, table, "Ann")
    await _write(store, Snapshot(table_id=table_id, revision=1, position=HIDDEN))
    with pytest.raises(Conflict) as told:
        await _write(store, Snapshot(table_id=table_id, revision=1, position=HIDDEN))
    assert HIDDEN.decode() not in "".join(traceback.format_exception(told.value))


async def test_a_table_needs_its_guild(store: Store) -> None:
    table = GameTable(guild_id=5, channel_id=1, owner_id=1, game="toy", options={}, created_at=NOW)
    with pytest.raises(Conflict):
        await _write(store, table)


async def test_times_keep_their_instant_and_come_back_in_utc(store: Store) -> None:
    east = NOW.astimezone(timezone(timedelta(hours=9)))
    async with store.writing() as session:
        session.add(Guild(id=1, first_seen=east))
    async with store.reading() as session:
        kept = (await session.exec(select(Guild))).one().first_seen
    assert kept == NOW
    assert kept.tzinfo is UTC


async def test_a_time_without_its_zone_is_refused(store: Store) -> None:
    bare = datetime(2030, 1, 1)  # noqa: DTZ001 - what must be refused
    with pytest.raises(StatementError, match="without its zone"):
        await _write(store, Guild(id=1, first_seen=bare))


async def test_many_writers_wait_for_each_other(store: Store) -> None:
    async def write(number: int) -> None:
        async with store.writing() as session:
            session.add(Preference(user_id=number))

    await asyncio.gather(*(write(number) for number in range(30)))
    async with store.reading() as session:
        assert len((await session.exec(select(Preference))).all()) == 30


async def test_a_reader_does_not_wait_for_a_writer(store: Store) -> None:
    async with store.writing() as session:
        session.add(Preference(user_id=1))
        await session.flush()
        async with store.reading() as other:
            assert (await other.exec(select(Preference))).all() == []


async def test_a_reader_sees_one_state_whatever_is_written_meanwhile(store: Store) -> None:
    async with store.reading() as session:
        assert (await session.exec(select(Preference))).all() == []
        await _write(store, Preference(user_id=1))
        await _write(store, Guild(id=1, first_seen=NOW))
        assert (await session.exec(select(Preference))).all() == []
        assert (await session.exec(select(Guild))).all() == []
    async with store.reading() as session:
        assert len((await session.exec(select(Guild))).all()) == 1


async def test_a_writer_of_sqlite_takes_its_lock_at_the_beginning(tmp_path: Path) -> None:
    store = await Store.open(sqlite_url(tmp_path))
    other = sqlite3.connect(tmp_path / "orrery.db", timeout=0)
    async with store.writing() as session:
        await tables.find(session, 1)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
    other.close()
    await store.close()


@pytest.mark.parametrize("done", [True, False])
async def test_a_commit_that_the_database_does_not_answer_may_be_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch, done: bool
) -> None:
    dialect = store._engine.sync_engine.dialect
    really = dialect.do_commit

    def lost(connection: Any) -> None:
        if done:
            really(connection)
        raise ConnectionResetError

    with monkeypatch.context() as patched:
        patched.setattr(dialect, "do_commit", lost)
        with pytest.raises(MaybeKept):
            await _write(store, Preference(user_id=1))
    async with store.reading() as session:
        assert len((await session.exec(select(Preference))).all()) == done


async def test_a_server_that_ends_our_connection_before_the_commit_leaves_us_in_doubt(
    postgres: Server, postgres_url: str
) -> None:
    store = await Store.open(postgres_url)

    async def write() -> None:
        async with store.writing() as session:
            session.add(Preference(user_id=1))
            await session.flush()
            process = (await (await session.connection()).execute(text("SELECT pg_backend_pid()"))).scalar_one()
            await asyncio.to_thread(postgres.run, f"SELECT pg_terminate_backend({process})")

    with pytest.raises(MaybeKept):
        await write()
    async with store.reading() as session:
        assert (await session.exec(select(Preference))).all() == []
    await store.close()


async def test_a_commit_that_sqlite_refuses_has_changed_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(sqlite_url(tmp_path))

    def full(connection: Any) -> None:
        raise OperationalError("COMMIT", {}, sqlite3.OperationalError("database or disk is full"))

    with monkeypatch.context() as patched:
        patched.setattr(store._engine.sync_engine.dialect, "do_commit", full)
        with pytest.raises(StoreAway) as told:
            await _write(store, Preference(user_id=1))
    assert not isinstance(told.value, MaybeKept)
    async with store.reading() as session:
        assert (await session.exec(select(Preference))).all() == []
    await store.close()
