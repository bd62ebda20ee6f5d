"""Imported games as private messages: the list of one's own, and one of them; and the post that shows one to all."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import discord
from discord import ui

from bot.tables.core.data import Live, TableInfo
from bot.tables.core.names import visible
from bot.tables.core.quiet_hours import zone_of
from bot.tables.imports import MAX_A_PERSON, Import
from bot.views import components
from bot.views.components import Button, Piece, button, menu, rows
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from bot.views.posts import chart_lines, seats_menu
from bot.views.score import score_lines, supposed_lines
from bot.views.statistics import Games
from bot.views.status import title_of
from rendering.jobs import Drawn
from rendering.words.folding import verbatim
from rules.kernel.stories import Story
from rules.kernel.text import T, Text, player

RED = discord.ButtonStyle.danger
GREEN = discord.ButtonStyle.success
IMPORT_FILE = T("Import a file")
ONLY_TO_LOOK = T("From a record, only to look at: nobody plays here, and it does not count.")
MINE = T("Imported games")


def imported_title(info: TableInfo, games: Games) -> Text:
    """What an imported game is called wherever it is shown."""
    return T("Imported: {game}", game=title_of(info, games))


def imported_lines(info: TableInfo, games: Games, localizer: Localizer) -> list[str]:
    """Say above a board that it is of an imported game; nothing for any other."""
    return [f"-# 📥 {localizer.post(imported_title(info, games))}"] if info.phase == "imported" else []


def list_button(localizer: Localizer) -> Button:
    """The button to the list of one's own imported games."""
    return button(localizer.label(MINE), CustomId("imports", 0))


def list_layout(own: Sequence[Import], games: Games, localizer: Localizer, zone: str) -> ui.LayoutView:
    """Build the list of a person's imported games, with a menu to open one and a button to import another."""
    lines = [f"### 📥 {localizer.post(MINE)}"]
    choices = []
    for one in own:
        there = Localizer(localizer.language, one.info.names)
        told = _line(one, games, there, zone)
        lines.append(f"- {there.post(told)}")
        choices.append((str(one.info.id), there.label(told, 100), ""))
    if not own:
        lines.append(
            localizer.post(
                T(
                    "Here you can look at games of other servers: download a game with the Record button below its last"
                    " post, then import the file. Nobody but you sees it, until you show it."
                )
            )
        )
    if len(own) >= MAX_A_PERSON:
        lines.append(
            localizer.post(T("{n} games are as many as I keep for you: remove one to import another.", n=MAX_A_PERSON))
        )
    below: list[Piece] = []
    if choices:
        opens = menu(CustomId("importopen", 0), choices[: components.MAX_CHOICES], localizer.label(T("Look at a game")))
        below.append(components.row(opens))
    below += rows([button(localizer.label(IMPORT_FILE), CustomId("importfile", 0), GREEN)])
    return components.layout(components.words("\n".join(lines)), below=below)


def _line(one: Import, games: Games, there: Localizer, zone: str) -> Text:
    """Tell an imported game in a line."""
    who = [player(seat.seat) for seat in one.info.players]
    day = _day(one.info.created_at, there, zone)
    return T("{game} ({who}), imported on {day}", game=title_of(one.info, games), who=who, day=day)


def _day(at: datetime, there: Localizer, zone: str) -> Text:
    return verbatim(there.words.day(at.astimezone(zone_of(zone)).date()))


def entry_layout(  # noqa: PLR0917
    one: Import,
    live: Live,
    games: Games,
    localizer: Localizer,
    drawn: Drawn | None,
    chart: Drawn | None,
    story: Story | None,
    *,
    own: bool,
    may_show: bool = False,
    film: bool = False,
    note: Text | None = None,
) -> ui.LayoutView:
    """Build the message about an imported game: for whoever imported it (`own`), or for all.

    It tells what the last post of a game tells an onlooker; of a game whose end was not reached the points so far.
    `may_show`: it can be shown in this channel; `film`: there is a film of it; `note` is said above all else.
    """
    info = live.info
    said = [localizer.post(note)] if note is not None else []
    heading = [
        f"### 📥 {localizer.post(imported_title(info, games))}",
        *(f"-# {line}" for line in _about(one, live, localizer)),
    ]
    standings = live.scores(None)
    scores = [*supposed_lines(live, standings, localizer), *score_lines(standings, localizer)]
    course = [] if chart is not None or not live.over else chart_lines(live, localizer)
    lines = [] if story is None else [f"📖 {localizer.post(line)}" for line in story.lines]
    honours = [] if story is None else [f"🏅 {localizer.post(line)}" for line in story.honours]
    texts = ["\n".join(part) for part in (said, heading, lines, scores, course, honours)]
    shown = [components.words(text) if text else None for text in texts]
    pictures = [components.picture(one) if one is not None else None for one in (drawn, chart)]
    pieces = [*shown[:3], pictures[0], shown[3], pictures[1], *shown[4:]]
    below = [
        *rows(_tools(info, localizer, own=own, may_show=may_show, film=film)),
        *seats_menu(info, info.revision, localizer),
    ]
    return components.layout(*pieces, below=below)


def _about(one: Import, live: Live, localizer: Localizer) -> list[str]:
    """What is to be known of an imported game."""
    told = [ONLY_TO_LOOK]
    if not live.over:
        told.append(T("The record ends before the game does."))
    if one.played_under != live.game.info.rules_version:
        told.append(T("It was played under earlier rules; what you see follows those of now."))
    return [localizer.post(text) for text in told]


def _tools(info: TableInfo, localizer: Localizer, *, own: bool, may_show: bool, film: bool) -> list[Button]:
    """What can be done with an imported game."""

    def to(
        label: Text, verb: str, argument: str = "", style: discord.ButtonStyle = discord.ButtonStyle.secondary
    ) -> Button:
        return button(localizer.label(label), CustomId(verb, info.id, info.revision, argument=argument), style)

    tools = [to(T("Leaf through"), "moves", "0"), to(T("Board"), "board")]
    if film:
        tools.append(to(T("Film"), "film"))
    if may_show:
        tools.append(to(T("Show here"), "importshow", style=GREEN))
    if own and any(visible(one.name) for one in info.players):
        tools.append(to(T("Take the names out"), "importnames"))
    if own:
        tools += [to(T("Remove"), "importdrop", style=RED), list_button(localizer)]
    return tools


def drop_layout(one: Import, games: Games, localizer: Localizer) -> ui.LayoutView:
    """Ask whether an imported game is to be removed."""
    text = T("Remove this game? What you tried in it goes with it; you can import its record again.")
    info = one.info
    tools = [
        button(localizer.label(T("Remove")), CustomId("importdrop", info.id, info.revision, argument="yes"), RED),
        list_button(localizer),
    ]
    title = f"### 📥 {localizer.post(imported_title(info, games))}"
    return components.layout(components.words(f"{title}\n{localizer.post(text)}"), below=rows(tools))
