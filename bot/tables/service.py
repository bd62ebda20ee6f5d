"""The Table service: everything that can be done at a table, without Discord. Safe to call at any time, in any order.

    tables = Tables(store)                       # games, clock and keys have defaults
    info = await tables.lobby.create(...)        # opening, seats, options, start, replace, abandon: `bot.tables.lobby`
    live = await tables.game(info.id)            # looking
    played = await tables.answer(...)            # playing
    await tables.rewinds.ask(...)                # going back by vote: `bot.tables.rewinds`
    await tables.channels.move(...)              # its channel: `bot.tables.channels`
    past = await tables.history.at(...)          # the game as it was: `bot.tables.history`

Every call is atomic: it raises a `TableError` (its `text` is for the person) or a `RulesError` (of the rules, with such
a `text` as well) and has changed nothing, or is one transaction. A change puts what must be posted into the outbox
(`tables.outbox`), and sets `tables.wakeup` to wake the poster.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from bot.tables.again import Again
from bot.tables.answering import Answering, Loaded
from bot.tables.archive import Archive
from bot.tables.channels import Channels
from bot.tables.clock_skew import ClockSkew
from bot.tables.clocks import Clocks
from bot.tables.core import answers as play
from bot.tables.core.data import (
    Live,
    LogEntry,
    Played,
    Post,
    Preferences,
    TableInfo,
    Undoable,
    Undone,
    Waiting,
)
from bot.tables.core.errors import (
    GameOver,
    NoTableHere,
    NotRunning,
    StillRunning,
    Stuck,
)
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.digests import Digests
from bot.tables.drafts import Drafts
from bot.tables.due import Due, find_due
from bot.tables.facts import Facts
from bot.tables.follows import Follows
from bot.tables.forgetting import Forgetting
from bot.tables.guilds import Guilds
from bot.tables.history import History
from bot.tables.imports import Imports
from bot.tables.kept import Kept
from bot.tables.late_answers import LateAnswers
from bot.tables.lessons import Lessons
from bot.tables.lobby import Lobby
from bot.tables.members import Members
from bot.tables.offers import Offers
from bot.tables.plans import Plans
from bot.tables.policies import Policies
from bot.tables.practice import Practice
from bot.tables.preferences import People
from bot.tables.queries import Queries, live_of, makes_turn, post_of, visible_entries
from bot.tables.record_files import written
from bot.tables.reminders import Reminders
from bot.tables.results import Results
from bot.tables.reviews import Reviews
from bot.tables.rewinds import Rewinds
from bot.tables.robot_turns import RobotTurns
from bot.tables.robots import Robots
from bot.tables.rooms import Rooms
from bot.tables.stand_ins import StandIns
from bot.tables.statistics import StatisticsOf
from bot.tables.stories import Stories
from bot.tables.trials import Trials
from bot.tables.undoing import Undoing
from bot.tables.upgrades import Upgrades
from bot.tables.weekly import Weekly
from bot.tables.wishes import Wishes
from rules.kernel.game import Game
from rules.kernel.prompt import Prompt
from rules.registry import GAMES
from storage import log, outbox, tables
from storage.outbox import Outbox
from storage.schema import PostedMessage
from storage.store import Store
from storage.tidying import Tidying


class Tables:
    """The tables of one store. One object a process; a table is locked while it changes.

    Automatic answers are a part of the transaction of the change before them.
    """

    lobby: Lobby
    again: Again
    weekly: Weekly
    offers: Offers
    channels: Channels
    rooms: Rooms
    guilds: Guilds
    robots: Robots
    robot_turns: RobotTurns
    late_answers: LateAnswers
    policies: Policies
    plans: Plans
    drafts: Drafts
    trials: Trials
    lessons: Lessons
    practice: Practice
    people: People
    members: Members
    reminders: Reminders
    clocks: Clocks
    rewinds: Rewinds
    history: History
    reviews: Reviews
    stories: Stories
    results: Results
    archive: Archive
    imports: Imports
    statistics: StatisticsOf
    upgrades: Upgrades
    clock_skew: ClockSkew
    stand_ins: StandIns
    queries: Queries
    facts: Facts
    outbox: Outbox
    answering: Answering
    undoing: Undoing
    tidying: Tidying
    digests: Digests
    wishes: Wishes
    follows: Follows
    forgetting: Forgetting
    kept: Kept
    wakeup: asyncio.Event

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any, Any]] = GAMES,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        keys: Callable[[], str] = lambda: secrets.token_hex(16),
    ) -> None:
        """`clock` tells the time in UTC; `keys` gives a fresh secret of 16 bytes in hexadecimal a game."""
        self._unit = UnitOfWork(store, games, clock, keys)
        self.lobby = Lobby(self._unit)
        self.again = Again(self._unit, self.lobby)
        self.weekly = Weekly(self._unit, self.lobby)
        self.offers = Offers(self._unit, self.lobby)
        self.channels = Channels(self._unit)
        self.rooms = Rooms(self._unit)
        self.guilds = Guilds(self._unit)
        self.robot_turns = RobotTurns(self._unit)
        self.late_answers = LateAnswers(self._unit)
        self.robots = Robots(self._unit, self.robot_turns)
        self.stand_ins = StandIns(self._unit)
        self.policies = Policies(self._unit)
        self.plans = Plans(self._unit)
        self.drafts = Drafts(self._unit)
        self.people = People(self._unit)
        self.members = Members(self._unit)
        self.reminders = Reminders(self._unit)
        self.upgrades = Upgrades(self._unit)
        self.rewinds = Rewinds(self._unit, self.upgrades)
        self.history = History(self._unit, self.upgrades)
        self.reviews = Reviews(self.history)
        self.stories = Stories(self.history)
        self.results = Results(self._unit)
        self.archive = Archive(self._unit)
        self.imports = Imports(self._unit)
        self.statistics = StatisticsOf(self._unit)
        self.clock_skew = ClockSkew(self._unit)
        self.queries = Queries(self._unit, self.upgrades)
        self.answering = Answering(self._unit, self.upgrades, self.queries)
        self.undoing = Undoing(self._unit, self.upgrades, self.queries)
        self.trials = Trials(self._unit, self.answering, self.history, self.drafts)
        self.lessons = Lessons(self._unit)
        self.practice = Practice(self._unit, self.lobby)
        self.clocks = Clocks(self._unit, self.game, self.answering.answer_seat)
        self.outbox = Outbox(store)
        self.facts = Facts(self._unit)
        self.tidying = Tidying(store, clock)
        self.digests = Digests(self._unit)
        self.wishes = Wishes(self._unit)
        self.follows = Follows(self._unit)
        self.forgetting = Forgetting(self._unit, self.results)
        self.kept = Kept(self._unit)
        self.wakeup = self._unit.wakeup

    async def game(self, table_id: int) -> Live:
        """Load a game that has started, as it stands.

        Raises:
            NoTableHere, NotRunning (still in the lobby), UnknownGame, DatabaseAway.

        """
        unit = self._unit
        await self.upgrades.ensure(table_id)
        async with unit.reading() as session:
            stored = await unit.find(session, table_id)
            snapshot = await unit.snapshot(session, stored)
        return await live_of(self._unit, stored, snapshot)

    async def events(
        self, table_id: int, seat: int | None, since: int = 0, *, until: int | None = None, taken_back: bool = False
    ) -> list[LogEntry]:
        """The log after revision `since` (up to `until`), as visible to a seat (None: an onlooker).

        With `taken_back`, also entries that were taken back since.

        Raises:
            NoTableHere, DatabaseAway.

        """
        async with self._unit.reading() as session:
            stored = await self._unit.find(session, table_id)
            rows = await log.visible_rows(session, table_id, since, until, hidden=makes_turn(stored, seat))
        return visible_entries(rows, seat, taken_back=taken_back)

    async def waiting_for(self, user_id: int) -> list[Waiting]:
        """Every table on every server that waits for a person, the longest waiting first; no practice table.

        Raises:
            DatabaseAway.

        """
        unit = self._unit
        async with unit.reading() as session:
            found = [
                (stored, await unit.snapshot(session, stored, any_rules=True))
                for stored in await tables.waiting_for(session, user_id)
                if not stored.private
            ]
        waiting: list[Waiting] = []
        for stored, snapshot in found:
            try:
                live = await live_of(self._unit, stored, snapshot)
            except Stuck as stuck:
                info = unit.info(stored)
                waiting += [
                    Waiting(info, one.seat, one.since, stuck.text)
                    for one in info.waiting
                    if one.user_id == user_id and one.since is not None
                ]
                continue
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
        prompt_fingerprint: str | None = None,
        *,
        step: int = 0,
        rest: Sequence[tuple[Prompt, Sequence[str]]] = (),
        loaded: Loaded | None = None,
    ) -> Played:
        """Answer for the seat of a person: see `Answering.answer`."""
        return await self.answering.answer(
            table_id, user_id, answers, revision, prompt_fingerprint, step=step, rest=rest, loaded=loaded
        )

    async def press(  # noqa: PLR0917
        self, table_id: int, user_id: int, number: play.Numbers, revision: int, prompt_fingerprint: str, step: int = 0
    ) -> Played:
        """Answer as a button of a panel does: see `Answering.press`."""
        return await self.answering.press(table_id, user_id, number, revision, prompt_fingerprint, step)

    async def undo(
        self, table_id: int, user_id: int, *, all_steps: bool = False, only: Undoable | None = None
    ) -> Undone:
        """Take back a person's last answer: see `Undoing.undo`."""
        return await self.undoing.undo(table_id, user_id, all_steps=all_steps, only=only)

    async def undoable(self, table_id: int, user_id: int) -> Undoable | None:
        """What `undo` would take back now: see `Undoing.undoable`."""
        return await self.undoing.undoable(table_id, user_id)

    async def seat_robot(self, table_id: int, seat: int, *, on: bool) -> TableInfo:
        """Let a robot play in a seat of a running game, or its person again; the caller has checked the right.

        Raises:
            NoTableHere, NotRunning, GameOver, UnknownPlayer (no such seat), OnlyRobots, DatabaseAway.

        """
        return await self.robots.play_for(table_id, seat, on=on)

    async def export(self, table_id: int) -> bytes:
        """Export the record of a game that is over, as JSON (`bot.tables.record_files.RecordFile`).

        One that was imported is none of ours to give out.

        Raises:
            NoTableHere, NotRunning (never started), StillRunning, DatabaseAway.

        """
        async with self._unit.reading() as session:
            stored = await self._unit.find(session, table_id)
            if stored.table.key is None:
                raise NotRunning if stored.table.phase == "lobby" else GameOver
            if stored.table.phase == "running":
                raise StillRunning
            if stored.table.phase == "imported":
                raise NoTableHere
            history = await self._unit.history(session, stored)
        record = msgspec.structs.replace(
            history.record,
            answers=play.answers_of(play.rows_in_force(play.known(history.rows, makes_turn=False))),
            earlier=play.answers_of(play.rows_in_force(history.earlier)),
        )
        return written(record, stored.seats)

    async def preferences(self, user_id: int) -> Preferences:
        """A person's settings; the defaults where they have set none.

        Raises:
            DatabaseAway.

        """
        return await self.people.preferences(user_id)

    async def prefer(self, user_id: int, **changes: Any) -> Preferences:
        """Change some of a person's settings.

        Raises:
            BadPreference, DatabaseAway.

        """
        return await self.people.prefer(user_id, **changes)

    async def post(self, table_id: int, kind: str) -> Post | None:
        """Find the message of ours of this kind that belongs to a table, to edit it.

        Raises:
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            message = await tables.post(session, table_id, kind)
        if message is None:
            return None
        return post_of(message)

    async def remember_post(
        self,
        table_id: int,
        channel_id: int,
        message_id: int,
        revisions: Mapping[str, int],
        *,
        sent: Collection[int] = (),
    ) -> None:
        """Store which message shows a table, by kind of post, with the revision that it shows.

        It replaces the former ones of these kinds, except one of a later revision, which another process has posted
        meanwhile. Revision 0: it shows nothing any more. The outbox rows that it covers are marked as `sent` with it.

        Raises:
            DatabaseAway.

        """
        at = self._unit.clock()
        async with self._unit.writing() as session:
            for kind, revision in revisions.items():
                former = await tables.post(session, table_id, kind, lock=True)
                if former is not None and 0 < revision < former.revision:
                    continue
                message = PostedMessage(
                    table_id=table_id,
                    kind=kind,
                    channel_id=channel_id,
                    message_id=message_id,
                    revision=revision,
                    at=at,
                )
                await tables.remember_post(session, message)
            if sent:
                await outbox.note_sent(session, sent, at)

    async def due(self) -> Due:
        """Look up which votes, clocks, reminders, daily messages and robots are due.

        Raises:
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            return await find_due(session, self._unit.clock())

    def set_quiet_task(self, task: asyncio.Task[Any] | None) -> None:
        """Have commits of this task not set `wakeup`: the poster looks at the outbox after it anyway."""
        self._unit.quiet_task = task

    @property
    def idle(self) -> bool:
        """Whether no interaction waits for a change of any table."""
        return self._unit.idle.is_set()

    @property
    def outbox_filled(self) -> bool:
        """Whether this process has put something into the outbox that the poster has not looked at yet."""
        return self._unit.outbox_filled

    def take_outbox_filled(self) -> bool:
        """Take the flag `outbox_filled`: returns and clears it."""
        put, self._unit.outbox_filled = self._unit.outbox_filled, False
        return put
