"""SQLite for SQLAlchemy's asyncio engine, where only what can take long leaves the event loop.

A statement on a file in WAL mode takes some microseconds; handing it to a thread and taking back its cursor, its rows
and its end costs many times that, on the loop itself. What may really wait does leave it: opening and closing, taking
the write lock, and committing what was written, which waits for the disk.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self, TypeVar

Result = TypeVar("Result")

_LOCKS = "BEGIN IMMEDIATE"
_CHANGES_NOTHING = ("SELECT", "BEGIN", "PRAGMA")


class Connection:
    """What SQLAlchemy's dialect ``sqlite+aiosqlite`` asks of a connection.

    It does one thing at a time and all in order, also where somebody gives up waiting for what its thread does.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="orrery-sqlite")
        self._last: asyncio.Future[Any] | None = None
        self._connection: sqlite3.Connection | None = None
        self._writes = False

    async def open(self) -> Connection:
        """Open the file; no transaction begins by itself."""
        self._connection = await self._away(
            lambda: sqlite3.connect(self._file, isolation_level=None, check_same_thread=False)
        )
        return self

    @property
    def _conn(self) -> sqlite3.Connection:
        if self._connection is None:
            raise ValueError("no active connection")  # the dialect knows these words
        return self._connection

    async def _away(self, function: Callable[[], Result]) -> Result:
        """Do something in the connection's thread."""
        self._last = done = asyncio.get_running_loop().run_in_executor(self._thread, function)
        return await asyncio.shield(done)

    async def _do(self, function: Callable[[], Result]) -> Result:
        """Do something quick: at once, but after what the thread is still at."""
        if self._last is not None and not self._last.done():
            return await self._away(function)
        return function()

    def cursor(self) -> Cursor:
        """Make a cursor."""
        return Cursor(self, self._conn.cursor())

    async def execute(self, function: Callable[[], Result], statement: str) -> Result:
        """Execute a statement, where it can be done without waiting."""
        if statement == _LOCKS:
            self._writes = True
            return await self._away(function)
        self._writes = self._writes or not statement.lstrip().startswith(_CHANGES_NOTHING)
        return await self._do(function)

    async def commit(self) -> None:
        """Commit."""
        writes, self._writes = self._writes, False
        await (self._away if writes else self._do)(self._conn.commit)

    async def rollback(self) -> None:
        """Roll back."""
        self._writes = False
        await self._do(self._conn.rollback)

    async def create_function(self, *arguments: Any, **more: Any) -> None:
        """Make a function of ours known; the dialect has some."""
        self._conn.create_function(*arguments, **more)

    async def close(self) -> None:
        """Close, after what the thread is still at."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                await self._away(connection.close)
            finally:
                self._thread.shutdown(wait=False)

    def stop(self) -> None:
        """Close without waiting for it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            self._thread.submit(connection.close)
            self._thread.shutdown(wait=False)


class Cursor:
    """What the dialect asks of a cursor."""

    def __init__(self, connection: Connection, cursor: sqlite3.Cursor) -> None:
        self._connection = connection
        self._cursor = cursor

    async def __aenter__(self) -> Self:
        return self

    @property
    def description(self) -> Any:
        """The columns of the rows, if there are any."""
        return self._cursor.description

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""
        return self._cursor.rowcount

    @property
    def lastrowid(self) -> int | None:
        """The number of the row that was inserted last."""
        return self._cursor.lastrowid

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Cursor:
        """Execute a statement."""
        await self._connection.execute(lambda: self._cursor.execute(statement, parameters), statement)
        return self

    async def executemany(self, statement: str, parameters: Sequence[Sequence[Any]]) -> Cursor:
        """Execute a statement once for each."""
        await self._connection.execute(lambda: self._cursor.executemany(statement, parameters), statement)
        return self

    async def fetchall(self) -> list[Any]:
        """Give the rows that are left."""
        return self._cursor.fetchall()

    async def fetchone(self) -> Any:
        """Give the next row; None: there is none."""
        return self._cursor.fetchone()

    async def fetchmany(self, size: int | None = None) -> list[Any]:
        """Give some rows."""
        return self._cursor.fetchmany(self._cursor.arraysize if size is None else size)

    async def close(self) -> None:
        """Close it."""
        self._cursor.close()
