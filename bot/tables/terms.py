"""What a table takes over from an earlier one: options, settings, robots, who is invited, the order of the seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.kernel.game import Game
from storage.persons import is_robot
from storage.schema import GameTable
from storage.tables import Sitter, Stored

SETTINGS = ("remind_hours", "reminders", "clock", "clock_hours", "hints", "rewind_hours")
"""The columns of a table that are its settings."""


@dataclass(frozen=True)
class Terms:
    """How a table begins that is not quite new. `follows` is the table whose game is played again at it."""

    options: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    robots: tuple[Sitter, ...] = ()
    guests: tuple[int, ...] = ()
    """The user ids of those who are invited."""
    seating: tuple[int, ...] = ()
    """As `GameTable.seating`."""
    follows: int | None = None

    @property
    def columns(self) -> dict[str, Any]:
        """The columns of the new table."""
        return {**self.settings, "seating": list(self.seating), "follows": self.follows}


NEW = Terms()
"""Those of a table that is like none before."""


def terms_of(game: Game[Any, Any], former: Stored, opener: int) -> Terms:
    """Take over what an earlier table of this game had; all who sat there are invited, but whoever opens the new one.

    An option that the game does not know any more is left out.
    """
    known = {one.key: {choice.value for choice in one.choices} for one in game.info.options}
    seats = former.seats
    return Terms(
        options={key: value for key, value in former.table.options.items() if value in known.get(key, ())},
        settings=settings_of(former.table),
        robots=tuple(Sitter(seat.user_id, "", seat.level) for seat in seats if is_robot(seat.user_id)),
        guests=tuple(seat.user_id for seat in seats if seat.user_id > 0 and seat.user_id != opener),
    )


def settings_of(table: GameTable) -> dict[str, Any]:
    """The settings of a table, to be those of another one."""
    return {key: getattr(table, key) for key in SETTINGS}


def turned(former: Stored) -> tuple[int, ...]:
    """The order of the seats, turned by one: who sat second begins, and who began sits last."""
    order = [seat.user_id for seat in former.seats]
    return (*order[1:], *order[:1])
