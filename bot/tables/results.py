"""Results of games: derived from the table, its seats, its log and its last position once a game is over.

The last post of a game has its result made (`ensure`). What is missing, as after a crash or in a database of before
there were results, is added in the background, at start and from time to time (`look`); `rebuild` makes all of them
anew, and comes to the same. Only tables whose game is over are looked at.

What was to be decided:

- A practice table has no result: nothing of it is counted.
- Whoever sits in a seat at the end has its placement, also where the seat was handed over before.
- A game is one of people if there are two or more of them, all of them played to the end, and neither a robot nor the
  rules had a seat. All others are told apart.
- The time to an answer counts from the change that led to the question, not from an answer that others gave beside
  it; further answers within one's own turn do not count, nor does what was taken back or answered by something else
  than the person.
- Points and ranks are those of the last position under the present rules, as ``/score`` shows them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from contextvars import Context
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Any, Literal

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core.errors import DatabaseAway
from bot.tables.core.positions import read
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.ratings import rate
from rules.kernel.game import Game
from rules.kernel.record import Answerer
from storage import log as stored_log
from storage import results
from storage.errors import Conflict
from storage.results import MIXED, PEOPLE, UNREAD, LoggedAnswer, Place
from storage.schema import Placement, Result
from storage.tables import Stored

log = logging.getLogger(__name__)

AGAIN = timedelta(hours=1)
"""How often it is looked for games without a result: those whose last post could not be made."""
FEWEST = 3
"""There are records where so many games had ended before: else nearly each would set one."""
STEP = 100
"""Number of tables that are looked up at once."""
PAUSE = 0.05
"""Seconds between two games in the background; whoever presses a button meanwhile goes first."""
PATIENCE = 2.0
"""Seconds that it waits at most for those, each time."""


@dataclass(frozen=True)
class Record:
    """A record of a server that a game has set, and what it was before.

    `kind` is ``side`` (most points with what the seat played with), ``points`` (most points in a game of so many
    players) or ``pace`` (the shortest game of so many players, in seconds; of no seat).
    """

    kind: Literal["side", "points", "pace"]
    seat: int | None
    value: int
    former: int
    players: int
    side: str = ""


class Results:
    """Part of the Table service."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit
        self._one_at_a_time = asyncio.Lock()
        self._looked: datetime | None = None
        self._looking: asyncio.Task[None] | None = None

    async def ensure(self, table_id: int) -> bool:
        """Make the result of a table whose game is over, unless it is there.

        Returns whether there is one, for a game may be over that cannot be told.

        Raises:
            NoTableHere, DatabaseAway.

        """
        async with self._one_at_a_time, self._unit.one_at_a_time("results"):
            with suppress(Conflict):  # another process of other rules has made it
                await self._make(table_id)
        async with self._unit.reading() as session:
            found = await results.result(session, table_id)
        return found is not None and found.kind != UNREAD

    async def records(self, table_id: int) -> list[Record]:
        """The records of its server that a game has set, against the games of people that had ended before it.

        A game that cannot be told has set none; nor has one of which something goes wrong, which the log tells: the
        last post of a game is made all the same.

        Raises:
            DatabaseAway.

        """
        if not await self.if_possible(table_id):
            return []
        try:
            async with self._unit.reading() as session:
                return await _records(session, table_id)
        except DatabaseAway:
            raise
        except Exception:
            log.exception("The records of table %d could not be looked up", table_id)
            return []

    async def if_possible(self, table_id: int) -> bool:
        """The same for what is told with a game: whatever goes wrong is noted in the log, and there is no result yet.

        Raises:
            DatabaseAway.

        """
        try:
            return await self.ensure(table_id)
        except DatabaseAway:
            raise
        except Exception:
            log.exception("The result of table %d could not be made", table_id)
            return False

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Let no result be made meanwhile, by any process; raises DatabaseAway."""
        async with self._one_at_a_time, self._unit.one_at_a_time("results"):
            yield

    async def _make(self, table_id: int, *, anew: bool = False, rates: bool = True) -> None:
        unit = self._unit
        async with unit.reading() as session:
            stored = await unit.find(session, table_id)
            if (
                stored.table.phase != "finished"
                or stored.private
                or (not anew and await results.result(session, table_id) is not None)
            ):
                return
            snapshot = await stored_log.snapshot(session, table_id)
            answers = await results.answers(session, table_id)
        game = unit.games.get(stored.table.game)
        if game is not None and (stored.table.rules_version or 0) > game.info.rules_version:
            return  # a process of newer rules has led it to its end, and can tell it; what is put here would stay
        data = None if snapshot is None else snapshot.position
        result, placements = await asyncio.to_thread(_told, game, stored, data, answers)
        async with unit.writing(aside=True) as session:
            await results.put(session, result, placements)
            if rates and result.kind == PEOPLE:
                await rate(session, result.guild_id, result.game, Place(result.ended_at, table_id))

    def look(self) -> None:
        """Add what is missing in the background every `AGAIN`, and at first; call it on a slow tick."""
        busy = self._looking is not None and not self._looking.done()
        if not busy and (self._looked is None or abs(self._unit.clock() - self._looked) >= AGAIN):
            self._looked = self._unit.clock()
            self._looking = Context().run(asyncio.create_task, self._look(), name="orrery-results")

    async def _look(self) -> None:
        try:
            await self.catch_up(pause=PAUSE)
        except DatabaseAway:
            self._looked = None  # the next tick tries again
        except Exception:  # each is made when its table is next shown
            log.exception("The results of games could not be added")

    async def catch_up(self, *, pause: float = 0.0) -> int:
        """Make all results that are missing, in the order in which the games have ended; returns how many.

        One that cannot be made stays missing, and is tried again the next time.

        Raises:
            DatabaseAway.

        """
        tried: set[int] = set()
        left = 0
        while True:
            async with self._unit.reading() as session:
                missing = await results.missing(session, STEP + left)
            found = [one for one in missing if one not in tried]
            left = len(missing) - len(found)
            if not found:
                return len(tried) - left
            for table_id in found:
                tried.add(table_id)
                if pause:
                    await asyncio.sleep(pause)
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._unit.idle.wait(), PATIENCE)
                await self.if_possible(table_id)

    async def rebuild(self, tell: Callable[[int, int], object]) -> int:
        """Make all results anew; `tell` hears how many are done, of how many. Returns how many there are.

        Raises:
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            every = await results.finished(session)
        async with self._unit.writing(aside=True) as session:
            await results.drop_all(session, but=every)
        for done, table_id in enumerate(every):
            tell(done, len(every))
            async with self._one_at_a_time, self._unit.one_at_a_time("results"):
                await self._make(table_id, anew=True, rates=False)
        async with self._unit.reading() as session:
            kinds = await results.rated_kinds(session)
        for guild_id, game in kinds:
            async with (
                self._one_at_a_time,
                self._unit.one_at_a_time("results"),
                self._unit.writing(aside=True) as session,
            ):
                await rate(session, guild_id, game)
        tell(len(every), len(every))
        return len(every)

    async def close(self) -> None:
        """Stop; what is still missing is left to the next start."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)


async def _records(session: AsyncSession, table_id: int) -> list[Record]:
    """See `Results.records`."""
    result = await results.result(session, table_id)
    if result is None or result.kind != PEOPLE:
        return []
    found: list[Record] = []
    placements = await results.placements(session, table_id)
    best: dict[str, Placement] = {}
    for one in sorted(placements, key=lambda one: (-one.points, one.seat)):
        best.setdefault(one.side, one)
    for side, one in best.items():
        former = await results.best_with(session, result, side) if side else None
        if former is not None and former.games >= FEWEST and one.points > former.value:
            found.append(Record("side", one.seat, one.points, former.value, result.players, side))
    former = await results.best_of(session, result)
    first = next(one.seat for one in placements if one.rank == 1)
    if former is not None and former.games >= FEWEST and result.best > former.value:
        found.append(Record("points", first, result.best, former.value, result.players))
    former = await results.shortest(session, result)
    if former is not None and former.games >= FEWEST and result.seconds < former.value:
        found.append(Record("pace", None, result.seconds, former.value, result.players))
    return found


def _told(
    game: Game[Any, Any] | None, stored: Stored, data: bytes | None, answers: Sequence[LoggedAnswer]
) -> tuple[Result, list[Placement]]:
    """Tell the result of a table; runs in a thread."""
    table = stored.table
    assert table.started_at is not None
    assert table.ended_at is not None
    result = Result(
        table_id=stored.id,
        guild_id=table.guild_id,
        game=table.game,
        kind=UNREAD,
        players=len(stored.seats),
        best=0,
        seconds=round((table.ended_at - table.started_at).total_seconds()),
        started_at=table.started_at,
        ended_at=table.ended_at,
    )
    if game is None or data is None:
        return result, []
    try:
        position = read(game, data)
        standings, sides = game.standings(position), game.sides(position)
    except Exception as error:  # noqa: BLE001 - whatever earlier rules have left: the table stands all the same
        log.warning("The result of table %d cannot be told: %s", stored.id, type(error).__name__)
        return result, []
    people = [not seat.robot for seat in stored.seats]
    result.kind = PEOPLE if len(standings) == len(people) > 1 and all(people) else MIXED
    result.players = len(standings)
    result.best = max(one.total for one in standings if one.rank == 1)
    times = median_times(answers, len(people))
    return result, [
        Placement(
            table_id=stored.id,
            seat=seat.number,
            guild_id=table.guild_id,
            game=table.game,
            kind=result.kind,
            ended_at=table.ended_at,
            user_id=seat.user_id,
            person=not seat.robot,
            rank=standings[seat.number].rank,
            points=standings[seat.number].total,
            side=sides[seat.number],
            seconds=times[seat.number],
        )
        for seat in stored.seats
    ]


def median_times(answers: Sequence[LoggedAnswer], seats: int) -> list[int | None]:
    """The median time in seconds from a question to the answer of its person, by seat; None without answers."""
    times: list[list[float]] = [[] for _ in range(seats)]
    # By seat: what its next question came from: when that was, and whose answer it was (None: nobody's).
    since: list[tuple[datetime, int | None] | None] = [None] * seats
    for row in answers:
        if row.kind in _ASKING_ALL:
            since = [(row.at, None)] * seats
        if row.kind in _ASKING_ONE and row.seat is not None:
            since[row.seat] = (row.at, None)
        if row.kind != "answer" or row.taken_back is not None:
            continue
        for seat in range(seats):
            came = since[seat]
            if row.seat == seat and row.by == Answerer.PLAYER and came is not None and came[1] != seat:
                times[seat].append(max(0.0, (row.at - came[0]).total_seconds()))
            if row.seat == seat or seat not in row.asked:
                since[seat] = (row.at, row.seat)
    return [round(median(one)) if one else None for one in times]


_ASKING_ALL, _ASKING_ONE = frozenset({"start", "rewind", "rules"}), frozenset({"replace", "robot"})
"""Kinds of log rows after which all seats, or that of the row, are asked anew though nobody has answered."""
