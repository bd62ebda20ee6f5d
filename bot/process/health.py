"""Health of the bot for monitoring: JSON on a loopback port, and a status line for the service manager."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

from aiohttp import web

from bot.app import App
from bot.settings import BadSettings
from storage import outbox
from storage.errors import StoreAway
from storage.store import Store

LATE = timedelta(minutes=10)
"""A message overdue for longer means that delivery does not work."""
_SECONDS_TO_CLOSE = 0.2


class Health:
    """Reports the health of a bot."""

    def __init__(self, client: App, store: Store) -> None:
        self._client = client
        self._store = store

    def status(self) -> str:
        """Describe the health in one line, as far as is known without a query."""
        discord = "Connected to Discord" if self._client.connected else "Waiting for Discord"
        return (
            f"{discord}; the database is away: {self._store.away}"
            if self._store.away
            else f"{discord}; the database is there"
        )

    async def report(self) -> dict[str, Any]:
        """Query and report the health: ``healthy`` is whether everything works.

        ``ready``: all shards receive events; ``latency`` of the gateway, and age of the ``oldest`` message that is due
        and not sent, in seconds; ``store``: ``there`` or why it is unavailable.
        """
        oldest: float | None = None
        try:
            async with self._store.reading() as session:
                since = await outbox.oldest_due(session, self._client.now())
            oldest = None if since is None else max(0.0, (self._client.now() - since).total_seconds())
        except StoreAway:
            pass
        ready, latency = self._client.connected, self._client.latency
        return {
            "healthy": ready and not self._store.away and (oldest is None or oldest < LATE.total_seconds()),
            "ready": ready,
            "latency": round(latency, 3) if math.isfinite(latency) else None,
            "oldest": None if oldest is None else round(oldest, 1),
            "store": self._store.away or "there",
        }


@asynccontextmanager
async def serve_health(health: Health, port: int | None) -> AsyncIterator[None]:
    """Serve ``GET /health`` on the loopback: 200 if the bot is healthy, else 503. No port: nothing is served.

    Raises:
        BadSettings: the port cannot be opened.

    """
    if port is None:
        yield
        return

    async def answer(_: web.Request) -> web.Response:
        report = await health.report()
        return web.json_response(report, status=200 if report["healthy"] else 503)

    app = web.Application()
    app.router.add_get("/health", answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=_SECONDS_TO_CLOSE)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, "127.0.0.1", port).start()
        except OSError as error:
            raise BadSettings(f"Port {port} for the health of the bot cannot be opened: {error.strerror}.") from None
        yield
    finally:
        async with asyncio.timeout(2 * _SECONDS_TO_CLOSE):
            await runner.cleanup()
