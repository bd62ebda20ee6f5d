"""The table that the running task is about, for log records (a context variable); set when a table is loaded."""

from __future__ import annotations

from contextvars import ContextVar

_table: ContextVar[tuple[int, int] | None] = ContextVar("orrery_table", default=None)


def at_table(table_id: int, revision: int) -> None:
    """Set the table and revision of this task's log records."""
    _table.set((table_id, revision))


def current_table() -> tuple[int, int] | None:
    """The table of this task, and its revision; None if no table was loaded."""
    return _table.get()
