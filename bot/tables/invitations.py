"""Whoever is invited to a table is told once it has a channel: where it opens, has its room, or is moved to."""

from __future__ import annotations

from datetime import datetime

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core.messages import InvitedTo, payload_of
from storage import outbox, tables


async def tell_guests(session: AsyncSession, table_id: int, now: datetime) -> None:
    """Have all who are invited to a table told, now that it has a channel."""
    for guest in await tables.invitations(session, table_id):
        await tell_guest(session, table_id, guest.user_id, guest.by_id, now)


async def tell_guest(session: AsyncSession, table_id: int, guest: int, by: int, now: datetime) -> None:
    """Have a guest told of a table, by user id, and who has invited them."""
    await outbox.put(session, table_id, "invited", payload_of(InvitedTo(guest, by)), now)
