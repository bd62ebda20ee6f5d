"""What the parts of the Table service share: the store, the games, the clock, the source of keys, one lock a table."""

from __future__ import annotations


class Desk:
    """See `bot.tables.Tables`."""
