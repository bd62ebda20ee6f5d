"""The measurement of statistics fills a database with what statistics find."""

from __future__ import annotations

import pytest

from benchmarks.statistics import fill, main
from bot.tables.service import Tables
from storage.statistics import Scope
from storage.store import Store


async def test_as_many_games_are_made_as_were_asked_for(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.statistics.MADE", 40)
    busiest = await fill(store, 90)
    tables = Tables(store)
    everybody = await tables.statistics.of(Scope())
    assert everybody.games + everybody.mixed == 90
    one = await tables.statistics.of(Scope(user_id=busiest))
    assert one.whole.played + one.mixed > 5
    assert one.rival is not None
    assert one.seconds is not None
    here = await tables.statistics.of(Scope(user_id=busiest, guild_id=1))
    assert here.skills
    assert 0 < here.whole.played < one.whole.played


def test_it_tells_every_question(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["statistics", "--games", "50"])
    assert main() == 0
    said = capsys.readouterr().out
    assert "50 games made" in said
    assert said.count("ms of work") == 8
