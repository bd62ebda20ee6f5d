"""Nothing that is done often looks through all that is stored: every statement finds its rows by an index."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import asyncpg
from sqlalchemy import event
from sqlalchemy.engine import make_url

from bot.tables.service import Tables
from storage.store import Store
from tests.at_table import ANN, BEN, CEM, Clock, answer, person_in, started

FEW = {"rewind", "shared_fact", "closed_dm"}
"""Tables that never hold much: the votes that are open just now, say."""
Statement = tuple[str, Any]


def listen(store: Store) -> list[Statement]:
    """Note whatever is asked from now on."""
    asked: list[Statement] = []

    def note(_: Any, __: Any, statement: str, parameters: Any, ___: Any, many: bool) -> None:
        if statement.lstrip().startswith(("SELECT", "UPDATE", "DELETE")) and "pg_" not in statement:
            asked.append((statement, parameters[0] if many else parameters))

    event.listen(store._engine.sync_engine, "before_cursor_execute", note)
    return asked


async def plans(url: str, asked: list[Statement]) -> dict[str, str]:
    """How the database does what it is asked, where it may choose: by statement."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(make_url(url).database or "")) as file:
            return {
                statement: "\n".join(
                    row[3] for row in file.execute(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall()
                )
                for statement, parameters in asked
            }
    server = await asyncpg.connect(make_url(url).set(drivername="postgresql").render_as_string(hide_password=False))
    await server.execute("SET enable_seqscan = off")  # with so few rows it is the quicker way otherwise
    found = {}
    for statement, parameters in asked:
        found[statement] = "\n".join(row[0] for row in await server.fetch(f"EXPLAIN {statement}", *parameters))
    await server.close()
    return found


def scanned(plan: str) -> set[str]:
    """The tables that a plan looks through from end to end."""
    tables = set()
    for line in plan.splitlines():
        words = line.strip().lstrip("-> ").split()
        if words[:1] == ["SCAN"] and "USING" not in words and words[1:] != ["CONSTANT", "ROW"]:  # SQLite
            tables.add(words[1])
        if words[:3] == ["Seq", "Scan", "on"]:  # PostgreSQL
            tables.add(words[3])
    return tables


async def test_no_answer_tick_or_start_looks_through_everything(
    store: Store, database_url: str, tables: Tables, clock: Clock
) -> None:
    live = await started(tables, BEN, CEM, length="long")
    await tables.clocks.configure(live.info.id, ANN, "clock", "soft")
    asked = listen(store)
    table_id = live.info.id
    for seat in range(3):
        await answer(tables, table_id, seat, "1")
    await tables.queries.posting(table_id)
    await tables.queries.panel(table_id, person_in(live, 0))
    await tables.waiting_for(ANN.user_id)
    await tables.lobby.of_channel(20)
    await tables.remember_post(table_id, 20, 1, {"table": 5})
    for hours in (0, 30, 60):
        clock.move(hours=hours)
        await tables.due()
        await tables.rewinds.expire()
        await tables.clocks.expire()
        await tables.reminders.send_due()
        await tables.digests.send_due()
        while batch := (await tables.outbox.claim(clock.now)).messages:
            await tables.outbox.sent([one.id for one in batch], clock.now)
        await tables.outbox.next_due()
    await tables.upgrades.run()
    assert len(asked) > 50
    for statement, plan in (await plans(database_url, asked)).items():
        assert scanned(plan) <= FEW, f"{statement}\n{plan}"
