"""Looking at a table: board, tableaus, hand, score, log; all but the hand for onlookers too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

import discord

from bot.commands import board
from bot.commands.context import Context
from bot.tables.core.data import Live, LogEntry, TableInfo
from bot.tables.core.errors import NotOver, NotSeated, UnknownPlayer
from bot.tables.core.names import letter_of
from bot.views import components
from bot.views.components import Piece, button, rows
from bot.views.custom_ids import LARGEST, CustomId, Unreadable, read_number
from bot.views.events import event_lines, events_of, since_mine
from bot.views.follow import follow_button
from bot.views.imports import imported_lines
from bot.views.localizer import Localizer
from bot.views.posts import FULL_SIZE, chart_lines, seats_menu, story_lines
from bot.views.score import running_lines, score_lines, standing_lines, supposed_lines
from rendering.registry import parts_of
from rendering.words.folding import plain, verbatim
from rules.kernel.text import TN, T, Text, player

MAX_LINES = 3400
USUAL_EVENTS = 10


async def show_board(
    context: Context, table_id: int, part: str = "", *, text: bool = False, in_place: bool = False
) -> None:
    """Show the whole table, or a part of it; to somebody who sits there with what they know.

    Raises:
        Refused: the board has no such part.

    """
    live = await context.tables.game(table_id)
    seat = live.seat_of(context.user_id)
    localizer = context.localizer(live.info.names)
    part = board.find_part(live.game, part, localizer) if part else ""
    seen = await board.look(context, live, "board", seat, part=part, text=text)
    standings = [] if part else live.scores(seat)
    lines = [] if part else [*supposed_lines(live, standings, localizer), *score_lines(standings, localizer)]
    scores = ["\n".join(lines)] if lines else []
    above = imported_lines(live.info, context.client.games, localizer)
    looks = _looks(live, part, localizer, text=text, in_words=seen.drawn is None, draws=context.client.drawer.draws)
    if live.info.phase != "imported":  # whoever had its address would see it
        looks += components.links(localizer.label(FULL_SIZE), _address(context, table_id, seat))
    below = [*rows(looks), *seats_menu(live.info, live.revision, localizer)]
    await board.show(context, seen, above, scores, below, in_place=in_place)


def _address(context: Context, table_id: int, seat: int | None) -> str:
    """The address at which the board stands on the web as a seat sees it, for this person; empty where it does not."""
    links = context.client.web_links
    if links is None or seat is None:
        return context.client.web_board(table_id)
    return links.private(table_id, seat, context.user_id, context.client.now())


def _looks(
    live: Live, part: str, localizer: Localizer, *, text: bool, in_words: bool, draws: bool
) -> list[components.Button]:
    """Buttons to the other ways to show the board: the whole, its parts, as a picture or in words.

    `text`: words were requested; `in_words`: words are shown, maybe for lack of a picture; `draws`: pictures are drawn.
    """
    game = live.game

    def to(label: Text, part: str, *, text: bool) -> components.Button:
        return button(localizer.label(label), CustomId("part", live.info.id, live.revision, "t" if text else "p", part))

    parts = [("", T("Whole board")), *((one, board.part_title(game, one)) for one in parts_of(game.info.key))]
    tools = [to(title, one, text=text) for one, title in parts if one != part]
    if draws and board.is_drawn(game.info.key, part):
        tools.append(to(T("As a picture") if in_words else T("In words"), part, text=not in_words))
    return tools


async def show_tableau(
    context: Context,
    table_id: int,
    whose: discord.abc.User | None,
    typed: str | None = None,
    *,
    chosen: int | None = None,
    text: bool = False,
) -> None:
    """Show what lies before one player: a member, a seat as typed or chosen, which a robot may have; else one's own.

    Raises:
        NotSeated: the reader has no seat. UnknownPlayer: there is no such player.

    """
    live = await context.tables.game(table_id)
    localizer = context.localizer(live.info.names)
    if chosen is not None:
        if chosen >= len(live.info.players):
            raise UnknownPlayer
        seat: int | None = chosen
    elif typed is not None:
        seat = find_seat(live.info, typed, localizer)
    else:
        seat = live.seat_of(context.user_id if whose is None else whose.id)
    if seat is None:
        raise NotSeated if whose is None else UnknownPlayer
    viewer = live.seat_of(context.user_id)
    seen = await board.look(context, live, "tableau", viewer, seat, text=text)
    standings = live.scores(viewer)
    lines = [*supposed_lines(live, standings, localizer), *standing_lines(standings[seat], localizer)]
    above = imported_lines(live.info, context.client.games, localizer)
    await board.show(context, seen, above, ["\n".join(lines)])


def find_seat(info: TableInfo, typed: str, localizer: Localizer) -> int:
    """Find a seat by its number, its letter, the name of its player or how that begins.

    Raises:
        UnknownPlayer: there is none, or several fit.

    """
    wanted = plain(typed)
    names = [plain(localizer.label(player(seat))) for seat in range(len(info.players))]
    exact = [
        seat
        for seat, name in enumerate(names)
        if wanted in {name, str(seat + 1), plain(letter_of(seat))} or typed == f"<@{info.players[seat].user_id}>"
    ]
    found = exact or [seat for seat, name in enumerate(names) if wanted and name.startswith(wanted)]
    if len(found) != 1:
        raise UnknownPlayer
    return found[0]


def complete_seats(info: TableInfo, typed: str, localizer: Localizer) -> list[tuple[str, str]]:
    """Completions: the seats whose players' names contain what was typed, as name and number."""
    offered = [(localizer.label(player(seat), 100), str(seat + 1)) for seat in range(len(info.players))]
    return [one for one in offered if plain(typed) in plain(one[0])]


async def show_hand(context: Context, table_id: int) -> None:
    """Show somebody their own hand, for them alone."""
    live = await context.tables.game(table_id)
    seat = live.seat_of(context.user_id)
    if seat is None:
        raise NotSeated
    seen = await board.look(context, live, "hand", seat, prompt=live.prompt_of(seat))
    if seen.drawn is None and not seen.blocks:
        await context.say(T("There is no picture of your hand here. /play tells you what you may do with it."))
        return
    await board.show(context, seen)


async def show_score(context: Context, table_id: int, page: str = "") -> None:
    """Show the scores of all seats, as visible to the reader, from the beginning or a page of them."""
    live = await context.tables.game(table_id)
    localizer = context.localizer(live.info.names)
    standings = live.scores(live.seat_of(context.user_id))
    parts = imported_lines(live.info, context.client.games, localizer)
    parts += supposed_lines(live, standings, localizer)
    parts += ["\n".join(running_lines(one, localizer)) for one in sorted(standings, key=lambda one: one.rank)]
    parts += chart_lines(live, localizer) if live.over else []
    await context.add_pages(["\n".join(parts)], localizer, CustomId("score", table_id, argument=page))


async def show_story(context: Context, custom_id: CustomId) -> None:
    """Show the whole story of a game that is over, with the honours of its players and the records that it has set.

    Raises:
        NotOver: the game is not over.

    """
    live = await context.tables.game(custom_id.table)
    if not live.over:
        raise NotOver
    localizer = context.localizer(live.info.names)
    story, records = await context.tables.stories.of(live), await context.tables.results.records(live.info.id)
    lines = [line for part in story_lines(live, story, records, localizer) for line in part]
    if not lines:
        await context.say(T("There is no story of this game."))
        return
    await context.add_pages(lines, localizer, custom_id)


async def show_log(context: Context, info: TableInfo, count: int | None) -> None:
    """Show the log since the person last looked, or its last lines; as visible to them."""
    before = await context.tables.history.read(info.id, context.user_id)
    entries = await context.tables.events(info.id, info.seat_of(context.user_id))
    if count is not None or before is None:
        lines = Lines("n", count or USUAL_EVENTS)
    else:
        news = any(_place(one) > (before.revision, before.step) and one.events for one in entries)
        lines = Lines("s" if news else "b", int(before.at.timestamp() / 60), before.revision, before.step)
    await _show_lines(context, info, entries, lines)


async def show_events(context: Context, custom_id: CustomId) -> None:
    """Show all that a post or a panel tells the newest of, as visible to the reader.

    A post's button carries the revision that its events begin after, a panel's none: they begin with the last answer.
    """
    info = await context.tables.lobby.info(custom_id.table)
    seat = info.seat_of(context.user_id)
    entries = await context.tables.events(info.id, seat)
    if custom_id.argument:
        entries = [one for one in entries if one.revision <= custom_id.revision]
        lines = Lines("e", 0, custom_id.number, LARGEST)
    elif seat is None:
        raise NotSeated
    else:
        mine = since_mine(entries, seat)
        lines = Lines("m", mine[0].sequence if mine else 0)
    await _show_lines(context, info, entries, lines)


async def show_lines(context: Context, custom_id: CustomId) -> None:
    """Show another page of what was shown of the log: up to what had happened then.

    Raises:
        Unreadable: the button says nothing of this kind.

    """
    lines = Lines.read(custom_id.fingerprint)
    info = await context.tables.lobby.info(custom_id.table)
    entries = await context.tables.events(info.id, info.seat_of(context.user_id))
    until = (custom_id.revision, custom_id.step)
    await _show_lines(context, info, [one for one in entries if _place(one) <= until], lines, custom_id.argument)


@dataclass(frozen=True)
class Lines:
    """Which lines of a log are shown, as the buttons to its pages carry it.

    `what`: ``n`` its last `number` lines; ``s`` those after a revision and step, as somebody has last looked in the
    minute `number` since 1970; ``b`` its last lines, as nothing has happened since then; ``e`` the events after a
    revision and step, as a post tells them; ``m`` those from the entry of that number on, as a panel does.
    """

    what: str
    number: int
    revision: int = 0
    step: int = 0

    def written(self) -> str:
        """Write it in lower-case letters and digits."""
        return f"{self.what}{self.number}x{self.revision}x{self.step}"

    @classmethod
    def read(cls, text: str) -> Lines:
        """Read what a button says.

        Raises:
            Unreadable: it says nothing of this kind.

        """
        numbers = text[1:].split("x")
        if text[:1] not in set("nsbem") or len(numbers) != 3:
            raise Unreadable
        return cls(text[0], *map(read_number, numbers))


def _place(entry: LogEntry) -> tuple[int, int]:
    """Where in a log an entry stands for its reader."""
    return entry.revision, entry.step


async def _show_lines(
    context: Context, info: TableInfo, entries: Sequence[LogEntry], lines: Lines, page: str = ""
) -> None:
    """Show lines of a log page by page: the first page, or this one in place of another."""
    localizer = context.localizer(info.names)
    after = [one for one in entries if _place(one) > (lines.revision, lines.step)]
    if lines.what == "m":
        after = [one for one in entries if one.sequence >= lines.number]
    heads: list[str] = []
    below: Sequence[Piece] = ()
    if lines.what in {"e", "m"}:
        told = event_lines(events_of(after), localizer)
        onlooker = info.seat_of(context.user_id) is None
        below = rows([follow_button(info, localizer)]) if onlooker and info.phase == "running" else ()
    else:
        since = verbatim(f"<t:{lines.number * 60}:R>")
        if lines.what == "s":
            heads = [localizer.post(T("Since you last looked ({since}):", since=since))]
        elif lines.what == "b":
            heads = [
                localizer.post(T("Nothing has happened since you last looked ({since}). Before that:", since=since))
            ]
        few = lines.number if lines.what == "n" else USUAL_EVENTS
        told = _log_lines(after, localizer) if lines.what == "s" else _log_lines(entries, localizer)[-few:]
        left_out = 0
        while sum(map(len, told[left_out:])) + len(told) - left_out > MAX_LINES:
            left_out += 1
        if left_out:
            earlier = TN("One earlier line is left out.", "{n} earlier lines are left out.", left_out)
            heads.append(localizer.post(earlier))
        told = told[left_out:]
    if not told:
        await context.say(T("Nothing has happened yet."))
        return
    revision, step = max(map(_place, entries))
    custom_id = CustomId("lines", info.id, revision, lines.written(), page, step)
    await context.add_pages(["\n".join([*(f"-# {head}" for head in heads), *told])], localizer, custom_id, below)


def _log_lines(entries: Sequence[LogEntry], localizer: Localizer) -> list[str]:
    return [
        f"{discord.utils.format_dt(one.at, 'R')} {localizer.post(event.text)}"
        for one in entries
        for event in one.events
    ]


async def export(context: Context, table_id: int) -> None:
    """Reply with the record of a finished game as a file."""
    data = await context.tables.export(table_id)
    info = await context.tables.lobby.info(table_id)
    name = f"orrery-{info.game}-{info.id}.json"
    view = components.layout(
        components.words(
            context.localizer().post(T("The whole game, as a file that can be played again move by move."))
        ),
        discord.ui.File(f"attachment://{name}"),
    )
    await context.add(view, [discord.File(BytesIO(data), name)])
