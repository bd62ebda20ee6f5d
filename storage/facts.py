"""Facts shared by all processes of one bot, inside a transaction of `storage.store`."""

from __future__ import annotations

from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from storage.schema import SharedFact


async def note(session: AsyncSession, key: str) -> bool:
    """Note that something has been done; False if it had been noted before.

    Raises:
        Conflict: of the store, if another process notes it at the same instant.

    """
    if await session.get(SharedFact, key) is not None:
        return False
    session.add(SharedFact(key=key, value={}))
    await session.flush()
    return True


async def fact(session: AsyncSession, key: str) -> dict[str, Any]:
    """Read a fact; empty where there is none."""
    found = await session.get(SharedFact, key)
    return {} if found is None else dict(found.value)


async def put_fact(session: AsyncSession, key: str, value: dict[str, Any]) -> None:
    """Store a fact, in place of the former one."""
    await session.merge(SharedFact(key=key, value=value))
    await session.flush()
