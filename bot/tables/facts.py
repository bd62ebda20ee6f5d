"""Facts shared by all processes of one bot, and locks among them."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Any

from bot.tables.core.unit_of_work import UnitOfWork
from storage import facts


class Facts:
    """Part of the Table service. Each method raises DatabaseAway where the database does not answer."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def get(self, key: str) -> dict[str, Any]:
        """Read a fact; empty where there is none."""
        async with self._unit.reading() as session:
            return await facts.fact(session, key)

    async def put(self, key: str, value: dict[str, Any]) -> None:
        """Store a fact."""
        async with self._unit.writing() as session:
            await facts.put_fact(session, key, value)

    def one_at_a_time(self, what: str) -> AbstractAsyncContextManager[None]:
        """Hold a lock of this name among all processes; waits for another that holds it."""
        return self._unit.one_at_a_time(what)
