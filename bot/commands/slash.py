"""Declares the slash commands but ``/table``: names, descriptions and parameters, in English and German."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.commands import (
    archive,
    board,
    history,
    lessons,
    look,
    me,
    mine,
    mydata,
    plans,
    play,
    policies,
    practice,
    reference,
    server,
    statistics,
    wishes,
)
from bot.commands.completions import (
    Asked,
    Found,
    Offered,
    games_here,
    looked_at,
    offer_fitting,
    offer_turns,
    settings_of_server,
    table_meant,
    values_of_setting,
)
from bot.commands.context import Context
from bot.commands.errors import Refused
from bot.commands.find_game import game_here
from bot.commands.panel import open_panel
from bot.commands.serving import language_of_reader, offer, refuse, serve
from bot.commands.slash_table import WHICH, Typed, game_choices, table_group
from bot.commands.translator import label
from bot.tables.plans import Planning
from bot.tables.wishes import LONGEST_NOTE
from bot.typed.line import complete_move
from bot.typed.picks import complete
from bot.views.localizer import Localizer
from bot.views.mydata import CHOICES as MY_DATA
from bot.views.robots import LEVELS
from rules.kernel.game import Game
from rules.kernel.text import T
from storage.statistics import Scope

LONGEST_MOVE = 6000
"""Discord's maximum length of a parameter: longer than any move, so that we reply to one that is too long."""


class Commands(app_commands.CommandTree[Any]):
    """The command tree. A client's version of the commands may be older, or newer during a rolling restart."""

    async def on_error(self, interaction: Asked, error: app_commands.AppCommandError, /) -> None:
        """Reply to a command that does not match ours."""
        if isinstance(error, app_commands.CommandInvokeError):
            await super().on_error(interaction, error)
        elif interaction.type is discord.InteractionType.autocomplete:
            await offer(interaction, _nothing)
        else:
            text = T("I do not know that command in this form: it has just changed. Please type it again in a minute.")
            await refuse(interaction, Refused(text))


async def _nothing() -> Found:
    return []


def add_commands(tree: app_commands.CommandTree[Any], games: Mapping[str, Game[Any, Any]]) -> None:
    """Put every command on a tree; the games are the choices of ``/table new`` and ``/rules``."""
    tree.add_command(_in_guilds(table_group(games)))
    looks = (_play(), *_looks(), _history(), _rules(games), _learn(games))
    anywhere = (*looks, _undo(), _policy(), _plan(), _mine(), _me(), _practice(games))
    of_servers = (_server(), _note())
    for command in (*map(_anywhere, anywhere), *of_servers, *map(_in_dms_too, (_stats(games), _games(games)))):
        tree.add_command(command)


def leave_to_servers(tree: app_commands.CommandTree[Any]) -> None:
    """Let nobody have the commands by installing the bot for themselves: Discord takes that from no other application.

    In direct messages with the bot they stay for whoever shares a server with it.
    """
    for command in tree.get_commands():
        if isinstance(command, app_commands.ContextMenu):
            continue
        if command.allowed_installs is not None:
            command.allowed_installs = app_commands.AppInstallationType(guild=True, user=False)
        contexts = command.allowed_contexts
        if contexts is not None and contexts.private_channel:
            command.allowed_contexts = app_commands.AppCommandContext(
                guild=contexts.guild, dm_channel=contexts.dm_channel, private_channel=False
            )


def _in_guilds(command: Any) -> Any:
    """For a command that is about a server: only where the bot is a member."""
    return app_commands.allowed_installs(guilds=True, users=False)(app_commands.guild_only()(command))


def _anywhere(command: app_commands.Command[Any, ..., None]) -> app_commands.Command[Any, ..., None]:
    """For a command that a person who has installed the bot has everywhere, also where the bot is not."""
    contexts = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    return contexts(app_commands.allowed_installs(guilds=True, users=True)(command))


def _in_dms_too(command: app_commands.Command[Any, ..., None]) -> app_commands.Command[Any, ..., None]:
    """For a command that is about games of a server, or of all of them."""
    contexts = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    return contexts(app_commands.allowed_installs(guilds=True, users=False)(command))


def _history() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("history")), description=label(T("See the board as it was.")))
    @app_commands.rename(turn=label(T("turn")), table=label(T("table")), film=label(T("film")))
    @app_commands.describe(
        turn=label(T("After which turn; the latest if you name none.")),
        table=label(WHICH),
        film=label(T("The whole course of a game that is over, as a film.")),
    )
    @app_commands.autocomplete(table=games_here)
    async def history_command(
        interaction: Asked, turn: Typed | None = None, table: Typed | None = None, film: bool = False
    ) -> None:
        async def work(context: Context) -> None:
            await (history.show_film(context, table) if film else history.show_history(context, turn, table))

        await serve(interaction, work)

    @history_command.autocomplete("turn")
    async def turns(interaction: Asked, current: str) -> Offered:
        return await offer_turns(interaction, current, lowest=0)

    return history_command


def _play() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("play")), description=label(T("Open your panel, or type your answer.")))
    @app_commands.rename(move=label(T("move")))
    @app_commands.describe(move=label(T("Your answer; several in a row separated by “;”.")))
    async def play_command(interaction: Asked, move: app_commands.Range[str, 1, LONGEST_MOVE] | None = None) -> None:
        async def work(context: Context) -> None:
            table_id = (await context.own_table("fresh", ended=move is None)).id
            if move is None:
                await open_panel(context, table_id)
            else:
                await play.play_typed(context, table_id, move)

        await serve(interaction, work)

    @play_command.autocomplete("move")
    async def moves(interaction: Asked, current: str) -> Offered:
        async def find() -> Found:
            info = await table_meant(interaction)
            live = await interaction.client.tables.game(info.id)
            seat = live.seat_of(interaction.user.id)
            if seat is None:
                return []
            words = Localizer(await language_of_reader(interaction), live.info.names).words
            return await asyncio.to_thread(complete_move, live, seat, current, words)

        return await offer(interaction, find)

    return play_command


def _guild_command(command: app_commands.Command[Any, ..., None]) -> app_commands.Command[Any, ..., None]:
    _in_guilds(command)
    return command


def _looks() -> list[app_commands.Command[Any, ..., None]]:
    return [one() for one in (_board, _tableau, _hand, _score, _log)]


def _board() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("board")), description=label(T("See the whole table, or a part of it.")))
    @app_commands.rename(part=label(T("part")), text=label(T("text")), table=label(T("table")))
    @app_commands.describe(
        part=label(T("Which part; the whole table if you name none.")),
        text=label(T("In words instead of a picture.")),
        table=label(WHICH),
    )
    @app_commands.autocomplete(table=games_here)
    async def board_command(
        interaction: Asked,
        part: app_commands.Range[str, 1, 100] | None = None,
        text: bool = False,
        table: Typed | None = None,
    ) -> None:
        async def work(context: Context) -> None:
            await look.show_board(context, (await game_here(context, table)).id, part or "", text=text)

        await serve(interaction, work)

    @board_command.autocomplete("part")
    async def parts(interaction: Asked, current: str) -> Offered:
        async def find() -> Found:
            info = await looked_at(interaction)
            if info is None or info.game not in interaction.client.games:
                return []
            localizer = Localizer(await language_of_reader(interaction))
            return board.complete_part(interaction.client.games[info.game], current, localizer)

        return await offer(interaction, find)

    return board_command


def _tableau() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("tableau")), description=label(T("See what lies before a player.")))
    @app_commands.rename(
        player=label(T("player")), text=label(T("text")), table=label(T("table")), seat=label(T("seat"))
    )
    @app_commands.describe(
        player=label(T("Whose tableau; yours if you name nobody.")),
        text=label(T("In words instead of a picture.")),
        table=label(WHICH),
        seat=label(T("Or whose, by the seat; a robot’s as well.")),
    )
    @app_commands.autocomplete(table=games_here)
    async def tableau(
        interaction: Asked,
        player: discord.User | None = None,
        text: bool = False,
        table: Typed | None = None,
        seat: Typed | None = None,
    ) -> None:
        async def work(context: Context) -> None:
            await look.show_tableau(
                context, (await game_here(context, table, verb="tableau")).id, player, seat, text=text
            )

        await serve(interaction, work)

    @tableau.autocomplete("seat")
    async def seats(interaction: Asked, current: str) -> Offered:
        async def find() -> Found:
            info = await looked_at(interaction)
            if info is None:
                return []
            return look.complete_seats(info, current, Localizer(await language_of_reader(interaction), info.names))

        return await offer(interaction, find)

    return tableau


def _hand() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("hand")), description=label(T("See your own hand; nobody else sees it.")))
    async def hand(interaction: Asked) -> None:
        async def work(context: Context) -> None:
            await look.show_hand(context, (await game_here(context, None, verb="hand")).id)

        await serve(interaction, work)

    return hand


def _score() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("score")), description=label(T("See the score, line by line.")))
    @app_commands.rename(table=label(T("table")))
    @app_commands.describe(table=label(WHICH))
    @app_commands.autocomplete(table=games_here)
    async def score(interaction: Asked, table: Typed | None = None) -> None:
        async def work(context: Context) -> None:
            await look.show_score(context, (await game_here(context, table, verb="score")).id)

        await serve(interaction, work)

    return score


def _log() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("log")), description=label(T("See what happened since you last looked.")))
    @app_commands.rename(count=label(T("count")), table=label(T("table")))
    @app_commands.describe(count=label(T("Show this many latest lines instead.")), table=label(WHICH))
    @app_commands.autocomplete(table=games_here)
    async def log(
        interaction: Asked, count: app_commands.Range[int, 1, 50] | None = None, table: Typed | None = None
    ) -> None:
        async def work(context: Context) -> None:
            await look.show_log(context, await game_here(context, table, verb="log"), count)

        await serve(interaction, work)

    return log


def _rules(games: Mapping[str, Game[Any, Any]]) -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("rules")), description=label(T("Look up a rule or a card.")))
    @app_commands.rename(topic=label(T("topic")), game=label(T("game")))
    @app_commands.describe(
        topic=label(T("A topic, or the name of a card, a faction or the like; help if you name none.")),
        game=label(T("Of which game; that of this channel’s table if you name none.")),
    )
    @app_commands.choices(game=game_choices(games))
    async def rules(interaction: Asked, topic: str | None = None, game: str | None = None) -> None:
        await serve(interaction, lambda context: reference.show_rules(context, game, topic))

    @rules.autocomplete("topic")
    async def topics(interaction: Asked, current: str) -> Offered:
        async def find() -> Found:
            key = interaction.namespace.game
            if key not in games:
                key = await reference.game_played(interaction.client, interaction.channel_id, interaction.user.id)
            localizer = Localizer(await language_of_reader(interaction))
            return reference.complete_topics(games[key], current, localizer) if key in games else []

        return await offer(interaction, find)

    return rules


def _learn(games: Mapping[str, Game[Any, Any]]) -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("learn")), description=label(T("Learn a game by playing a few steps of it.")))
    @app_commands.rename(game=label(T("game")))
    @app_commands.describe(game=label(T("Which game; you go on where you stopped.")))
    @app_commands.choices(game=game_choices({key: game for key, game in games.items() if game.lesson is not None}))
    async def learn(interaction: Asked, game: str) -> None:
        await serve(interaction, lambda context: lessons.open_lesson(context, game))

    return learn


def _practice(games: Mapping[str, Game[Any, Any]]) -> app_commands.Command[Any, ..., None]:
    @app_commands.command(
        name=label(T("practice")),
        description=label(T("Play against robots anywhere; only you see it, nothing counts.")),
    )
    @app_commands.rename(game=label(T("game")), robots=label(T("robots")), level=label(T("level")))
    @app_commands.describe(
        game=label(T("What you want to play; your practice games if you name nothing.")),
        robots=label(T("Against how many robots.")),
        level=label(T("How well the robots play.")),
    )
    @app_commands.choices(
        game=game_choices(games),
        level=[app_commands.Choice(name=label(text), value=key) for key, text in LEVELS.items()],
    )
    async def practice_command(
        interaction: Asked,
        game: str | None = None,
        robots: app_commands.Range[int, 0, 20] | None = None,
        level: str | None = None,
    ) -> None:
        await serve(interaction, lambda context: practice.show_typed(context, game, robots, level))

    return practice_command


def _undo() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("undo")), description=label(T("Take back your last answer.")))
    async def undo(interaction: Asked) -> None:
        await serve(interaction, play.take_back)

    return undo


def _policy() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("policy")), description=label(T("See or change your automatic answers.")))
    async def policy(interaction: Asked) -> None:
        async def work(context: Context) -> None:
            await policies.open_policies(context, (await context.own_table("policy")).id)

        await serve(interaction, work)

    return policy


def _plan() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("plan")), description=label(T("Plan answers ahead of being asked.")))
    @app_commands.rename(question=label(T("question")), answer=label(T("answer")))
    @app_commands.describe(
        question=label(T("What you will be asked.")), answer=label(T("Your answer; several picks separated by commas."))
    )
    async def plan(
        interaction: Asked,
        question: str | None = None,
        answer: app_commands.Range[str, 1, LONGEST_MOVE] | None = None,
    ) -> None:
        async def work(context: Context) -> None:
            table_id = (await context.own_table("plan")).id
            if question is None or answer is None:
                await plans.open_plans(context, table_id)
            else:
                await plans.plan_typed(context, table_id, question, answer)

        await serve(interaction, work)

    @plan.autocomplete("question")
    async def questions(interaction: Asked, current: str) -> Offered:
        return await offer_fitting(interaction, current, _questions_ahead)

    @plan.autocomplete("answer")
    async def answers(interaction: Asked, current: str) -> Offered:
        async def find() -> Found:
            planning = await _planning(interaction)
            prompt = next((one for one in planning.prompts if one.kind == interaction.namespace.question), None)
            if prompt is None:
                return []
            words = Localizer(await language_of_reader(interaction), planning.live.info.names).words
            return complete(prompt, current, words, planning.live.game.verbs)

        return await offer(interaction, find)

    return plan


async def _planning(interaction: Asked) -> Planning:
    tables = interaction.client.tables
    info = await table_meant(interaction)
    planning: Planning = await tables.plans.of(info.id, interaction.user.id)
    return planning


async def _questions_ahead(interaction: Asked, localizer: Localizer) -> Found:
    planning = await _planning(interaction)
    there = Localizer(localizer.language, planning.live.info.names)
    return [(there.label(one.text, 100), one.kind) for one in planning.prompts]


def _mine() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(
        name=label(T("mine")), description=label(T("See the tables that wait for you, and all others of yours."))
    )
    async def own(interaction: Asked) -> None:
        await serve(interaction, mine.show)

    return own


def _note() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("note")), description=label(T("Keep a note at this table that only you see.")))
    @app_commands.rename(text=label(T("text")))
    @app_commands.describe(text=label(T("In place of your note of before; see and delete it if you write nothing.")))
    async def note(interaction: Asked, text: app_commands.Range[str, 1, LONGEST_NOTE] | None = None) -> None:
        async def work(context: Context) -> None:
            table_id = (await context.table()).id
            if text is None:
                await wishes.show_own(context, table_id)
            else:
                await wishes.write_note(context, table_id, text)

        await serve(interaction, work)

    return _guild_command(note)


def _me() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("me")), description=label(T("See or change your own settings.")))
    @app_commands.rename(
        language=label(T("language")),
        pictures=label(T("pictures")),
        zone=label(T("time-zone")),
        data=label(T("my-data")),
    )
    @app_commands.describe(
        language=label(T("The language I speak with you.")),
        pictures=label(T("How large your own pictures are.")),
        zone=label(T("Where you live; quiet hours and vacations go by the clocks there.")),
        data=label(T("What I keep about you: get it, or have me forget you.")),
    )
    @app_commands.choices(
        language=[
            app_commands.Choice(name=label(T("As in Discord")), value="auto"),
            app_commands.Choice(name="English", value="en"),
            app_commands.Choice(name="Deutsch", value="de"),
        ],
        pictures=[
            app_commands.Choice(name=label(T("Full size")), value="normal"),
            app_commands.Choice(name=label(T("Small")), value="small"),
        ],
        data=[app_commands.Choice(name=label(text), value=key) for key, text in MY_DATA.items()],
    )
    async def own(
        interaction: Asked,
        language: str | None = None,
        pictures: str | None = None,
        zone: str | None = None,
        data: str | None = None,
    ) -> None:
        async def work(context: Context) -> None:
            if data is not None:
                await mydata.show(context, data if data in MY_DATA else "")
                return
            changes = {"language": language, "picture": pictures}
            if zone is not None:
                changes["zone"] = me.find_zone(zone)
            await me.set_preferences(context, {key: value for key, value in changes.items() if value is not None})

        await serve(interaction, work)

    @own.autocomplete("zone")
    async def find(interaction: Asked, current: str) -> Offered:
        async def fitting() -> Found:
            return [(name, name) for name in me.complete_zone(current)]

        return await offer(interaction, fitting)

    return own


def _server() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("server")), description=label(T("See or change the settings of this server.")))
    @app_commands.rename(setting=label(T("setting")), value=label(T("value")))
    @app_commands.describe(setting=label(T("What to change.")), value=label(T("What it should be.")))
    @app_commands.default_permissions(manage_guild=True)
    async def server_command(interaction: Asked, setting: Typed | None = None, value: Typed | None = None) -> None:
        await serve(interaction, lambda context: server.type_setting(context, setting, value))

    @server_command.autocomplete("setting")
    async def settings(interaction: Asked, current: str) -> Offered:
        return await offer_fitting(interaction, current, settings_of_server)

    @server_command.autocomplete("value")
    async def values(interaction: Asked, current: str) -> Offered:
        return await offer_fitting(interaction, current, values_of_setting)

    return _guild_command(server_command)


def _stats(games: Mapping[str, Game[Any, Any]]) -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("stats")), description=label(T("See how games have ended, added up.")))
    @app_commands.rename(
        person=label(T("person")),
        game=label(T("game")),
        side=label(T("side")),
        everybody=label(T("everybody")),
        everywhere=label(T("everywhere")),
        text=label(T("text")),
    )
    @app_commands.describe(
        person=label(T("Whose; yours if you name nobody.")),
        game=label(T("Of which game; of all if you name none.")),
        side=label(T("With which faction, species, start world or character.")),
        everybody=label(T("Of all people together instead.")),
        everywhere=label(T("On all servers instead of this one.")),
        text=label(T("In words instead of a picture.")),
    )
    @app_commands.choices(game=game_choices(games))
    async def stats(  # noqa: PLR0917 - as Discord gives them
        interaction: Asked,
        person: discord.User | None = None,
        game: str | None = None,
        side: Typed | None = None,
        everybody: bool = False,
        everywhere: bool = False,
        text: bool = False,
    ) -> None:
        await serve(
            interaction,
            lambda context: statistics.show_typed(
                context, person, game, side, everybody=everybody, everywhere=everywhere, text=text
            ),
        )

    @stats.autocomplete("side")
    async def sides(interaction: Asked, current: str) -> Offered:
        async def find() -> Found:
            client, wanted = interaction.client, interaction.namespace.game
            scope = Scope(guild_id=interaction.guild_id, game=wanted if wanted in games else None)
            localizer = Localizer(await language_of_reader(interaction))
            return await statistics.complete_sides(client.tables, client.games, scope, current, localizer)

        return await offer(interaction, find)

    return stats


def _games(games: Mapping[str, Game[Any, Any]]) -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name=label(T("games")), description=label(T("Leaf through games that are over.")))
    @app_commands.rename(person=label(T("person")), game=label(T("game")), everywhere=label(T("everywhere")))
    @app_commands.describe(
        person=label(T("Those of one person; all of this server if you name nobody.")),
        game=label(T("Of which game; of all if you name none.")),
        everywhere=label(T("Your own on all servers instead.")),
    )
    @app_commands.choices(game=game_choices(games))
    async def ended(
        interaction: Asked, person: discord.User | None = None, game: str | None = None, everywhere: bool = False
    ) -> None:
        await serve(interaction, lambda context: archive.show_typed(context, person, game, everywhere=everywhere))

    return ended
