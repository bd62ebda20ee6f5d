"""The servers, looked up and changed inside a transaction of `storage.store`."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from storage.schema import Guild


async def settings(session: AsyncSession, guild_id: int, *, lock: bool = False) -> dict[str, Any]:
    """What was set for a server; empty where nothing was. `lock`: lock the row until the transaction ends."""
    guild = await session.get(Guild, guild_id, with_for_update={"key_share": True} if lock else None)
    return {} if guild is None else dict(guild.settings)


async def set_settings(session: AsyncSession, guild_id: int, settings: dict[str, Any], now: datetime) -> None:
    """Store what was set for a server."""
    guild = await session.get(Guild, guild_id)
    if guild is None:
        guild = Guild(id=guild_id, first_seen=now)
    guild.settings = settings
    session.add(guild)
    await session.flush()
