"""The connection to Discord's gateway: reconnects with exponential backoff, closes without waiting for an answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from types import TracebackType
from typing import Any

import aiohttp
import discord
import yarl

from storage.availability import cause_of

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we use no voice channels

FIRST_PAUSE, LONGEST_PAUSE = 2.0, 300.0
"""Seconds between two tries; each pause is twice the one before."""
CONNECTING_SECONDS = 60.0
"""Timeout of connecting a shard."""
CLOSING_SECONDS = 0.5
"""Timeout of the closing handshake."""
LONGEST_BACKOFF = 8
"""Exponent of discord.py's longest backoff, in seconds (2**8); its default is a quarter of an hour."""


def backoff() -> Iterator[float]:
    """Yield the pause after each failure, for ever: exponential backoff."""
    pause = FIRST_PAUSE
    while True:
        yield min(pause, LONGEST_PAUSE)
        pause *= 2


class _NotLaunched(Exception):
    """A try to connect a shard has failed."""


class Gateway(discord.AutoShardedClient):
    """A client that always reconnects, and that closes in time."""

    def __init__(self, *, intents: discord.Intents, **options: Any) -> None:
        super().__init__(intents=intents, shard_connect_timeout=CONNECTING_SECONDS, **options)
        self._launching: set[int] = set()

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard, retrying until that succeeds.

        discord.py retries for ever, too: every five seconds, with a traceback, and by calling this method recursively.
        We raise in that recursive call, and retry with a longer pause.
        """
        if shard_id in self._launching:
            raise _NotLaunched
        self._launching.add(shard_id)
        try:
            for pause in backoff():
                try:
                    await super().launch_shard(gateway, shard_id, initial=initial)
                except _NotLaunched as failed:
                    cause = describe_outage(failed.__context__ or failed)
                    log.warning(
                        "Discord's gateway is away (%s); shard %d tries again in %.0f s", cause, shard_id, pause
                    )
                    await asyncio.sleep(pause)
                else:
                    break
        finally:
            self._launching.discard(shard_id)
        shard = self.get_shard(shard_id)
        if shard is not None:
            shard._parent._backoff._max = LONGEST_BACKOFF  # noqa: SLF001 - there is no other way to say it

    @property
    def connected(self) -> bool:
        """Whether all shards receive events now."""
        return self.is_ready() and all(not shard.is_closed() for shard in self.shards.values())

    async def close(self) -> None:
        """Close; discord.py would wait half a minute for the closing handshake of a dead gateway."""
        closing = asyncio.ensure_future(super().close())
        await asyncio.wait({closing}, timeout=CLOSING_SECONDS)
        if not closing.done():
            await self.http.close()
        elif not closing.cancelled():
            closing.result()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


def describe_outage(error: BaseException) -> str:
    """Describe in some words why Discord is not reached."""
    if isinstance(error, discord.HTTPException):
        return f"it answers {error.status}"
    if isinstance(error, discord.GatewayNotFound) and isinstance(error.__cause__, discord.HTTPException):
        return describe_outage(error.__cause__)
    if isinstance(error, discord.ConnectionClosed):
        return f"it closes the connection with {error.code}"
    if isinstance(error, aiohttp.ClientConnectorError):
        return cause_of(error.os_error) if error.os_error.errno is not None else str(error.os_error)
    if isinstance(error, aiohttp.ServerDisconnectedError):
        return "it hangs up"
    return cause_of(error)
