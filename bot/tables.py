"""The Table service: everything that can be done at a table, without Discord. Safe to call at any time, in any order.

    tables = Tables(store)                       # games, clock and keys have defaults
    info = await tables.lobby.create(...)        # opening, seats, options, start, replace, abandon: `bot.lobby`
    live = await tables.game(info.id)            # looking
    played = await tables.answer(...)            # playing

Every call either does all that it says, in one transaction, or raises and has changed nothing: a `TableError` (its
`text` is for the person), or a `RulesError` of the rules, which has such a `text` as well. After a change the outbox
holds what must be posted (`tables.outbox`, kinds and payload in `bot.desk`), and `tables.news` is set to wake whoever
sends it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, cast

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot import play
from bot.desk import Desk
from bot.lobby import Lobby
from bot.table_data import (
    LANGUAGES,
    PICTURE_SIZES,
    Live,
    Person,
    Played,
    Player,
    Post,
    Preferences,
    TableInfo,
    Told,
    Undoable,
    Undone,
    Waiting,
    mark,
)
from bot.table_errors import (
    AlreadyRunning,
    AlreadySeated,
    BadPreference,
    BeyondReveal,
    BotPlayer,
    ChannelTaken,
    DatabaseAway,
    GameOver,
    MayNotInvite,
    NoTableHere,
    NothingToUndo,
    NotOwner,
    NotRunning,
    NotSeated,
    NotYourSeat,
    Stale,
    StillRunning,
    TableError,
    TableFull,
    UnknownGame,
    UnknownOption,
    UnknownPlayer,
)
from rules.kernel.errors import RulesError
from rules.kernel.game import Game
from rules.kernel.record import Record
from rules.kernel.steps import Event
from rules.kernel.text import T, Text, player
from rules.registry import GAMES
from storage import log, tables
from storage.outbox import Outbox
from storage.schema import LogRow, PostedMessage, Preference
from storage.store import Store
from storage.tables import Stored

__all__ = [
    "LANGUAGES",
    "PICTURE_SIZES",
    "AlreadyRunning",
    "AlreadySeated",
    "BadPreference",
    "BeyondReveal",
    "BotPlayer",
    "ChannelTaken",
    "DatabaseAway",
    "GameOver",
    "Live",
    "Lobby",
    "MayNotInvite",
    "NoTableHere",
    "NotOwner",
    "NotRunning",
    "NotSeated",
    "NotYourSeat",
    "NothingToUndo",
    "Person",
    "Played",
    "Player",
    "Post",
    "Preferences",
    "Stale",
    "StillRunning",
    "TableError",
    "TableFull",
    "TableInfo",
    "Tables",
    "Told",
    "Undoable",
    "Undone",
    "UnknownGame",
    "UnknownOption",
    "UnknownPlayer",
    "Waiting",
    "mark",
]


class Tables:
    """The tables of one store. One object a process; every table is locked while it changes."""

    lobby: Lobby
    outbox: Outbox
    news: asyncio.Event

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any, Any]] = GAMES,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        keys: Callable[[], str] = lambda: secrets.token_hex(16),
    ) -> None:
        """`clock` tells the time in UTC; `keys` gives a fresh secret of 16 bytes in hexadecimal a game."""
        self._desk = Desk(store, games, clock, keys)
        self.lobby = Lobby(self._desk)
        self.outbox = Outbox(store)
        self.news = self._desk.news

    async def game(self, table_id: int) -> Live:
        """Load a game that has started, as it stands.

        Raises:
            NoTableHere, NotRunning (still in the lobby), UnknownGame, DatabaseAway.

        """
        desk = self._desk
        async with desk.reading() as session:
            stored = await desk.find(session, table_id)
            data = await desk.position(session, stored)
        return await self._live(stored, data)

    async def events(
        self, table_id: int, seat: int | None, since: int = 0, *, until: int | None = None, taken_back: bool = False
    ) -> list[Told]:
        """Tell what happened after revision `since` (up to `until`), as far as a seat (None: an onlooker) may know.

        With `taken_back`, also what was taken back since.

        Raises:
            NoTableHere, DatabaseAway.

        """
        async with self._desk.reading() as session:
            await self._desk.find(session, table_id)
            rows = await log.rows(session, table_id, since, until)
        return [
            Told(
                sequence=row.sequence,
                revision=row.revision,
                at=row.at,
                kind=cast("Any", row.kind),
                seat=row.seat,
                by=row.by,
                events=play.decode_events(row.events, seat),
                taken_back=row.taken_back is not None,
            )
            for row in rows
            if taken_back or row.taken_back is None
        ]

    async def waiting_for(self, user_id: int) -> list[Waiting]:
        """Every table on every server that waits for a person, the longest waiting first.

        Raises:
            DatabaseAway.

        """
        desk = self._desk
        async with desk.reading() as session:
            found = [
                (stored, await desk.position(session, stored)) for stored in await tables.waiting_for(session, user_id)
            ]
        waiting: list[Waiting] = []
        for stored, data in found:
            live = await self._live(stored, data)
            player_ = next(one for one in live.info.players if one.user_id == user_id)
            prompt = live.prompt_of(player_.seat)
            if prompt is not None and player_.since is not None:
                waiting.append(Waiting(live.info, player_.seat, player_.since, prompt.text))
        return waiting

    async def answer(
        self,
        table_id: int,
        user_id: int,
        answers: Sequence[Sequence[str]],
        revision: int | None = None,
        prompt_mark: str | None = None,
    ) -> Played:
        """Answer for the seat of a person: each answer the picks of one prompt, applied in order, all or none.

        A panel gives the `revision` and the `mark` of the prompt that it shows. An older revision is fine as long as
        the seat is still asked the same and has not answered since, so others' answers do not spoil an open panel.
        Without a revision (typed) the answers go to whatever is asked now.

        Raises:
            Stale: the panel is out of date.
            NoTableHere, NotRunning, GameOver, NotSeated, UnknownGame, DatabaseAway.
            NotAsked, IllegalAnswer: of the rules.

        """
        pressed = _Press(table_id, answers, "player", user_id=user_id, revision=revision, prompt_mark=prompt_mark)
        return await self._answered(pressed)

    async def answer_seat(self, table_id: int, seat: int, answers: Sequence[Sequence[str]], by: str) -> Played:
        """Answer for a seat by something else than its person; `by` (robot, policy) stands in the log.

        Raises:
            UnknownPlayer: there is no such seat. Otherwise as `answer`.

        """
        return await self._answered(_Press(table_id, answers, by, seat=seat))

    async def undoable(self, table_id: int, user_id: int) -> Undoable | None:
        """Tell what `undo` would take back now: cheap enough to label a button with. None: nothing.

        Raises:
            NoTableHere, NotRunning, GameOver, NotSeated, UnknownGame, DatabaseAway.

        """
        async with self._desk.reading() as session:
            stored, seat = await self._seated(session, table_id, user_id)
            rows = await log.since_barrier(session, table_id)
            try:
                row = play.to_take_back(rows, seat)[0]
            except RulesError:
                return None
            if row is play.standing(rows)[-1]:
                return Undoable(seat, _question(row), tuple(row.picks))
            data = await self._desk.position(session, stored)
            rows = await log.rows(session, table_id)
        game = self._desk.game(stored.table.game)
        try:  # others have answered since: only a replay tells whether theirs would stand without it
            await asyncio.to_thread(play.take_back, game, data, _record(stored), rows, [row.sequence])
        except (RulesError, NothingToUndo):
            return None
        return Undoable(seat, _question(row), tuple(row.picks))

    async def undo(self, table_id: int, user_id: int, *, all_steps: bool = False) -> Undone:
        """Take back a person's last answer, or with `all_steps` all of theirs up to the last barrier.

        Raises:
            NoTableHere, NotRunning, GameOver, NotSeated, NothingToUndo, DatabaseAway.
            RulesError: of the rules; why the last answer stands.

        """
        desk = self._desk

        async def once() -> Undone:
            async with desk.reading() as session:
                stored, seat = await self._seated(session, table_id, user_id)
                data = await desk.position(session, stored)
                rows = await log.rows(session, table_id)
            game = desk.game(stored.table.game)
            gone = play.to_take_back(rows, seat, all_steps=all_steps)
            sequences = [row.sequence for row in gone]
            position, encoded, count = await asyncio.to_thread(
                play.take_back, game, data, _record(stored), rows, sequences
            )
            gone, sequences = gone[:count], sequences[:count]
            async with desk.writing() as session:
                revision = await tables.advance(session, stored.id, stored.table.revision)
                event = Event("undo", T("{who} takes a step back.", who=player(seat)), seat)
                undo = self._row(stored, "undo", revision, seat, events=play.encode_events([event]), user_id=user_id)
                await log.take_back(session, stored.id, sequences, await log.append(session, stored.id, [undo]))
                await log.keep_snapshot(session, stored.id, revision, encoded)
                await self._wait(session, stored, game.waiting(position), {seat})
                await desk.post(session, stored, "undo", revision, seat=seat)
                after = await desk.find(session, table_id)
            live = await asyncio.to_thread(desk.live, after, game, position)
            return Undone(seat, live, _question(gone[-1]), len(gone))

        undone = await desk.locked(table_id, once)
        desk.news.set()
        return undone

    async def export(self, table_id: int) -> bytes:
        """Give the record (`rules.kernel.record.Record`) of a game that is over, as JSON.

        Raises:
            NoTableHere, NotRunning (never started), StillRunning, DatabaseAway.

        """
        async with self._desk.reading() as session:
            stored = await self._desk.find(session, table_id)
            if stored.table.key is None:
                raise NotRunning if stored.table.phase == "lobby" else GameOver
            if stored.table.phase == "running":
                raise StillRunning
            rows = await log.rows(session, table_id)
        record = msgspec.structs.replace(_record(stored), answers=play.answers_of(play.standing(rows)))
        return msgspec.json.format(msgspec.json.encode(record), indent=1)

    async def preferences(self, user_id: int) -> Preferences:
        """A person's settings; the defaults where they have set none.

        Raises:
            DatabaseAway.

        """
        async with self._desk.reading() as session:
            kept = await tables.preference(session, user_id)
        return Preferences(kept.language, kept.picture)

    async def prefer(self, user_id: int, *, language: str | None = None, picture: str | None = None) -> Preferences:
        """Change some of a person's settings.

        Raises:
            BadPreference, DatabaseAway.

        """
        for value, choices in ((language, LANGUAGES), (picture, PICTURE_SIZES)):
            if value is not None and value not in choices:
                raise BadPreference(value)
        async with self._desk.writing() as session:
            kept = await tables.preference(session, user_id)
            changed = Preferences(language or kept.language, picture or kept.picture)
            await tables.prefer(
                session, Preference(user_id=user_id, language=changed.language, picture=changed.picture)
            )
        return changed

    async def post(self, table_id: int, kind: str) -> Post | None:
        """Find the message of ours of this kind that belongs to a table, to edit it.

        Raises:
            DatabaseAway.

        """
        async with self._desk.reading() as session:
            kept = await tables.post(session, table_id, kind)
        if kept is None:
            return None
        return Post(kept.table_id, kept.kind, kept.channel_id, kept.message_id, kept.revision, kept.at)

    async def remember_post(self, table_id: int, kind: str, channel_id: int, message_id: int, revision: int) -> None:
        """Keep which message shows a table at which revision; it takes the place of the former one of this kind.

        Raises:
            DatabaseAway.

        """
        message = PostedMessage(
            table_id=table_id,
            kind=kind,
            channel_id=channel_id,
            message_id=message_id,
            revision=revision,
            at=self._desk.clock(),
        )
        async with self._desk.writing() as session:
            await tables.remember_post(session, message)

    async def _live(self, stored: Stored, data: bytes) -> Live:
        game = self._desk.game(stored.table.game)
        return await asyncio.to_thread(lambda: self._desk.live(stored, game, game.decode(data)))

    async def _seated(self, session: AsyncSession, table_id: int, user_id: int) -> tuple[Stored, int]:
        """Load a running table and find the seat of a person there."""
        stored = await self._desk.find(session, table_id)
        seat = next((one.number for one in stored.seats if one.user_id == user_id), None)
        if seat is None:
            raise NotSeated
        _running(stored)
        return stored, seat

    async def _answered(self, press: _Press) -> Played:
        played = await self._desk.locked(press.table_id, lambda: self._answer_once(press))
        if not played.repeated:
            self._desk.news.set()
        return played

    async def _answer_once(self, press: _Press) -> Played:
        desk = self._desk
        async with desk.reading() as session:
            stored, seat = await self._seat_of(session, press)
            game = desk.game(stored.table.game)
            data = await desk.position(session, stored)
            since = await self._answers_since(session, stored, press)
        own = [row for row in since if row.seat == seat and row.kind in {"answer", "undo"}]
        if own:
            if not _same(own, press.answers):
                raise Stale
            return Played(seat, stored.table.revision, await self._live(stored, data), (), (), repeated=True)
        run = await asyncio.to_thread(play.run, game, data, seat, press.answers, press.prompt_mark)
        if not run.repeated:
            stored = await self._keep(stored, press, seat, run)
        live = await asyncio.to_thread(desk.live, stored, game, run.position)
        return Played(
            seat=seat,
            before=stored.table.revision - (0 if run.repeated else 1),
            live=live,
            events=tuple(event for event in run.events if play.may_know(event, seat)),
            public=tuple(event for event in run.events if play.may_know(event, None)),
            newly_asked=_newly_asked(run, seat),
            repeated=run.repeated,
        )

    async def _seat_of(self, session: AsyncSession, press: _Press) -> tuple[Stored, int]:
        if press.user_id is not None:
            return await self._seated(session, press.table_id, press.user_id)
        stored = await self._desk.find(session, press.table_id)
        _running(stored)
        if not 0 <= press.seat < len(stored.seats):
            raise UnknownPlayer
        return stored, press.seat

    async def _answers_since(self, session: AsyncSession, stored: Stored, press: _Press) -> list[LogRow]:
        """Read what happened since the panel was shown; Stale where it cannot be told whether that matters."""
        if press.revision is None or press.revision == stored.table.revision:
            return []
        if press.revision > stored.table.revision or press.prompt_mark is None:
            raise Stale
        return await log.rows(session, stored.id, press.revision)

    async def _keep(self, stored: Stored, press: _Press, seat: int, run: play.Run) -> Stored:
        """Write everything that an answer changes, in one transaction, and give the table after it."""
        desk = self._desk
        ending: dict[str, Any] = {"phase": "finished", "ended_at": desk.clock()} if run.over else {}
        async with desk.writing() as session:
            revision = await tables.advance(session, stored.id, stored.table.revision, **ending)
            rows = [
                self._row(
                    stored,
                    "answer",
                    revision,
                    seat,
                    user_id=press.user_id,
                    by=press.by,
                    picks=list(picks),
                    question=msgspec.json.encode(question),
                    events=play.encode_events(outcome.events),
                    barrier=outcome.barrier,
                    asked=outcome.asked,
                )
                for picks, question, outcome in zip(press.answers, run.questions, run.outcomes, strict=True)
            ]
            await log.append(session, stored.id, rows)
            await log.keep_snapshot(session, stored.id, revision, run.encoded)
            await self._wait(session, stored, run.waiting, {seat})
            call = _newly_asked(run, seat)
            await desk.post(session, stored, _kind(run, call), revision, seat=seat, call=call)
            return await desk.find(session, stored.id)

    def _row(self, stored: Stored, kind: str, revision: int, seat: int, **more: Any) -> LogRow:
        return LogRow(
            table_id=stored.id, sequence=0, revision=revision, at=self._desk.clock(), kind=kind, seat=seat, **more
        )

    async def _wait(self, session: AsyncSession, stored: Stored, waiting: Sequence[int], fresh: set[int]) -> None:
        """Note who is waited for, and since when: since now where it was not so before, or the seat is `fresh`."""
        for seat in stored.seats:
            since = seat.since
            if seat.number not in waiting:
                since = None
            elif since is None or seat.number in fresh:
                since = self._desk.clock()
            if since != seat.since:
                await tables.wait(session, stored.id, seat.number, since)


@dataclass(frozen=True)
class _Press:
    """One call of `answer` or `answer_seat`."""

    table_id: int
    answers: Sequence[Sequence[str]] = field(repr=False)
    by: str
    user_id: int | None = None
    seat: int = -1
    revision: int | None = None
    prompt_mark: str | None = None


def _running(stored: Stored) -> None:
    if stored.table.phase == "lobby":
        raise NotRunning
    if stored.table.phase != "running":
        raise GameOver


def _same(own: Sequence[LogRow], answers: Sequence[Sequence[str]]) -> bool:
    """Whether what a seat has done since is just what it asks for now: a double press."""
    standing = [list(row.picks) for row in own if row.kind == "answer" and row.taken_back is None]
    return len(standing) == len(own) and standing == [list(picks) for picks in answers]


def _newly_asked(run: play.Run, seat: int) -> tuple[int, ...]:
    return tuple(one for one in run.waiting if one not in run.asked_before and one != seat)


def _kind(run: play.Run, call: Sequence[int]) -> str:
    if run.over:
        return "over"
    if any(event.kind == "round" for event in run.events):
        return "round"
    return "turn" if call else "table"


def _question(row: LogRow) -> Text:
    return msgspec.json.decode(row.question, type=Text)


def _record(stored: Stored) -> Record:
    table = stored.table
    assert table.key is not None
    return Record(table.game, table.rules_version or 0, dict(table.options), len(stored.seats), table.key, [])
