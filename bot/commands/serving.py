"""Serves interactions: each is acknowledged at once and done afterwards. Errors become replies here alone.

What is said of an error goes by what is kept (`bot.tables.core.commit_trace`): "nothing was changed" is said where that
is known, and where something stands, that is said.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import discord
from discord import app_commands

from bot.app import App
from bot.commands.context import RESTARTING, Context, language_of_caller
from bot.commands.errors import _log
from bot.commands.panel import open_panel
from bot.connection.replies import IN_TIME, Arrival, ReplyLost, describe_error, reply_first
from bot.tables.core.commit_trace import watch
from bot.tables.core.data import Preferences
from bot.tables.core.errors import TableError
from rendering.words.folding import shorten
from rules.kernel.errors import RulesError
from rules.kernel.text import T

log = logging.getLogger(__name__)

Work = Callable[[Context], Awaitable[None]]


MAX_OFFERED = 25


async def language_of_reader(interaction: discord.Interaction[App]) -> str:
    """Choose the language for what must be answered at once: a form, or ways to go on while somebody types."""
    try:
        preferences = await interaction.client.tables.preferences(interaction.user.id)
    except TableError:  # the store is away, which the command itself will say
        preferences = Preferences()
    return language_of_caller(interaction, preferences)


async def serve(interaction: discord.Interaction[App], work: Work) -> None:
    """Acknowledge an interaction, do the work, and turn whatever it raises into a friendly reply."""
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
                await _do(context, work)
        except (ReplyLost, discord.HTTPException) as error:
            log.warning(
                "A reply could not be sent: %s", error if isinstance(error, ReplyLost) else describe_error(error)
            )


async def refuse(interaction: discord.Interaction[App], error: Exception) -> None:
    """Acknowledge an interaction, and say why nothing is done."""

    async def work(_: Context) -> None:
        raise error

    await serve(interaction, work)


async def _do(context: Context, work: Work) -> None:
    """Do the work, and say what went wrong if something does.

    Raises:
        Unheard, discord.HTTPException: that could not be said.

    """
    try:
        context.preferences = await _arrive(context)
        context.language = context.language_for(context.preferences)
        context.trace = watch()  # from here on: that somebody's Discord speaks another language now is no change
        await work(context)
    except ReplyLost as error:
        if not error.again:
            raise
        await _tell(context, error)
    except Exception as error:  # noqa: BLE001 - the one place that answers for everything
        await _tell(context, error)


async def show_form(interaction: discord.Interaction[App], form: discord.ui.Modal) -> None:
    """Show a form, which must be the first reply."""
    if interaction.client.in_flight.over:
        return
    with interaction.client.in_flight.track():
        await reply_first(partial(interaction.response.send_modal, form), IN_TIME)


Finds = Callable[[], Awaitable[Sequence[tuple[str, str]]]]
"""Finds ways to go on with what somebody types: what is shown of each, and its value."""


async def offer(interaction: discord.Interaction[App], find: Finds) -> list[app_commands.Choice[str]]:
    """Offer ways to go on while somebody types; nothing where anything is wrong, which the command then tells."""
    in_flight = interaction.client.in_flight
    choices: list[app_commands.Choice[str]] = []
    if not in_flight.closing:
        with in_flight.track():
            choices = [app_commands.Choice(name=shorten(name, 100), value=value) for name, value in await _found(find)]
            del choices[MAX_OFFERED:]
            await reply_first(partial(interaction.response.autocomplete, choices), IN_TIME)
    # Whatever became of it: discord.py, which notes what it knows to have arrived, shall not reply once more.
    interaction.response._response_type = discord.InteractionResponseType.autocomplete_result  # noqa: SLF001
    return choices


async def _found(find: Finds) -> Sequence[tuple[str, str]]:
    try:
        return await find()
    except (TableError, RulesError):
        return []
    except Exception as error:  # noqa: BLE001 - as in `_do`
        _log(error)
        return []


async def _arrive(context: Context) -> Preferences:
    """Load the caller's settings; the language of their Discord is kept for what they are told without asking."""
    people, spoken = context.tables.people, context.interaction.locale.value
    if context.interaction.guild_id is None or context.interaction.channel_id is None:
        preferences = await people.preferences(context.user_id)
    else:
        preferences, here = await context.tables.queries.arrive(context.user_id, context.channel_id)
        context.came_to(here)
    return preferences if preferences.locale == spoken else await people.prefer(context.user_id, locale=spoken)


async def _tell(context: Context, error: Exception) -> None:
    """Reply with what went wrong; where what was asked for stands, in the panel as it is now, if it can be shown.

    Raises:
        Unheard: as `Context.show`.

    """
    text = context.why(error)
    if context.at is not None and (context.trace.changed or context.trace.unsure):
        try:
            await open_panel(context, context.at, notice=text)
        except ReplyLost as unheard:
            if not unheard.again:
                raise
        except Exception as second:  # noqa: BLE001 - what was said first matters more
            log.info("The panel could not be shown either: %s", describe_error(second))
        else:
            return
    await context.say(text)
