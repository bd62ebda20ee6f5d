"""The title of a table, and lines about its players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.tables.core.data import TableInfo
from bot.views.localizer import Localizer
from rendering.words.folding import verbatim
from rules.kernel.game import Game
from rules.kernel.text import T, Text, player


def title_of(info: TableInfo, games: Mapping[str, Game[Any, Any]]) -> Text:
    """The title of a table's game."""
    return games[info.game].info.title if info.game in games else verbatim(info.game)


def away_lines(info: TableInfo, localizer: Localizer, seats: Sequence[int] | None = None) -> list[str]:
    """Who at a table is on vacation, and until when; where a robot plays for them, it is they who are away.

    Of some seats alone where `seats` are given.
    """
    people = Localizer(localizer.language, info.people)
    lines: list[str] = []
    for one in info.players:
        if one.away is None or (seats is not None and one.seat not in seats):
            continue
        who, until = player(one.seat), verbatim(localizer.words.day(one.away))
        text = (
            T("{who} is away until {until}; a robot plays meanwhile.", who=who, until=until)
            if one.robot
            else T("{who} is away until {until}.", who=who, until=until)
        )
        lines.append("🌴 " + people.post(text))
    return lines
