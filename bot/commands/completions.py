"""Autocompletion of the parameters of slash commands."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands import history, move, server, table
from bot.commands.context import person_of
from bot.commands.find_game import complete_games, find_game
from bot.commands.serving import language_of_reader, offer
from bot.tables.core.data import TableInfo
from bot.tables.core.errors import NoTableHere
from bot.tables.rewinds import HOURS
from bot.views.localizer import Localizer
from bot.views.robots import ROBOT, level_choices, own_robots
from rules.kernel.text import T

Asked = discord.Interaction[Any]


Offered = list[app_commands.Choice[str]]


Found = list[tuple[str, str]]
"""Completions: label and value."""


async def tables_to_move(interaction: Asked, localizer: Localizer) -> Found:
    """Complete the tables that the person may move here."""
    caller = person_of(interaction.user, manages=interaction.permissions.manage_guild)
    infos = await interaction.client.tables.channels.movable(interaction.guild_id, caller)
    return move.complete_tables(interaction.client, infos, localizer.language)


async def games_here(interaction: Asked, current: str) -> Offered:
    """Complete the games that were played in this channel."""

    async def find() -> Found:
        infos = await interaction.client.tables.lobby.played(interaction.channel_id)
        zone = (await interaction.client.tables.preferences(interaction.user.id)).zone
        localizer = Localizer(await language_of_reader(interaction))
        return complete_games(infos, current, interaction.client.games, localizer, zone)

    return await offer(interaction, find)


async def tables_before(interaction: Asked, current: str) -> Offered:
    """Complete the games on this server that the person has owned or played."""

    async def find() -> Found:
        tables, user_id = interaction.client.tables, interaction.user.id
        infos = await tables.again.before(interaction.guild_id, interaction.channel_id, user_id)
        zone = (await tables.preferences(user_id)).zone
        localizer = Localizer(await language_of_reader(interaction))
        return complete_games(infos, current, interaction.client.games, localizer, zone)

    return await offer(interaction, find)


async def looked_at(interaction: Asked) -> TableInfo | None:
    """Find the game of a half-typed command.

    Raises:
        DatabaseAway.

    """
    infos: list[TableInfo] = await interaction.client.tables.lobby.played(interaction.channel_id)
    typed = interaction.namespace.table
    if typed is None:
        return infos[0] if infos else await _practised(interaction)
    localizer = Localizer(await language_of_reader(interaction))
    zone = (await interaction.client.tables.preferences(interaction.user.id)).zone
    return find_game(infos, typed, interaction.client.games, localizer, zone)


async def table_meant(interaction: Asked) -> TableInfo:
    """Find the table of a half-typed command: that of the channel, else the person's only practice table.

    Raises:
        NoTableHere, DatabaseAway.

    """
    try:
        info: TableInfo = await interaction.client.tables.lobby.of_channel(interaction.channel_id)
    except NoTableHere:
        practised = await _practised(interaction)
        if practised is None:
            raise
        return practised
    return info


async def _practised(interaction: Asked) -> TableInfo | None:
    """The practice table of the person, if they have one alone."""
    running = (await interaction.client.tables.practice.of(interaction.user.id)).running
    return running[0] if len(running) == 1 and running[0].phase == "running" else None


async def offer_turns(interaction: Asked, current: str, *, lowest: int) -> Offered:
    """Complete the turns of a game, from the `lowest` number on."""
    tables = interaction.client.tables

    async def find() -> Found:
        back = lowest > 0
        info = await (tables.lobby.of_channel(interaction.channel_id) if back else looked_at(interaction))
        if info is None:
            return []
        turns = await tables.history.turns(info.id)
        localizer = Localizer(await language_of_reader(interaction), info.names)
        return history.complete_turns(turns, current, localizer, lowest=lowest)

    return await offer(interaction, find)


async def options_of_table(interaction: Asked, localizer: Localizer) -> Found:
    """Complete the options of this channel's table."""
    info = await interaction.client.tables.lobby.of_channel(interaction.channel_id)
    options = interaction.client.games[info.game].info.options if info.phase == "lobby" else ()
    known = [(localizer.label(one.text, 100), one.key) for one in options]
    ours = [(localizer.label(text, 100), key) for key, text in table.TIMES.items()]
    return [
        *known,
        (localizer.label(T("Language of the posts"), 100), table.LANGUAGE),
        (localizer.label(T("Hours to vote on going back"), 100), table.REWIND),
        *([(localizer.label(T("How well the robots play"), 100), ROBOT)] if own_robots(info) else []),
        *ours,
    ]


async def values_of_option(interaction: Asked, localizer: Localizer) -> Found:
    """Complete the values of the named option."""
    if interaction.namespace.option == table.LANGUAGE:
        return [(name, language) for language, name in table.SPOKEN.items()]
    if interaction.namespace.option in table.TIMES:
        return [(localizer.label(text, 100), value) for value, text in table.time_choices(interaction.namespace.option)]
    if interaction.namespace.option == table.REWIND:
        return [(str(hours), str(hours)) for hours in HOURS]
    info = await interaction.client.tables.lobby.of_channel(interaction.channel_id)
    if interaction.namespace.option == ROBOT:
        said = Localizer(localizer.language, info.names)
        return [(said.label(text, 100), value) for value, text in level_choices(info)]
    options = interaction.client.games[info.game].info.options
    chosen = [one for one in options if one.key == interaction.namespace.option]
    return [(localizer.label(choice.text, 100), choice.value) for one in chosen for choice in one.choices]


async def settings_of_server(_: Asked, localizer: Localizer) -> Found:
    """Complete the settings of a server."""
    return server.offered_settings(localizer)


async def values_of_setting(interaction: Asked, localizer: Localizer) -> Found:
    """Complete the values of the named setting of a server."""
    return server.offered_values(interaction.namespace.setting, interaction.guild, localizer)


async def offer_fitting(interaction: Asked, current: str, find: Any) -> Offered:
    """Offer the completions that contain what was typed so far."""

    async def fitting() -> Found:
        found = await find(interaction, Localizer(await language_of_reader(interaction)))
        typed = current.casefold()
        return [(name, value) for name, value in found if typed in name.casefold()]

    return await offer(interaction, fitting)
