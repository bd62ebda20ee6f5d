"""Around a game: opening a table, taking seats, choosing options, starting, handing over, ending."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import ui

from bot import layouts
from bot.ballots import open_ballots
from bot.calls import Refused, name_of, person_of
from bot.clocks import HOURS, MOST_REMINDERS
from bot.codes import Code
from bot.looking import title_of
from bot.members import see_who_left
from bot.panels import open_panel
from bot.rewinds import HOURS as REWIND_HOURS
from bot.table_data import Preferences, TableInfo
from bot.table_errors import GameOver, NotOwner, Stuck, UnknownGame, UnknownOption, UnknownPlayer
from bot.voice import Voice, verbatim
from bot.voting import ballot_buttons, ballot_lines
from rendering.words import language_of
from rules.kernel.text import TN, T, Text, player

if TYPE_CHECKING:
    from bot.calls import Call

LANGUAGE = "language"
"""The setting of a table that no game has: the language of its posts."""
SPOKEN = {"en": "English", "de": "Deutsch"}
REWIND = "rewind"
"""And another one: how many hours the others have to agree to a rewind."""

TIMES = {
    "remind_hours": T("First reminder after"),
    "reminders": T("Number of reminders"),
    "clock": T("Clock"),
    "clock_hours": T("Time on the clock"),
}
"""Settings of a table that can be changed at any time, by their keys."""
CLOCKS_TOLD = {
    "none": T("None"),
    "soft": T("Soft: then the others may vote to hand the seat over"),
    "hard": T("Hard: then the clock answers for the seat"),
}


def check_may_post(call: Call) -> None:
    """Refuse to hold a table where the bot cannot post it.

    Raises:
        Refused: a permission is missing; says which.

    """
    missing = call.missing_permissions()
    if missing is not None:
        raise Refused(missing)


async def open_table(call: Call, game: str) -> None:
    """Open a table in this channel."""
    guild_id = call.guild_id
    check_may_post(call)
    await call.tables.lobby.create(guild_id, call.channel_id, call.person, game)
    await call.say(T("The table is open. Others take a seat with the button below it or with /table join."))


async def join(call: Call, table_id: int) -> None:
    """Take a seat; in a running game one's own back from a robot, or that of a robot."""
    if (await call.tables.lobby.info(table_id)).phase == "running":
        await call.tables.robots.take_seat(table_id, call.person)
        await open_panel(call, table_id, notice=T("You play now. This is your seat."))
        return
    await call.tables.lobby.join(table_id, call.person)
    await call.say(T("You sit at the table now. Whoever opened it starts the game."))


async def leave(call: Call, table_id: int) -> None:
    """Give up one's seat in the lobby."""
    info = await call.tables.lobby.leave(table_id, call.person)
    if info.phase == "abandoned":
        await call.say(T("You have left, and as nobody is left, the table is closed."))
    else:
        await call.say(T("You have left the table."))


async def invite(call: Call, guest: discord.abc.User) -> None:
    """Ask somebody to the table."""
    info = await call.table()
    await call.tables.lobby.invite(info.id, call.person, person_of(guest))
    await call.say(T("{who} is invited.", who=name_of(guest)))


async def start(call: Call, table_id: int) -> None:
    """Start the game, and show whoever started it their panel."""
    check_may_post(call)
    live = await call.tables.lobby.start(table_id, call.person)
    if live.seat_of(call.user_id) is None:
        await call.say(T("The game has started."))
    else:
        await open_panel(call, table_id)


async def configure(call: Call, table_id: int, option: str, value: str) -> None:
    """Choose something about a table."""
    if option == LANGUAGE:
        await _set_language(call, table_id, value)
    elif option in TIMES:
        await call.tables.clocks.configure(table_id, call.person, option, value)
    elif option == REWIND:
        if not value.isdecimal() or len(value) > 4:
            raise UnknownOption(REWIND, value)
        await call.tables.rewinds.set_hours(table_id, call.person, int(value))
    else:
        await call.tables.lobby.configure(table_id, call.person, option, value)
    await call.say(T("Done."))


def time_choices(option: str) -> list[tuple[str, Text]]:
    """The choices that are offered for a setting of `TIMES`: value and what it is called."""
    if option == "clock":
        return list(CLOCKS_TOLD.items())
    if option == "reminders":
        return [(str(n), verbatim(str(n))) for n in range(MOST_REMINDERS + 1)]
    return [(str(n), TN("{n} hour", "{n} hours", n)) for n in HOURS]


def time_lines(info: TableInfo, voice: Voice) -> list[str]:
    """Tell a table's reminders and clock, with the keys and values to change them by."""
    hours = TN("{n} hour", "{n} hours", info.remind_hours)
    clock_hours = TN("{n} hour", "{n} hours", info.clock_hours)
    said = {
        "remind_hours": (hours, ", ".join(f"`{n}`" for n in HOURS)),
        "reminders": (verbatim(str(info.reminders)), f"`0`–`{MOST_REMINDERS}`"),
        "clock": (CLOCKS_TOLD[info.clock], ", ".join(f"`{one}`" for one in CLOCKS_TOLD)),
        "clock_hours": (clock_hours, ", ".join(f"`{n}`" for n in HOURS)),
    }
    return [
        f"**{voice.post(TIMES[key])}** (`{key}`): **{voice.post(now)}** · {more}" for key, (now, more) in said.items()
    ]


async def vote(call: Call, table_id: int, seat: int) -> None:
    """Vote to hand an overdue seat over."""
    info = await call.tables.clocks.vote(table_id, call.user_id, seat)
    call.client.poster.refresh_soon(table_id)
    if info.players[seat].given_up:
        await call.say(T("All have agreed: the seat can be taken now."))
    else:
        await call.say(T("Your vote is noted. The seat is free once all others have voted."))
        voted = {seat, *info.players[seat].votes}
        await see_who_left(call.client, info, [one.seat for one in info.voters if one.seat not in voted])


async def take(call: Call, table_id: int, seat: int) -> None:
    """Take a seat that was given up, and see what is asked there."""
    await call.tables.clocks.take(table_id, call.person, seat)
    await open_panel(call, table_id)


async def _set_language(call: Call, table_id: int, value: str) -> None:
    info = await call.tables.lobby.info(table_id)
    if not info.live:
        raise GameOver
    if not info.manages(call.person):
        raise NotOwner
    if value not in SPOKEN:
        raise UnknownOption(LANGUAGE, value)
    # A channel has preferences as a person has: Discord's numbers are nobody else's.
    await call.tables.prefer(info.channel_id, language=value)
    call.client.poster.refresh_soon(info.id)


def language_of_posts(preferences: Preferences, guild: discord.Guild | None) -> str:
    """Choose the language for a channel: as set, else as its server prefers."""
    if preferences.language != "auto":
        return preferences.language
    return language_of(guild.preferred_locale.value) if guild is not None else "en"


async def show_settings(call: Call) -> None:
    """List what was chosen for this channel's table, and what else there is to choose."""
    info = await call.table()
    if info.game not in call.client.games:
        raise UnknownGame(info.game)
    game = call.client.games[info.game]
    voice = call.voice(info.names)
    lines = [f"### {voice.post(game.info.title)}"]
    for option in game.info.options:
        chosen = info.options.get(option.key, option.choices[0].value)
        if info.phase == "running":  # nothing of it can be changed any more
            said = next(one.text for one in option.choices if one.value == chosen)
            lines.append(f"**{voice.post(option.text)}**: {voice.post(said)}")
            continue
        lines.append(
            f"**{voice.post(option.text)}** (`{option.key}`): "
            + " · ".join(
                f"**{voice.post(one.text)}**" if one.value == chosen else f"{voice.post(one.text)} (`{one.value}`)"
                for one in option.choices
            )
        )
    guild = call.interaction.guild
    language = language_of_posts(await call.tables.preferences(info.channel_id), guild)
    lines.append(
        f"**{voice.post(T('Language of the posts'))}** (`{LANGUAGE}`): **{SPOKEN[language]}** · "
        + ", ".join(f"`{one}`" for one in SPOKEN)
    )
    lines += time_lines(info, voice)
    lines.append(
        f"**{voice.post(T('Hours to agree to a rewind'))}** (`{REWIND}`): **{info.rewind_hours}** · "
        + ", ".join(f"`{n}`" for n in REWIND_HOURS)
    )
    await call.add(layouts.layout(layouts.words("\n".join(lines))))


async def replace(call: Call, leaver: discord.abc.User, successor: discord.abc.User) -> None:
    """Hand a seat to another person."""
    info = await call.table()
    seat = info.seat_of(leaver.id)
    if seat is None:
        raise UnknownPlayer
    await call.tables.lobby.replace(info.id, call.person, seat, person_of(successor))
    await call.say(T("{who} has the seat now.", who=name_of(successor)))


async def robot(call: Call, whose: discord.abc.User | None, *, away: bool) -> None:
    """Seat a robot in the lobby or, in a running game, in the place of a player; or send it away."""
    info = await call.table()
    if info.phase == "lobby":
        await robot_in_lobby(call, info.id, away=away)
        return
    seat = info.seat_of(call.user_id if whose is None else whose.id)
    if seat is None:
        raise UnknownPlayer
    if away:
        if not (info.manages(call.person) or info.players[seat].user_id == call.user_id):
            raise NotOwner
        await call.tables.seat_robot(info.id, seat, on=False)
        await call.say(T("The robot plays no longer in that seat."))
    else:
        await call.tables.robots.send_in(info.id, call.person, seat)
        await call.say(T("A robot plays on there. The player can take the seat back with /table join."))


async def robot_in_lobby(call: Call, table_id: int, *, away: bool) -> None:
    """Seat one more robot, or send one away."""
    if away:
        await call.tables.robots.remove(table_id, call.person)
        await call.say(T("A robot has left the table."))
    else:
        await call.tables.robots.add(table_id, call.person)
        await call.say(T("A robot sits at the table. Anybody who joins a full table takes a robot’s place."))


async def ask_to_abandon(call: Call, table_id: int | None = None) -> None:
    """Ask whether a table shall really end: this channel's, or one that was named."""
    info = await (call.table() if table_id is None else call.tables.lobby.info(table_id))
    if not info.manages(call.person):
        raise NotOwner
    voice = call.voice(info.names)
    question = T("Shall this table end for good? A running game cannot be taken up again.")
    yes = layouts.button(voice.label(T("End it")), Code("abandon", info.id, info.revision), discord.ButtonStyle.danger)
    await call.add(layouts.layout(layouts.words(voice.post(question)), *layouts.rows([yes])))


async def abandon(call: Call, table_id: int) -> None:
    """End a table for good."""
    await call.tables.lobby.abandon(table_id, call.person)
    await call.say(T("The table is closed. The channel is free for the next one."))


def link(info: TableInfo, voice: Voice) -> str:
    """Link to a table's channel, if it has one."""
    return f"🏚️ {voice.post(T('Without a channel (see /table move):'))}" if info.lost else f"<#{info.channel_id}>"


async def show_status(call: Call, table_id: int | None = None) -> None:
    """Tell of this channel's table, or one that was named: who sits where, who must act, what is voted on."""
    info = await (call.table(ended=True) if table_id is None else call.tables.lobby.info(table_id))
    text = status_text(call, info)
    try:
        await call.tables.upgrades.ensure(info.id)
    except Stuck as stuck:
        text += f"\n⚠️ {call.voice().post(stuck.text)}"
    except UnknownGame:
        pass  # its name says so
    pieces: list[layouts.Piece] = [layouts.words(text)]
    voice = call.voice(info.names)
    for ballot in await open_ballots(call.tables, info.id):
        pieces += [ui.Separator(), layouts.words("\n".join(ballot_lines(ballot, voice)))]
        if info.seat_of(call.user_id) in ballot.missing:
            pieces += layouts.rows(ballot_buttons(ballot, voice))
    await call.add(layouts.layout(*pieces))


def status_text(call: Call, info: TableInfo) -> str:
    """Put a table's state into words."""
    voice = call.voice(info.names)
    lines = [f"### {voice.post(title_of(info, call.client.games))}"]
    phases = {
        "lobby": T("It has not started yet."),
        "running": T("The game is running."),
        "finished": T("The game is over."),
        "abandoned": T("It was ended early."),
    }
    lines.append(voice.post(phases[info.phase]))
    if info.lost:
        lines.append(voice.post(T("I may not write in its channel, or it was deleted. See /table move.")))
    for one in info.players:
        who = voice.post(player(one.seat))
        if one.since is not None:
            since = verbatim(discord.utils.format_dt(one.since, "R"))
            lines.append("- " + voice.post(T("{who} must act (asked {since}).", who=player(one.seat), since=since)))
        else:
            lines.append(f"- {who}")
    lines += [f"- {one}" for one in away_lines(info, voice)]
    return "\n".join(lines)


def away_lines(info: TableInfo, voice: Voice) -> list[str]:
    """Who at a table is on vacation, and until when."""
    return [
        "🌴 "
        + voice.post(
            T(
                "{who} is away until {until}.",
                who=player(one.seat),
                until=verbatim(voice.words.day(one.away)),
            )
        )
        for one in info.players
        if one.away is not None
    ]


async def show_list(call: Call) -> None:
    """List the live tables of this server."""
    infos = await call.tables.lobby.of_guild(call.guild_id)
    voice = call.voice()
    if not infos:
        await call.say(T("There is no table on this server. Open one with /table new."))
        return
    lines = [f"### {voice.post(T('Tables on this server'))}"]
    for info in infos:
        table = call.voice(info.names)
        state = (
            T("waits for {who}", who=[player(one.seat) for one in info.waiting])
            if info.phase == "running"
            else T("open, {n} seated: {who}", n=len(info.players), who=[player(one.seat) for one in info.players])
        )
        lines.append(f"- {link(info, voice)} **{table.post(title_of(info, call.client.games))}**: {table.post(state)}")
    await call.add(layouts.layout(layouts.words(layouts.fitted(lines, 3500, lambda n: f"- … (+{n})"))))
