"""Taking back: a person's last answer, with all that came of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core import answers as play
from bot.tables.core import automatic, waits
from bot.tables.core.automatic import Automation, premove_of
from bot.tables.core.data import (
    Undoable,
    Undone,
    fingerprint_of,
)
from bot.tables.core.errors import (
    Stale,
)
from bot.tables.core.events import encode_events
from bot.tables.core.positions import read
from bot.tables.core.turns import in_secret_part
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.queries import Queries, known_position, makes_turn
from bot.tables.upgrades import Upgrades
from rules.kernel.game import Game
from rules.kernel.record import Answerer, Record
from rules.kernel.steps import Event
from rules.kernel.text import TN, T, Text, player
from storage import automatic as stored_automatic
from storage import log
from storage.schema import LogRow, PlannedAnswer
from storage.tables import Stored


class Undoing:
    """Part of the table service."""

    def __init__(self, unit: UnitOfWork, upgrades: Upgrades, queries: Queries) -> None:
        self._unit = unit
        self._upgrades = upgrades
        self._queries = queries

    async def undoable(self, table_id: int, user_id: int) -> Undoable | None:
        """What `undo` would take back now, for the label of a button. None: nothing.

        Raises:
            NoTableHere, NotRunning, GameOver, NotSeated, UnknownGame, DatabaseAway.

        """
        unit = self._unit
        await self._upgrades.ensure(table_id)
        async with unit.reading() as session:
            stored, seat = await unit.seated(session, table_id, user_id)
            rows = await log.since_barrier(session, table_id)
        return await self._queries.undoable(stored, seat, rows)

    async def undo(
        self, table_id: int, user_id: int, *, all_steps: bool = False, only: Undoable | None = None
    ) -> Undone:
        """Take back a person's last answer, or with `all_steps` all of theirs up to the last barrier.

        Automatic answers that depend on it are taken back, too, and so is a half-made turn of somebody else: as nobody
        may know of that, it is no bar; its player is notified. The prompt that is open again is exempt from automatic
        answers.

        Raises:
            Stale: the last answer is another than `only`, so that a double press takes back one.
            NoTableHere, NotRunning, GameOver, NotSeated, NothingToUndo, DatabaseAway.
            RulesError: of the rules; why the last answer stands.

        """
        unit = self._unit

        async def once() -> Undone:
            async with unit.reading() as session:
                stored, seat = await unit.seated(session, table_id, user_id)
                snapshot = await unit.snapshot(session, stored)
                history = await unit.history(session, stored)
                automation = await automatic.load(unit, session, stored)
            game = unit.game(stored.table.game)
            own_turn = makes_turn(stored, seat)
            rows = play.known(history.rows, makes_turn=own_turn)
            gone = play.to_take_back(rows, seat, all_steps=all_steps)
            if only is not None and gone[0].sequence != only.sequence:
                raise Stale
            known = _Known(known_position(snapshot, makes_turn=own_turn), rows, play.in_secret(history.rows))
            back = await asyncio.to_thread(_take_back, game, known, history.record, gone, automation)
            unit.positions.put(
                game, back.automatic_run.encoded, back.automatic_run.position, back.automatic_run.prompts
            )
            private, left = back.within(known)
            public = snapshot.public if private and left else back.automatic_run.public
            async with unit.writing() as session:
                revision, newly_asked, mention = await self._write_undo(
                    session, stored, seat, back, user_id, private=private, public=public
                )
                if not private:
                    kind = "undo"
                    if back.sealed:
                        over, turn = back.automatic_run.over, back.automatic_run.ends_turn
                        kind = automatic.kind_of(back.automatic_run.public_events, newly_asked, over=over, turn=turn)
                    await unit.post(
                        session, stored, kind, revision, seat=seat, newly_asked=newly_asked, mention=mention
                    )
                after = await unit.find(session, table_id)
            live = await asyncio.to_thread(unit.live, after, game, back.automatic_run.encoded, public)
            dropped = _dropped_text(back.dropped) if back.dropped else None
            return Undone(seat, live, play.question_of(back.gone[-1]), len(back.gone), dropped)

        await self._upgrades.ensure(table_id)
        return await unit.locked(table_id, once)

    async def _write_undo(
        self,
        session: AsyncSession,
        stored: Stored,
        seat: int,
        back: _Back,
        user_id: int,
        *,
        private: bool,
        public: bytes | None,
    ) -> tuple[int, list[int], list[int]]:
        """Store an undo; returns the new revision, who must act now, and whom to mention.

        A `private` one was all within a half-made turn, which stays hidden; `public` is the position that the others
        see while some of it is left. A sealed answer is taken back silently, as it may be changed silently.
        """
        now = self._unit.clock()
        ending: dict[str, Any] = {"phase": "finished", "ended_at": now} if back.automatic_run.over else {}
        revision, step = await self._unit.advance(session, stored, in_secret=private, **ending)
        to = [seat] if private or back.sealed else None
        event = Event("undo", T("{who} takes a step back.", who=player(seat)), seat, to)
        events = encode_events([event, *back.notices])
        undo = self._unit.log_row(stored, "undo", revision, seat, events=events, user_id=user_id)
        await log.take_back(session, stored.id, back.sequences, await log.append(session, stored.id, [undo], step=step))
        await stored_automatic.remove_plans(session, back.lost_plans)
        await stored_automatic.give_back_plans(session, back.plans_again)
        step = await automatic.write(session, stored, revision, now, back.automatic_run, step=step)
        await log.put_snapshot(session, stored.id, revision, back.automatic_run.encoded, public, step=step)
        await stored_automatic.hold(session, stored.id, seat, back.held)
        waiting = back.automatic_run.waiting
        newly_asked = [one for one in waiting if one != seat and stored.seats[one].since is None]
        restarted = waits.restarted_in_secret(stored, seat) if private else {seat, *back.automatic_run.seats}
        if back.automatic_run.begun:
            restarted = waits.restarted_but(stored, restarted, waiting)
        mention = await waits.note(
            self._unit, session, stored, revision, waiting, restarted=restarted, newly_asked=newly_asked
        )
        return revision, newly_asked, mention


@dataclass(frozen=True)
class _Known:
    """The position and log as visible to whoever takes back, and the answers of a half-made turn."""

    data: bytes = field(repr=False)
    rows: list[LogRow] = field(repr=False)
    in_secret: list[LogRow] = field(repr=False)

    @property
    def of_another(self) -> list[LogRow]:
        """The half-made turn, if it is another seat's."""
        known = {row.sequence for row in self.rows}
        return [row for row in self.in_secret if row.sequence not in known]


@dataclass(frozen=True)
class _Back:
    """An undo: the person's answers that are taken back (`gone`), all sequences with them, and what follows.

    `held` is the fingerprint of the prompt that is exempt from automatic answers then. `notices` are for the player of
    a half-made turn that is taken back with it.
    """

    gone: list[LogRow] = field(repr=False)
    sequences: list[int]
    automatic_run: automatic.AutomaticRun = field(repr=False)
    held: str
    plans_again: list[int]
    """Plans of others whose answers were taken back: they wait again."""
    lost_plans: list[int]
    """Plans of whoever takes back, which are removed."""
    sealed: bool
    """It was one sealed answer, or parts of one choice in secret, and nothing else that others know of went with it."""
    notices: list[Event] = field(repr=False)
    dropped: list[Text] = field(repr=False)
    """The removed plans of whoever takes back, in words."""

    def within(self, known: _Known) -> tuple[bool, bool]:
        """Whether all of it was in the seat's own half-made turn, and whether some of that is left."""
        hidden = {row.sequence for row in known.in_secret}
        quiet = (
            not known.of_another and not self.automatic_run.given and self.automatic_run.waiting == (self.gone[0].seat,)
        )
        return quiet and hidden >= set(self.sequences), bool(hidden - set(self.sequences))


def _take_back(
    game: Game[Any, Any], known: _Known, record: Record, gone: list[LogRow], automation: Automation
) -> _Back:
    """Take answers back and give automatic ones, except for the seat that takes back: pure computation."""
    seat = gone[0].seat
    assert seat is not None
    before = game.prompts(read(game, known.data))
    position, _, count, with_them = play.take_back(game, known.data, record, known.rows, [row.sequence for row in gone])
    unmade = known.of_another
    shown = [*(row.sequence for row in gone[:count]), *with_them]
    sequences = [*shown, *(row.sequence for row in unmade)]
    undone_plans = [plan for plan in automation.plans if plan.taken in sequences]
    again = [plan.id for plan in undone_plans if plan.seat != seat and plan.id is not None]
    # A turn that a plan had begun is planned again, with what was planned after it.
    backwards = {seat, *(row.seat for row in unmade[:1])} - {plan.seat for plan in undone_plans if plan.seat != seat}
    rest = [
        plan for plan in automation.plans if plan.seat in backwards and plan.taken is None and premove_of(plan).line
    ]
    fallen = [*(plan for plan in undone_plans if plan.seat == seat), *rest]
    lost = [plan.id for plan in fallen if plan.id is not None]
    plans = [
        PlannedAnswer(**{**plan.model_dump(), "taken": None}) if plan.id in again else plan
        for plan in automation.plans
        if plan.id not in lost
    ]
    prompts = game.prompts(position)
    held = fingerprint_of(prompts, seat) or ""
    secret = any(one.seat == seat and one.answered is not None for one in before)
    asked = {one.seat for one in before if one.answered is None}
    # Paused robots may answer now; the undo is still secret. Another's half-made turn that goes with it must not show.
    parts = len(shown) == count and all(in_secret_part(row) for row in gone[:count])
    sealed = (parts or (secret and len(shown) == 1)) and set(game.waiting(position)) == {*asked, seat}
    automatic_run = automatic.answer_automatically(
        game, position, automation.asked_anew().with_plans(plans).holding(seat, held), prompts
    )
    dropped = automatic.in_words(fallen)
    notices = _unmade_notice(unmade, gone[count - 1], seat)
    notices += [Event("unmade", _dropped_text([plan]), one, [one]) for one, plan in dropped if one != seat]
    own = [plan for one, plan in dropped if one == seat]
    return _Back(gone[:count], sequences, automatic_run, held, again, lost, sealed, notices, own)


def _dropped_text(plans: Sequence[Text]) -> Text:
    return T("What was planned after that step was dropped: {plans}", plans=list(plans))


def _unmade_notice(unmade: Sequence[LogRow], gone: LogRow, seat: int) -> list[Event]:
    """An event for the player of a half-made turn about why it was taken back; none where they had done nothing."""
    whose = unmade[0].seat if unmade else None
    if whose is None or not any(row.seat == whose and row.by == Answerer.PLAYER for row in unmade):
        return []
    text = TN(
        "{who} has taken a step back to “{question}”. The step that you had made in your turn was taken back with it.",
        "{who} has taken a step back to “{question}”. The {n} steps that you had made in your turn were "
        "taken back with it.",
        sum(row.seat == whose for row in unmade),
        who=player(seat),
        question=play.question_of(gone),
    )
    return [Event("unmade", text, whose, [whose])]
