"""Finds a game of a channel: the one that is named, else the last that was played there.

While a table is in the lobby, that is the game before it. A game that is over can be looked at by its number while the
next one is played in its channel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.commands.context import Context
from bot.tables.core.data import TableInfo
from bot.tables.core.errors import NoSuchGame
from bot.tables.core.quiet_hours import zone_of
from bot.views.localizer import Localizer
from bot.views.status import title_of
from rendering.words.folding import plain
from rules.kernel.game import Game
from rules.kernel.text import T, Text, player


async def game_here(context: Context, typed: str | None, *, over: bool = False, verb: str = "board") -> TableInfo:
    """Find the game of this channel that was named, else the last; with `over` the last that is over, if one is.

    Where nothing was played here it is one of the person's own; `verb` is that of the buttons to several.

    Raises:
        NoSuchGame: none of the channel's is called so.
        NoTableHere, Refused: nothing was played here, and they have none.
        Several: as `Context.own_table`.

    """
    if typed is None and not over and context.plays_here:
        return await context.table()
    games = await context.tables.lobby.played(context.channel_id) if context.in_server else []
    if typed is not None:
        found = find_game(games, typed, context.client.games, context.localizer(), context.preferences.zone)
        if found is None:
            raise NoSuchGame
        return await context.found(found)
    ended = [one for one in games if not one.live]
    last = (ended if over and ended else games)[:1]
    if over and not last:
        last = [*(await context.tables.practice.of(context.user_id)).over[:1]]
    return await context.found(last[0]) if last else await context.own_table(verb, ended=True)


def find_game(
    infos: Sequence[TableInfo], typed: str, games: Mapping[str, Game[Any, Any]], localizer: Localizer, zone: str
) -> TableInfo | None:
    """Find a game by its number, or by the label of its completion."""
    wanted = plain(typed)
    return next(
        (one for one in infos if wanted in {str(one.id), plain(_label(one, games, localizer, zone))}),
        None,
    )


def complete_games(
    infos: Sequence[TableInfo], typed: str, games: Mapping[str, Game[Any, Any]], localizer: Localizer, zone: str
) -> list[tuple[str, str]]:
    """Completions: games whose labels contain what was typed, the last first, as label and number of the table."""
    offered = [(_label(info, games, localizer, zone), str(info.id)) for info in infos]
    return [one for one in offered if plain(typed) in plain(one[0])][:25]


def _label(info: TableInfo, games: Mapping[str, Game[Any, Any]], localizer: Localizer, zone: str) -> str:
    """The plain-text label of a game: its title, players, and when it ended in the reader's time zone."""
    there = Localizer(localizer.language, info.names)
    when: str | Text = T("still running")
    if info.ended_at is not None:
        when = there.words.day(info.ended_at.astimezone(zone_of(zone)).date())
    who = [player(one.seat) for one in info.players]
    return there.label(T("{n}: {game} ({who}), {when}", n=info.id, game=title_of(info, games), who=who, when=when), 100)
