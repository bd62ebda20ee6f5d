"""Looking at a database without changing it: whether it is there, of which version, and whether it can be written."""

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
"""Refused as any change would be: by a file or a server that is only read, or for want of the right to write."""

SECONDS_TO_WAIT = 2
"""How long another process may hold the file."""


@dataclass(frozen=True)
class Found:
    """What a start would find. `version` is None where it would make everything."""

    address: Address
    version: str | None
    newest: str

    @property
    def migrates(self) -> bool:
        """Whether a start would change the shape of what is there."""
        return self.version not in (None, self.newest)


async def look(url: str) -> Found:
    """Look at the database of an address, as it is.

    Raises:
        BadUrl, UnwritableDatabase, UnreachableDatabase, NewerDatabase: with one line that says what to mend.

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
    """Whether there is a file; where there is none, see that one can be made, by making it and taking it away."""
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
    """Look into a SQLite file as it is: the bot's own way to open it would change how it keeps its journal."""
    url = URL.create("sqlite", database=str(address.path))
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True, connect_args={"timeout": SECONDS_TO_WAIT})
    with engine.connect() as connection:
        return _look_inside(connection)


def _look_inside(connection: Connection) -> str | None:
    """Tell the version, and see that a start may write; nothing is kept of it.

    Raises:
        UnreachableDatabase: the server does not let this user make tables.

    """
    version = version_of(connection)
    if version is not None:
        connection.execute(_CHANGES_NOTHING)
    if connection.dialect.name == "postgresql" and version != versions()[0]:
        may = "SELECT NOT pg_is_in_recovery() AND has_schema_privilege(current_schema(), 'CREATE')"
        if not connection.execute(text(may)).scalar():
            raise UnreachableDatabase("The user of DATABASE_URL may not make tables in the database.")
    return version
