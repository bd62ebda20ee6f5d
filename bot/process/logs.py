"""The log: lines for people or JSON for programs, with the table and revision that they are about, and no secrets.

Which table a line is about is known by the task that writes it (`bot.tables.core.log_context`).
"""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

from bot.connection.gateway import why
from bot.tables.core.log_context import current_table
from storage.errors import StoreAway

OURS = ("bot", "rendering", "rules", "storage")
"""Our packages, whose logging can be made as talkative as anybody likes: they log no secrets."""
_EXTRA = ("table", "revision")
"""What a line may say beside its message, also by `extra`."""


_SECRETS = (
    (re.compile(r"/(webhooks|interactions)/(\d+)/[^/\s?\"']+"), r"/\1/\2/…"),
    (re.compile(r"[\w-]{18,}\.[\w-]{6,}\.[\w-]{25,}", re.ASCII), "…"),
    (re.compile(r"://[^/\s:@]*:[^/\s@]*@"), "://…@"),
)
"""Tokens of interactions and of bots, and passwords in addresses, in case that an error of some library holds one."""


def set_up_logging(level: int, form: str = "text", stream: TextIO | None = None) -> None:
    """Log at a level to stderr, but of others' libraries nothing below INFO, and of their routine nothing.

    At DEBUG they would write what must not stand in a log: every private reply, the tokens of interactions, and the
    rows of the database with the keys of games.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Lines())
    handler.addFilter(_say_table)
    handler.addFilter(_said_once)
    handler.addFilter(_shorter)
    logging.basicConfig(level=max(level, logging.INFO), handlers=[handler], force=True)
    for package in OURS:
        logging.getLogger(package).setLevel(level)
    for quiet in ("apscheduler", "alembic.runtime.plugins"):
        logging.getLogger(quiet).setLevel(max(level, logging.WARNING))


def redacted(text: str) -> str:
    """Give a text without what looks like a secret."""
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


def _say_table(record: logging.LogRecord) -> bool:
    known = current_table()
    if known is not None and not any(hasattr(record, name) for name in _EXTRA):
        record.table, record.revision = known
    return True


def _said_once(record: logging.LogRecord) -> bool:
    """Leave out what only failed as the database is away: the store says that once, however many it meets."""
    error = record.exc_info[1] if record.exc_info else None
    while error is not None:
        if isinstance(error, StoreAway):
            return False
        error = error.__cause__
    return True


def _shorter(record: logging.LogRecord) -> bool:
    """Say in one line that a connection to Discord is lost or not made; discord.py does so over and over."""
    if record.name not in ("discord.shard", "discord.client") or not record.exc_info or record.exc_info[1] is None:
        return True
    message, error = record.getMessage(), record.exc_info[1]
    if message.startswith("Failed to connect for shard_id"):
        return False  # `bot.connection.gateway` tells it
    if message.startswith("Attempting a reconnect"):
        record.msg, record.args, record.exc_info = f"{message} ({why(error)})", (), None
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
        said: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": redacted(record.getMessage()),
        }
        said |= {name: getattr(record, name) for name in _EXTRA if hasattr(record, name)}
        trace = _trace(self, record)
        if trace:
            said["exception"] = redacted("\n".join(trace))
        return json.dumps(said, ensure_ascii=False, default=str)


def _trace(formatter: logging.Formatter, record: logging.LogRecord) -> list[str]:
    lines = [formatter.formatException(record.exc_info)] if record.exc_info and record.exc_info[1] else []
    return [*lines, formatter.formatStack(record.stack_info)] if record.stack_info else lines
