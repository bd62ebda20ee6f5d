"""Planned answers (premoves): given when their prompt comes, or dropped if something that they name has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core import automatic
from bot.tables.core.automatic import premove_of
from bot.tables.core.codecs import QUESTIONS
from bot.tables.core.data import Live, fingerprint
from bot.tables.core.errors import NotSeated, NotToPlan, PlanGone, RobotPlays, Stale
from bot.tables.core.unit_of_work import UnitOfWork, check_running
from rules.kernel.policies import Premove, premove
from rules.kernel.prompt import Prompt
from rules.kernel.text import Text
from storage import automatic as stored_automatic
from storage import tables
from storage.tables import Stored


@dataclass(frozen=True)
class Plan:
    """A planned answer that waits: the text of its prompt, and its picks. `rest`: those after it in a planned turn."""

    id: int
    question: Text
    premove: Premove = field(repr=False)
    rest: tuple[Plan, ...] = field(default=(), repr=False)

    @property
    def picked(self) -> list[Text]:
        """The texts of its picks, and of those after it."""
        return [named.text for named in self.premove.named] + [text for one in self.rest for text in one.picked]


@dataclass(frozen=True)
class Planning:
    """The plans of a seat, in the order in which they are tried, and the prompts that it may plan for."""

    live: Live
    seat: int
    plans: tuple[Plan, ...]
    prompts: tuple[Prompt, ...] = field(repr=False)


class Plans:
    """See `bot.tables.service.Tables`."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def of(self, table_id: int, user_id: int) -> Planning:
        """The plans of a person, and what they may plan.

        Raises:
            NoTableHere, NotRunning, GameOver, NotSeated, RobotPlays, UnknownGame, DatabaseAway.

        """
        async with self._unit.reading() as session:
            return await self._planning(session, await self._unit.find(session, table_id), user_id)

    async def plan(
        self, table_id: int, user_id: int, kind: str, picks: Sequence[str], prompt_fingerprint: str | None = None
    ) -> Plan:
        """Plan an answer to the next prompt of a kind; `prompt_fingerprint` is that of the prompt that was shown.

        Raises:
            NotToPlan (now, or at all), Stale, TooManyPlans. Otherwise as `of`.
            IllegalAnswer: an option is unknown or picked twice, or the number of picks is wrong.

        """

        async def work(session: AsyncSession, stored: Stored) -> Plan:
            planning = await self._planning(session, stored, user_id)
            prompt = next((one for one in planning.prompts if one.kind == kind), None)
            if prompt is None:
                raise NotToPlan
            if prompt_fingerprint is not None and fingerprint(prompt) != prompt_fingerprint:
                raise Stale
            automatic.check_room(len(planning.plans) + 1)
            _check(prompt, picks)
            made = premove(prompt, picks)
            row = automatic.planned(table_id, planning.seat, prompt, made)
            # The revision is raised so that a concurrent answer of another process conflicts and sees the plan.
            await tables.advance(session, table_id, stored.table.revision)
            return Plan(await stored_automatic.plan(session, row), prompt.text, made)

        return await self._unit.change(table_id, work)

    async def cancel(self, table_id: int, user_id: int, plan: int) -> Plan:
        """Cancel a planned answer, or a planned turn with all its steps.

        Raises:
            PlanGone: it was taken, dropped or cancelled before. Otherwise as `of`.

        """

        async def work(session: AsyncSession, stored: Stored) -> Plan:
            planning = await self._planning(session, stored, user_id)
            found = next((one for one in planning.plans if one.id == plan), None)
            if found is None or not await stored_automatic.remove_plans(
                session, [plan, *(one.id for one in found.rest)]
            ):
                raise PlanGone
            return found

        return await self._unit.change(table_id, work)

    async def _planning(self, session: AsyncSession, stored: Stored, user_id: int) -> Planning:
        one = next((one for one in stored.seats if one.user_id == user_id), None)
        if one is None:
            raise NotSeated
        check_running(stored)
        if one.robot:
            raise RobotPlays
        game = self._unit.game(stored.table.game)
        snapshot = await self._unit.snapshot(session, stored)
        seat = one.number
        plans = _by_turn(
            [
                Plan(row.id or 0, QUESTIONS.decode(row.question), premove_of(row))
                for row in automatic.waiting_of(await stored_automatic.plans(session, stored.id), seat)
            ]
        )

        def load() -> Planning:
            live = self._unit.live(stored, game, snapshot.position, snapshot.public)
            return Planning(live, seat, plans, tuple(prompts_ahead(live, seat, plans)))

        return await asyncio.to_thread(load)


def _by_turn(plans: Sequence[Plan]) -> tuple[Plan, ...]:
    """Put the steps of a planned turn with the one that begins it."""
    found: list[Plan] = []
    for plan in plans:
        turn = found[-1] if found and found[-1].premove.begins else None
        if turn is not None and plan.premove.turn and not plan.premove.begins:
            found[-1] = replace(turn, rest=(*turn.rest, plan))
        else:
            found.append(plan)
    return tuple(found)


def prompts_ahead(live: Live, seat: int, plans: Sequence[Plan] = ()) -> list[Prompt]:
    """The prompts that a seat may plan for: those that its game offers, except its present one."""
    if live.over or live.info.players[seat].robot:
        return []
    given = {plan.premove.kind: plan.premove.picks for plan in reversed(plans)}
    now = live.prompt_of(seat)
    if now is not None and now.answered is not None:
        given[now.kind] = now.answered
    asked = now.kind if now is not None and now.answered is None else None
    return [one for one in live.game.ahead(live.view(seat), seat, given) if one.kind != asked]


def _check(prompt: Prompt, picks: Sequence[str]) -> None:
    """Check an answer as if no option were refused: it may be legal by then."""
    options = [msgspec.structs.replace(option, refusal=None) for option in prompt.options]
    msgspec.structs.replace(prompt, options=options).check(picks)
