"""Changes of who plays in a seat of a running game, with their effect on open votes.

Handing over a seat, letting a robot play in it, coming back: each changes whose votes count. So every such change ends
with `recount`, in its own transaction: a vote that waits for nobody any more is carried out. The new person of a seat
is asked for their votes (`bot.tables.core.votes.ask_newcomer`).
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import rewinds
from bot.tables.core import automatic, votes, waits
from bot.tables.core.data import Person
from bot.tables.core.errors import NoRobotHere, OnlyRobots, UnknownPlayer
from bot.tables.core.names import letter_of
from bot.tables.core.unit_of_work import UnitOfWork, check_running
from rules.kernel.steps import Event
from rules.kernel.text import T, Text, player
from storage import automatic as stored_automatic
from storage import tables
from storage.schema import LogRow, Seat
from storage.tables import Stored

TAKEN_OVER = T("{who} has taken over this seat.")
"""What logs of before say of a seat that has another person; it must have its words in every language."""


def taken_over(seat: int) -> Event:
    """The event of a seat that has another person: only its letter tells in a channel which it is."""
    text = T("{who} has taken over seat {letter}.", who=player(seat), letter=letter_of(seat))
    return Event("replace", text, seat)


async def hand_over(
    unit: UnitOfWork, session: AsyncSession, stored: Stored, event: Event, *, to: Person, by: Person
) -> None:
    """Give the seat of an event to another person, and log the event; the former person's plans are removed.

    They alone are told which: the log of the seat is the new person's.
    """
    assert event.seat is not None
    row = unit.event_row(stored, event.kind, event, by.user_id)
    plans = automatic.waiting_of(await stored_automatic.plans(session, stored.id), event.seat)
    if plans:
        told = [
            T("Your planned answer was dropped, because somebody else plays in your seat now: {plan}", plan=plan)
            for _, plan in automatic.in_words(plans)
        ]
        await waits.notify_dropped(unit, session, stored, stored.table.revision + 1, [event.seat], told=told)
    await stored_automatic.clear_seat(session, stored.id, event.seat)
    await tables.hand_over(session, stored.id, event.seat, to.user_id, to.name)
    await _changed(unit, session, stored.id, event.seat, [row])


async def let_robot_play(
    unit: UnitOfWork, session: AsyncSession, stored: Stored, seat: int, *, on: bool, by: Person | None = None
) -> None:
    """Let a robot play in a seat, or its person again. Idempotent.

    Raises:
        NotRunning, GameOver, UnknownPlayer, OnlyRobots, NoRobotHere (nobody's).

    """
    one = seat_in(stored, seat)
    if one.robot == on:
        return
    if one.user_id < 0:
        raise NoRobotHere
    if on and not _others_play(stored, seat):
        raise OnlyRobots
    text = T("A robot plays on: {who}.", who=player(seat)) if on else T("{who} is back.", who=player(seat))
    rows = [unit.event_row(stored, "robot", Event("robot", text, seat), None if by is None else by.user_id)]
    plans = automatic.waiting_of(await stored_automatic.plans(session, stored.id), seat)
    if plans:  # those of a person whom a robot now plays for
        rows += [_dropped(unit, stored, seat, plan) for _, plan in automatic.in_words(plans)]
        await waits.notify_dropped(unit, session, stored, stored.table.revision + 1, [seat])
    await stored_automatic.clear_seat(session, stored.id, seat)
    await tables.set_robot(session, stored.id, seat, on=on)
    await _changed(unit, session, stored.id, seat, rows)


def _dropped(unit: UnitOfWork, stored: Stored, seat: int, plan: Text) -> LogRow:
    text = T("Your planned answer was dropped, because a robot plays for you now: {plan}", plan=plan)
    return automatic.dropped_row(stored, 0, unit.clock(), seat, text)


async def _changed(unit: UnitOfWork, session: AsyncSession, table_id: int, seat: int, rows: Sequence[LogRow]) -> None:
    """Give automatic answers after a change of a seat, log these rows of it, and recount open votes."""
    await automatic.go_on(unit, session, table_id, rows=rows, kind="replace", seat=seat, restarted={seat})
    await recount(unit, session, table_id)


async def recount(unit: UnitOfWork, session: AsyncSession, table_id: int) -> None:
    """Carry out every open vote of a table that waits for nobody any more, in the transaction of the change.

    Robots and persons who have left the server have no vote. No seat is given up without a single vote, even if nobody
    else is left who could vote.
    """
    await rewinds.recount(unit, session, table_id)
    session.expire_all()
    stored = await unit.find(session, table_id)
    if stored.table.phase != "running":
        return
    for seat in stored.seats:
        if votes.is_open(seat) and votes.votes_about(stored, seat) and not votes.missing_about(stored, seat):
            await _give_up(unit, session, stored, seat.number)
            await recount(unit, session, table_id)
            return


async def _give_up(unit: UnitOfWork, session: AsyncSession, stored: Stored, seat: int) -> None:
    """Free a seat, and let a robot play in it until somebody takes it, if another person plays as well."""
    table_id = stored.id
    text = T("All have agreed: the seat of {who} can be taken by anybody.", who=player(seat))
    revision = await unit.log_event(session, stored, "given_up", Event("given_up", text, seat))
    await tables.change_seat(session, table_id, seat, given_up=True)
    await unit.post(session, stored, "given_up", revision, seat=seat)
    if _others_play(stored, seat):
        session.expire_all()
        await let_robot_play(unit, session, await unit.find(session, table_id), seat, on=True)


def _others_play(stored: Stored, seat: int) -> bool:
    """Whether a person plays in another seat: robots alone would fill a channel in a second."""
    return any(not other.robot for other in stored.seats if other.number != seat)


def seat_in(stored: Stored, seat: int) -> Seat:
    """A seat of a running game.

    Raises:
        NotRunning, GameOver, UnknownPlayer.

    """
    check_running(stored)
    if not 0 <= seat < len(stored.seats):
        raise UnknownPlayer
    return stored.seats[seat]
