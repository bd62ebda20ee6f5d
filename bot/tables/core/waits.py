"""Waits: since when seats have open prompts, with reminders, deadlines, notices. Part of a change's transaction.

A turn begins when a seat gets a prompt that had none before. It brings one notice, however many prompts follow while
the person answers; the seat that has just acted gets none. A seat that loses its prompt by an undo of others and gets
one again within `SAME_TURN` is not notified twice.

A wait begins with each prompt, and reminders are about the open one. During a half-made turn the wait goes on, as
nobody else may know that the turn has begun, and a clock runs until it is complete.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from msgspec import structs
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core.data import Wish
from bot.tables.core.messages import NextNotice, PlansDropped, TurnNotice, VoteRequest, payload_of
from bot.tables.core.quiet_hours import Hours
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.core.ways import DAILY, is_person, last_call, way_at
from rules.kernel.steps import Event
from rules.kernel.text import Text
from storage import outbox, reminders, tables
from storage.schema import GameTable, Preference, Reminder, Seat, TableWish
from storage.tables import Stored

GROWTH = 1.5
"""Factor between the gaps of successive reminders."""
SAME_TURN = timedelta(hours=1)

Seats = Sequence[int]


def hours_of(preference: Preference) -> Hours:
    """When a person may be disturbed."""
    return Hours(
        preference.zone, preference.quiet_from, preference.quiet_to, preference.away_until, preference.away_from
    )


def wish_of(stored: TableWish | None) -> Wish:
    """Convert what a person wants at a table."""
    return Wish() if stored is None else Wish(stored.notices, stored.muted_round, stored.told_after, stored.note)


def called_at(stored: Stored, seat: Seat, deadline: datetime | None) -> datetime | None:
    """When a person who wants one message a day is reminded of a clock all the same; None: never."""
    if deadline is None or way_at(stored, seat.user_id) != DAILY:
        return None
    return last_call(deadline, timedelta(hours=stored.table.clock_hours))


def gap(rung: int, hours: int) -> timedelta:
    """How long the reminder on a rung comes after the one before, or the first (rung 0) after the question."""
    return timedelta(hours=hours * GROWTH**rung)


def first_reminder(
    stored: Stored, seat: Seat, revision: int, since: datetime, deadline: datetime | None = None
) -> Reminder | None:
    """The first reminder of a wait, which ends at a deadline if there is a clock; None if the table has none."""
    if stored.table.reminders < 1 or not is_person(seat):
        return None
    preference = stored.preference(seat.user_id)
    hours = hours_of(preference)
    planned = hours.next_allowed(since) + gap(0, preference.remind_hours or stored.table.remind_hours)
    called = called_at(stored, seat, deadline)
    planned = planned if called is None else min(planned, called)
    return Reminder(
        table_id=stored.id,
        seat=seat.number,
        user_id=seat.user_id,
        revision=revision,
        rung=0,
        since=since,
        planned_at=planned,
        due_at=hours.next_allowed(planned),
    )


def deadline_of(table: GameTable, preference: Preference, since: datetime) -> datetime | None:
    """The deadline of a wait by the table's clock, which a vacation stops: it gives the whole time after it."""
    if table.clock == "none":
        return None
    whole = timedelta(hours=table.clock_hours)
    away, begins = preference.away_until, preference.away_from
    stops = away is not None and away > since and (begins is None or begins < since + whole)
    return (away if stops and away is not None else since) + whole


async def note(
    unit: UnitOfWork,
    session: AsyncSession,
    stored: Stored,
    revision: int,
    waiting: Collection[int],
    *,
    restarted: Collection[int] = (),
    newly_asked: Seats = (),
    at_keys: Collection[int] = (),
) -> list[int]:
    """Update waits, reminders and notices after a change; returns the seats to mention in the channel.

    `restarted` are the seats whose wait begins anew: they have just acted, or have a new person. `newly_asked` are
    those whose turn begins. The persons of `at_keys` will see what paused robots do now, and get no notice of it.
    """
    now = unit.clock()
    for seat in stored.seats:
        since = seat.since
        if seat.number not in waiting:
            since = None
        elif since is None or seat.number in restarted:
            since = now
        if since != seat.since or (since is not None and seat.number in restarted):
            await _change(session, stored, seat, revision, since)
        if seat.number in restarted and seat.noticed_at is not None:
            await tables.change_seat(session, stored.id, seat.number, noticed_at=None)
    if any(stored.seats[seat].robot for seat in waiting):
        unit.robots_asked(stored.id, at_keys)
    if newly_asked:
        await _tell_next(session, stored, now)
    noticed = {seat.number for seat in stored.seats if seat.number not in restarted and _noticed_recently(seat, now)}
    return [
        seat for seat in newly_asked if seat not in noticed and await _notice(session, stored, stored.seats[seat], now)
    ]


async def _tell_next(session: AsyncSession, stored: Stored, now: datetime) -> None:
    """Have those told that their turn comes next who want that; whose it is is looked at when they are told.

    Whoever is asked now as well, for then they are to be told anew before their next turn.
    """
    if stored.private:
        return
    for seat in stored.seats:
        preference = stored.preference(seat.user_id)
        if preference.tells_next and is_person(seat) and way_at(stored, seat.user_id) in {"dm", "channel"}:
            due = hours_of(preference).next_allowed(now)
            await outbox.put(
                session, stored.id, "next", payload_of(NextNotice(seat.user_id, seat.number)), now, due=due
            )


async def end_early(
    unit: UnitOfWork, session: AsyncSession, stored: Stored, text: Text, user_id: int | None = None
) -> None:
    """End a table before its game is over; `text` says why."""
    changes = {"phase": "abandoned", "ended_at": unit.clock()}
    revision = await unit.log_event(session, stored, "abandon", Event("abandon", text), user_id, **changes)
    await note(unit, session, stored, revision, ())
    await unit.post(session, stored, "abandon", revision)


def restarted_in_secret(stored: Stored, *seats: int) -> set[int]:
    """Those of the seats whose wait begins anew even within a half-made turn.

    Those are overdue ones, as the vote about their seat must end when they are back. For all others the wait goes on:
    a new beginning or deadline would reveal that they have begun their turn.
    """
    return {seat for seat in seats if stored.seats[seat].overdue or stored.seats[seat].given_up}


def restarted_but(stored: Stored, moved: Collection[int], begun: Collection[int]) -> set[int]:
    """Those of the seats that have moved whose wait begins anew, if some of them have begun a turn in secret."""
    return {*moved} - {*begun} | restarted_in_secret(stored, *begun)


def _noticed_recently(seat: Seat, now: datetime) -> bool:
    return seat.noticed_at is not None and abs(now - seat.noticed_at) < SAME_TURN


async def _change(session: AsyncSession, stored: Stored, seat: Seat, revision: int, since: datetime | None) -> None:
    """End a seat's wait, begin one, or both."""
    if seat.since is not None:
        await reminders.drop(session, stored.id, seat.number)
    preference = stored.preference(seat.user_id)
    deadline = deadline_of(stored.table, preference, since) if since is not None and is_person(seat) else None
    await tables.wait(session, stored.id, seat.number, since, deadline)
    reminder = first_reminder(stored, seat, revision, since, deadline) if since is not None else None
    if reminder is not None:
        await reminders.plan(session, reminder)


async def _notice(session: AsyncSession, stored: Stored, seat: Seat, now: datetime) -> bool:
    """Notify a person of their turn as they have set; True if the table's post is to mention them.

    At a practice table nobody is: it waits for its person without a word.
    """
    if stored.private or not is_person(seat) or way_at(stored, seat.user_id) in {"none", DAILY}:
        return False
    await tables.change_seat(session, stored.id, seat.number, noticed_at=now)
    return await _put_as_wanted(session, stored, seat, "notice", _notice_of(seat, now), now)


def _notice_of(seat: Seat, since: datetime) -> TurnNotice:
    return TurnNotice(seat.user_id, seat.number, since.isoformat())


async def _put_as_wanted(  # noqa: PLR0917
    session: AsyncSession, stored: Stored, seat: Seat, kind: str, message: TurnNotice | VoteRequest, now: datetime
) -> bool:
    """Put a message for one person into the outbox as they have set; True if the table's post is to mention them."""
    way, wish = way_at(stored, seat.user_id), stored.wishes.get(seat.user_id)
    due = hours_of(stored.preference(seat.user_id)).next_allowed(now)
    muted = kind == "notice" and wish is not None and wish.muted_round is not None  # until when only the game can tell
    if way == "channel" and due <= now and not stored.table.lost and not muted:
        return True
    if way != "none" and not (way == DAILY and kind == "notice"):
        addressed = structs.replace(message, via=way)
        await outbox.put(session, stored.id, kind, payload_of(addressed), now, due=due)
    return False


async def ask_to_vote(
    unit: UnitOfWork, session: AsyncSession, stored: Stored, about: str, seats: Collection[int]
) -> list[int]:
    """Ask persons for their vote; returns the seats to mention in the channel."""
    now = unit.clock()
    asked = [seat for seat in stored.seats if seat.number in seats and is_person(seat)]
    requests = [(seat, VoteRequest(seat.user_id, seat.number, about)) for seat in asked]
    return [seat.number for seat, one in requests if await _put_as_wanted(session, stored, seat, "ballot", one, now)]


async def notify_dropped(
    unit: UnitOfWork,
    session: AsyncSession,
    stored: Stored,
    revision: int,
    seats: Collection[int],
    *,
    told: Sequence[Text] = (),
) -> None:
    """Notify persons without a prompt that plans of theirs were dropped with this revision.

    A plan is a secret, so the notice is a direct message whatever they have set, never a mention in a channel. It says
    what is `told`, or what the log tells their seat.
    """
    if stored.private:  # its panel shows what the log tells
        return
    now = unit.clock()
    for seat in stored.seats:
        preference = stored.preference(seat.user_id)
        if seat.number in seats and seat.user_id > 0 and way_at(stored, seat.user_id) != "none":
            dropped = PlansDropped(seat.user_id, seat.number, revision, list(told))
            await outbox.put(
                session, stored.id, "dropped", payload_of(dropped), now, due=hours_of(preference).next_allowed(now)
            )


async def notice_unmentioned(session: AsyncSession, stored: Stored, seats: Collection[int], now: datetime) -> None:
    """Notify those of their turn whom a post should have mentioned that could not be made."""
    for seat in stored.seats:
        if seat.number in seats and seat.since is not None and is_person(seat):
            await _put_as_wanted(session, stored, seat, "notice", _notice_of(seat, seat.since), now)


async def begin_anew(session: AsyncSession, stored: Stored, seat: Seat, revision: int, now: datetime) -> None:
    """Restart a wait now, with its whole time: it was dated by a clock that was ahead."""
    before = seat.since
    await _change(session, stored, seat, revision, now)
    if seat.noticed_at is not None and seat.noticed_at > now:
        await tables.change_seat(session, stored.id, seat.number, noticed_at=now)
    if before is not None:  # unsent messages about it are about the new wait
        await outbox.redate(session, stored.id, seat.user_id, before.isoformat(), now.isoformat())


async def restart_clocks(session: AsyncSession, stored: Stored, now: datetime) -> None:
    """Restart a table's clock for all open waits: it has been set or changed."""
    for seat in stored.seats:
        if seat.since is not None and is_person(seat):
            deadline = deadline_of(stored.table, stored.preference(seat.user_id), now)
            await tables.wait(session, stored.id, seat.number, seat.since, deadline)
            await call_in_time(session, stored, seat, deadline)


async def call_in_time(session: AsyncSession, stored: Stored, seat: Seat, deadline: datetime | None) -> None:
    """Bring the reminder of a wait forward for who wants one message a day, if its clock runs out before."""
    called = called_at(stored, seat, deadline)
    for one in await reminders.unsent(session, seat.user_id) if called is not None else ():
        if called is not None and one.table_id == stored.id and one.due_at > called:
            await reminders.move(session, [one.id], hours_of(stored.preference(seat.user_id)).next_allowed(called))
