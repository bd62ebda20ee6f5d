"""Finds what a process has posted that ended, or lost its connection, before it could note so.

Discord drops a second message with the same nonce, but only for some minutes. After that the channel itself tells:
the buttons below a post carry the table and the revision that it shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import discord

from bot.codes import BUTTON, Code, read_code

if TYPE_CHECKING:
    from bot.client import Orrery

MOST_MESSAGES = 100
CLOCKS_DIFFER = timedelta(minutes=2)
"""So much our clock may be ahead of Discord's."""


@dataclass(frozen=True)
class Found:
    """A message of ours in the channel of a table, and what the buttons of that table on it mean."""

    message_id: int
    codes: tuple[Code, ...]

    def shows(self, verb: str, argument: str = "") -> bool:
        """Whether it has a button of this meaning."""
        return any((code.verb, code.argument) == (verb, argument) for code in self.codes)

    @property
    def revision(self) -> int:
        """The revision of the table that it shows."""
        return max(code.revision for code in self.codes)


async def find_sent(client: Orrery, channel_id: int, table_id: int, since: datetime) -> list[Found]:
    """Find our messages about a table since then, the oldest first; none where the channel may not be read."""
    channel = client.get_partial_messageable(channel_id)
    found: list[Found] = []
    try:
        async for message in channel.history(limit=MOST_MESSAGES, after=since - CLOCKS_DIFFER, oldest_first=True):
            codes = tuple(code for code in _codes(message) if code.table == table_id)
            if client.user is not None and message.author.id == client.user.id and codes:
                found.append(Found(message.id, codes))
    except discord.Forbidden:
        return []
    return found


def _codes(message: discord.Message) -> Iterator[Code]:
    for one in _walk([component.to_dict() for component in message.components]):
        match = BUTTON.fullmatch(str(one.get("custom_id", "")))
        if match is not None:
            yield read_code(match)


def _walk(components: Sequence[Any]) -> Iterator[dict[str, Any]]:
    for one in components:
        yield one
        yield from _walk(one.get("components", []))
