"""``/history``: the board after a former turn, its events, and buttons to browse the game."""

from __future__ import annotations

from bot.commands import board
from bot.commands.context import Context
from bot.commands.errors import Refused
from bot.commands.find_game import game_here
from bot.commands.rewind import read_turn
from bot.tables.core.data import Past, TableInfo, Turns
from bot.tables.imports import seat_to_try
from bot.tables.trials import NOW, may_try
from bot.views import components
from bot.views.components import button, rows
from bot.views.custom_ids import CustomId
from bot.views.events import happened_text, turn_below, turn_label
from bot.views.imports import imported_lines, imported_title
from bot.views.localizer import Localizer
from bot.views.panel import try_button
from bot.views.score import score_lines, supposed_lines
from bot.views.status import title_of
from rendering.film import MAX_FRAMES
from rules.kernel.text import T

MAX_HAPPENED = 1500
LONGEST_FILM = 600.0
"""Seconds that somebody waits for a film; Discord takes a reply for fifteen minutes."""


async def show_history(context: Context, typed: str | None, table: str | None) -> None:
    """Show the board as it was after the turn that was named, else as it is."""
    info = await game_here(context, table)
    number = None
    if typed is not None:
        turns = await context.tables.history.turns(info.id)
        number = read_turn(typed, turns, lowest=turns.first)
    await show_past(context, info.id, number)


async def show_film(context: Context, table: str | None) -> None:
    """Show the course of a game that is over as a film."""
    await show_film_of(context, await game_here(context, table, over=True, verb="practicefilm"))


async def show_film_of(context: Context, info: TableInfo) -> None:
    """Show the course of a game that is over as a film.

    Raises:
        Refused: it has no pictures, or they could not be drawn. Otherwise as `History.reel`.

    """
    films = context.client.films
    reel = await context.tables.history.reel(info.id, MAX_FRAMES)
    if not films.has_film(info.game):
        raise Refused(T("There are no pictures of this game here, so there is no film of it."))
    drawn = await films.begin(reel, context.language).within(LONGEST_FILM)
    if drawn is None:
        raise Refused(T("The film could not be made. Please try again later."))
    games = context.client.games
    title = context.localizer(info.names).post(
        imported_title(info, games) if info.phase == "imported" else title_of(info, games)
    )
    await context.add(
        components.layout(components.words(f"### 🎬 {title}"), components.picture(drawn)), components.files(drawn)
    )


async def show_past(context: Context, table_id: int, number: int | None, *, beside: bool = False) -> None:
    """Show the board after a turn, as the person's seat (else an onlooker) could see it then.

    In place of the panel whose button was pressed, or `beside` it.
    """
    past = await context.tables.history.at(table_id, context.user_id, number)
    live = past.live
    seat = live.seat_of(context.user_id)
    seen = await board.look(context, live, "board", seat)
    localizer = context.localizer(live.info.names)
    above = ["\n".join([*imported_lines(live.info, context.client.games, localizer), *_head(past, localizer)])]
    if past.events:
        above.append(happened_text(past.events, localizer, MAX_HAPPENED))
    standings = live.scores(seat)
    scores = "\n".join([*supposed_lines(live, standings, localizer), *score_lines(standings, localizer)])
    leaves = _leaves(past, localizer)
    tries = seat_to_try(live) if seat is None else seat
    if tries is not None and may_try(live, tries):
        begun = live.info.step and live.info.players[tries].since is not None  # their own half-made turn is not shown
        now = past.number == past.last and live.info.phase == "running" and not begun
        leaves.append(try_button(live, localizer, NOW if now else past.number))
    await board.show(context, seen, above, [scores], rows(leaves), in_place=not beside)


def _head(past: Past, localizer: Localizer) -> list[str]:
    if past.turn is not None:
        head = T("After turn {n} of {last}", n=past.number, last=past.last)
        below = turn_below(past.turn, past.events, localizer, past.live.game.restating)
        return [f"### {localizer.post(head)}", *([below] if below else [])]
    if past.number:
        return [f"### {localizer.post(T('Where the rules were updated, after turn {n}', n=past.number))}"]
    return [f"### {localizer.post(T('The start of the game'))}"]


def _leaves(past: Past, localizer: Localizer) -> list[components.Button]:
    def to(label: str, tag: str, number: int, *, possible: bool) -> components.Button:
        # The tag distinguishes buttons to the same turn: Discord wants unique custom_ids.
        custom_id = CustomId("past", past.live.info.id, past.live.revision, tag, str(number))
        return button(label, custom_id, disabled=not possible)

    back, on = past.number > past.first, past.number < past.last
    newest = T("Now") if past.live.info.phase == "running" else T("End")
    return [
        to("⏮ " + localizer.label(T("Beginning")), "start", past.first, possible=back),
        to("◀ " + localizer.label(T("Earlier")), "earlier", max(past.number - 1, past.first), possible=back),
        to("▶ " + localizer.label(T("Later")), "later", past.number + 1, possible=on),
        to("⏭ " + localizer.label(newest), "now", past.last, possible=on),
    ]


def complete_turns(turns: Turns, typed: str, localizer: Localizer, *, lowest: int) -> list[tuple[str, str]]:
    """Completions: turns whose labels contain what was typed, the newest first, as label and number."""
    offered = [(turn_label(turn, localizer), str(turn.number)) for turn in reversed(turns.turns)]
    if lowest == 0 and turns.first == 0:
        offered.append((f"0 · {localizer.label(T('The start of the game'))}", "0"))
    wanted = typed.casefold().strip()
    exact = [one for one in offered if one[1] == wanted]
    return (exact + [one for one in offered if one not in exact and wanted in one[0].casefold()])[:25]
