"""Seats of running games that are offered to somebody: what is said of them, and the buttons to take or decline one."""

from __future__ import annotations

import discord

from bot.tables.core.data import TableInfo
from bot.views.components import Button, button
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from rendering.words.folding import verbatim
from rules.kernel.text import T, player
from storage.persons import NOBODY

MOST = 2
"""Offers of a table that have buttons in its post."""


def offered_seats(info: TableInfo) -> list[int]:
    """The seats of a table that are offered to somebody."""
    return [one.seat for one in info.players if one.offered_to != NOBODY]


def offer_lines(info: TableInfo, localizer: Localizer) -> list[str]:
    """Say which seat is offered to whom."""
    return [
        "🪑 "
        + localizer.post(
            T(
                "The seat of {who} is offered to {guest}.",
                who=player(seat),
                guest=verbatim(f"<@{info.players[seat].offered_to}>"),
            )
        )
        for seat in offered_seats(info)
    ]


def offer_buttons(info: TableInfo, localizer: Localizer) -> list[Button]:
    """Make the buttons of the offers of a table, for its post: those of each say whose seat it is."""
    buttons = []
    for seat in offered_seats(info)[:MOST]:
        who = player(seat)
        buttons += [
            _take(info, seat, localizer.label(T("Take the seat of {who}", who=who))),
            _decline(info, seat, localizer.label(T("Decline the seat of {who}", who=who))),
        ]
    return buttons


def letter_buttons(info: TableInfo, seat: int, localizer: Localizer, key: str) -> list[Button]:
    """Make the buttons of a message to whoever a seat is offered to; `key` is its idempotency key."""
    board = CustomId("board", info.id, info.revision)
    return [
        _take(info, seat, localizer.label(T("Take the seat")), key),
        _decline(info, seat, localizer.label(T("Decline"))),
        button(localizer.label(T("Board")), board),
    ]


def _take(info: TableInfo, seat: int, label: str, key: str = "") -> Button:
    custom_id = CustomId("offertake", info.id, info.revision, str(seat), key)
    return button(label, custom_id, discord.ButtonStyle.success)


def _decline(info: TableInfo, seat: int, label: str) -> Button:
    return button(label, CustomId("offerno", info.id, info.revision, str(seat)))
