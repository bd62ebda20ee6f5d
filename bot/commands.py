"""The slash commands: names, descriptions and parameters, in English and German. What they do stands elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot import looking, playing, seating
from bot.calls import Call, Work, serve
from bot.panels import open_panel
from bot.picks import shorten
from bot.table_errors import TableError
from bot.tongues import label
from bot.voice import Voice
from rendering.words import language_of
from rules.kernel.errors import RulesError
from rules.kernel.game import Game
from rules.kernel.text import T

Asked = discord.Interaction[Any]
Offered = list[app_commands.Choice[str]]

LONGEST_MOVE = 6000
"""What Discord lets people type; longer than any move, so that a person is told so and not the client."""


def add_commands(tree: app_commands.CommandTree[Any], games: Mapping[str, Game[Any, Any]]) -> None:
    """Put every command on a tree; the games are the choices of ``/table new`` and ``/rules``."""
    tree.add_command(_table_group(games))
    for command in (_play(), *_looks(), _rules(games), _undo(), _mine(), _me()):
        tree.add_command(command)


def _in_guilds(command: Any) -> Any:
    return app_commands.guild_only()(command)


def _game_choices(games: Mapping[str, Game[Any, Any]]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=label(game.info.title), value=key) for key, game in games.items()][:25]


def _table_group(games: Mapping[str, Game[Any, Any]]) -> app_commands.Group:
    group = app_commands.Group(name=label(T("table")), description=label(T("Open, start and manage a table.")))
    _in_guilds(group)

    @group.command(name=label(T("new")), description=label(T("Open a table in this channel.")))
    @app_commands.rename(game=label(T("game")))
    @app_commands.describe(game=label(T("What you want to play.")))
    @app_commands.choices(game=_game_choices(games))
    async def new(interaction: Asked, game: str) -> None:
        await serve(interaction, lambda call: seating.open_table(call, game))

    _simple(group, "join", T("join"), T("Take a seat at this channel's table."), _join)
    _simple(group, "leave", T("leave"), T("Give up your seat before the game starts."), _leave)
    _simple(group, "start", T("start"), T("Start the game."), _start)
    _simple(group, "status", T("status"), T("See who sits where and who must act."), seating.show_status)
    _simple(group, "list", T("list"), T("See every table of this server."), seating.show_list)
    _simple(group, "abandon", T("abandon"), T("End this table for good."), seating.ask_to_abandon)
    _simple(group, "export", T("export"), T("Get the record of a finished game as a file."), _export)

    @group.command(name=label(T("invite")), description=label(T("Invite somebody to this table.")))
    @app_commands.rename(person=label(T("person")))
    @app_commands.describe(person=label(T("Whom you want at the table.")))
    async def invite(interaction: Asked, person: discord.User) -> None:
        await serve(interaction, lambda call: seating.invite(call, person))

    @group.command(name=label(T("replace")), description=label(T("Hand a seat to another person.")))
    @app_commands.rename(player=label(T("player")), by=label(T("by")))
    @app_commands.describe(player=label(T("Who gives the seat up.")), by=label(T("Who takes it over.")))
    async def replace(interaction: Asked, player: discord.User, by: discord.User) -> None:
        await serve(interaction, lambda call: seating.replace(call, player, by))

    _add_settings(group)
    return group


def _simple(group: app_commands.Group, key: str, name: Any, description: Any, work: Work) -> None:
    """Add a command without parameters."""

    async def callback(interaction: Asked) -> None:
        await serve(interaction, work)

    callback.__name__ = key
    group.command(name=label(name), description=label(description))(callback)


async def _join(call: Call) -> None:
    await seating.join(call, (await call.table()).id)


async def _leave(call: Call) -> None:
    await seating.leave(call, (await call.table()).id)


async def _start(call: Call) -> None:
    await seating.start(call, (await call.table()).id)


async def _export(call: Call) -> None:
    await looking.export(call, (await call.table(ended=True)).id)


def _add_settings(group: app_commands.Group) -> None:
    @group.command(name=label(T("settings")), description=label(T("See or change what this table plays with.")))
    @app_commands.rename(option=label(T("option")), value=label(T("value")))
    @app_commands.describe(option=label(T("What to change.")), value=label(T("What it shall be.")))
    async def settings(interaction: Asked, option: str | None = None, value: str | None = None) -> None:
        async def work(call: Call) -> None:
            if option is None or value is None:
                await seating.show_settings(call)
            else:
                await seating.configure(call, (await call.table()).id, option, value)

        await serve(interaction, work)

    @settings.autocomplete("option")
    async def options(interaction: Asked, current: str) -> Offered:
        return await _offer(interaction, current, _options_of_table)

    @settings.autocomplete("value")
    async def values(interaction: Asked, current: str) -> Offered:
        return await _offer(interaction, current, _values_of_option)


async def _options_of_table(interaction: Asked, voice: Voice) -> list[tuple[str, str]]:
    info = await interaction.client.tables.lobby.of_channel(interaction.channel_id)
    options = interaction.client.games[info.game].info.options
    known = [(voice.label(one.text, 100), one.key) for one in options]
    return [*known, (voice.label(T("Language of the posts"), 100), seating.LANGUAGE)]


async def _values_of_option(interaction: Asked, voice: Voice) -> list[tuple[str, str]]:
    if interaction.namespace.option == seating.LANGUAGE:
        return [("English", "en"), ("Deutsch", "de")]
    info = await interaction.client.tables.lobby.of_channel(interaction.channel_id)
    options = interaction.client.games[info.game].info.options
    chosen = next(one for one in options if one.key == interaction.namespace.option)
    return [(voice.label(one.text, 100), one.value) for one in chosen.choices]


async def _offer(interaction: Asked, current: str, find: Any) -> Offered:
    """Offer what fits to what was typed so far; nothing where anything is wrong, which the command then tells."""
    try:
        offered = await find(interaction, Voice(language_of(interaction.locale.value)))
    except (TableError, RulesError, StopIteration):
        return []
    typed = current.casefold()
    return [app_commands.Choice(name=name, value=value) for name, value in offered if typed in name.casefold()][:25]


def _play() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("play")), description=label(T("Open your panel, or type your answer.")))
    @app_commands.rename(move=label(T("move")))
    @app_commands.describe(move=label(T("Your answer; several in a row separated by “;”.")))
    async def play(interaction: Asked, move: app_commands.Range[str, 1, LONGEST_MOVE] | None = None) -> None:
        async def work(call: Call) -> None:
            table_id = (await call.table(ended=move is None)).id
            if move is None:
                await open_panel(call, table_id)
            else:
                await playing.play_typed(call, table_id, move)

        await serve(interaction, work)

    @play.autocomplete("move")
    async def moves(interaction: Asked, current: str) -> Offered:
        try:
            info = await interaction.client.tables.lobby.of_channel(interaction.channel_id)
            live = await interaction.client.tables.game(info.id)
        except (TableError, RulesError):
            return []
        seat = live.seat_of(interaction.user.id)
        if seat is None:
            return []
        words = Voice(language_of(interaction.locale.value), live.info.names).words
        return [
            app_commands.Choice(name=shorten(shown, 100), value=value)
            for shown, value in playing.complete_move(live, seat, current, words)
        ]

    return _guild_command(play)


def _guild_command(command: app_commands.Command[Any, ..., None]) -> app_commands.Command[Any, ..., None]:
    _in_guilds(command)
    return command


def _looks() -> list[app_commands.Command[Any, ..., None]]:
    @app_commands.command(name=label(T("board")), description=label(T("See the whole table.")))
    async def board(interaction: Asked) -> None:
        async def work(call: Call) -> None:
            await looking.show_board(call, (await call.table(ended=True)).id)

        await serve(interaction, work)

    @app_commands.command(name=label(T("tableau")), description=label(T("See what lies before a player.")))
    @app_commands.rename(player=label(T("player")))
    @app_commands.describe(player=label(T("Whose; yours if you name nobody.")))
    async def tableau(interaction: Asked, player: discord.User | None = None) -> None:
        await serve(interaction, lambda call: looking.show_tableau(call, player))

    @app_commands.command(name=label(T("hand")), description=label(T("See your own hand; nobody else sees it.")))
    async def hand(interaction: Asked) -> None:
        async def work(call: Call) -> None:
            await looking.show_hand(call, (await call.table(ended=True)).id)

        await serve(interaction, work)

    @app_commands.command(name=label(T("score")), description=label(T("See the score, line by line.")))
    async def score(interaction: Asked) -> None:
        await serve(interaction, looking.show_score)

    @app_commands.command(name=label(T("log")), description=label(T("See what happened last.")))
    @app_commands.rename(count=label(T("count")))
    @app_commands.describe(count=label(T("How many lines; ten if you say nothing.")))
    async def log(interaction: Asked, count: app_commands.Range[int, 1, 50] = 10) -> None:
        await serve(interaction, lambda call: looking.show_log(call, count))

    looks: list[app_commands.Command[Any, ..., None]] = [board, tableau, hand, score, log]
    return [_guild_command(one) for one in looks]


def _rules(games: Mapping[str, Game[Any, Any]]) -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("rules")), description=label(T("Look up a rule or a card.")))
    @app_commands.rename(topic=label(T("topic")), game=label(T("game")))
    @app_commands.describe(
        topic=label(T("A topic, or the name of a card.")),
        game=label(T("Of which game; that of this channel's table if you name none.")),
    )
    @app_commands.choices(game=_game_choices(games))
    async def rules(interaction: Asked, topic: str, game: str | None = None) -> None:
        await serve(interaction, lambda call: looking.show_rules(call, game, topic))

    @rules.autocomplete("topic")
    async def topics(interaction: Asked, current: str) -> Offered:
        key = interaction.namespace.game
        if key not in games:
            key = await looking.game_played(interaction.client, interaction.channel_id)
        voice = Voice(language_of(interaction.locale.value))
        offered = looking.complete_topics(games[key], current, voice) if key in games else []
        return [app_commands.Choice(name=name, value=value) for name, value in offered]

    return rules


def _undo() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("undo")), description=label(T("Take back your last answer.")))
    async def undo(interaction: Asked) -> None:
        await serve(interaction, playing.take_back)

    return _guild_command(undo)


def _mine() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("mine")), description=label(T("See every table that waits for you.")))
    async def mine(interaction: Asked) -> None:
        await serve(interaction, looking.show_mine)

    return mine


def _me() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("me")), description=label(T("See or change your own settings.")))
    @app_commands.rename(language=label(T("language")), pictures=label(T("pictures")))
    @app_commands.describe(
        language=label(T("The language I speak with you.")), pictures=label(T("How large your own pictures are."))
    )
    @app_commands.choices(
        language=[
            app_commands.Choice(name=label(T("As Discord")), value="auto"),
            app_commands.Choice(name="English", value="en"),
            app_commands.Choice(name="Deutsch", value="de"),
        ],
        pictures=[
            app_commands.Choice(name=label(T("Full size")), value="normal"),
            app_commands.Choice(name=label(T("Small")), value="small"),
        ],
    )
    async def me(interaction: Asked, language: str | None = None, pictures: str | None = None) -> None:
        await serve(interaction, lambda call: looking.set_preferences(call, language, pictures))

    return me
