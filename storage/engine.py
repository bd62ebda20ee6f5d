"""How connections are made: a SQLite file in WAL mode whose writers queue up at BEGIN, or PostgreSQL."""

from __future__ import annotations

from typing import Any

import asyncpg
from sqlalchemy import Connection, Pool, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage import sqlite_driver
from storage.address import Address

BUSY_TIMEOUT_MS = 5000
_SECONDS_TO_CONNECT = 5
_SECONDS_A_COMMAND = 15


def make_engine(address: Address, pool: type[Pool] | None = None) -> AsyncEngine:
    """Make an engine. Statements in its errors and logs never show their parameters: those hold secrets."""
    options: dict[str, Any] = {"hide_parameters": True}
    if pool is not None:
        options["poolclass"] = pool
    if address.is_sqlite:
        engine = create_async_engine(
            address.url, async_creator=lambda: sqlite_driver.Connection(address.path).open(), **options
        )
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
        return engine
    return create_async_engine(
        address.url,
        pool_pre_ping=True,
        connect_args={"timeout": _SECONDS_TO_CONNECT, "command_timeout": _SECONDS_A_COMMAND},
        **options,
    )


async def connect(address: Address) -> Any:
    """Connect to a server of PostgreSQL, as its address says, beside the engine."""
    url = address.url.set(drivername="postgresql").render_as_string(hide_password=False)
    return await asyncpg.connect(url, timeout=_SECONDS_TO_CONNECT, command_timeout=_SECONDS_A_COMMAND)


def for_writing(engine: AsyncEngine) -> AsyncEngine:
    """Give the same engine for transactions that write: in SQLite they take the write lock before they read."""
    return engine.execution_options(writes=True)


def for_reading(engine: AsyncEngine) -> AsyncEngine:
    """Give the same engine for transactions that only read, all of it from the state that stood when they began.

    In SQLite every transaction does so; PostgreSQL must be asked for it, or each statement reads a newer state.
    """
    if engine.dialect.name == "sqlite":
        return engine
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")  # an acknowledged answer outlives a power cut
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
