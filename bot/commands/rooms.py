"""Where a new table goes: a thread or a post of its own, or the channel in which it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import discord

from bot.commands.context import Context
from bot.tables.channels import UNMADE
from bot.tables.core.data import TableInfo
from bot.tables.core.errors import NoTableHere
from bot.tables.rooms import GONE_HOME, RIGHTS, WHY_HERE, RoomWanted
from rendering.words.folding import verbatim
from rules.kernel.text import T, Text

PLACES: Mapping[str, Text] = {"thread": T("A thread of its own"), "here": T("Right here")}
"""Where tables go (`ServerSettings.where`)."""
ROOM_SECONDS = 8.0
"""How long whoever opens a table waits to be told where it is."""


@dataclass(frozen=True)
class Place:
    """Where a new table goes; without a `room`, into this channel, and `why_here` if a room was wanted."""

    room: RoomWanted | None = None
    why_here: str = ""


async def find_place(context: Context, where: str | None) -> Place:
    """Find where a table that a person opens goes: as they ask for, else as the server has it.

    In a thread, and in a channel that has none, it stays there; but a thread that has a table already gets another
    beside it.
    """
    settings = await context.tables.guilds.settings(context.guild_id)
    if (where or settings.where) == "here":
        return Place()
    guild = context.interaction.guild
    if settings.home:
        return Place(why_here=GONE_HOME) if guild is None else place_in(guild, settings.home)
    here = context.interaction.channel
    if isinstance(here, discord.Thread):
        parent = here.parent
        if guild is None or parent is None or not await _taken(context):
            return Place()
        return _below(parent, parent.permissions_for(guild.me))
    if not isinstance(here, discord.TextChannel):
        return Place()
    return _below(here, context.interaction.app_permissions)


def place_in(guild: discord.Guild, channel_id: int) -> Place:
    """The place of a table whose server has its tables in a channel."""
    home = guild.get_channel(channel_id)
    if not isinstance(home, (discord.TextChannel, discord.ForumChannel)):
        return Place(why_here=GONE_HOME)
    return _below(home, home.permissions_for(guild.me))


async def _taken(context: Context) -> bool:
    try:
        await context.tables.lobby.of_channel(context.channel_id)
    except NoTableHere:
        return False
    return True


def _below(channel: discord.TextChannel | discord.ForumChannel, may: discord.Permissions) -> Place:
    forum = isinstance(channel, discord.ForumChannel)
    needed = [may.view_channel, may.send_messages, may.send_messages_in_threads, may.read_message_history]
    if not forum:
        needed.append(may.create_public_threads)
    return Place(RoomWanted(channel.id, forum)) if all(needed) else Place(why_here=RIGHTS)


def told_where(info: TableInfo) -> Text:
    """Tell whoever has opened a table where it is."""
    if info.lost == UNMADE:
        if info.why_here:
            return T(
                "{why} And this channel has a table already. /table move brings the new one to another channel.",
                why=WHY_HERE[info.why_here],
            )
        return T("The table will have a thread of its own in a moment: Discord takes its time. /table list shows it.")
    if info.why_here:
        return T("{why} So the table is open in this channel.", why=WHY_HERE[info.why_here])
    if info.room:
        return T("The table is open: {channel}", channel=verbatim(f"<#{info.channel_id}>"))
    return T("The table is open. Others take a seat with the button below it or with /table join.")


async def enter(context: Context, table_id: int) -> None:
    """Take a seat at a table from the channel above its thread."""
    info = await context.tables.lobby.info(table_id)
    if info.guild_id != context.guild_id:
        raise NoTableHere
    info = await context.tables.lobby.join(table_id, context.person)
    if info.lost:
        await context.say(T("You sit at the table now. Whoever opened it starts the game."))
    else:
        there = verbatim(f"<#{info.channel_id}>")
        await context.say(T("You sit at the table now: {channel}. Whoever opened it starts the game.", channel=there))
