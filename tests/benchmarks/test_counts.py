"""One press costs no more than is written down of the database and of the rules; the benchmark counts all of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import text

from benchmarks import counts
from benchmarks.bot import main
from benchmarks.counts import counting, risen, written
from bot.tables.service import Tables
from storage.store import Store
from tests.at_table import Clock, started

ACTS = {"press", "typed", "reminder", "board"}
KINDS = {"transactions", "statements", "decodes", "prompts"}


async def test_no_count_rises_above_what_is_written_down() -> None:
    counted = await counts.count()
    assert set(counted) == set(written()) == ACTS
    assert all(set(kinds) == KINDS for kinds in (*counted.values(), *written().values()))
    assert not risen(counted, written())
    assert await counts.count() == counted  # else nothing could be held to it


def test_a_count_that_rises_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    less = written()
    less["typed"]["decodes"] = 0
    monkeypatch.setattr(counts, "WRITTEN", tmp_path / "counts.json")
    counts.WRITTEN.write_text(json.dumps(less))
    assert main(["--counts", "--check", "--json"]) == 1
    said = capsys.readouterr()
    assert set(json.loads(said.out)) == ACTS
    assert said.err.startswith("typed: ")
    assert said.err.count("\n") == 1
    assert main(["--counts"]) == 0
    assert capsys.readouterr().out.count("transactions") == len(ACTS)


async def test_transactions_and_statements_are_counted_but_not_their_ends(store: Store) -> None:
    with counting() as count:
        async with store.reading() as session:
            await session.exec(text("SELECT 1"))  # type: ignore[call-overload]
            await session.exec(text("SELECT 2"))  # type: ignore[call-overload]
        async with store.writing() as session:
            await session.exec(text("SELECT 3"))  # type: ignore[call-overload]
    async with store.reading() as session:
        await session.exec(text("SELECT 4"))  # type: ignore[call-overload]
    assert count.told() == {"transactions": 2, "statements": 3, "decodes": 0, "prompts": 0}


async def test_looking_for_more_after_all_has_been_said_is_not_counted(
    tables: Tables, store: Store, clock: Clock
) -> None:
    await started(tables)
    rows = (await tables.outbox.claim(clock.now)).messages
    with counting() as count:
        await tables.outbox.sent([one.id for one in rows], clock.now)
        alone = count.told()
        await tables.outbox.next_due()
        assert count.told() == alone
        await tables.outbox.sent([one.id for one in rows], clock.now)
        assert count.told()["transactions"] == alone["transactions"] + 2


async def test_decodes_and_prompts_are_counted_of_every_game(tables: Tables) -> None:
    live = await started(tables)
    with counting() as count:
        for _ in range(2):
            tables._unit.positions.clear()
            await tables.game(live.info.id)
            await tables.game(live.info.id)  # the same one: it is decoded once
    assert (count.told()["decodes"], count.told()["prompts"]) == (2, 2)
