"""Whether the database is there: said once when it goes and once when it is back; meanwhile nobody waits for it long.

While it is away one caller at a time finds out whether it is back, and all others are refused at once: otherwise each
would wait its own time for it, one after the other. Where only writing fails (a full disk, say) reading goes on.
"""

from __future__ import annotations

import errno
import logging
import os
import socket
import sqlite3
import ssl
import time
from dataclasses import dataclass

from asyncpg.exceptions import (
    InsufficientResourcesError,
    InterfaceError,
    OperatorInterventionError,
    PostgresConnectionError,
    PostgresError,
    QueryCanceledError,
    ReadOnlySQLTransactionError,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from storage.errors import StoreAway

log = logging.getLogger(__name__)

LONGEST_PAUSE_SECONDS = 1.0
"""After a second try that failed all are refused for as long as it took, but no longer than this."""
TRY_SECONDS = 3.0
"""Maximum time for which all others are refused while one tries, if nothing is heard of it."""
STUMBLE_SECONDS = 10.0
"""At most so often is it logged that a single thing was not done."""

_GONE = (PostgresConnectionError, InterfaceError, InsufficientResourcesError, OperatorInterventionError)
"""What a server answers, or asyncpg finds, where the next statement will do no better."""


@dataclass
class _Gate:
    shut: bool = False
    failed_at: float = float("-inf")
    again: float = float("-inf")


class Availability:
    """What is known of whether a database is there. Times are those of `time.perf_counter`."""

    def __init__(self) -> None:
        self._reading, self._writing = _Gate(), _Gate()
        self._cause = ""
        self._since = 0.0
        self._stumbled_at = float("-inf")

    @property
    def cause(self) -> str:
        """Why the database is away, fit for logs; empty while it is there."""
        return self._cause

    def enter(self, *, writes: bool) -> float:
        """Begin to do something; gives when.

        Raises:
            StoreAway: the database is away, and it is not on this caller to try.

        """
        gate, now = self._gate(writes=writes), time.perf_counter()
        if gate.shut:
            if now < gate.again:
                raise StoreAway("The database does not answer.")
            gate.again = now + TRY_SECONDS
        return now

    def still(self, came: float, *, writes: bool) -> None:
        """Go on after a while.

        Raises:
            StoreAway: others who wanted the same have failed since `came`.

        """
        if self._gate(writes=writes).failed_at > came:
            raise StoreAway("The database does not answer.")

    def worked(self, *, writes: bool) -> None:
        """Note that something was done: reading, or writing for good."""
        if not self._cause:
            return
        for gate in (self._reading, self._writing) if writes else (self._reading,):
            gate.shut = False
        if not (self._reading.shut or self._writing.shut):
            self._cause = ""
            log.info("The database is back after %.0f s", time.perf_counter() - self._since)

    def failed(self, error: BaseException, since: float, *, writes: bool) -> None:
        """Note that the database has not done what it was asked for at `since`.

        Where it cannot be read, it cannot be written either.
        """
        now = time.perf_counter()
        for gate in (self._writing,) if writes else (self._reading, self._writing):
            gate.again = now + min(now - since, LONGEST_PAUSE_SECONDS) if gate.shut else now
            gate.shut, gate.failed_at = True, now
        if not self._cause:
            self._cause, self._since = cause_of(error), now
            log.error("The database is away: %s. What needs it is refused until it is back", self._cause)

    def untold(self, *, writes: bool) -> None:
        """Let the next caller try: this one has ended, for a reason of its own, before it could know."""
        gate = self._gate(writes=writes)
        if gate.shut and gate.again > time.perf_counter() + LONGEST_PAUSE_SECONDS:
            gate.again = time.perf_counter()

    def stumbled(self, error: BaseException) -> None:
        """Note that a single thing was not done in time, which may mean nothing."""
        now = time.perf_counter()
        if not self._cause and now > self._stumbled_at + STUMBLE_SECONDS:
            self._stumbled_at = now
            log.warning("The database has not done something: %s", cause_of(error))

    def _gate(self, *, writes: bool) -> _Gate:
        return self._writing if writes else self._reading


def is_lost(error: BaseException) -> bool:
    """Whether what failed a statement will fail the next one as well, whatever it is."""
    cause = _root(error)
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    if isinstance(cause, sqlite3.Error):
        return True  # full, locked, unreadable: what a statement itself can be to blame for is none of these
    if isinstance(cause, QueryCanceledError) or type(cause) is TimeoutError:
        return False  # it waited for somebody else's transaction, perhaps
    return isinstance(cause, (*_GONE, ReadOnlySQLTransactionError, PoolTimeout, OSError))


def may_have_happened(error: BaseException | None) -> bool:
    """Whether what failed may be done all the same: it was not refused, only its answer is missing."""
    cause = None if error is None else _root(error)
    if isinstance(cause, (OperatorInterventionError, PostgresConnectionError)):
        return True  # a server that goes down may have done it before
    return not isinstance(cause, (sqlite3.Error, PostgresError))


def cause_of(error: BaseException) -> str:
    """Say what is the matter in some words that hold nothing of what was asked or of who asks."""
    cause = _root(error)
    if isinstance(cause, sqlite3.Error):
        return str(cause)
    if isinstance(cause, PostgresError) and cause.sqlstate:
        return f"{type(cause).__name__} {cause.sqlstate}"
    if isinstance(cause, ssl.SSLError):
        return f"TLS: {getattr(cause, 'verify_message', '') or cause.reason or 'no connection'}"
    if isinstance(cause, PoolTimeout):
        return "all connections are busy"
    if type(cause) is TimeoutError:
        return "no answer in time"
    if isinstance(cause, ConnectionError) and "SSL" in str(cause):
        return "the server speaks no TLS, which sslmode asks for"
    if isinstance(cause, socket.gaierror):
        return cause.strerror or "no such host"
    if isinstance(cause, OSError) and cause.errno is not None and cause.errno in errno.errorcode:
        return os.strerror(cause.errno)  # asyncio's own words name the host once more
    return type(cause).__name__


def _root(error: BaseException) -> BaseException:
    """Find what the driver has raised."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    under = error.__cause__
    return under if isinstance(under, (PostgresError, InterfaceError)) else error
