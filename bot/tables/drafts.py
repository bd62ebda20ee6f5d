"""Turns that a person is planning over the position as they know it, before their turn comes.

A draft is what has been chosen so far; nobody else knows of it. Kept, it becomes planned answers (`bot.tables.plans`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core import automatic
from bot.tables.core.data import Live, Panel, fingerprint
from bot.tables.core.errors import NothingToUndo, NotToPlan, Stale, TooManySteps
from bot.tables.core.unit_of_work import UnitOfWork, seat_of
from rules.kernel.errors import IllegalAnswer
from rules.kernel.game import Game
from rules.kernel.policies import as_planned, planned_turns
from rules.kernel.prompt import Prompt
from rules.kernel.supposing import Supposed, asks_on, suppose
from rules.kernel.text import Text
from storage import automatic as stored_automatic
from storage import tables
from storage.schema import Draft
from storage.tables import Stored

MAX_TURNS = 3
"""Turns that can be planned one after the other."""
MAX_STEPS = 60
"""Answers of a planned turn."""

Turns = list[list[list[str]]]
"""The answers of each turn."""


@dataclass(frozen=True)
class Drafted:
    """A draft as it stands: the game as everybody sees it, and what the seat has supposed over it.

    `supposed.refused` says why the rest of it was left out, if the game has changed under it.
    """

    live: Live
    seat: int
    supposed: Supposed = field(repr=False)

    @property
    def shown(self) -> Live:
        """The game as it would be after the draft, for the seat alone."""
        return self.live.supposed(self.seat, self.supposed.position, self.supposed.prompt)

    @property
    def prompt(self) -> Prompt | None:
        """What is asked after it; None where its last turn ends."""
        return self.supposed.prompt

    @property
    def turns(self) -> Turns:
        """The answers that can be given."""
        return [[step.picks for step in turn] for turn in self.supposed.turns]

    @property
    def fingerprint(self) -> str:
        """A hash of what is asked and of the answers before it: what is asked again is another question."""
        prompt = self.supposed.prompt
        drafted = (self.turns, "" if prompt is None else fingerprint(prompt))
        return blake2b(msgspec.msgpack.encode(drafted), digest_size=5).hexdigest()

    @property
    def steps(self) -> int:
        """How many answers it has."""
        return sum(map(len, self.turns))

    @property
    def ends(self) -> bool:
        """Whether its last turn is planned to its end, so that another one may follow."""
        return self.supposed.ends


def supposes(live: Live) -> bool:
    """Whether a game supposes turns now."""
    return type(live.game).suppose is not Game.suppose and live.round >= live.game.supposes_from


def may_draft(live: Live, seat: int) -> bool:
    """Whether a seat may plan turns now: while others play, in a game that supposes turns."""
    return supposes(live) and not live.over and not live.info.players[seat].robot and seat not in live.waiting


async def asks_ahead(panel: Panel) -> bool:
    """Whether the plan of a seat's next turn is shown by itself in place of its panel: it has no plan yet."""
    live, seat = panel.live, panel.seat
    if type(live.game).asks_ahead is Game.asks_ahead:
        return False  # a view would be copied for nothing
    free = may_draft(live, seat) and not (panel.planned or live.robots_asked)
    return free and await asyncio.to_thread(lambda: live.game.asks_ahead(live.view(seat), seat))


class Drafts:
    """See `bot.tables.service.Tables`."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def of(self, table_id: int, user_id: int) -> Drafted:
        """The draft of a person; a new one asks the first question of their turn.

        Raises:
            NotToPlan: not now. NoTableHere, NotRunning, GameOver, NotSeated, RobotPlays, UnknownGame, DatabaseAway.

        """
        async with self._unit.reading() as session:
            return await self._read(session, *await self._unit.seated(session, table_id, user_id), user_id)

    async def answer(
        self, table_id: int, user_id: int, shown: str, picks: Callable[[Drafted], Sequence[str]]
    ) -> Drafted:
        """Add an answer to the draft whose fingerprint was `shown`; `picks` finds it, off the event loop.

        Where that ends a turn and the game asks ahead (`Game.asks_ahead`), the next turn is begun.

        Raises:
            Stale: it is another one by now. TooManySteps: it would be too long. IllegalAnswer. Otherwise as `of`.

        """

        def work(drafted: Drafted) -> Turns:
            prompt = drafted.supposed.prompt
            if prompt is None or drafted.fingerprint != shown:
                raise Stale
            if drafted.steps >= MAX_STEPS:
                raise TooManySteps(MAX_STEPS)
            found = list(picks(drafted))
            prompt.check(found)
            *before, last = drafted.turns
            return [*before, [*last, found]]

        return await self._change(table_id, user_id, work, goes_on=True)

    async def go_on(self, table_id: int, user_id: int) -> Drafted:
        """Begin the turn after the last one.

        Raises:
            NotToPlan: the last one is not planned to its end, or no more can be planned. Otherwise as `of`.

        """

        def work(drafted: Drafted) -> Turns:
            if not drafted.ends or len(drafted.turns) >= MAX_TURNS:
                raise NotToPlan
            return [*drafted.turns, []]

        return await self._change(table_id, user_id, work)

    async def back(self, table_id: int, user_id: int, shown: str, *, all_steps: bool = False) -> Drafted:
        """Take the last answer out of the draft whose fingerprint was `shown`, or all of them.

        Raises:
            NothingToUndo. Stale: it is another one by now, so that a double press takes back one. Otherwise as `of`.

        """

        def work(drafted: Drafted) -> Turns:
            turns = drafted.turns
            if turns and turns[0] and drafted.fingerprint != shown:
                raise Stale
            if turns and not turns[-1]:
                turns = turns[:-1]
            if not turns:
                raise NothingToUndo
            return [] if all_steps else [*turns[:-1], turns[-1][:-1]]

        return await self._change(table_id, user_id, work)

    async def keep(
        self,
        table_id: int,
        user_id: int,
        *,
        turns: Turns | None = None,
        if_legal: bool = False,
        watches: Collection[str] = (),
    ) -> list[Text]:
        """Plan what was drafted, in place of the turns that were planned before; returns the texts of its picks.

        With `turns`, those are planned, and the draft stays as it is. With `if_legal` prices may change; `watches` are
        the keys of what drops it besides. If the turn has come meanwhile, it is played at once.

        Raises:
            NotToPlan: there is nothing in it, or they have begun their turn by hand. IllegalAnswer: of `turns`.
            Otherwise as `of`.

        """

        async def work(session: AsyncSession, stored: Stored) -> list[Text]:
            seat = seat_of(stored, user_id)
            drafted = await self._read(session, stored, seat, user_id, asked=True, turns=turns)
            if turns is not None and drafted.supposed.refused is not None:
                raise IllegalAnswer(drafted.supposed.refused)
            kept = [[(step.prompt, step.picks) for step in turn] for turn in drafted.supposed.turns if turn]
            if not kept:
                raise NotToPlan
            plans = automatic.waiting_of(await stored_automatic.plans(session, table_id), seat)
            former = [plan.id for plan in automatic.planned_turns_of(plans) if plan.id is not None]
            await stored_automatic.remove_plans(session, former)
            steps = [step for turn in kept for step in turn]
            game = drafted.live.game
            facts = game.watched(drafted.live.view(seat), seat)
            watched = {key: fact for key, fact in facts.items() if key in watches}
            premoves = planned_turns(kept, if_legal=if_legal, watched=watched, unfolds=game.unfolds)
            prompts = [one[0][0] for turn in kept for one in as_planned(turn, game.unfolds)]
            for prompt, made in zip(prompts, premoves, strict=True):
                await stored_automatic.plan(session, automatic.planned(table_id, seat, prompt, made))
            if turns is None:
                await stored_automatic.forget_draft(session, table_id, user_id)
            # The revision is raised so that a concurrent answer of another process conflicts and sees the plan.
            await tables.advance(session, table_id, stored.table.revision)
            if seat in drafted.live.waiting:
                await automatic.go_on(self._unit, session, table_id, seat=seat)
            return [prompt.option(pick).text for prompt, picks in steps for pick in picks]

        return await self._unit.change(table_id, work)

    async def _change(
        self, table_id: int, user_id: int, work: Callable[[Drafted], Turns], *, goes_on: bool = False
    ) -> Drafted:
        async def change(session: AsyncSession, stored: Stored) -> Drafted:
            seat = seat_of(stored, user_id)
            drafted = await self._read(session, stored, seat, user_id)
            live = drafted.live

            def load() -> Drafted:
                turns = work(drafted)
                supposed = suppose(live.game, live.view(seat), seat, turns or [[]])
                if supposed.refused is not None:
                    raise IllegalAnswer(supposed.refused)
                if goes_on and len(turns) < MAX_TURNS and asks_on(live.game, supposed, seat):
                    supposed = suppose(live.game, live.view(seat), seat, [*turns, []])
                return Drafted(live, seat, supposed)

            changed = await asyncio.to_thread(load)
            draft = Draft(table_id=table_id, user_id=user_id, turns=changed.turns, at=self._unit.clock())
            await stored_automatic.put_draft(session, draft)
            return changed

        return await self._unit.change(table_id, change)

    async def _read(
        self,
        session: AsyncSession,
        stored: Stored,
        seat: int,
        user_id: int,
        *,
        asked: bool = False,
        turns: Turns | None = None,
    ) -> Drafted:
        game = self._unit.game(stored.table.game)
        snapshot = await self._unit.snapshot(session, stored)
        if turns is None:
            draft = await stored_automatic.draft(session, stored.id, user_id)
            turns = draft.turns if draft is not None else []

        def load() -> Drafted:
            live = self._unit.live(stored, game, snapshot.position, snapshot.public)
            comes = asked and seat in live.waiting and not live.half_made  # begun by hand, it is gone on with by hand
            if not may_draft(live, seat) and not comes:
                raise NotToPlan
            return Drafted(live, seat, suppose(game, live.view(seat), seat, turns or [[]]))

        return await asyncio.to_thread(load)
