"""Checks whether people have left the server of a table.

Discord notifies of leaving members only with a privileged intent, which this bot does not request. So members are
fetched where it matters: before somebody who refuses direct messages is mentioned in a channel instead, and when
somebody has voted and others have not. Whoever acts at a table is a member again.
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
    """Whether a person is known to have left the server of their table."""
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


async def check_members(client: App, info: TableInfo, missing: Collection[int]) -> None:
    """Check whether those whose votes are missing have left the server."""
    for seat in missing:
        await has_left(client, info, info.players[seat].user_id)
