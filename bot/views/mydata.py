"""What is kept about a person: the page that offers it as a file, and the question before they are taken out of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.tables.core.data import TableInfo
from bot.tables.forgetting import Leaving
from bot.views import components
from bot.views.components import button, rows
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from bot.views.offers import offer_lines
from bot.views.status import title_of
from rendering.words.folding import shorten
from rules.kernel.game import Game
from rules.kernel.text import TN, T, Text

FILE, ASK, REALLY, GIVE = "file", "out", "really", "give"
"""What buttons and menus do, as arguments of their custom_ids; the first two are choices of the command as well."""
CHOICES: dict[str, Text] = {FILE: T("All that is kept about me, as a file"), ASK: T("Take me out of everything")}
MAX_GIVEN = 8
"""Running games whose seats can be given to somebody on one page."""
LONGEST_PLACEHOLDER = 150

POSTED = T(
    "What I have posted in channels and written to you, and what threads are called, is Discord’s by now: I cannot take"
    " you out of that. Whoever manages a server can delete posts there."
)


class Heir(ui.UserSelect[ui.LayoutView]):
    """A menu of people without a callback: `bot.commands.handlers` handles it by its custom_id."""


def my_data(argument: str = "") -> CustomId:
    """The custom_id of a button that has to do with what is kept."""
    return CustomId("mydata", 0, argument=argument)


def page(localizer: Localizer) -> ui.LayoutView:
    """Build the page that tells what can be done with what is kept."""
    lines = [
        f"### 🗂️ {localizer.post(T('What I keep about you'))}",
        localizer.post(
            T(
                "As a file: your settings, seats, answers with their times, notes, plans, statistics, messages to you,"
                " and whatever else I keep. Only you get it."
            )
        ),
        localizer.post(
            T("Or I take you out of all that, for good. I tell you first what that means, and ask once more.")
        ),
    ]
    buttons = [
        button(localizer.label(CHOICES[FILE]), my_data(FILE), discord.ButtonStyle.primary),
        button(localizer.label(CHOICES[ASK]), my_data(ASK)),
    ]
    return components.layout(components.words("\n".join(lines)), below=rows(buttons))


def question(
    leaving: Leaving, given: Sequence[TableInfo], games: dict[str, Game[Any, Any]], localizer: Localizer
) -> ui.LayoutView:
    """Build the question before a person is taken out; seats at the tables `given` can be given away here."""
    points = [
        T(
            "Settings, notes, plans, lessons, followed tables, invitations, weekly tables, reminders and messages to"
            " you are deleted, and so are the games that you have imported. Your practice games end."
        ),
        *_seats(leaving),
        T(
            "In games that are over you are a former player without a name. The games stay; your statistics and ratings"
            " are gone."
        ),
        T(
            "Your name goes out of what others have imported of games that were played here, too. In games that were"
            " played elsewhere I cannot tell who is meant: ask whoever has imported them to take the names out."
        ),
        POSTED,
        T("In backups you are until they are deleted: after two weeks, if whoever runs me does as my manual says."),
        T("If you use me again, you begin as somebody new."),
    ]
    lines = [
        f"### 🗂️ {localizer.post(T('Do you want me to forget you?'))}",
        localizer.post(T("Your name and your number on Discord go out of everything that I keep, for good.")),
        *(f"- {localizer.post(one)}" for one in points),
        *(line for one in given for line in offer_lines(one, Localizer(localizer.language, one.names))),
    ]
    below: list[ui.Item[Any]] = [_heir(one, games, localizer) for one in given[:MAX_GIVEN]]
    below += rows(
        [
            button(localizer.label(T("Yes, forget me")), my_data(REALLY), discord.ButtonStyle.danger),
            button(localizer.label(T("No, leave it")), my_data()),
        ]
    )
    return components.layout(components.words("\n".join(lines)), below=below)


def _seats(leaving: Leaving) -> list[Text]:
    """Say what becomes of tables where the person plays, or that are theirs."""
    said: list[Text] = []
    if leaving.running:
        said.append(
            TN(
                "A robot takes your seat in {n} running game. You can offer it to somebody before (below, or with"
                " /table replace), who may then take it from the robot. Without another person the game ends.",
                "Robots take your seats in {n} running games. You can offer them to somebody before (below, or with"
                " /table replace), who may then take them from the robots. Games without another person end.",
                len(leaving.running),
            )
        )
    if leaving.owned or leaving.lobbies:
        said.append(
            T(
                "Your tables belong to somebody else there from then on; one that waits to begin without anybody is"
                " closed."
            )
        )
    return said


def _heir(info: TableInfo, games: dict[str, Game[Any, Any]], localizer: Localizer) -> ui.Item[Any]:
    asked = T("Offer my seat: {game} ({place})", game=title_of(info, games), place=info.room_name or str(info.id))
    menu = Heir(
        custom_id=CustomId("mydata", info.id, info.revision, argument=GIVE).select(),
        placeholder=shorten(localizer.label(asked), LONGEST_PLACEHOLDER),
    )
    return ui.ActionRow[Any](menu)
