"""The database goes away and comes back: one line for each, nobody waits long, and reading goes on where it can."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from asyncpg.exceptions import AdminShutdownError, DiskFullError, QueryCanceledError
from sqlalchemy import event, text
from sqlalchemy.engine import make_url
from sqlmodel import select

from storage import availability
from storage import store as store_module
from storage.availability import Availability, cause_of, is_lost, may_have_happened
from storage.errors import Conflict, MaybeKept, StoreAway
from storage.schema import Preference
from storage.store import Store
from tests.databases import sqlite_url

SOON = 3.0
"""Maximum seconds until whoever presses a button is answered, whatever the matter is."""


async def write(store: Store, number: int) -> None:
    async with store.writing() as session:
        session.add(Preference(user_id=number))


async def read(store: Store) -> int:
    async with store.reading() as session:
        return len((await session.exec(select(Preference))).all())


async def look_all_the_time(store: Store) -> None:
    while True:
        await read(store)
        await asyncio.sleep(0.01)


async def refused(work: Awaitable[object]) -> float:
    """Expect something to be refused; gives after how many seconds."""
    began = time.monotonic()
    with pytest.raises(StoreAway):
        await work
    return time.monotonic() - began


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was said of the database, by level."""
    return [f"{one.levelname} {one.getMessage()}" for one in caplog.records if one.name == availability.__name__]


@pytest.fixture(autouse=True)
def everything_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(availability, "LONGEST_PAUSE_SECONDS", 0.05)


async def test_a_file_that_another_process_has_locked_is_told_once_and_nobody_waits_for_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = await Store.open(sqlite_url(tmp_path))
    other = sqlite3.connect(tmp_path / "orrery.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    late = asyncio.create_task(_later(1.0, lambda: refused(write(store, 99))))
    waited = await asyncio.gather(*(refused(write(store, number)) for number in range(20)))
    assert max(*waited, await late) < SOON
    assert await read(store) == 0
    assert store.away == "database is locked"
    other.execute("ROLLBACK")
    await asyncio.sleep(0.1)
    await write(store, 1)
    assert not store.away
    lines = told(caplog)
    assert [line.split()[0] for line in lines] == ["ERROR", "INFO"]
    assert "database is locked" in lines[0]
    assert "is back" in lines[1]
    other.close()
    await store.close()


async def _later(seconds: float, work: Callable[[], Awaitable[float]]) -> float:
    await asyncio.sleep(seconds)
    return await work()


async def test_a_full_disk_keeps_nothing_from_being_read(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = await Store.open(sqlite_url(tmp_path))

    def fill(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA max_page_count = 1")  # it becomes as many pages as there are
        cursor.close()

    event.listen(store._engine.sync_engine, "connect", fill)

    async def write_much() -> None:
        async with store.writing() as session:
            session.add_all(Preference(user_id=number, locale="x" * 900) for number in range(400))

    for _ in range(5):
        await refused(write_much())
        assert await read(store) == 0
    assert [line.split()[0] for line in told(caplog)] == ["ERROR"]
    assert "disk is full" in told(caplog)[0]
    event.remove(store._engine.sync_engine, "connect", fill)
    await store._engine.dispose()
    await asyncio.sleep(0.1)
    await write_much()
    assert [line.split()[0] for line in told(caplog)] == ["ERROR", "INFO"]
    await store.close()


async def test_a_commit_that_does_not_come_back_holds_up_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(store_module, "PATIENCE_SECONDS", 0.7)
    store = await Store.open(sqlite_url(tmp_path))
    really, hangs, goes_on = store._engine.dialect.do_commit, asyncio.Event(), asyncio.Event()

    def hang(connection: Any) -> None:
        store._engine.sync_engine.dialect.do_commit = really  # type: ignore[method-assign]
        from sqlalchemy.util import await_only

        hangs.set()
        await_only(goes_on.wait())
        really(connection)

    monkeypatch.setattr(store._engine.sync_engine.dialect, "do_commit", hang)
    first = asyncio.create_task(write(store, 1))
    await hangs.wait()
    looking = asyncio.create_task(look_all_the_time(store))  # who only reads meanwhile makes no difference
    async with asyncio.timeout(5):
        waited = await asyncio.gather(*(refused(write(store, number)) for number in range(2, 8)))
    assert max(waited) < 1.5
    looking.cancel()
    await asyncio.gather(looking, return_exceptions=True)
    goes_on.set()
    await first
    assert await read(store) == 1
    assert [line.split()[0] for line in told(caplog)] == ["ERROR", "INFO"]
    await store.close()


async def test_whoever_waits_for_a_writer_that_computes_is_not_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(store_module, "PATIENCE_SECONDS", 0.1)
    store = await Store.open(sqlite_url(tmp_path))

    async def compute() -> None:
        async with store.writing() as session:
            session.add(Preference(user_id=1))
            await session.flush()
            await asyncio.sleep(0.5)

    await asyncio.gather(compute(), write(store, 2))
    assert await read(store) == 2
    assert told(caplog) == []
    await store.close()


class Line:
    """A line to the PostgreSQL server of this run that can be cut or go dead, as a network does."""

    def __init__(self, folder: str) -> None:
        self._socket = f"{folder}/.s.PGSQL.5432"
        self._flows = asyncio.Event()
        self._flows.set()
        self._up = True
        self._open: set[asyncio.StreamWriter] = set()
        self.port = 0

    @contextlib.asynccontextmanager
    async def laid(self) -> AsyncIterator[Line]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            self.cut()
            server.close()

    def cut(self) -> None:
        """Let go of every connection, and take no other."""
        self._up = False
        for one in self._open:
            one.transport.abort()

    def mend(self) -> None:
        """Go on as if nothing had been."""
        self._up = True
        self._flows.set()

    def die(self) -> None:
        """Say nothing any more, and take whatever comes."""
        self._flows.clear()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._up:
            writer.transport.abort()
            return
        there, back = await asyncio.open_unix_connection(self._socket)
        self._open |= {writer, back}
        await asyncio.gather(self._carry(reader, back), self._carry(there, writer))

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65536):
                await self._flows.wait()
                target.write(data)
        target.close()


@pytest.fixture
async def line(postgres_url: str) -> AsyncIterator[Line]:
    folder = make_url(postgres_url).query.get("host")
    if not isinstance(folder, str) or not folder.startswith("/"):
        pytest.skip("the server of this run is not reached by a socket of this machine")
    async with Line(folder).laid() as laid:
        yield laid


@pytest.mark.parametrize("what", ["cut", "die"])
async def test_a_server_that_stops_or_falls_silent_is_told_once_and_found_again(
    line: Line, postgres_url: str, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    address = make_url(postgres_url)
    store = await Store.open(
        f"postgresql://{address.username}@127.0.0.1:{line.port}/{address.database}?sslmode=disable"
    )
    await write(store, 1)
    await asyncio.gather(*(read(store) for _ in range(3)))  # some connections are open, and one is in use

    async def under_way() -> None:
        async with store.writing() as session:
            session.add(Preference(user_id=2))
            await asyncio.sleep(0.3)

    async def long_under_way() -> None:
        await asyncio.sleep(0)
        async with store.reading() as session:
            await session.exec(select(Preference))
            await asyncio.sleep(0.3)
            await session.exec(text("SELECT 1"))  # type: ignore[call-overload]

    busy = [asyncio.create_task(refused(one())) for one in (under_way, long_under_way)]
    await asyncio.sleep(0.1)
    line.cut() if what == "cut" else line.die()
    waited = await asyncio.gather(
        *(refused(read(store)) for _ in range(10)), *(refused(write(store, number)) for number in range(3, 8)), *busy
    )
    assert max(waited) < SOON + 0.3  # those that were under way have waited for nothing at first
    assert await refused(read(store)) < SOON
    line.mend()
    await asyncio.sleep(0.2)
    for _ in range(40):
        with contextlib.suppress(StoreAway, Conflict):
            await write(store, 9)
            break
        await asyncio.sleep(0.1)
    assert await read(store) >= 2
    assert [one.split()[0] for one in told(caplog)] == ["ERROR", "INFO"]
    assert [one for one in caplog.records if one.exc_info] == []
    await store.close()


async def test_a_change_whose_answer_is_lost_is_not_said_to_be_undone(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialect = store._engine.sync_engine.dialect
    really = dialect.do_commit

    def lose(connection: Any) -> None:
        really(connection)
        raise OSError

    with monkeypatch.context() as broken:
        broken.setattr(dialect, "do_commit", lose)
        with pytest.raises(MaybeKept):
            await write(store, 1)
    assert await read(store) == 1


async def test_a_commit_that_fails_leaves_no_transaction_behind(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Any) -> None:
        raise OSError

    with monkeypatch.context() as broken:
        broken.setattr(store._engine.sync_engine.dialect, "do_commit", fail)
        with pytest.raises(StoreAway):
            await write(store, 1)
    await asyncio.sleep(0.1)
    await write(store, 2)
    await asyncio.gather(*(write(store, number) for number in range(3, 6)))
    assert await read(store) == 4


def test_only_what_would_fail_the_next_statement_too_means_that_the_database_is_away() -> None:
    full = sqlite3.OperationalError("database or disk is full")
    assert is_lost(full)
    assert not may_have_happened(full)
    assert is_lost(DiskFullError("could not extend file"))
    assert is_lost(ConnectionResetError(104, "reset"))
    assert may_have_happened(AdminShutdownError("terminating connection"))
    assert not may_have_happened(DiskFullError("could not extend file"))
    assert not is_lost(TimeoutError())
    assert not is_lost(QueryCanceledError("statement timeout"))
    assert cause_of(ConnectionRefusedError(111, "Connect call failed ('10.0.0.7', 5432)")) == "Connection refused"


def test_one_caller_at_a_time_tries_while_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("storage.availability.time.perf_counter", lambda: now[0])
    seen = Availability()
    came = seen.enter(writes=True)
    now[0] += 0.01
    seen.failed(TimeoutError(), came, writes=True)
    with pytest.raises(StoreAway):
        seen.check_since(came, writes=True)
    came = seen.enter(writes=True)  # it may have been a moment's trouble
    now[0] += 0.01
    seen.failed(TimeoutError(), came, writes=True)
    with pytest.raises(StoreAway):
        seen.enter(writes=True)
    now[0] += 0.02
    seen.check_since(seen.enter(writes=True), writes=True)  # the one that tries
    with pytest.raises(StoreAway):
        seen.enter(writes=True)
    seen.enter(writes=False)  # nobody has found that it cannot be read
    now[0] += availability.TRY_SECONDS
    seen.enter(writes=True)  # nothing was heard of the first
    seen.succeeded(writes=False)
    assert seen.cause
    seen.succeeded(writes=True)
    assert not seen.cause
