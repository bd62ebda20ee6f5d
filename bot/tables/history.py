"""Former positions of a game: replayed to any turn that stands, off the event loop, with an LRU cache.

What is shown is a view of that position, so nobody sees more than their seat (or an onlooker) could see then.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

import msgspec

from bot.tables.core import answers as play
from bot.tables.core.data import Live, Past, TableInfo, Turns
from bot.tables.core.errors import GameOver, HistoryClosed, NoFilmYet, NoSuchTurn, NotOver, NotRunning, TableError
from bot.tables.core.events import decode_events
from bot.tables.core.turns import turns_of
from bot.tables.core.unit_of_work import StoredHistory, UnitOfWork
from bot.tables.queries import makes_turn
from bot.tables.upgrades import Upgrades, judge
from rules.kernel.game import Game
from rules.kernel.prompt import Prompt
from rules.kernel.record import Answer, Record, replay
from storage import rewinds
from storage.schema import LogRow, Looked
from storage.tables import Stored

FEW_ROUNDS = 12
"""A film of a game of fewer rounds shows turns."""
CACHE_SIZE = 32
"""Number of cached positions: enough to browse a few games at once."""

_Key = tuple[int, int, tuple[int, ...]]


class History:
    """See `bot.tables.service.Tables`."""

    def __init__(self, unit: UnitOfWork, upgrades: Upgrades) -> None:
        self._unit = unit
        self._upgrades = upgrades
        self._cached_positions: OrderedDict[_Key, bytes] = OrderedDict()

    async def turns(self, table_id: int) -> Turns:
        """List the turns that stand.

        Raises:
            NoTableHere, NotRunning (in the lobby), GameOver (abandoned there), DatabaseAway.

        """
        async with self._unit.reading() as session:
            stored = await self._unit.find(session, table_id)
            _check_started(stored)
            stored_history = await self._unit.history(session, stored)
        return await asyncio.to_thread(turns_of, self._unit.info(stored), stored_history)

    async def reel(self, table_id: int, most: int) -> Reel:
        """Some positions of a game that is over, for a film of it: after each round, or turns where there are few.

        Raises:
            NoFilmYet, HistoryClosed (the log cannot be replayed under the present rules).
            NoTableHere, NotRunning, GameOver, UnknownGame, Stuck, DatabaseAway.

        """
        stored, game, stored_history = await self._over(table_id, NoFilmYet)
        positions = await asyncio.to_thread(_film, game, stored_history, most)
        return Reel(self._unit.info(stored), game, tuple(positions))

    async def whole(self, table_id: int) -> Record:
        """The record of a game that is over, with all its answers that stand.

        Raises:
            NotOver, HistoryClosed (the log cannot be replayed under the present rules).
            NoTableHere, NotRunning, GameOver, UnknownGame, Stuck, DatabaseAway.

        """
        _, _, stored_history = await self._over(table_id, NotOver)
        answers = play.answers_of(play.rows_in_force(stored_history.rows))
        return msgspec.structs.replace(stored_history.record, answers=answers)

    async def at(self, table_id: int, user_id: int, number: int | None = None) -> Past:
        """The game as it was after a turn; by default after the newest.

        Raises:
            NoSuchTurn, HistoryClosed (the log cannot be replayed under the present rules).
            NoTableHere, NotRunning, GameOver, UnknownGame, Stuck, DatabaseAway.

        """
        await self._upgrades.ensure(table_id)
        unit = self._unit
        stored, data, stored_history = await self._loaded(table_id)
        info = unit.info(stored)
        turns = await asyncio.to_thread(turns_of, info, stored_history)
        shown = turns.last if number is None else number
        if not turns.first <= shown <= turns.last:
            raise NoSuchTurn(turns.first, turns.last)
        game = unit.game(stored.table.game)
        await self._check_replayable(game, stored, data, stored_history)
        rows = play.rows_in_force(stored_history.rows)[: shown - turns.first]
        live = await asyncio.to_thread(self._replayed, game, info, stored_history, rows)
        events = rows[-1].events if rows else b""
        seat = info.seat_of(user_id)
        return Past(live, shown, turns.first, turns.last, turns.turn(shown), decode_events(events, seat))

    async def read(self, table_id: int, user_id: int) -> Looked | None:
        """The read position of a person in the log of a table; moves it to the end.

        Raises:
            NoTableHere, DatabaseAway.

        """
        unit = self._unit
        async with unit.writing(aside=True) as session:
            stored = await unit.find(session, table_id)
            before = await rewinds.looked(session, table_id, user_id)
            before = None if before is None else Looked(**before.model_dump())
            now = Looked(table_id=table_id, user_id=user_id, revision=stored.table.revision, at=unit.clock())
            if makes_turn(stored, unit.info(stored).seat_of(user_id)):
                now.step = stored.table.step
            await rewinds.look(session, now)
        return before

    async def _loaded(self, table_id: int) -> tuple[Stored, bytes, StoredHistory]:
        """Load a game that was started, its position and its log."""
        unit = self._unit
        async with unit.reading() as session:
            stored = await unit.find(session, table_id)
            _check_started(stored)
            return stored, await unit.position(session, stored), await unit.history(session, stored)

    async def _over(self, table_id: int, else_: type[TableError]) -> tuple[Stored, Game[Any, Any], StoredHistory]:
        """Load a game that is over and can be replayed; raises `else_` where it is not over."""
        stored, data, stored_history = await self._loaded(table_id)
        over = stored.table.phase == "finished" or (
            stored.table.phase == "imported" and stored.table.ended_at is not None
        )
        if not over:
            raise else_
        game = self._unit.game(stored.table.game)
        await self._check_replayable(game, stored, data, stored_history)
        return stored, game, stored_history

    async def _check_replayable(
        self, game: Game[Any, Any], stored: Stored, data: bytes, stored_history: StoredHistory
    ) -> None:
        if stored.table.rules_version != game.info.rules_version:  # it is over, else it would have been upgraded
            verdict = await asyncio.to_thread(judge, game, data, stored_history)
            if verdict.position is None or not verdict.same:
                raise HistoryClosed

    def _replayed(
        self, game: Game[Any, Any], info: TableInfo, stored_history: StoredHistory, rows: list[LogRow]
    ) -> Live:
        """Replay from the nearest cached position. Runs in threads; a lost cache entry does no harm."""
        wanted = tuple(row.sequence for row in rows)
        base = stored_history.earlier[-1].sequence if stored_history.earlier else -1
        near = max(
            (
                key
                for key in list(self._cached_positions)
                if key[:2] == (info.id, base) and wanted[: len(key[2])] == key[2]
            ),
            key=lambda key: len(key[2]),
            default=None,
        )
        data = self._cached_positions.get(near) if near is not None else None
        if near is None or data is None:
            position, _ = replay(game, msgspec.structs.replace(stored_history.record, answers=[]))
            done = 0
        else:
            position, done = game.decode(data), len(near[2])
        answers: list[Answer] = play.answers_of(rows[done:])
        for answer in answers:
            game.answer(position, answer.seat, answer.picks)
        self._cache((info.id, base, wanted), game.encode(position))
        waiting = tuple(game.waiting(position))
        return Live(info, game, (), waiting, game.over(position), position)

    def _cache(self, key: _Key, data: bytes) -> None:
        self._cached_positions[key] = data
        while len(self._cached_positions) > CACHE_SIZE:
            self._cached_positions.popitem(last=False)


@dataclass(frozen=True)
class Reel:
    """Positions of a game that is over, encoded, from its start to its end; only what an onlooker may see is given."""

    info: TableInfo
    game: Game[Any, Any]
    positions: tuple[bytes, ...] = field(repr=False)

    def view(self, index: int) -> Any:
        """What an onlooker saw in a position."""
        return self.game.view(self.game.decode(self.positions[index]), None)

    def now(self, index: int) -> tuple[int, ...]:
        """What every seat had in a position, as an onlooker saw it."""
        position = self.game.decode(self.positions[index])
        seen = msgspec.structs.replace(position, state=self.game.view(position, None))
        return tuple(one.total if one.now is None else one.now for one in self.game.standings(seen))


def _film(game: Game[Any, Any], stored_history: StoredHistory, most: int) -> list[bytes]:
    """Replay a game, and choose the positions for a film of it. Runs in a thread."""
    position, _ = replay(game, msgspec.structs.replace(stored_history.record, answers=[]))
    answers: list[Answer] = play.answers_of(play.rows_in_force(stored_history.rows))
    turns, rounds = [game.encode(position)], [game.encode(position)]
    number = game.round(game.view(position, None))
    for at, answer in enumerate(answers):
        game.answer(position, answer.seat, answer.picks)
        last = at + 1 == len(answers)
        before, number = number, game.round(game.view(position, None))
        turn = last or answers[at + 1].seat != answer.seat
        if turn or number != before:
            encoded = game.encode(position)
            turns += [encoded] * turn
            rounds += [encoded] * (last or number != before)
    chosen = rounds if len(rounds) >= FEW_ROUNDS else turns
    if len(chosen) > most:
        chosen = [chosen[round(at * (len(chosen) - 1) / (most - 1))] for at in range(most)]
    return chosen


def as_it_was(info: TableInfo, game: Game[Any, Any], position: bytes, prompt: Prompt) -> Live:
    """A game at a former position (encoded) in which a seat was asked this."""
    return Live(info, game, (prompt,), (prompt.seat,), over=False, _position=game.decode(position))


def _check_started(stored: Stored) -> None:
    if stored.table.key is None:
        raise NotRunning if stored.table.phase == "lobby" else GameOver
