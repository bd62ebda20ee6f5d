"""Queries for panels, posts and notices: one read transaction for each.

Each transaction and statement costs the event loop time, and these are needed for every press.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core import answers
from bot.tables.core.automatic import visible_answerer
from bot.tables.core.data import Live, LogEntry, Panel, Post, Preferences, TableInfo, Undoable, Wish
from bot.tables.core.errors import (
    DatabaseAway,
    GameOver,
    NoTableHere,
    NothingToUndo,
    NotRunning,
    NotSeated,
    Stuck,
    TableError,
    UnknownGame,
)
from bot.tables.core.events import decode_events
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.core.waits import wish_of
from bot.tables.core.ways import way_at, way_everywhere
from bot.tables.preferences import Reach, reach_of, settings_of
from bot.tables.upgrades import Upgrades
from rules.kernel.errors import RulesError
from rules.kernel.record import Answerer
from storage import automatic as stored_automatic
from storage import log, outbox, tables
from storage.schema import LogRow, PlannedAnswer, PostedMessage, Snapshot
from storage.tables import Stored

LOOK_BACK = 60
"""How many revisions back a panel or a notice shows events since its reader's last answer."""


@dataclass(frozen=True)
class PanelRows:
    """The stored rows that a panel needs besides the position: see `panel_rows`."""

    stored: Stored = field(repr=False)
    since_barrier: list[LogRow] = field(repr=False)
    log: list[LogRow] = field(repr=False)
    plans: list[PlannedAnswer] = field(repr=False)


@dataclass(frozen=True)
class Told:
    """How somebody is told of a turn: `way` is dm, channel, none or daily, and what they want at the table."""

    way: str
    wish: Wish


Turn = tuple[Live, tuple[LogEntry, ...], Told]
"""A game, the visible entries of the last `LOOK_BACK` revisions, and how the seat's person is told."""
NOT_PLAYED = (NoTableHere, NotRunning, GameOver, UnknownGame)
"""Errors that mean that a table has no running game."""


@dataclass(frozen=True)
class Posting:
    """What the posts of a table show. `live` is None in a lobby, and if the game is stuck.

    `channel` are the settings of the channel, `posts` our messages by kind, `log` the public entries since them.
    `more`: the outbox holds later rows of the table.
    """

    info: TableInfo
    live: Live | None
    channel: Preferences
    posts: Mapping[str, Post]
    log: tuple[LogEntry, ...] = field(repr=False)
    more: bool


class Queries:
    """Part of the Table service. Each method raises NoTableHere, UnknownGame, OtherRules, DatabaseAway."""

    def __init__(self, unit: UnitOfWork, upgrades: Upgrades) -> None:
        self._unit = unit
        self._upgrades = upgrades

    async def arrive(
        self, user_id: int, channel_id: int | None, about: int = 0
    ) -> tuple[Preferences, TableInfo | None, TableInfo | None]:
        """Load a person's settings, a channel's live table, else the last one played there, and the table `about`.

        The last is None where there is no table of that number.
        """
        async with self._unit.reading() as session:
            preference = await tables.preference(session, user_id)
            here = None if channel_id is None else await tables.of_channel(session, channel_id, ended=True)
            meant = here if here is not None and here.id == about else None
            if meant is None and about:
                meant = await tables.find(session, about)
        infos = [None if one is None else self._unit.info(one) for one in (here, meant)]
        return settings_of(preference), infos[0], infos[1]

    async def panel(self, table_id: int, user_id: int, live: Live | None = None, *, logged: bool = True) -> Panel:
        """Load a person's panel; `live` is used if it is not out of date.

        Raises:
            NotSeated: they do not sit there. Stuck, NotRunning, GameOver.

        """
        unit = self._unit
        await self._upgrades.ensure(table_id)
        async with unit.reading() as session:
            stored = await unit.find(session, table_id)
            if live is None or (live.revision, live.step) != (stored.table.revision, stored.table.step):
                live, snapshot = None, await unit.snapshot(session, stored)
            sits = next((one.number for one in stored.seats if one.user_id == user_id), None)
            rows = await panel_rows(session, stored, sits, logged=logged)
        if live is None:
            live = await live_of(unit, stored, snapshot)
        seat = live.seat_of(user_id)
        if seat is None:
            raise NotSeated
        back = None
        if _may_take_back(live, seat) and not stored.seats[seat].robot:
            back = _offered(await self.undoable(stored, seat, rows.since_barrier), rows.since_barrier)
        return _panel(live, seat, back, rows)

    @staticmethod
    def panel_at_once(live: Live, seat: int, rows: PanelRows) -> Panel | None:
        """Make a panel of rows that were read with the game; None if it needs a further query."""
        back, certain = None, True
        if _may_take_back(live, seat):
            back, certain = _undoable(rows.stored, seat, rows.since_barrier)
        return _panel(live, seat, _offered(back, rows.since_barrier), rows) if certain else None

    async def notice(
        self, user_id: int, waits: Sequence[tuple[int, int]], wanted: Callable[[Reach], bool]
    ) -> tuple[Reach, list[Turn | None]]:
        """Load how a person can be reached and, if that is `wanted`, the games of these waits (tables and seats).

        None stands for a table without a running game.

        Raises:
            Stuck, OtherRules: of a table, if it is wanted.

        """
        unit = self._unit
        known: list[tuple[Stored, Snapshot, list[LogRow]] | None] = []
        errors = [await self._ensure(table_id) for table_id, _ in waits]
        async with unit.reading() as session:
            reach = await reach_of(session, user_id, unit.clock())
            if not wanted(reach):
                return reach, []
            for (table_id, seat), error in zip(waits, errors, strict=True):
                try:
                    if error is not None:
                        raise error
                    stored = await unit.find(session, table_id)
                    snapshot = await unit.snapshot(session, stored)
                    known.append((stored, snapshot, await _last_rows(session, stored, seat)))
                except NOT_PLAYED:
                    known.append(None)
        return reach, [
            None if one is None else await self._turn(*one, seat) for one, (_, seat) in zip(known, waits, strict=True)
        ]

    async def _ensure(self, table_id: int) -> TableError | None:
        """Upgrade a table to the present rules; returns the error if that is not possible."""
        try:
            await self._upgrades.ensure(table_id)
        except DatabaseAway:
            raise
        except TableError as error:
            return error
        return None

    async def _turn(self, stored: Stored, snapshot: Snapshot, rows: Sequence[LogRow], seat: int) -> Turn | None:
        try:
            live = await live_of(self._unit, stored, snapshot)
        except NOT_PLAYED:
            return None
        user_id = stored.seats[seat].user_id
        told = Told(way_at(stored, user_id), wish_of(stored.wishes.get(user_id)))
        return live, tuple(visible_entries(rows, seat)), told

    async def way_at(self, table_id: int, user_id: int) -> str:
        """How a person is told of what concerns them at a table: dm, channel, none or daily."""
        async with self._unit.reading() as session:
            stored = await self._unit.find(session, table_id)
            if any(seat.user_id == user_id for seat in stored.seats):
                return way_at(stored, user_id)
            return way_everywhere(await tables.preference(session, user_id))  # a guest has no seat yet

    async def posting(self, table_id: int, after: int = 0) -> Posting:
        """Load what the posts of a table show; `after` is the last outbox row that the caller has."""
        unit = self._unit
        stuck = False
        try:
            await self._upgrades.ensure(table_id)
        except Stuck:
            stuck = True
        async with unit.reading() as session:
            stored = await unit.find(session, table_id)
            channel = settings_of(await tables.preference(session, stored.table.channel_id))
            posts = {one.kind: post_of(one) for one in await tables.posts(session, table_id)}
            more = await outbox.holds(session, table_id, after)
            snapshot, rows = await self._started(session, stored, posts, any_rules=stuck)
        live = None
        if snapshot is not None and not stuck:
            try:
                live = await live_of(unit, stored, snapshot)
            except Stuck:  # its owner has been notified; it is shown again when it can be decoded
                live = None
        return Posting(unit.info(stored), live, channel, posts, tuple(visible_entries(rows, None)), more)

    async def _started(
        self, session: AsyncSession, stored: Stored, posts: Mapping[str, Post], *, any_rules: bool
    ) -> tuple[Snapshot | None, list[LogRow]]:
        if stored.table.started_at is None:
            return None, []
        since = min((posts[kind].revision for kind in ("base", "table") if kind in posts), default=0)
        snapshot = await self._unit.snapshot(session, stored, any_rules=any_rules)
        return snapshot, await log.visible_rows(session, stored.id, since)

    async def undoable(self, stored: Stored, seat: int, since_barrier: Sequence[LogRow]) -> Undoable | None:
        """What a seat may take back now. None: nothing."""
        unit = self._unit
        undoable, certain = _undoable(stored, seat, since_barrier)
        if undoable is None or certain:
            return undoable
        async with (
            unit.reading() as session
        ):  # others have answered since: only a replay tells whether it can be taken back
            now = await unit.find(session, stored.id)
            data = known_position(await unit.snapshot(session, now), makes_turn=makes_turn(now, seat))
            history = await unit.history(session, now)
        game = unit.game(now.table.game)
        rows = answers.known(history.rows, makes_turn=makes_turn(now, seat))
        try:
            await asyncio.to_thread(answers.take_back, game, data, history.record, rows, [undoable.sequence])
        except (RulesError, NothingToUndo):
            return None
        return undoable


async def panel_rows(session: AsyncSession, stored: Stored, seat: int | None, *, logged: bool) -> PanelRows:
    """Read the rows that a panel needs besides the position; the log only if it shows events (`logged`)."""
    return PanelRows(
        stored,
        await log.since_barrier(session, stored.id),
        await _last_rows(session, stored, seat) if logged else [],
        await stored_automatic.plans(session, stored.id),
    )


def _panel(live: Live, seat: int, back: Undoable | None, rows: PanelRows) -> Panel:
    planned = any(plan.seat == seat and plan.taken is None for plan in rows.plans)
    note = wish_of(rows.stored.wishes.get(rows.stored.seats[seat].user_id)).note
    return Panel(live, seat, back, tuple(visible_entries(rows.log, seat)), planned, note)


def _may_take_back(live: Live, seat: int) -> bool:
    """Whether a seat may have something to take back: a sealed answer can be changed instead."""
    prompt = live.prompt_of(seat)
    return not live.over and (prompt is None or prompt.answered is None)


def _undoable(stored: Stored, seat: int, since_barrier: Sequence[LogRow]) -> tuple[Undoable | None, bool]:
    """What a seat may take back now, and whether that is certain: not if others have answered since."""
    since = answers.known(since_barrier, makes_turn=makes_turn(stored, seat))
    try:
        gone = answers.to_take_back(since, seat, all_steps=True)
    except RulesError:
        return None, True
    row = gone[0]
    question, place = answers.question_of(row), _place_of(row, since)
    undoable = Undoable(seat, row.sequence, question, tuple(row.picks), len(gone), place)
    return undoable, all(
        one.by != Answerer.PLAYER for one in answers.rows_in_force(since) if one.sequence > row.sequence
    )


def _offered(back: Undoable | None, since_barrier: Sequence[LogRow]) -> Undoable | None:
    """What a panel offers to take back: not what a robot has played on from, which `/undo` alone takes back."""
    if back is None:
        return None
    rows = [row for row in answers.rows_in_force(since_barrier) if row.sequence >= back.sequence]
    beside = set(rows[0].asked)
    seen = any(row.by == Answerer.ROBOT and row.seat != back.seat and row.seat not in beside for row in rows)
    return None if seen else back


def makes_turn(stored: Stored, seat: int | None) -> bool:
    """Whether a half-made turn, if there is one, is of this seat."""
    return seat is not None and stored.seats[seat].since is not None


def known_position(snapshot: Snapshot, *, makes_turn: bool) -> bytes:
    """The position as a seat may see it: a half-made turn is visible only to the seat that `makes_turn`."""
    return snapshot.position if makes_turn or snapshot.public is None else snapshot.public


def _place_of(row: LogRow, since: Sequence[LogRow]) -> str:
    """Identify an answer of a seat among its others, independently of what other seats have done."""
    own = [one for one in since if one.seat == row.seat and one.by == Answerer.PLAYER and one.sequence <= row.sequence]
    return f"{row.revision}.{row.step}.{len(own)}"


async def _last_rows(session: AsyncSession, stored: Stored, seat: int | None) -> list[LogRow]:
    since = max(0, stored.table.revision - LOOK_BACK)
    return await log.visible_rows(session, stored.id, since, hidden=makes_turn(stored, seat))


async def live_of(unit: UnitOfWork, stored: Stored, snapshot: Snapshot) -> Live:
    """Make a `Live` of a snapshot, off the event loop.

    Raises:
        UnknownGame, Stuck.

    """
    game = unit.game(stored.table.game)
    return await asyncio.to_thread(lambda: unit.live(stored, game, snapshot.position, snapshot.public))


def visible_entries(rows: Sequence[LogRow], seat: int | None, *, taken_back: bool = False) -> list[LogEntry]:
    """Convert log rows to entries as visible to a seat (None: an onlooker); with `taken_back`, also those.

    Answers of a half-made turn count from the revision that made them public, except for their own seat.
    """
    return [
        LogEntry(
            sequence=row.sequence,
            revision=row.revision if row.seat == seat else row.public or row.revision,
            step=row.step if row.seat == seat else 0,
            at=row.at,
            kind=cast("Any", row.kind),
            seat=row.seat,
            by=visible_answerer(row, seat),
            events=decode_events(row.events, seat),
            taken_back=row.taken_back is not None,
        )
        for row in rows
        if taken_back or row.taken_back is None
    ]


def post_of(message: PostedMessage) -> Post:
    """Convert a stored message of ours."""
    return Post(message.table_id, message.kind, message.channel_id, message.message_id, message.revision, message.at)
