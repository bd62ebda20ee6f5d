"""Which table the running task is about, for the log: whoever loads a table says so, and every line names it."""

from __future__ import annotations

from contextvars import ContextVar

_table: ContextVar[tuple[int, int] | None] = ContextVar("orrery_table", default=None)


def at_table(table_id: int, revision: int) -> None:
    """Let what this task logs from now on say that it is about a table."""
    _table.set((table_id, revision))


def current_table() -> tuple[int, int] | None:
    """The table that this task is about, and its revision; None where no table was loaded."""
    return _table.get()
