"""The benchmark of scale tells every figure, and stores tables that can be played."""

from __future__ import annotations

import asyncio
import json

import pytest
from sqlmodel import col, func, select

from benchmarks import scale
from benchmarks.scale import filled, main
from bot.tables.service import Tables
from rules.registry import GAMES
from storage.schema import GameTable, LogRow, OutboxRow, Reminder, Seat
from storage.store import Store
from tests.databases import Server


def test_a_short_run_tells_every_figure_as_json(
    postgres: Server | None, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if postgres is None:
        pytest.skip("no PostgreSQL")
    monkeypatch.setattr(scale, "find_server", lambda: postgres)
    monkeypatch.setattr(scale, "PROCESSES", (1, 2))
    monkeypatch.setattr(scale, "STORED", 2 * scale.SHARE)
    monkeypatch.setattr(scale, "REPEATED", 3)
    monkeypatch.setattr(scale, "STARTS", 1)
    assert main(["--seconds", "1", "--tables", "50", "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert set(told) == {
        *(f"processes_{n}_{key}" for n in (1, 2) for key in ("answers_a_second", "median_ms", "p99_ms")),
        *(f"{key}_an_answer" for key in ("statements", "transactions", "wal_bytes", "kept_bytes")),
        *(f"tables_50_{key}_ms" for key in ("answer", "tick", "reminder", "start")),
    }
    assert all(value > 0 for key, value in told.items() if key != "kept_bytes_an_answer")


def test_without_a_server_it_says_so(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scale, "find_server", lambda: None)
    assert main([]) == 1
    assert "There is no PostgreSQL" in capsys.readouterr().err


def test_stored_tables_are_whole_and_can_be_played(postgres: Server | None) -> None:
    if postgres is None:
        pytest.skip("no PostgreSQL")

    async def look(url: str) -> None:
        store = await Store.open(url)
        async with store.reading() as session:
            count = {
                kind: (await session.exec(select(func.count()).select_from(kind))).one()
                for kind in (GameTable, Seat, LogRow, Reminder, OutboxRow)
            }
            ends = (await session.exec(select(func.max(col(GameTable.id))))).one()
        assert count[GameTable] == ends == 100
        assert 200 <= count[Seat] <= 400
        assert 0 < count[Reminder] <= count[Seat]
        assert count[OutboxRow] >= 100 * scale.SENT
        tables = Tables(store, {"race": GAMES["race"]})
        copied, first = await tables.game(100), await tables.game(20)
        assert copied.waiting == first.waiting
        assert copied.info.players[0].user_id == 1000
        await store.close()

    with filled(postgres, 100) as url:
        asyncio.run(look(url))
