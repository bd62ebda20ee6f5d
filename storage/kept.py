"""What the tables hold of a person, to be handed out to them: rows as they stand (`storage.persons` says which)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import String, cast
from sqlmodel import SQLModel, col, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.person_rows import PERSON_ROWS
from storage.persons import HELD
from storage.schema import (
    GameTable,
    Invitation,
    LogRow,
    Placement,
    PlannedAnswer,
    Rewind,
    Seat,
    WeeklyTable,
)
from storage.sqlite_driver import ASIDE

_LOGGED = (
    col(LogRow.sequence),
    col(LogRow.at),
    col(LogRow.kind),
    col(LogRow.seat),
    col(LogRow.user_id),
    col(LogRow.by),
    col(LogRow.picks),
    col(LogRow.question),
    col(LogRow.events),
    col(LogRow.taken_back),
)


@dataclass(frozen=True)
class Seated:
    """A table at which a person sits, or that is theirs: the rows of it that are about them."""

    table: GameTable
    seat: Seat | None
    placement: Placement | None
    plans: Sequence[PlannedAnswer] = field(repr=False)
    log: Sequence[Any] = field(repr=False)
    """Of the rows of its log what `_LOGGED` names: those of the seat, and what the person did beside it."""


async def rows_of(session: AsyncSession, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """Read the rows of a person, by what they are called; what is secret (`Held.handed_out`) is left out."""
    found = {one.called: await _rows(session, one.kind, col(one.kind.user_id) == user_id) for one in PERSON_ROWS}
    offers = select(Seat.table_id, Seat.number, Seat.offered_to, Seat.offered_name).prefix_with(ASIDE)
    offered = await session.exec(offers.where(or_(col(Seat.offered_to) == user_id, col(Seat.offered_by) == user_id)))
    found["seats_offered"] = [
        {"table_id": table, "seat": number, "to_you": to == user_id} | ({"name": name} if to == user_id else {})
        for table, number, to, name in offered
    ]
    found["weekly_tables"] = await _rows(session, WeeklyTable, col(WeeklyTable.owner_id) == user_id)
    found["invited_by_you"] = await _rows(session, Invitation, col(Invitation.by_id) == user_id)
    votes = or_(col(Rewind.asked_by) == user_id, cast(col(Rewind.agreed), String).contains(str(user_id)))
    found["votes_on_going_back"] = [
        {**one, "agreed": user_id in one["agreed"], "asked_by": one["asked_by"] == user_id}
        for one in await _rows(session, Rewind, votes)
        if user_id in {one["asked_by"], *one["agreed"]}
    ]
    orders = await session.exec(
        select(GameTable.id, GameTable.seating)
        .prefix_with(ASIDE)
        .where(cast(col(GameTable.seating), String).contains(str(user_id)))
    )
    found["order_of_seats_to_come"] = [
        {"table_id": number, "place": order.index(user_id) + 1} for number, order in orders if user_id in order
    ]
    return found


async def _rows(session: AsyncSession, kind: type[SQLModel], such: Any) -> list[dict[str, Any]]:
    table: Any = kind.__table__  # type: ignore[attr-defined]
    held = HELD[table.name]
    shown = [one for one in table.columns if one.name not in held or held[one.name].handed_out]
    found: Any = select(*shown)
    rows = await session.exec(found.prefix_with(ASIDE).where(such).order_by(*table.primary_key.columns))
    return [dict(zip([one.name for one in shown], row, strict=True)) for row in rows]


async def tables_of(session: AsyncSession, user_id: int) -> list[int]:
    """The tables at which a person sits, or that are theirs."""
    seated = select(Seat.table_id).where(Seat.user_id == user_id)
    found = await session.exec(
        select(GameTable.id)
        .prefix_with(ASIDE)
        .where(or_(col(GameTable.owner_id) == user_id, col(GameTable.id).in_(seated)))
        .order_by(col(GameTable.id))
    )
    return [one for one in found if one is not None]


async def acted_at(session: AsyncSession, user_id: int, after: int, until: int) -> list[int]:
    """The tables of a range whose logs name a person: also those at which they do not sit any more."""
    found = await session.exec(
        select(LogRow.table_id)
        .prefix_with(ASIDE)
        .where(col(LogRow.table_id) > after, col(LogRow.table_id) <= until, col(LogRow.user_id) == user_id)
        .distinct()
    )
    return sorted(found)


async def seated(session: AsyncSession, table_id: int, user_id: int) -> Seated | None:
    """Read what a table holds of a person."""
    table = (await session.exec(select(GameTable).where(GameTable.id == table_id))).first()
    if table is None:
        return None
    seat = (await session.exec(select(Seat).where(Seat.table_id == table_id, Seat.user_id == user_id))).first()
    placed = select(Placement).where(Placement.table_id == table_id, Placement.user_id == user_id)
    plans: list[PlannedAnswer] = []
    theirs: Any = col(LogRow.user_id) == user_id
    if seat is not None:
        planned = select(PlannedAnswer).where(PlannedAnswer.table_id == table_id, PlannedAnswer.seat == seat.number)
        plans = list(await session.exec(planned.order_by(col(PlannedAnswer.id))))
        theirs = or_(theirs, col(LogRow.seat) == seat.number)
    columns: Sequence[Any] = _LOGGED
    logged: Any = select(*columns)
    rows = await session.exec(
        logged.prefix_with(ASIDE).where(col(LogRow.table_id) == table_id, theirs).order_by(col(LogRow.sequence))
    )
    return Seated(table, seat, (await session.exec(placed)).first(), plans, list(rows))
