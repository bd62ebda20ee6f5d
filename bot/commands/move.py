"""/table move: a new channel for a table, above all for one that has lost its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.app import App
from bot.commands.context import Context
from bot.commands.table import check_may_post
from bot.tables.core.data import TableInfo
from bot.tables.core.errors import AlreadyThere, NoSuchTable
from bot.views import components
from bot.views.components import MAX_CHOICES, menu
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from bot.views.status import title_of
from rules.kernel.text import T, Text, player

_MakeLocalizer = Callable[[Sequence[str | Text]], Localizer]
"""Makes the localizer of a table with these players."""


async def move(context: Context, typed: str | None) -> None:
    """Move a table to this channel: the named one, or the only one without a channel; else show a menu."""
    guild_id = context.guild_id
    check_may_post(context)
    infos = await context.tables.channels.movable(guild_id, context.person)
    if typed is not None:
        info = next(
            (one for one in infos if typed.strip() in {str(one.id), _label(context.client, one, context.localizer)}),
            None,
        )
        if info is None:
            raise NoSuchTable
        await bring(context, info.id)
        return
    offered = [one for one in infos if one.lost] or [one for one in infos if one.channel_id != context.channel_id]
    if not offered:
        raise AlreadyThere if infos else NoSuchTable
    if len(offered) == 1 and offered[0].lost:
        await bring(context, offered[0].id)
        return
    localizer = context.localizer()
    text = localizer.post(T("Which table should come to this channel?"))
    choices = [(str(one.id), _label(context.client, one, context.localizer), "") for one in offered[:MAX_CHOICES]]
    picker = components.row(menu(CustomId("move", 0), choices, localizer.label(T("Choose here"))))
    await context.add(components.layout(components.words(text), picker))


async def bring(context: Context, table_id: int) -> None:
    """Move a table to this channel."""
    guild_id = context.guild_id
    check_may_post(context)
    await context.tables.channels.move(table_id, context.person, guild_id, context.channel_id)
    await context.say(T("The table is in this channel now."))


def complete_tables(client: App, infos: Sequence[TableInfo], language: str) -> list[tuple[str, str]]:
    """Completions: tables, as label and number."""
    return [(_label(client, info, lambda names: Localizer(language, names)), str(info.id)) for info in infos]


def _label(client: App, info: TableInfo, localizer: _MakeLocalizer) -> str:
    """The plain-text label of a table: its game, players and channel."""
    return localizer(info.names).label(
        T(
            "{game} ({who}), {place}",
            game=title_of(info, client.games),
            who=[player(one.seat) for one in info.players],
            place=_place(client, info),
        ),
        100,
    )


def _place(client: App, info: TableInfo) -> str | Text:
    if info.lost:
        return T("without a channel")
    guild = client.get_guild(info.guild_id)
    channel = guild.get_channel_or_thread(info.channel_id) if guild is not None else None
    return f"#{info.channel_id if channel is None else channel.name}"
