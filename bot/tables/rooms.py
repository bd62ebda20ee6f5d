"""The room of a table: a thread, or a post in a forum, that was made for it.

The table is stored first, with a row ``open`` of the outbox, and has no channel until that row is said: the thread is
made, and then noted with the table (`Rooms.made`). Where Discord refuses it, the table opens in the channel where it
was asked for (`Rooms.refused`). So there is no thread without a table, however a process ends in between.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.channels import UNMADE
from bot.tables.core.data import TableInfo
from bot.tables.core.messages import Opening, ToPerson, payload_of
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.guilds import ServerSettings, settings_of
from bot.tables.invitations import tell_guests
from rules.kernel.text import T, Text
from storage import outbox, tables
from storage.schema import PostedMessage
from storage.tables import Stored

THREAD, POST = "thread", "post"
"""What a table's channel may have been made as (`storage.schema.GameTable.room`)."""
ENTRANCE = "room"
"""Kind of the message that shows a table in the channel which its thread belongs to."""

RIGHTS, LIMIT, TAG, GONE_HOME, OTHER = "rights", "limit", "tag", "gone", "other"
WHY_HERE: Mapping[str, Text] = {
    RIGHTS: T(
        "I may not make a thread: I need the permissions View Channel, Send Messages, Create Public Threads, Send"
        " Messages in Threads and Read Message History."
    ),
    LIMIT: T("I cannot make a thread: this server has as many active threads as Discord allows."),
    TAG: T("I cannot make a post in the forum: it wants a tag, and I may not make one there."),
    GONE_HOME: T("I cannot make a thread: the channel that /server names for tables is gone."),
    OTHER: T("Discord did not let me make a thread."),
}
"""Why a table that was to have a thread has none (`storage.schema.GameTable.why_here`)."""

POLL_SECONDS = 1.0
"""How often it is looked whether another process has made a room."""


@dataclass(frozen=True)
class RoomWanted:
    """A room that a table is to have: a thread below this channel, or a post in it."""

    parent_id: int
    forum: bool = False


@dataclass(frozen=True)
class RoomMade:
    """A room that was made for a table: a thread, or a post with the message of its lobby."""

    channel_id: int
    lobby_id: int | None = None

    @property
    def kind(self) -> str:
        """What it is (`storage.schema.GameTable.room`)."""
        return THREAD if self.lobby_id is None else POST


def no_channel() -> int:
    """A number that is no channel's, for a table whose room is yet to be made: two of them are never the same."""
    return -1 - secrets.randbelow(2**62)


async def put_opening(session: AsyncSession, table_id: int, room: RoomWanted, here: int, now: datetime) -> None:
    """Have the room of a new table made."""
    opening = Opening(table_id, 0, 1, None, [], [], parent=room.parent_id, here=here, forum=room.forum)
    await outbox.put(session, table_id, "open", payload_of(opening), now)


async def speak_as_set(
    session: AsyncSession, settings: ServerSettings, channel_id: int, parent_id: int | None = None
) -> None:
    """Give a channel the language of the channel above it, or else of its server, if it has none of its own."""
    here = await tables.preference(session, channel_id)
    above = None if parent_id is None else await tables.preference(session, parent_id)
    language = settings.language if above is None or above.language == "auto" else above.language
    if here.language == "auto" and language != "auto":
        here.language = language
        await tables.prefer(session, here)


class Rooms:
    """Part of the Table service. Each method raises NoTableHere, DatabaseAway."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit
        self._waited_for: dict[int, asyncio.Event] = {}

    async def settled(self, table_id: int, seconds: float) -> TableInfo:
        """Wait until a new table has a channel, or for so long; another process may make it."""
        event = self._waited_for.setdefault(table_id, asyncio.Event())
        ends = asyncio.get_running_loop().time() + seconds
        try:
            while True:
                info = await self._unit.load_info(table_id)
                left = ends - asyncio.get_running_loop().time()
                if info.lost != UNMADE or info.why_here or left <= 0:
                    return info
                try:
                    await asyncio.wait_for(event.wait(), min(POLL_SECONDS, left))
                except TimeoutError:
                    continue
        finally:
            self._waited_for.pop(table_id, None)

    async def made(self, table_id: int, made: RoomMade, parent_id: int, name: str) -> bool:
        """Note the room that was made for a table; False if it has a channel by now, as it was moved."""
        channel_id = made.channel_id

        async def work(session: AsyncSession, stored: Stored) -> bool:
            if stored.table.lost != UNMADE:
                return False
            settings = await settings_of(session, stored.table.guild_id)
            await speak_as_set(session, settings, channel_id, parent_id)
            await self._place(session, stored, channel_id, room=made.kind, parent_id=parent_id, room_name=name)
            if made.lobby_id is not None:
                post = PostedMessage(
                    table_id=stored.id,
                    kind="lobby",
                    channel_id=channel_id,
                    message_id=made.lobby_id,
                    revision=stored.table.revision,
                    at=self._unit.clock(),
                )
                await tables.remember_post(session, post)
            return True

        return await self._settle(table_id, work)

    async def refused(self, table_id: int, here: int, why: str) -> None:
        """Open a table for which no room can be made in a channel; its owner is told once if that is taken."""

        async def work(session: AsyncSession, stored: Stored) -> bool:
            if stored.table.lost != UNMADE or stored.table.why_here:
                return False
            if await tables.of_channel(session, here) is None:
                await speak_as_set(session, await settings_of(session, stored.table.guild_id), here)
                await self._place(session, stored, here, why_here=why)
                return True
            await tables.advance(session, stored.id, stored.table.revision, why_here=why)
            told = payload_of(ToPerson(stored.table.owner_id))
            await outbox.put(session, stored.id, "homeless", told, self._unit.clock())
            return True

        await self._settle(table_id, work)

    async def renamed(self, table_id: int, name: str) -> None:
        """Note what a table's thread is called now."""

        async def work(session: AsyncSession, stored: Stored) -> None:
            await tables.change(session, stored.id, room_name=name, renamed_at=self._unit.clock())

        await self._unit.change(table_id, work)

    async def _place(self, session: AsyncSession, stored: Stored, channel_id: int, **changes: Any) -> None:
        """Give a table its channel. What it shows is the same as before, but its buttons count from here on."""
        revision = await tables.advance(
            session, stored.id, stored.table.revision, channel_id=channel_id, lost="", **changes
        )
        await tell_guests(session, stored.id, self._unit.clock())
        await self._unit.post(session, stored, "table", revision)

    async def _settle(self, table_id: int, work: Any) -> bool:
        placed: bool = await self._unit.change(table_id, work)
        if table_id in self._waited_for:
            self._waited_for[table_id].set()
        return placed
