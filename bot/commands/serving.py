"""Serves interactions: each is acknowledged at once, then carried out. Only here errors become replies.

The reply to an error depends on what was committed (`bot.tables.core.commit_trace`): it only says that nothing was
changed if that is known.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import discord
from discord import app_commands

from bot.app import App
from bot.commands.context import RESTARTING, Context, Several, language_of_caller
from bot.commands.errors import log_unexpected
from bot.commands.panel import open_panel
from bot.connection.replies import IN_TIME, Arrival, ReplyLost, describe_error, reply_first
from bot.tables.core.commit_trace import watch
from bot.tables.core.data import Preferences
from bot.tables.core.errors import TableError
from bot.views.practice import choice_of_tables
from rendering.words.folding import shorten
from rules.kernel.errors import RulesError
from rules.kernel.text import T

log = logging.getLogger(__name__)

Work = Callable[[Context], Awaitable[None]]


MAX_OFFERED = 25


async def language_of_reader(interaction: discord.Interaction[App]) -> str:
    """The language of a form or of completions, which must be answered at once."""
    try:
        preferences = await interaction.client.tables.preferences(interaction.user.id)
    except TableError:  # the database is unavailable, which the command itself will say
        preferences = Preferences()
    return language_of_caller(interaction, preferences)


async def serve(interaction: discord.Interaction[App], work: Work, about: int = 0) -> None:
    """Acknowledge an interaction, do the work, and turn errors into friendly replies.

    `about` is the number of the table that its component names.
    """
    in_flight = interaction.client.in_flight
    if in_flight.over:
        return
    with in_flight.track() as one:
        message = interaction.message
        redraws = message is not None and message.flags.ephemeral
        defer = interaction.response.defer
        arrival = await reply_first(defer if redraws else partial(defer, ephemeral=True, thinking=True))
        if arrival is Arrival.NEVER:
            return
        context = Context(interaction, Preferences(), redraws=redraws)
        one.give_up = context.give_up
        try:
            if arrival is Arrival.LATE:
                await context.say(T("The connection to Discord was lost, and nothing was done. Please try again."))
            elif in_flight.closing:
                await context.say(RESTARTING)
            else:
                await _do(context, work, about)
        except (ReplyLost, discord.HTTPException) as error:
            log.warning(
                "A reply could not be sent: %s", error if isinstance(error, ReplyLost) else describe_error(error)
            )


async def refuse(interaction: discord.Interaction[App], error: Exception) -> None:
    """Acknowledge an interaction, and reply with an error."""

    async def work(_: Context) -> None:
        raise error

    await serve(interaction, work)


async def _do(context: Context, work: Work, about: int) -> None:
    """Do the work, and reply with its error if it raises.

    Raises:
        ReplyLost, discord.HTTPException: that reply failed.

    """
    try:
        context.preferences = await _load(context, about)
        context.language = context.language_for(context.preferences)
        context.trace = watch()  # only now: storing a new locale is no change
        await work(context)
    except Several as several:
        await context.add(choice_of_tables(several.infos, several.verb, context.client.games, context.localizer()))
    except ReplyLost as error:
        if not error.again:
            raise
        await _reply_error(context, error)
    except Exception as error:  # noqa: BLE001 - the one place that handles all errors
        await _reply_error(context, error)


async def show_form(interaction: discord.Interaction[App], form: discord.ui.Modal) -> None:
    """Reply with a form, which must be the first reply."""
    if interaction.client.in_flight.over:
        return
    with interaction.client.in_flight.track():
        await reply_first(partial(interaction.response.send_modal, form), IN_TIME)


Finds = Callable[[], Awaitable[Sequence[tuple[str, str]]]]
"""Finds completions: label and value."""


async def offer(interaction: discord.Interaction[App], find: Finds) -> list[app_commands.Choice[str]]:
    """Reply with completions; none after an error, which the command itself will show."""
    in_flight = interaction.client.in_flight
    choices: list[app_commands.Choice[str]] = []
    if not in_flight.closing:
        with in_flight.track():
            choices = [app_commands.Choice(name=shorten(name, 100), value=value) for name, value in await _found(find)]
            del choices[MAX_OFFERED:]
            await reply_first(partial(interaction.response.autocomplete, choices), IN_TIME)
    # Keep discord.py from replying again after a reply of ours that it does not know of.
    interaction.response._response_type = discord.InteractionResponseType.autocomplete_result  # noqa: SLF001
    return choices


async def _found(find: Finds) -> Sequence[tuple[str, str]]:
    try:
        return await find()
    except (TableError, RulesError):
        return []
    except Exception as error:  # noqa: BLE001 - as in `_do`
        log_unexpected(error)
        return []


async def _load(context: Context, about: int) -> Preferences:
    """Load the person's settings, the channel's table and the one it is about.

    It stores the locale of their Discord, for direct messages.
    """
    people, spoken = context.tables.people, context.interaction.locale.value
    channel_id = None if context.interaction.guild_id is None else context.interaction.channel_id
    if channel_id is None and not about:
        preferences = await people.preferences(context.user_id)
    else:
        preferences, here, context.about = await context.tables.queries.arrive(context.user_id, channel_id, about)
        if channel_id is not None:
            context.set_table_here(here)
    return preferences if preferences.locale == spoken else await people.prefer(context.user_id, locale=spoken)


async def _reply_error(context: Context, error: Exception) -> None:
    """Reply with an error; after a commit in the panel as it is now, if it can be shown.

    Raises:
        ReplyLost: as `Context.show`.

    """
    text = context.why(error)
    if context.at is not None and (context.trace.changed or context.trace.unsure):
        try:
            await open_panel(context, context.at, notice=text)
        except ReplyLost as unheard:
            if not unheard.again:
                raise
        except Exception as second:  # noqa: BLE001 - the first error matters more
            log.info("The panel could not be shown either: %s", describe_error(second))
        else:
            return
    await context.say(text)
