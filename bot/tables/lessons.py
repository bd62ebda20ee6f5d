"""First lessons: how far a person is in each, and what their answers come to. Nothing of it is a table.

What is shown looks like a running game (`Live`) of the person and robots, so that the usual panel can show it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import blake2b
from typing import Any

import msgspec

from bot.tables.core.data import Live, Player, TableInfo
from bot.tables.core.errors import LessonMovedOn, NoLesson
from bot.tables.core.unit_of_work import UnitOfWork
from rules.kernel.game import Game
from rules.kernel.lessons import FirstTable, Lesson, LessonStep
from rules.kernel.prompt import Prompt
from rules.kernel.steps import Event
from rules.kernel.teaching import Taught, follow
from rules.kernel.text import Text
from rules.registry import GAMES
from storage import lessons as stored_lessons
from storage.schema import LessonProgress

NO_TABLE = 0
"""In place of the id of a table."""


@dataclass(frozen=True)
class Learning:
    """Where a person is in the lesson of a game. `live` is what the step shows; None at the end."""

    game: Game[Any, Any] = field(repr=False)
    lesson: Lesson = field(repr=False)
    taught: Taught = field(repr=False)
    live: Live | None = field(repr=False)

    @property
    def key(self) -> str:
        """The game's key."""
        return self.game.info.key

    @property
    def number(self) -> int:
        """The number of the step, from 1; beyond the last one at the end."""
        return len(self.taught.given) + 1

    @property
    def steps(self) -> int:
        """How many steps the lesson has."""
        return len(self.lesson.steps)

    def seen_by(self, name: str) -> Live | None:
        """What the step shows, with the name of whoever learns in their seat."""
        if self.live is None:
            return None
        players = [replace(one, name=name) if one.seat == self.lesson.seat else one for one in self.live.info.players]
        return replace(self.live, info=replace(self.live.info, players=tuple(players)))

    @property
    def step(self) -> LessonStep | None:
        """The step; None at the end."""
        return self.lesson.steps[self.number - 1] if self.number <= self.steps else None

    @property
    def prompt(self) -> Prompt | None:
        """What the step asks, if it does; without a suggestion that does not lead on, which would contradict it."""
        prompt = self.taught.prompt
        if prompt is None or self.step is None or not self.step.asks:
            return None
        return prompt if self.step.accepts(prompt.suggested) else msgspec.structs.replace(prompt, suggested=[])

    @property
    def events(self) -> Sequence[Event]:
        """What the answer before has led to."""
        return self.taught.events

    @property
    def places(self) -> list[str]:
        """The places that the picture marks: those of the step, by default those of the answers that lead on."""
        if self.step is None or self.step.places or self.prompt is None:
            return [] if self.step is None else self.step.places
        return [place for picks in self.step.answers for pick in picks if (place := self.prompt.option(pick).place)]

    @property
    def table(self) -> FirstTable:
        """The table for a first game."""
        return self.lesson.table

    @property
    def fingerprint(self) -> str:
        """A hash of the step and of all before it."""
        known = (self.key, self.game.info.rules_version, self.taught.given, self.prompt)
        return blake2b(msgspec.msgpack.encode(known), digest_size=5).hexdigest()


class Lessons:
    """See `bot.tables.service.Tables`. Each method raises NoLesson and DatabaseAway."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def of(self, user_id: int, key: str) -> Learning:
        """Where a person is in the lesson of a game; at its first step where they have not begun it."""
        return await asyncio.to_thread(self._learning, key, await self._given(user_id, key))

    async def answer(
        self, user_id: int, key: str, shown: str, picks: Callable[[Learning], Sequence[Sequence[str]]]
    ) -> tuple[Learning, Text | None]:
        """Answer the step whose fingerprint was `shown`; `picks` finds the answers, off the event loop.

        Several are those of several steps, as far as each leads on. Returns where that leads, and why the first one
        that does not lead on does not; None where all do.

        Raises:
            LessonMovedOn: another step is shown by now. IllegalAnswer, and what `picks` raises.

        """

        def work(learning: Learning) -> tuple[Learning, Text | None]:
            for answer in picks(learning):
                if learning.step is None or learning.prompt is None:
                    break  # the next step shows something first
                learning.prompt.check(answer)
                if not learning.step.accepts(answer):
                    return learning, learning.step.why_not(answer)
                learning = self._learning(key, [*learning.taught.given, list(answer)])
            return learning, None

        return await self._change(user_id, key, shown, work)

    async def go_on(self, user_id: int, key: str, shown: str) -> Learning:
        """Go on from a step that only shows something.

        Raises:
            LessonMovedOn: another step is shown by now.

        """

        def work(learning: Learning) -> tuple[Learning, None]:
            if learning.step is None or learning.step.asks:
                raise LessonMovedOn
            return self._learning(key, [*learning.taught.given, []]), None

        return (await self._change(user_id, key, shown, work))[0]

    async def back(self, user_id: int, key: str, shown: str) -> Learning:
        """Go back to the step before.

        Raises:
            LessonMovedOn: another step is shown by now, so that a double press goes back one step.

        """

        def work(learning: Learning) -> tuple[Learning, None]:
            return self._learning(key, learning.taught.given[:-1]), None

        return (await self._change(user_id, key, shown, work))[0]

    async def begin_anew(self, user_id: int, key: str) -> Learning:
        """Begin the lesson anew."""
        learning = await asyncio.to_thread(self._learning, key, [])
        await self._unit.locked(_lane(user_id), lambda: self._keep(user_id, learning))
        return learning

    async def _change(
        self, user_id: int, key: str, shown: str, work: Callable[[Learning], tuple[Learning, Text | None]]
    ) -> tuple[Learning, Text | None]:
        """Change where a person is; it counts if they are still there once it is found out where it leads."""
        given = await self._given(user_id, key)

        def found() -> tuple[Learning, Text | None]:
            learning = self._learning(key, given)
            if learning.fingerprint != shown:
                raise LessonMovedOn
            return work(learning)

        learning, why = await asyncio.to_thread(found)
        if learning.taught.given != given:
            await self._unit.locked(_lane(user_id), lambda: self._keep(user_id, learning, given))
        return learning, why

    async def _given(self, user_id: int, key: str) -> list[list[str]]:
        async with self._unit.reading() as session:
            row = await stored_lessons.progress(session, user_id, key)
            return [] if row is None else row.answers

    async def _keep(self, user_id: int, learning: Learning, given: list[list[str]] | None = None) -> None:
        """Keep where a person is, if they were where `given` leads until now; None: wherever they were."""
        async with self._unit.writing(aside=True) as session:
            row = await stored_lessons.progress(session, user_id, learning.key)
            if given is not None and given != ([] if row is None else row.answers):
                raise LessonMovedOn
            now = LessonProgress(
                user_id=user_id, game=learning.key, answers=learning.taught.given, at=self._unit.clock()
            )
            await stored_lessons.put_progress(session, now)

    def _learning(self, key: str, given: Sequence[Sequence[str]]) -> Learning:
        # Laid with our own components, whichever set new games are played with here.
        game = GAMES.get(key) or self._unit.games.get(key)
        if game is None:
            raise NoLesson
        return learning_of(game, given, self._unit.clock())


def learning_of(game: Game[Any, Any], given: Sequence[Sequence[str]], now: datetime) -> Learning:
    """Where these answers lead in the lesson of a game.

    Raises:
        NoLesson: it has none.

    """
    lesson = game.lesson
    if lesson is None:
        raise NoLesson
    taught = follow(game, lesson, given)
    return Learning(game, lesson, taught, None if taught.position is None else _live(game, lesson, taught, now))


def _live(game: Game[Any, Any], lesson: Lesson, taught: Taught, now: datetime) -> Live:
    """A step as if it were a running game of whoever learns, whose name is put in where it is shown, and robots."""
    laid = next(step.laid for step in reversed(lesson.steps[: len(taught.given) + 1]) if step.laid is not None)
    others = [seat for seat in range(laid.seats) if seat != lesson.seat]
    robots = {seat: Player(seat, -number, "", robot=True) for number, seat in enumerate(others, 1)}
    players = tuple(robots.get(seat) or Player(seat, 1, "") for seat in range(laid.seats))
    info = TableInfo(NO_TABLE, 0, 0, game.info.key, dict(laid.options), "running", 0, 1, players, (), now)
    prompts = () if taught.prompt is None else (taught.prompt,)
    assert taught.position is not None
    return Live(info, game, prompts, (lesson.seat,), over=False, _position=taught.position)


def _lane(user_id: int) -> int:
    """The lock of a person's lessons, among those of tables."""
    return -user_id
