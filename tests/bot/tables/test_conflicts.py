"""Another process may be faster several times in a row; an answer is then tried again, and comes through."""

from __future__ import annotations

import pytest

from bot.tables.core import unit_of_work
from bot.tables.core.errors import DatabaseAway
from bot.tables.service import Tables
from storage.errors import Conflict


async def test_work_is_done_though_others_were_faster_many_times(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unit_of_work, "_PAUSE", 0.0)
    faster = 9

    async def work() -> str:
        nonlocal faster
        faster -= 1
        if faster >= 0:
            raise Conflict
        return "done"

    assert await tables._unit.locked(1, work) == "done"


async def test_work_that_never_comes_through_is_given_up(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unit_of_work, "_PAUSE", 0.0)

    async def work() -> str:
        raise Conflict

    with pytest.raises(DatabaseAway):
        await tables._unit.locked(1, work)
