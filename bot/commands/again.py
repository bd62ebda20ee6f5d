"""Playing again: the next table after a game, a table as last time, and what ``/table new`` offers without a game."""

from __future__ import annotations

import discord

from bot.commands.context import Context
from bot.commands.errors import Refused
from bot.commands.find_game import find_game
from bot.commands.rooms import ROOM_SECONDS, find_place, told_where
from bot.commands.table import check_may_post, link, open_table
from bot.tables.channels import UNMADE
from bot.tables.core.data import TableInfo
from bot.tables.core.errors import ChannelTaken, NoSuchGame, NothingBefore, PlayedOn
from bot.views import components
from bot.views.components import button, rows
from bot.views.custom_ids import CustomId
from bot.views.seeking import free_seats, sit_button
from bot.views.status import title_of
from rendering.words.folding import verbatim
from rules.kernel.text import TN, T, player

BLUE = discord.ButtonStyle.primary
MAX_GAMES = 20
"""Games that have a button: four rows of them, and one for the table as last time."""


async def again(context: Context, table_id: int, *, roll: bool) -> None:
    """Open the table that follows a game, or point to the one that is open already."""
    if context.interaction.guild_id is None:
        raise Refused(T("That works in a channel of a server, not here."))
    check_may_post(context)
    try:
        try:
            info = await context.tables.again.open(table_id, context.person, roll=roll)
        except ChannelTaken:  # by another game: then it gets a thread of its own
            room = (await find_place(context, "thread")).room
            if room is None:
                raise
            info = await context.tables.again.open(table_id, context.person, room, roll=roll)
    except PlayedOn as played_on:
        await _point_to(context, await context.tables.lobby.info(played_on.table_id))
        return
    await _opened(context, info)


async def _point_to(context: Context, info: TableInfo) -> None:
    """Say where the table is that follows already, with a seat at it if there is one to take."""
    if info.lost == UNMADE:
        info = await context.tables.rooms.settled(info.id, ROOM_SECONDS)
    localizer = context.localizer(info.names)
    where = verbatim(link(info, localizer))
    text = (
        T("The next table is open already, here: {where}", where=where)
        if info.phase == "lobby"
        else T("The next game has begun already, here: {where}", where=where)
    )
    seated = info.seat_of(context.user_id) is not None
    free = info.game in context.client.games and free_seats(info, context.client.games[info.game]) > 0
    joins = [sit_button(info, localizer)] if free and not seated else []
    await context.add(components.layout(components.words(localizer.post(text)), *rows(joins)))


async def as_last_time(context: Context, table_id: int, where: str | None = None) -> None:
    """Open a table that is like an earlier one of the person: in a thread of its own, or in this channel."""
    place = await find_place(context, where)
    if place.room is None:
        check_may_post(context)
    info = await context.tables.again.like(
        table_id, context.person, context.guild_id, context.channel_id, place.room, place.why_here
    )
    await _opened(context, info)


async def _opened(context: Context, info: TableInfo) -> None:
    """Say where a table has opened: in place of the offer, so that it is not pressed again while a thread is made."""
    if info.lost == UNMADE:
        if context.redraws:
            await context.show(components.sentence(context.localizer().post(told_where(info))))
        info = await context.tables.rooms.settled(info.id, ROOM_SECONDS)
    text = told_where(info)
    invited = TN("One person is invited and told.", "{n} people are invited and told.", len(info.invited))
    told = bool(info.invited) and not info.lost  # once it has a channel
    said = [context.localizer().post(text), *([context.localizer().post(invited)] if told else [])]
    await context.show(components.sentence(" ".join(said)))


async def new(context: Context, game: str | None, like: str | None, where: str | None = None) -> None:
    """Open a table of a game, or like an earlier one; without either, offer both as buttons."""
    if like is not None:
        before = await context.tables.again.before(context.guild_id, context.channel_id, context.user_id)
        found = find_game(before, like, context.client.games, context.localizer(), context.preferences.zone)
        if found is None:
            raise NoSuchGame if before else NothingBefore
        await as_last_time(context, found.id, where)
    elif game is not None:
        await open_table(context, game, where)
    else:
        await _offer(context)


async def _offer(context: Context) -> None:
    """Offer every game, and the last table of the person."""
    before = await context.tables.again.before(context.guild_id, context.channel_id, context.user_id, 1)
    localizer, games = context.localizer(), context.client.games
    lines = [localizer.post(T("What do you want to play?"))]
    buttons = [
        button(localizer.label(game.info.title), CustomId("new", 0, argument=key))
        for key, game in list(games.items())[:MAX_GAMES]
    ]
    last = []
    for info in before:
        there = context.localizer(info.names)
        others = [player(one.seat) for one in info.players if one.user_id != context.user_id]
        title = title_of(info, games)
        text = (
            T("As last time: {game} with {who}", game=title, who=others)
            if others
            else T("As last time: {game}", game=title)
        )
        last = [button(there.label(text), CustomId("like", info.id), BLUE)]
        lines.append(
            "-# "
            + localizer.post(T("As last time: the same people, options and clock. Others: /table new with “like”."))
        )
    await context.add(components.layout(components.words("\n".join(lines)), *rows(buttons), *rows(last)))
