"""Looks up servers, including those of other processes' shards.

A process receives the servers of its own shards only. The others are fetched from the API and cached for a while: a
server's name and language are needed with every post there.
"""

from __future__ import annotations

import math
import time

import discord

from bot.connection.traffic import NotNow, Traffic

CACHE_SECONDS = 3600.0
MISSING_SECONDS = 60.0
"""How long it is cached that a server was not found."""
CACHE_SIZE = 5000


class Servers:
    """The servers that this bot is on, whichever process listens to them."""

    def __init__(self, client: discord.Client, traffic: Traffic) -> None:
        self._client = client
        self._traffic = traffic
        self._cache: dict[int, tuple[float, discord.Guild | None, bool]] = {}

    async def find(self, guild_id: int) -> discord.Guild | None:
        """A server; None if we are not on it, or it cannot be fetched now."""
        return (await self._look(guild_id))[0]

    async def left(self, guild_id: int) -> bool:
        """Whether we are known not to be on a server (any more)."""
        return (await self._look(guild_id))[1]

    def note_left(self, guild_id: int) -> None:
        """Note that we were removed from a server, until the cache expires."""
        self._cache[guild_id] = (time.monotonic() + CACHE_SECONDS, None, True)

    async def _look(self, guild_id: int) -> tuple[discord.Guild | None, bool]:
        own = self._client.get_guild(guild_id)
        if own is not None:
            return own, False
        until, guild, left = self._cache.pop(guild_id, (-math.inf, None, False))
        if until < time.monotonic():
            guild, left = await self._fetch(guild_id)
            until = time.monotonic() + (MISSING_SECONDS if guild is None else CACHE_SECONDS)
        self._cache[guild_id] = (until, guild, left)
        while len(self._cache) > CACHE_SIZE:
            del self._cache[next(iter(self._cache))]
        return guild, left

    async def _fetch(self, guild_id: int) -> tuple[discord.Guild | None, bool]:
        try:
            call = self._traffic.call
            return await call(lambda: self._client.fetch_guild(guild_id, with_counts=False)), False
        except (discord.NotFound, discord.Forbidden):
            return None, True
        except (discord.HTTPException, NotNow):
            return None, False
