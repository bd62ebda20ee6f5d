"""Processes on one database: who lives, who hears of news, who is refused."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from storage import outbox, peers, tables
from storage.backup import back_up, restore
from storage.errors import DatabaseInUse, UnwritableDatabase
from storage.file_lock import FileLock
from storage.peers import Peers
from storage.schema import GameTable
from storage.store import Store
from tests.databases import sqlite_url

NOW = datetime(2030, 1, 1, tzinfo=UTC)


@asynccontextmanager
async def other(url: str, how: str = "") -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """Another process with the same database open, and the first that it says: its number."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.storage.process",
        url,
        how,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        yield process, (await asyncio.wait_for(process.stdout.readline(), 60)).decode().strip()
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def say(process: asyncio.subprocess.Process) -> None:
    assert process.stdin is not None
    process.stdin.write(b"say\n")
    await process.stdin.drain()


async def eventually(store: Store, processes: set[int], alive: set[int]) -> None:
    async with asyncio.timeout(10):
        while await store.alive(processes) != alive:  # noqa: ASYNC110 - the database tells nobody
            await asyncio.sleep(0.02)


async def break_off(store: Store, which: str) -> None:
    """End connections, as a server that is started anew or a network that is cut would."""
    async with store.writing() as session:
        ended = await (await session.connection()).execute(
            text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND {which}")  # noqa: S608
        )
        assert ended.all()


def listening(store: Store) -> Peers:
    assert store._peers is not None
    return store._peers


@pytest.fixture
async def shared(postgres_url: str) -> AsyncIterator[Store]:
    opened = await Store.open(postgres_url)
    async with opened.writing() as session:
        table = GameTable(guild_id=1, channel_id=1, owner_id=1, game="toy", options={}, created_at=NOW)
        await tables.add(session, table, "Ann")
    yield opened
    await opened.close()


async def test_a_process_that_is_killed_is_known_to_be_dead(shared: Store, postgres_url: str) -> None:
    async with other(postgres_url) as (process, said):
        both = {shared.process, int(said)}
        assert await shared.alive([*both, 12345]) == both
        process.kill()
        await eventually(shared, both, {shared.process})


async def test_a_process_lives_on_while_any_of_its_connections_does(shared: Store, postgres_url: str) -> None:
    second = await Store.open(postgres_url)
    async with second.reading() as session:
        await tables.find(session, 1)
    await listening(second).stop()  # and is not made anew
    assert await shared.alive({second.process}) == {second.process}
    await second._engine.dispose()
    await eventually(shared, {second.process}, set())


async def test_a_process_whose_connections_all_break_is_not_taken_for_dead_at_once(
    shared: Store, postgres_url: str
) -> None:
    second = await Store.open(postgres_url)
    third = await Store.open(postgres_url)
    news = asyncio.Event()
    second.listen(news.set)
    await break_off(shared, f"pid = {listening(second).backend}")  # it has no other yet
    assert await shared.alive({second.process, third.process}) == {second.process, third.process}
    await asyncio.wait_for(news.wait(), 5)  # it looks for what it may have missed
    await break_off(shared, "datname = current_database()")
    await third.close()
    assert await shared.alive({third.process}) == {third.process}  # who has lost the server itself knows nothing
    async with asyncio.timeout(5):
        while not listening(shared).backend:  # noqa: ASYNC110 - it comes back in its own time
            await asyncio.sleep(0.02)
    assert await shared.alive({third.process}) == {third.process}
    listening(shared)._lost_at = -1e9  # but a while later
    assert await shared.alive({second.process, third.process}) == {second.process}
    await second.close()


async def test_what_another_process_has_to_say_wakes_this_one_at_once(shared: Store, postgres_url: str) -> None:
    news = asyncio.Event()
    shared.listen(news.set)
    async with other(postgres_url) as (process, _):
        await say(process)
        await asyncio.wait_for(news.wait(), 1)


async def test_a_process_does_not_wake_itself_and_nothing_that_is_not_kept_wakes_anybody(
    shared: Store, postgres_url: str
) -> None:
    second = await Store.open(postgres_url)
    own, heard = asyncio.Event(), asyncio.Event()
    shared.listen(own.set)
    second.listen(heard.set)

    async def fail() -> None:
        async with shared.writing() as session:
            await outbox.put(session, 1, "turn", {"table": 1}, NOW)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    async with shared.writing() as session:
        await tables.change_seat(session, 1, 0, held="")  # nothing that anybody must be told
    await asyncio.sleep(2 * peers.DEBOUNCE)
    assert not heard.is_set()
    async with shared.writing() as session:
        await outbox.put(session, 1, "turn", {"table": 1}, NOW)
    await asyncio.wait_for(heard.wait(), 1)
    await asyncio.sleep(peers.DEBOUNCE)
    assert not own.is_set()
    await second.close()


async def test_much_news_within_a_moment_wakes_once(shared: Store, postgres_url: str) -> None:
    second = await Store.open(postgres_url)
    woken = []
    second.listen(lambda: woken.append(1))
    begun = asyncio.get_running_loop().time()
    for _ in range(20):
        async with shared.writing() as session:
            await outbox.put(session, 1, "turn", {"table": 1}, NOW)
    moments = (asyncio.get_running_loop().time() - begun) / peers.DEBOUNCE
    await asyncio.sleep(3 * peers.DEBOUNCE)
    assert 1 <= len(woken) <= 3 + moments  # a busy machine needs more than one moment to write so much
    await second.close()


async def test_a_server_that_keeps_no_session_is_told_of_in_the_log(
    postgres_url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await Store.open(postgres_url)).close()
    assert "pooler" not in caplog.text
    monkeypatch.setattr(peers, "_SESSION_SETUP", "SELECT {process}")  # as where the lock was taken in another session
    monkeypatch.setattr(peers, "ANYBODY", "NULL")
    with caplog.at_level(logging.WARNING):
        await (await Store.open(postgres_url)).close()
    assert "pooler" in caplog.text


async def test_others_know_by_which_rules_each_process_plays_while_it_lives(shared: Store, postgres_url: str) -> None:
    second = await Store.open(postgres_url)
    await shared.play_by({"race": 3, "gaia": 7})
    await second.play_by({"race": 4})
    assert await second.rules_elsewhere("race") == {3}
    assert await second.rules_elsewhere("gaia") == {7}
    assert await shared.rules_elsewhere("race") == {4}
    before = listening(shared).backend
    await break_off(second, f"pid = {before}")
    async with asyncio.timeout(5):
        while listening(shared).backend in {0, before}:  # noqa: ASYNC110 - it comes back in its own time
            await asyncio.sleep(0.02)
    assert await second.rules_elsewhere("race") == {3}  # told again
    await second.close()
    assert await shared.rules_elsewhere("race") == set()


async def test_others_know_by_which_rules_a_process_plays_that_says_so_while_its_connection_is_busy(
    shared: Store, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def soon(self: Peers, _: float) -> bool:
        await asyncio.sleep(0)
        return bool(self._broken.is_set())

    monkeypatch.setattr(Peers, "_breaks_within", soon)  # so it is asked all the time whether it is still there
    second = await Store.open(postgres_url)
    for version in range(50):
        await second.play_by({"race": version})
        await asyncio.sleep(0)
    assert await shared.rules_elsewhere("race") == set(range(50))
    await second.close()


async def test_what_one_process_does_at_a_time_no_two_do_at_once(store: Store, database_url: str) -> None:
    if store.address.is_sqlite:
        async with store.one_at_a_time("commands"):
            return
    second = await Store.open(database_url)
    inside: list[int] = []

    async def work(one: Store) -> None:
        async with one.one_at_a_time("commands"):
            inside.append(one.process)
            await asyncio.sleep(0.4)
            assert inside.pop() == one.process
            assert not inside

    await asyncio.gather(work(store), work(second), work(store))
    await second.close()


async def test_a_second_process_on_a_sqlite_file_is_refused_until_the_first_ends(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    async with other(url, "alone") as (process, said):
        assert said.isdecimal()
        with pytest.raises(DatabaseInUse, match=r"orrery\.db is used by an Orrery that is running") as told:
            await Store.open(url, exclusive=True)
        assert "\n" not in str(told.value)
        await back_up(url, tmp_path / "kept")
        with pytest.raises(DatabaseInUse):
            await restore(url, tmp_path / "kept", overwrite=True)
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "elsewhere" / "linked.db").symlink_to(tmp_path / "orrery.db")
        with pytest.raises(DatabaseInUse):
            await Store.open(f"sqlite:///{tmp_path / 'elsewhere' / 'linked.db'}", exclusive=True)
        process.kill()
        await process.wait()
        first = await Store.open(url, exclusive=True)
    async with other(url, "alone") as (_, said):
        assert said.startswith("refused ")
    await first.close()
    await restore(url, tmp_path / "kept", overwrite=True)
    await (await Store.open(url, exclusive=True)).close()


async def test_a_refused_process_has_not_touched_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = sqlite_url(tmp_path)
    first = await Store.open(url, exclusive=True)
    monkeypatch.setattr("storage.store.migrate", None)
    with pytest.raises(DatabaseInUse):
        await Store.open(url, exclusive=True)
    await first.close()


async def test_a_folder_in_which_no_lock_can_be_made_is_told(tmp_path: Path) -> None:
    store = await Store.open(sqlite_url(tmp_path))
    (tmp_path / "orrery.db.lock").mkdir()
    with pytest.raises(UnwritableDatabase, match=r"orrery\.db\.lock cannot be opened"):
        FileLock(store.address)
    await store.close()


async def test_a_backup_is_made_while_processes_run_on_postgresql_and_put_back_only_without_them(
    shared: Store, postgres_url: str, tmp_path: Path
) -> None:
    await back_up(postgres_url, tmp_path / "kept")
    with pytest.raises(DatabaseInUse, match="is used by an Orrery that is running"):
        await restore(postgres_url, tmp_path / "kept", overwrite=True)
    async with shared.reading() as session:
        assert await tables.find(session, 1) is not None
    await shared.close()
    await restore(postgres_url, tmp_path / "kept", overwrite=True)
