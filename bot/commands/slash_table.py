"""Declares ``/table``, whose subcommands are about a table as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.commands import (
    again,
    follow,
    imports,
    look,
    move,
    rewind,
    seeking,
    table,
    weekly,
)
from bot.commands.completions import (
    Asked,
    Found,
    Offered,
    games_here,
    offer_fitting,
    offer_turns,
    options_of_table,
    tables_before,
    tables_to_move,
    values_of_option,
)
from bot.commands.context import Context
from bot.commands.find_game import game_here
from bot.commands.rooms import PLACES
from bot.commands.serving import Work, offer, serve
from bot.commands.translator import label
from bot.views.follow import LABELS as FOLLOW
from bot.views.follow import ROUNDS
from bot.views.robots import LEVELS
from bot.views.weekly import DAYS
from rules.kernel.game import Game
from rules.kernel.robots import Level
from rules.kernel.text import T

Typed = app_commands.Range[str, 1, 200]
"""A completion, or free text instead."""
WHICH = T("Which game of this channel; the last if you name none.")


def game_choices(games: Mapping[str, Game[Any, Any]]) -> list[app_commands.Choice[str]]:
    """Offer every game by its title."""
    return [app_commands.Choice(name=label(game.info.title), value=key) for key, game in games.items()][:25]


def table_group(games: Mapping[str, Game[Any, Any]]) -> app_commands.Group:
    """Declare the group with all its subcommands."""
    group = app_commands.Group(name=label(T("table")), description=label(T("Open, start and manage a table.")))

    @group.command(name=label(T("new")), description=label(T("Open a table, in a thread of its own if you like.")))
    @app_commands.rename(game=label(T("game")), where=label(T("where")), like=label(T("like")))
    @app_commands.describe(
        game=label(T("What you want to play.")),
        where=label(T("In a thread of its own, or right here; as the server has it if you name nothing.")),
        like=label(T("As at one of your earlier tables, with the same people.")),
    )
    @app_commands.choices(
        game=game_choices(games),
        where=[app_commands.Choice(name=label(text), value=key) for key, text in PLACES.items()],
    )
    @app_commands.autocomplete(like=tables_before)
    async def new(
        interaction: Asked, game: str | None = None, where: str | None = None, like: Typed | None = None
    ) -> None:
        await serve(interaction, lambda context: again.new(context, game, like, where))

    _add_seek(group)
    _add_every(group, games)

    _simple(group, "join", T("join"), T("Take a seat at this channel’s table."), _join)
    _simple(group, "leave", T("leave"), T("Give up your seat before the game starts."), _leave)
    _simple(group, "start", T("start"), T("Start the game."), _start)
    _simple(group, "status", T("status"), T("See who sits where and who must act."), table.show_status)
    _simple(group, "list", T("list"), T("See every table of this server."), table.show_list)
    _simple(group, "abandon", T("abandon"), T("End this table for good."), table.ask_to_abandon)

    @group.command(name=label(T("export")), description=label(T("Get the record of a finished game as a file.")))
    @app_commands.rename(table=label(T("table")))
    @app_commands.describe(table=label(WHICH))
    @app_commands.autocomplete(table=games_here)
    async def export(interaction: Asked, table: Typed | None = None) -> None:
        async def work(context: Context) -> None:
            await look.export(context, (await game_here(context, table, over=True)).id)

        await serve(interaction, work)

    @group.command(name=label(T("import")), description=label(T("Look at a game from its record.")))
    @app_commands.rename(file=label(T("file")))
    @app_commands.describe(file=label(T("A record that you have downloaded; the list of yours if you name none.")))
    async def import_command(interaction: Asked, file: discord.Attachment | None = None) -> None:
        await serve(interaction, lambda context: imports.typed(context, file))

    @group.command(name=label(T("invite")), description=label(T("Invite somebody to this table.")))
    @app_commands.rename(person=label(T("person")))
    @app_commands.describe(person=label(T("Whom you want at the table.")))
    async def invite(interaction: Asked, person: discord.User) -> None:
        await serve(interaction, lambda context: table.invite(context, person))

    @group.command(name=label(T("replace")), description=label(T("Offer a seat to another person.")))
    @app_commands.rename(player=label(T("player")), by=label(T("by")))
    @app_commands.describe(player=label(T("Who gives the seat up.")), by=label(T("Who takes it over.")))
    async def replace(interaction: Asked, player: discord.User, by: discord.User) -> None:
        await serve(interaction, lambda context: table.replace(context, player, by))

    _add_rewind(group)
    _add_move(group)

    @group.command(name=label(T("robot")), description=label(T("Let a robot play, or send it away.")))
    @app_commands.rename(player=label(T("player")), away=label(T("away")), level=label(T("level")))
    @app_commands.describe(
        player=label(T("In whose place, in a running game; yours if you name nobody.")),
        away=label(T("Send the robot away instead.")),
        level=label(T("How well it plays that you seat before the game.")),
    )
    @app_commands.choices(level=[app_commands.Choice(name=label(text), value=key) for key, text in LEVELS.items()])
    async def robot(
        interaction: Asked, player: discord.User | None = None, away: bool = False, level: str = Level.GOOD
    ) -> None:
        await serve(interaction, lambda context: table.robot(context, player, away=away, level=Level(level)))

    _add_settings(group)
    _add_follow(group)
    return group


def _simple(group: app_commands.Group, key: str, name: Any, description: Any, work: Work) -> None:
    """Add a command without parameters."""

    async def callback(interaction: Asked) -> None:
        await serve(interaction, work)

    callback.__name__ = key
    group.command(name=label(name), description=label(description))(callback)


async def _join(context: Context) -> None:
    await table.join(context, (await context.table()).id)


async def _leave(context: Context) -> None:
    await table.leave(context, (await context.table()).id)


async def _start(context: Context) -> None:
    await table.start(context, (await context.table()).id)


def _add_seek(group: app_commands.Group) -> None:
    @group.command(name=label(T("seek")), description=label(T("Look for players for this channel’s table.")))
    @app_commands.rename(channel=label(T("channel")), away=label(T("away")))
    @app_commands.describe(
        channel=label(T("In which channel; this one if you name none.")),
        away=label(T("Look for nobody any more.")),
    )
    async def seek(interaction: Asked, channel: discord.TextChannel | None = None, away: bool = False) -> None:
        async def work(context: Context) -> None:
            await seeking.seek(context, (await context.table()).id, on=not away, channel=channel)

        await serve(interaction, work)


def _add_every(group: app_commands.Group, games: Mapping[str, Game[Any, Any]]) -> None:
    @group.command(name=label(T("every")), description=label(T("See or set what opens here every week by itself.")))
    @app_commands.rename(game=label(T("game")), day=label(T("day")), hour=label(T("hour")))
    @app_commands.describe(
        game=label(T("What you want to play.")),
        day=label(T("On which day of the week.")),
        hour=label(T("When, by your clocks; for instance 19:30.")),
    )
    @app_commands.choices(
        game=game_choices(games),
        day=[app_commands.Choice(name=label(text), value=str(number)) for number, text in enumerate(DAYS)],
    )
    async def every(
        interaction: Asked, game: str | None = None, day: str | None = None, hour: str | None = None
    ) -> None:
        await serve(interaction, lambda context: weekly.every(context, game, day, hour))

    @every.autocomplete("hour")
    async def hours(interaction: Asked, current: str) -> Offered:
        async def find() -> Found:
            return weekly.complete_hours(current)

        return await offer(interaction, find)


def _add_move(group: app_commands.Group) -> None:
    @group.command(name=label(T("move a table"), "move"), description=label(T("Bring a table to this channel.")))
    @app_commands.rename(table=label(T("table")))
    @app_commands.describe(table=label(T("Which table; the one without a channel if you name none.")))
    async def move_command(interaction: Asked, table: app_commands.Range[str, 1, 200] | None = None) -> None:
        await serve(interaction, lambda context: move.move(context, table))

    @move_command.autocomplete("table")
    async def tables(interaction: Asked, current: str) -> Offered:
        return await offer_fitting(interaction, current, tables_to_move)


def _add_rewind(group: app_commands.Group) -> None:
    @group.command(name=label(T("rewind")), description=label(T("Ask the table to go back to an earlier turn.")))
    @app_commands.rename(turn=label(T("turn")))
    @app_commands.describe(turn=label(T("Before which turn; choose from a list if you name none.")))
    async def rewind_command(interaction: Asked, turn: app_commands.Range[str, 1, 200] | None = None) -> None:
        await serve(interaction, lambda context: rewind.start_rewind(context, turn))

    @rewind_command.autocomplete("turn")
    async def turns(interaction: Asked, current: str) -> Offered:
        return await offer_turns(interaction, current, lowest=1)


def _add_settings(group: app_commands.Group) -> None:
    @group.command(name=label(T("settings")), description=label(T("See or change what this table plays with.")))
    @app_commands.rename(option=label(T("option")), value=label(T("value")))
    @app_commands.describe(option=label(T("What to change.")), value=label(T("What it should be.")))
    async def settings(interaction: Asked, option: str | None = None, value: str | None = None) -> None:
        async def work(context: Context) -> None:
            if option is None or value is None:
                await table.show_settings(context)
            else:
                await table.configure(context, (await context.table()).id, option, value)

        await serve(interaction, work)

    @settings.autocomplete("option")
    async def options(interaction: Asked, current: str) -> Offered:
        return await offer_fitting(interaction, current, options_of_table)

    @settings.autocomplete("value")
    async def values(interaction: Asked, current: str) -> Offered:
        return await offer_fitting(interaction, current, values_of_option)


def _add_follow(group: app_commands.Group) -> None:
    @group.command(name=label(T("follow")), description=label(T("Be told of this table without playing here.")))
    @app_commands.rename(when=label(T("when")))
    @app_commands.describe(when=label(T("What you are told of; each round if you choose nothing.")))
    @app_commands.choices(when=[app_commands.Choice(name=label(text), value=key) for key, text in FOLLOW.items()])
    async def follow_command(interaction: Asked, when: str = ROUNDS) -> None:
        async def work(context: Context) -> None:
            await follow.follow(context, (await context.table()).id, when)

        await serve(interaction, work)
