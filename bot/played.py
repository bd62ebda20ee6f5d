"""Which game of a channel somebody looks at: the one that they name, else the last that was played there.

A lobby hides nothing: before its game has started, what is looked at is the game before it. A game that is over stays
within reach of whoever can see its channel, by its number, while the next one is played there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.hours import zone_of
from bot.looking import title_of
from bot.picks import plain
from bot.table_data import TableInfo
from bot.table_errors import NoSuchGame
from bot.voice import Voice
from rules.kernel.text import T, Text, player

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from bot.calls import Call
    from rules.kernel.game import Game


async def game_here(call: Call, typed: str | None, *, over: bool = False) -> TableInfo:
    """Find the game of this channel that was named, else the last; with `over` the last that is over, if one is.

    Raises:
        NoSuchGame: none of the channel's is called so.
        NoTableHere: nothing was played here.

    """
    games = await call.tables.lobby.played(call.channel_id)
    if typed is not None:
        found = find_game(games, typed, call.client.games, call.voice(), call.preferences.zone)
        if found is None:
            raise NoSuchGame
        return await call.found(found)
    ended = [one for one in games if not one.live]
    last = (ended if over and ended else games)[:1]
    return await call.found(last[0]) if last else await call.table(ended=True)


def find_game(
    infos: Sequence[TableInfo], typed: str, games: Mapping[str, Game[Any, Any]], voice: Voice, zone: str
) -> TableInfo | None:
    """Find a game by its number, or by the name under which it is offered."""
    wanted = plain(typed)
    return next(
        (one for one in infos if wanted in {str(one.id), plain(_label(one, games, voice, zone))}),
        None,
    )


def complete_games(
    infos: Sequence[TableInfo], typed: str, games: Mapping[str, Game[Any, Any]], voice: Voice, zone: str
) -> list[tuple[str, str]]:
    """Offer games whose names hold what was typed, the last first: what is shown, and the table's number."""
    offered = [(_label(info, games, voice, zone), str(info.id)) for info in infos]
    return [one for one in offered if plain(typed) in plain(one[0])][:25]


def _label(info: TableInfo, games: Mapping[str, Game[Any, Any]], voice: Voice, zone: str) -> str:
    """Name a game where no markdown is read: what it is, who plays, when it ended by the reader's calendar."""
    there = Voice(voice.language, info.names)
    when: str | Text = T("still running")
    if info.ended_at is not None:
        when = there.words.day(info.ended_at.astimezone(zone_of(zone)).date())
    who = [player(one.seat) for one in info.players]
    return there.label(T("{n}: {game} ({who}), {when}", n=info.id, game=title_of(info, games), who=who, when=when), 100)
