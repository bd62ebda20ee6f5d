"""How a person is told of turns: everywhere, and at one table. Pure computation."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Protocol

from storage.schema import Seat
from storage.tables import Stored

DAILY = "daily"
"""In one message a day, beside the ways that a person can set for a table (`bot.tables.core.data.CHANNELS`)."""
RUNS_OUT = timedelta(hours=6)
"""How long before a clock runs out it is about to: then a reminder comes even to who wants one message a day."""


class Wishes(Protocol):
    """The settings that this is about: of `storage.schema.Preference`, and of what is made of it."""

    @property
    def notices(self) -> str:
        """How turns are told: dm, channel or none."""
        ...

    @property
    def digest_at(self) -> int | None:
        """Minutes after midnight of the message a day that tells of them instead."""
        ...


def is_person(seat: Seat) -> bool:
    """Whether a person plays in a seat: a robot gets no notices and has no clock.

    A robot has an id below 0, or plays for the person in the seat (`robot`).
    """
    return seat.user_id > 0 and not seat.robot


def way_everywhere(preference: Wishes) -> str:
    """How a person is told of turns where they want nothing else: dm, channel, none or daily."""
    return DAILY if preference.digest_at is not None and preference.notices == "dm" else preference.notices


def way_at(stored: Stored, user_id: int) -> str:
    """How a person is told of turns at a table: dm, channel, none or daily."""
    wish = stored.wishes.get(user_id)
    return wish.notices if wish is not None and wish.notices else way_everywhere(stored.preference(user_id))


def last_call(deadline: datetime, whole: timedelta) -> datetime:
    """When a clock is about to run out: some hours before its deadline, but not before half of its time is over."""
    return deadline - min(RUNS_OUT, whole / 2)
