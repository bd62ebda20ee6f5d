"""The records of its server that a game has set, as lines of its last post."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.tables.results import Record
from bot.views.localizer import Localizer
from bot.views.statistics import side_text, time_text
from rules.kernel.game import Game
from rules.kernel.text import TN, T, Text, player

MOST = 4


def record_lines(records: Sequence[Record], game: Game[Any, Any], localizer: Localizer) -> list[str]:
    """Tell the records that a game has set; nothing where there is none."""
    return [f"🥇 {localizer.post(_told(one, game))}" for one in records[:MOST]]


def _told(record: Record, game: Game[Any, Any]) -> Text:
    who = player(record.seat or 0)
    if record.kind == "side":
        return T(
            "Record of this server, most points with {side}: {who} with {points} (before: {former})",
            side=side_text(record.side, game.info.key, {game.info.key: game}),
            who=who,
            points=record.value,
            former=record.former,
        )
    if record.kind == "points":
        return TN(
            "Record of this server, most points with {n} player: {who} with {points} (before: {former})",
            "Record of this server, most points with {n} players: {who} with {points} (before: {former})",
            record.players,
            who=who,
            points=record.value,
            former=record.former,
        )
    return TN(
        "Record of this server, shortest game of {n} player: {time} (before: {former})",
        "Record of this server, shortest game of {n} players: {time} (before: {former})",
        record.players,
        time=time_text(record.value),
        former=time_text(record.former),
    )
