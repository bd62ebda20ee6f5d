"""Looks whether people have left the server of a table.

Discord tells only bots that see every member of their servers (a privileged intent, which this one does not ask for)
when somebody leaves. So it is looked up where it matters: when somebody cannot be written to, before they are mentioned
in a channel instead, and when somebody has voted and others have not. Whoever does something at a table is back.
"""

from __future__ import annotations

import logging
from collections.abc import Collection

import discord

from bot.app import App
from bot.connection.traffic import NotNow
from bot.tables.core.data import TableInfo

log = logging.getLogger(__name__)


async def has_left(client: App, info: TableInfo, user_id: int) -> bool:
    """Whether a person has left the server of their table; not where that cannot be told."""
    guild = await client.servers.find(info.guild_id)
    if guild is None:
        return False
    try:
        await client.traffic.call(lambda: guild.fetch_member(user_id))
    except discord.NotFound:
        await client.tables.members.note(info.id, user_id, gone=True)
        return True
    except discord.HTTPException as error:
        log.info("It could not be told who is on a server: %s %s", error.status, error.code)
    except NotNow as error:
        log.info("It could not be told who is on a server: %s", error)
    return False


async def see_who_left(client: App, info: TableInfo, missing: Collection[int]) -> None:
    """Look whether those whom an open vote waits for are still on the server."""
    for seat in missing:
        await has_left(client, info, info.players[seat].user_id)
