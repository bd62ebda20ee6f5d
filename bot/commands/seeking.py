"""Looking for players, and sitting down at a lobby from anywhere on its server."""

from __future__ import annotations

import discord

from bot.commands.context import Context
from bot.commands.errors import Refused
from bot.connection.traffic import NotNow
from bot.tables.channels import GONE, UNMADE
from bot.tables.core.data import TableInfo
from bot.tables.core.errors import AlreadyRunning, GameOver, NoTableHere
from rendering.words.folding import verbatim
from rules.kernel.text import T


async def seek(context: Context, table_id: int, *, on: bool, channel: discord.TextChannel | None = None) -> None:
    """Put a lobby up for anybody of the server: in a channel that is named, else beside the table; or no more."""
    place = _place(context, channel) if on else None
    await context.tables.lobby.seek(table_id, context.person, place)
    if place is None:
        await context.say(T("Nobody is looked for any more."))
    else:
        where = verbatim(f"<#{place}>")
        await context.say(T("A post in {where} looks for players, until the game starts.", where=where))


def _place(context: Context, channel: discord.TextChannel | None) -> int:
    """The channel for the post; of a thread the one that it belongs to.

    Raises:
        Refused: the person or the bot may not write there.

    """
    guild, user = context.interaction.guild, context.interaction.user
    if guild is None or not isinstance(user, discord.Member):
        raise Refused(T("That works in a channel of a server, not here."))
    here = context.interaction.channel
    parent = here.parent_id if isinstance(here, discord.Thread) else context.channel_id
    named = channel if channel is not None else guild.get_channel(parent)
    if isinstance(named, discord.ForumChannel):  # nothing but posts stands there
        raise Refused(T("A forum has no place beside the table. Name a channel: /table seek with “channel”."))
    if not isinstance(named, discord.TextChannel):
        return parent
    theirs, mine = named.permissions_for(user), named.permissions_for(guild.me)
    if not (theirs.view_channel and theirs.send_messages):
        raise Refused(T("You may not write there yourself, so I do not look for players there."))
    if not (mine.view_channel and mine.send_messages):
        raise Refused(T("I may not write there. Whoever manages this server can give me that right."))
    return named.id


async def sit(context: Context, table_id: int) -> None:
    """Take a seat at a lobby of this server whose channel the person may see."""
    info = await context.tables.lobby.info(table_id)
    if context.guild_id != info.guild_id:
        raise NoTableHere
    if info.phase == "running":
        raise AlreadyRunning
    if not info.live:
        raise GameOver
    if context.user_id not in {*info.invited, *info.declined} and not may_see(context, info):
        if info.lost in {GONE, UNMADE} or await _was_deleted(context, info):
            context.client.refresh_soon(table_id)
            raise Refused(T("That table has no channel for now, so nobody can sit down there."))
        raise Refused(T("You may not see the channel of that table, so you cannot play there."))
    info = await context.tables.lobby.join(table_id, context.person)
    if info.lost:
        await context.say(T("You sit at the table now. Whoever opened it starts the game."))
        return
    where = verbatim(f"<#{info.channel_id}>")
    await context.say(T("You sit at the table now: {where}. Whoever opened it starts the game.", where=where))


async def _was_deleted(context: Context, info: TableInfo) -> bool:
    """Whether the channel of a table was deleted, which is noted then: nobody may have listened when it was."""
    guild = context.interaction.guild
    if guild is None or guild.get_channel_or_thread(info.channel_id) is not None:
        return False
    try:
        await context.client.traffic.call(lambda: guild.fetch_channel(info.channel_id))
    except discord.NotFound:
        await context.tables.channels.lose(info.id, GONE)
        return True
    except (discord.HTTPException, NotNow):
        return False
    return False


def may_see(context: Context, info: TableInfo) -> bool:
    """Whether the person may see the channel of a table; also if it is the one that this comes from."""
    guild, user = context.interaction.guild, context.interaction.user
    if info.channel_id == context.channel_id:
        return True
    channel = None if guild is None else guild.get_channel_or_thread(info.channel_id)
    if channel is None or not isinstance(user, discord.Member):
        return False
    return channel.permissions_for(user).view_channel
