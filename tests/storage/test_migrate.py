"""Migrations lead from nothing to the tables of the code; a newer database is left alone."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, inspect, text
from sqlmodel import SQLModel, col, func, select

from storage import migrate, schema
from storage.address import Address
from storage.engine import make_engine
from storage.errors import NewerDatabase
from storage.outbox import Outbox, give_up
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


async def test_the_last_migration_only_adds_what_a_process_of_the_version_before_needs_not_know(
    database_url: str,
) -> None:
    """In a restart of one process after the other an older one reads and writes for a while beside the newer one."""
    before, after = migrate.versions()[1], migrate.versions()[0]

    def columns(connection: Connection) -> dict[str, dict[str, Any]]:
        looked = inspect(connection)
        return {table: {one["name"]: one for one in looked.get_columns(table)} for table in looked.get_table_names()}

    def compare(connection: Connection) -> None:
        migrate.upgrade(connection, before)
        old = columns(connection)
        migrate.upgrade(connection, after)
        new = columns(connection)
        for table, known in old.items():
            assert known.keys() <= new[table].keys(), table
            for name, column in new[table].items():
                assert name in known or column["nullable"] or column["default"] is not None, f"{table}.{name}"

    await _run(database_url, compare)


async def test_a_running_process_goes_on_while_a_newer_one_adds_to_its_tables(database_url: str) -> None:
    store = await Store.open(database_url)
    for number in range(3):  # as often as it takes until statements are kept prepared
        async with store.writing() as session:
            session.add(schema.Preference(user_id=number))
        async with store.reading() as session:
            assert len((await session.exec(select(schema.Preference))).all()) == number + 1

    def add(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE preference ADD COLUMN newer VARCHAR NOT NULL DEFAULT ''"))

    await _run(database_url, add)
    async with store.reading() as session:
        assert len((await session.exec(select(schema.Preference))).all()) == 3
    async with store.writing() as session:
        session.add(schema.Preference(user_id=3))
        (await session.get_one(schema.Preference, 0)).language = "de"
    await store.close()


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


GIVEN_UP = [
    # table, kind, payload, error, whether it is sent after all
    (1, "turn", {"revision": 7}, "Discord 503 0", True),
    (1, "notice", {"user": 5}, "ClientConnectorError", True),
    (1, "reminder", {"user": 5}, "Discord 500 0", False),
    (1, "turn", {"revision": 8}, "Discord 403 50013", False),
    (1, "notice", {"user": 6}, "KeyError", False),
    (1, "turn", {"revision": 9}, "The channel is gone.", False),
    (2, "turn", {"revision": 3}, "Discord 502 0", False),
    (2, "over", {"revision": 4}, "ServerDisconnectedError", True),
]


async def test_what_older_versions_gave_up_in_an_outage_is_sent_after_all(database_url: str) -> None:
    then = datetime(2030, 1, 1, tzinfo=UTC)

    def fill(connection: Connection) -> None:
        migrate.upgrade(connection, "0006")
        found = MetaData()
        found.reflect(connection)
        connection.execute(found.tables["guild"].insert().values(id=1, first_seen=then))
        for id, phase in ((1, "running"), (2, "finished")):
            table = {"id": id, "guild_id": 1, "channel_id": id, "owner_id": 3, "game": "toy", "options": {}}
            connection.execute(
                found.tables["game_table"].insert().values(phase=phase, revision=9, created_at=then, **table)
            )
        kept = {"nonce": "n", "created_at": then, "due_at": then, "attempts": 12}
        for number, kind, payload, error, _ in GIVEN_UP:
            row = {"table_id": number, "kind": kind, "payload": payload, "error": error, "given_up_at": then}
            connection.execute(found.tables["outbox"].insert().values(**row, **kept))
        waiting = {"table_id": 1, "kind": "ballot", "payload": {"user": 8, "about": ""}, "error": "Discord 500 0"}
        connection.execute(found.tables["outbox"].insert().values(**waiting, **kept))
        vote = {"table_id": 1, "revision": 5, "asked_by": 3, "sequence": 1, "agreed": [3], "due_at": then}
        connection.execute(found.tables["rewind"].insert().values(**vote))

    await _run(database_url, fill)
    for _ in range(2):  # what is made good is made good once
        store = await Store.open(database_url)
        async with store.reading() as session:
            rows = list(await session.exec(select(schema.OutboxRow).order_by(col(schema.OutboxRow.id))))
            (vote,) = list(await session.exec(select(schema.Rewind)))
        await store.close()
        assert [row.given_up_at is None for row in rows] == [after_all for *_, after_all in GIVEN_UP] + [True]
        for row in rows:
            assert row.user_id == row.payload.get("user")
            assert row.decided_at == then
            if row.given_up_at is None:
                assert (row.attempts, row.tried, row.waits) == (0, True, "outage")
        assert vote.asked_at == then - timedelta(hours=24)
    async with (store := await Store.open(database_url)).writing() as session:
        await give_up(session, [row.id for row in rows if row.id], then, "Discord 503 0")
    await store.close()
    store = await Store.open(database_url)
    assert await Outbox(store).next_due() is None
    await store.close()
