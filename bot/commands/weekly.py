"""``/table every``: see, set, change and end the weekly tables of a channel."""

from __future__ import annotations

from bot.commands.context import Context
from bot.commands.errors import Refused
from bot.commands.table import check_may_post
from bot.tables.core.quiet_hours import read_minute
from bot.views.custom_ids import CustomId, Unreadable, read_number
from bot.views.weekly import DAYS, weekly_layout
from rules.kernel.text import T, Text


async def every(context: Context, game: str | None, day: str | None, hour: str | None) -> None:
    """Set a weekly table of this channel, or change the one of this game; without anything, show what there is."""
    guild_id = context.guild_id
    if game is None and day is None and hour is None:
        await show(context)
        return
    if game is None or day is None or hour is None:
        raise Refused(T("A weekly table needs its game, day and hour. Without any of them you see what is set."))
    minute = read_minute(hour)
    if minute is None:
        raise Refused(T("“{typed}” is not a time of day. Write it as 19:30 or 20.", typed=hour))
    if not (day.isdecimal() and day.isascii() and int(day) < len(DAYS)):
        raise Refused(T("“{typed}” is not a day of the week.", typed=day))
    check_may_post(context)
    await context.tables.weekly.set(guild_id, context.channel_id, context.person, game, int(day), minute)
    await show(context, T("It is set."))


async def show(context: Context, notice: Text | None = None, *, in_place: bool = False) -> None:
    """Show the weekly tables of this channel."""
    found = await context.tables.weekly.of_channel(context.channel_id)
    view = weekly_layout(found, context.client.games, context.person, context.localizer(), notice)
    await (context.show if in_place else context.add)(view)


async def pressed(context: Context, custom_id: CustomId) -> None:
    """End a weekly table, be invited to it no more, or see them all; in a direct message, end one's own."""
    if custom_id.fingerprint:
        await context.tables.weekly.end(read_number(custom_id.fingerprint), context.person, None)
        await context.say(T("It is ended."))
        return
    assert context.guild_id
    what, _, number = custom_id.argument.partition(".")
    if what == "end":
        await context.tables.weekly.end(read_number(number), context.person, context.channel_id)
        await show(context, T("It is ended."), in_place=True)
    elif what == "out":
        await context.tables.weekly.stay_away(read_number(number), context.user_id, context.channel_id)
        await show(context, T("You are no longer invited to it."), in_place=True)
    elif number:
        raise Unreadable
    else:
        await show(context)


def complete_hours(typed: str) -> list[tuple[str, str]]:
    """Completions: half hours that begin with what was typed, the evening first."""
    offered = [f"{(hour + 17) % 24}:{half}" for hour in range(24) for half in ("00", "30")]
    return [(one, one) for one in offered if one.startswith(typed.strip())][:25]
