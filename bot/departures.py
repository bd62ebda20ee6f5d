"""Checks whether people have left the server of a table.

Discord notifies of leaving members only with a privileged intent, which this bot does not request. So members are
fetched where it matters: before somebody who refuses direct messages is mentioned in a channel instead, and when
somebody has voted and others have not; so are the owner of a weekly table before it opens, and whoever looks at a table
from elsewhere. Whoever acts at a table is a member again.
"""

from __future__ import annotations

import logging
from collections.abc import Collection

import discord

from bot.app import App
from bot.connection.traffic import NotNow
from bot.tables.core.data import Person, TableInfo
from bot.tables.weekly import Owner

log = logging.getLogger(__name__)

UNKNOWN_SERVER = 10004
"""Discord's code for a server that we are not on (any more): it says nothing of who is."""


async def has_left(client: App, info: TableInfo, user_id: int) -> bool:
    """Whether a person is known to have left the server of their table."""
    return (await _member(client, info, user_id))[1]


async def is_shut_out(client: App, info: TableInfo, user_id: int) -> bool:
    """Whether a person is known to have left the server of a table, or not to see its channel (any more)."""
    return await _sees(client, info, user_id) is False


async def may_look_on(client: App, info: TableInfo, user_id: int) -> bool:
    """Whether a person who does not play may look at a table from elsewhere, as they may in its channel.

    Where that cannot be told just now, they may not. A game that is over is shown to everybody on its server
    (`bot.tables.archive`).
    """
    if info.live:
        return await _sees(client, info, user_id) is True
    return (await _member(client, info, user_id))[0] is not None


async def _sees(client: App, info: TableInfo, user_id: int) -> bool | None:
    """Whether a person sees the channel of a table, or is on its server if it has none; None if nobody can tell."""
    member, left = await _member(client, info, user_id)
    if member is None:
        return False if left else None
    if info.lost:
        return True
    try:
        home = await _channel(client, member.guild, info.channel_id)
        if isinstance(home, discord.Thread):
            home = await _channel(client, member.guild, home.parent_id)
    except discord.HTTPException as error:
        log.info("It could not be told who sees a channel: %s %s", error.status, error.code)
        return None
    except NotNow as error:
        log.info("It could not be told who sees a channel: %s", error)
        return None
    return home.permissions_for(member).view_channel


async def _channel(client: App, guild: discord.Guild, channel_id: int) -> discord.abc.GuildChannel | discord.Thread:
    """A channel of a server; the channels of other processes' servers are fetched."""
    known = guild.get_channel_or_thread(channel_id)
    return known if known is not None else await client.traffic.call(lambda: guild.fetch_channel(channel_id))


async def _member(client: App, info: TableInfo, user_id: int) -> tuple[discord.Member | None, bool]:
    """A person as a member of the server of their table; and whether they are known to have left it."""
    guild = await client.servers.find(info.guild_id)
    if guild is None:
        return None, False
    member, left = await _fetch(client, guild, user_id)
    if left and info.seat_of(user_id) is not None:  # whoever only looks on changes nothing by having left
        await client.tables.members.note(info.id, user_id, gone=True)
    return member, left


async def _fetch(client: App, guild: discord.Guild, user_id: int) -> tuple[discord.Member | None, bool]:
    """A member of a server; and whether they are known not to be one (any more)."""
    try:
        return await client.traffic.call(lambda: guild.fetch_member(user_id)), False
    except discord.NotFound as error:
        return None, error.code != UNKNOWN_SERVER
    except discord.HTTPException as error:
        log.info("It could not be told who is on a server: %s %s", error.status, error.code)
    except NotNow as error:
        log.info("It could not be told who is on a server: %s", error)
    return None, False


async def find_owner(client: App, guild_id: int, user_id: int) -> Owner | None:
    """Look up whoever has set a weekly table as a member of its server; None if that cannot be told now."""
    guild = await client.servers.find(guild_id)
    if guild is None:
        return Owner(None, known_there=False) if await client.servers.left(guild_id) else None
    member, left = await _fetch(client, guild, user_id)
    if member is None:
        return Owner(None) if left else None
    roles = frozenset(role.id for role in member.roles)
    manages = member.guild_permissions.manage_guild
    return Owner(Person(user_id, member.display_name, manages=manages, roles=roles))


async def check_members(client: App, info: TableInfo, missing: Collection[int]) -> None:
    """Check whether those whose votes are missing have left the server."""
    for seat in missing:
        await has_left(client, info, info.players[seat].user_id)
