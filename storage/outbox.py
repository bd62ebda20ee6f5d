"""The outbox: what must be said, stored with the change that caused it, claimed, sent, tried again.

Rows of one table leave in order: while one of them waits for its next try or is being sent, the later ones wait too.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any


@dataclass(frozen=True)
class Message:
    """One claimed row. `nonce` (25 characters at most) lets Discord drop a second sending of the same message."""

    id: int
    table_id: int
    kind: str
    payload: dict[str, Any]
    nonce: str
    attempts: int
    created_at: datetime


class Outbox:
    """The rows to be sent. Times are UTC. Every method raises StoreAway where the database cannot be reached."""

    async def claim(self, now: datetime, limit: int = 20, lease: timedelta = timedelta(minutes=2)) -> list[Message]:
        """Take due rows, oldest first, for nobody else to take until the lease ends (a crash gives them back)."""
        raise NotImplementedError

    async def sent(self, id: int, now: datetime) -> None:
        """Mark a claimed row as sent."""
        raise NotImplementedError

    async def failed(self, id: int, now: datetime, error: str, *, final: bool = False) -> None:
        """Note a failure: tried again after a growing pause, or never where `final` or after the last attempt."""
        raise NotImplementedError

    async def next_due(self) -> datetime | None:
        """When the next row may be claimed; None where nothing is left to send."""
        raise NotImplementedError
