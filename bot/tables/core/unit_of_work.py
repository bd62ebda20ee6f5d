"""The unit of work that the parts of the table service share: transactions, a lock for each table, games, the clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeVar, cast
from weakref import WeakValueDictionary

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core import commit_trace
from bot.tables.core.commit_trace import Trace
from bot.tables.core.data import Live, Phase, Player, TableInfo
from bot.tables.core.errors import (
    DatabaseAway,
    GameOver,
    MaybeChanged,
    NoTableHere,
    NotRunning,
    NotSeated,
    OtherRules,
    RobotPlays,
    UnknownGame,
)
from bot.tables.core.events import encode_events
from bot.tables.core.log_context import at_table
from bot.tables.core.messages import Followed, RoomChange, TableChange, ToPerson, payload_of
from bot.tables.core.positions import Decoded, PositionCache
from bot.tables.core.quiet_hours import last_day, read_day
from bot.tables.core.ways import is_person, way_at
from rules.kernel.game import Game
from rules.kernel.record import Record
from rules.kernel.steps import Event
from rules.kernel.text import Text
from storage import follows, log, outbox, tables, wishes
from storage.errors import Conflict, MaybeKept, StoreAway
from storage.peers import notifies_on_commit
from storage.schema import GameTable, LogRow, Seat, Snapshot
from storage.store import Store
from storage.tables import Stored

Result = TypeVar("Result")
RobotsAsked = Callable[[int, Collection[int]], None]

RENAMES = frozenset({"start", "over", "abandon", "replace", "move"})
"""Kinds of changes after which a table's thread may have another name; in the lobby any."""
RENAMED_AFTER = timedelta(seconds=60)
"""So that the name of a thread changes once for several who join; Discord allows two changes in ten minutes."""
ENDS = frozenset({"over", "abandon"})
"""Kinds of changes that end a table."""
TO_FOLLOWERS = frozenset({"round", *ENDS})
"""Kinds of changes that are told to those who follow a table."""
_ATTEMPTS = 12  # against another process that changes the same table
_PAUSE = 0.01
"""Seconds by which the pause before each further attempt grows: the other process may have several changes to make."""


@dataclass(frozen=True)
class StoredHistory:
    """The stored history of a game: its `record` without answers, and the rows of its log that can be replayed.

    `earlier` are the rows before the rules changed under it, which cannot be replayed.
    """

    record: Record = field(repr=False)
    rows: list[LogRow] = field(repr=False)
    earlier: list[LogRow] = field(repr=False)


class UnitOfWork:
    """See `bot.tables.service.Tables`."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any, Any]],
        clock: Callable[[], datetime],
        keys: Callable[[], str],
    ) -> None:
        self._store = store
        self.games = games
        self.clock = clock
        self._began: datetime | None = None
        self.keys = keys
        self.wakeup = asyncio.Event()
        self.outbox_filled = False
        """This process has put something into the outbox that the poster has not looked at yet."""
        self.quiet_task: asyncio.Task[Any] | None = None
        """A task whose commits do not set `wakeup`: the poster looks at the outbox after it anyway."""
        self.idle = asyncio.Event()
        """Set while no interaction waits for a change of any table."""
        self.idle.set()
        self.robots_asked: RobotsAsked = lambda *_: None
        """Called for each table at which robots have prompts after a change, with the seats that have made it."""
        self._in_progress = 0
        self.positions = PositionCache()
        self.current: set[int] = set()
        """Running tables that are known to be of this process's rules versions (`bot.tables.upgrades`)."""
        self.ensure: Callable[[int], Awaitable[None]] = _nothing
        """That of `bot.tables.upgrades.Upgrades`."""
        store.listen(self.wakeup.set)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def began(self) -> datetime:
        """When this process has begun: at the first call, for the clock may not run yet when this is made."""
        if self._began is None:
            self._began = self.clock()
        return self._began

    def game(self, key: str) -> Game[Any, Any]:
        """Look up a game.

        Raises:
            UnknownGame: there is none of that key.

        """
        game = self.games.get(key)
        if game is None:
            raise UnknownGame(key)
        return game

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """Open a read transaction; raises DatabaseAway."""
        with translate_errors():
            async with self._store.reading() as session:
                yield session

    @asynccontextmanager
    async def writing(self, *, aside: bool = False) -> AsyncIterator[AsyncSession]:
        """Open a write transaction; raises DatabaseAway, Conflict, or MaybeChanged if its result is not known.

        `aside`: nobody has asked for the change, so it does not count when a person is told whether anything was
        changed (`commit_trace`). If it puts something into the outbox, the poster is woken.
        """
        trace = Trace() if aside else commit_trace.trace()
        doubt = trace.unsure  # of an earlier commit
        try:
            with translate_errors():
                async with self._store.writing() as session:
                    yield session
                    trace.unsure = True
        except MaybeChanged:
            self.wakeup.set()
            raise
        except Exception:  # not CancelledError: then the result is not known
            trace.unsure = doubt
            raise
        trace.changed, trace.unsure = True, doubt
        if notifies_on_commit(session):
            self.outbox_filled = True
            if self.quiet_task is None or asyncio.current_task() is not self.quiet_task:
                self.wakeup.set()

    def others_wait(self) -> bool:
        """Whether another interaction waits besides the caller's; thread-safe."""
        return self._in_progress > 1

    async def play_by(self) -> None:
        """Announce this process's rules versions to the others."""
        await self._store.play_by({key: game.info.rules_version for key, game in self.games.items()})

    async def rules_elsewhere(self, game: str) -> set[int]:
        """The rules versions of a game in other living processes; raises DatabaseAway."""
        with translate_errors():
            return await self._store.rules_elsewhere(game)

    @asynccontextmanager
    async def one_at_a_time(self, what: str) -> AsyncIterator[None]:
        """Hold a lock of this name among all processes; raises DatabaseAway."""
        with translate_errors():
            async with self._store.one_at_a_time(what):
                yield

    async def locked(self, table_id: int, work: Callable[[], Awaitable[Result]]) -> Result:
        """Run `work` under the table's lock of this process, for an interaction that waits for it.

        The work loads what it needs itself; on a Conflict with another process it is run again.
        """
        self._in_progress += 1
        self.idle.clear()
        try:
            return await self.in_background(table_id, work)
        finally:
            self._in_progress -= 1
            if not self._in_progress:
                self.idle.set()

    async def in_background(self, table_id: int, work: Callable[[], Awaitable[Result]]) -> Result:
        """The same for work that no interaction waits for."""
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock:
            for attempt in range(_ATTEMPTS):
                await asyncio.sleep(attempt * _PAUSE)
                try:
                    return await work()
                except Conflict:
                    continue
        raise DatabaseAway

    async def change(self, table_id: int, work: Callable[[AsyncSession, Stored], Awaitable[Result]]) -> Result:
        """Load a table and change it, in one transaction and under its lock.

        Raises:
            NoTableHere, Stuck, OtherRules, DatabaseAway, and what the work raises.

        """

        async def once() -> Result:
            async with self.writing() as session:
                await tables.lock(session, table_id)
                return await work(session, await self.find(session, table_id))

        try:
            return await self.locked(table_id, once)
        except OtherRules:
            await self.ensure(table_id)
            return await self.locked(table_id, once)

    async def find(self, session: AsyncSession, table_id: int) -> Stored:
        """Load a table.

        Raises:
            NoTableHere: there is none.

        """
        stored = await tables.find(session, table_id)
        if stored is None:
            raise NoTableHere
        at_table(stored.id, stored.table.revision)
        return stored

    async def position(self, session: AsyncSession, stored: Stored, *, any_rules: bool = False) -> bytes:
        """Load the encoded position of a table; raises as `snapshot`."""
        return (await self.snapshot(session, stored, any_rules=any_rules)).position

    async def snapshot(self, session: AsyncSession, stored: Stored, *, any_rules: bool = False) -> Snapshot:
        """Load the snapshot of a table.

        Raises:
            NotRunning: it is in the lobby.
            GameOver: it was abandoned there.
            OtherRules: it is of another rules version (not with `any_rules`), as another process has upgraded it.

        """
        game = self.games.get(stored.table.game)
        ours = game is None or stored.table.rules_version == game.info.rules_version
        if stored.table.phase == "running" and not ours and not any_rules:
            self.current.discard(stored.id)
            raise OtherRules
        snapshot = await log.snapshot(session, stored.id)
        if snapshot is None:
            raise NotRunning if stored.table.phase == "lobby" else GameOver
        return snapshot

    async def seated(self, session: AsyncSession, table_id: int, user_id: int) -> tuple[Stored, int]:
        """Load a running table and find the seat of a person there.

        Raises:
            NoTableHere, NotSeated, NotRunning, GameOver, RobotPlays.

        """
        stored = await self.find(session, table_id)
        return stored, seat_of(stored, user_id)

    async def history(self, session: AsyncSession, stored: Stored) -> StoredHistory:
        """Load the history of a game that has started."""
        table = stored.table
        assert table.key is not None
        base = await log.base(session, stored.id)
        rows = await log.rows(session, stored.id)
        record = Record(
            table.game,
            table.rules_version or 0,
            dict(table.options),
            len(stored.seats),
            table.key,
            [],
            None if base is None else base.position,
        )
        if base is None:
            return StoredHistory(record, rows, [])
        return StoredHistory(
            record,
            [row for row in rows if row.sequence > base.sequence],
            [row for row in rows if row.sequence <= base.sequence],
        )

    async def advance(
        self, session: AsyncSession, stored: Stored, *, in_secret: bool = False, **changes: Any
    ) -> tuple[int, int]:
        """Count a change of the game itself: returns the table's revision after it, and its step if it is `in_secret`.

        A step of a half-made turn does not raise the revision, which others could see in custom_ids.

        Raises:
            Conflict: the table is not as it was loaded any more.

        """
        table = stored.table
        if in_secret:
            return table.revision, await tables.step_on(session, stored.id, table.revision, table.step)
        return await tables.advance(session, stored.id, table.revision, step=table.step, **changes), 0

    async def append_event(
        self,
        session: AsyncSession,
        stored: Stored,
        revision: int,
        event: Event,
        *,
        kind: str,
        user_id: int | None = None,
        barrier: bool = False,
    ) -> int:
        """Log an event that is no answer, and return its sequence; the revision has been raised before."""
        row = self.event_row(stored, kind, event, user_id)
        row.revision, row.barrier = revision, barrier
        return await log.append(session, stored.id, [row])

    async def post(
        self,
        session: AsyncSession,
        stored: Stored,
        kind: str,
        revision: int,
        *,
        seat: int | None = None,
        newly_asked: Sequence[int] = (),
        mention: Sequence[int] = (),
        asked: Sequence[int] = (),
        skipped: str = "",
    ) -> None:
        """Put a change into the outbox for the table's channel, in the transaction of the change.

        Nothing is posted of a practice table.
        """
        if stored.private:
            if kind in ENDS:
                await wishes.end(session, stored.id)
            return
        change = TableChange(
            stored.id,
            revision - 1,
            revision,
            seat,
            list(newly_asked),
            list(mention),
            asked=list(asked),
            skipped=skipped,
        )
        await outbox.put(session, stored.id, kind, payload_of(change), self.clock())
        if stored.table.room and (kind in RENAMES or stored.table.phase == "lobby"):
            await self.rename_later(session, stored)
        if kind in TO_FOLLOWERS:
            for user_id in await follows.to_tell(session, stored.id, ended=kind in ENDS):
                followed = Followed(user_id, revision)
                await outbox.put(session, stored.id, "followed", payload_of(followed), self.clock())
        if kind == "over":
            await self._tell_result(session, stored, seat)
        if kind in ENDS:
            await wishes.end(session, stored.id)
            await tables.end_offers(session, stored.id)

    async def _tell_result(self, session: AsyncSession, stored: Stored, seat: int | None) -> None:
        """Have those told that the game is over who are told of turns in person, but for `seat`, whose answer ended it.

        They may never look into the thread with the last post.
        """
        for one in stored.seats:
            if is_person(one) and one.number != seat and way_at(stored, one.user_id) == "dm":
                await outbox.put(session, stored.id, "result", payload_of(ToPerson(one.user_id)), self.clock())

    async def rename_later(self, session: AsyncSession, stored: Stored) -> None:
        """Have the name of a table's thread brought up to date, a while after the change."""
        now = self.clock()
        revision = stored.table.revision
        change = RoomChange(stored.id, revision, revision, None, [], [], channel=stored.table.channel_id)
        await outbox.put_room(session, stored.id, payload_of(change), now, now + RENAMED_AFTER)

    def info(self, stored: Stored) -> TableInfo:
        """Convert a stored table to a `TableInfo`."""
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
            players=tuple(self._player(stored, seat, running=running) for seat in stored.seats),
            invited=stored.invited,
            created_at=table.created_at,
            started_at=table.started_at,
            ended_at=table.ended_at,
            remind_hours=table.remind_hours,
            reminders=table.reminders,
            clock=table.clock,
            clock_hours=table.clock_hours,
            hints=table.hints,
            rewind_hours=table.rewind_hours,
            step=table.step,
            lost=table.lost,
            room=table.room,
            parent_id=table.parent_id,
            room_name=table.room_name,
            renamed_at=table.renamed_at,
            why_here=table.why_here,
            pictures=table.pictures,
            seating=tuple(table.seating),
            sought_in=table.sought_in,
            rivals=self._rivals(table) if table.phase != "lobby" else (),
            declined=stored.declined,
        )

    def _rivals(self, table: GameTable) -> tuple[Text, ...]:
        """Name whom the rules move; nobody where the game is not known here any more."""
        game = self.games.get(table.game)
        return () if game is None else tuple(game.rivals(table.options))

    def _player(self, stored: Stored, seat: Seat, *, running: bool) -> Player:
        preference = stored.preferences.get(seat.user_id)
        away, now = None, self.clock()
        until = None if preference is None else preference.away_until
        begun = preference is not None and (preference.away_from is None or preference.away_from <= now)
        if preference is not None and until is not None and begun and until > now:
            away = read_day(preference.away_day) or last_day(until, preference.zone)
        if not running:
            return Player(seat.number, seat.user_id, seat.name, robot=seat.robot, away=away, level=seat.level)
        votes = tuple(vote.voter for vote in stored.votes if vote.seat == seat.number)
        return Player(
            seat.number,
            seat.user_id,
            seat.name,
            seat.since,
            seat.robot,
            seat.deadline,
            overdue=seat.overdue,
            given_up=seat.given_up,
            votes=votes,
            away=away,
            gone=seat.gone,
            level=seat.level,
            offered_to=seat.offered_to,
            offered_by=seat.offered_by,
        )

    async def load_info(self, table_id: int) -> TableInfo:
        """Load a table as `TableInfo`."""
        async with self.reading() as session:
            return self.info(await self.find(session, table_id))

    def log_row(self, stored: Stored, kind: str, revision: int, seat: int, **more: Any) -> LogRow:
        """Make a row of the log for an answer or an undo of a seat; its sequence is given when it is appended."""
        return LogRow(table_id=stored.id, sequence=0, revision=revision, at=self.clock(), kind=kind, seat=seat, **more)

    def event_row(self, stored: Stored, kind: str, event: Event, user_id: int | None = None) -> LogRow:
        """Make a log row for an event that is no answer; whoever appends it sets the revision."""
        return LogRow(
            table_id=stored.id,
            sequence=0,
            revision=0,
            at=self.clock(),
            kind=kind,
            seat=event.seat,
            user_id=user_id,
            events=encode_events([event]),
        )

    async def log_event(
        self,
        session: AsyncSession,
        stored: Stored,
        kind: str,
        event: Event,
        user_id: int | None = None,
        **changes: Any,
    ) -> int:
        """Raise the revision, log an event that is no answer, and return the new revision."""
        revision = await tables.advance(session, stored.id, stored.table.revision, **changes)
        await self.append_event(session, stored, revision, event, kind=kind, user_id=user_id)
        return revision

    def live(
        self,
        stored: Stored,
        game: Game[Any, Any],
        position: bytes,
        public: bytes | None = None,
        own: Decoded | None = None,
    ) -> Live:
        """Make a `Live` of an encoded position. Run it off the event loop, as it may have to decode.

        `public` is the position before a half-made turn, if there is one; `own` is a position that the caller has
        decoded, and may change later.

        Raises:
            Stuck.

        """
        now = self.positions.get(game, position) if own is None else own
        running = stored.table.phase == "running"
        waiting = tuple(prompt.seat for prompt in now.prompts if prompt.answered is None) if running else ()
        shown = None if public is None else self.positions.get(game, public)
        return Live(
            self.info(stored),
            game,
            now.prompts if running else (),
            waiting,
            now.over,
            now.position,
            None if shown is None else shown.position,
            shown.prompts if shown is not None and running else None,
        )


async def _nothing(_table_id: int) -> None:
    """Do nothing, until `Upgrades` replaces this."""


def seat_of(stored: Stored, user_id: int) -> int:
    """The seat of a person at a running table.

    Raises:
        NotSeated, NotRunning, GameOver, RobotPlays.

    """
    seat = next((one.number for one in stored.seats if one.user_id == user_id), None)
    if seat is None:
        raise NotSeated
    check_running(stored)
    if stored.seats[seat].robot:
        raise RobotPlays
    return seat


def check_running(stored: Stored) -> None:
    """Check that a game is running.

    Raises:
        NotRunning, GameOver.

    """
    if stored.table.phase == "lobby":
        raise NotRunning
    if stored.table.phase != "running":
        raise GameOver


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translate errors of the store into those of the table service."""
    try:
        yield
    except MaybeKept as error:
        raise MaybeChanged from error
    except StoreAway as error:
        raise DatabaseAway from error
