"""What the parts of the Table service share: the store, the games, the clock, the keys, and one lock a table.

What goes into the outbox: one row a change, of the first kind that fits,

- ``start``: a game has started;  ``over``: it has ended;  ``abandon``: it was ended early;
- ``round``: an answer opened a new round (the game told an event of kind ``round``);
- ``turn``: somebody else must act now;  ``table``: anything else, the lobby included: the table message is out of date;
- ``undo``, ``replace``: an answer was taken back, a seat handed over;
- ``invite``: somebody was invited to the lobby (and its message is out of date), whom ``guest`` names.

Its payload: ``table`` (id), ``before`` and ``revision`` (what happened is told by the log between these two), ``seat``
(who did it, or None) and ``call`` (the seats that must act now and did not have to before).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from typing import Any, TypeVar, cast
from weakref import WeakValueDictionary

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.table_data import Live, Phase, Player, TableInfo
from bot.table_errors import DatabaseAway, GameOver, NoTableHere, NotRunning, UnknownGame
from rules.kernel.game import Game, Position
from storage import log, outbox, tables
from storage.errors import Conflict, StoreAway
from storage.store import Store
from storage.tables import Stored

Result = TypeVar("Result")

_ATTEMPTS = 4  # against another process that changes the same table


class Desk:
    """See `bot.tables.Tables`."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any, Any]],
        clock: Callable[[], datetime],
        keys: Callable[[], str],
    ) -> None:
        self._store = store
        self._games = games
        self.clock = clock
        self.keys = keys
        self.news = asyncio.Event()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def game(self, key: str) -> Game[Any, Any]:
        """Find a game.

        Raises:
            UnknownGame: there is none of that key.

        """
        game = self._games.get(key)
        if game is None:
            raise UnknownGame(key)
        return game

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """Read from one consistent state; DatabaseAway where that cannot be done."""
        with _kindly():
            async with self._store.reading() as session:
                yield session

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        """Change something, all or nothing; DatabaseAway where that cannot be done, Conflict as the store says."""
        with _kindly():
            async with self._store.writing() as session:
                yield session

    async def locked(self, table_id: int, work: Callable[[], Awaitable[Result]]) -> Result:
        """Do something while nobody else in this process changes the table.

        The work loads what it needs itself; where another process was faster (Conflict) it is done anew.
        """
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock:
            for _ in range(_ATTEMPTS):
                try:
                    return await work()
                except Conflict:
                    continue
        raise DatabaseAway

    async def change(self, table_id: int, work: Callable[[AsyncSession, Stored], Awaitable[Result]]) -> Result:
        """Load a table and change it, in one transaction and while nobody else in this process changes it.

        Raises:
            NoTableHere, DatabaseAway, and what the work raises.

        """

        async def once() -> Result:
            async with self.writing() as session:
                return await work(session, await self.find(session, table_id))

        return await self.locked(table_id, once)

    async def find(self, session: AsyncSession, table_id: int) -> Stored:
        """Load a table.

        Raises:
            NoTableHere: there is none.

        """
        stored = await tables.find(session, table_id)
        if stored is None:
            raise NoTableHere
        return stored

    async def position(self, session: AsyncSession, stored: Stored) -> bytes:
        """Load the game of a table, as it is stored.

        Raises:
            NotRunning: it is in the lobby.
            GameOver: it was abandoned there.

        """
        snapshot = await log.snapshot(session, stored.id)
        if snapshot is None:
            raise NotRunning if stored.table.phase == "lobby" else GameOver
        return snapshot.position

    async def post(
        self,
        session: AsyncSession,
        stored: Stored,
        kind: str,
        revision: int,
        *,
        seat: int | None = None,
        call: Sequence[int] = (),
        **more: int,
    ) -> None:
        """Put what must be said of a change into the outbox, in the transaction of the change."""
        payload = {
            "table": stored.id,
            "before": stored.table.revision,
            "revision": revision,
            "seat": seat,
            "call": list(call),
            **more,
        }
        await outbox.put(session, stored.id, kind, payload, self.clock())

    def info(self, stored: Stored) -> TableInfo:
        """Tell of a stored table."""
        table = stored.table
        running = table.phase == "running"
        return TableInfo(
            id=stored.id,
            guild_id=table.guild_id,
            channel_id=table.channel_id,
            game=table.game,
            options=dict(table.options),
            phase=cast("Phase", table.phase),
            revision=table.revision,
            owner_id=table.owner_id,
            players=tuple(
                Player(seat.number, seat.user_id, seat.name, seat.since if running else None) for seat in stored.seats
            ),
            invited=stored.invited,
            created_at=table.created_at,
            started_at=table.started_at,
            ended_at=table.ended_at,
        )

    async def told(self, table_id: int) -> TableInfo:
        """Load a table and tell of it."""
        async with self.reading() as session:
            return self.info(await self.find(session, table_id))

    def live(self, stored: Stored, game: Game[Any, Any], position: Position[Any, Any]) -> Live:
        """Tell of a game. Costs the prompts, so it is done off the event loop."""
        prompts = tuple(game.prompts(position))
        running = stored.table.phase == "running"
        waiting = tuple(prompt.seat for prompt in prompts if prompt.answered is None) if running else ()
        return Live(self.info(stored), game, prompts if running else (), waiting, game.over(position), position)


@contextmanager
def _kindly() -> Iterator[None]:
    try:
        yield
    except StoreAway as error:
        raise DatabaseAway from error
