"""Results of games that are over, inside a transaction of `storage.store`: what is still to be added, and adding it.

Results are derived (`bot.tables.results`): a row can be made anew at any time, and comes out the same.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement
from sqlalchemy import select as sql_select
from sqlmodel import and_, col, delete, func, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.schema import PRIVATE, GameTable, LogRow, Placement, Result
from storage.sqlite_driver import ASIDE

PEOPLE, MIXED, UNREAD = "people", "mixed", "unread"
"""Kinds of results: of people alone, all others that can be told, and those that cannot."""


class Former(NamedTuple):
    """What was best among former games, and how many there are."""

    games: int
    value: int


class LoggedAnswer(NamedTuple):
    """What a row of the log tells of when somebody was asked and has answered."""

    at: datetime
    kind: str
    seat: int | None
    by: str
    asked: list[int]
    taken_back: int | None


class Place(NamedTuple):
    """Where a game stands among others, in the order in which they have ended."""

    ended_at: datetime
    table_id: int


async def missing(session: AsyncSession, most: int) -> list[int]:
    """The first tables whose game is over and that have no result, in the order in which they have ended.

    Practice tables have none, and are in no list.
    """
    found = await session.exec(
        select(GameTable.id)
        .prefix_with(ASIDE)
        .outerjoin(Result, col(Result.table_id) == col(GameTable.id))
        .where(GameTable.phase == "finished", GameTable.lost != PRIVATE, col(Result.table_id).is_(None))
        .order_by(col(GameTable.ended_at), col(GameTable.id))
        .limit(most)
    )
    return [one for one in found if one is not None]


async def finished(session: AsyncSession) -> list[int]:
    """All tables but those of practice whose game is over, in the order in which they have ended."""
    found = await session.exec(
        select(GameTable.id)
        .prefix_with(ASIDE)
        .where(GameTable.phase == "finished", GameTable.lost != PRIVATE)
        .order_by(col(GameTable.ended_at), col(GameTable.id))
    )
    return [one for one in found if one is not None]


async def result(session: AsyncSession, table_id: int) -> Result | None:
    """The result of a table, if it has one."""
    return await session.get(Result, table_id)


async def placements(session: AsyncSession, table_id: int) -> list[Placement]:
    """The placements of a table, by seat."""
    found = select(Placement).where(Placement.table_id == table_id).order_by(col(Placement.seat))
    return list(await session.exec(found))


async def answers(session: AsyncSession, table_id: int) -> list[LoggedAnswer]:
    """What the log of a table tells of when its seats were asked and have answered, in order."""
    found = await session.exec(
        select(  # type: ignore[call-overload]
            LogRow.at, LogRow.kind, LogRow.seat, LogRow.by, LogRow.asked, LogRow.taken_back
        )
        .prefix_with(ASIDE)
        .where(LogRow.table_id == table_id)
        .order_by(col(LogRow.sequence))
    )
    return [LoggedAnswer(*one) for one in found]


async def put(session: AsyncSession, result: Result, placements: Sequence[Placement]) -> None:
    """Store the result of a table, in place of an earlier one."""
    await session.exec(delete(Placement).where(col(Placement.table_id) == result.table_id))
    await session.exec(delete(Result).where(col(Result.table_id) == result.table_id))
    session.add(result)
    await session.flush()  # nothing tells the session that placements come after it
    session.add_all(placements)
    await session.flush()


async def drop_all(session: AsyncSession, but: Collection[int]) -> None:
    """Remove the results of tables that are not (or no longer) among these."""
    held = set(await session.exec(select(Result.table_id).prefix_with(ASIDE)))
    for table_id in held - set(but):
        await session.exec(delete(Placement).where(col(Placement.table_id) == table_id))
        await session.exec(delete(Result).where(col(Result.table_id) == table_id))


async def to_rate(
    session: AsyncSession, guild_id: int, game: str, since: Place | None, most: int, *, beyond: bool = False
) -> list[Placement]:
    """The placements of the games of people on a server from one game on, in the order in which they have ended.

    At most so many of them, of whole games alone; where there is no further game, none. `beyond`: without that game.
    """
    wanted = (
        select(Placement)
        .prefix_with(ASIDE)
        .where(Placement.guild_id == guild_id, Placement.game == game, Placement.kind == PEOPLE)
    )
    if since is not None:
        number = col(Placement.table_id)
        later = number > since.table_id if beyond else number >= since.table_id
        same = and_(col(Placement.ended_at) == since.ended_at, later)
        wanted = wanted.where(or_(col(Placement.ended_at) > since.ended_at, same))
    order = col(Placement.ended_at), col(Placement.table_id), col(Placement.seat)
    found = list(await session.exec(wanted.order_by(*order).limit(most)))
    if len(found) < most:
        return found
    return [one for one in found if one.table_id != found[-1].table_id]


async def last_rated(
    session: AsyncSession, user_id: int, guild_id: int, game: str, before: Place | None = None
) -> Placement | None:
    """The last rated placement of a person in a game on a server, before one game if one is named."""
    wanted = select(Placement).where(
        Placement.user_id == user_id,
        Placement.kind == PEOPLE,
        Placement.guild_id == guild_id,
        Placement.game == game,
        col(Placement.skill).is_not(None),
    )
    if before is not None:
        same = and_(col(Placement.ended_at) == before.ended_at, col(Placement.table_id) < before.table_id)
        wanted = wanted.where(or_(col(Placement.ended_at) < before.ended_at, same))
    last = wanted.order_by(col(Placement.ended_at).desc(), col(Placement.table_id).desc()).limit(1)
    return (await session.exec(last)).first()


async def rated_kinds(session: AsyncSession) -> list[tuple[int, str]]:
    """The servers and games that have results of people."""
    found = await session.exec(
        select(Result.guild_id, Result.game).prefix_with(ASIDE).where(Result.kind == PEOPLE).distinct()
    )
    return sorted((guild_id, game) for guild_id, game in found)


async def best_with(session: AsyncSession, result: Result, side: str) -> Former | None:
    """The most points with a side in the games of people that had ended before a game on its server."""
    wanted: Any = sql_select(func.count(), func.max(col(Placement.points))).where(
        col(Placement.guild_id) == result.guild_id,
        col(Placement.kind) == PEOPLE,
        col(Placement.game) == result.game,
        col(Placement.side) == side,
        _earlier(col(Placement.ended_at), col(Placement.table_id), result),
    )
    return await _former(session, wanted)


async def best_of(session: AsyncSession, result: Result) -> Former | None:
    """The most points in the games of as many people that had ended before a game on its server."""
    return await _former(session, _alike(result, func.max(col(Result.best))))


async def shortest(session: AsyncSession, result: Result) -> Former | None:
    """The seconds of the shortest of those games."""
    return await _former(session, _alike(result, func.min(col(Result.seconds))))


def _alike(result: Result, value: Any) -> Any:
    return sql_select(func.count(), value).where(
        col(Result.guild_id) == result.guild_id,
        col(Result.game) == result.game,
        col(Result.kind) == PEOPLE,
        col(Result.players) == result.players,
        _earlier(col(Result.ended_at), col(Result.table_id), result),
    )


async def _former(session: AsyncSession, wanted: Any) -> Former | None:
    count, value = (await session.exec(wanted.prefix_with(ASIDE))).one()
    return None if value is None else Former(count, value)


def _earlier(ended_at: Any, table_id: Any, result: Result) -> ColumnElement[bool]:
    return or_(ended_at < result.ended_at, and_(ended_at == result.ended_at, table_id < result.table_id))


async def ended(  # noqa: PLR0917
    session: AsyncSession, guild_id: int | None, user_id: int | None, game: str | None, skipped: int, most: int
) -> list[int]:
    """Tables whose game is over, the last first: of a server, of a person, of a game (None: of all)."""
    wanted = select(Result.table_id).prefix_with(ASIDE).where(col(Result.kind) != UNREAD)
    if user_id is not None:
        wanted = wanted.join(Placement, col(Placement.table_id) == col(Result.table_id))
        wanted = wanted.where(col(Placement.user_id) == user_id)
    if guild_id is not None:
        wanted = wanted.where(col(Result.guild_id) == guild_id)
    if game is not None:
        wanted = wanted.where(col(Result.game) == game)
    wanted = wanted.order_by(col(Result.ended_at).desc(), col(Result.table_id).desc())
    return list(await session.exec(wanted.offset(skipped).limit(most)))


async def placements_of(session: AsyncSession, table_ids: Sequence[int]) -> dict[int, list[Placement]]:
    """The placements of tables, the best first."""
    wanted = select(Placement).where(col(Placement.table_id).in_(table_ids))
    found: dict[int, list[Placement]] = {}
    for one in await session.exec(wanted.order_by(col(Placement.rank), col(Placement.seat))):
        found.setdefault(one.table_id, []).append(one)
    return found
