"""Addresses of boards on the web: unguessable, and made of what the database shares, so that every process knows them.

A table's address shows what its channel shows, for good. A private one shows what a seat sees, and for an hour only.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from hmac import compare_digest
from struct import Struct

PRIVATE_FOR = timedelta(hours=1)
"""How long a private address shows anything."""
SECRET_BYTES = 32
_MARK_BYTES = 16
_TICKET = Struct(">QBQI")
"""Table, seat, user id and the end in seconds since 1970."""


@dataclass(frozen=True)
class Ticket:
    """What a private address opens: the view of a seat, while this person sits there, until a time (UTC)."""

    table_id: int
    seat: int
    user_id: int
    until: datetime


@dataclass(frozen=True)
class WebLinks:
    """Makes and reads addresses below the public one of the host; `secret` is that of all processes."""

    base: str
    secret: bytes = field(repr=False)

    def table(self, table_id: int) -> str:
        """The address of a table."""
        return f"{self.base}/t/{table_id}/{self._mark(b'table', str(table_id).encode())}/"

    def opens(self, table_id: int, mark: str) -> bool:
        """Whether this is the mark in the address of a table."""
        return compare_digest(mark.encode(), self._mark(b"table", str(table_id).encode()).encode())

    def private(self, table_id: int, seat: int, user_id: int, now: datetime) -> str:
        """An address that shows what a seat sees, from now for as long as `PRIVATE_FOR`."""
        until = int((now + PRIVATE_FOR).timestamp())
        body = _text(_TICKET.pack(table_id, seat, user_id, until))
        return f"{self.base}/p/{body}.{self._mark(b'private', body.encode())}/"

    def ticket(self, written: str) -> Ticket | None:
        """Read the ticket of a private address, which may be out of date; None if it is none of ours."""
        body, _, mark = written.partition(".")
        if not compare_digest(mark.encode(), self._mark(b"private", body.encode()).encode()):
            return None
        table_id, seat, user_id, until = _TICKET.unpack(urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        return Ticket(table_id, seat, user_id, datetime.fromtimestamp(until, UTC))

    def _mark(self, kind: bytes, said: bytes) -> str:
        return _text(blake2b(said, digest_size=_MARK_BYTES, key=self.secret, person=kind).digest())


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")
