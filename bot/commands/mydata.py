"""What is kept about somebody: as a file for them, and taking them out of it, after one question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

import discord

from bot.commands.context import Context
from bot.commands.errors import Refused
from bot.tables.core.data import Person, TableInfo
from bot.tables.core.errors import NotSeated
from bot.tables.core.names import visible
from bot.views import components
from bot.views.custom_ids import CustomId, Unreadable, only_value
from bot.views.mydata import ASK, FILE, GIVE, MAX_GIVEN, REALLY, page, question
from rules.kernel.text import T

PATIENCE = 20.0
"""Seconds after which the reply to a confirmation comes, though not all is done yet."""


async def pressed(context: Context, custom_id: CustomId, values: Sequence[str]) -> None:
    """Handle a button or a menu of these pages."""
    if custom_id.argument == GIVE:
        await _give(context, custom_id.table, only_value(values))
    else:
        await show(context, custom_id.argument)


async def show(context: Context, argument: str = "") -> None:
    """Show the page of these arguments of buttons and of the command, or do it.

    Raises:
        Unreadable: there is no such page.

    """
    if argument == "":
        await context.show(page(context.localizer()))
    elif argument == FILE:
        await _send(context)
    elif argument == ASK:
        await _ask(context)
    elif argument == REALLY:
        await _forget(context)
    else:
        raise Unreadable


async def _send(context: Context) -> None:
    name, data = await context.tables.kept.file(context.user_id, context.person.name, context.language)
    text = T("All that I keep about you, as it is now. The file can be read with any editor.")
    view = components.layout(components.words(context.localizer().post(text)), discord.ui.File(f"attachment://{name}"))
    await context.add(view, [discord.File(BytesIO(data), name)])


async def _ask(context: Context) -> None:
    leaving = await context.tables.forgetting.leaving(context.user_id)
    given: list[TableInfo] = []
    for table_id in leaving.running[: 3 * MAX_GIVEN]:
        info = await context.tables.lobby.info(table_id)
        if info.guild_id == context.interaction.guild_id:  # a menu offers the people of this server
            given.append(info)
    await context.show(question(leaving, given, dict(context.client.games), context.localizer()))


async def _give(context: Context, table_id: int, user_id: str) -> None:
    """Offer one's seat to somebody, as ``/table replace`` does, and ask again.

    Raises:
        NotSeated, Refused, Unreadable: Discord has not sent the person.

    """
    info = await context.tables.lobby.info(table_id)
    seat = info.seat_of(context.user_id)
    if seat is None:
        raise NotSeated
    if info.guild_id != context.interaction.guild_id:
        raise Refused(T("Choose that on the server of the table: here I do not know who plays there."))
    await context.tables.offers.offer(table_id, context.person, seat, _chosen(context.interaction.data, user_id))
    await _ask(context)


def _chosen(data: Any, user_id: str) -> Person:
    """The person who was chosen in a menu of people.

    Raises:
        Unreadable: Discord has not sent them.

    """
    resolved: Mapping[str, Mapping[str, Any]] = dict(data or {}).get("resolved") or {}
    user = resolved.get("users", {}).get(user_id)
    if user is None or not user_id.isdecimal():
        raise Unreadable
    member = resolved.get("members", {}).get(user_id) or {}
    names = (member.get("nick"), user.get("global_name"), user.get("username"))
    name = next((one for one in names if one and visible(one)), str(user.get("username", "")))
    return Person(int(user_id), name, is_bot=bool(user.get("bot")))


async def _forget(context: Context) -> None:
    done = await context.tables.forgetting.forget(context.user_id, PATIENCE)
    context.tables.wakeup.set()
    text = (
        T("You are forgotten. If you use me again, you begin as somebody new.")
        if done
        else T("I am forgetting you; that takes some minutes more, and needs nothing from you.")
    )
    await context.show(components.sentence(context.localizer().post(text)))
