"""``/mine``: the tables that wait for somebody, the others where they play, and those that they follow, in pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.commands.context import Context
from bot.tables.core.data import TableInfo, Waiting
from bot.views import components
from bot.views.components import button, rows
from bot.views.custom_ids import CustomId
from bot.views.pages import turning
from bot.views.practice import PRACTICE, practised_as
from bot.views.status import title_of
from rendering.words.folding import verbatim
from rules.kernel.text import TN, T, Text, player

PAGE = 8
"""Tables on a page: each has a button, and the words must fit into a message."""
MAX_LINES = 3400


@dataclass(frozen=True)
class _Table:
    """A table of the list: in which part of it, what is said, and the verb of its button."""

    heading: Text
    info: TableInfo
    said: Text
    verb: str


async def show(context: Context, page: int = 0, *, in_place: bool = False) -> None:
    """List somebody's tables on every server: a page of them, with a button to each."""
    listed = await _list(context)
    if not listed:
        await context.say(T("No table waits for you."))
        return
    pages = -(-len(listed) // PAGE)
    page = min(page, pages - 1)
    here = listed[page * PAGE : (page + 1) * PAGE]
    localizer = context.localizer()
    lines: list[str] = []
    buttons = []
    heading: Text | None = None
    for at, one in enumerate(here, start=page * PAGE + 1):
        if one.heading != heading:
            heading = one.heading
            lines.append(f"### {localizer.post(heading)}")
        table = context.localizer(one.info.names)
        lines.append(f"{at}\\. {table.post(one.said)}")
        game = title_of(one.info, context.client.games)
        label = (
            T("Board {n}: {game}", n=at, game=game) if one.verb == "board" else T("Play {n}: {game}", n=at, game=game)
        )
        buttons.append(button(localizer.label(label), CustomId(one.verb, one.info.id, one.info.revision)))
    below: list[ui.Item[Any]] = [*rows(buttons)]
    if pages > 1:
        below += rows(turning(localizer, page, pages, lambda to: CustomId("mine", 0, argument=str(max(0, to)))))
    words = components.fitted(lines, MAX_LINES, lambda n: f"- … (+{n})")
    view = components.layout(components.words(words), below=below)
    await (context.show if in_place else context.add)(view)


async def _list(context: Context) -> list[_Table]:
    """Every table of the list: first those that wait, the longest waiting first."""
    user_id = context.user_id
    waiting = await context.tables.waiting_for(user_id)
    waits = {one.info.id for one in waiting}
    running = [info for info in await context.tables.wishes.tables_of(user_id) if info.id not in waits]
    practised = (await context.tables.practice.of(user_id)).running
    followed = await context.tables.follows.tables_of(user_id)
    head = TN("One table waits for you", "{n} tables wait for you", len(waiting))
    return [
        *(_Table(head, one.info, _asked(one, context), "fresh") for one in waiting),
        *(_Table(T("You also play here"), info, _waits_for(info, context), "fresh") for info in running),
        *(_Table(PRACTICE, info, _practised(info, context), "fresh") for info in practised),
        *(_Table(T("You follow"), info, _waits_for(info, context), "board") for info, _ in followed),
    ]


def _link(info: TableInfo) -> Text:
    if info.lost:
        return T("(without a channel)")
    return verbatim(components.channel_url(info.guild_id, info.channel_id))


def _practised(info: TableInfo, context: Context) -> Text:
    """What is said of a practice table."""
    return practised_as(info, context.client.games, context.localizer())


def _asked(one: Waiting, context: Context) -> Text:
    """What a table asks, and since when."""
    since, title = verbatim(discord.utils.format_dt(one.since, "R")), title_of(one.info, context.client.games)
    return T("**{game}**: {task} (asked {since}) {link}", game=title, link=_link(one.info), task=one.task, since=since)


def _waits_for(info: TableInfo, context: Context) -> Text:
    """For whom a table waits."""
    title = title_of(info, context.client.games)
    who: list[Text] = [player(one.seat) for one in info.waiting]
    if not who:
        return T("**{game}** {link}", game=title, link=_link(info))
    return T("**{game}** waits for {who}: {link}", game=title, link=_link(info), who=who)
