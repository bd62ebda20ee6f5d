"""``/table import``: a game from a record, to look at; the list of one's own, showing one to all, removing one."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from functools import partial
from typing import Any

import discord
from discord import ui

from bot.app import App
from bot.commands.context import Context, in_server
from bot.commands.errors import Refused
from bot.commands.history import show_film_of
from bot.commands.serving import language_of_reader, serve, show_form
from bot.commands.table import check_may_post
from bot.connection.replies import describe_error, reply_later, sendable
from bot.tables.core.data import Live
from bot.tables.imports import Import
from bot.tables.record_files import MAX_BYTES
from bot.views import components
from bot.views.custom_ids import CustomId, read_number
from bot.views.imports import IMPORT_FILE, drop_layout, entry_layout, list_layout
from bot.views.localizer import Localizer, language_of_posts
from bot.views.pictures import draw_job
from bot.views.posts import scores_by_round
from rendering.film import Scores
from rendering.jobs import DrawJob, Drawn
from rules.kernel.stories import Story
from rules.kernel.text import T, Text

log = logging.getLogger(__name__)

FETCH_SECONDS = 30.0
"""How long a file may take to be fetched from Discord."""
FIELD = "file"
"""The custom_id of the field of the form."""


async def typed(context: Context, file: discord.Attachment | None) -> None:
    """Import the game of a file; without one, list what the person has imported."""
    if file is None:
        await show_list(context)
    else:
        await take(context, file)


async def open_form(interaction: discord.Interaction[App], _: CustomId) -> None:
    """Open the form that takes a file; where nothing can be imported, say so before somebody uploads one."""
    if not in_server(interaction):
        await serve(interaction, lambda context: context.tables.imports.check(context.guild_id, context.person, 0))
        return
    localizer = Localizer(await language_of_reader(interaction))
    form = ui.Modal(title=localizer.label(IMPORT_FILE, 45), custom_id=CustomId("imported", 0).form(), timeout=None)
    form.add_item(
        ui.Label(
            text=localizer.label(T("The record of a game"), 45),
            description=localizer.label(T("As the Record button gives it"), 100),
            component=ui.FileUpload(custom_id=FIELD, min_values=1, max_values=1),
        )
    )
    form.stop()  # `bot.commands.handlers.submitted` hears of it by its custom_id, also after a restart
    await show_form(interaction, form)


async def submitted(context: Context) -> None:
    """Import the game of the file that was put into the form."""
    data: dict[str, Any] = dict(context.interaction.data or {})
    files = list(data.get("resolved", {}).get("attachments", {}).values())
    if len(files) != 1:
        raise Refused(T("No file has arrived. Please try again, or use /table import."))
    state = context.interaction._state  # noqa: SLF001 - the library reads forms only where it has their callbacks
    await take(context, discord.Attachment(data=files[0], state=state))


async def take(context: Context, file: discord.Attachment) -> None:
    """Import the game of a file, and show it.

    Raises:
        Refused: the file cannot be fetched. BadRecord, ImportsBusy, MayNotOpen, TooManyImports.

    """
    guild_id, person = context.guild_id, context.person
    await context.tables.imports.check(guild_id, person, file.size)
    data = await _fetched(file)
    one = await context.tables.imports.put(guild_id, person, data)
    await _show(context, one)


async def _fetched(file: discord.Attachment) -> bytes:
    """Fetch a file from Discord; what it says of its length is checked again where the file is read."""
    gone = Refused(T("I could not fetch that file from Discord. Please try again in a moment."))
    try:
        data = await asyncio.wait_for(file.read(), FETCH_SECONDS)
    except (discord.HTTPException, OSError, TimeoutError) as error:
        log.info("A file could not be fetched: %s", describe_error(error))
        raise gone from None
    return data[: MAX_BYTES + 1]


async def show_list(context: Context) -> None:
    """List what the person has imported."""
    own = await context.tables.imports.of_person(context.user_id)
    await context.show(list_layout(own, context.client.games, context.localizer(), context.preferences.zone))


async def opened(context: Context, value: str) -> None:
    """Show one of them."""
    one = await context.tables.imports.one(read_number(value), context.interaction.guild_id, context.user_id)
    await _show(context, one)


async def _show(context: Context, one: Import, note: Text | None = None) -> None:
    seen = await _seen(context, one, context.language, context.preferences.picture)
    view = _layout(
        context,
        one,
        seen,
        context.localizer(one.info.names),
        own=one.user_id == context.user_id,
        may_show=context.interaction.guild_id == one.guild_id and one.user_id == context.user_id,
        note=note,
    )
    await context.show(view, components.files(seen.board, seen.chart))


class _Seen:
    """What is shown of an imported game: its end, pictures of it, and its story."""

    def __init__(self, live: Live, board: Drawn | None, chart: Drawn | None, story: Story | None) -> None:
        self.live, self.board, self.chart, self.story = live, board, chart, story


async def _seen(context: Context, one: Import, language: str, size: str) -> _Seen:
    live = await context.tables.game(one.info.id)
    draw = context.client.drawer.draw
    board = draw(replace(draw_job(live, "board", None, language, size), waiting=()))
    job = _chart_job(live, language, size)
    if job is None:
        drawn, chart = await board, None
    else:
        drawn, chart = await asyncio.gather(board, draw(job))
    return _Seen(live, drawn, chart, await context.tables.stories.of(live) if one.over else None)


def _chart_job(live: Live, language: str, size: str) -> DrawJob | None:
    """The job of the chart of a game that is over; None where it has none."""
    rounds = scores_by_round(live) if live.over else []
    if not rounds:
        return None
    scores = Scores(tuple(map(tuple, rounds)), len(rounds))
    return replace(draw_job(live, "chart", None, language, size), scores=scores, waiting=())


def _layout(
    context: Context,
    one: Import,
    seen: _Seen,
    localizer: Localizer,
    *,
    own: bool,
    may_show: bool,
    note: Text | None = None,
) -> ui.LayoutView:
    return entry_layout(
        one,
        seen.live,
        context.client.games,
        localizer,
        seen.board,
        seen.chart,
        seen.story,
        own=own,
        may_show=may_show,
        film=one.over and context.client.films.has_film(one.info.game),
        note=note,
    )


async def show_here(context: Context, custom_id: CustomId) -> None:
    """Post an imported game into this channel; from then on everybody on the server may look at it.

    Raises:
        Refused: the bot or the person may not post there.

    """
    one = await context.tables.imports.one(custom_id.table, context.guild_id, context.user_id)
    check_may_post(context)
    may = context.interaction.permissions
    in_thread = isinstance(context.interaction.channel, discord.Thread)
    if not (may.send_messages_in_threads if in_thread else may.send_messages):
        raise Refused(T("You may not write in this channel, so I show nothing here for you."))
    set_ = await context.tables.preferences(context.channel_id)
    language = language_of_posts(set_, context.interaction.guild)
    seen = await _seen(context, one, language, "normal")
    one = await context.tables.imports.show(one.info.id, context.guild_id, context.user_id)
    there = Localizer(language, one.info.names, context.client.mentions)
    view = _layout(context, one, seen, there, own=False, may_show=False)
    send, again = context.interaction.followup.send, sendable(components.files(seen.board, seen.chart))
    post = partial(send, view=view, allowed_mentions=components.NOBODY)
    await reply_later(lambda: post(files=again()), tries=2)
    await _show(context, one, T("Shown. Whoever is on this server may look at it from now on, until you remove it."))


async def take_names_out(context: Context, custom_id: CustomId) -> None:
    """Take the names of who played out of an imported game, and show it so."""
    one = await context.tables.imports.take_names_out(custom_id.table, context.interaction.guild_id, context.user_id)
    await _show(context, one, T("The names are out of it. What was posted in a channel stays as it is there."))


async def drop(context: Context, custom_id: CustomId) -> None:
    """Remove an imported game, once that was asked."""
    if custom_id.argument != "yes":
        one = await context.tables.imports.one(custom_id.table, context.interaction.guild_id, context.user_id)
        await context.show(drop_layout(one, context.client.games, context.localizer(one.info.names)))
        return
    await context.tables.imports.remove(custom_id.table, context.user_id)
    await show_list(context)


async def film(context: Context, table_id: int) -> None:
    """Show the course of an imported game as a film."""
    await show_film_of(context, await context.tables.lobby.info(table_id))
