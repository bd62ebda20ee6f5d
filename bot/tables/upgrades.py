"""Upgrades running games to a new rules version.

A table stores its rules version. If the game has another one now, the log is replayed under the new rules. If that
leads to the same position, the game simply goes on. If not, it goes on from its snapshot, which becomes the base that
undo, rewind and history begin at, and the table's owner is notified. Forced answers under the new rules are taken at
once, and automatic answers follow. If the snapshot cannot be decoded either, the table is stuck until a version can;
nothing of it is changed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import shuffle
from typing import Any

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core import answers as play
from bot.tables.core import automatic, waits
from bot.tables.core.errors import OtherRules, Stuck, TableError
from bot.tables.core.events import all_events, encode_events
from bot.tables.core.unit_of_work import StoredHistory, UnitOfWork
from rules.kernel.errors import NotLoaded
from rules.kernel.game import Game, Outcome, Position
from rules.kernel.record import replay
from rules.kernel.steps import Event
from rules.kernel.text import T
from storage import log, rewinds, tables
from storage.schema import LogRow
from storage.tables import Stored

logger = logging.getLogger(__name__)

POLL_SECONDS = 10.0
"""Seconds between two checks whether processes with older rules have ended."""


@dataclass(frozen=True)
class Verdict:
    """The position of a game under the new rules (None: stuck), and whether its log leads there (`same`).

    `events` are those of forced answers under the new rules.
    """

    position: Position[Any, Any] | None = field(repr=False)
    same: bool
    events: tuple[Event, ...] = field(default=(), repr=False)


class Upgrades:
    """Checks each running table once a process, and again if another process has upgraded it."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit
        unit.ensure = self.ensure

    async def ensure(self, table_id: int) -> None:
        """Upgrade a table if necessary; free after the first time.

        Raises:
            Stuck: the rules cannot decode the position. NoTableHere, UnknownGame, DatabaseAway.
            OtherRules: a process with newer rules has upgraded it.

        """
        if table_id in self._unit.current:
            return
        await self._unit.locked(table_id, lambda: self._ensure_once(table_id))

    async def run(self) -> None:
        """Upgrade every running table of older rules: after start, in the background.

        During a rolling restart this waits until processes with older rules have ended, which could not go on with
        upgraded tables. A table that is played in this process meanwhile is upgraded at once.
        """
        unit = self._unit
        await unit.play_by()
        for game in unit.games.values():
            version = game.info.rules_version
            while others := {one for one in await unit.rules_elsewhere(game.info.key) if one != version}:
                if max(others) > version:
                    break
                await asyncio.sleep(POLL_SECONDS)
            async with unit.reading() as session:
                found = [] if others else await tables.of_other_rules(session, game.info.key, version)
            shuffle(found)  # several processes that start at once begin with different ones
            for table_id in found:
                try:
                    await self.ensure(table_id)
                except TableError as error:
                    logger.warning("Table %d: %s", table_id, type(error).__name__)

    async def _ensure_once(self, table_id: int) -> None:
        unit = self._unit
        async with unit.reading() as session:
            stored = await unit.find(session, table_id)
            if stored.table.phase != "running":
                return  # not cached: another process may start it, under other rules
            game = unit.game(stored.table.game)
            version = game.info.rules_version
            if stored.table.stuck_under == version:
                raise Stuck
            if stored.table.rules_version == version:
                unit.current.add(table_id)
                return
            data = await unit.position(session, stored, any_rules=True)
            history = await unit.history(session, stored)
        newer = [one for one in await unit.rules_elsewhere(game.info.key) if one > version]
        if newer and (stored.table.rules_version or 0) > version:
            raise OtherRules
        verdict = await asyncio.to_thread(judge, game, data, history)
        logger.info("Table %d: rules %s to %d", table_id, stored.table.rules_version, version)
        if verdict.position is None:
            await self._stick(stored, version)
            raise Stuck
        if verdict.same:
            await self._go_on(stored, game, verdict.position)
        else:
            await self._rebase(stored, game, verdict.position, verdict.events)
        unit.current.add(table_id)

    async def _go_on(self, stored: Stored, game: Game[Any, Any], position: Position[Any, Any]) -> None:
        """Store the new rules version of a game whose position is the same."""
        unit = self._unit
        encoded = await asyncio.to_thread(game.encode, position)
        waiting = game.waiting(position)
        async with unit.writing(aside=True) as session:
            revision = await self._advance(session, stored, game)
            await log.put_snapshot(session, stored.id, revision, encoded)
            await waits.note(unit, session, stored, revision, waiting, newly_asked=_newly_asked(stored, waiting))

    async def _rebase(
        self, stored: Stored, game: Game[Any, Any], position: Position[Any, Any], events: Sequence[Event]
    ) -> None:
        """Make the present position of a game its base, and give automatic answers."""
        unit = self._unit
        base = await asyncio.to_thread(game.encode, position)
        async with unit.reading() as session:
            automation = await automatic.load(unit, session, stored)
        automatic_run = (await asyncio.to_thread(automatic.answer_automatically, game, position, automation)).in_one()
        notice = Event(
            "rules",
            T(
                "The rules of this game were updated. It goes on from where it stands; what came before stands"
                " and cannot be taken back."
            ),
        )
        now = unit.clock()
        row = LogRow(table_id=stored.id, sequence=0, revision=0, at=now, kind="rules", barrier=True)
        row.events = encode_events([notice, *events])
        async with unit.writing(aside=True) as session:
            revision = row.revision = await self._advance(session, stored, game)
            if automatic_run.over:
                await tables.finish(session, stored.id, now)
            await log.put_base(session, stored.id, await log.append(session, stored.id, [row]), base)
            await automatic.write(session, stored, revision, now, automatic_run)
            await log.put_snapshot(session, stored.id, revision, automatic_run.encoded)
            newly_asked = _newly_asked(stored, automatic_run.waiting)
            mention = await waits.note(
                unit,
                session,
                stored,
                revision,
                automatic_run.waiting,
                restarted=automatic_run.seats,
                newly_asked=newly_asked,
            )
            await rewinds.end_vote(session, stored.id)
            await unit.post(session, stored, "rules", revision, newly_asked=newly_asked, mention=mention)

    async def _advance(self, session: AsyncSession, stored: Stored, game: Game[Any, Any]) -> int:
        revision, _ = await self._unit.advance(session, stored, rules_version=game.info.rules_version, stuck_under=None)
        return revision

    async def _stick(self, stored: Stored, version: int) -> None:
        unit = self._unit
        async with unit.writing(aside=True) as session:
            revision = await tables.advance(session, stored.id, stored.table.revision, stuck_under=version)
            await unit.post(session, stored, "stuck", revision)


def _newly_asked(stored: Stored, waiting: Sequence[int]) -> list[int]:
    """The seats that must act now and did not have to before."""
    before = [seat.number for seat in stored.seats if seat.since is not None]
    return [seat for seat in waiting if seat not in before]


def judge(game: Game[Any, Any], data: bytes, history: StoredHistory) -> Verdict:
    """Decide how a stored game goes on under the present rules.

    A replay with the same events as the log is the same game, even if the snapshot cannot be decoded any more (a new
    field of the state is enough for that).

    Raises:
        Stuck: the component set of the game is not loaded here.

    """
    replayed, log_matches = _replayed(game, history)
    try:
        snapshot = game.decode(data)
        same = replayed == snapshot
        taken = game.run_on(snapshot)
        for seat in (None, *range(history.record.seats)):
            game.view(snapshot, seat)
        game.prompts(snapshot)
        game.standings(snapshot)
    except NotLoaded as error:
        raise Stuck(error.text) from None
    except Exception as error:  # noqa: BLE001 - a position of other rules may break these in any way
        logger.info("A snapshot of %s cannot be read: %s", game.info.key, type(error).__name__)
        return Verdict(replayed if log_matches else None, same=True)
    return Verdict(snapshot, same, tuple(taken.events))


def _replayed(game: Game[Any, Any], history: StoredHistory) -> tuple[Position[Any, Any] | None, bool]:
    """Replay a log; returns the position (None if it fails), and whether the events are those of the log."""
    answers = play.rows_in_force(history.rows)
    record = msgspec.structs.replace(history.record, answers=play.answers_of(answers))
    try:
        position, outcomes = replay(game, record)
    except Exception as error:  # noqa: BLE001 - as above
        logger.info("A log of %s cannot be played again: %s", game.info.key, type(error).__name__)
        return None, False
    rows = [*(row for row in history.rows if row.kind == "start"), *answers]
    return position, all(map(_matches, rows, outcomes[-len(rows) :] if rows else []))


def _matches(row: LogRow, outcome: Outcome) -> bool:
    """Whether the events of a row end with those of the outcome; the table may have put events before them."""
    logged = all_events(row.events)
    own = len(logged) - len(outcome.events)
    return own >= 0 and logged[own:] == outcome.events
