"""``/stats``: what games that are over add up to, for a person or for everybody, as a picture or in words."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import discord

from bot.commands.context import Context, name_of
from bot.commands.errors import Refused
from bot.tables.core.errors import UnknownGame
from bot.tables.service import Tables
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from bot.views.statistics import ALL, Asked, Games, sheet_job, sheet_layout, sheet_of, side_text
from rendering.words.folding import plain
from rules.kernel.text import T
from storage.statistics import Scope


async def show_typed(
    context: Context,
    person: discord.User | discord.Member | None,
    game: str | None,
    side: str | None,
    *,
    everybody: bool,
    everywhere: bool,
    text: bool,
) -> None:
    """Show the statistics that were asked for: of a person (the caller), or of everybody."""
    if everybody and person is not None:
        raise Refused(T("Name a person, or ask for everybody; not both."))
    whose = 0 if everybody else context.user_id if person is None else person.id
    named = None if person is None else name_of(person)
    asked = Asked(whose, game, everywhere or context.interaction.guild_id is None, text)
    await show(context, asked, named=named, side=side)


async def pressed(context: Context, custom_id: CustomId, game: str | None = None) -> None:
    """Show what a button asks for, or a menu with this game."""
    asked = Asked.read(custom_id)
    if game is not None:
        asked = replace(asked, game=None if game == ALL else game)
    await show(context, asked)


async def show(context: Context, asked: Asked, *, named: str | None = None, side: str | None = None) -> None:
    """Show statistics, for the reader alone.

    On all servers one sees one's own, and those of everybody, which name nobody; of others those of this server.

    Raises:
        Refused, UnknownGame.

    """
    games = context.client.games
    own = asked.user_id in (0, context.user_id)
    in_server = context.interaction.guild_id is not None
    if asked.game is not None and asked.game not in games:
        raise UnknownGame(asked.game)
    if asked.everywhere and not own:
        raise Refused(T("What others have played on other servers is theirs to see. Here is what I may show: /stats"))
    tables = context.tables
    scope = Scope(asked.user_id or None, None if asked.everywhere else context.guild_id, asked.game)
    if side is not None:
        of_game, found_side = await _find_side(context, scope, side)
        asked, scope = replace(asked, game=of_game), replace(scope, game=of_game, side=found_side)
    found = await tables.statistics.of(scope)
    who = None if not asked.user_id else context.person.name if asked.user_id == context.user_id else named
    if asked.user_id and who is None:
        who = await tables.statistics.name(asked.user_id, scope.guild_id)
    sheet = sheet_of(found, who, games, context.language, everywhere=asked.everywhere)
    drawer = context.client.drawer
    view = partial(
        sheet_layout, asked, sheet, games, context.localizer(), switches=own and in_server, draws=drawer.draws
    )
    if asked.in_words or not drawer.draws:
        await context.show(view(None))
        return
    await context.show_drawn(view, drawer.begin(sheet_job(sheet, context.language, context.preferences.picture)))


async def _find_side(context: Context, scope: Scope, typed: str) -> tuple[str, str]:
    """Find what was played with by what was typed; gives its game, too.

    Raises:
        Refused: nobody has played with that here.

    """
    for label, (game, side) in await sides_played(context.tables, context.client.games, scope, context.localizer()):
        if plain(typed) in (plain(label), side):
            return game, side
    raise Refused(T("Nobody has played with that here. Choose one that is offered, or name none."))


async def sides_played(
    tables: Tables, games: Games, scope: Scope, localizer: Localizer
) -> list[tuple[str, tuple[str, str]]]:
    """What was played with within a scope, by anybody: its label, its game and its key, the most played first."""
    found = await tables.statistics.sides(replace(scope, user_id=None, side=None))
    return [(localizer.label(side_text(side, game, games), 100), (game, side)) for game, side in found]


async def complete_sides(
    tables: Tables, games: Games, scope: Scope, typed: str, localizer: Localizer
) -> list[tuple[str, str]]:
    """Completions: what was played with whose name contains what was typed, as label and key."""
    found = await sides_played(tables, games, scope, localizer)
    return [(label, side) for label, (_, side) in found if plain(typed) in plain(label)][:25]
