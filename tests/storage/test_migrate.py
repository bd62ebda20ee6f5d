"""Migrations lead from nothing to the tables of the code; a newer database is left alone."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlmodel import SQLModel, func, select

from storage import migrate, schema
from storage.address import Address
from storage.engine import make_engine
from storage.errors import NewerDatabase
from storage.store import Store


async def _run(url: str, work: Any) -> Any:
    engine = make_engine(Address.parse(url))
    async with engine.begin() as connection:
        result = await connection.run_sync(work)
    await engine.dispose()
    return result


async def test_an_empty_database_gets_the_tables_of_the_code(database_url: str) -> None:
    await (await Store.open(database_url)).close()

    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, SQLModel.metadata))

    assert schema.LogRow.__tablename__ in SQLModel.metadata.tables
    assert await _run(database_url, differences) == []


def test_the_versions_that_we_know_are_those_of_alembic_in_its_order() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
    assert migrate.versions() == [one.revision for one in ScriptDirectory.from_config(config).walk_revisions()]


def test_opening_a_database_of_this_version_loads_nothing_of_alembic(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'orrery.sqlite3'}"
    opening = (
        "import asyncio, sys; from storage.store import Store;"
        f"store = asyncio.run(Store.open({url!r})); print('alembic' in sys.modules)"
    )
    said = [
        subprocess.run([sys.executable, "-c", opening], capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
        for _ in range(2)
    ]
    assert said == ["True", "False"]


async def test_opening_again_changes_nothing(database_url: str) -> None:
    for _ in range(2):
        await (await Store.open(database_url)).close()

    def versions(connection: Connection) -> list[str]:
        return [row[0] for row in connection.execute(text("SELECT version_num FROM alembic_version"))]

    assert await _run(database_url, versions) == migrate.versions()[:1]


async def test_two_processes_that_start_at_once_both_find_the_tables(database_url: str) -> None:
    stores = await asyncio.gather(*(Store.open(database_url) for _ in range(3)))
    names = sorted(SQLModel.metadata.tables)
    assert names
    for number, store in enumerate(stores):
        async with store.writing() as session:
            session.add(schema.Guild(id=number, first_seen=datetime(2030, 1, 1, tzinfo=UTC)))
        async with store.reading() as session:
            for name in names:
                rows = select(func.count()).select_from(SQLModel.metadata.tables[name])
                assert (await session.exec(rows)).one() == (number + 1 if name == "guild" else 0)
    for store in stores:
        await store.close()

    def versions(connection: Connection) -> list[str]:
        return [row[0] for row in connection.execute(text("SELECT version_num FROM alembic_version"))]

    assert await _run(database_url, versions) == migrate.versions()[:1]


async def test_a_newer_database_is_refused_and_left_alone(database_url: str) -> None:
    await (await Store.open(database_url)).close()

    def age(connection: Connection) -> None:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    await _run(database_url, age)
    with pytest.raises(NewerDatabase) as told:
        await Store.open(database_url)
    assert "9999" in str(told.value)
    assert "\n" not in str(told.value)

    def version(connection: Connection) -> Any:
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()

    assert await _run(database_url, version) == "9999"


async def test_a_migration_that_fails_leaves_nothing_half_made(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from alembic import op

    with monkeypatch.context() as broken:
        real = op.create_index

        def fail(name: str, *rest: Any, **more: Any) -> None:
            if name == "unsent":
                raise RuntimeError("killed here")
            real(name, *rest, **more)

        broken.setattr(op, "create_index", fail)
        with pytest.raises(RuntimeError):
            await Store.open(database_url)
    await (await Store.open(database_url)).close()
