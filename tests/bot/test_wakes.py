"""The bot is woken when something falls due, and never by what is long past."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from bot.wakes import Wakes


async def test_it_wakes_at_the_time_that_is_named_by_the_bots_own_clock() -> None:
    woken = asyncio.Event()
    ahead = timedelta(days=400)
    wakes = Wakes(woken.set, lambda: datetime.now(UTC) + ahead)
    wakes.at(datetime.now(UTC) + ahead)  # before the start nothing is planned
    wakes.start()
    try:
        wakes.at(datetime.now(UTC) + ahead + timedelta(hours=5))
        wakes.at(datetime.now(UTC) + ahead + timedelta(seconds=0.2))
        await asyncio.wait_for(woken.wait(), 5)
        woken.clear()
        wakes.at(datetime.now(UTC) + ahead + timedelta(seconds=0.2))
        wakes.at(None)
        await asyncio.sleep(0.5)
        assert not woken.is_set()
        wakes.at(datetime.now(UTC))  # long past by the bot's clock: the tick sees to it, without turning in circles
        await asyncio.sleep(0.3)
        assert not woken.is_set()
    finally:
        wakes.stop()
    wakes.stop()
