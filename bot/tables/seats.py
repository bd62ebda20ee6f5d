"""Who sits where in a running game, and what a change of that means for the votes that are open.

A person who hands over their seat, a robot that plays on in it, somebody who comes back: each changes who has a voice.
So every such change ends with `recount`, in its own transaction: a vote that waited for nobody else is carried out.
Whoever has come to a seat is asked (`bot.tables.core.votes.ask_newcomer`).
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import rewinds
from bot.tables.core import automatic, votes, waits
from bot.tables.core.data import Person
from bot.tables.core.errors import NoRobotHere, OnlyRobots, UnknownPlayer
from bot.tables.core.unit_of_work import UnitOfWork, check_running
from rules.kernel.steps import Event
from rules.kernel.text import T, player
from storage import automatic as stored_automatic
from storage import tables
from storage.schema import LogRow, PlannedAnswer, Seat
from storage.tables import Stored


def taken_over(seat: int) -> Event:
    """Say that a seat has another person."""
    return Event("replace", T("{who} has taken over this seat.", who=player(seat)), seat)


async def hand_over(
    unit: UnitOfWork, session: AsyncSession, stored: Stored, event: Event, *, to: Person, by: Person
) -> None:
    """Give the seat of an event to another person, and tell the event; nothing that was set for it answers for them."""
    assert event.seat is not None
    row = unit.event_row(stored, event.kind, event, by.user_id)
    await stored_automatic.clear_seat(session, stored.id, event.seat)
    await tables.hand_over(session, stored.id, event.seat, to.user_id, to.name)
    await _changed(unit, session, stored.id, event.seat, [row])


async def let_robot_play(
    unit: UnitOfWork, session: AsyncSession, stored: Stored, seat: int, *, on: bool, by: Person | None = None
) -> None:
    """Let a robot play in a seat, or its person again. Twice changes nothing.

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
    text = T("A robot plays on in this seat: {who}.", who=player(seat)) if on else T("{who} is back.", who=player(seat))
    rows = [unit.event_row(stored, "robot", Event("robot", text, seat), None if by is None else by.user_id)]
    plans = automatic.waiting_of(await stored_automatic.plans(session, stored.id), seat)
    if plans:  # those of a person whom a robot now plays for
        rows += [_dropped(unit, stored, plan) for plan in plans]
        await waits.tell_dropped(unit, session, stored, stored.table.revision + 1, [seat])
    await stored_automatic.clear_seat(session, stored.id, seat)
    await tables.set_robot(session, stored.id, seat, on=on)
    await _changed(unit, session, stored.id, seat, rows)


def _dropped(unit: UnitOfWork, stored: Stored, plan: PlannedAnswer) -> LogRow:
    text = T("Your planned answer was dropped, for a robot plays for you now: {plan}", plan=automatic.in_words(plan))
    return automatic.dropped_row(stored, 0, unit.clock(), plan.seat, text)


async def _changed(unit: UnitOfWork, session: AsyncSession, table_id: int, seat: int, rows: Sequence[LogRow]) -> None:
    """Let the game go on after a change of a seat that these rows tell of, and count the open votes anew."""
    await automatic.go_on(unit, session, table_id, rows=rows, kind="replace", seat=seat, restarted={seat})
    await recount(unit, session, table_id)


async def recount(unit: UnitOfWork, session: AsyncSession, table_id: int) -> None:
    """Carry out every open vote of a table that waits for nobody any more, in the transaction of what has changed.

    Robots have no voice, and who is known to have left the server has none. Nobody's seat is given up without a single
    vote, even where nobody else is left who could vote.
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
    """Let anybody take a seat, and a robot play in it until then, where somebody else plays as well."""
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
    """Find a seat of a running game.

    Raises:
        NotRunning, GameOver, UnknownPlayer.

    """
    check_running(stored)
    if not 0 <= seat < len(stored.seats):
        raise UnknownPlayer
    return stored.seats[seat]
