"""Answers without a person: robots, planned answers and standing ones, given after every change of a game.

`load` reads the automation of a table, `answer_automatically` runs it (pure computation, off the event loop), and
`write` stores the answers in the transaction of the change that opened the prompts. `go_on` does all three for changes
that are no answers themselves: a new person or a robot in a seat, a policy or a plan that was set.

A robot's answers need no remark, as its name tells. Events of a person's automatic answers carry a public remark,
unless the answer was sealed or the prompt `tells`: "place nothing, by a policy" would reveal a hand. Then only
the person is notified.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core import pauses, votes, waits
from bot.tables.core.codecs import PREMOVES, QUESTIONS
from bot.tables.core.data import fingerprint_of
from bot.tables.core.errors import TooManyPlans
from bot.tables.core.events import decode_events, encode_events
from bot.tables.core.positions import read
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.core.ways import is_person
from rules.kernel.game import Game, Outcome, Position
from rules.kernel.play import SeatAutomation, never
from rules.kernel.play import answer_automatically as answer_by_rules
from rules.kernel.policies import UNSET, Premove, after_pause, premove
from rules.kernel.prompt import Prompt
from rules.kernel.record import Answerer
from rules.kernel.robots import Level
from rules.kernel.steps import ROUND, Event
from rules.kernel.text import T, Text
from storage import automatic as stored_automatic
from storage import log, tables
from storage.schema import LogRow, PlannedAnswer, Snapshot
from storage.tables import Stored

logger = logging.getLogger(__name__)

MAX_PLANS = 8
"""Answers that a seat may have planned."""


@dataclass(frozen=True)
class Automation:
    """What answers automatically at a table, by seat. `held`: fingerprints of prompts that are exempt, by seat.

    `pause`: whether robots leave their prompts for later (`bot.tables.robot_turns`).
    """

    seats: Mapping[int, SeatAutomation] = field(default_factory=dict, repr=False)
    plans: tuple[PlannedAnswer, ...] = field(default=(), repr=False)
    held: Mapping[int, str] = field(default_factory=dict)
    pause: Callable[[], bool] = field(default=never, repr=False)

    def holding(self, seat: int, fingerprint: str) -> Automation:
        """A copy in which the prompt of this fingerprint is exempt for a seat."""
        return replace(self, held={**self.held, seat: fingerprint})

    def asked_anew(self, *seats: int) -> Automation:
        """A copy for seats (none: all) whose question of now is done with, so that the next one has its own pause."""
        anew = {
            seat: msgspec.structs.replace(one, now={}) if one.now and seat in (seats or self.seats) else one
            for seat, one in self.seats.items()
        }
        return replace(self, seats=anew)

    def with_plans(self, plans: Iterable[PlannedAnswer]) -> Automation:
        """A copy with these plans."""
        plans = tuple(plans)
        seats = {
            seat: msgspec.structs.replace(one, premoves=() if one.robot else _premoves(plans, seat))
            for seat, one in self.seats.items()
        }
        return replace(self, seats=seats, plans=plans)

    def with_line(self, seat: int, line: Sequence[PlannedAnswer]) -> Automation:
        """A copy with the rest of a typed line (see `line_of`) after the other plans of its seat.

        Raises:
            TooManyPlans.

        """
        waiting = waiting_of(self.plans, seat)
        check_room(len(waiting) - len(planned_turns_of(waiting)) + len(line))
        return self.with_plans([*self.plans, *line])


@dataclass(frozen=True)
class Given:
    """An automatic answer, the prompt and the outcome.

    A plan that is unfolded gives several (`Game.unfold`): the first is the `plan`'s, and `picked` has the texts of all.
    """

    seat: int
    by: Answerer
    picks: tuple[str, ...] = field(repr=False)
    prompt: Prompt = field(repr=False)
    outcome: Outcome = field(repr=False)
    plan: int | None = None
    picked: tuple[Text, ...] = field(default=(), repr=False)
    leads_on: bool = False
    """The next answer is of the same plan."""

    @property
    def events(self) -> list[Event]:
        """The events for the log, with a remark that the answer was automatic, unless there was no other.

        The answers of one plan have one remark, which says all that its seat was told on the way.
        """
        if self.by not in REMARKS or self.prompt.left_over() is not None:
            return self.outcome.events
        follows = self.by == Answerer.PREMOVE and self.plan is None
        told = [event for event in self.outcome.events if not (self.leads_on and event.to == [self.seat])]
        public = [event for event in told if event.seat == self.seat and event.to is None]
        if self.prompt.secret or self.prompt.tells or not public:
            return told if follows else [_own_remark(self), *told]
        return [REMARKS[self.by](event) if event in public else event for event in told]


@dataclass(frozen=True)
class AutomaticRun:
    """The automatic answers from a position on; `dropped` are plans (seat, plan, reason for the seat).

    Without a reason, what the plan answers was forced, as planned: its person is not told. The last `begun` of the
    answers leave a half-made turn of the seat that is asked on, and `public` is the position before them.
    """

    position: Position[Any, Any] = field(repr=False)
    encoded: bytes = field(repr=False)
    waiting: tuple[int, ...]
    over: bool
    given: tuple[Given, ...] = ()
    dropped: tuple[tuple[int, int, Text | None], ...] = ()
    paused: bool = False
    """Robots have left prompts for later."""
    prompts: tuple[Prompt, ...] = field(default=(), repr=False)
    """The prompts of the position after them."""
    begun: int = 0
    public: bytes | None = field(default=None, repr=False)

    def in_one(self) -> AutomaticRun:
        """A copy in which what is begun is told, or hidden, with all the rest."""
        return replace(self, begun=0, public=None)

    @property
    def events(self) -> list[Event]:
        """Everything that happened, in order."""
        return [event for one in self.given for event in one.events]

    @property
    def public_events(self) -> list[Event]:
        """The same without the half-made turn that is begun."""
        return [event for one in self.given[: len(self.given) - self.begun] for event in one.events]

    @property
    def ends_turn(self) -> bool:
        """Whether it completes somebody's turn."""
        return any(one.outcome.turn_over for one in self.given)

    @property
    def half_made(self) -> bool:
        """Whether all of it happened within the turn of one seat, which is not complete yet."""
        own = bool(self.given) and self.waiting == (self.given[0].seat,) and self.seats == set(self.waiting)
        return own and not self.over and not any(one.outcome.barrier or one.outcome.turn_over for one in self.given)

    def leaves(self, plans: Sequence[PlannedAnswer]) -> bool:
        """Whether some of these plans still wait."""
        used = {one.plan for one in self.given} | {plan for _, plan, _ in self.dropped}
        return any(plan.id not in used for plan in plans)

    @property
    def seats(self) -> set[int]:
        """The seats with automatic answers."""
        return {one.seat for one in self.given}


async def store_line(session: AsyncSession, automatic_run: AutomaticRun, line: Sequence[PlannedAnswer]) -> AutomaticRun:
    """Store the plans of a typed line (see `line_of`); returns the run with their ids in place of provisional ones."""
    ids: dict[int | None, int] = {}
    for row in line:
        provisional, row.id = row.id, None
        ids[provisional] = await stored_automatic.plan(session, row)
    return replace(
        automatic_run,
        given=tuple(replace(one, plan=ids.get(one.plan, one.plan)) for one in automatic_run.given),
        dropped=tuple((seat, ids.get(plan, plan), reason) for seat, plan, reason in automatic_run.dropped),
    )


def line_of(table_id: int, seat: int, rest: Sequence[tuple[Prompt, Sequence[str]]]) -> list[PlannedAnswer]:
    """Plan the rest of a typed line: all of it answers the next prompts of its seat, or all of it is dropped.

    Until it is stored, its plans have provisional ids below 0.
    """
    line = [planned(table_id, seat, prompt, premove(prompt, picks, line=True)) for prompt, picks in rest]
    for number, row in enumerate(line, start=1):
        row.id = -number
    return line


def planned(table_id: int, seat: int, prompt: Prompt, made: Premove) -> PlannedAnswer:
    """Make the row of a planned answer."""
    question, encoded = QUESTIONS.encode(prompt.text), PREMOVES.encode(made)
    return PlannedAnswer(table_id=table_id, seat=seat, question=question, premove=encoded)


def check_room(number: int) -> None:
    """Check that a seat may have planned so many answers.

    Raises:
        TooManyPlans.

    """
    if number > MAX_PLANS:
        raise TooManyPlans(MAX_PLANS)


def _by_policy(event: Event) -> Event:
    """Add the remark of a policy."""
    return msgspec.structs.replace(event, text=T("{event} (Automatic answer.)", event=event.text))


def _by_plan(event: Event) -> Event:
    """Add the remark of a planned answer."""
    return msgspec.structs.replace(event, text=T("{event} (Planned answer.)", event=event.text))


REMARKS: dict[str, Callable[[Event], Event]] = {Answerer.POLICY: _by_policy, Answerer.PREMOVE: _by_plan}
_OPENLY = {remark(Event("", Text(""))).text.id for remark in REMARKS.values()}


def visible_answerer(row: LogRow, seat: int | None) -> str:
    """The answerer of a row, as far as a seat (None: everybody) may know.

    A policy or a plan of another seat is shown as its player, unless a public remark of it stands in the log.
    """
    if row.by not in REMARKS or row.seat == seat:
        return row.by
    openly = any(event.text.id in _OPENLY for event in decode_events(row.events, None))
    return row.by if openly else Answerer.PLAYER


def _own_remark(given: Given) -> Event:
    options = list(map(given.prompt.option, given.picks))
    picked = [*given.picked] or [option.text for option in options] or [T("nothing")]
    question = given.prompt.text
    if options and all(option.ends for option in options):
        # That something is done says it all, and would else take three rows of a phone after every turn.
        by_policy = given.by == Answerer.POLICY
        text = T("Automatically: {picks}.", picks=picked) if by_policy else T("As planned: {picks}.", picks=picked)
        return Event(given.by, text, given.seat, [given.seat])
    text = (
        T("{question} Your automatic answer: {picks}.", question=question, picks=picked)
        if given.by == Answerer.POLICY
        else T("{question} Your planned answer was given: {picks}.", question=question, picks=picked)
    )
    return Event(given.by, text, given.seat, [given.seat])


def waiting_of(plans: Sequence[PlannedAnswer], seat: int) -> list[PlannedAnswer]:
    """The plans of a seat that have not answered yet, in the order in which they are tried."""
    return [plan for plan in plans if plan.seat == seat and plan.taken is None]


def planned_turns_of(plans: Sequence[PlannedAnswer]) -> list[PlannedAnswer]:
    """Those of a seat's waiting plans that are whole turns, with all their steps."""
    return [plan for plan in plans if premove_of(plan).turn]


def _premoves(plans: Sequence[PlannedAnswer], seat: int) -> tuple[Premove, ...]:
    return tuple(map(premove_of, waiting_of(plans, seat)))


def premove_of(plan: PlannedAnswer) -> Premove:
    """Decode the premove of a stored plan."""
    return PREMOVES.decode(plan.premove)


async def load(unit: UnitOfWork, session: AsyncSession, stored: Stored) -> Automation:
    """Load the automation of a table."""
    people = {seat.user_id for seat in stored.seats if not seat.robot}
    settings = await stored_automatic.settings(session, people, stored.table.game, stored.id)
    plans = tuple(await stored_automatic.plans(session, stored.id))
    seats: dict[int, SeatAutomation] = {}
    game = unit.game(stored.table.game)
    unset, now = game.table_settings(stored.table.options), unit.clock()
    for seat in stored.seats:
        if seat.robot:
            seats[seat.number] = SeatAutomation(robot=True, level=Level(seat.level))
        else:
            own = settings[seat.user_id]
            chosen = {**own[stored_automatic.EVERYWHERE], **own[stored.id]}
            set_ = {**unset, **{key: value for key, value in chosen.items() if value != UNSET}}
            late = after_pause(game.policies, set_) if pauses.is_over(stored, seat, now, unit.began()) else set_
            seats[seat.number] = SeatAutomation(
                settings=set_, premoves=_premoves(plans, seat.number), now={} if late == set_ else late
            )
    held = {seat.number: seat.held for seat in stored.seats if seat.held}
    return Automation(seats, plans, held, unit.others_wait)


def answer_automatically(
    game: Game[Any, Any],
    position: Position[Any, Any],
    automation: Automation,
    prompts: Sequence[Prompt] | None = None,
) -> AutomaticRun:
    """Give automatic answers until only persons have prompts; changes the position.

    `prompts` are those of the position, if they are known. An exception of a game's robot or policy is logged, and
    nothing is answered: it must not fail a person's answer.
    """
    prompts = game.prompts(position) if prompts is None else prompts
    active = {
        seat: one
        for seat, one in automation.seats.items()
        if automation.held.get(seat, "") != (fingerprint_of(prompts, seat) or "-")
    }
    given: list[Given] = []
    dropped: list[tuple[int, int, Text | None]] = []
    paused = False
    unanswered = [prompt for prompt in prompts if prompt.answered is None]
    begun, public = 0, None
    if unanswered and _any_answers(active, unanswered):
        before = game.encode(position)
        try:
            given, dropped, paused, prompts = _run(game, position, automation, active, prompts)
        except Exception:
            logger.exception("The automatic answers of %s failed", game.info.key)
            position, given, dropped = game.decode(before), [], []
            prompts = game.prompts(position)
        begun, public = _begun(game, before, given, game.waiting(position))
    return AutomaticRun(
        position,
        game.encode(position),
        tuple(game.waiting(position)),
        game.over(position),
        tuple(given),
        tuple(dropped),
        paused,
        tuple(prompts),
        begun,
        public,
    )


def _begun(
    game: Game[Any, Any], before: bytes, given: Sequence[Given], waiting: Sequence[int]
) -> tuple[int, bytes | None]:
    """How many of the answers, the last ones, leave a half-made turn, and the position before them.

    The first is a planned one of the seat that is asked alone in the end, and was asked alone there. All that follow
    are by its plans and policies, or what others' policies answered within its turn, and all can be taken back.
    """
    ends = (at for at, one in enumerate(given, start=1) if one.outcome.barrier or one.outcome.turn_over)
    first = max(ends, default=0)
    planned = [
        at for at, one in enumerate(given) if at >= first and [one.seat] == [*waiting] and one.by == Answerer.PREMOVE
    ]
    bars = [one for one in given[first:] if one.by == (Answerer.ROBOT if one.seat in waiting else Answerer.PREMOVE)]
    if not planned or bars:
        return 0, None
    position = game.decode(before)
    for at, one in enumerate(given):
        if at in planned and game.waiting(position) == [*waiting]:
            return len(given) - at, game.encode(position)
        game.answer(position, one.seat, one.picks)
    return 0, None


def _any_answers(active: Mapping[int, SeatAutomation], prompts: Sequence[Prompt]) -> bool:
    """Whether there can be automatic answers: somebody has set or planned something, or nothing is left to choose."""
    if any(one.robot or one.settings or one.premoves for one in active.values()):
        return True
    return any(prompt.seat in active and prompt.left_over() is not None for prompt in prompts)


def answer_stored(game: Game[Any, Any], data: bytes, automation: Automation) -> AutomaticRun:
    """The same from a stored position."""
    return answer_automatically(game, read(game, data), automation)


def _run(
    game: Game[Any, Any],
    position: Position[Any, Any],
    automation: Automation,
    active: Mapping[int, SeatAutomation],
    prompts: Sequence[Prompt],
) -> tuple[list[Given], list[tuple[int, int, Text | None]], bool, Sequence[Prompt]]:
    answered = answer_by_rules(game, position, active, automation.pause, open_=prompts)
    for one in answered.illegal:
        logger.error(
            "%s: the %s of seat %d cannot pick this of “%s”: %s",
            game.info.key,
            one.by,
            one.seat,
            one.kind,
            one.picks,
        )
    for circle in answered.circles:
        logger.error("%s: the robot of seat %d goes round in a circle at “%s”", game.info.key, circle.seat, circle.kind)
    waiting = {seat: [(plan.id, premove_of(plan)) for plan in waiting_of(automation.plans, seat)] for seat in active}
    for plans in waiting.values():
        plans.sort(key=lambda one: one[1].turn)  # a typed line answers before a planned turn that waits

    def use(seat: int, which: Callable[[Premove], bool]) -> int:
        """Take the first plan of which this holds: the one that answered or was dropped."""
        found = next(one for one in waiting[seat] if which(one[1]))
        waiting[seat].remove(found)
        assert found[0] is not None
        return found[0]

    dropped = [(one.seat, use(one.seat, one.premove.__eq__), one.reason) for one in answered.dropped]
    given = [
        Given(
            answer.seat,
            answer.by,
            tuple(answer.picks),
            prompt,
            outcome,
            None if used is None else use(answer.seat, used.__eq__),
        )
        for (answer, outcome), prompt, used in zip(answered.answers, answered.prompts, answered.used, strict=True)
    ]
    return _together(given), dropped, answered.paused, answered.open


def _together(given: Sequence[Given]) -> list[Given]:
    """Let the first answer of each plan that was unfolded tell what all of them are."""
    found: list[Given] = []
    after: dict[int, tuple[Text, ...]] = {}  # the texts of those that follow, by seat
    for one in reversed(given):
        later = after.pop(one.seat, ())
        picked = (*(one.prompt.option(pick).text for pick in one.picks), *later)
        if one.by == Answerer.PREMOVE and one.plan is None:
            after[one.seat] = picked
        found.append(replace(one, picked=picked, leads_on=True) if later else one)
    return found[::-1]


async def write(
    session: AsyncSession,
    stored: Stored,
    revision: int,
    at: datetime,
    automatic_run: AutomaticRun,
    *,
    rows: Sequence[LogRow] = (),
    step: int = 0,
) -> int:
    """Append rows and the automatic answers after them to the log, and update the plans.

    Those of a `step` of a half-made turn are hidden, and so is a turn that the last of them begin: that is a step of
    its own. Returns the step at which the table is then; `AutomaticRun.public` is what others see of it.

    Raises:
        Conflict: a plan was cancelled meanwhile.

    """
    answers = [_row(stored, revision, at, one) for one in automatic_run.given]
    reasons: list[tuple[int, Text]] = []  # those of a line have one reason, which is told once
    for seat, _, reason in automatic_run.dropped:
        if reason is not None and (seat, reason) not in reasons:
            reasons.append((seat, reason))
    dropped = [dropped_row(stored, revision, at, seat, reason) for seat, reason in reasons]
    every = [*rows, *dropped, *answers]
    if not every and not automatic_run.dropped:
        return step
    told = len(every) - automatic_run.begun
    first = await log.append(session, stored.id, every[:told], step=step) + len(rows) + len(dropped)
    if automatic_run.begun:
        assert not step
        await log.publish(session, stored.id, revision)
        step = await tables.step_on(session, stored.id, revision, 0)
        await log.append(session, stored.id, every[told:], step=step)
    for sequence, one in enumerate(automatic_run.given, start=first):
        if one.plan is not None:
            await stored_automatic.take_plan(session, one.plan, sequence)
    await stored_automatic.remove_plans(session, [plan for _, plan, _ in automatic_run.dropped])
    return step


def dropped_row(stored: Stored, revision: int, at: datetime, seat: int, reason: Text) -> LogRow:
    """Make a row, for this seat only, about a plan that was dropped."""
    return LogRow(
        table_id=stored.id,
        sequence=0,
        revision=revision,
        at=at,
        kind="dropped",
        seat=seat,
        events=encode_events([Event("dropped", reason, seat, [seat])]),
    )


def in_words(plans: Sequence[PlannedAnswer]) -> list[tuple[int, Text]]:
    """Describe plans, a planned turn as one: the seat of each, and its first prompt with all its picks."""
    groups: list[list[PlannedAnswer]] = []
    for plan in plans:
        before = next((one for one in reversed(groups) if one[0].seat == plan.seat), None)
        made = premove_of(plan)
        if before is not None and made.turn and not made.begins and premove_of(before[0]).turn:
            before.append(plan)
        else:
            groups.append([plan])
    return [(group[0].seat, _in_words(group)) for group in groups]


def _in_words(plans: Sequence[PlannedAnswer]) -> Text:
    picked = [named.text for plan in plans for named in premove_of(plan).named]
    return T("{question}: {picks}", question=QUESTIONS.decode(plans[0].question), picks=picked)


def _row(stored: Stored, revision: int, at: datetime, given: Given) -> LogRow:
    return LogRow(
        table_id=stored.id,
        sequence=0,
        revision=revision,
        at=at,
        kind="answer",
        seat=given.seat,
        by=given.by,
        picks=list(given.picks),
        question=QUESTIONS.encode(given.prompt.text),
        events=encode_events(given.events),
        barrier=given.outcome.barrier,
        asked=given.outcome.asked,
    )


def kind_of(events: Sequence[Event], newly_asked: Sequence[int], *, over: bool, turn: bool = False) -> str:
    """The kind of the outbox row for answers; `turn`: somebody's turn is complete."""
    if over:
        return "over"
    if any(event.kind == ROUND for event in events):
        return "round"
    return "turn" if newly_asked or turn else "table"


async def go_on(
    unit: UnitOfWork,
    session: AsyncSession,
    table_id: int,
    *,
    rows: Sequence[LogRow] = (),
    kind: str = "table",
    seat: int | None = None,
    restarted: Collection[int] = (),
) -> bool:
    """Give and store the automatic answers after a change of a running game, in the transaction of that change.

    `rows` are the change's log rows and `kind` that of its outbox row; without rows and answers nothing is written.
    Returns whether anything was.

    Raises:
        NoTableHere, NotRunning, GameOver, Conflict.

    """
    session.expire_all()
    stored = await unit.find(session, table_id)
    game = unit.game(stored.table.game)
    snapshot = await unit.snapshot(session, stored)
    # Robots pause at once, as others wait for the transaction; they play on afterwards.
    automation = replace(await load(unit, session, stored), pause=lambda: True)
    automatic_run = await asyncio.to_thread(answer_stored, game, snapshot.position, automation)
    if automatic_run.paused:
        unit.robots_asked(table_id, ())
    if not (rows or automatic_run.given or automatic_run.dropped):
        return False
    await write_run(
        unit, session, stored, snapshot, automatic_run, rows=rows, kind=kind, seat=seat, restarted=restarted
    )
    return True


async def write_run(
    unit: UnitOfWork,
    session: AsyncSession,
    stored: Stored,
    snapshot: Snapshot,
    automatic_run: AutomaticRun,
    *,
    rows: Sequence[LogRow] = (),
    kind: str = "table",
    seat: int | None = None,
    restarted: Collection[int] = (),
    at_keys: Collection[int] = (),
) -> None:
    """Store automatic answers that do not follow a person's answer; see `go_on`.

    `at_keys` are seats whose persons look at their panel now, and get no notice. While robots have only paused, no post
    is made, except to mention somebody: their wait has begun already.

    Raises:
        Conflict.

    """
    now = unit.clock()
    before = {one.number for one in stored.seats if one.since is not None}
    asked = [one for one in automatic_run.waiting if is_person(stored.seats[one]) and one not in at_keys]
    newly_asked = [one for one in asked if one not in before or one in restarted]
    # Answers for the seat of the half-made turn continue that turn; anything else makes it public.
    in_secret = automatic_run.half_made and not rows and before == set(automatic_run.waiting)
    automatic_run = automatic_run.in_one() if in_secret else automatic_run
    if automatic_run.given:
        events, ends = automatic_run.public_events, automatic_run.ends_turn
        happened = kind_of(events, newly_asked, over=automatic_run.over, turn=ends)
        kind = happened if kind == "table" or happened == "over" else kind
    revision, step = await unit.advance(session, stored, in_secret=in_secret)
    if automatic_run.over:
        await tables.finish(session, stored.id, now)
    for row in rows:
        row.revision = revision
    public = (snapshot.public or snapshot.position) if in_secret else automatic_run.public
    step = await write(session, stored, revision, now, automatic_run, rows=rows, step=step)
    if automatic_run.given:
        await log.put_snapshot(session, stored.id, revision, automatic_run.encoded, public, step=step)
    moved = waits.restarted_in_secret(stored, *automatic_run.seats) if in_secret else automatic_run.seats
    if automatic_run.begun:
        moved = waits.restarted_but(stored, moved, automatic_run.waiting)
    mention = await waits.note(
        unit, session, stored, revision, automatic_run.waiting, restarted={*restarted, *moved}, newly_asked=newly_asked
    )
    if in_secret:
        return
    # The new person of a seat votes in the open votes.
    voters = [one for new in restarted for one in await votes.ask_newcomer(unit, session, stored.id, new)]
    if rows or mention or not automatic_run.paused:
        await unit.post(
            session, stored, kind, revision, seat=seat, newly_asked=newly_asked, mention=mention, asked=voters
        )
