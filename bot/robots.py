"""Robots that answer at random, for trying a table alone. They see what a person in their seat sees."""

from __future__ import annotations

from collections.abc import Collection

from bot.table_errors import TableError
from bot.tables import Tables
from rules.kernel.errors import RulesError
from rules.kernel.rng import Rng
from rules.kernel.robots import choose


class Robots:
    """Plays for these people at one table."""

    def __init__(self, tables: Tables, table_id: int, users: Collection[int], chance: Rng) -> None:
        self._tables = tables
        self._table_id = table_id
        self._users = frozenset(users)
        self._chance = chance

    async def play(self) -> None:
        """Answer once for a robot that must act, if one must; its answer is news, so the next one follows."""
        try:
            live = await self._tables.game(self._table_id)
            for seat in live.waiting:
                if live.info.players[seat].user_id in self._users:
                    prompt = live.prompt_of(seat)
                    assert prompt is not None
                    picks = choose(live.view(seat), prompt, self._chance)
                    await self._tables.answer_seat(self._table_id, seat, [picks], "robot")
        except (TableError, RulesError):
            return  # not started yet, over, or somebody was faster
