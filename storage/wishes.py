"""What people want at one table, besides their settings for all; inside a transaction of `storage.store`."""

from __future__ import annotations

from typing import Any

from sqlmodel import col, delete
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.schema import TableWish


async def of(session: AsyncSession, table_id: int, user_id: int) -> TableWish:
    """What a person wants at a table; a row without anything where they have said nothing."""
    found = await session.get(TableWish, (table_id, user_id))
    return found or TableWish(table_id=table_id, user_id=user_id)


async def change(session: AsyncSession, table_id: int, user_id: int, **changes: Any) -> None:
    """Change some of what a person wants at a table.

    Raises:
        Conflict: of the store, where another process is just inserting the row.

    """
    wish = await of(session, table_id, user_id)
    for name, value in changes.items():
        setattr(wish, name, value)
    session.add(wish)
    await session.flush()


async def end(session: AsyncSession, table_id: int) -> None:
    """Delete what was wanted at a table whose game is over."""
    await session.exec(delete(TableWish).where(col(TableWish.table_id) == table_id))
