"""A circuit breaker for the database: logs once when it becomes unavailable and once when it is back.

While it is unavailable, one caller at a time tries it and all others are refused at once: otherwise each would run into
its own timeout, one after the other. Where only writes fail (a full disk, say), reads go on.
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
"""After a failed retry all are refused for as long as it took, but no longer than this."""
TRY_SECONDS = 3.0
"""Maximum time for which all others are refused while one caller retries without a result."""
LOG_INTERVAL_SECONDS = 10.0
"""Minimum time between two log lines about a single failed statement."""

_GONE = (PostgresConnectionError, InterfaceError, InsufficientResourcesError, OperatorInterventionError)
"""Errors of the server or of asyncpg after which the next statement will fail as well."""


@dataclass
class _Circuit:
    open: bool = False
    """As in an electric circuit: open lets nothing through."""
    failed_at: float = float("-inf")
    retry_at: float = float("-inf")


class Availability:
    """Whether a database is available, as far as is known. Times are those of `time.perf_counter`."""

    def __init__(self) -> None:
        self._reading, self._writing = _Circuit(), _Circuit()
        self._cause = ""
        self._since = 0.0
        self._logged_at = float("-inf")

    @property
    def cause(self) -> str:
        """Why the database is unavailable, safe to log; empty while it is available."""
        return self._cause

    def enter(self, *, writes: bool) -> float:
        """Begin a transaction, and return the time.

        Raises:
            StoreAway: the database is unavailable, and another caller retries.

        """
        circuit, now = self._circuit(writes=writes), time.perf_counter()
        if circuit.open:
            if now < circuit.retry_at:
                raise StoreAway("The database does not answer.")
            circuit.retry_at = now + TRY_SECONDS
        return now

    def check_since(self, began: float, *, writes: bool) -> None:
        """Refuse to go on after a wait where another transaction has failed meanwhile.

        Raises:
            StoreAway: one of the same kind has failed since `began`.

        """
        if self._circuit(writes=writes).failed_at > began:
            raise StoreAway("The database does not answer.")

    def succeeded(self, *, writes: bool) -> None:
        """Note that the database was read, or that a write was committed."""
        if not self._cause:
            return
        for circuit in (self._reading, self._writing) if writes else (self._reading,):
            circuit.open = False
        if not (self._reading.open or self._writing.open):
            self._cause = ""
            log.info("The database is back after %.0f s", time.perf_counter() - self._since)

    def failed(self, error: BaseException, since: float, *, writes: bool) -> None:
        """Note that the database failed at what was begun at `since`.

        A failed read means that writes fail, too.
        """
        now = time.perf_counter()
        for circuit in (self._writing,) if writes else (self._reading, self._writing):
            circuit.retry_at = now + min(now - since, LONGEST_PAUSE_SECONDS) if circuit.open else now
            circuit.open, circuit.failed_at = True, now
        if not self._cause:
            self._cause, self._since = cause_of(error), now
            log.error("The database is away: %s. What needs it is refused until it is back", self._cause)

    def undecided(self, *, writes: bool) -> None:
        """Let the next caller retry: this one has ended, for another reason, before it knew the result."""
        circuit = self._circuit(writes=writes)
        if circuit.open and circuit.retry_at > time.perf_counter() + LONGEST_PAUSE_SECONDS:
            circuit.retry_at = time.perf_counter()

    def statement_failed(self, error: BaseException) -> None:
        """Log that a single statement failed, which does not mean that the database is unavailable."""
        now = time.perf_counter()
        if not self._cause and now > self._logged_at + LOG_INTERVAL_SECONDS:
            self._logged_at = now
            log.warning("The database has not done something: %s", cause_of(error))

    def _circuit(self, *, writes: bool) -> _Circuit:
        return self._writing if writes else self._reading


def is_lost(error: BaseException) -> bool:
    """Whether an error means that any next statement will fail as well."""
    cause = _root(error)
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    if isinstance(cause, sqlite3.Error):
        return True  # full, locked, unreadable; errors of a statement itself do not come here
    if isinstance(cause, QueryCanceledError) or type(cause) is TimeoutError:
        return False  # it may have waited for another transaction
    return isinstance(cause, (*_GONE, ReadOnlySQLTransactionError, PoolTimeout, OSError))


def may_have_happened(error: BaseException | None) -> bool:
    """Whether a failed commit may have been done: it was not refused, only its answer is missing."""
    cause = None if error is None else _root(error)
    if isinstance(cause, (OperatorInterventionError, PostgresConnectionError)):
        return True  # a server that shuts down may have committed before
    return not isinstance(cause, (sqlite3.Error, PostgresError))


def cause_of(error: BaseException) -> str:
    """Describe an error without statements, parameters or credentials."""
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
    """Find the error that the driver has raised."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    under = error.__cause__
    return under if isinstance(under, (PostgresError, InterfaceError)) else error
