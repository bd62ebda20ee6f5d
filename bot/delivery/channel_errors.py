"""Which errors of Discord mean that a channel is lost."""

from __future__ import annotations

import discord

from bot.tables.channels import GONE, SHUT

CHANNEL_GONE = 10003


THREAD_ARCHIVED = 50083


MAY_NOT = 50013


NOT_ALLOWED = frozenset({50001, MAY_NOT, THREAD_ARCHIVED, 160005})
"""Missing access, missing permissions, archived thread (it is locked), locked thread."""


class ChannelLost(Exception):
    """The channel of a table is known to be gone."""


def loss(error: BaseException) -> str:
    """Classify an error of a post: the channel is gone, shut, or not lost (empty)."""
    if isinstance(error, ChannelLost):
        return GONE
    if not isinstance(error, discord.HTTPException):
        return ""
    if isinstance(error, discord.NotFound) and error.code == CHANNEL_GONE:
        return GONE
    return SHUT if error.code in NOT_ALLOWED else ""
