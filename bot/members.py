"""Who has left the server of a table, as far as the bot hears of it: no vote waits for them.

Discord tells only bots that see every member of their servers (a privileged intent, which this one does not ask for)
when somebody leaves. So it is looked up where it matters: when somebody cannot be written to, before they are mentioned
in a channel instead, and when somebody has voted and others have not. Whoever does something at a table is back.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import TYPE_CHECKING

import discord
from sqlmodel.ext.asyncio.session import AsyncSession

from bot import ballots, seats
from bot.desk import Desk
from bot.table_data import TableInfo
from bot.traffic import NotNow
from storage import rewinds, tables
from storage.tables import Stored

if TYPE_CHECKING:
    from bot.client import Orrery

log = logging.getLogger(__name__)


class Members:
    """Part of the Table service."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def note(self, table_id: int, user_id: int, *, gone: bool) -> None:
        """Note that a person has left the server of their table, or is back; open votes are counted anew.

        Raises:
            NoTableHere, DatabaseAway.

        """

        async def work(session: AsyncSession, stored: Stored) -> bool:
            seat = next((one.number for one in stored.seats if one.user_id == user_id and one.gone != gone), None)
            if seat is None:
                return False
            await tables.change_seat(session, table_id, seat, gone=gone)
            voting = await rewinds.vote(session, table_id) is not None or any(map(ballots.is_open, stored.seats))
            if stored.table.phase != "running" or not voting:
                return False
            revision = await tables.advance(session, table_id, stored.table.revision)
            asked = [] if gone else await ballots.ask_newcomer(self._desk, session, table_id, seat)
            session.expire_all()
            now = await self._desk.find(session, table_id)
            await self._desk.post(session, now, "replace" if asked else "vote", revision, seat=seat, asked=asked)
            if gone:
                await seats.recount(self._desk, session, table_id)
            return True

        if await self._desk.change(table_id, work):
            self._desk.news.set()


async def has_left(client: Orrery, info: TableInfo, user_id: int) -> bool:
    """Whether a person has left the server of their table; not where that cannot be told."""
    guild = await client.servers.find(info.guild_id)
    if guild is None:
        return False
    try:
        await client.poster.traffic.call(lambda: guild.fetch_member(user_id))
    except discord.NotFound:
        await client.tables.members.note(info.id, user_id, gone=True)
        return True
    except discord.HTTPException as error:
        log.info("It could not be told who is on a server: %s %s", error.status, error.code)
    except NotNow as error:
        log.info("It could not be told who is on a server: %s", error)
    return False


async def see_who_left(client: Orrery, info: TableInfo, missing: Collection[int]) -> None:
    """Look whether those whom an open vote waits for are still on the server."""
    for seat in missing:
        await has_left(client, info, info.players[seat].user_id)
