"""Connections to SQLite: quick things at once, slow ones in a thread, everything in order."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from storage.sqlite_driver import Connection


async def _open(path: Path) -> Connection:
    connection = await Connection(path).open()
    await connection.cursor().execute("PRAGMA journal_mode = WAL")
    return connection


async def _do(connection: Connection, statement: str) -> list[tuple[int, ...]]:
    return await (await connection.cursor().execute(statement)).fetchall()


async def test_the_loop_runs_while_the_write_lock_is_waited_for(tmp_path: Path) -> None:
    first, second = await _open(tmp_path / "a.sqlite3"), await _open(tmp_path / "a.sqlite3")
    await _do(first, "CREATE TABLE t (n INTEGER)")
    await first.commit()
    await _do(second, "PRAGMA busy_timeout = 10000")
    await _do(first, "BEGIN IMMEDIATE")
    waiting = asyncio.ensure_future(_do(second, "BEGIN IMMEDIATE"))
    for _ in range(20):  # the loop runs while the second waits for the lock
        await asyncio.sleep(0.005)
    assert not waiting.done()
    await _do(first, "INSERT INTO t VALUES (1)")
    await first.commit()
    await waiting
    assert await _do(second, "SELECT n FROM t") == [(1,)]
    await second.rollback()
    await first.close()
    await second.close()


async def test_what_comes_after_a_wait_that_was_given_up_waits_for_its_end(tmp_path: Path) -> None:
    connection = await _open(tmp_path / "a.sqlite3")
    await _do(connection, "CREATE TABLE t (n INTEGER)")
    await connection.commit()
    go_on = threading.Event()
    done: list[str] = []

    def slow() -> None:
        go_on.wait(10)
        done.append("slow")

    given_up = asyncio.ensure_future(connection._in_thread(slow))
    await asyncio.sleep(0)
    given_up.cancel()
    with pytest.raises(asyncio.CancelledError):
        await given_up
    later = asyncio.ensure_future(connection._on_loop(lambda: done.append("later")))
    await asyncio.sleep(0.02)
    assert done == []
    go_on.set()
    await later
    assert done == ["slow", "later"]
    await connection.close()


async def test_a_closed_connection_says_so(tmp_path: Path) -> None:
    connection = await _open(tmp_path / "a.sqlite3")
    await connection.close()
    await connection.close()
    with pytest.raises(ValueError, match="no active connection"):
        connection.cursor()
