"""``/practice``: games against robots for one person alone, in private replies, wherever they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.commands.context import Context
from bot.commands.errors import Refused
from bot.commands.history import show_film_of
from bot.commands.panel import open_panel
from bot.tables.core.data import TableInfo
from bot.tables.core.errors import GameOver, NotSeated, UnknownGame
from bot.tables.practice import NotYourPractice, TooMuchPractice, robots_possible, usual_robots
from bot.views.custom_ids import CustomId, only_value
from bot.views.practice import Wanted, end_question, practice_page
from rules.kernel.game import GameInfo
from rules.kernel.robots import Level
from rules.kernel.text import T, Text


async def show_typed(context: Context, game: str | None, robots: int | None, level: str | None) -> None:
    """Begin a game as it was typed; without a game show those that run, and menus for a new one."""
    games = context.client.games
    if game is None:
        wanted = Wanted.usual(games)
        if robots is not None and robots in robots_possible(games[wanted.game].info):
            wanted = wanted.with_("robots", str(robots), games)
        await show(context, wanted.with_("level", level, games) if level else wanted)
        return
    if game not in games:
        raise UnknownGame(game)
    info = games[game].info
    robots = usual_robots(info) if robots is None else robots
    if robots not in robots_possible(info):
        raise Refused(_robots_refused(info))
    await begin(context, Wanted(game, robots, Level(level or Level.GOOD)))


def _robots_refused(info: GameInfo) -> Text:
    possible = robots_possible(info)
    return T(
        "{game} can be practised against {low} to {high} robots.",
        game=info.title,
        low=possible.start,
        high=possible.stop - 1,
    )


async def show(
    context: Context, wanted: Wanted | None = None, notice: Text | None = None, *, in_place: bool = False
) -> None:
    """Show the practice tables of the person; beside a panel, or in its place."""
    games = context.client.games
    practised = await context.tables.practice.of(context.user_id)
    view = practice_page(practised, wanted or Wanted.usual(games), games, context.localizer(), notice)
    await (context.show if in_place else context.add)(view)


async def pressed(context: Context, custom_id: CustomId, values: Sequence[str]) -> None:
    """Show the page in place of what had the button, or with what was chosen in one of its menus."""
    games = context.client.games
    wanted = Wanted.read(custom_id.argument, games) if custom_id.argument else None
    if wanted is not None and custom_id.fingerprint:
        wanted = wanted.with_(custom_id.fingerprint, only_value(values), games)
    await show(context, wanted, in_place=context.redraws)


async def begin_as_chosen(context: Context, custom_id: CustomId) -> None:
    """Begin the game that a page's button names."""
    await begin(context, Wanted.read(custom_id.argument, context.client.games))


async def begin(context: Context, wanted: Wanted, options: Mapping[str, str] | None = None) -> None:
    """Begin a practice game and show its panel; at the limit, show those that run instead."""
    practice = context.tables.practice
    try:
        info = await practice.begin(context.person, wanted.game, wanted.robots, wanted.level, options)
    except TooMuchPractice as error:
        await show(context, wanted, error.text, in_place=context.redraws)
        return
    await open_panel(context, info.id)


async def go_on(context: Context, table_id: int) -> None:
    """Show where a practice game is; one whose process ended before it began begins now."""
    info = context.about if context.about is not None and context.about.id == table_id else None
    if info is not None and info.private and info.phase == "lobby":
        await context.tables.practice.started(info, context.person)
    await open_panel(context, table_id)


async def ask_to_end(context: Context, table_id: int) -> None:
    """Ask whether a practice game is to end.

    Raises:
        NotYourPractice, GameOver, NoTableHere.

    """
    info = await _own(context, table_id)
    if not info.live:
        raise GameOver
    await context.show(end_question(info, context.client.games, context.localizer()))


async def end(context: Context, table_id: int) -> None:
    """End a practice game for good, and show the others."""
    await context.tables.practice.give_up(table_id, context.person)
    await show(context, notice=T("The practice game is ended."), in_place=context.redraws)


async def film(context: Context, table_id: int) -> None:
    """Show the course of a practice game that is over as a film, or of another one in which the person plays.

    Raises:
        NotYourPractice, NotSeated, NoTableHere. Otherwise as `show_film_of`.

    """
    info = await context.tables.lobby.info(table_id)
    if info.private:
        info = await _own(context, table_id)
    elif info.seat_of(context.user_id) is None:
        raise NotSeated
    await show_film_of(context, info)


async def _own(context: Context, table_id: int) -> TableInfo:
    info = await context.tables.lobby.info(table_id)
    if not info.private or info.owner_id != context.user_id:
        raise NotYourPractice
    return info
