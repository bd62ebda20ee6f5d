"""Weekly tables in words, with buttons to end them or to be left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.tables.core.data import Person
from bot.tables.weekly import Appointment
from bot.views import components
from bot.views.components import button, rows
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from rendering.words.folding import verbatim
from rules.kernel.game import Game
from rules.kernel.text import TN, T, Text

DAYS: tuple[Text, ...] = (
    T("Monday"),
    T("Tuesday"),
    T("Wednesday"),
    T("Thursday"),
    T("Friday"),
    T("Saturday"),
    T("Sunday"),
)
MAX_SHOWN = 10
"""Weekly tables of a channel that are shown."""


def line_of(one: Appointment, games: Mapping[str, Game[Any, Any]], localizer: Localizer) -> str:
    """Tell when a weekly table opens, whose it is, and how many are invited."""
    text = T(
        "**{game}**: every {day} at {time} ({zone}), next {at}; set by {who}",
        game=title(one.game, games),
        day=DAYS[one.weekday],
        time=opens_at(one),
        zone=verbatim(one.zone),
        at=verbatim(discord.utils.format_dt(one.next_at, "f")),
        who=verbatim(f"<@{one.owner_id}>"),
    )
    guests = TN("One person is invited.", "{n} people are invited.", len(one.guests))
    lines = [f"📅 {localizer.post(text)}" + (f". {localizer.post(guests)}" if one.guests else ".")]
    if one.paused:
        paused = T(
            "Paused: {who} may no longer open tables here. Whoever may can take it over by setting it.",
            who=verbatim(f"<@{one.owner_id}>"),
        )
        lines.append(f"-# ⏸️ {localizer.post(paused)}")
    return "\n".join(lines)


def opens_at(one: Appointment) -> Text:
    """The time of day at which a weekly table opens."""
    return verbatim(f"{one.minute // 60}:{one.minute % 60:02}")


def title(key: str, games: Mapping[str, Game[Any, Any]]) -> Text:
    """The title of a game."""
    return games[key].info.title if key in games else verbatim(key)


def weekly_layout(
    found: Sequence[Appointment],
    games: Mapping[str, Game[Any, Any]],
    person: Person,
    localizer: Localizer,
    notice: Text | None = None,
) -> ui.LayoutView:
    """Build the list of a channel's weekly tables; `notice` stands above."""
    lines = [f"### {localizer.post(T('Weekly tables of this channel'))}"]
    lines += [localizer.post(notice)] if notice is not None else []
    shown = found[:MAX_SHOWN]
    lines += [line_of(one, games, localizer) for one in shown] or [localizer.post(T("There is none."))]
    lines.append("-# " + localizer.post(T("Set one, or another time, with /table every: its game, day and hour.")))
    buttons = []
    for one in shown:
        game = title(one.game, games)
        if one.manages(person):
            label = T("End: {game}", game=game)
            buttons.append(button(localizer.label(label), CustomId("every", 0, argument=f"end.{one.id}")))
        if person.user_id in one.guests:
            label = T("Invite me no more: {game}", game=game)
            buttons.append(button(localizer.label(label), CustomId("every", 0, argument=f"out.{one.id}")))
    return components.layout(components.words("\n".join(lines)), *rows(buttons))
