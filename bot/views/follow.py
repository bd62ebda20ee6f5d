"""The buttons by which onlookers follow a table."""

from __future__ import annotations

from discord import ui

from bot.tables.core.data import TableInfo
from bot.views import components
from bot.views.components import Button, button, rows
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from rules.kernel.text import T, Text

ROUNDS, END, STOP = "rounds", "end", "stop"
"""What the buttons do, as arguments of their custom_ids and values of the command's choices."""
LABELS: dict[str, Text] = {ROUNDS: T("Each round"), END: T("The end only"), STOP: T("Stop following")}


def _button(info: TableInfo, argument: str, label: Text, localizer: Localizer) -> Button:
    return button(localizer.label(label), CustomId("follow", info.id, info.revision, argument=argument))


def follow_button(info: TableInfo, localizer: Localizer) -> Button:
    """The button to follow a table."""
    return _button(info, ROUNDS, T("Follow"), localizer)


def stop_button(info: TableInfo, localizer: Localizer) -> Button:
    """The button to follow a table no more."""
    return _button(info, STOP, LABELS[STOP], localizer)


def follow_page(info: TableInfo, title: str, argument: str, localizer: Localizer) -> ui.LayoutView:
    """Say what somebody is told who follows a table, and let them change that."""
    said = {
        ROUNDS: T("You follow this table. I write to you after each round, and at the end of the game."),
        END: T("You follow this table. I write to you at the end of the game."),
        STOP: T("You no longer follow this table."),
    }
    others = [_button(info, one, text, localizer) for one, text in LABELS.items() if one != argument]
    if argument == STOP:
        others = [follow_button(info, localizer)] if info.phase == "running" else []
    return components.layout(components.words(f"{title}\n{localizer.post(said[argument])}"), below=rows(others))
