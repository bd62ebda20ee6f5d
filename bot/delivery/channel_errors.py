"""What Discord's refusals of a post mean for the channel."""

from __future__ import annotations

import discord

from bot.tables.channels import GONE, SHUT

CHANNEL_GONE = 10003


THREAD_ARCHIVED = 50083


MAY_NOT = 50013


NOT_ALLOWED = frozenset({50001, MAY_NOT, THREAD_ARCHIVED, 160005})
"""No access, no permission; a thread that stays archived because it is locked, a locked thread."""


class ChannelLost(Exception):
    """The channel of a table is known to be gone."""


def loss(error: BaseException) -> str:
    """Say what Discord's refusal of a post means for the channel: gone, shut, or nothing of that kind (empty)."""
    if isinstance(error, ChannelLost):
        return GONE
    if not isinstance(error, discord.HTTPException):
        return ""
    if isinstance(error, discord.NotFound) and error.code == CHANNEL_GONE:
        return GONE
    return SHUT if error.code in NOT_ALLOWED else ""
