"""What all processes of one bot know together, and what one of them does for all."""

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
        """Give a fact; empty where there is none."""
        async with self._unit.reading() as session:
            return await facts.fact(session, key)

    async def keep(self, key: str, value: dict[str, Any]) -> None:
        """Keep a fact."""
        async with self._unit.writing() as session:
            await facts.keep_fact(session, key, value)

    def one_at_a_time(self, what: str) -> AbstractAsyncContextManager[None]:
        """Do something while no other process does it; who comes later waits."""
        return self._unit.one_at_a_time(what)
