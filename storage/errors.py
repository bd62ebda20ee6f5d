"""Errors of the store. Each message is one line for whoever runs the bot, and holds no credentials."""

from __future__ import annotations


class StoreError(Exception):
    """The store cannot do what it was asked."""


class BadUrl(StoreError):
    """DATABASE_URL is malformed or not supported."""


class UnwritableDatabase(StoreError):
    """The database file cannot be opened for writing."""


class DatabaseInUse(StoreError):
    """Another process uses the database, which must not be shared for this."""


class UnreachableDatabase(StoreError):
    """The database server does not answer or refuses the connection."""


class NewerDatabase(StoreError):
    """The database was written by a newer version of Orrery."""


class BadBackup(StoreError):
    """A backup cannot be made or restored as asked."""


class StoreAway(StoreError):
    """The database is unavailable or busy while the bot runs. Nothing was changed; try again later."""


class MaybeKept(StoreAway):
    """The connection was lost during a commit: the transaction was committed as a whole, or rolled back."""


class Conflict(StoreError):
    """A concurrent change came first. The later one was rolled back."""
