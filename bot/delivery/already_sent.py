"""Finds messages that were sent but not recorded, as the process crashed or lost its connection in between.

Discord drops a second message with the same nonce, but only for some minutes. After that the channel's history is read:
the custom_ids below a post carry the table and the revision that it shows, and those of a message that is never edited
(to one person, or to the owner) its idempotency key.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import discord

from bot.app import App
from bot.tables.core.messages import KEY_PREFIX, idempotency_key
from bot.views.custom_ids import BUTTON, CustomId, read_custom_id
from storage.outbox import CLOCKS_DIFFER, Message

MAX_MESSAGES = 100
MAX_LETTERS = 500


@dataclass(frozen=True)
class Found:
    """A message of ours in the channel of a table, and the custom_ids of that table on it."""

    message_id: int
    codes: tuple[CustomId, ...]

    def shows(self, verb: str, argument: str = "") -> bool:
        """Whether it has a button of this verb and argument."""
        return any((custom_id.verb, custom_id.argument) == (verb, argument) for custom_id in self.codes)

    @property
    def for_one(self) -> bool:
        """Whether it is a message to one person, though it stands in the channel."""
        return any(custom_id.argument.startswith(KEY_PREFIX) for custom_id in self.codes)

    @property
    def revision(self) -> int:
        """The revision of the table that it shows."""
        return max(custom_id.revision for custom_id in self.codes)


async def find_sent(client: App, channel_id: int, table_id: int, since: datetime) -> list[Found]:
    """Find our messages about a table since then, the oldest first; none if the channel may not be read."""
    channel = client.get_partial_messageable(channel_id)
    after = _from(client, since)

    async def read() -> list[discord.Message]:
        return [one async for one in channel.history(limit=MAX_MESSAGES, after=after, oldest_first=after is not None)]

    try:
        messages = await client.traffic.call(read)
    except discord.Forbidden:
        return []
    found: list[Found] = []
    for message in sorted(messages, key=lambda one: one.id):
        codes = tuple(custom_id for custom_id in _codes(message) if custom_id.table == table_id)
        one = Found(message.id, codes)
        if client.user is not None and message.author.id == client.user.id and codes and not one.for_one:
            found.append(one)
    return found


def revision_of(message: discord.Message, table_id: int) -> int:
    """The revision of a table that a message of ours shows, by its custom_ids; 0 if it has none of the table."""
    return max((custom_id.revision for custom_id in _codes(message) if custom_id.table == table_id), default=0)


async def was_sent(client: App, channel: discord.abc.Messageable, message: Message) -> bool:
    """Whether a row was sent to a channel, by its idempotency key; looks at the newest messages."""
    key = idempotency_key(message)
    after = _from(client, message.created_at)

    async def look() -> bool:
        async for one in channel.history(limit=MAX_LETTERS, after=after, oldest_first=False):
            ours = client.user is not None and one.author.id == client.user.id
            if ours and any(custom_id.argument == key for custom_id in _codes(one)):
                return True
        return False

    try:
        return await client.traffic.call(look)
    except discord.Forbidden:
        return False


def _from(client: App, since: datetime) -> datetime | None:
    """The earliest time that a message may have been sent; None if a clock that was ahead has dated the row."""
    return None if since > client.clock() + CLOCKS_DIFFER else since - CLOCKS_DIFFER


def _codes(message: discord.Message) -> Iterator[CustomId]:
    for one in _walk([component.to_dict() for component in message.components]):
        match = BUTTON.fullmatch(str(one.get("custom_id", "")))
        if match is not None:
            yield read_custom_id(match)


def _walk(components: Sequence[Any]) -> Iterator[dict[str, Any]]:
    for one in components:
        yield one
        yield from _walk(one.get("components", []))
