"""The pages of practice tables: those of a person and a new one, the question before one ends, and what comes after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.tables.core.data import Live, TableInfo
from bot.tables.practice import Practised, robots_possible, usual_robots
from bot.views import components
from bot.views.components import Piece, button, menu, rows
from bot.views.custom_ids import CustomId, Unreadable, read_number
from bot.views.localizer import Localizer
from bot.views.robots import LEVELS, named, own_robots
from bot.views.status import title_of
from rendering.words.folding import shorten, verbatim
from rules.kernel.game import Game
from rules.kernel.robots import Level
from rules.kernel.text import TN, T, Text

Games = Mapping[str, Game[Any, Any]]

PRACTICE = T("Practice games")
GREEN, BLUE, RED = discord.ButtonStyle.success, discord.ButtonStyle.primary, discord.ButtonStyle.danger
MAX_OFFERED = 15
"""Tables that have a button where several may be meant: three rows."""


@dataclass(frozen=True)
class Wanted:
    """A practice game as it is being chosen; it stands in the custom_ids of its menus."""

    game: str
    robots: int
    level: Level = Level.GOOD

    @classmethod
    def usual(cls, games: Games, key: str | None = None) -> Wanted:
        """What is offered at first: of this game, else of the first."""
        chosen = next(iter(games)) if key is None or key not in games else key
        return cls(chosen, usual_robots(games[chosen].info))

    @classmethod
    def read(cls, argument: str, games: Games) -> Wanted:
        """Read what a custom_id holds.

        Raises:
            Unreadable: it is no such thing.

        """
        parts = argument.split(".")
        if len(parts) != 3 or parts[0] not in games or parts[2] not in [*Level]:
            raise Unreadable
        robots = read_number(parts[1])
        if robots not in robots_possible(games[parts[0]].info):
            raise Unreadable
        return cls(parts[0], robots, Level(parts[2]))

    def with_(self, what: str, value: str, games: Games) -> Wanted:
        """The same with something else chosen in one of its menus.

        Raises:
            Unreadable: the menu offers no such thing.

        """
        if what == "game":
            if value not in games:
                raise Unreadable
            possible = robots_possible(games[value].info)
            robots = self.robots if self.robots in possible else usual_robots(games[value].info)
            return Wanted(value, robots, self.level)
        if what == "robots":
            return Wanted.read(f"{self.game}.{value}.{self.level}", games)
        return Wanted.read(f"{self.game}.{self.robots}.{value}", games)

    def __str__(self) -> str:
        """Write it for a custom_id."""
        return f"{self.game}.{self.robots}.{self.level}"


def practice_page(
    practised: Practised, wanted: Wanted, games: Games, localizer: Localizer, notice: Text | None = None
) -> ui.LayoutView:
    """The running practice tables of a person, each with its buttons, and menus for a new one."""
    lines, buttons = [f"### 🏋️ {localizer.post(PRACTICE)}"], []
    for at, info in enumerate(practised.running, start=1):
        lines.append(f"{at}\\. {localizer.post(practised_as(info, games, localizer))}")
        buttons += [_play(at, info, games, localizer), _end(at, info, localizer)]
    if not practised.running:
        about = T(
            "Play alone against robots, wherever you are: only you see it, there is no clock, and nothing counts."
        )
        lines.append(localizer.post(about))
    pieces: list[Piece] = [components.words("\n".join(lines))]
    if notice is not None:
        pieces = [components.words(f"✅ {localizer.post(notice)}"), ui.Separator(), *pieces]
    pieces += [one for start in range(0, len(buttons), 4) for one in rows(buttons[start : start + 4])]
    pieces += [ui.Separator(), components.words(f"**{localizer.post(T('A new practice game'))}**")]
    pieces += [components.row(one) for one in _menus(wanted, games, localizer)]
    begin = button(localizer.label(T("Begin")), CustomId("practicebegin", 0, argument=str(wanted)), GREEN)
    over = [
        button(
            localizer.label(T("Look back: {game}", game=title_of(info, games))),
            CustomId("fresh", info.id, info.revision),
        )
        for info in practised.over
    ]
    return components.layout(*pieces, below=rows([begin, *over]))


def _menus(wanted: Wanted, games: Games, localizer: Localizer) -> list[components.Menu]:
    def of(what: str, choices: Sequence[tuple[str, Text]], title: Text, chosen: str) -> components.Menu:
        labels = [(value, localizer.label(text, 100), "") for value, text in choices][: components.MAX_CHOICES]
        custom_id = CustomId("practice", 0, fingerprint=what, argument=str(wanted))
        return menu(custom_id, labels, localizer.label(title), chosen=chosen)

    robots = [
        (str(count), TN("Against {n} robot", "Against {n} robots", count) if count else T("Alone, without robots"))
        for count in robots_possible(games[wanted.game].info)
    ]
    levels = [(str(key), T("Robots: {level}", level=text)) for key, text in LEVELS.items()]
    menus = [
        of("game", [(key, game.info.title) for key, game in games.items()], T("What you want to play."), wanted.game),
        of("robots", robots, T("Against how many robots"), str(wanted.robots)),
    ]
    return [*menus, of("level", levels, T("How well the robots play"), wanted.level)] if wanted.robots else menus


def practised_as(info: TableInfo, games: Games, localizer: Localizer) -> Text:
    """What is said of a practice table: the game, against whom, since when."""
    since = verbatim(discord.utils.format_dt(info.started_at or info.created_at, "R"))
    title, robots = title_of(info, games), own_robots(info)
    if not robots:
        return T("**{game}** alone, begun {since}", game=title, since=since)
    there = Localizer(localizer.language, info.names)
    who = [verbatim(there.post(named(one))) for one in robots]
    return T("**{game}** against {who}, begun {since}", game=title, who=who, since=since)


def _play(at: int, info: TableInfo, games: Games, localizer: Localizer) -> components.Button:
    label = localizer.label(T("Play {n}: {game}", n=at, game=title_of(info, games)))
    return button(shorten(label, components.MAX_LABEL), CustomId("fresh", info.id, info.revision), BLUE)


def _end(at: int, info: TableInfo, localizer: Localizer) -> components.Button:
    return button(localizer.label(T("End {n}", n=at)), CustomId("practiceend", info.id, info.revision))


def end_question(info: TableInfo, games: Games, localizer: Localizer) -> ui.LayoutView:
    """Ask whether a practice game is to end."""
    text = T("End this practice game of {game} for good?", game=title_of(info, games))
    buttons = [
        button(localizer.label(T("End it")), CustomId("practiceendit", info.id, info.revision), RED),
        button(localizer.label(T("Keep it")), CustomId("practice", 0)),
    ]
    return components.layout(components.words(localizer.post(text)), below=rows(buttons))


def end_buttons(live: Live, localizer: Localizer, *, film: bool) -> list[components.Button]:
    """The buttons below the end of a practice game that those of other games do not have."""
    robots = own_robots(live.info)
    level = Level(robots[0].level) if robots else Level.GOOD
    again = Wanted(live.info.game, len(robots), level)
    buttons = [
        button(localizer.label(T("Again")), CustomId("practicebegin", 0, argument=str(again)), GREEN),
        button(localizer.label(PRACTICE), CustomId("practice", 0)),
    ]
    if film:
        buttons.append(button(localizer.label(T("Film")), CustomId("practicefilm", live.info.id, live.revision)))
    return buttons


def choice_of_tables(infos: Sequence[TableInfo], verb: str, games: Games, localizer: Localizer) -> ui.LayoutView:
    """Offer the tables that a person may mean, where a command names none; `verb` is that of the buttons."""
    lines, buttons = [localizer.post(T("There is no table here. Which of yours do you mean?"))], []
    for at, info in enumerate(infos[:MAX_OFFERED], start=1):
        title = title_of(info, games)
        where = T("(practice)") if info.private else verbatim(components.channel_url(info.guild_id, info.channel_id))
        if info.lost and not info.private:
            where = T("(without a channel)")
        lines.append(f"{at}\\. {localizer.post(T('**{game}** {link}', game=title, link=where))}")
        buttons.append(
            button(localizer.label(T("{n}: {game}", n=at, game=title)), CustomId(verb, info.id, info.revision))
        )
    return components.layout(components.words("\n".join(lines)), below=rows(buttons))
