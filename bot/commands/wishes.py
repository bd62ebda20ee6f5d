"""How a person wants to be told, everywhere and at one table: the pages of `/me`, of a panel and of a notice."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot.app import App
from bot.commands import me
from bot.commands.context import Context
from bot.commands.errors import Refused
from bot.commands.me import QUICK
from bot.commands.serving import language_of_reader, refuse, show_form
from bot.tables.core.data import Live, Preferences, TableInfo
from bot.tables.core.errors import DatabaseAway, NotSeated, TableError
from bot.tables.core.quiet_hours import DAY, show_minute
from bot.tables.core.ways import DAILY, way_everywhere
from bot.tables.wishes import LONGEST_NOTE
from bot.views import components
from bot.views.components import MAX_CHOICES, Piece, button, menu, row, rows
from bot.views.custom_ids import CustomId, Unreadable, only_value, read_number
from bot.views.localizer import Localizer
from bot.views.status import title_of
from bot.views.wishes import EVERYWHERE, IN_PLACE, wish_page
from rendering.words.folding import verbatim
from rules.kernel.text import T, player

HOUR = 60
NO_DIGEST = "none"
"""The value of a menu's choice that each turn is told by itself."""


async def show_own(context: Context, table_id: int, *, in_place: bool = False) -> None:
    """Show what a person wants at a table where they play, beside what they pressed or in its place.

    Raises:
        NotSeated: they do not play there.

    """
    live = await _live(context, table_id)
    wish = await context.tables.wishes.of(table_id, context.user_id)
    localizer = context.localizer(live.info.names)
    title = f"### 🔔 {localizer.post(title_of(live.info, context.client.games))}"
    pieces = wish_page(live, title, wish, way_everywhere(context.preferences), localizer)
    await (context.show if in_place else context.add)(components.layout(*pieces))


async def _live(context: Context, table_id: int) -> Live:
    """A game that has begun, whose page can be shown to a person who plays there.

    Raises:
        NotSeated: they do not. Otherwise as `Tables.game`.

    """
    live = await context.tables.game(table_id)
    if live.seat_of(context.user_id) is None:
        raise NotSeated
    return live


async def choose(context: Context, table_id: int, value: str) -> None:
    """Choose how to be told of turns at a table."""
    await _live(context, table_id)
    await context.tables.wishes.set_notices(table_id, context.user_id, "" if value == EVERYWHERE else value)
    await show_own(context, table_id, in_place=context.redraws)


async def mute(context: Context, table_id: int, argument: str) -> None:
    """Be told of no turns at a table until the present round ends.

    Raises:
        Refused: no round is played there now.

    """
    live = await _live(context, table_id)
    number = live.game.round(live.view(None))
    if not number:
        raise Refused(T("No round is played there now."))
    await context.tables.wishes.mute(table_id, context.user_id, number)
    if argument == IN_PLACE:
        await show_own(context, table_id, in_place=context.redraws)
        return
    text = T(
        "Until round {n} ends I tell you of no turns at this table. If your time is about to run out, I still remind"
        " you.",
        n=number,
    )
    await context.say(text)


async def unmute(context: Context, table_id: int) -> None:
    """Be told of turns at a table again."""
    await _live(context, table_id)
    await context.tables.wishes.mute(table_id, context.user_id, None)
    await show_own(context, table_id, in_place=context.redraws)


async def open_note(interaction: discord.Interaction[App], custom_id: CustomId) -> None:
    """Open the form for a person's private note at a table, with the old one to change."""
    tables, user_id = interaction.client.tables, interaction.user.id
    try:
        async with asyncio.timeout(QUICK):
            note = (await tables.wishes.of(custom_id.table, user_id)).note
    except TimeoutError:
        await refuse(interaction, DatabaseAway())
        return
    except TableError as error:  # an empty form would delete the note
        await refuse(interaction, error)
        return
    localizer = Localizer(await language_of_reader(interaction))
    form = ui.Modal(
        title=localizer.label(T("Your note"), 45), custom_id=replace(custom_id, verb="noted").form(), timeout=None
    )
    typed: ui.TextInput[Any] = ui.TextInput(
        custom_id="note",
        style=discord.TextStyle.paragraph,
        required=False,
        max_length=LONGEST_NOTE,
        default=note or None,
    )
    form.add_item(ui.Label(text=localizer.label(T("Nobody else sees it; empty: none"), 45), component=typed))
    form.stop()  # `bot.commands.handlers.submitted` hears of it by its custom_id, also after a restart
    await show_form(interaction, form)


async def write_note(context: Context, table_id: int, note: str) -> None:
    """Keep a person's private note at a table, and show the page where it stands."""
    await _live(context, table_id)
    await context.tables.wishes.write_note(table_id, context.user_id, note)
    await show_own(context, table_id, in_place=context.redraws)


async def show_notices(context: Context, argument: str, values: Sequence[str]) -> None:
    """Show how a person is told of turns everywhere, once what they chose on that page is done.

    Raises:
        Unreadable: the page has no such choice.

    """
    if argument == "back":
        await me.show(context)
        return
    if argument == "table":
        await show_own(context, read_number(only_value(values)))
        return
    changes: dict[str, Any] = {}
    if argument == "at":
        changes = digest_changes(only_value(values))
    elif argument in {"next=yes", "next=no"}:
        changes = {"tells_next": argument == "next=yes"}
    elif argument:
        raise Unreadable
    if changes:
        context.preferences = await context.tables.prefer(context.user_id, **changes)
    tables = await context.tables.wishes.tables_of(context.user_id)
    await context.show(components.layout(*notices_page(context.preferences, tables, context)))


def digest_changes(value: str) -> dict[str, Any]:
    """What is set by a choice of when the message a day comes: minutes after midnight, or none.

    Raises:
        Unreadable: that is no time of day.

    """
    if value == NO_DIGEST:
        return {"digest_at": None}
    minute = read_number(value)
    if minute >= DAY:
        raise Unreadable
    return {"notices": "dm", "digest_at": minute}


def notices_page(preferences: Preferences, tables: Sequence[TableInfo], context: Context) -> list[Piece]:
    """The page of how a person is told of turns everywhere."""
    localizer = context.localizer()
    at = preferences.digest_at if way_everywhere(preferences) == DAILY else None
    lines = [f"### 🔔 {localizer.post(T('What I tell you, and when'))}"]
    if at is None:
        lines.append(localizer.post(T("I tell you of each of your turns when it comes.")))
    else:
        text = T(
            "Every day at {time} I send you one message about all tables that wait for you, and none if no table"
            " does. Only if your time is about to run out, I remind you before.",
            time=verbatim(show_minute(at)),
        )
        lines.append(localizer.post(text))
    told = T("I also tell you, without a sound, that your turn comes next.")
    lines += [localizer.post(told)] if preferences.tells_next and at is None else []
    pieces: list[Piece] = [components.words("\n".join(lines)), row(_hours_menu(at, localizer))]
    if tables:
        games = context.client.games
        choices = [
            (str(info.id), f"{n}. {localizer.label(title_of(info, games))}", _others(info, context))
            for n, info in enumerate(tables[:MAX_CHOICES], start=1)
        ]
        pieces.append(
            row(menu(CustomId("notices", 0, argument="table"), choices, localizer.label(T("At one table only"))))
        )
    offer, value = (
        (T("Do not tell me that I am next"), "next=no")
        if preferences.tells_next
        else (T("Tell me that I am next"), "next=yes")
    )
    buttons = [
        button(localizer.label(offer), CustomId("notices", 0, argument=value)),
        button(localizer.label(T("All settings")), CustomId("notices", 0, argument="back")),
    ]
    return [*pieces, *rows(buttons)]


def _others(info: TableInfo, context: Context) -> str:
    """Who else plays at a table, in a menu."""
    localizer = context.localizer(info.names)
    return ", ".join(localizer.label(player(one.seat)) for one in info.players if one.user_id != context.user_id)


def _hours_menu(at: int | None, localizer: Localizer) -> components.Menu:
    """The menu of the hours of a day, and of each turn by itself."""
    each = (NO_DIGEST, localizer.label(T("Each turn by itself")), "")
    daily = [
        (str(hour * HOUR), localizer.label(T("Once a day, at {time}", time=verbatim(show_minute(hour * HOUR)))), "")
        for hour in range(24)
    ]
    chosen = NO_DIGEST if at is None else str(at)
    return menu(CustomId("notices", 0, argument="at"), [each, *daily], localizer.label(T("When")), chosen=chosen)
