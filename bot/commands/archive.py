"""``/games``: games that are over, to leaf through, and what can be done with one of them."""

from __future__ import annotations

import discord

from bot.commands.context import Context
from bot.commands.errors import Refused
from bot.tables.core.errors import UnknownGame
from bot.views.archive import Leafing, entry_layout, page_layout
from bot.views.custom_ids import CustomId, read_number
from rules.kernel.text import T


async def show_typed(
    context: Context, person: discord.User | discord.Member | None, game: str | None, *, everywhere: bool
) -> None:
    """List the games of this server, of one of its people, or one's own on all servers."""
    everywhere = everywhere or context.interaction.guild_id is None
    whose = person.id if person is not None else context.user_id if everywhere else 0
    await show(context, Leafing(whose, game, everywhere))


async def pressed(context: Context, custom_id: CustomId) -> None:
    """Show another page."""
    await show(context, Leafing.read(custom_id))


async def show(context: Context, leafing: Leafing) -> None:
    """Show a page of games, for the reader alone.

    Raises:
        Refused, UnknownGame.

    """
    if leafing.game is not None and leafing.game not in context.client.games:
        raise UnknownGame(leafing.game)
    if leafing.everywhere and leafing.user_id != context.user_id:
        raise Refused(T("On all servers you see the games that you have played yourself: /games"))
    guild_id = None if leafing.everywhere else context.guild_id
    page = await context.tables.archive.page(guild_id, leafing.user_id or None, leafing.game, leafing.page)
    await context.show(page_layout(leafing, page, context.client.games, context.localizer(), context.preferences.zone))


async def opened(context: Context, custom_id: CustomId, value: str) -> None:
    """Show one game.

    Raises:
        NoTableHere: they may not see it.

    """
    leafing = Leafing.read(custom_id)
    entry = await context.tables.archive.one(read_number(value), context.interaction.guild_id, context.user_id)
    seated = entry.info.seat_of(context.user_id) is not None
    zone = context.preferences.zone
    await context.show(
        entry_layout(leafing, entry, context.client.games, context.localizer(), seated=seated, zone=zone)
    )
