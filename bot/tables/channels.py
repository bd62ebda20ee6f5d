"""The channel of a table: lost, found again, replaced by another one.

A channel is *gone* where it was deleted, and *shut* where the bot may not write (any more): its permissions have
changed, the thread was locked, the bot was removed from the server. The game goes on without it, in direct messages;
the owner is notified once how to move the table. Posts to a shut channel are still tried, and the first one that
succeeds ends the loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core import waits
from bot.tables.core.data import Person, TableInfo
from bot.tables.core.errors import AlreadyThere, ChannelTaken, GameOver, NoSuchTable, NotOwner
from bot.tables.core.messages import OwnerWarning, TableChange, ToPerson, payload_of, read
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.core.ways import is_person
from bot.tables.invitations import tell_guests
from rules.kernel.steps import Event
from rules.kernel.text import T
from storage import facts, outbox, tables, weekly
from storage.outbox import Message
from storage.tables import Stored

GONE, SHUT, UNMADE = "gone", "shut", "unmade"
"""Why a table has no channel (`storage.schema.GameTable.lost`)."""


class Channels:
    """Part of the Table service. Each method raises DatabaseAway where the database does not answer."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def lose(self, table_id: int, lost: str, rows: Sequence[Message] = ()) -> None:
        """Note that a table's channel is lost, and notify its owner, if it was not known.

        `rows` of the outbox could not be posted: the persons that they would have mentioned get direct messages, and at
        the end of the game all persons do who are not told of it in person anyway.

        Raises:
            NoTableHere.

        """

        async def work(session: AsyncSession, stored: Stored) -> None:
            now = self._unit.clock()
            before = stored.table.lost
            live = stored.table.phase in {"lobby", "running"}
            if live and before not in {lost, GONE, UNMADE}:
                await tables.lose(session, table_id, before, lost)
                if not before:
                    await outbox.put(session, table_id, "homeless", payload_of(ToPerson(stored.table.owner_id)), now)
                session.expire_all()
                stored = await self._unit.find(session, table_id)
            unmentioned = {seat for row in rows for seat in read(row, TableChange).mention}
            await waits.notice_unmentioned(session, stored, unmentioned, now)
            if stored.table.started_at is not None and any(row.kind in {"over", "abandon"} for row in rows):
                told = await outbox.told_in_person(session, table_id, "result")
                for seat in (one for one in stored.seats if is_person(one) and one.user_id not in told):
                    await outbox.put(session, table_id, "ended", payload_of(ToPerson(seat.user_id)), now)
            await outbox.give_up(session, [row.id for row in rows], now, f"The channel is {lost}.")
            if stored.table.lost != before and stored.table.sought_in is not None:
                # A post in another channel looks for players, and links here.
                revision = stored.table.revision
                said = TableChange(table_id, revision, revision, None, [], [])
                await outbox.put(session, table_id, "table", payload_of(said), now)

        await self._unit.change(table_id, work)

    async def lose_channel(self, channel_id: int) -> None:
        """Note that a channel was deleted, and with it the threads below it; its weekly tables end."""
        async with self._unit.writing(aside=True) as session:
            await weekly.end_in(session, channel_id)
        async with self._unit.reading() as session:
            stored = await tables.of_channel(session, channel_id)
            below = await tables.below(session, channel_id)
            sought = await tables.sought_in(session, channel_id)
        for table_id in [*([] if stored is None else [stored.id]), *below]:
            await self.lose(table_id, GONE)
        for table_id in sought:
            await self._seek_no_more(table_id, channel_id)

    async def _seek_no_more(self, table_id: int, channel_id: int) -> None:
        """Look for players no more in a channel that was deleted, so that the lobby offers it anew."""

        async def work(session: AsyncSession, stored: Stored) -> None:
            if stored.table.phase == "lobby" and stored.table.sought_in == channel_id:
                revision = await tables.advance(session, table_id, stored.table.revision, sought_in=None)
                await self._unit.post(session, stored, "table", revision)

        await self._unit.change(table_id, work)

    async def lose_guild(self, guild_id: int) -> None:
        """Note that the bot was removed from a server."""
        async with self._unit.reading() as session:
            here = await tables.of_guild(session, guild_id)
        for stored in here:
            await self.lose(stored.id, SHUT)

    async def warn_owner(self, table_id: int, kind: str, about: int) -> None:
        """Warn the owner of a live table of something that they can fix: once for each `about`.

        `kind` is that of the letter: `deleted`, about a person whose account is gone; `files`, about a channel.
        """

        async def work(session: AsyncSession, stored: Stored) -> None:
            if stored.table.phase in {"lobby", "running"} and await facts.note(session, f"{kind} {table_id} {about}"):
                warning = OwnerWarning(stored.table.owner_id, about)
                await outbox.put(session, table_id, kind, payload_of(warning), self._unit.clock())

        await self._unit.change(table_id, work)

    async def found(self, table_id: int) -> None:
        """Note that a post to a shut channel has succeeded."""

        async def work(session: AsyncSession, stored: Stored) -> None:
            if stored.table.lost == SHUT:
                await tables.lose(session, table_id, SHUT, "")

        await self._unit.change(table_id, work)

    async def come_back(self, guild_id: int) -> None:
        """Continue the tables of a server that has invited the bot again, each in its own channel."""
        async with self._unit.reading() as session:
            here = [one for one in await tables.of_guild(session, guild_id) if one.table.lost == SHUT]

        async def work(session: AsyncSession, stored: Stored) -> None:
            if stored.table.lost == SHUT:
                await self._continue_in(session, stored, stored.table.channel_id, None)

        for stored in here:
            await self._unit.change(stored.id, work)

    async def movable(self, guild_id: int, person: Person) -> list[TableInfo]:
        """List the live tables of a server that a person may manage, those without a channel first."""
        async with self._unit.reading() as session:
            infos = [self._unit.info(stored) for stored in await tables.of_guild(session, guild_id)]
        return sorted((info for info in infos if info.manages(person)), key=lambda info: (not info.lost, info.id))

    async def move(self, table_id: int, person: Person, guild_id: int, channel_id: int) -> TableInfo:
        """Move a live table to another channel of its server, or to its own that was shut.

        Raises:
            NoTableHere, NoSuchTable (of this server), GameOver, NotOwner, AlreadyThere, ChannelTaken.

        """

        async def work(session: AsyncSession, stored: Stored) -> None:
            info = self._unit.info(stored)
            if info.guild_id != guild_id:
                raise NoSuchTable
            if not info.live:
                raise GameOver
            if not info.manages(person):
                raise NotOwner
            if info.channel_id == channel_id and info.lost != SHUT:
                raise AlreadyThere
            there = await tables.of_channel(session, channel_id)
            if there is not None and there.id != table_id:
                raise ChannelTaken
            await self._copy_language(session, info.channel_id, channel_id)
            await self._continue_in(session, stored, channel_id, person)
            if info.lost == UNMADE:  # its guests have waited for its first channel
                await tell_guests(session, table_id, self._unit.clock())

        await self._unit.change(table_id, work)
        return await self._unit.load_info(table_id)

    async def _continue_in(self, session: AsyncSession, stored: Stored, channel_id: int, person: Person | None) -> None:
        moved = stored.table.channel_id != channel_id
        text = T("The table has moved to this channel.") if moved else T("The table goes on in this channel.")
        changes: dict[str, Any] = {"room": "", "parent_id": None, "why_here": ""} if moved else {}
        revision = await tables.advance(
            session, stored.id, stored.table.revision, channel_id=channel_id, lost="", **changes
        )
        user_id = None if person is None else person.user_id
        await self._unit.append_event(session, stored, revision, Event("move", text), kind="move", user_id=user_id)
        await self._unit.post(session, stored, "move", revision)

    async def _copy_language(self, session: AsyncSession, before: int, after: int) -> None:
        """Copy the language of the posts to the new channel: channels have preferences as persons have."""
        source, target = await tables.preference(session, before), await tables.preference(session, after)
        if before != after and source.language != target.language:
            target.language = source.language
            await tables.prefer(session, target)
