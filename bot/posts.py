"""What the bot says in the channel: the lobby, the table message, the end. Layouts only; sending is `bot.outbox`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot import layouts
from bot.codes import Code
from bot.drawing import Drawn
from bot.happened import happened_text
from bot.layouts import Piece, button, menu, rows
from bot.looking import score_lines, standing_lines
from bot.table_data import Live, Player, TableInfo
from bot.voice import Voice, verbatim
from rules.kernel.game import Game
from rules.kernel.steps import Event
from rules.kernel.text import TN, T, player

MOST_HAPPENED = 1800
MOST_FINAL = 3000
MOST_MENUS = 5

GREEN = discord.ButtonStyle.success
BLUE = discord.ButtonStyle.primary
RED = discord.ButtonStyle.danger


def lobby_post(info: TableInfo, game: Game[Any, Any], voice: Voice) -> ui.LayoutView:
    """Build the lobby message: seats, options, Join, Leave, Start; closed once the game runs or the table ends."""
    open_ = info.phase == "lobby"
    state = {
        "lobby": TN(
            "{n} of {most} seats is taken.", "{n} of {most} seats are taken.", len(info.players), most=game.info.most
        ),
        "abandoned": T("This table is closed."),
    }.get(info.phase, T("The game has started."))
    lines = [f"## {voice.post(game.info.title)}", voice.post(state)]
    lines += [f"{at}. {voice.post(player(one.seat))}" for at, one in enumerate(info.players, start=1)]
    if info.invited and open_:
        guests = [verbatim(f"<@{user}>") for user in info.invited]
        lines.append(voice.post(T("Invited: {who}", who=guests)))
    pieces: list[Piece] = [layouts.words("\n".join(lines))]
    if not open_:
        return layouts.layout(*pieces, accent=None)
    if len(info.players) < game.info.fewest:
        pieces.append(layouts.words("-# " + voice.post(T("It takes at least {n} players.", n=game.info.fewest))))
    pieces += [_option_menu(info, option, voice) for option in game.info.options[:MOST_MENUS]]
    buttons = [
        button(voice.label(T("Join")), Code("join", info.id, info.revision), GREEN),
        button(voice.label(T("Leave")), Code("leave", info.id, info.revision)),
        button(voice.label(T("Start")), Code("start", info.id, info.revision), BLUE),
    ]
    return layouts.layout(*pieces, *rows(buttons))


def invitation_post(info: TableInfo, guest: int, voice: Voice) -> ui.LayoutView:
    """Ask a guest to the table."""
    text = T("{who}, there is a seat for you at this table.", who=verbatim(f"<@{guest}>"))
    join = button(voice.label(T("Join")), Code("join", info.id, info.revision, argument=str(guest)), GREEN)
    return layouts.layout(layouts.words(voice.post(text)), below=rows([join]))


def _option_menu(info: TableInfo, option: Any, voice: Voice) -> Piece:
    chosen = info.options.get(option.key, option.choices[0].value)
    choices = []
    for one in option.choices:
        counts = ", ".join(map(str, one.seats))
        only = voice.label(T("For {counts} players only", counts=counts), 100) if one.seats else ""
        choices.append((one.value, f"{voice.label(option.text, 40)}: {voice.label(one.text, 55)}", only))
    return layouts.row(
        menu(
            Code("option", info.id, info.revision, argument=option.key),
            choices,
            voice.label(option.text),
            chosen=chosen,
        )
    )


def table_post(
    live: Live, voice: Voice, happened: Sequence[Event], drawn: Drawn | None, called: Sequence[int] = ()
) -> ui.LayoutView:
    """Build the table message: what happened, the board, who must act and since when, who is called."""
    info = live.info
    pieces: list[Piece] = []
    if happened:
        pieces.append(layouts.words(happened_text(happened, voice, MOST_HAPPENED)))
    if drawn is not None:
        pieces.append(layouts.picture(drawn))
    pieces.append(layouts.words("\n".join(status_lines(live, voice, called))))
    buttons = [
        button(voice.label(T("Play")), Code("fresh", info.id, live.revision), BLUE),
        button(voice.label(T("My hand")), Code("hand", info.id, live.revision)),
        button(voice.label(T("Board")), Code("board", info.id, live.revision)),
    ]
    return layouts.layout(*pieces, below=rows(buttons))


def status_lines(live: Live, voice: Voice, called: Sequence[int] = ()) -> list[str]:
    """Who must do what and since when, and who has answered where answers are still sealed; mentions who is called."""
    tasks: dict[str, list[Player]] = {}
    for one in live.info.waiting:
        prompt = live.prompt_of(one.seat)
        if prompt is not None:
            tasks.setdefault(voice.post(prompt.text), []).append(one)
    lines = []
    for task, players in tasks.items():
        who = [verbatim(f"<@{one.user_id}>") if one.seat in called else player(one.seat) for one in players]
        since = min(one.since for one in players if one.since is not None)
        asked = verbatim(discord.utils.format_dt(since, "R"))
        lines.append("⏳ " + voice.post(T("{who}: {task} (asked {since})", who=who, task=verbatim(task), since=asked)))
    sealed = [player(prompt.seat) for prompt in live.prompts if prompt.answered is not None]
    if sealed:
        lines.append("✅ " + voice.post(T("Answered already, still secret: {who}", who=sealed)))
    return lines or [voice.post(T("Nobody must act."))]


def final_post(live: Live, voice: Voice, happened: Sequence[Event], drawn: Drawn | None) -> ui.LayoutView:
    """Build the last message: winners, every score line by line, how it came about, the record to take away."""
    standings = sorted(live.standings, key=lambda one: (one.rank, one.seat))
    winners = [player(one.seat) for one in standings if one.winner]
    title = T("{who} has won!", who=winners) if len(winners) == 1 else T("{who} share the victory!", who=winners)
    pieces: list[Piece] = [layouts.words(f"## 🏆 {voice.post(title)}")]
    if happened:
        pieces.append(layouts.words(happened_text(happened, voice, MOST_HAPPENED)))
    if drawn is not None:
        pieces.append(layouts.picture(drawn))
    parts = ["\n".join(standing_lines(one, voice)) for one in standings]
    chart = chart_lines(live, voice)
    text = "\n".join(parts)
    if len(text) > MOST_FINAL:
        text = "\n".join(score_lines(standings, voice))
    pieces.append(layouts.words(text))
    if chart:
        pieces.append(layouts.words("\n".join(chart)))
    record = button(voice.label(T("Record of the game")), Code("export", live.info.id, live.revision))
    board = button(voice.label(T("Board")), Code("board", live.info.id, live.revision))
    return layouts.layout(*pieces, below=rows([record, board]))


def chart_lines(live: Live, voice: Voice) -> list[str]:
    """The score after each round, a line a seat, for games that keep it and where no picture shows it."""
    rounds: list[list[int]] = list(getattr(live.view(None), "scores", []))
    if not rounds:
        return []
    lines = [f"**{voice.post(T('Score after each round'))}**"]
    for seat in range(len(live.info.players)):
        scores = " ".join(f"{scores[seat]:>3}" for scores in rounds[-20:])
        lines.append(f"`{scores}` {voice.post(player(seat))}")
    return lines


def closing_post(info: TableInfo, voice: Voice) -> ui.LayoutView:
    """Build the message of a table that was ended early."""
    text = voice.post(T("The table was ended before its game was over."))
    board = button(voice.label(T("Board")), Code("board", info.id, info.revision))
    return layouts.layout(layouts.words(text), below=rows([board]))
