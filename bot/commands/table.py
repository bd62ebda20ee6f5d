"""Around a game: opening a table, taking seats, choosing options, starting, handing over, ending."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.commands.context import Context, name_of, person_of
from bot.commands.errors import Refused
from bot.commands.panel import open_panel
from bot.commands.rooms import ROOM_SECONDS, find_place, told_where
from bot.commands.seeking import may_see
from bot.departures import check_members
from bot.tables.channels import UNMADE
from bot.tables.clocks import HOURS, MAX_REMINDERS
from bot.tables.core.data import Live, TableInfo
from bot.tables.core.errors import (
    ChannelTaken,
    GameOver,
    NotInvited,
    NotOnThisServer,
    NotOwner,
    NotRunning,
    NotSeated,
    Stuck,
    UnknownGame,
    UnknownOption,
    UnknownPlayer,
)
from bot.tables.guilds import ServerSettings
from bot.tables.open_votes import open_votes
from bot.tables.rewinds import HOURS as REWIND_HOURS
from bot.tables.rooms import WHY_HERE
from bot.views import components
from bot.views.custom_ids import CustomId, read_number
from bot.views.follow import follow_button
from bot.views.imports import ONLY_TO_LOOK
from bot.views.localizer import Localizer, language_of_posts
from bot.views.pages import leaf_layout
from bot.views.posts import matters, option_menu
from bot.views.robots import ROBOT, level_menu, named, own_robots, read_level
from bot.views.seeking import free_seats, sit_button
from bot.views.status import away_lines, title_of
from bot.views.votes import open_vote_buttons, open_vote_lines
from rendering.words.folding import verbatim
from rules.kernel.game import Game
from rules.kernel.robots import Level
from rules.kernel.text import TN, T, Text, player

LANGUAGE = "language"
"""Key of a setting of all tables: the language of the posts."""
SPOKEN = {"en": "English", "de": "Deutsch"}
REWIND = "rewind"
"""Key of a setting of all tables: how many hours the others have to agree to a rewind."""

TIMES = {
    "remind_hours": T("First reminder after"),
    "reminders": T("Number of reminders"),
    "clock": T("Clock"),
    "clock_hours": T("Time on the clock"),
    "hints": T("Hints"),
}
"""Settings of a table that can be changed at any time, by their keys."""
IN_MENUS = {
    LANGUAGE: T("Posts"),
    "remind_hours": T("First reminder"),
    "reminders": T("Reminders"),
    REWIND: T("Vote to go back"),
}
"""Names that are shorter in a menu: on a phone it shows about 28 letters, and what is set must be among them."""
CLOCK_LABELS = {
    "none": T("None"),
    "soft": T("Soft: then the others may vote to hand the seat over"),
    "hard": T("Hard: then the clock answers for the seat"),
}

MAX_JOINS = 10
"""Lobbies of a list at which a button takes a seat."""

HINT_LABELS = {
    "auto": T("Where a robot plays"),
    "on": T("Yes"),
    "off": T("No"),
}


def check_may_post(context: Context) -> None:
    """Check that the bot may post in this channel.

    Raises:
        Refused: a permission is missing; the text says which.

    """
    missing = context.missing_permissions()
    if missing is not None:
        raise Refused(missing)


async def open_table(context: Context, game: str, where: str | None = None) -> None:
    """Open a table: in a thread of its own, or in this channel, as is asked for or as the server has it."""
    opened = await open_lobby(context, game, where=where, in_place=True)
    await context.show(components.sentence(context.localizer().post(told_where(opened))))


async def open_lobby(
    context: Context,
    game: str,
    options: Mapping[str, str] | None = None,
    *,
    where: str | None = None,
    in_place: bool = False,
) -> TableInfo:
    """Open a table where it belongs, and wait a moment for its thread; `in_place`: what offered it goes at once.

    Raises:
        Refused: the bot may not post there. ChannelTaken, MayNotOpen, UnknownGame, UnknownOption.

    """
    place = await find_place(context, where)
    if place.room is None:
        check_may_post(context)
    try:
        info = await context.tables.lobby.create(
            context.guild_id,
            context.channel_id,
            context.person,
            game,
            options,
            place.room,
            why_here=place.why_here,
        )
    except ChannelTaken:
        if not place.why_here:
            raise
        raise Refused(T("This channel has a table already. {why}", why=WHY_HERE[place.why_here])) from None
    if place.room is None:
        return info
    if in_place and context.redraws:
        await context.show(components.sentence(context.localizer().post(told_where(info))))
    return await context.tables.rooms.settled(info.id, ROOM_SECONDS)


async def open_with_robots(context: Context, game: str, options: Mapping[str, str], robots: int) -> None:
    """Open a table with so many friendly robots, which has hints, and start its game."""
    if (await context.tables.guilds.settings(context.guild_id)).robots == "off":
        raise NotOnThisServer
    info = await open_lobby(context, game, options)
    await context.tables.robots.add(info.id, context.person, robots, Level.FRIENDLY)
    if info.channel_id == context.channel_id:
        await start(context, info.id)
        return
    await context.tables.lobby.start(info.id, context.person)
    await context.say(T("The game has started: {channel}", channel=verbatim(link(info, context.localizer()))))


async def join(context: Context, table_id: int) -> None:
    """Take a seat; in a running game one's own back from a robot, or that of a robot."""
    if (await context.tables.lobby.info(table_id)).phase == "running":
        await context.tables.robots.take_seat(table_id, context.person)
        await open_panel(context, table_id, done=T("You play now. This is your seat."))
        return
    await context.tables.lobby.join(table_id, context.person)
    await context.say(T("You sit at the table now. Whoever opened it starts the game."))


async def leave(context: Context, table_id: int) -> None:
    """Give up one's seat in the lobby, or decline an invitation to one."""
    try:
        info = await context.tables.lobby.leave(table_id, context.person)
    except NotSeated:
        try:
            await decline(context, table_id)
        except NotInvited:
            raise NotSeated from None
        return
    if info.phase == "abandoned":
        await context.say(T("You have left, and since nobody else is there, the table is closed."))
    else:
        await context.say(T("You have left the table."))


async def decline(context: Context, table_id: int) -> None:
    """Decline an invitation: its table shows it, and nobody is written to."""
    await context.tables.lobby.decline(table_id, context.person)
    await context.say(T("You have declined. If you change your mind, Join still works until the game starts."))


async def invite(context: Context, guest: discord.abc.User) -> None:
    """Ask somebody to the table."""
    info = await context.table()
    await context.tables.lobby.invite(info.id, context.person, person_of(guest))
    await context.say(T("{who} is invited.", who=name_of(guest)))


async def start(context: Context, table_id: int) -> None:
    """Start the game, and show whoever started it their panel."""
    check_may_post(context)
    live = await context.tables.lobby.start(table_id, context.person)
    if live.seat_of(context.user_id) is None:
        await context.say(T("The game has started."))
    else:
        await open_panel(context, table_id)


async def configure(context: Context, table_id: int, option: str, value: str) -> None:
    """Choose something about a table, as typed: in letters of either case."""
    await _configure(context, table_id, option.strip().casefold(), value.strip().casefold())
    await context.say(T("Done."))


async def set_in_menu(context: Context, table_id: int, option: str, value: str) -> None:
    """Choose something about a table in a menu of its settings, which show it then."""
    await _configure(context, table_id, option, value)
    await show_settings(context, await context.tables.lobby.info(table_id), in_place=True)


async def _configure(context: Context, table_id: int, option: str, value: str) -> None:
    if option == LANGUAGE:
        await _set_language(context, table_id, value)
    elif option in TIMES:
        await context.tables.clocks.configure(table_id, context.person, option, value)
    elif option == ROBOT:
        await context.tables.robots.set_level(table_id, context.person, *read_level(value))
    elif option == REWIND:
        if not value.isdecimal() or len(value) > 4:
            raise UnknownOption(REWIND, value)
        await context.tables.rewinds.set_hours(table_id, context.person, int(value))
    else:
        await context.tables.lobby.configure(table_id, context.person, option, value)


def time_choices(option: str) -> list[tuple[str, Text]]:
    """The choices of a setting of `TIMES`: value and label."""
    if option == "clock":
        return list(CLOCK_LABELS.items())
    if option == "hints":
        return list(HINT_LABELS.items())
    if option == "reminders":
        return [(str(n), verbatim(str(n))) for n in range(MAX_REMINDERS + 1)]
    return [(str(n), TN("{n} hour", "{n} hours", n)) for n in HOURS]


def time_lines(info: TableInfo, localizer: Localizer) -> list[str]:
    """Lines about a table's reminders and clock, with the keys and values to change them."""
    hours = TN("{n} hour", "{n} hours", info.remind_hours)
    clock_hours = TN("{n} hour", "{n} hours", info.clock_hours)
    said = {
        "remind_hours": (hours, ", ".join(f"`{n}`" for n in HOURS)),
        "reminders": (verbatim(str(info.reminders)), f"`0`–`{MAX_REMINDERS}`"),
        "clock": (CLOCK_LABELS[info.clock], ", ".join(f"`{one}`" for one in CLOCK_LABELS)),
        "clock_hours": (clock_hours, ", ".join(f"`{n}`" for n in HOURS)),
        "hints": (HINT_LABELS[info.hints], ", ".join(f"`{one}`" for one in HINT_LABELS)),
    }
    return [
        f"**{localizer.post(TIMES[key])}** (`{key}`): **{localizer.post(now)}** · {more}"
        for key, (now, more) in said.items()
    ]


async def vote(context: Context, table_id: int, seat: int) -> None:
    """Vote to hand an overdue seat over."""
    info = await context.tables.clocks.vote(table_id, context.user_id, seat)
    context.client.refresh_soon(table_id)
    if info.players[seat].given_up:
        await context.say(T("All have agreed: the seat can be taken now."))
    else:
        await context.say(T("Your vote is noted. The seat is free once all others have voted."))
        voted = {seat, *info.players[seat].votes}
        await check_members(context.client, info, [one.seat for one in info.voters if one.seat not in voted])


async def take(context: Context, table_id: int, seat: int) -> None:
    """Take a seat that was given up, and see what is asked there."""
    await context.tables.clocks.take(table_id, context.person, seat)
    await open_panel(context, table_id)


async def _set_language(context: Context, table_id: int, value: str) -> None:
    info = await context.tables.lobby.info(table_id)
    if not info.live:
        raise GameOver
    if not info.manages(context.person):
        raise NotOwner
    if value not in SPOKEN:
        raise UnknownOption(LANGUAGE, value)
    # A channel has preferences as a person has: Discord's numbers are nobody else's.
    await context.tables.prefer(info.channel_id, language=value)
    context.client.refresh_soon(info.id)


async def _from_server(context: Context, info: TableInfo, localizer: Localizer) -> list[str]:
    """A line on which settings of a table come from its server, where that has other ones than usual."""
    settings, usual = await context.tables.guilds.settings(info.guild_id), ServerSettings()
    same = [
        TIMES[key]
        for key in ("remind_hours", "reminders", "clock", "clock_hours")
        if getattr(usual, key) != getattr(settings, key) == getattr(info, key)
    ]
    if settings.hints == info.hints == "off":
        same.append(TIMES["hints"])
    if settings.pictures == info.pictures == "off":
        same.append(T("No pictures in the posts"))
    if settings.robots == "off":
        same.append(T("No robots are seated"))
    return ["-# " + localizer.post(T("As /server has it: {settings}", settings=same))] if same else []


def _setting_menus(
    info: TableInfo, game: Game[Any, Any], language: str, localizer: Localizer
) -> list[components.Piece]:
    """A menu for each setting that may still be changed: the game's options before it starts, and the table's own."""
    hours = [(str(n), TN("{n} hour", "{n} hours", n)) for n in sorted({*REWIND_HOURS, info.rewind_hours})]
    chosen = {**{key: str(getattr(info, key)) for key in TIMES}, LANGUAGE: language, REWIND: str(info.rewind_hours)}
    offered: list[tuple[str, Text, list[tuple[str, Text]]]] = [
        (LANGUAGE, T("Language of the posts"), [(key, verbatim(spoken)) for key, spoken in SPOKEN.items()]),
        *((key, text, _with_now(key, info)) for key, text in TIMES.items()),
        (REWIND, T("Hours to vote on going back"), hours),
    ]
    menus = [] if info.phase != "lobby" else [option_menu(info, one, localizer, "setting") for one in game.info.options]
    for key, title, choices in offered:
        short = localizer.label(IN_MENUS.get(key, title), 60)
        labels = [(value, f"{short}: {localizer.label(text, 100)}", "") for value, text in choices]
        custom_id = CustomId("setting", info.id, info.revision, argument=key)
        menus.append(components.row(components.menu(custom_id, labels, localizer.label(title), chosen=chosen[key])))
    return [*menus, *level_menu(info, localizer, "setting")]


def _with_now(key: str, info: TableInfo) -> list[tuple[str, Text]]:
    """The choices of a setting of `TIMES`, and what is set now, which may have been typed."""
    offered, now = time_choices(key), getattr(info, key)
    if str(now) in dict(offered):
        return offered
    return sorted([*offered, (str(now), TN("{n} hour", "{n} hours", now))], key=lambda one: int(one[0]))


async def turn_settings(context: Context, table_id: int, page: int) -> None:
    """Show another page of a table's settings."""
    await show_settings(context, await context.tables.lobby.info(table_id), page=page, in_place=True)


async def show_settings(
    context: Context, info: TableInfo | None = None, *, page: int = 0, in_place: bool = False
) -> None:
    """Show what was chosen for this channel's table, or a given one, and what else there is to choose.

    Whoever manages it chooses in menus. What takes more rows than a phone shows at once is shown page by page.
    """
    info = await context.table() if info is None else info
    if info.game not in context.client.games:
        raise UnknownGame(info.game)
    game = context.client.games[info.game]
    localizer = context.localizer(info.names)
    guild = context.interaction.guild
    language = language_of_posts(await context.tables.preferences(info.channel_id), guild)
    lines = [f"### {localizer.post(game.info.title)}"]
    managed = info.live and info.manages(context.person)
    for option in game.info.options:
        if managed and info.phase == "lobby":
            continue  # a menu shows it
        chosen = info.options.get(option.key, option.choices[0].value)
        if info.phase == "running":  # nothing of it can be changed any more
            if not matters(info, option):
                continue
            said = next(one.text for one in option.choices if one.value == chosen)
            lines.append(f"**{localizer.post(option.text)}**: {localizer.post(said)}")
            continue
        lines.append(
            f"**{localizer.post(option.text)}** (`{option.key}`): "
            + " · ".join(
                f"**{localizer.post(one.text)}**"
                if one.value == chosen
                else f"{localizer.post(one.text)} (`{one.value}`)"
                for one in option.choices
            )
        )
    from_server = await _from_server(context, info, localizer)
    if managed:
        lines += from_server
        menus = _setting_menus(info, game, language, localizer)
        await (context.show if in_place else context.add)(_page_of_settings(info, lines, page, localizer, menus))
        return
    lines.append(
        f"**{localizer.post(T('Language of the posts'))}** (`{LANGUAGE}`): **{SPOKEN[language]}** · "
        + ", ".join(f"`{one}`" for one in SPOKEN)
    )
    lines += [localizer.post(named(one)) for one in own_robots(info)]
    lines += time_lines(info, localizer)
    lines.append(
        f"**{localizer.post(T('Hours to vote on going back'))}** (`{REWIND}`): **{info.rewind_hours}** · "
        + ", ".join(f"`{n}`" for n in REWIND_HOURS)
    )
    lines += from_server
    await (context.show if in_place else context.add)(_page_of_settings(info, lines, page, localizer))


def _page_of_settings(
    info: TableInfo, lines: Sequence[str], page: int, localizer: Localizer, menus: Sequence[components.Piece] = ()
) -> ui.LayoutView:
    """One page of a table's settings, above the menus of what may be changed."""

    def to(page: int) -> CustomId:
        return CustomId("settings", info.id, info.revision, argument=str(page))

    return leaf_layout(["\n".join(lines)], page, localizer, to, pieces=menus)


async def replace(context: Context, leaver: discord.abc.User, successor: discord.abc.User) -> None:
    """Offer a seat to another person, or take the offer back; who names themselves has it at once."""
    info = await context.table()
    seat = info.seat_of(leaver.id)
    if seat is None:
        raise UnknownPlayer
    info = await context.tables.offers.offer(info.id, context.person, seat, person_of(successor))
    who = name_of(successor)
    if info.players[seat].offered_to == successor.id:
        await context.say(T("{who} is asked to take the seat. Until then everything stays as it is.", who=who))
    elif successor.id == leaver.id:
        await context.say(T("The seat is offered to nobody any more."))
    else:
        await context.say(T("{who} has the seat now.", who=who))


async def take_offered(context: Context, custom_id: CustomId) -> None:
    """Take a seat that is offered to the person, and see what is asked there."""
    await context.tables.offers.take(custom_id.table, context.person, read_number(custom_id.fingerprint))
    await open_panel(context, custom_id.table, done=T("You play now. This is your seat."))


async def decline_offered(context: Context, custom_id: CustomId) -> None:
    """Decline a seat that is offered to the person."""
    await context.tables.offers.decline(custom_id.table, context.person, read_number(custom_id.fingerprint))
    await context.say(T("You have declined the seat."))


async def robot(context: Context, whose: discord.abc.User | None, *, away: bool, level: Level = Level.GOOD) -> None:
    """Seat a robot in the lobby or, in a running game, in the place of a player; or send it away."""
    info = await context.table()
    if info.phase == "lobby":
        await robot_in_lobby(context, info.id, away=away, level=level)
        return
    seat = info.seat_of(context.user_id if whose is None else whose.id)
    if seat is None:
        raise UnknownPlayer
    if away:
        if not (info.manages(context.person) or info.players[seat].user_id == context.user_id):
            raise NotOwner
        await context.tables.seat_robot(info.id, seat, on=False)
        await context.say(T("The robot no longer plays in that seat."))
    else:
        await context.tables.robots.send_in(info.id, context.person, seat)
        if info.players[seat].user_id == context.user_id:
            await context.say(T("A robot plays on for you. You can take your seat back with /table join."))
        else:
            await context.say(T("A robot plays on there. The player can take the seat back with /table join."))


async def robot_in_lobby(context: Context, table_id: int, *, away: bool, level: Level = Level.GOOD) -> None:
    """Seat one more robot, or send one away."""
    if away:
        await context.tables.robots.remove(table_id, context.person)
        await context.say(T("A robot has left the table."))
    else:
        await context.tables.robots.add(table_id, context.person, level=level)
        await context.say(T("A robot sits at the table. Anybody who joins a full table takes a robot’s place."))


async def ask_to_abandon(context: Context, table_id: int | None = None) -> None:
    """Ask for confirmation to end a table: this channel's, or a given one."""
    info = await (context.table() if table_id is None else context.tables.lobby.info(table_id))
    if not info.manages(context.person):
        raise NotOwner
    localizer = context.localizer(info.names)
    question = T("End this table for good? A running game cannot be resumed.")
    yes = components.button(
        localizer.label(T("End it")), CustomId("abandon", info.id, info.revision), discord.ButtonStyle.danger
    )
    await context.add(components.layout(components.words(localizer.post(question)), *components.rows([yes])))


async def abandon(context: Context, table_id: int) -> None:
    """End a table for good."""
    await context.tables.lobby.abandon(table_id, context.person)
    await context.say(T("The table is closed. The channel is free for the next one."))


def link(info: TableInfo, localizer: Localizer) -> str:
    """Link to a table's channel, if it has one."""
    if info.lost == UNMADE and not info.why_here:
        return f"🧵 {localizer.post(T('Its thread is being made:'))}"
    return f"🏚️ {localizer.post(T('Without a channel (see /table move):'))}" if info.lost else f"<#{info.channel_id}>"


async def show_status(context: Context, table_id: int | None = None) -> None:
    """Show the status of this channel's table, or a given one: seats, who must act, open votes."""
    info = await (context.table(ended=True) if table_id is None else context.tables.lobby.info(table_id))
    live: Live | None = None
    why_not = ""
    try:
        live = await context.tables.game(info.id) if info.phase == "running" else None
    except Stuck as stuck:
        why_not = f"\n⚠️ {context.localizer().post(stuck.text)}"
    except (GameOver, NotRunning, UnknownGame):
        pass  # it has just ended; or the title shows it
    localizer = context.localizer(info.names)
    pieces: list[components.Piece] = [components.words(status_text(context, info, live) + why_not)]
    if live is not None and live.seat_of(context.user_id) is not None:
        play = CustomId("fresh", info.id, live.revision)
        pieces += components.rows([components.button(localizer.label(T("Play")), play, discord.ButtonStyle.primary)])
    elif live is not None:
        pieces += components.rows([follow_button(info, localizer)])
    for open_vote in await open_votes(context.tables, info.id):
        pieces += [ui.Separator(), components.words("\n".join(open_vote_lines(open_vote, localizer)))]
        if info.seat_of(context.user_id) in open_vote.missing:
            pieces += components.rows(open_vote_buttons(open_vote, localizer))
    await context.add(components.layout(*pieces))


def status_text(context: Context, info: TableInfo, live: Live | None) -> str:
    """The status of a table as text, with the round and what is asked of whom if its game is running."""
    localizer = context.localizer(info.names)
    lines = [f"### {localizer.post(title_of(info, context.client.games))}"]
    phases = {
        "lobby": T("It has not started yet."),
        "running": T("The game is running."),
        "finished": T("The game is over."),
        "abandoned": T("It was ended early."),
        "imported": ONLY_TO_LOOK,
    }
    number = 0 if live is None else live.game.round(live.view(None))
    lines.append(
        " ".join([localizer.post(phases[info.phase]), *([localizer.post(T("Round {n}", n=number))] if number else [])])
    )
    if info.lost == UNMADE and not info.why_here:
        lines.append(localizer.post(T("Its thread is being made.")))
    elif info.lost:
        lines.append(localizer.post(T("I may not write in its channel, or it was deleted. See /table move.")))
    for one in info.players:
        who = localizer.post(named(one))
        if one.since is not None:
            since = verbatim(discord.utils.format_dt(one.since, "R"))
            task = None if live is None else live.public_prompt_of(one.seat)
            asked = (
                T("{who} must act (asked {since}).", who=player(one.seat), since=since)
                if task is None
                else T("{who} must act (asked {since}): {task}", who=player(one.seat), since=since, task=task.text)
            )
            lines.append("- " + localizer.post(asked))
        else:
            lines.append(f"- {who}")
    lines += [f"- {one}" for one in away_lines(info, localizer)]
    return "\n".join(lines)


async def show_list(context: Context) -> None:
    """List the live tables of this server."""
    infos = await context.tables.lobby.of_guild(context.guild_id)
    localizer = context.localizer()
    if not infos:
        await context.say(T("There is no table on this server. Open one with /table new."))
        return
    lines = [f"### {localizer.post(T('Tables on this server'))}"]
    joins = []
    for info in infos:
        table = context.localizer(info.names)
        state = (
            T("waits for {who}", who=[player(one.seat) for one in info.waiting])
            if info.phase == "running"
            else T("open, {n} seated: {who}", n=len(info.players), who=[player(one.seat) for one in info.players])
        )
        title = title_of(info, context.client.games)
        lines.append(f"- {link(info, localizer)} **{table.post(title)}**: {table.post(state)}")
        if _may_sit(context, info):
            owner = player(info.seat_of(info.owner_id) or 0)
            joins.append(sit_button(info, table, T("Join {who}: {game}", who=owner, game=title)))
    await context.add(
        components.layout(
            components.words(components.fitted(lines, 3500, lambda n: f"- … (+{n})")),
            *components.rows(joins[:MAX_JOINS]),
        )
    )


def _may_sit(context: Context, info: TableInfo) -> bool:
    """Whether somebody who looks at a list of tables may sit down at this one."""
    game = context.client.games.get(info.game)
    free = game is not None and free_seats(info, game) > 0
    return free and info.seat_of(context.user_id) is None and may_see(context, info)
