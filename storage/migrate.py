"""Migrates a database to this version: numbered migrations, forward only, all in one transaction."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from storage.address import Address
from storage.engine import for_writing, make_engine
from storage.errors import NewerDatabase

_FOLDER = Path(__file__).parent / "migrations"
_TABLE = "alembic_version"
"""Where Alembic stores the version of a database."""
_POSTGRES_LOCK = 0x0_0BBE_BE1  # any fixed number: two processes that start at once migrate one after the other


async def migrate(address: Address) -> None:
    """Migrate the database to this version, off the event loop.

    Raises:
        NewerDatabase: it is of a newer one. Nothing is changed.

    """
    await asyncio.to_thread(lambda: asyncio.run(_migrate(address)))


async def _migrate(address: Address) -> None:
    engine = make_engine(address, patient=True)
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
    wanted = to or versions()[0]
    if version_of(connection) != wanted:
        # Imported only now: most starts need no migration, and would hold all of Alembic in memory for nothing.
        from alembic import command  # noqa: PLC0415
        from alembic.config import Config  # noqa: PLC0415

        config = Config()
        config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, wanted)


def version_of(connection: Connection) -> str | None:
    """Read the version of a database; None if it is empty.

    Raises:
        NewerDatabase: it is none that we know.

    """
    known = versions()
    current: str | None = None
    if inspect(connection).has_table(_TABLE):
        current = connection.scalar(text(f"SELECT version_num FROM {_TABLE}"))  # noqa: S608 - a name of ours
    if current is not None and current not in known:
        raise NewerDatabase(
            f"The database is of version {current}; this Orrery knows versions up to {known[0]}. "
            "Install the newer Orrery again, or restore the backup made before the upgrade."
        )
    return current


def versions() -> list[str]:
    """List the versions that we know, the newest first: the numbers that the migrations' files begin with."""
    return sorted((file.name[1:5] for file in (_FOLDER / "versions").glob("r*_*.py")), reverse=True)
