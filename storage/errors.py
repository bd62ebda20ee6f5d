"""What can go wrong with the store. Each message is one line for whoever runs the bot, and holds no credentials."""

from __future__ import annotations


class StoreError(Exception):
    """The store cannot do what it was asked."""


class BadUrl(StoreError):
    """DATABASE_URL is not one that can be used."""


class UnwritableDatabase(StoreError):
    """The database file cannot be opened for writing."""


class DatabaseInUse(StoreError):
    """Another process has the database, and it cannot be shared or must not be used for this."""


class UnreachableDatabase(StoreError):
    """The database server does not answer or does not let us in."""


class NewerDatabase(StoreError):
    """The database was written by a newer version of Orrery."""


class BadBackup(StoreError):
    """A backup cannot be made or put back as asked."""


class StoreAway(StoreError):
    """The database does not answer, or is busy, in the middle of work. Nothing was changed; try again later."""


class MaybeKept(StoreAway):
    """The database was lost at a commit, before it answered. What was changed may be kept, all of it, or not."""


class Conflict(StoreError):
    """Somebody else changed the same thing first. Nothing of the later change is kept."""
