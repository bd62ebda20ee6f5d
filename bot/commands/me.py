"""``/me``: a person's settings as a panel, and the Snooze and Mute of reminders."""

from __future__ import annotations

import asyncio
import difflib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import discord
from discord import ui

from bot.app import App
from bot.commands.context import Context
from bot.commands.errors import Refused
from bot.commands.serving import show_form
from bot.tables.core.data import Preferences
from bot.tables.core.errors import TableError
from bot.tables.core.quiet_hours import (
    EIGHT,
    Hours,
    end_of_day,
    morning_after,
    read_day,
    read_minute,
    show_minute,
    zone_of,
    zones,
)
from bot.tables.core.ways import DAILY, way_everywhere
from bot.tables.preferences import ASKED, LONGEST_VACATION, MORNING, SNOOZES, hours
from bot.views import components
from bot.views.components import Piece, button, menu, row, rows
from bot.views.custom_ids import CustomId, Unreadable, only_value, read_number
from bot.views.hours_question import LATER, NIGHTS, ZONES
from bot.views.localizer import Localizer
from bot.views.wishes import TOLD
from rendering.words import language_of
from rendering.words.folding import shorten, verbatim
from rules.kernel.text import TN, T, Text

INTERVALS = (6, 12, 24, 48, 72, 168)
NOTHING = frozenset({"none", "keine", "kein", "nie", "-", "–"})
QUICK = 1.0
"""Timeout of the query before the form, which must be the first reply within three seconds."""

SIZES = {"small": T("Small"), "normal": T("Full size"), "large": T("Full size")}
NOTICES = {
    "dm": T("As a direct message"),
    "channel": T("By mention in the channel"),
    "none": T("Not at all"),
}

EVENING = 20 * 60
"""When the message a day comes to who wants one and has not said when, in minutes after midnight."""
BUTTONS = {
    ("muted", "yes"): True,
    ("muted", "no"): False,
    ("away_until", ""): None,
    ("away_robot", "yes"): True,
    ("away_robot", "no"): False,
}
"""The values that buttons of the panel set, by name and value in their custom_ids."""


async def show(context: Context, notice: Text | None = None) -> None:
    """Show a person their settings."""
    context.preferences = await context.tables.preferences(context.user_id)
    context.language = context.language_for(context.preferences)
    view = panel(context.preferences, context.localizer(), now=context.client.clock(), notice=notice)
    await context.show(view)


async def choose(context: Context, argument: str, values: Sequence[str]) -> None:
    """Handle a choice in the panel: a menu names the setting, a button its value as well.

    Raises:
        Unreadable: the panel has no such choice.

    """
    name, _, value = argument.partition("=")
    value = only_value(values) if values else value
    meant: Any = value
    if name == "remind_hours":
        meant = read_number(value) or None
    elif name == "hours":
        await _answer_question(context, value)
        return
    elif name == "zone":
        if value not in ZONES:
            raise Unreadable
    elif (name, value) in BUTTONS:
        meant = BUTTONS[name, value]
    elif name == "notices":
        evening = EVENING if context.preferences.digest_at is None else context.preferences.digest_at
        daily = {"notices": "dm", "digest_at": evening}
        await set_preferences(context, daily if value == DAILY else {name: value, "digest_at": None})
        return
    elif name not in {"language", "picture"}:
        raise Unreadable
    await set_preferences(context, {name: meant})


async def _answer_question(context: Context, value: str) -> None:
    """Handle a button below the question for a person's hours: quiet hours, and the time zone where none was chosen.

    Raises:
        Unreadable: that is none of the answers that are offered.

    """
    night, _, guess = value.partition("@")
    if night == LATER:
        await context.tables.people.note_asked(context.user_id)
        await context.say(T("I will not ask again. With /me you can set your time zone and quiet hours at any time."))
        return
    if night not in NIGHTS or guess not in ZONES:
        raise Unreadable
    quiet_from, quiet_to = NIGHTS[night]
    zone = (await context.tables.preferences(context.user_id)).zone or guess
    changes = {"zone": zone, "quiet_from": quiet_from, "quiet_to": quiet_to, "hours_asked": ASKED}
    await set_preferences(context, changes)


async def set_preferences(context: Context, changes: Mapping[str, Any]) -> None:
    """Change some settings, refresh the tables that show them, and show the panel."""
    await context.tables.prefer(context.user_id, **changes)
    if changes.keys() & {"away_until", "away_day", "zone"}:
        for table_id in await context.tables.people.tables_of(context.user_id):
            context.client.refresh_soon(table_id)
    context.tables.wakeup.set()
    await show(context)


def panel(preferences: Preferences, localizer: Localizer, *, now: Any, notice: Text | None = None) -> ui.LayoutView:
    """Build the panel: all settings as text, and components to change them."""
    pieces: list[Piece] = []
    if notice is not None:
        pieces += [components.words(f"⚠️ {localizer.post(notice)}"), ui.Separator()]
    pieces.append(components.words("\n".join(_lines(preferences, localizer, now=now))))
    spoken = {"auto": localizer.label(T("As in Discord")), "en": "English", "de": "Deutsch"}
    languages = [(key, f"{localizer.label(T('Language'))}: {said}", "") for key, said in spoken.items()]
    pieces.append(_menu(localizer, "language", T("Language"), languages, preferences.language))
    way = way_everywhere(preferences)
    notices = [(key, f"{localizer.label(T('My turn'))}: {localizer.label(text)}", "") for key, text in TOLD.items()]
    pieces.append(_menu(localizer, "notices", T("How I tell you that it is your turn"), notices, way))
    every = [("0", localizer.label(T("Reminders: as the table says")), "")]
    every += [
        (str(n), f"{localizer.label(T('First reminder'))}: {localizer.label(TN('{n} hour', '{n} hours', n))}", "")
        for n in INTERVALS
    ]
    chosen = str(preferences.remind_hours or 0)
    pieces.append(_menu(localizer, "remind_hours", T("First reminder"), every, chosen))
    sizes = [
        (key, f"{localizer.label(T('Pictures'))}: {localizer.label(SIZES[key])}", "") for key in ("normal", "small")
    ]
    picture = "small" if preferences.picture == "small" else "normal"
    pieces.append(_menu(localizer, "picture", T("Pictures"), sizes, picture))
    mute = T("Turn reminders on") if preferences.muted else T("No more reminders")
    buttons = [
        button(
            localizer.label(T("Time zone, quiet hours, vacation")), CustomId("hours", 0), discord.ButtonStyle.primary
        ),
        button(localizer.label(T("Notices")), CustomId("notices", 0)),
        button(localizer.label(T("My data")), CustomId("mydata", 0)),
        button(localizer.label(mute), CustomId("me", 0, argument="muted=no" if preferences.muted else "muted=yes")),
    ]
    if _ahead(preferences, now):
        robot, value = (
            (T("No robot meanwhile"), "no") if preferences.away_robot else (T("A robot plays meanwhile"), "yes")
        )
        buttons.append(button(localizer.label(robot), CustomId("me", 0, argument=f"away_robot={value}")))
        back = T("I am back") if hours(preferences).away(now) else T("No vacation")
        buttons.append(button(localizer.label(back), CustomId("me", 0, argument="away_until=")))
    return components.layout(*pieces, below=rows(buttons))


def _menu(localizer: Localizer, name: str, title: Text, choices: list[tuple[str, str, str]], chosen: str) -> Piece:
    return row(menu(CustomId("me", 0, argument=name), choices, localizer.label(title), chosen=chosen))


def _lines(preferences: Preferences, localizer: Localizer, *, now: Any) -> list[str]:
    languages = {"auto": localizer.label(T("As in Discord")), "en": "English", "de": "Deutsch"}
    if preferences.quiet_from is None or preferences.quiet_to is None:
        quiet = "–"
    else:
        quiet = f"{show_minute(preferences.quiet_from)}–{show_minute(preferences.quiet_to)}"
    local = now.astimezone(zone_of(preferences.zone)).strftime("%H:%M")
    zone = preferences.zone or "UTC"
    if preferences.muted:
        reminders = localizer.post(T("off"))
    elif preferences.remind_hours is None:
        reminders = localizer.post(T("as the table says"))
    else:
        reminders = localizer.post(TN("after one hour first", "after {n} hours first", preferences.remind_hours))
    said = [
        (T("Language"), languages[preferences.language]),
        (T("How you are told of your turn"), localizer.post(_way(preferences))),
        (T("Reminders"), reminders),
        (T("Time zone"), localizer.post(T("{zone} (your clock says {time})", zone=verbatim(zone), time=local))),
        (T("Quiet hours"), quiet),
        *_vacation(preferences, localizer, now=now),
        (T("Pictures"), localizer.post(SIZES[preferences.picture])),
    ]
    return [f"**{localizer.post(title)}**: {value}" for title, value in said]


def _way(preferences: Preferences) -> Text:
    """How a person is told of their turn."""
    if way_everywhere(preferences) == DAILY:
        return T("Once a day, at {time}", time=verbatim(show_minute(preferences.digest_at or 0)))
    return NOTICES[preferences.notices]


def _ahead(preferences: Preferences, now: Any) -> bool:
    """Whether a vacation goes on or is to come."""
    return preferences.away_until is not None and preferences.away_until > now


def _vacation(preferences: Preferences, localizer: Localizer, *, now: Any) -> list[tuple[Text, str]]:
    """A vacation, in the days of its person, and who plays meanwhile."""
    first, last = read_day(preferences.away_first), read_day(preferences.away_day)
    if last is None or not _ahead(preferences, now):
        return [(T("Vacation until"), "–")]
    until = localizer.words.day(last)
    days = (T("Vacation until"), until)
    if first is not None and not hours(preferences).away(now):
        span = T("{first} to {last}", first=verbatim(localizer.words.day(first)), last=verbatim(until))
        days = (T("Vacation"), localizer.post(span))
    who = (
        T("a robot plays for you, where others play as well")
        if preferences.away_robot
        else T("the tables wait for you")
    )
    return [days, (T("During the vacation"), localizer.post(who))]


async def open_form(interaction: discord.Interaction[App]) -> None:
    """Open the form for time zone, quiet hours and vacation."""
    localizer = Localizer(language_of(interaction.locale.value))
    preferences = Preferences()
    try:
        async with asyncio.timeout(QUICK):
            preferences = await interaction.client.tables.preferences(interaction.user.id)
    except (TableError, TimeoutError):
        pass  # the form is then not prefilled; fields left empty change nothing
    if preferences.language != "auto":
        localizer = Localizer(preferences.language)
    ahead = _ahead(preferences, interaction.client.clock())
    fields = [
        ("zone", T("Time zone"), T("For example Europe/Berlin"), preferences.zone),
        (
            "quiet_from",
            T("Quiet hours from"),
            T("For example 22:30; “none” ends them"),
            _minute(preferences.quiet_from),
        ),
        ("quiet_to", T("Quiet hours until"), T("For example 7:00"), _minute(preferences.quiet_to)),
        (
            "away_from",
            T("Vacation: the first day"),
            T("Such as 2030-08-10; empty: at once"),
            preferences.away_first if ahead else "",
        ),
        (
            "away",
            T("Vacation: the last day"),
            T("For example 2030-08-24; “none” ends it"),
            preferences.away_day if ahead else "",
        ),
    ]
    form = ui.Modal(
        title=localizer.label(T("When you may be disturbed"), 45), custom_id=CustomId("hours", 0).form(), timeout=None
    )
    for name, title, example, value in fields:
        typed: ui.TextInput[Any] = ui.TextInput(
            custom_id=name,
            required=False,
            max_length=60,
            default=value or None,
            placeholder=localizer.label(example, 100),
        )
        form.add_item(ui.Label(text=localizer.label(title, 45), component=typed))
    form.stop()  # `bot.commands.handlers.submitted` hears of it by its custom_id, also after a restart
    await show_form(interaction, form)


def _minute(minute: int | None) -> str:
    return "" if minute is None else show_minute(minute)


async def submit(context: Context, typed: Mapping[str, str]) -> None:
    """Apply the form; an error is shown in the panel, and nothing is changed."""
    try:
        changes = read_form(await context.tables.preferences(context.user_id), typed, now=context.client.clock())
    except Refused as error:
        await show(context, error.text)
        return
    await set_preferences(context, changes)


def read_form(current: Preferences, typed: Mapping[str, str], *, now: Any) -> dict[str, Any]:
    """Parse the form; fields left empty change nothing.

    Raises:
        Refused: something is no time zone, no time or no date.

    """
    changes: dict[str, Any] = {}
    zone = typed.get("zone", "").strip()
    if zone:
        changes["zone"] = "" if zone.casefold() in NOTHING else find_zone(zone)
    for name in ("quiet_from", "quiet_to"):
        text = typed.get(name, "").strip()
        if text:
            changes[name] = _read_minute(text)
    if None in (changes.get("quiet_from", 0), changes.get("quiet_to", 0)):
        changes |= {"quiet_from": None, "quiet_to": None}
    both = {name: changes.get(name, getattr(current, name)) for name in ("quiet_from", "quiet_to")}
    if (both["quiet_from"] is None) != (both["quiet_to"] is None):
        raise Refused(T("Quiet hours need both a beginning and an end, such as 22:30 and 7:00."))
    return changes | _read_days(current, typed, replace(hours(current), **changes), now=now)


def find_zone(typed: str) -> str:
    """Find a time zone by its name, or by the name of its city.

    Raises:
        Refused: there is none; the text offers similar ones.

    """
    wanted = typed.strip().casefold().replace(" ", "_")
    if wanted in zones():
        return zones()[wanted]
    cities = [name for key, name in zones().items() if key.rsplit("/", 1)[-1] == wanted and "/" in name]
    if len(cities) == 1:
        return cities[0]
    alike = cities or [name for key, name in zones().items() if wanted and wanted in key]
    alike = alike or [zones()[key] for key in difflib.get_close_matches(wanted, zones(), 3, 0.5)]
    alike = alike or ["Europe/Berlin", "America/New_York"]
    raise Refused(
        T(
            "I know of no time zone “{typed}”. Write it like these: {examples}",
            typed=shorten(typed, 60),
            examples=[verbatim(f"`{one}`") for one in alike[:3]],
        )
    )


def complete_zone(typed: str) -> list[str]:
    """Completions: time zones that contain what was typed; those with it as a prefix of a part first."""
    wanted = typed.strip().casefold().replace(" ", "_")
    fitting = [(key, name) for key, name in zones().items() if wanted in key]
    fitting.sort(key=lambda one: (not any(part.startswith(wanted) for part in one[0].split("/")), one[0]))
    return [name for _, name in fitting[:25]]


def _read_minute(text: str) -> int | None:
    if text.casefold() in NOTHING:
        return None
    minute = read_minute(text)
    if minute is None:
        raise Refused(T("“{typed}” is not a time of day. Write it like 22:30.", typed=shorten(text, 60)))
    return minute


def _read_days(current: Preferences, typed: Mapping[str, str], own: Hours, *, now: Any) -> dict[str, str]:
    """Parse the days of a vacation; `own` are the hours that the person has set with it."""
    known = (current.away_first, current.away_day) if _ahead(current, now) else ("", "")
    texts = [typed.get(name, "").strip() for name in ("away_from", "away")]
    if not any(texts):
        return {}
    if texts[1].casefold() in NOTHING:
        return {"away_day": ""}
    first, last = (
        read_day(before) if not text else None if text.casefold() in NOTHING else _read_day(text)
        for text, before in zip(texts, known, strict=True)
    )
    if last is None:
        raise Refused(T("A vacation needs its last day, too."))
    if not (now < end_of_day(last, own.zone) and morning_after(last, own) <= now + LONGEST_VACATION):
        raise Refused(T("A vacation must end between today and a year from now."))
    if first is not None and first > last:
        raise Refused(T("A vacation must begin before it ends."))
    return {"away_first": "" if first is None else first.isoformat(), "away_day": last.isoformat()}


def _read_day(text: str) -> date:
    day = read_day(text)
    if day is None:
        raise Refused(T("“{typed}” is not a date. Write it like 2030-08-24.", typed=shorten(text, 60)))
    return day


async def snooze(context: Context, value: str) -> None:
    """Remind a person later.

    Raises:
        Unreadable: that is none of the times that are offered.

    """
    if value not in {MORNING, *map(str, SNOOZES)}:
        raise Unreadable
    now = context.client.clock()
    morning = hours(context.preferences).at_local(EIGHT, now)
    until = morning if value == MORNING else now + timedelta(hours=int(value))
    due = await context.tables.people.snooze(context.user_id, until)
    when = verbatim(f"{discord.utils.format_dt(due, 'f')} ({discord.utils.format_dt(due, 'R')})")
    await context.say(T("I will remind you again: {when}, if a table is still waiting for you then.", when=when))


async def mute(context: Context) -> None:
    """Remind a person no more."""
    await context.tables.prefer(context.user_id, muted=True)
    await context.say(T("No more reminders. Your turns are still told; /me turns reminders on again."))
