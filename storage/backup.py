"""Backup and restore: a backup is a SQLite database, whichever kind of database it is made of or restored to.

A backup is consistent and may be made while the bot runs; to restore one, the bot must be stopped. A backup of an older
version is migrated as a database is at start; one of a newer version is refused.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from asyncpg.exceptions import PostgresError
from sqlalchemy import JSON, URL, Connection, Engine, MetaData, create_engine, func, inspect, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool
from sqlmodel import SQLModel

from storage import schema
from storage.address import Address
from storage.engine import for_reading, make_engine
from storage.errors import BadBackup, DatabaseInUse
from storage.file_lock import FileLock
from storage.migrate import migrate, upgrade, version_of
from storage.peers import ANYBODY
from storage.store import cannot_open

_VERSION_TABLE = "alembic_version"
_ROWS_AT_ONCE = 500

assert schema.LogRow.metadata is SQLModel.metadata


async def back_up(url: str, file: Path) -> None:
    """Copy a database into a new file.

    Raises:
        BadUrl, UnwritableDatabase, UnreachableDatabase, NewerDatabase.
        BadBackup: the file exists already or cannot be written, or there is nothing to copy.

    """
    address = Address.parse(url)
    with _new_file(file) as partial:
        if address.is_sqlite:
            await asyncio.to_thread(_copy_sqlite, address, partial)
        else:
            await _copy_postgres(address, partial)


async def restore(url: str, file: Path, *, overwrite: bool = False) -> None:
    """Restore a backup into a database, which must be empty unless `overwrite` is set; all of it, or nothing.

    Raises:
        BadUrl, UnwritableDatabase, UnreachableDatabase, NewerDatabase.
        DatabaseInUse: the bot is running on it.
        BadBackup: the file is no backup or is damaged, or the database holds something.

    """
    address = Address.parse(url)
    version = await asyncio.to_thread(_check, file)
    try:
        if address.is_sqlite:
            await _restore_locked(address, file, overwrite=overwrite)
        else:
            await _restore_postgres(address, file, version, overwrite=overwrite)
    except (DBAPIError, PostgresError, OSError) as error:
        raise cannot_open(address, error) from None


@contextmanager
def _new_file(file: Path) -> Iterator[Path]:
    """Open a temporary file (mode 0600, as it holds secrets) that is renamed to `file` on success."""
    if file.exists():
        raise BadBackup(f"The file {file} exists already; choose another name.")
    partial = file.with_name(file.name + ".part")
    try:
        partial.unlink(missing_ok=True)
        partial.touch(mode=0o600)
        yield partial
        partial.replace(file)
    except (OSError, sqlite3.Error) as error:
        raise BadBackup(f"The backup {file} cannot be written ({_cause(error)}).") from None
    finally:
        partial.unlink(missing_ok=True)


def _copy_sqlite(address: Address, file: Path) -> None:
    if not address.path.is_file():
        raise BadBackup(f"There is no database file {address}.")
    with closing(sqlite3.connect(address.path)) as source, closing(sqlite3.connect(file)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")  # one file, also when it is opened
        target.execute("VACUUM")  # what was deleted stands in unused parts of the file, and is to be in no backup


async def _copy_postgres(address: Address, file: Path) -> None:
    engine = make_engine(address, patient=True)
    try:
        async with for_reading(engine).begin() as connection:
            await connection.run_sync(_copy_into_file, file)
    except (DBAPIError, PostgresError, OSError) as error:
        raise cannot_open(address, error) from None
    finally:
        await engine.dispose()


def _copy_into_file(source: Connection, file: Path) -> None:
    version = version_of(source)
    if version is None:
        raise BadBackup("The database is empty: there is nothing to back up.")
    with _opened(file) as engine, engine.begin() as target:
        upgrade(target, version)
        _copy_rows(source, target)


def _check(file: Path) -> str:
    """Check that a file is an undamaged backup of a version that we know, and return its version."""
    if not file.is_file():
        raise BadBackup(f"There is no file {file}.")
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            whole = connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
        with _opened(file) as engine, engine.connect() as opened:
            version = version_of(opened)
    except (sqlite3.Error, DBAPIError):
        raise BadBackup(f"The file {file} is no backup of Orrery.") from None
    if version is None:
        raise BadBackup(f"The file {file} is no backup of Orrery.")
    if not whole:
        raise BadBackup(f"The backup {file} is damaged.")
    return version


async def _restore_locked(address: Address, file: Path, *, overwrite: bool) -> None:
    if not address.path.absolute().parent.is_dir():
        raise BadBackup(f"The folder of the database file {address} does not exist.")
    file_lock = await asyncio.to_thread(FileLock, address)
    try:
        await asyncio.to_thread(_restore_sqlite, address, file, overwrite=overwrite)
        await migrate(address)
    finally:
        file_lock.release()


def _restore_sqlite(address: Address, file: Path, *, overwrite: bool) -> None:
    try:
        if address.path.exists():
            with _opened(address.path) as engine, engine.connect() as connection:
                _check_empty(connection, str(address), overwrite=overwrite)
        else:
            address.path.touch(mode=0o600)
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(address.path)) as target:
            source.backup(target)
    except (OSError, sqlite3.Error, DBAPIError) as error:
        raise BadBackup(f"The database file {address} cannot be written ({_cause(error)}).") from None


async def _restore_postgres(address: Address, file: Path, version: str, *, overwrite: bool) -> None:
    engine = make_engine(address, patient=True)

    def fill(target: Connection) -> None:
        if not target.execute(text("SELECT pg_try_advisory_xact_lock(:key)"), {"key": ANYBODY}).scalar_one():
            raise DatabaseInUse(f"The database {address} is used by an Orrery that is running. Stop that one first.")
        _check_empty(target, str(address), overwrite=overwrite)
        _drop(target)
        upgrade(target, version)
        with _opened(file) as source_engine, source_engine.connect() as source:
            _copy_rows(source, target)
        _set_sequences(target)
        upgrade(target)

    try:
        async with engine.begin() as connection:
            await connection.run_sync(fill)
    finally:
        await engine.dispose()


def _cause(error: Exception) -> str:
    """The operating system's message of an error, or else its class."""
    return getattr(error, "strerror", None) or type(error).__name__


@contextmanager
def _opened(file: Path) -> Iterator[Engine]:
    engine = create_engine(URL.create("sqlite", database=str(file)), poolclass=NullPool, hide_parameters=True)
    try:
        yield engine
    finally:
        engine.dispose()


def _ours(connection: Connection) -> list[str]:
    """The names of our tables in a database, which may hold others as well."""
    return [name for name in inspect(connection).get_table_names() if name in SQLModel.metadata.tables]


def _check_empty(connection: Connection, name: str, *, overwrite: bool) -> None:
    if overwrite:
        return
    for table in _reflected(connection).sorted_tables:
        if connection.execute(select(func.count()).select_from(table)).scalar_one():
            raise BadBackup(f"The database {name} is not empty; use --overwrite to replace all that it holds.")


def _drop(connection: Connection) -> None:
    _reflected(connection).drop_all(connection)
    connection.execute(text(f"DROP TABLE IF EXISTS {_VERSION_TABLE}"))


def _reflected(connection: Connection) -> MetaData:
    """Read the columns that our tables have in a database: they may be of an older version than the code."""
    found = MetaData()
    ours = _ours(connection)
    if ours:
        found.reflect(connection, only=ours)
    return found


def _copy_rows(source: Connection, target: Connection) -> None:
    """Copy every row of our tables; both databases are of the same version."""
    there = _reflected(source)
    here = _reflected(target)
    bare = target.dialect.name == "sqlite"
    for table in here.sorted_tables:
        for column in table.columns:
            if isinstance(column.type, JSON):
                column.type.none_as_null = bool(column.nullable)
        read = select(*(there.tables[table.name].columns[column.name] for column in table.columns))
        for rows in source.execution_options(yield_per=_ROWS_AT_ONCE).execute(read).mappings().partitions():
            target.execute(
                table.insert(), [{key: _moved(value, bare=bare) for key, value in row.items()} for row in rows]
            )


def _moved(value: Any, *, bare: bool) -> Any:
    """Convert a time: UTC everywhere, but naive in SQLite (`bare`)."""
    if not isinstance(value, datetime):
        return value
    utc = value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    return utc.replace(tzinfo=None) if bare else utc


def _set_sequences(target: Connection) -> None:
    """Set PostgreSQL's sequences to the highest numbers that are taken."""
    for table in _reflected(target).sorted_tables:
        for column in table.primary_key.columns:
            name = f"'{table.name}', '{column.name}'"
            sequence = target.execute(text(f"SELECT pg_get_serial_sequence({name})")).scalar_one()
            highest = target.execute(select(func.max(column))).scalar_one()
            if sequence is not None and highest is not None:
                target.execute(text("SELECT setval(:sequence, :highest)"), {"sequence": sequence, "highest": highest})
