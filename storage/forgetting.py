"""Taking a person out of all tables, inside a transaction of `storage.store`: what there is of them, and removing it.

What goes how stands in `storage.persons`. Whatever is looked for in many rows is read aside (`ASIDE`), by a part of the
tables at a time, so that nothing waits for it; rows are changed by their keys.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import String, cast, update
from sqlmodel import and_, col, delete, func, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import facts, imports, tables
from storage.person_rows import Removed, removed
from storage.persons import FORMER, NOBODY
from storage.results import PEOPLE, Place
from storage.schema import (
    LIVE_PHASES,
    GameTable,
    Invitation,
    LogRow,
    OutboxRow,
    Placement,
    PlannedAnswer,
    Reminder,
    Rewind,
    Seat,
    SharedFact,
    WeeklyGuest,
    WeeklyTable,
)
from storage.sqlite_driver import ASIDE

TABLES = 200
"""How many tables are looked through at once."""
ROWS = 500
"""How many rows of the outbox are looked through, or removed, at once."""
_MARK = "forget"

_BY_TABLE = removed(Removed.BY_TABLE)
_BY_PERSON = removed(Removed.BY_PERSON)


class Rated(NamedTuple):
    """A game of people in which somebody was forgotten: what follows it is rated anew."""

    guild_id: int
    game: str
    place: Place


async def begin(session: AsyncSession, user_id: int) -> None:
    """Note that a person is to be forgotten, which is gone on with until it is done (`end`)."""
    await facts.note(session, f"{_MARK} {user_id}")


async def note_rated(session: AsyncSession, user_id: int, games: Sequence[Rated]) -> None:
    """Add to the note from which game on what is rated anew, for each server and kind of game."""
    key = f"{_MARK} {user_id}"
    known = {(one.guild_id, one.game): one for one in await to_rate(session, user_id)}
    for one in games:
        before = known.get((one.guild_id, one.game), one)
        known[one.guild_id, one.game] = min(before, one, key=lambda rated: rated.place)
    rated = [[one.guild_id, one.game, one.place.ended_at.isoformat(), one.place.table_id] for one in known.values()]
    await facts.put_fact(session, key, {"rated": rated})


async def to_rate(session: AsyncSession, user_id: int) -> list[Rated]:
    """From which games on what is rated anew before the note may go."""
    noted = (await facts.fact(session, f"{_MARK} {user_id}")).get("rated", [])
    return [
        Rated(guild_id, game, Place(datetime.fromisoformat(ended_at), table_id))
        for guild_id, game, ended_at, table_id in noted
    ]


async def rated(session: AsyncSession, user_id: int) -> None:
    """Note that this was done."""
    await facts.put_fact(session, f"{_MARK} {user_id}", {})


async def begun(session: AsyncSession) -> list[int]:
    """Who is to be forgotten."""
    keys = await session.exec(
        select(SharedFact.key).where(col(SharedFact.key).startswith(f"{_MARK} ", autoescape=True))
    )
    return [int(key.split()[1]) for key in keys]


async def end(session: AsyncSession, user_id: int) -> None:
    """Note that a person is forgotten, with what else is known under their id."""
    await session.exec(delete(SharedFact).where(col(SharedFact.key).endswith(f" {user_id}", autoescape=True)))


async def live_tables(session: AsyncSession, user_id: int) -> list[int]:
    """The live tables that a person sits at or owns."""
    seated = select(Seat.table_id).where(Seat.user_id == user_id)
    found = await session.exec(
        select(GameTable.id)
        .where(
            col(GameTable.phase).in_(LIVE_PHASES),
            or_(col(GameTable.owner_id) == user_id, col(GameTable.id).in_(seated)),
        )
        .order_by(col(GameTable.id))
    )
    return [one for one in found if one is not None]


async def ended_tables(session: AsyncSession, user_id: int, most: int) -> list[int]:
    """The first tables that are over and at which a person sits."""
    found = await session.exec(
        select(Seat.table_id)
        .join(GameTable, col(GameTable.id) == col(Seat.table_id))
        .where(Seat.user_id == user_id, col(GameTable.phase).not_in(LIVE_PHASES))
        .order_by(col(Seat.table_id))
        .limit(most)
    )
    return list(found)


async def last_table(session: AsyncSession) -> int:
    """The highest number of a table."""
    return (await session.exec(select(func.max(GameTable.id)))).one() or 0


async def tables_that_name(session: AsyncSession, user_id: int, after: int) -> list[int]:
    """The tables among the next `TABLES` that have something of a person beside a seat, and are not led by them."""
    until = after + TABLES
    found: set[int] = set()
    kinds: Sequence[tuple[Any, Any]] = (
        (LogRow.table_id, col(LogRow.user_id) == user_id),
        (Invitation.table_id, col(Invitation.by_id) == user_id),
        (Placement.table_id, col(Placement.user_id) == user_id),
        (Seat.table_id, or_(col(Seat.offered_to) == user_id, col(Seat.offered_by) == user_id)),
        (Rewind.table_id, col(Rewind.asked_by) == user_id),
        (GameTable.id, and_(col(GameTable.owner_id) == user_id, col(GameTable.phase).not_in(LIVE_PHASES))),
    )
    for number, named in kinds:
        rows = await session.exec(
            select(number).prefix_with(ASIDE).where(col(number) > after, col(number) <= until, named).distinct()
        )
        found |= {int(one) for one in rows}
    lists: Sequence[tuple[Any, Any]] = ((Rewind.table_id, Rewind.agreed), (GameTable.id, GameTable.seating))
    for number, ids in lists:
        wanted: Any = select(number, ids).prefix_with(ASIDE)
        listed = await session.exec(
            # The digits alone may be a part of a longer number.
            wanted.where(col(number) > after, col(number) <= until, cast(ids, String).contains(str(user_id)))
        )
        found |= {int(one) for one, there in listed if user_id in there}
    return sorted(found)


async def clean_table(session: AsyncSession, table_id: int, user_id: int) -> Rated | None:
    """Take a person out of a table: out of its log, votes and lists; where it is over, out of their seat, too.

    Returns the game where that changes what it is rated by.
    """
    await _clean_log(session, table_id, user_id)
    await session.exec(
        update(Invitation)
        .where(col(Invitation.table_id) == table_id, col(Invitation.by_id) == user_id)
        .values(by_id=NOBODY)
    )
    here = col(Seat.table_id) == table_id
    await session.exec(update(Seat).where(here, col(Seat.offered_by) == user_id).values(offered_by=NOBODY))
    await session.exec(update(Seat).where(here, col(Seat.offered_to) == user_id).values(**tables.NOT_OFFERED))
    await _clean_vote(session, table_id, user_id)
    table = (await session.exec(select(GameTable).where(GameTable.id == table_id))).first()
    if table is None:
        return None
    changes: dict[str, Any] = {}
    if user_id in table.seating:
        changes["seating"] = _without(table.seating, user_id)
    if table.room_name:
        changes["room_name"] = ""
    over = table.phase not in LIVE_PHASES
    if over and table.owner_id == user_id:
        changes["owner_id"] = NOBODY
    if changes:
        await session.exec(update(GameTable).where(col(GameTable.id) == table_id).values(**changes))
    return await _clean_seat(session, table, user_id) if over else None


async def _clean_log(session: AsyncSession, table_id: int, user_id: int) -> None:
    here = col(LogRow.table_id) == table_id
    wanted = select(LogRow.sequence).prefix_with(ASIDE).where(here, col(LogRow.user_id) == user_id)
    for some in _parts(list(await session.exec(wanted))):
        changed = update(LogRow).where(here, col(LogRow.sequence).in_(some)).values(user_id=NOBODY)
        await session.exec(changed.execution_options(synchronize_session=False))


async def _clean_vote(session: AsyncSession, table_id: int, user_id: int) -> None:
    vote = (await session.exec(select(Rewind).where(Rewind.table_id == table_id))).first()
    if vote is not None and (vote.asked_by == user_id or user_id in vote.agreed):
        asked_by = NOBODY if vote.asked_by == user_id else vote.asked_by
        await session.exec(
            update(Rewind)
            .where(col(Rewind.table_id) == table_id)
            .values(asked_by=asked_by, agreed=_without(vote.agreed, user_id))
        )


def _without(ids: Sequence[int], user_id: int) -> list[int]:
    return [NOBODY if one == user_id else one for one in ids]


async def _clean_seat(session: AsyncSession, table: GameTable, user_id: int) -> Rated | None:
    """Make the seat of a person at a table that is over that of a former one, in its result as well."""
    here = col(Seat.table_id) == table.id
    number = (await session.exec(select(Seat.number).where(here, Seat.user_id == user_id))).first()
    if number is not None:
        await session.exec(
            delete(PlannedAnswer).where(col(PlannedAnswer.table_id) == table.id, col(PlannedAnswer.seat) == number)
        )
        await session.exec(
            update(Seat).where(here, col(Seat.number) == number).values(user_id=FORMER - number, name="", gone=False)
        )
        await imports.take_name_out(session, table.key, number)
    placed = await session.exec(
        update(Placement)
        .where(col(Placement.table_id) == table.id, col(Placement.user_id) == user_id)
        .values(user_id=FORMER - col(Placement.seat))
    )
    if not placed.rowcount:
        return None
    rated = (await session.exec(select(Placement).where(Placement.table_id == table.id))).first()
    if rated is None or rated.kind != PEOPLE or table.id is None:
        return None
    return Rated(rated.guild_id, rated.game, Place(rated.ended_at, table.id))


async def rows_of(session: AsyncSession, user_id: int) -> bool:
    """Whether there are rows that are a person's alone, weekly tables and reminders included."""
    for kind in removed(Removed.BY_TABLE, Removed.BY_PERSON, Removed.WITH_WEEKLY, Removed.BY_NUMBER):
        found: Any = select(kind.user_id).prefix_with(ASIDE)
        if (await session.exec(found.where(col(kind.user_id) == user_id).limit(1))).first() is not None:
            return True
    weekly = select(WeeklyTable.id).prefix_with(ASIDE).where(WeeklyTable.owner_id == user_id)
    return (await session.exec(weekly.limit(1))).first() is not None


class Keys(NamedTuple):
    """The keys of a person's rows: at which tables, by kind, and the ids of reminders."""

    tables: Sequence[tuple[Any, Sequence[int]]]
    reminders: Sequence[int | None]


async def keys_of(session: AsyncSession, user_id: int) -> Keys:
    """Look up the keys of a person's rows, in each kind among many rows of others."""
    by_table = []
    for kind in _BY_TABLE:
        wanted: Any = select(kind.table_id).prefix_with(ASIDE).where(col(kind.user_id) == user_id)
        by_table.append((kind, list(await session.exec(wanted))))
    reminders = select(Reminder.id).prefix_with(ASIDE).where(Reminder.user_id == user_id)
    return Keys(by_table, list(await session.exec(reminders)))


async def remove_rows(session: AsyncSession, user_id: int, keys: Keys) -> None:
    """Remove the rows that are a person's alone."""
    for kind, numbers in keys.tables:
        for some in _parts(numbers):
            await _remove(session, kind, col(kind.table_id).in_(some), col(kind.user_id) == user_id)
    for some in _parts(keys.reminders):
        await _remove(session, Reminder, col(Reminder.id).in_(some))
    for kind in _BY_PERSON:
        await _remove(session, kind, col(kind.user_id) == user_id)
    theirs = list(await session.exec(select(WeeklyTable.id).where(WeeklyTable.owner_id == user_id)))
    await _remove(
        session, WeeklyGuest, or_(col(WeeklyGuest.user_id) == user_id, col(WeeklyGuest.weekly_id).in_(theirs))
    )
    await _remove(session, WeeklyTable, col(WeeklyTable.id).in_(theirs))


def _parts(keys: Sequence[Any]) -> list[Sequence[Any]]:
    return [keys[at : at + ROWS] for at in range(0, len(keys), ROWS)]


async def _remove(session: AsyncSession, kind: Any, *which: Any) -> None:
    await session.exec(delete(kind).where(*which).execution_options(synchronize_session=False))


class Said(NamedTuple):
    """A row of the outbox: `number`, what it says, and whom it is for."""

    number: int
    kind: str
    payload: dict[str, Any]
    user_id: int | None


async def outbox_rows(session: AsyncSession, after: int) -> list[Said]:
    """The next `ROWS` rows of the outbox."""
    found: Any = select(OutboxRow.id, OutboxRow.kind, OutboxRow.payload, OutboxRow.user_id)
    rows = await session.exec(
        found.prefix_with(ASIDE).where(col(OutboxRow.id) > after).order_by(col(OutboxRow.id)).limit(ROWS)
    )
    return [Said(*one) for one in rows]


async def scrub(session: AsyncSession, numbers: Collection[int], now: Any) -> None:
    """Empty rows of the outbox, which are not sent any more; they stay, for their numbers must not be given again."""
    emptied = update(OutboxRow).where(col(OutboxRow.id).in_(numbers))
    unsent = emptied.where(col(OutboxRow.sent_at).is_(None), col(OutboxRow.given_up_at).is_(None))
    await session.exec(unsent.values(given_up_at=now, claimed_until=None, claimed_by=None))
    await session.exec(emptied.values(payload={}, user_id=None, error=""))


async def reword(session: AsyncSession, number: int, payload: dict[str, Any]) -> None:
    """Change what a row of the outbox says."""
    await session.exec(update(OutboxRow).where(col(OutboxRow.id) == number).values(payload=payload))
