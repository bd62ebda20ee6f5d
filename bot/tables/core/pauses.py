"""The pause of chance before an answer that would tell something if it came at once (`PolicyChoice.late`).

Nothing is stored for it: how long it takes follows from the secret of the table and from when the question was put.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import blake2b

from bot.tables.core.quiet_hours import Hours
from bot.tables.core.waits import hours_of
from storage.schema import Seat
from storage.tables import Stored

LEAST, MOST = timedelta(minutes=10), timedelta(minutes=60)


def end(stored: Stored, seat: Seat, since: datetime, begun: datetime | None = None) -> datetime:
    """When the pause of a question that was put to a seat then ends; it stands still while they are asleep or away.

    `begun` is when the process that asks has. What fell due before that, while maybe none was there to answer, has
    another pause from then on: else all that waited would be answered at once after a start, which would tell what was
    answered by nobody.
    """
    hours = hours_of(stored.preference(seat.user_id))
    due = _paused(stored, seat, hours, since)
    return due if begun is None or due >= begun else _paused(stored, seat, hours, begun, since)


def _paused(stored: Stored, seat: Seat, hours: Hours, *since: datetime) -> datetime:
    """The end of a pause that begins at the first of these times; all of them decide how long it is."""
    seed = " ".join([str(stored.id), str(seat.number), *(one.isoformat() for one in since)]).encode()
    drawn = int.from_bytes(blake2b(seed, digest_size=8, key=(stored.table.key or "").encode()).digest()) / 2**64
    return hours.after(since[0], LEAST + drawn * (MOST - LEAST))


def is_over(stored: Stored, seat: Seat, now: datetime, begun: datetime) -> bool:
    """Whether a seat that is waited for has had its pause; `begun` as in `end`."""
    if seat.since is None:
        return False
    # A clock that was set back says nothing about when this process has begun.
    return end(stored, seat, seat.since, begun if begun <= now else None) <= now
