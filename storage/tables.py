"""Tables and who sits at them, looked up and changed inside a transaction of `storage.store`.

Every change of a table goes through `advance`, which raises its revision: of two that start from the same revision
one gets Conflict, and nothing of it is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import col, delete, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.errors import Conflict
from storage.schema import LIVE_PHASES, GameTable, Guild, Invitation, PostedMessage, Preference, Seat


@dataclass(frozen=True)
class Stored:
    """A table with its seats (by number) and the people who are invited."""

    table: GameTable
    seats: tuple[Seat, ...]
    invited: tuple[int, ...]

    @property
    def id(self) -> int:
        """The number of the table."""
        assert self.table.id is not None
        return self.table.id


async def add(session: AsyncSession, table: GameTable, owner_name: str) -> int:
    """Keep a new table with its owner in the first seat, and give its number.

    Raises:
        Conflict: the channel has a live table.

    """
    if await session.get(Guild, table.guild_id) is None:
        session.add(Guild(id=table.guild_id, first_seen=table.created_at))
        await session.flush()
    session.add(table)
    await session.flush()
    assert table.id is not None
    session.add(Seat(table_id=table.id, number=0, user_id=table.owner_id, name=owner_name))
    await session.flush()
    return table.id


async def find(session: AsyncSession, table_id: int) -> Stored | None:
    """Look a table up."""
    found = await _with_seats(session, list(await session.exec(select(GameTable).where(GameTable.id == table_id))))
    return found[0] if found else None


async def of_channel(session: AsyncSession, channel_id: int, *, ended: bool = False) -> Stored | None:
    """Look up the live table of a channel or, with `ended` and where there is none, the last that was started."""
    table = (
        await session.exec(
            select(GameTable).where(GameTable.channel_id == channel_id, col(GameTable.phase).in_(LIVE_PHASES))
        )
    ).first()
    if table is None and ended:
        table = (
            await session.exec(
                select(GameTable)
                .where(GameTable.channel_id == channel_id, col(GameTable.started_at).is_not(None))
                .order_by(col(GameTable.id).desc())
                .limit(1)
            )
        ).first()
    return None if table is None else (await _with_seats(session, [table]))[0]


async def of_guild(session: AsyncSession, guild_id: int) -> list[Stored]:
    """Look up the live tables of a server, the oldest first."""
    tables = await session.exec(
        select(GameTable)
        .where(GameTable.guild_id == guild_id, col(GameTable.phase).in_(LIVE_PHASES))
        .order_by(col(GameTable.id))
    )
    return await _with_seats(session, list(tables))


async def waiting_for(session: AsyncSession, user_id: int) -> list[Stored]:
    """Look up the running tables that wait for a person, the longest waiting first."""
    tables = await session.exec(
        select(GameTable)
        .join(Seat, col(Seat.table_id) == col(GameTable.id))
        .where(Seat.user_id == user_id, col(Seat.since).is_not(None), GameTable.phase == "running")
        .order_by(col(Seat.since), col(GameTable.id))
    )
    return await _with_seats(session, list(tables))


async def _with_seats(session: AsyncSession, tables: Sequence[GameTable]) -> list[Stored]:
    ids = [table.id for table in tables]
    seats = list(await session.exec(select(Seat).where(col(Seat.table_id).in_(ids)).order_by(col(Seat.number))))
    guests = list(
        await session.exec(
            select(Invitation)
            .where(col(Invitation.table_id).in_(ids))
            .order_by(col(Invitation.at), col(Invitation.user_id))
        )
    )
    return [
        Stored(
            table,
            tuple(seat for seat in seats if seat.table_id == table.id),
            tuple(guest.user_id for guest in guests if guest.table_id == table.id),
        )
        for table in tables
    ]


async def advance(session: AsyncSession, table_id: int, expected: int, **changes: Any) -> int:
    """Raise a table's revision, change some of its columns, and give the new revision.

    Raises:
        Conflict: the table is not at the expected revision any more.

    """
    raised = await session.exec(
        update(GameTable)
        .where(col(GameTable.id) == table_id, col(GameTable.revision) == expected)
        .values(revision=expected + 1, **changes)
    )
    if raised.rowcount != 1:
        raise Conflict("The table has changed meanwhile.")
    return expected + 1


async def reseat(session: AsyncSession, table_id: int, people: Sequence[tuple[int, str]]) -> None:
    """Seat these people (id, name) in this order instead of whoever sat there."""
    await session.exec(delete(Seat).where(col(Seat.table_id) == table_id))
    session.add_all(
        Seat(table_id=table_id, number=number, user_id=user_id, name=name)
        for number, (user_id, name) in enumerate(people)
    )
    await session.flush()


async def hand_over(session: AsyncSession, table_id: int, number: int, user_id: int, name: str) -> None:
    """Put somebody else into a seat."""
    await session.exec(
        update(Seat)
        .where(col(Seat.table_id) == table_id, col(Seat.number) == number)
        .values(user_id=user_id, name=name)
    )


async def wait(session: AsyncSession, table_id: int, number: int, since: datetime | None) -> None:
    """Note since when a seat is waited for, or that it is not."""
    await session.exec(
        update(Seat).where(col(Seat.table_id) == table_id, col(Seat.number) == number).values(since=since)
    )


async def invite(session: AsyncSession, table_id: int, user_id: int, by_id: int, at: datetime) -> None:
    """Note an invitation."""
    session.add(Invitation(table_id=table_id, user_id=user_id, by_id=by_id, at=at))
    await session.flush()


async def uninvite(session: AsyncSession, table_id: int, user_id: int) -> None:
    """Drop a person's invitation to a table, if there is one."""
    await session.exec(
        delete(Invitation).where(col(Invitation.table_id) == table_id, col(Invitation.user_id) == user_id)
    )


async def rename(session: AsyncSession, guild_id: int, user_id: int, name: str) -> None:
    """Change a person's name at all tables of a server."""
    here = select(GameTable.id).where(GameTable.guild_id == guild_id)
    await session.exec(
        update(Seat)
        .where(col(Seat.user_id) == user_id, col(Seat.table_id).in_(here), col(Seat.name) != name)
        .values(name=name)
    )


async def forget(session: AsyncSession, user_id: int) -> None:
    """Remove a person's names, invitations and preferences. Seats stay: games go on."""
    await session.exec(update(Seat).where(col(Seat.user_id) == user_id).values(name=""))
    await session.exec(delete(Invitation).where(col(Invitation.user_id) == user_id))
    await session.exec(delete(Preference).where(col(Preference.user_id) == user_id))


async def preference(session: AsyncSession, user_id: int) -> Preference:
    """A person's preferences; the defaults where none are kept."""
    return await session.get(Preference, user_id) or Preference(user_id=user_id)


async def prefer(session: AsyncSession, changed: Preference) -> None:
    """Keep a person's preferences."""
    await session.merge(changed)
    await session.flush()


async def post(session: AsyncSession, table_id: int, kind: str) -> PostedMessage | None:
    """Find the message that shows a table."""
    return await session.get(PostedMessage, (table_id, kind))


async def remember_post(session: AsyncSession, message: PostedMessage) -> None:
    """Keep which message shows a table, in place of the former one of its kind."""
    await session.merge(message)
    await session.flush()
