"""Bringing a database to this version: numbered migrations, forward only, all in one transaction."""

from __future__ import annotations

import asyncio
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.pool import NullPool

from storage.address import Address
from storage.engine import for_writing, make_engine
from storage.errors import NewerDatabase

_FOLDER = Path(__file__).parent / "migrations"
_POSTGRES_LOCK = 0x0_0BBE_BE1  # any fixed number: two processes that start at once migrate one after the other


async def migrate(address: Address) -> None:
    """Bring the database to this version, off the event loop.

    Raises:
        NewerDatabase: it is of a newer one. Nothing is changed.

    """
    await asyncio.to_thread(lambda: asyncio.run(_migrate(address)))


async def _migrate(address: Address) -> None:
    engine = make_engine(address, NullPool)
    try:
        async with for_writing(engine).begin() as connection:
            await connection.run_sync(upgrade)
    finally:
        await engine.dispose()


def upgrade(connection: Connection, to: str | None = None) -> None:
    """Run the migrations that the database lacks (those up to `to`), inside the caller's transaction.

    Raises:
        NewerDatabase: it is of a newer version.

    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _POSTGRES_LOCK})
    config = _config()
    config.attributes["connection"] = connection
    wanted = to or versions()[0]
    if version_of(connection) != wanted:
        command.upgrade(config, wanted)


def version_of(connection: Connection) -> str | None:
    """Tell the version of a database; None where it is empty.

    Raises:
        NewerDatabase: it is none that we know.

    """
    current = MigrationContext.configure(connection).get_current_revision()
    known = versions()
    if current is not None and current not in known:
        raise NewerDatabase(
            f"The database is of version {current}; this Orrery knows versions up to {known[0]}. "
            "Install the newer Orrery again, or restore the backup made before the upgrade."
        )
    return current


def versions() -> list[str]:
    """List the versions that we know, the newest first."""
    return [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()]


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    return config
