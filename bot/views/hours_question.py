"""The question that everybody is asked once: in which time zone they live, and when they are not to be disturbed."""

from __future__ import annotations

from datetime import datetime

from discord import ui

from bot.tables.core.quiet_hours import zone_of
from bot.views import components
from bot.views.components import Piece, button, menu, row, rows
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from rendering.words.folding import verbatim
from rules.kernel.text import T

ZONES = (
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Sao_Paulo",
    "UTC",
    "Europe/London",
    "Europe/Lisbon",
    "Europe/Amsterdam",
    "Europe/Berlin",
    "Europe/Madrid",
    "Europe/Paris",
    "Europe/Prague",
    "Europe/Rome",
    "Europe/Stockholm",
    "Europe/Vienna",
    "Europe/Warsaw",
    "Europe/Zurich",
    "Europe/Athens",
    "Europe/Helsinki",
    "Asia/Kolkata",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""Common time zones, from west to east, as many as a menu holds; `/me` knows all."""
BY_LOCALE = {
    "cs": "Europe/Prague",
    "de": "Europe/Berlin",
    "el": "Europe/Athens",
    "en-GB": "Europe/London",
    "en-US": "America/New_York",
    "es-ES": "Europe/Madrid",
    "fi": "Europe/Helsinki",
    "fr": "Europe/Paris",
    "hi": "Asia/Kolkata",
    "it": "Europe/Rome",
    "ja": "Asia/Tokyo",
    "nl": "Europe/Amsterdam",
    "pl": "Europe/Warsaw",
    "pt-BR": "America/Sao_Paulo",
    "sv-SE": "Europe/Stockholm",
    "zh-CN": "Asia/Shanghai",
}
"""The likeliest time zone by the locale of a person's Discord."""
NIGHTS = {"22-8": (22 * 60, 8 * 60), "23-7": (23 * 60, 7 * 60), "none": (None, None)}
"""Quiet hours that are offered, in minutes after midnight, by the argument of their buttons."""
LATER = "later"
MOST = 40
"""Components in a message."""


def guess_zone(language: str, locale: str) -> str:
    """The likeliest time zone of a person."""
    return BY_LOCALE["de"] if language == "de" else BY_LOCALE.get(locale, BY_LOCALE["en-GB"])


def question(localizer: Localizer, locale: str, now: datetime) -> list[Piece]:
    """Ask for the time zone, with a guess, and for quiet hours; `now` is in UTC."""
    guess = guess_zone(localizer.language, locale)
    ask = localizer.post(
        T("Where do you live, and when should I be quiet? I ask only once; all of this can be changed with /me.")
    )
    zones = [
        (
            zone,
            zone.replace("_", " "),
            localizer.label(T("{time} now", time=verbatim(f"{now.astimezone(zone_of(zone)):%H:%M}"))),
        )
        for zone in ZONES
    ]
    labels = {"22-8": T("Quiet from 22 to 8"), "23-7": T("Quiet from 23 to 7"), "none": T("No quiet hours")}
    buttons = [
        button(localizer.label(text), CustomId("me", 0, argument=f"hours={night}@{guess}"))
        for night, text in labels.items()
    ]
    buttons.append(button(localizer.label(T("Not now")), CustomId("me", 0, argument=f"hours={LATER}")))
    return [
        components.words(f"🌙 {ask}"),
        row(menu(CustomId("me", 0, argument="zone"), zones, localizer.label(T("Time zone")), chosen=guess)),
        *rows(buttons),
    ]


def fits(view: ui.LayoutView) -> bool:
    """Whether a message of words has room for the question, and for a picture of its own."""
    return view.total_children_count + 11 <= MOST and view.content_length() + 400 <= components.MAX_TEXT


def add_question(view: ui.LayoutView, pieces: list[Piece]) -> ui.LayoutView:
    """Put the question below a message."""
    for piece in pieces:
        view.add_item(piece)
    return view
