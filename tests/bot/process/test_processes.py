"""Real processes on one database: two that share the work, and one that is killed in the middle of it."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from pathlib import Path

import pytest
from sqlmodel import col, select

from storage.outbox import TO_ONE
from storage.schema import LogRow, OutboxRow
from storage.store import Store
from tests.at_table import BEN, Clock, open_tables, started


async def two_tables(url: str) -> list[int]:
    store = await Store.open(url)
    tables = open_tables(store, Clock())
    tables_ids = [(await started(tables, BEN, channel=channel, length="long")).info.id for channel in (20, 21)]
    async with store.writing() as session:  # what was said before the game is over here is nobody's business
        for row in await session.exec(select(OutboxRow)):
            await session.delete(row)
    await store.close()
    return tables_ids


async def start(*arguments: object) -> asyncio.subprocess.Process:
    command = [sys.executable, "-m", "tests.bot.second_process", *map(str, arguments)]
    return await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)


async def end(process: asyncio.subprocess.Process) -> tuple[int | None, list[tuple[int, int]]]:
    """Wait for a process; gives its exit code and what it has acknowledged, by table and revision."""
    out, _ = await asyncio.wait_for(process.communicate(), 120)
    said = [line.split() for line in out.decode().splitlines()]
    return process.returncode, [(int(table), int(revision)) for _, table, revision in said]


async def kept(url: str) -> tuple[list[OutboxRow], set[tuple[int, int]]]:
    """What the database holds: the outbox, and the answers by table and revision."""
    store = await Store.open(url)
    async with store.reading() as session:
        rows = list(await session.exec(select(OutboxRow).order_by(col(OutboxRow.id))))
        answers = {(row.table_id, row.revision) for row in await session.exec(select(LogRow)) if row.kind == "answer"}
    await store.close()
    return rows, answers


async def test_two_processes_play_two_tables_at_once_and_say_everything_once(postgres_url: str, tmp_path: Path) -> None:
    database_url = postgres_url  # a SQLite file is one process's, and what another one has claimed is nobody's any more
    table_ids = await two_tables(database_url)
    file = tmp_path / "channel"
    processes = [await start(database_url, file, seat, 0, 0, *table_ids) for seat in (0, 1)]
    ended = [await end(process) for process in processes]
    assert [code for code, _ in ended] == [0, 0]

    rows, answers = await kept(database_url)
    acknowledged = [one for _, said in ended for one in said]
    assert len(acknowledged) == len(set(acknowledged))
    assert set(acknowledged) == answers
    lines = [line.split() for line in file.read_text().splitlines()]
    assert Counter(int(line[1]) for line in lines) == Counter({row.id: 1 for row in rows})
    assert all(row.sent_at is not None for row in rows)
    for table_id in table_ids:
        said = [int(line[1]) for line in lines if int(line[3]) == table_id and line[4] not in TO_ONE]
        assert said == sorted(said)


@pytest.mark.parametrize("kill", [-1, 6, 11])
async def test_a_process_killed_while_it_posts_loses_nothing_and_says_nothing_else_than_before(
    database_url: str, tmp_path: Path, kill: int
) -> None:
    url = database_url
    table_ids = await two_tables(url)
    file = tmp_path / "channel"
    acknowledged: list[tuple[int, int]] = []
    code, said = await end(await start(url, file, -1, 0, kill, *table_ids))
    assert code == -9
    acknowledged += said
    written = len(file.read_text().splitlines()) if file.exists() else 0
    done = {row.id for row in (await kept(url))[0] if row.sent_at is not None}
    # What the dead process had claimed is free at once; where nobody can tell that it is dead, after its lease.
    minutes = 0 if url.startswith("sqlite") else 5
    code, said = await end(await start(url, file, -1, minutes, 0, *table_ids))
    assert code == 0
    acknowledged += said

    rows, answers = await kept(url)
    assert len(acknowledged) == len(set(acknowledged))
    assert set(acknowledged) <= answers  # an answer may have been kept just before the end, without a word of it
    assert all(row.sent_at is not None for row in rows)
    lines = [line.split() for line in file.read_text().splitlines()]
    # What was written again had not been noted as sent, and carries the nonce of its row, so Discord shows it once.
    assert {(int(line[1]), line[2]) for line in lines} == {(row.id, row.nonce) for row in rows}
    again = [int(line[1]) for line in lines[written:]]
    assert len(again) == len(set(again))
    assert not done.intersection(again)
