"""A table that looks for players, and how a lobby is described to somebody who is not there."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.tables.channels import GONE, UNMADE
from bot.tables.core.data import TableInfo
from bot.views import components
from bot.views.components import Button, button, rows
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from rendering.words.folding import verbatim
from rules.kernel.game import Game
from rules.kernel.text import TN, T, Text, player

GREEN = discord.ButtonStyle.success
MAX_OPTIONS = 6
"""Options that are named."""


def free_seats(info: TableInfo, game: Game[Any, Any]) -> int:
    """How many more can sit down at a lobby: robots give up their places."""
    return game.info.most - sum(1 for one in info.players if one.user_id > 0) if info.phase == "lobby" else 0


def pace(info: TableInfo) -> Text:
    """How fast a table plays, by its clock."""
    if info.clock == "none":
        return T("No clock: everybody answers when they have time.")
    hours = TN("{n} hour for each answer", "{n} hours for each answer", info.clock_hours)
    if info.clock == "soft":
        return T("{hours}; then the others may vote to hand the seat over.", hours=hours)
    return T("{hours}; then the clock answers.", hours=hours)


def unusual(info: TableInfo, game: Game[Any, Any]) -> list[Text]:
    """The options that are not as usual."""
    found: list[Text] = []
    for option in game.info.options:
        chosen = info.options.get(option.key, option.choices[0].value)
        if chosen != option.choices[0].value:
            choice = next((one for one in option.choices if one.value == chosen), None)
            if choice is not None:
                found.append(T("{option}: {choice}", option=option.text, choice=choice.text))
    return found[:MAX_OPTIONS]


def lobby_lines(info: TableInfo, game: Game[Any, Any], localizer: Localizer) -> list[str]:
    """Describe a lobby: who sits there, how fast it plays, with which options that are not as usual, seats left."""
    lines = [
        localizer.post(T("At the table: {who}", who=[player(one.seat) for one in info.players])),
        "⏱️ " + localizer.post(pace(info)),
    ]
    options = unusual(info, game)
    if options:
        lines.append("🎛️ " + "; ".join(map(localizer.post, options)))
    free = free_seats(info, game)
    lines.append("🪑 " + localizer.post(TN("{n} seat is free.", "{n} seats are free.", free)))
    return lines


def sit_button(info: TableInfo, localizer: Localizer, label: Text | None = None, key: str = "") -> Button:
    """Make a button to sit down at a lobby from anywhere on its server."""
    return button(
        localizer.label(T("Join") if label is None else label), CustomId("sit", info.id, info.revision, "", key), GREEN
    )


def seek_post(info: TableInfo, game: Game[Any, Any], localizer: Localizer) -> ui.LayoutView:
    """Build the post that looks for players; without a button where nobody can sit down now."""
    title = localizer.post(game.info.title)
    free = free_seats(info, game)
    if info.phase != "lobby" or info.sought_in is None:
        text = {
            "lobby": T("No more players are looked for."),
            "abandoned": T("This table is closed."),
        }.get(info.phase, T("The game has started."))
        return components.layout(components.words(f"### {title}\n{localizer.post(text)}"), accent=None)
    homeless = info.lost in {GONE, UNMADE}
    there = localizer.post(
        T("The table has no channel for now; once it has one, there is a button to join.")
        if homeless
        else T("The table is here: {channel}", channel=verbatim(f"<#{info.channel_id}>"))
    )
    lines = [f"### 🔭 {localizer.post(T('{game}: players wanted', game=game.info.title))}"]
    lines += [*lobby_lines(info, game, localizer), there]
    return components.layout(
        components.words("\n".join(lines)),
        below=rows([sit_button(info, localizer)] if free > 0 and not homeless else []),
    )
