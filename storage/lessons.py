"""How far people are in first lessons, inside a transaction of `storage.store`."""

from __future__ import annotations

from sqlmodel.ext.asyncio.session import AsyncSession

from storage.schema import LessonProgress


async def progress(session: AsyncSession, user_id: int, game: str) -> LessonProgress | None:
    """Read how far a person is in the lesson of a game; None where they have not begun it."""
    return await session.get(LessonProgress, (user_id, game))


async def put_progress(session: AsyncSession, progress: LessonProgress) -> None:
    """Write it."""
    await session.merge(progress)
    await session.flush()
