"""A driver of SQLite for SQLAlchemy's asyncio engine that uses a thread only for what may block.

A statement on a file in WAL mode takes some microseconds; handing it to a thread and its cursor and rows back costs the
event loop many times that. What may block does run in a thread: opening and closing, taking the write lock,
committing a write, which waits for the disk (fsync), and queries that go through many rows (`ASIDE`).
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self, TypeVar

Result = TypeVar("Result")

ASIDE = "/* aside */"
"""The first prefix of a query that goes through many rows: it runs in the thread, its rows included."""
_LOCKS = "BEGIN IMMEDIATE"
_CHANGES_NOTHING = ("SELECT", "BEGIN", "PRAGMA")


def is_aside(statement: str) -> bool:
    """Whether a query goes through many rows."""
    return statement.startswith(f"SELECT {ASIDE}")


class Connection:
    """The interface of a connection that SQLAlchemy's dialect ``sqlite+aiosqlite`` uses.

    Operations run one at a time and in order, even if the task that waits for one in the thread is cancelled.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="orrery-sqlite")
        self._last: asyncio.Future[Any] | None = None
        self._connection: sqlite3.Connection | None = None
        self._writes = False

    async def open(self) -> Connection:
        """Open the file, in autocommit mode: the engine begins transactions itself."""
        self._connection = await self._in_thread(
            lambda: sqlite3.connect(self._file, isolation_level=None, check_same_thread=False)
        )
        return self

    @property
    def _conn(self) -> sqlite3.Connection:
        if self._connection is None:
            raise ValueError("no active connection")  # the dialect looks for this message
        return self._connection

    async def _in_thread(self, function: Callable[[], Result]) -> Result:
        """Run a blocking operation in the connection's thread."""
        self._last = done = asyncio.get_running_loop().run_in_executor(self._thread, function)
        return await asyncio.shield(done)

    async def _on_loop(self, function: Callable[[], Result]) -> Result:
        """Run a quick operation on the event loop, or after the thread if that is busy."""
        if self._last is not None and not self._last.done():
            return await self._in_thread(function)
        return function()

    def cursor(self) -> Cursor:
        """Make a cursor."""
        return Cursor(self, self._conn.cursor())

    async def execute(self, function: Callable[[], Result], statement: str) -> Result:
        """Execute a statement: in the thread if it takes the write lock or is `ASIDE`, else on the event loop."""
        if statement == _LOCKS:
            self._writes = True
            return await self._in_thread(function)
        if is_aside(statement):
            return await self._in_thread(function)
        self._writes = self._writes or not statement.lstrip().startswith(_CHANGES_NOTHING)
        return await self._on_loop(function)

    async def aside(self, function: Callable[[], Result]) -> Result:
        """Run a slow operation in the thread."""
        return await self._in_thread(function)

    async def commit(self) -> None:
        """Commit."""
        writes, self._writes = self._writes, False
        await (self._in_thread if writes else self._on_loop)(self._conn.commit)

    async def rollback(self) -> None:
        """Roll back."""
        self._writes = False
        await self._on_loop(self._conn.rollback)

    async def create_function(self, *arguments: Any, **more: Any) -> None:
        """Register a function; the dialect has some."""
        self._conn.create_function(*arguments, **more)

    async def close(self) -> None:
        """Close, after the operation that the thread is running."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                await self._in_thread(connection.close)
            finally:
                self._thread.shutdown(wait=False)

    def stop(self) -> None:
        """Close without waiting for it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            self._thread.submit(connection.close)
            self._thread.shutdown(wait=False)


class Cursor:
    """The interface of a cursor that the dialect uses."""

    def __init__(self, connection: Connection, cursor: sqlite3.Cursor) -> None:
        self._connection = connection
        self._cursor = cursor
        self._aside = False

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
        """The id of the row that was inserted last."""
        return self._cursor.lastrowid

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Cursor:
        """Execute a statement."""
        self._aside = is_aside(statement)
        await self._connection.execute(lambda: self._cursor.execute(statement, parameters), statement)
        return self

    async def executemany(self, statement: str, parameters: Sequence[Sequence[Any]]) -> Cursor:
        """Execute a statement once for each."""
        await self._connection.execute(lambda: self._cursor.executemany(statement, parameters), statement)
        return self

    async def fetchall(self) -> list[Any]:
        """Fetch the remaining rows, which SQLite looks up only now."""
        if self._aside:
            return await self._connection.aside(self._cursor.fetchall)
        return self._cursor.fetchall()

    async def fetchone(self) -> Any:
        """Fetch the next row; None if there is none."""
        return self._cursor.fetchone()

    async def fetchmany(self, size: int | None = None) -> list[Any]:
        """Fetch some rows."""
        return self._cursor.fetchmany(self._cursor.arraysize if size is None else size)

    async def close(self) -> None:
        """Close it."""
        self._cursor.close()
