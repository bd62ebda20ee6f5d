"""The bot is woken when something falls due, and never by what is long past."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.delivery.scheduler import Scheduler


async def test_it_wakes_at_the_time_that_is_named_by_the_bots_own_clock() -> None:
    woken = asyncio.Event()
    ahead = timedelta(days=400)
    scheduler = Scheduler(woken.set, lambda: datetime.now(UTC) + ahead)
    scheduler.at(datetime.now(UTC) + ahead)  # before the start nothing is planned
    scheduler.start()
    try:
        scheduler.at(datetime.now(UTC) + ahead + timedelta(hours=5))
        scheduler.at(datetime.now(UTC) + ahead + timedelta(seconds=0.2))
        await asyncio.wait_for(woken.wait(), 5)
        woken.clear()
        scheduler.at(datetime.now(UTC) + ahead + timedelta(seconds=0.2))
        scheduler.at(None)
        await asyncio.sleep(0.5)
        assert not woken.is_set()
        scheduler.at(datetime.now(UTC))  # long past by the bot's clock: the tick sees to it, without turning in circles
        await asyncio.sleep(0.3)
        assert not woken.is_set()
    finally:
        scheduler.stop()
    scheduler.stop()


async def test_it_ticks_on_where_the_clock_is_set_back_by_a_year(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.delivery.scheduler.SLOW_TICK", timedelta(seconds=0.2))
    back = timedelta()

    class Wall(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime.now(tz) - back

    for module in ("bot.delivery.scheduler", "apscheduler.schedulers.base", "apscheduler.triggers.interval"):
        monkeypatch.setattr(f"{module}.datetime", Wall)
    woken = asyncio.Event()
    scheduler = Scheduler(woken.set, lambda: Wall.now(UTC))
    scheduler.start()
    try:
        await asyncio.wait_for(woken.wait(), 5)
        back = timedelta(days=366)
        for _ in range(2):  # the tick that was planned before, and the one after it
            woken.clear()
            await asyncio.wait_for(woken.wait(), 5)
        woken.clear()
        scheduler.at(
            Wall.now(UTC) + timedelta(seconds=0.1)
        )  # what is planned from now on is planned by the right clock
        await asyncio.wait_for(woken.wait(), 5)
    finally:
        scheduler.stop()
