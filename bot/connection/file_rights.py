"""Whether files may be attached in a channel: by its permissions if they are known, else by former refusals."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import discord

REFUSAL_HOLDS = timedelta(hours=1)
"""How long a refusal counts in a channel whose permissions are not known."""


class FileRights:
    """The channels in which no files may be attached, as far as is known."""

    def __init__(self, client: discord.Client, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock
        self._refused: dict[int, datetime] = {}

    def may_attach(self, channel_id: int) -> bool | None:
        """Whether files may be attached in a channel; None where that is not known."""
        channel = self._client.get_channel(channel_id)
        if isinstance(channel, (discord.abc.GuildChannel, discord.Thread)):
            try:
                return channel.permissions_for(channel.guild.me).attach_files
            except (AttributeError, discord.ClientException):  # we are not known there, or a thread's channel is not
                pass
        refused = self._refused.get(channel_id)
        return None if refused is None or self._clock() - refused > REFUSAL_HOLDS else False

    def note_refused(self, channel_id: int) -> None:
        """Note that Discord has refused files in a channel."""
        self._refused[channel_id] = self._clock()
