"""/table move: a new channel for a table, above all for one that has lost its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from bot import layouts
from bot.codes import Code
from bot.layouts import MOST_CHOICES, menu
from bot.looking import title_of
from bot.seating import check_may_post
from bot.table_data import TableInfo
from bot.table_errors import AlreadyThere, NoSuchTable
from bot.voice import Voice
from rules.kernel.text import T, Text, player

if TYPE_CHECKING:
    from bot.calls import Call
    from bot.client import Orrery

_Speaks = Callable[[Sequence[str | Text]], Voice]
"""How to speak at a table with these players."""


async def move(call: Call, typed: str | None) -> None:
    """Bring a table to this channel: the one that was named, or the only one without a channel; else let choose."""
    guild_id = call.guild_id
    check_may_post(call)
    infos = await call.tables.homes.movable(guild_id, call.person)
    if typed is not None:
        info = next(
            (one for one in infos if typed.strip() in {str(one.id), _label(call.client, one, call.voice)}), None
        )
        if info is None:
            raise NoSuchTable
        await bring(call, info.id)
        return
    offered = [one for one in infos if one.lost] or [one for one in infos if one.channel_id != call.channel_id]
    if not offered:
        raise AlreadyThere if infos else NoSuchTable
    if len(offered) == 1 and offered[0].lost:
        await bring(call, offered[0].id)
        return
    voice = call.voice()
    text = voice.post(T("Which table shall come to this channel?"))
    choices = [(str(one.id), _label(call.client, one, call.voice), "") for one in offered[:MOST_CHOICES]]
    picker = layouts.row(menu(Code("move", 0), choices, voice.label(T("Choose here"))))
    await call.add(layouts.layout(layouts.words(text), picker))


async def bring(call: Call, table_id: int) -> None:
    """Bring a table to this channel."""
    guild_id = call.guild_id
    check_may_post(call)
    await call.tables.homes.move(table_id, call.person, guild_id, call.channel_id)
    await call.say(T("The table is in this channel now."))


def complete_tables(client: Orrery, infos: Sequence[TableInfo], language: str) -> list[tuple[str, str]]:
    """Offer tables by name: what is shown, and the table's number."""
    return [(_label(client, info, lambda names: Voice(language, names)), str(info.id)) for info in infos]


def _label(client: Orrery, info: TableInfo, voice: _Speaks) -> str:
    """Name a table where no markdown is read: its game, its players, where it is."""
    return voice(info.names).label(
        T(
            "{game} ({who}), {place}",
            game=title_of(info, client.games),
            who=[player(one.seat) for one in info.players],
            place=_place(client, info),
        ),
        100,
    )


def _place(client: Orrery, info: TableInfo) -> str | Text:
    if info.lost:
        return T("without a channel")
    guild = client.get_guild(info.guild_id)
    channel = guild.get_channel_or_thread(info.channel_id) if guild is not None else None
    return f"#{info.channel_id if channel is None else channel.name}"
