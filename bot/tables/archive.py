"""Games that are over, to leaf through: those of a server, or those that a person has played.

Who may see what: everybody on a server the games of that server, and everybody their own, wherever they were played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.tables.core.data import TableInfo
from bot.tables.core.errors import NoTableHere
from bot.tables.core.unit_of_work import UnitOfWork
from storage import results, tables
from storage.schema import Placement

A_PAGE = 5


@dataclass(frozen=True)
class Placed:
    """How a seat has ended a game; `side` is what it played with, a key of the game's names."""

    seat: int
    rank: int
    points: int
    side: str


@dataclass(frozen=True)
class Entry:
    """A game that is over, with its placements, the best first."""

    info: TableInfo
    placed: Sequence[Placed]


@dataclass(frozen=True)
class Page:
    """Some of the games that are over, the last first; `more`: there are earlier ones."""

    number: int
    entries: Sequence[Entry]
    more: bool


class Archive:
    """Part of the Table service."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def page(self, guild_id: int | None, user_id: int | None, game: str | None, number: int) -> Page:
        """A page of the games of a server, of a person, of a game (None: of all), from 0 on.

        Raises:
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            found = await results.ended(session, guild_id, user_id, game, number * A_PAGE, A_PAGE + 1)
            shown = found[:A_PAGE]
            stored = await tables.several(session, shown)
            placements = await results.placements_of(session, shown)
        entries = [self._entry(one, placements.get(one.id, [])) for one in stored]
        return Page(number, entries, len(found) > A_PAGE)

    async def one(self, table_id: int, guild_id: int | None, user_id: int) -> Entry:
        """A game that is over, for a person on a server (None: in a direct message).

        Raises:
            NoTableHere: there is none of this number that they may see.
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            stored = await tables.several(session, [table_id])
            placements = await results.placements_of(session, [table_id])
        if not stored or not placements:
            raise NoTableHere
        entry = self._entry(stored[0], placements[table_id])
        if not may_look_back(entry.info, guild_id, user_id):
            raise NoTableHere
        return entry

    def _entry(self, stored: tables.Stored, placements: Sequence[Placement]) -> Entry:
        placed = [Placed(one.seat, one.rank, one.points, one.side) for one in placements]
        return Entry(self._unit.info(stored), placed)


def may_look_back(info: TableInfo, guild_id: int | None, user_id: int) -> bool:
    """Whether a person on a server (None: in a direct message) may look at a game: a finished one, there or theirs."""
    return info.phase == "finished" and (info.guild_id == guild_id or info.seat_of(user_id) is not None)
