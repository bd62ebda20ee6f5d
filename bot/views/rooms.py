"""What a table's thread is called, its tags in a forum, and its message in the channel above."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.tables.core.data import TableInfo
from bot.views import components
from bot.views.components import Button, button
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from bot.views.status import title_of
from rendering.words.folding import shorten, verbatim
from rules.kernel.game import Game
from rules.kernel.text import T, Text, player

LONGEST_NAME = 100
LONGEST_TAG = 20
MAX_NAMED = 6

TAGS: Mapping[str, Text] = {"lobby": T("open"), "running": T("running"), "over": T("over")}
"""The tags of posts in a forum."""


def tag_of(info: TableInfo) -> str:
    """The key of the tag that a table has."""
    return info.phase if info.live else "over"


def tag_name(key: str, localizer: Localizer) -> str:
    """The name of a tag."""
    return shorten(localizer.words.say(TAGS[key]), LONGEST_TAG)


def room_name(
    info: TableInfo, games: Mapping[str, Game[Any, Any]], localizer: Localizer, *, moved: bool = False
) -> str:
    """The name of a table's thread: its game and its players, and whether it is over or elsewhere by now.

    It does not change with the order of the seats, for Discord lets it change seldom.
    """
    players = sorted(info.players, key=lambda one: (one.user_id < 0, abs(one.user_id)))
    who = [player(one.seat) for one in players[:MAX_NAMED]]
    game = title_of(info, games)
    if moved:
        text = T("{game} ({who}), moved", game=game, who=who)
    elif info.live:
        text = T("{game} ({who})", game=game, who=who)
    else:
        text = T("{game} ({who}), over", game=game, who=who)
    return localizer.label(text, LONGEST_NAME)


def entrance(info: TableInfo, games: Mapping[str, Game[Any, Any]], localizer: Localizer) -> ui.LayoutView:
    """Build the message in the channel above a table's thread: where it is, and Join while it is open."""
    game, owner = title_of(info, games), info.seat_of(info.owner_id)
    there = [] if info.channel_id < 0 else [verbatim(f"<#{info.channel_id}>")]
    if not info.live:
        text = T("**{game}**: this table is over.", game=game)
    elif info.phase == "running":
        text = T("**{game}**: the game is running.", game=game)
    elif owner is None:
        text = T("**{game}**: a table is open.", game=game)
    else:
        text = T("**{game}**: {who} has opened a table.", game=game, who=player(owner))
    lines = [localizer.post(text), *map(localizer.post, there)]
    buttons: list[Button] = []
    if info.phase == "lobby":
        join = CustomId("enter", info.id, info.revision)
        buttons.append(button(localizer.label(T("Join")), join, discord.ButtonStyle.success))
    if there:
        url = components.channel_url(info.guild_id, info.channel_id)
        buttons.append(Button(label=localizer.label(T("Go there")), url=url))
    below = components.rows(buttons)
    return components.layout(components.words(" · ".join(lines)), below=below)
