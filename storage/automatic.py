"""Policies and planned ones (premoves), inside a transaction of `storage.store`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import bindparam
from sqlmodel import col, delete, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.errors import Conflict
from storage.schema import Draft, PlannedAnswer, PolicySetting, Seat

EVERYWHERE = 0
"""In place of a table's number: at all tables of the game."""


# Statements that every press needs are built once: building one costs more than executing it.
_SETTINGS = select(PolicySetting).where(
    col(PolicySetting.user_id).in_(bindparam("users", expanding=True)),
    col(PolicySetting.game) == bindparam("game"),
    col(PolicySetting.table_id).in_(bindparam("tables", expanding=True)),
)
_PLANS = select(PlannedAnswer).where(col(PlannedAnswer.table_id) == bindparam("table")).order_by(col(PlannedAnswer.id))


async def settings(
    session: AsyncSession, users: Collection[int], game: str, table_id: int
) -> dict[int, dict[int, dict[str, str]]]:
    """Read people's policies in a game: by person, then by table (`EVERYWHERE` or this one)."""
    rows = await session.exec(_SETTINGS, params={"users": list(users), "game": game, "tables": [EVERYWHERE, table_id]})
    found: dict[int, dict[int, dict[str, str]]] = {user: {EVERYWHERE: {}, table_id: {}} for user in users}
    for row in rows:
        found[row.user_id][row.table_id][row.key] = row.value
    return found


async def set_policy(session: AsyncSession, setting: PolicySetting) -> None:
    """Write a policy; an empty value removes it."""
    if setting.value:
        await session.merge(setting)
        await session.flush()
        return
    await session.exec(
        delete(PolicySetting).where(
            col(PolicySetting.user_id) == setting.user_id,
            col(PolicySetting.game) == setting.game,
            col(PolicySetting.table_id) == setting.table_id,
            col(PolicySetting.key) == setting.key,
        )
    )


async def hold(session: AsyncSession, table_id: int, seat: int, fingerprint: str) -> None:
    """Exempt the prompt of this fingerprint from automatic answers for a seat; an empty fingerprint ends that."""
    await session.exec(
        update(Seat).where(col(Seat.table_id) == table_id, col(Seat.number) == seat).values(held=fingerprint)
    )


async def plans(session: AsyncSession, table_id: int) -> list[PlannedAnswer]:
    """Read the planned answers of a table in order, including those that were taken."""
    return list(await session.exec(_PLANS, params={"table": table_id}))


async def plan(session: AsyncSession, planned: PlannedAnswer) -> int:
    """Insert a planned answer, and return its id."""
    session.add(planned)
    await session.flush()
    assert planned.id is not None
    return planned.id


async def take_plan(session: AsyncSession, id: int, sequence: int) -> None:
    """Note the sequence of the answer that a plan became.

    Raises:
        Conflict: it was taken or removed meanwhile.

    """
    taken = await session.exec(
        update(PlannedAnswer)
        .where(col(PlannedAnswer.id) == id, col(PlannedAnswer.taken).is_(None))
        .values(taken=sequence)
    )
    if taken.rowcount != 1:
        raise Conflict("The plan is gone.")


async def give_back_plans(session: AsyncSession, ids: Sequence[int]) -> None:
    """Make plans wait again whose answers were taken back."""
    await session.exec(update(PlannedAnswer).where(col(PlannedAnswer.id).in_(ids)).values(taken=None))


async def remove_plans(session: AsyncSession, ids: Sequence[int]) -> int:
    """Remove plans, and return how many there were."""
    if not ids:
        return 0
    return (await session.exec(delete(PlannedAnswer).where(col(PlannedAnswer.id).in_(ids)))).rowcount


async def draft(session: AsyncSession, table_id: int, user_id: int) -> Draft | None:
    """Read the turns that a person is planning at a table."""
    return await session.get(Draft, (table_id, user_id))


async def put_draft(session: AsyncSession, drafted: Draft) -> None:
    """Write them."""
    await session.merge(drafted)


async def forget_draft(session: AsyncSession, table_id: int, user_id: int) -> None:
    """Remove them."""
    await session.exec(delete(Draft).where(col(Draft.table_id) == table_id, col(Draft.user_id) == user_id))


async def clear_seat(session: AsyncSession, table_id: int, seat: int) -> None:
    """Remove the plans of the person who leaves a seat; also the taken ones, as an undo would make them wait again.

    Their draft is their own: it is found again if they come back.
    """
    await session.exec(
        delete(PlannedAnswer).where(col(PlannedAnswer.table_id) == table_id, col(PlannedAnswer.seat) == seat)
    )
    await hold(session, table_id, seat, "")
