"""Policies: a person's settings for a game, with exceptions for single tables."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core import automatic
from bot.tables.core.errors import NotSeated
from bot.tables.core.unit_of_work import UnitOfWork
from rules.kernel.policies import ASK, Policy, check_settings
from storage import automatic as stored_automatic
from storage import tables
from storage.schema import PolicySetting
from storage.tables import Stored

HERE, EVERYWHERE = "here", "everywhere"
"""Scope of a setting: one table, or all tables of the game that have none of their own."""
INHERIT = "inherit"
"""The value at a table that means the person's setting for the game."""


@dataclass(frozen=True)
class PolicyView:
    """A person's settings for a game (`everywhere`), and the exceptions at one of its tables (`here`)."""

    policies: tuple[Policy, ...]
    everywhere: dict[str, str]
    here: dict[str, str]

    @property
    def in_force(self) -> dict[str, str]:
        """The settings in force at the table."""
        return {**self.everywhere, **self.here}


class Policies:
    """See `bot.tables.service.Tables`."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def of(self, table_id: int, user_id: int) -> PolicyView:
        """A person's policies in the game of a table.

        Raises:
            NoTableHere, UnknownGame, DatabaseAway.

        """
        async with self._unit.reading() as session:
            stored = await self._unit.find(session, table_id)
            game = self._unit.game(stored.table.game)
            found = await stored_automatic.settings(session, {user_id}, stored.table.game, table_id)
        return PolicyView(game.policies, found[user_id][stored_automatic.EVERYWHERE], found[user_id][table_id])

    async def set(self, table_id: int, user_id: int, key: str, value: str, where: str = EVERYWHERE) -> PolicyView:
        """Set a policy, and give it at once if its prompt is open.

        Raises:
            NoTableHere, NotSeated (for this table alone), UnknownGame, DatabaseAway.
            RulesError: the game has no such policy, or it has no such choice.

        """
        others: list[int] = []

        async def work(session: AsyncSession, stored: Stored) -> None:
            policies = self._unit.game(stored.table.game).policies
            check_settings(policies, {key: ASK if value == INHERIT else value})
            unset = next(policy.unset.value for policy in policies if policy.key == key)
            stored_value = "" if value == INHERIT or (value == unset and where == EVERYWHERE) else value
            at = stored_automatic.EVERYWHERE if where == EVERYWHERE else table_id
            setting = PolicySetting(user_id=user_id, game=stored.table.game, table_id=at, key=key, value=stored_value)
            seated = any(seat.user_id == user_id for seat in stored.seats)
            if where == HERE and not seated:
                raise NotSeated
            await stored_automatic.set_policy(session, setting)
            if where == EVERYWHERE:
                waiting = await tables.waiting_for(session, user_id)
                others.extend(one.id for one in waiting if one.table.game == stored.table.game and one.id != table_id)
            if seated:
                await self._apply(session, stored, user_id)

        await self._unit.change(table_id, work)
        for other in others:
            await self._unit.change(other, lambda session, stored: self._apply(session, stored, user_id))
        return await self.of(table_id, user_id)

    async def _apply(self, session: AsyncSession, stored: Stored, user_id: int) -> None:
        """Give automatic answers after a changed setting."""
        seat = next((one.number for one in stored.seats if one.user_id == user_id and not one.robot), None)
        if seat is None or stored.table.phase != "running":
            return
        # The revision is raised so that a concurrent answer of another process conflicts and sees the setting.
        await tables.advance(session, stored.id, stored.table.revision)
        await stored_automatic.hold(session, stored.id, seat, "")
        await automatic.go_on(self._unit, session, stored.id, seat=seat)
