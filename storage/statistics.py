"""Placements added up, inside a transaction of `storage.store`. Every query goes through an index of its own.

They may go through many rows, so that none of them runs on the event loop (`storage.sqlite_driver.ASIDE`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, cast
from sqlalchemy import select as sql_select
from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.results import MIXED, PEOPLE
from storage.schema import PRIVATE, GameTable, Placement, Result, Seat
from storage.sqlite_driver import ASIDE


@dataclass(frozen=True)
class Scope:
    """Which placements are meant: of a person, of a server, of a game, with a side; None: of all."""

    user_id: int | None = None
    guild_id: int | None = None
    game: str | None = None
    side: str | None = None


class Tallied(NamedTuple):
    """How often seats of a side had a rank in games of a kind, and with how many points together and at best."""

    kind: str
    game: str
    side: str
    rank: int
    played: int
    points: int
    best: int


class Met(NamedTuple):
    """Another person whom somebody has met: how often, and how often one of them was ahead."""

    user_id: int
    games: int
    ahead: int
    behind: int


class Playing(NamedTuple):
    """How often a person has played, and won."""

    user_id: int
    played: int
    won: int


async def tallies(session: AsyncSession, scope: Scope) -> list[Tallied]:
    """Add placements up: a person's of both kinds, everybody's in games of people."""
    kinds = (PEOPLE,) if scope.user_id is None else (PEOPLE, MIXED)
    groups = [getattr(Placement, one) for one in ("kind", "game", "side", "rank")]
    points = col(Placement.points)
    wanted: Any = (
        sql_select(*groups, func.count(), func.sum(points), func.max(points))
        .prefix_with(ASIDE)
        .where(col(Placement.kind).in_(kinds), *_within(scope))
        .group_by(*groups)
    )
    found = await session.exec(wanted)
    return [
        Tallied(kind, game, side, rank, count, int(sum_), best) for kind, game, side, rank, count, sum_, best in found
    ]


async def games(session: AsyncSession, scope: Scope, kind: str) -> int:
    """Count the games of a kind."""
    where = [col(Result.kind) == kind]
    where += [] if scope.guild_id is None else [col(Result.guild_id) == scope.guild_id]
    where += [] if scope.game is None else [col(Result.game) == scope.game]
    return (await session.exec(select(func.count()).select_from(Result).prefix_with(ASIDE).where(*where))).one()


async def abandoned(session: AsyncSession, scope: Scope) -> int:
    """Count the games that were begun and ended early, but for those of practice."""
    wanted = select(func.count()).select_from(GameTable).prefix_with(ASIDE)
    where = [col(GameTable.phase) == "abandoned", col(GameTable.started_at).is_not(None)]
    where.append(col(GameTable.lost) != PRIVATE)
    where += [] if scope.guild_id is None else [col(GameTable.guild_id) == scope.guild_id]
    where += [] if scope.game is None else [col(GameTable.game) == scope.game]
    if scope.user_id is not None:
        wanted = wanted.join(Seat, col(Seat.table_id) == col(GameTable.id))
        where.append(col(Seat.user_id) == scope.user_id)
    return (await session.exec(wanted.where(*where))).one()


async def pace(session: AsyncSession, scope: Scope) -> int | None:
    """The median of the median times of a person's games, in seconds; None where they have answered nothing."""
    seconds = col(Placement.seconds)
    where = [col(Placement.kind) == PEOPLE, seconds.is_not(None), *_within(scope)]
    counted = select(func.count()).select_from(Placement).prefix_with(ASIDE).where(*where)
    many = (await session.exec(counted)).one()
    middle = select(seconds).prefix_with(ASIDE).where(*where).order_by(seconds).offset(many // 2).limit(1)
    return (await session.exec(middle)).first()


async def rival(session: AsyncSession, scope: Scope) -> Met | None:
    """Whom a person has met most in games of people; of equals the one whom they have met first on Discord."""
    other = Placement.__table__.alias("other")  # type: ignore[attr-defined]
    rank = col(Placement.rank)
    games = func.count()
    found = await session.exec(
        select(
            other.c.user_id,
            games,
            func.sum(cast(rank < other.c.rank, Integer)),
            func.sum(cast(rank > other.c.rank, Integer)),
        )
        .prefix_with(ASIDE)
        .select_from(Placement)
        .join(other, other.c.table_id == col(Placement.table_id))
        .where(
            col(Placement.kind) == PEOPLE,
            other.c.user_id > 0,  # nobody who was forgotten
            other.c.user_id != scope.user_id,
            *_within(scope),
        )
        .group_by(other.c.user_id)
        .order_by(games.desc(), other.c.user_id)
        .limit(1)
    )
    one = found.first()
    return None if one is None else Met(one[0], int(one[1]), int(one[2]), int(one[3]))


async def players(session: AsyncSession, guild_id: int, game: str | None, most: int) -> list[Playing]:
    """The people of a server who have played most in games of people."""
    played = func.count()
    user = col(Placement.user_id)
    scope = Scope(guild_id=guild_id, game=game)
    found = await session.exec(
        select(user, played, func.sum(cast(col(Placement.rank) == 1, Integer)))
        .prefix_with(ASIDE)
        .where(col(Placement.kind) == PEOPLE, user > 0, *_within(scope))
        .group_by(user)
        .order_by(played.desc(), user)
        .limit(most)
    )
    return [Playing(one[0], int(one[1]), int(one[2])) for one in found]


async def names(
    session: AsyncSession, users: Collection[int], guild_id: int | None = None, met: int | None = None
) -> dict[int, str]:
    """The names of people as at the last table at which they have a seat: on a server, or together with a person.

    What somebody is called on a server is not for those who are on others alone.
    """
    found: dict[int, str] = {}
    for user in users:
        last = select(Seat.name).where(Seat.user_id == user).order_by(col(Seat.table_id).desc()).limit(1)
        if guild_id is not None:
            last = last.join(GameTable, col(GameTable.id) == col(Seat.table_id)).where(GameTable.guild_id == guild_id)
        if met is not None:
            last = last.where(col(Seat.table_id).in_(select(Seat.table_id).where(Seat.user_id == met)))
        found[user] = (await session.exec(last)).first() or ""
    return found


def _within(scope: Scope) -> list[ColumnElement[bool]]:
    columns = {
        col(Placement.user_id): scope.user_id,
        col(Placement.guild_id): scope.guild_id,
        col(Placement.game): scope.game,
        col(Placement.side): scope.side,
    }
    return [column == value for column, value in columns.items() if value is not None]
