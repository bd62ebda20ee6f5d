"""The pause of chance before an answer that would tell something if it came at once (`PolicyChoice.late`).

Nothing is stored for it: how long it takes follows from the secret of the table and from when the question was put.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import blake2b

from bot.tables.core.waits import hours_of
from storage.schema import Seat
from storage.tables import Stored

LEAST, MOST = timedelta(minutes=10), timedelta(minutes=60)


def end(stored: Stored, seat: Seat, since: datetime) -> datetime:
    """When the pause of a question that was put to a seat then ends: not while its person is asleep or away."""
    seed = f"{stored.id} {seat.number} {since.isoformat()}".encode()
    drawn = int.from_bytes(blake2b(seed, digest_size=8, key=(stored.table.key or "").encode()).digest()) / 2**64
    pause = LEAST + drawn * (MOST - LEAST)
    hours = hours_of(stored.preference(seat.user_id))
    due = hours.next_allowed(since) + pause
    allowed = hours.next_allowed(due)
    return due if allowed == due else allowed + pause


def is_over(stored: Stored, seat: Seat, now: datetime) -> bool:
    """Whether a seat that is waited for has had its pause."""
    return seat.since is not None and end(stored, seat, seat.since) <= now
