"""Planned answers: given ahead, taken when they are asked and nothing that they name has changed, else dropped."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec
from discord import ui
from sqlmodel.ext.asyncio.session import AsyncSession

from bot import automatic, layouts
from bot.automatic import MOST_PLANS, premove_of
from bot.codecs import QUESTIONS
from bot.codes import Code
from bot.desk import Desk, check_running, read
from bot.layouts import MOST_CHOICES, Piece, button, menu, rows
from bot.picks import check_length, find_picks
from bot.table_data import Live, mark
from bot.table_errors import NotSeated, NotToPlan, PlanGone, RobotPlays, Stale, TableError
from rules.kernel.errors import RulesError
from rules.kernel.policies import Premove, premove
from rules.kernel.prompt import Prompt
from rules.kernel.text import T, Text
from storage import automatic as stored_automatic
from storage import tables
from storage.tables import Stored

if TYPE_CHECKING:
    from bot.calls import Call


@dataclass(frozen=True)
class Plan:
    """A planned answer that waits: to what question, and what it picks."""

    id: int
    question: Text
    premove: Premove = field(repr=False)

    @property
    def picked(self) -> list[Text]:
        """What it picks, in words."""
        return [named.text for named in self.premove.named]


@dataclass(frozen=True)
class Planning:
    """What a seat has planned, in the order in which it is tried, and what else it may plan."""

    live: Live
    seat: int
    plans: tuple[Plan, ...]
    prompts: tuple[Prompt, ...] = field(repr=False)


class Premoves:
    """See `bot.tables.Tables`."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def of(self, table_id: int, user_id: int) -> Planning:
        """Tell what a person has planned and may plan.

        Raises:
            NoTableHere, NotRunning, GameOver, NotSeated, RobotPlays, UnknownGame, DatabaseAway.

        """
        async with self._desk.reading() as session:
            return await self._planning(session, await self._desk.find(session, table_id), user_id)

    async def plan(
        self, table_id: int, user_id: int, kind: str, picks: Sequence[str], prompt_mark: str | None = None
    ) -> Plan:
        """Plan an answer to the next question of a kind; `prompt_mark` is that of the prompt that was shown.

        Raises:
            NotToPlan (now, or at all), Stale, TooManyPlans. Otherwise as `of`.
            IllegalAnswer: an option is unknown or picked twice, or the number of picks is wrong.

        """

        async def work(session: AsyncSession, stored: Stored) -> Plan:
            planning = await self._planning(session, stored, user_id)
            prompt = next((one for one in planning.prompts if one.kind == kind), None)
            if prompt is None:
                raise NotToPlan
            if prompt_mark is not None and mark(prompt) != prompt_mark:
                raise Stale
            automatic.check_room(len(planning.plans) + 1)
            _check(prompt, picks)
            made = premove(prompt, picks)
            row = automatic.planned(table_id, planning.seat, prompt, made)
            # The revision is raised so that an answer which another process has begun does not miss the plan.
            await tables.advance(session, table_id, stored.table.revision)
            return Plan(await stored_automatic.plan(session, row), prompt.text, made)

        return await self._desk.change(table_id, work)

    async def cancel(self, table_id: int, user_id: int, plan: int) -> Plan:
        """Cancel a planned answer.

        Raises:
            PlanGone: it was taken, dropped or cancelled before. Otherwise as `of`.

        """

        async def work(session: AsyncSession, stored: Stored) -> Plan:
            planning = await self._planning(session, stored, user_id)
            found = next((one for one in planning.plans if one.id == plan), None)
            if found is None or not await stored_automatic.remove_plans(session, [plan]):
                raise PlanGone
            return found

        return await self._desk.change(table_id, work)

    async def _planning(self, session: AsyncSession, stored: Stored, user_id: int) -> Planning:
        one = next((one for one in stored.seats if one.user_id == user_id), None)
        if one is None:
            raise NotSeated
        check_running(stored)
        if one.robot:
            raise RobotPlays
        game = self._desk.game(stored.table.game)
        kept = await self._desk.snapshot(session, stored)
        seat = one.number
        plans = tuple(
            Plan(row.id or 0, QUESTIONS.decode(row.question), premove_of(row))
            for row in automatic.waiting_of(await stored_automatic.plans(session, stored.id), seat)
        )

        def look() -> Planning:
            live = self._desk.live(stored, game, read(game, kept.position), kept.public)
            return Planning(live, seat, plans, tuple(prompts_ahead(live, seat, plans)))

        return await asyncio.to_thread(look)


def prompts_ahead(live: Live, seat: int, plans: Sequence[Plan] = ()) -> list[Prompt]:
    """List what a seat may plan: what its game offers, but for what it is asked just now."""
    if live.over or live.info.players[seat].robot:
        return []
    given = {plan.premove.kind: plan.premove.picks for plan in reversed(plans)}
    now = live.prompt_of(seat)
    if now is not None and now.answered is not None:
        given[now.kind] = now.answered
    asked = now.kind if now is not None and now.answered is None else None
    return [one for one in live.game.ahead(live.view(seat), seat, given) if one.kind != asked]


def _check(prompt: Prompt, picks: Sequence[str]) -> None:
    """Check an answer as if nothing were refused: what is refused now may be possible by then."""
    options = [msgspec.structs.replace(option, refusal=None) for option in prompt.options]
    msgspec.structs.replace(prompt, options=options).check(picks)


async def open_plans(call: Call, table_id: int, notice: Text | None = None) -> None:
    """Show somebody what they have planned and what they may plan."""
    planning = await call.tables.premoves.of(table_id, call.user_id)
    voice = call.voice(planning.live.info.names)
    pieces: list[Piece] = []
    if notice is not None:
        pieces += [layouts.words(voice.post(notice)), ui.Separator()]
    lines = [
        f"### {voice.post(T('Plan ahead'))}",
        voice.post(
            T(
                "A planned answer is given as soon as it is asked, if it is still possible and nothing that it names"
                " has changed. Otherwise it is dropped, and you are told and asked."
            )
        ),
    ]
    lines += [
        f"{at}. {voice.post(T('{question}: {picks}', question=plan.question, picks=plan.picked))}"
        for at, plan in enumerate(planning.plans, start=1)
    ]
    pieces.append(layouts.words("\n".join(lines)))
    cancels = [
        button(voice.label(T("Cancel {n}", n=at)), Code("unplan", table_id, argument=str(plan.id)))
        for at, plan in enumerate(planning.plans, start=1)
    ]
    pieces += rows(cancels)
    if not planning.prompts:
        pieces.append(layouts.words(voice.post(T("Nothing can be planned just now."))))
    for prompt in planning.prompts[:5] if len(planning.plans) < MOST_PLANS else ():
        pieces += _prompt_menu(call, planning, prompt)
    tools = [
        button(voice.label(T("Play")), Code("fresh", table_id)),
        button(voice.label(T("Refresh")), Code("plan", table_id)),
    ]
    await call.show(layouts.layout(*pieces, below=rows(tools)))


def _prompt_menu(call: Call, planning: Planning, prompt: Prompt) -> list[Piece]:
    """A menu to plan an answer; what is not possible now says why, for it may be by then."""
    voice = call.voice(planning.live.info.names)
    offered = sorted(prompt.options, key=lambda one: one.refusal is not None)[:MOST_CHOICES]
    choices = [
        (one.id, voice.label(one.text, 100), voice.label(about, 100) if (about := one.refusal or one.note) else "")
        for one in offered
    ]
    most = min(prompt.at_most, len(choices))
    code = Code("planned", planning.live.info.id, planning.live.revision, mark(prompt), prompt.kind)
    return [
        layouts.row(
            menu(
                code, choices, voice.label(prompt.text, 150), at_least=min(max(1, prompt.at_least), most), at_most=most
            )
        )
    ]


async def plan_picked(call: Call, code: Code, picks: Sequence[str]) -> None:
    """Plan what was picked in a menu of the panel."""
    await _plan(call, code.table, code.argument, picks, code.mark)


async def plan_typed(call: Call, table_id: int, question: str, answer: str) -> None:
    """Plan an answer as typed."""
    planning = await call.tables.premoves.of(table_id, call.user_id)
    prompt = next((one for one in planning.prompts if one.kind == question), None)
    if prompt is None:
        raise NotToPlan
    check_length(answer)
    picks = find_picks(prompt, answer, planning.live.info.names, planning.live.game.verbs)
    await _plan(call, table_id, question, picks, None)


async def _plan(call: Call, table_id: int, kind: str, picks: Sequence[str], prompt_mark: str | None) -> None:
    try:
        plan = await call.tables.premoves.plan(table_id, call.user_id, kind, picks, prompt_mark)
    except (NotSeated, RobotPlays):
        raise
    except (TableError, RulesError) as error:
        await open_plans(call, table_id, error.text)
        return
    await open_plans(call, table_id, T("Planned: {picks}", picks=plan.picked))


async def cancel_plan(call: Call, table_id: int, plan: str) -> None:
    """Cancel a planned answer by a button of the panel."""
    try:
        gone = await call.tables.premoves.cancel(table_id, call.user_id, int(plan) if plan.isdecimal() else 0)
    except PlanGone as error:
        await open_plans(call, table_id, error.text)
        return
    await open_plans(call, table_id, T("Cancelled: {picks}", picks=gone.picked))
