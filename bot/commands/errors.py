"""Describes errors for the person: that nothing was changed, or what was committed all the same."""

from __future__ import annotations

import logging
import secrets

import discord

from bot.connection.replies import ReplyLost
from bot.tables.core.commit_trace import Trace
from bot.tables.core.errors import DatabaseAway, MaybeChanged, TableError
from bot.views.custom_ids import Unreadable
from rules.kernel.errors import RulesError
from rules.kernel.text import T, Text

log = logging.getLogger(__name__)


class Refused(Exception):
    """Something that the bot itself refuses, without the table service. `text` is for the person."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.id)
        self.text = text


def reason(error: Exception, trace: Trace | None = None) -> Text:
    """Describe an error, and what was committed. Unexpected errors are logged under a short code, which is shown."""
    trace = trace or Trace()
    if trace.unsure:
        return MaybeChanged().text
    if trace.changed:
        return _reason_after_commit(error)
    expected = _expected(error)
    if expected is not None:
        return expected
    if isinstance(error, ReplyLost):
        return T("Discord did not accept my reply. Nothing is lost; please try again.")
    return T(
        "Something went wrong on my side, and nothing was changed. Please tell whoever runs me: code {code}.",
        code=log_unexpected(error),
    )


def _reason_after_commit(error: Exception) -> Text:
    if isinstance(error, ReplyLost):
        return T("What you did stands; only my reply to it was lost. /play shows the table as it is now.")
    if isinstance(error, DatabaseAway):
        return T(
            "What you did stands, but the game store cannot be reached just now. In a minute, /play shows the table as"
            " it is."
        )
    expected = _expected(error)
    if expected is not None:
        return T("What you did stands. After it, this went wrong: {why}", why=expected)
    return T(
        "What you did stands, but something went wrong on my side after it. Please tell whoever runs me: code {code}.",
        code=log_unexpected(error),
    )


def _expected(error: Exception) -> Text | None:
    if isinstance(error, (Refused, TableError, RulesError)):
        return error.text
    if isinstance(error, Unreadable):
        return T("That button no longer does anything. /play shows what this table asks.")
    if isinstance(error, discord.Forbidden):
        return T("I may not do that in this channel. Please ask whoever manages this server to let me post here.")
    return None


def log_unexpected(error: Exception) -> str:
    """Log an unexpected error, and return its code."""
    code = secrets.token_hex(3)
    log.error("Unexpected error %s: %s", code, type(error).__name__, exc_info=error)
    return code
