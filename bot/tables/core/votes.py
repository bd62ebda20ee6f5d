"""Open votes of a table: on a rewind, or on handing over an overdue seat.

Each has an identifier (`about`). What a vote leads to is decided where it is opened (`bot.tables.rewinds`,
`bot.tables.clocks`); here is whose votes it needs.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core import waits
from bot.tables.core.data import TableInfo, Vote
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.core.ways import is_person
from storage import rewinds
from storage.schema import Seat
from storage.tables import Stored


@dataclass(frozen=True)
class OpenVote:
    """An open vote. `missing` are the seats of persons who have not voted yet.

    It is about going back (`rewind`), or about an overdue `seat`.
    """

    about: str
    info: TableInfo
    missing: tuple[int, ...]
    rewind: Vote | None = None
    seat: int = -1


def about_rewind(revision: int) -> str:
    """The identifier of a vote on a rewind."""
    return f"rewind {revision}"


def about_seat(seat: int, since: datetime) -> str:
    """The identifier of a vote on an overdue seat."""
    return f"seat {seat} {since.isoformat()}"


def has_vote(seat: Seat) -> bool:
    """Whether votes wait for a seat: robots and persons who have left the server have no vote."""
    return is_person(seat) and not seat.gone


def missing_in_rewind(stored: Stored, agreed: Collection[int]) -> list[int]:
    """List the seats that have not agreed to a rewind yet, including successors in a seat."""
    return [seat.number for seat in stored.seats if has_vote(seat) and seat.user_id not in agreed]


def is_open(seat: Seat) -> bool:
    """Whether there is a vote on a seat: the time of its person has run out."""
    return seat.overdue and not seat.given_up and seat.since is not None


def votes_about(stored: Stored, seat: Seat) -> set[int]:
    """The seats that have voted to hand a seat over."""
    return {vote.voter for vote in stored.votes if vote.seat == seat.number}


def missing_about(stored: Stored, seat: Seat) -> list[int]:
    """List the seats that have not voted yet on handing a seat over."""
    voted = {seat.number, *votes_about(stored, seat)}
    return [other.number for other in stored.seats if has_vote(other) and other.number not in voted]


async def ask_newcomer(unit: UnitOfWork, session: AsyncSession, table_id: int, seat: int) -> list[int]:
    """Ask the new person of a seat for their votes; returns the seat if it is to be mentioned."""
    session.expire_all()
    stored = await unit.find(session, table_id)
    open_: list[str] = []
    vote = await rewinds.vote(session, table_id)
    if vote is not None and seat in missing_in_rewind(stored, vote.agreed):
        open_.append(about_rewind(vote.revision))
    open_ += [
        about_seat(one.number, one.since)
        for one in stored.seats
        if is_open(one) and one.since is not None and seat in missing_about(stored, one)
    ]
    asked = [await waits.ask_to_vote(unit, session, stored, about, [seat]) for about in open_]
    return [seat] if any(asked) else []
