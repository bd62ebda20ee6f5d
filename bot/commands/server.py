"""/server: what whoever manages a server sets for it, in a private panel with menus, or typed.

Each setting is one line of `SETTINGS` and a field of `bot.tables.guilds.ServerSettings`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.commands.context import Context
from bot.commands.rooms import PLACES, place_in
from bot.commands.table import CLOCK_LABELS, IN_MENUS, LANGUAGE, SPOKEN, TIMES
from bot.tables.clocks import HOURS, MAX_REMINDERS
from bot.tables.core.errors import NoSuchSetting, NotManager
from bot.tables.guilds import ServerSettings
from bot.tables.rooms import WHY_HERE
from bot.views import components
from bot.views.components import Piece, menu
from bot.views.custom_ids import CustomId, Unreadable
from bot.views.localizer import Localizer
from rendering.words.folding import shorten, verbatim
from rules.kernel.text import TN, T, Text

Choices = Mapping[str, Text]
Value = str | int

ON_OFF: Choices = {"on": T("Yes"), "off": T("No")}
LANGUAGES: Choices = {
    "auto": T("As in Discord"),
    **{key: verbatim(spoken) for key, spoken in SPOKEN.items()},
}
WHO: Choices = {"everybody": T("Everybody"), "managers": T("Whoever may manage the server")}
EVERY: Choices = {str(n): TN("{n} hour", "{n} hours", n) for n in HOURS}
COUNTS: Choices = {str(n): verbatim(str(n)) for n in range(MAX_REMINDERS + 1)}
WHERE_OPENED = T("Where it is opened")
HOMES = (discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum)
"""Kinds of channels that threads or posts can be made in."""


@dataclass(frozen=True)
class Setting:
    """A setting: its key in `ServerSettings`, what it is called, and its choices.

    A number from `least` to `most` may be typed as well. `of` says what else it may be: a role, or a channel. `short`
    is what its menu calls it, where that shows too little of the choice on a phone otherwise.
    """

    key: str
    title: Text
    choices: Choices
    least: int = 0
    most: int = -1
    of: str = ""
    short: Text | None = None


SETTINGS: tuple[Setting, ...] = (
    Setting("language", T("Language of the posts"), LANGUAGES, short=IN_MENUS[LANGUAGE]),
    Setting("opens", T("Tables are opened by"), WHO, of="role"),
    Setting("where", T("Tables open in"), PLACES),
    Setting("home", T("Channel for tables"), {}, of="channel"),
    Setting("remind_hours", T("First reminder after"), EVERY, 1, HOURS[-1], short=IN_MENUS["remind_hours"]),
    Setting("reminders", T("Number of reminders"), COUNTS, 0, MAX_REMINDERS, short=IN_MENUS["reminders"]),
    Setting("clock", T("Clock"), CLOCK_LABELS),
    Setting("clock_hours", T("Time on the clock"), EVERY, 1, HOURS[-1]),
    Setting("robots", T("Robots may be seated"), ON_OFF, short=T("Robots")),
    Setting("hints", T("Hints may be asked for"), ON_OFF, short=TIMES["hints"]),
    Setting("pictures", T("Pictures in the posts"), ON_OFF, short=T("Pictures")),
    Setting("ratings", T("Ratings"), ON_OFF),
)
"""What can be set for a server, in the order in which it is shown."""
_BY_KEY = {one.key: one for one in SETTINGS}


async def show(context: Context, *, notice: Text | None = None) -> None:
    """Show what is set for the server, with menus to change it.

    Raises:
        NotManager, Refused (not on a server).

    """
    guild_id = context.guild_id
    if not context.person.manages:
        raise NotManager
    settings = await context.tables.guilds.settings(guild_id)
    await context.show(panel(settings, context.interaction.guild, context.localizer(), notice))


async def choose(context: Context, key: str, values: Sequence[str]) -> None:
    """Handle a choice in a menu of the panel.

    Raises:
        Unreadable: it is none that the panel has.

    """
    if key not in _BY_KEY or len(values) > 1 or (not values and _BY_KEY[key].of != "channel"):
        raise Unreadable
    await _set(context, key, values[0] if values else "0")


async def type_setting(context: Context, setting: str | None, value: str | None) -> None:
    """Handle the command: see the panel, or change one setting."""
    if setting is None and value is None:
        await show(context)
    elif setting not in _BY_KEY:
        raise NoSuchSetting(setting or "", value or "")
    else:
        await _set(context, setting, value or "")


async def _set(context: Context, key: str, value: str) -> None:
    meant = read_value(_BY_KEY[key], value, context.interaction.guild)
    settings = await context.tables.guilds.change(context.guild_id, context.person, **{key: meant})
    await show(context, notice=_warning(context, settings) if key in {"where", "home"} else None)


def _warning(context: Context, settings: ServerSettings) -> Text | None:
    """Why no thread can be made where the server has them, if it is known to be so."""
    guild = context.interaction.guild
    if guild is None or settings.where == "here" or not settings.home:
        return None
    place = place_in(guild, settings.home)
    return WHY_HERE[place.why_here] if place.why_here else None


def read_value(setting: Setting, typed: str, guild: discord.Guild | None) -> Value:
    """Read the value of a setting, as chosen or as typed.

    Raises:
        NoSuchSetting: it has no such value.

    """
    value = typed.strip()
    if setting.most >= setting.least and value.isascii() and value.isdigit() and len(value) < 5:
        if setting.least <= int(value) <= setting.most:
            return int(value)
    elif value in setting.choices and setting.most < setting.least:
        return value
    elif setting.of and guild is not None:
        number = _number(value)
        if setting.of == "role" and guild.get_role(number) is not None:
            return str(number)
        channel = guild.get_channel(number)
        if setting.of == "channel" and (number == 0 or (channel is not None and channel.type in HOMES)):
            return number
    raise NoSuchSetting(setting.key, typed)


def _number(value: str) -> int:
    """The number of a role or a channel, as a mention or bare; -1: it is none."""
    bare = value.removeprefix("<").removeprefix("@&").removeprefix("#").removesuffix(">")
    return int(bare) if bare.isascii() and bare.isdigit() and len(bare) <= 20 else -1


def _say(setting: Setting, value: Value, guild: discord.Guild | None) -> Text:
    """What a setting is, in words."""
    if setting.of == "channel":
        return verbatim(f"<#{value}>") if value else WHERE_OPENED
    if str(value) in setting.choices:
        return setting.choices[str(value)]
    if setting.of == "role":
        role = None if guild is None else guild.get_role(int(value))
        return T("Whoever has the role {role}", role="–" if role is None else role.name)
    return TN("{n} hour", "{n} hours", int(value))


def panel(
    settings: ServerSettings, guild: discord.Guild | None, localizer: Localizer, notice: Text | None = None
) -> ui.LayoutView:
    """Build the panel: a menu for each setting, and in words what no menu shows."""
    lines = [f"### {localizer.post(T('Settings of this server'))}"]
    note = T("New tables begin with these; /table settings changes one table. To type: /server setting: … value: …")
    lines.append("-# " + localizer.post(note))
    if notice is not None:
        lines.append(f"⚠️ {localizer.post(notice)}")
    pieces: list[Piece] = []
    for setting in SETTINGS:
        value: Value = getattr(settings, setting.key)
        said = _say(setting, value, guild)
        if setting.of and str(value) not in setting.choices and value:
            lines.append(f"**{localizer.post(setting.title)}**: {localizer.title(said)}")
        pieces += _menus(setting, value, said, localizer)
    return components.layout(components.words("\n".join(lines)), *pieces)


def _menus(setting: Setting, value: Value, said: Text, localizer: Localizer) -> list[Piece]:
    custom_id = CustomId("server", 0, argument=setting.key)
    title = localizer.label(setting.short or setting.title, 60)
    menus: list[Piece] = []
    if setting.choices:
        offered = dict(setting.choices)
        if str(value) not in offered:
            offered = {str(value): said, **offered}
        choices = [(one, f"{title}: {localizer.label(text, 100)}", "") for one, text in offered.items()]
        menus.append(components.row(menu(custom_id, choices, title, chosen=str(value))))
    if setting.of == "role":
        role = CustomId("server", 0, fingerprint="r", argument=setting.key).select()
        picker = ui.RoleSelect[ui.LayoutView](
            custom_id=role, placeholder=shorten(localizer.label(T("Or whoever has a role")), 150)
        )
        menus.append(ui.ActionRow[Any](picker))
    elif setting.of == "channel":
        there = [discord.SelectDefaultValue.from_channel(discord.Object(int(value)))] if value else []
        picker_of_channels = ui.ChannelSelect[ui.LayoutView](
            custom_id=custom_id.select(),
            placeholder=shorten(f"{title}: {localizer.label(WHERE_OPENED)}", 150),
            channel_types=list(HOMES),
            min_values=0,
            default_values=there,
        )
        menus.append(ui.ActionRow[Any](picker_of_channels))
    return menus


def offered_settings(localizer: Localizer) -> list[tuple[str, str]]:
    """Completions: the settings, by label and key."""
    return [(localizer.label(one.title, 100), one.key) for one in SETTINGS]


def offered_values(key: str | None, guild: discord.Guild | None, localizer: Localizer) -> list[tuple[str, str]]:
    """Completions: the values of a setting, roles and channels included."""
    setting = _BY_KEY.get(key or "")
    if setting is None:
        return []
    values = [(localizer.label(text, 100), value) for value, text in setting.choices.items()]
    if setting.of == "role" and guild is not None:
        values += [(f"@{role.name}", str(role.id)) for role in guild.roles if not role.is_default()]
    elif setting.of == "channel":
        values.append((localizer.label(WHERE_OPENED, 100), "0"))
        channels = () if guild is None else guild.channels
        values += [(f"#{one.name}", str(one.id)) for one in channels if one.type in HOMES]
    return values
