"""How connections are made: a SQLite file in WAL mode whose writers queue up at BEGIN, or PostgreSQL."""

from __future__ import annotations

from typing import Any

import asyncpg
from sqlalchemy import Connection, NullPool, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage import sqlite_driver
from storage.address import Address

BUSY_TIMEOUT_MS = 2000
"""How long a writer of a SQLite file waits for another process; Discord expects a reply within 3 s."""
SECONDS_TO_CONNECT = 10
"""Connect timeout at start, unless the address names one; while the bot runs it is shorter."""
SECONDS_A_STATEMENT = 2.5
"""Statement timeout while the bot runs; migrations and backups have none."""
_SECONDS_TO_CLOSE = 0.2


def make_engine(address: Address, *, patient: bool = False) -> AsyncEngine:
    """Make an engine whose errors and logs never show the parameters of statements: those hold secrets.

    A `patient` one is for slow work such as a migration: it has no statement timeout and pools no connections.
    """
    options: dict[str, Any] = {"hide_parameters": True}
    if patient:
        options["poolclass"] = NullPool
    if address.is_sqlite:
        engine = create_async_engine(
            address.url, async_creator=lambda: sqlite_driver.Connection(address.path).open(), **options
        )
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
        return engine
    if not patient:
        options |= {"pool_pre_ping": True, "pool_timeout": SECONDS_A_STATEMENT}
    wanted = _wanted(address, None if patient else SECONDS_A_STATEMENT)
    if address.cached_statements is not None:
        wanted["prepared_statement_cache_size"] = address.cached_statements
    return create_async_engine(address.url, connect_args=wanted, **options)


async def connect(address: Address) -> asyncpg.Connection:
    """Open a connection to PostgreSQL outside the engine's pool."""
    return await asyncpg.connect(**_wanted(address, SECONDS_A_STATEMENT))


class _Connection(asyncpg.Connection):  # type: ignore[misc]
    """A connection that closes within `_SECONDS_TO_CLOSE`; SQLAlchemy would wait two seconds for a dead server."""

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109 - as asyncpg has it
        await super().close(timeout=_SECONDS_TO_CLOSE)


def _wanted(address: Address, seconds_a_statement: float | None) -> dict[str, Any]:
    return {
        "timeout": SECONDS_TO_CONNECT,
        "command_timeout": seconds_a_statement,
        "connection_class": _Connection,
        **address.arguments,
    }


def for_writing(engine: AsyncEngine) -> AsyncEngine:
    """The same engine for write transactions: in SQLite they take the write lock before they read (BEGIN IMMEDIATE)."""
    return engine.execution_options(writes=True)


def for_reading(engine: AsyncEngine) -> AsyncEngine:
    """The same engine for read transactions with snapshot isolation.

    SQLite always isolates so; PostgreSQL needs REPEATABLE READ, or each statement reads a newer state.
    """
    if engine.dialect.name == "sqlite":
        return engine
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")  # an acknowledged answer survives a power cut
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
