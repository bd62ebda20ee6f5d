"""What is known of servers, also of those that another process listens to.

Discord tells a process of the servers of its own shards only. Of the others it is asked, and the answer is kept for a
while: a server's name and language are wanted with every post there.
"""

from __future__ import annotations

import math
import time

import discord

from bot.connection.traffic import NotNow, Traffic

KEPT_SECONDS = 3600.0
MISSING_SECONDS = 60.0
"""Seconds before a server that Discord did not tell of is asked for again."""
MAX_KEPT = 5000


class Servers:
    """The servers that this bot is on, whichever process listens to them."""

    def __init__(self, client: discord.Client, traffic: Traffic) -> None:
        self._client = client
        self._traffic = traffic
        self._kept: dict[int, tuple[float, discord.Guild | None, bool]] = {}

    async def find(self, guild_id: int) -> discord.Guild | None:
        """A server; None where we are not on it, or Discord does not tell just now."""
        return (await self._look(guild_id))[0]

    async def left(self, guild_id: int) -> bool:
        """Whether we are known not to be on a server (any more)."""
        return (await self._look(guild_id))[1]

    def note_left(self, guild_id: int) -> None:
        """Note that we were removed from a server; whether we still are is asked for after a while."""
        self._kept[guild_id] = (time.monotonic() + KEPT_SECONDS, None, True)

    async def _look(self, guild_id: int) -> tuple[discord.Guild | None, bool]:
        here = self._client.get_guild(guild_id)
        if here is not None:
            return here, False
        until, kept, left = self._kept.pop(guild_id, (-math.inf, None, False))
        if until < time.monotonic():
            kept, left = await self._ask(guild_id)
            until = time.monotonic() + (MISSING_SECONDS if kept is None else KEPT_SECONDS)
        self._kept[guild_id] = (until, kept, left)
        while len(self._kept) > MAX_KEPT:
            del self._kept[next(iter(self._kept))]
        return kept, left

    async def _ask(self, guild_id: int) -> tuple[discord.Guild | None, bool]:
        try:
            ask = self._traffic.call
            return await ask(lambda: self._client.fetch_guild(guild_id, with_counts=False)), False
        except (discord.NotFound, discord.Forbidden):
            return None, True
        except (discord.HTTPException, NotNow):
            return None, False
