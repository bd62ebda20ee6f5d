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


def upgrade(connection: Connection) -> None:
    """Run the migrations that the database lacks, inside the caller's transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _POSTGRES_LOCK})
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    known = [script.revision for script in scripts.walk_revisions()]
    current = MigrationContext.configure(connection).get_current_revision()
    if current == known[0]:
        return
    if current is not None and current not in known:
        raise NewerDatabase(
            f"The database is of version {current}; this Orrery knows versions up to {known[0]}. "
            "Install the newer Orrery again, or restore the backup made before the upgrade."
        )
    command.upgrade(config, "head")
