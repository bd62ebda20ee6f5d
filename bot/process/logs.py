"""Logging: lines of text or JSON, with the table and revision of the task (`core.log_context`), without secrets."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

from bot.connection.gateway import describe_outage
from bot.tables.core.log_context import current_table
from storage.errors import StoreAway

OURS = ("bot", "rendering", "rules", "storage")
"""Our packages, which may log at DEBUG: they log no secrets."""
_EXTRA = ("table", "revision")
"""Fields of a record beside its message, also set by `extra`."""


_SECRETS = (
    (re.compile(r"/(webhooks|interactions)/(\d+)/[^/\s?\"']+"), r"/\1/\2/…"),
    (re.compile(r"[\w-]{18,}\.[\w-]{6,}\.[\w-]{25,}", re.ASCII), "…"),
    (re.compile(r"://[^/\s:@]*:[^/\s@]*@"), "://…@"),
)
"""Tokens of interactions and of bots, and passwords in addresses, which errors of libraries may contain."""


def set_up_logging(level: int, form: str = "text", stream: TextIO | None = None) -> None:
    """Log at a level to stderr, but libraries at INFO at least, and some at WARNING.

    At DEBUG libraries log secrets: private replies, tokens of interactions, and rows of the database with the keys of
    games.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Lines())
    handler.addFilter(_add_table)
    handler.addFilter(_without_outages)
    handler.addFilter(_shorten)
    logging.basicConfig(level=max(level, logging.INFO), handlers=[handler], force=True)
    for package in OURS:
        logging.getLogger(package).setLevel(level)
    for quiet in ("apscheduler", "alembic.runtime.plugins"):
        logging.getLogger(quiet).setLevel(max(level, logging.WARNING))


def redacted(text: str) -> str:
    """Replace what looks like a secret in a text."""
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


def _add_table(record: logging.LogRecord) -> bool:
    known = current_table()
    if known is not None and not any(hasattr(record, name) for name in _EXTRA):
        record.table, record.revision = known
    return True


def _without_outages(record: logging.LogRecord) -> bool:
    """Drop records of errors caused by a database outage: the store itself logs that once."""
    error = record.exc_info[1] if record.exc_info else None
    while error is not None:
        if isinstance(error, StoreAway):
            return False
        error = error.__cause__
    return True


def _shorten(record: logging.LogRecord) -> bool:
    """Shorten discord.py's tracebacks of lost connections, which it logs over and over, to one line."""
    if record.name not in ("discord.shard", "discord.client") or not record.exc_info or record.exc_info[1] is None:
        return True
    message, error = record.getMessage(), record.exc_info[1]
    if message.startswith("Failed to connect for shard_id"):
        return False  # `bot.connection.gateway` logs it
    if message.startswith("Attempting a reconnect"):
        record.msg, record.args, record.exc_info = f"{message} ({describe_outage(error)})", (), None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True


class _Lines(logging.Formatter):
    """``2030-01-31 20:15:00 WARNING bot.delivery.poster: What happened [table 5, revision 12]``; the time is UTC."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC)
        about = ", ".join(f"{name} {getattr(record, name)}" for name in _EXTRA if hasattr(record, name))
        line = f"{at:%Y-%m-%d %H:%M:%S} {record.levelname} {record.name}: {record.getMessage()}"
        return redacted("\n".join([f"{line} [{about}]" if about else line, *_trace(self, record)]))


class _Json(logging.Formatter):
    """One object a line: ``time`` (UTC), ``level``, ``logger``, ``message``; ``table``, ``revision``, ``exception``."""

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": redacted(record.getMessage()),
        }
        fields |= {name: getattr(record, name) for name in _EXTRA if hasattr(record, name)}
        trace = _trace(self, record)
        if trace:
            fields["exception"] = redacted("\n".join(trace))
        return json.dumps(fields, ensure_ascii=False, default=str)


def _trace(formatter: logging.Formatter, record: logging.LogRecord) -> list[str]:
    lines = [formatter.formatException(record.exc_info)] if record.exc_info and record.exc_info[1] else []
    return [*lines, formatter.formatStack(record.stack_info)] if record.stack_info else lines
