"""Games that were imported from records, inside a transaction of `storage.store`."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import col, delete, func, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import log, tables
from storage.persons import FORMER
from storage.schema import GameTable, Imported, LogRow, Looked, Seat, Snapshot, Trial
from storage.sqlite_driver import ASIDE


async def put(  # noqa: PLR0917
    session: AsyncSession,
    table: GameTable,
    seats: Sequence[Seat],
    rows: Sequence[LogRow],
    position: bytes,
    imported: Imported,
) -> int:
    """Insert an imported game with its whole log; returns the number of its table."""
    table_id = await tables.insert(session, table)
    for seat in seats:
        seat.table_id = table_id
    session.add_all(seats)
    imported.table_id = table_id
    session.add(imported)
    await log.append(session, table_id, rows)
    await log.put_snapshot(session, table_id, table.revision, position)
    return table_id


async def find(session: AsyncSession, table_id: int) -> Imported | None:
    """Look up who has imported a game; None if nobody has."""
    return await session.get(Imported, table_id)


async def of_person(session: AsyncSession, user_id: int) -> list[Imported]:
    """List what a person has imported, the last first."""
    found = select(Imported).where(Imported.user_id == user_id)
    return list(await session.exec(found.order_by(col(Imported.at).desc(), col(Imported.table_id).desc())))


async def count_of_guild(session: AsyncSession, guild_id: int) -> int:
    """Count what was imported on a server."""
    return (await session.exec(select(func.count()).select_from(Imported).where(Imported.guild_id == guild_id))).one()


async def take_names_out(session: AsyncSession, table_id: int) -> None:
    """Take the names of who played out of an imported game."""
    await session.exec(update(Seat).where(col(Seat.table_id) == table_id).values(name=""))


async def take_name_out(session: AsyncSession, key: str | None, seat: int) -> None:
    """Take the name in a seat out of whatever was imported of a game that was played here: its key tells."""
    if key is None:
        return
    copies = (
        select(Imported.table_id)
        .join(GameTable, col(GameTable.id) == col(Imported.table_id))
        .where(GameTable.key == key)
    )
    found = list(await session.exec(copies.prefix_with(ASIDE)))
    if found:
        await session.exec(update(Seat).where(col(Seat.table_id).in_(found), col(Seat.number) == seat).values(name=""))


async def forgotten_seats(session: AsyncSession, key: str) -> set[int]:
    """The seats of a game that was played here whose people were forgotten, by its key."""
    seats = (
        select(Seat.number)
        .join(GameTable, col(GameTable.id) == col(Seat.table_id))
        .where(GameTable.key == key, GameTable.phase != "imported", Seat.user_id <= FORMER, Seat.name == "")
    )
    return set(await session.exec(seats.prefix_with(ASIDE)))


async def show(session: AsyncSession, table_id: int) -> None:
    """Note that a game was shown in a channel."""
    await session.exec(update(Imported).where(col(Imported.table_id) == table_id).values(shown=True))


async def remove(session: AsyncSession, table_id: int) -> None:
    """Remove an imported game with all that was kept of it.

    Its number stays taken, as that of a table that was closed before its game: no other game must come to the buttons
    that name it.
    """
    for kind in (Trial, Looked, LogRow, Snapshot, Seat, Imported):
        await session.exec(delete(kind).where(col(kind.table_id) == table_id))
    await session.exec(
        update(GameTable)
        .where(col(GameTable.id) == table_id)
        .values(phase="abandoned", key=None, options={}, started_at=None)
    )


async def forget(session: AsyncSession, user_id: int) -> None:
    """Remove everything that a person has imported."""
    for one in await of_person(session, user_id):
        await remove(session, one.table_id)
