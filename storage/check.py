"""Inspects a database without changing it: whether it exists, its version, and whether it is writable."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from sqlalchemy import URL, Connection, NullPool, create_engine, text

from storage.address import Address
from storage.engine import make_engine
from storage.errors import UnreachableDatabase
from storage.migrate import version_of, versions
from storage.store import FAILURES, cannot_open

_CHANGES_NOTHING = text("UPDATE guild SET id = id WHERE 1 = 0")
"""Refused as any change would be: by a read-only file or server, or for lack of the privilege."""

SECONDS_TO_WAIT = 2
"""How long another process may lock the file."""


@dataclass(frozen=True)
class Found:
    """What a start would find. `version` is None where it would create all tables."""

    address: Address
    version: str | None
    newest: str

    @property
    def migrates(self) -> bool:
        """Whether a start would migrate it."""
        return self.version not in (None, self.newest)


async def look(url: str) -> Found:
    """Inspect the database at an address.

    Raises:
        BadUrl, UnwritableDatabase, UnreachableDatabase, NewerDatabase: with one line that says what to fix.

    """
    address = Address.parse(url)
    newest = versions()[0]
    if address.is_sqlite and not await asyncio.to_thread(_is_there, address):
        return Found(address, None, newest)
    try:
        if address.is_sqlite:
            return Found(address, await asyncio.to_thread(_look_into_file, address), newest)
        engine = make_engine(address, patient=True)
        try:
            async with engine.connect() as connection:
                return Found(address, await connection.run_sync(_look_inside), newest)
        finally:
            await engine.dispose()
    except FAILURES as error:
        raise cannot_open(address, error) from None


def _is_there(address: Address) -> bool:
    """Whether the file exists; if not, check that it can be created, by creating and removing it."""
    try:
        if address.path.exists():
            with address.path.open("r+b"):
                return True
        address.path.touch(mode=0o600, exist_ok=False)
        address.path.unlink()
    except OSError as error:
        raise cannot_open(address, error) from None
    return False


def _look_into_file(address: Address) -> str | None:
    """Inspect a SQLite file as it is: the bot's own engine would switch it to WAL mode."""
    url = URL.create("sqlite", database=str(address.path))
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True, connect_args={"timeout": SECONDS_TO_WAIT})
    with engine.connect() as connection:
        return _look_inside(connection)


def _look_inside(connection: Connection) -> str | None:
    """Read the version, and check that a start may write; the transaction is not committed.

    Raises:
        UnreachableDatabase: the user lacks the privilege to create tables.

    """
    version = version_of(connection)
    if version is not None:
        connection.execute(_CHANGES_NOTHING)
    if connection.dialect.name == "postgresql" and version != versions()[0]:
        may = "SELECT NOT pg_is_in_recovery() AND has_schema_privilege(current_schema(), 'CREATE')"
        if not connection.execute(text(may)).scalar():
            raise UnreachableDatabase("The user of DATABASE_URL may not make tables in the database.")
    return version
