"""Looking at a table: board, tableaus, hand, score, log, rules; all but the hand for onlookers too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

import discord

from bot import boards, layouts
from bot.calls import Refused
from bot.codes import Code
from bot.layouts import button, rows
from bot.picks import plain, shorten
from bot.table_data import Live, TableInfo, Told
from bot.table_errors import NotSeated, TableError, UnknownGame, UnknownPlayer
from bot.voice import Voice, verbatim
from rendering.registry import PICTURES, parts_of
from rules.kernel.game import Game
from rules.kernel.scoring import Standing
from rules.kernel.text import TN, T, Text, player

if TYPE_CHECKING:
    from typing import Any

    from bot.calls import Call
    from bot.client import Orrery

MOST_LINES = 3400
USUAL_EVENTS = 10
MOST_BUTTONS = 25


async def show_board(call: Call, table_id: int, part: str = "", *, text: bool = False, in_place: bool = False) -> None:
    """Show the whole table, or a part of it; to somebody who sits there with what they know.

    Raises:
        Refused: the board has no such part.

    """
    live = await call.tables.game(table_id)
    seat = live.seat_of(call.user_id)
    voice = call.voice(live.info.names)
    part = boards.find_part(live.game, part, voice) if part else ""
    seen = await boards.look(call, live, "board", seat, part=part, text=text)
    scores = [] if part else ["\n".join(score_lines(live.scores(seat), voice))]
    looks = _looks(live, part, voice, text=text, told=seen.drawn is None, draws=call.client.drawer.draws)
    await boards.show(call, seen, (), scores, rows(looks), in_place=in_place)


def _looks(live: Live, part: str, voice: Voice, *, text: bool, told: bool, draws: bool) -> list[layouts.Press]:
    """Buttons that lead from one look at the board to the others: the whole, its parts, a picture or words.

    `text`: words were asked for; `told`: words are shown, be it for want of a picture; `draws`: pictures are drawn.
    """
    game = live.game

    def to(label: Text, part: str, *, text: bool) -> layouts.Press:
        return button(voice.label(label), Code("part", live.info.id, live.revision, "t" if text else "p", part))

    parts = [("", T("Whole board")), *((one, boards.part_title(game, one)) for one in parts_of(game.info.key))]
    tools = [to(title, one, text=text) for one, title in parts if one != part]
    if game.info.key in PICTURES and draws:
        tools.append(to(T("As a picture") if told else T("In words"), part, text=not told))
    return tools


async def show_tableau(call: Call, table_id: int, whose: discord.abc.User | None, *, text: bool = False) -> None:
    """Show what lies before one player."""
    live = await call.tables.game(table_id)
    seat = live.seat_of(call.user_id if whose is None else whose.id)
    if seat is None:
        raise NotSeated if whose is None else UnknownPlayer
    viewer = live.seat_of(call.user_id)
    voice = call.voice(live.info.names)
    seen = await boards.look(call, live, "tableau", viewer, seat, text=text)
    await boards.show(call, seen, (), ["\n".join(standing_lines(live.scores(viewer)[seat], voice))])


async def show_hand(call: Call, table_id: int) -> None:
    """Show somebody their own hand, for them alone."""
    live = await call.tables.game(table_id)
    seat = live.seat_of(call.user_id)
    if seat is None:
        raise NotSeated
    seen = await boards.look(call, live, "hand", seat, prompt=live.prompt_of(seat))
    if seen.drawn is None and not seen.blocks:
        await call.say(T("There is no picture of your hand here. What you may do with it, /play tells."))
        return
    await boards.show(call, seen)


async def show_score(call: Call, table_id: int) -> None:
    """Tell the score, line by line, as far as the reader can count it."""
    live = await call.tables.game(table_id)
    voice = call.voice(live.info.names)
    standings = live.scores(live.seat_of(call.user_id))
    parts = ["\n".join(standing_lines(one, voice)) for one in sorted(standings, key=lambda one: one.rank)]
    await call.add(layouts.layout(layouts.words(shorten("\n".join(parts), MOST_LINES))))


def score_lines(standings: Sequence[Standing], voice: Voice) -> list[str]:
    """One line a seat, best first."""
    # The escape keeps Discord from making a numbered list of the lines, which would count on where ranks are shared.
    return [
        ("🏆 " if one.winner else rf"{one.rank}\. ")
        + voice.post(TN("{who}: {n} point", "{who}: {n} points", one.total, who=player(one.seat)))
        for one in sorted(standings, key=lambda one: (one.rank, one.seat))
    ]


def standing_lines(standing: Standing, voice: Voice) -> list[str]:
    """A seat's score, line by line."""
    lines = [f"### {score_lines([standing], voice)[0]}"]
    lines += [f"- {voice.post(line.text)}: {line.points}" for line in standing.lines if line.points]
    return lines


async def show_log(call: Call, info: TableInfo, count: int | None) -> None:
    """Tell what happened since the caller last looked, or the last lines; as far as the caller may know it."""
    before = await call.tables.history.read(info.id, call.user_id)
    told = await call.tables.events(info.id, info.seat_of(call.user_id))
    voice = call.voice(info.names)
    if count is not None or before is None:
        lines = _log_lines(told, voice)[-(count or USUAL_EVENTS) :]
        heads = []
    else:
        since = verbatim(discord.utils.format_dt(before.at, "R"))
        read = (before.revision, before.step)
        lines = _log_lines([one for one in told if (one.revision, one.step) > read], voice)
        if lines:
            heads = [voice.post(T("Since you last looked ({since}):", since=since))]
        else:
            heads = [voice.post(T("Nothing has happened since you last looked ({since}). Before that:", since=since))]
            lines = _log_lines(told, voice)[-USUAL_EVENTS:]
    if not lines:
        await call.say(T("Nothing has happened yet."))
        return
    left_out = 0
    while sum(map(len, lines[left_out:])) + len(lines) - left_out > MOST_LINES:
        left_out += 1
    if left_out:
        heads.append(voice.post(TN("One earlier line is left out.", "{n} earlier lines are left out.", left_out)))
    await call.add(layouts.layout(layouts.words("\n".join([*(f"-# {head}" for head in heads), *lines[left_out:]]))))


def _log_lines(told: Sequence[Told], voice: Voice) -> list[str]:
    return [f"{discord.utils.format_dt(one.at, 'R')} {voice.post(event.text)}" for one in told for event in one.events]


async def show_rules(call: Call, game_key: str | None, topic: str) -> None:
    """Explain a topic of the rules, or a card or another thing by its name."""
    game = await _game_of(call, game_key)
    voice = call.voice()
    found = find_topic(game, topic, voice)
    if found is None:
        raise Refused(
            T(
                "The rules have no topic “{topic}”. There is: {topics}",
                topic=shorten(topic, 60),
                topics=[one.title for one in game.topics],
            )
        )
    title, body = found
    text = "\n\n".join([f"### {voice.post(title)}", *(voice.post(one) for one in body)])
    await call.add(layouts.layout(layouts.words(text)))


async def _game_of(call: Call, key: str | None) -> Game[Any, Any]:
    key = key or await game_played(call.client, call.interaction.channel_id)
    if key not in call.client.games:
        raise UnknownGame(key)
    return call.client.games[key]


async def game_played(client: Orrery, channel_id: int | None) -> str:
    """Name the game of a channel's table; where there is none, the first of those there are."""
    if channel_id is not None:
        try:
            return (await client.tables.lobby.of_channel(channel_id, ended=True)).game
        except TableError:
            pass  # the rules can be read anywhere, with or without a table
    return next(iter(client.games))


def find_topic(game: Game[Any, Any], topic: str, voice: Voice) -> tuple[Text, Sequence[Text]] | None:
    """Find a topic by its key or title, or something that the game can look up by name."""
    wanted = plain(topic)
    for exact in (True, False):
        for one in game.topics:
            names = (plain(one.key), plain(voice.label(one.title, 200)))
            if wanted in names or (not exact and wanted and any(name.startswith(wanted) for name in names)):
                return one.title, one.body
        things = things_to_look_up(game, voice)
        for key, title in things:
            name = plain(title)
            if wanted in (name, plain(key)) or (not exact and wanted and name.startswith(wanted)):
                return verbatim(title), _explained(game, [key, *(other for other, same in things if same == title)])
    return None


def _explained(game: Game[Any, Any], keys: Sequence[str]) -> list[Text]:
    """Explain things of one name: they may do different things, in different sets of cards."""
    said: list[Text] = []
    for key in dict.fromkeys(keys):
        body = game.look_up(key)
        if not all(one in said for one in body):
            said += body
    return said


def things_to_look_up(game: Game[Any, Any], voice: Voice) -> list[tuple[str, str]]:
    """The names that a game can explain: key and name in the reader's language."""
    return [(key, names.get(voice.language) or names["en"]) for key, names in game.names.items() if game.look_up(key)]


def complete_topics(game: Game[Any, Any], typed: str, voice: Voice) -> list[tuple[str, str]]:
    """Offer topics and things whose names hold what was typed, at most 25: what is shown, and its key."""
    wanted = plain(typed)
    offered = [(voice.label(one.title, 100), one.key) for one in game.topics]
    keys: dict[str, str] = {}
    for key, title in things_to_look_up(game, voice):
        keys.setdefault(shorten(title, 100), key)
    offered += keys.items()
    fitting = [one for one in offered if wanted in plain(one[0])]
    return sorted(fitting, key=lambda one: not plain(one[0]).startswith(wanted))[:25]


async def export(call: Call, table_id: int) -> None:
    """Hand over the record of a finished game."""
    data = await call.tables.export(table_id)
    info = await call.tables.lobby.info(table_id)
    name = f"orrery-{info.game}-{info.id}.json"
    view = layouts.layout(
        layouts.words(call.voice().post(T("The whole game, as a file that can be played again move by move."))),
        discord.ui.File(f"attachment://{name}"),
    )
    await call.add(view, [discord.File(BytesIO(data), name)])


async def show_mine(call: Call) -> None:
    """List every table on every server that waits for the caller."""
    waiting = await call.tables.waiting_for(call.user_id)
    if not waiting:
        await call.say(T("No table waits for you."))
        return
    lines: list[str] = []
    buttons = []
    for one in waiting:
        voice = call.voice(one.info.names)
        since = verbatim(discord.utils.format_dt(one.since, "R"))
        link: Text = verbatim(f"https://discord.com/channels/{one.info.guild_id}/{one.info.channel_id}")
        if one.info.lost:
            link = T("(without a channel)")
            label = voice.label(T("Play {n}: {game}", n=len(lines) + 1, game=title_of(one.info, call.client.games)))
            buttons.append(layouts.button(label, Code("fresh", one.info.id, one.info.revision)))
        title = title_of(one.info, call.client.games)
        lines.append(
            "- "
            + voice.post(
                T("**{game}** {link}: {task} (asked {since})", game=title, link=link, task=one.task, since=since)
            )
        )
    title_line = "### " + call.voice().post(TN("One table waits for you", "{n} tables wait for you", len(lines)))
    await call.add(
        layouts.layout(
            layouts.words(layouts.fitted([title_line, *lines], MOST_LINES, lambda n: f"- … (+{n})")),
            below=layouts.rows(buttons[:MOST_BUTTONS]),
        )
    )


def title_of(info: TableInfo, games: Mapping[str, Game[Any, Any]]) -> Text:
    """Name a table's game."""
    return games[info.game].info.title if info.game in games else verbatim(info.game)
