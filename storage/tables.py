"""Tables and who sits at them, looked up and changed inside a transaction of `storage.store`.

Every change of a table goes through `advance`, which raises its revision, or `step_on` within a half-made turn, which
does not. Both check optimistically: of two changes that start from the same revision one gets Conflict.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Update, bindparam
from sqlmodel import and_, col, delete, func, or_, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.errors import Conflict
from storage.persons import NOBODY
from storage.schema import (
    LIVE_PHASES,
    PRIVATE,
    GameTable,
    Guild,
    Invitation,
    PostedMessage,
    Preference,
    Seat,
    SeatVote,
    TableWish,
)

# Statements that every press needs are built once: building one costs more than executing it.
_TABLE = select(GameTable).where(col(GameTable.id) == bindparam("id"))
_LOCK = select(GameTable.id).where(col(GameTable.id) == bindparam("id")).with_for_update(key_share=True)
_OF_CHANNEL = select(GameTable).where(
    col(GameTable.channel_id) == bindparam("channel"), col(GameTable.phase).in_(LIVE_PHASES)
)
_SEATS = (
    select(Seat, Preference, TableWish)
    .outerjoin(Preference, col(Preference.user_id) == col(Seat.user_id))
    .outerjoin(
        TableWish,
        and_(col(TableWish.table_id) == col(Seat.table_id), col(TableWish.user_id) == col(Seat.user_id)),
    )
    .where(col(Seat.table_id).in_(bindparam("tables", expanding=True)))
    .order_by(col(Seat.number))
)
NOT_OFFERED: Mapping[str, Any] = {"offered_to": NOBODY, "offered_name": "", "offered_by": NOBODY}
"""What the columns of a seat hold that is offered to nobody."""
_POSTS = select(PostedMessage).where(col(PostedMessage.table_id) == bindparam("table"))


@dataclass(frozen=True)
class Stored:
    """A table with its seats (by number) and, in the lobby, the people who are invited, and who have declined."""

    table: GameTable
    seats: tuple[Seat, ...]
    invited: tuple[int, ...]
    preferences: Mapping[int, Preference] = field(default_factory=dict)
    """Those of the seated persons who have set some."""
    votes: tuple[SeatVote, ...] = ()
    """Votes to hand over seats whose time has run out."""
    wishes: Mapping[int, TableWish] = field(default_factory=dict)
    """What seated persons want at this table, of those who want anything."""
    declined: tuple[int, ...] = ()

    def preference(self, user_id: int) -> Preference:
        """A person's preferences; the defaults where none are stored."""
        return self.preferences.get(user_id) or Preference(user_id=user_id)

    @property
    def id(self) -> int:
        """The number of the table."""
        assert self.table.id is not None
        return self.table.id

    @property
    def private(self) -> bool:
        """Whether one person practises here, whom alone it concerns."""
        return self.table.lost == PRIVATE


async def insert(session: AsyncSession, table: GameTable) -> int:
    """Insert a new table, with its server where that is not known yet, and return its number.

    Raises:
        Conflict: the channel has a live table.

    """
    if await session.get(Guild, table.guild_id) is None:
        session.add(Guild(id=table.guild_id, first_seen=table.created_at))
        await session.flush()
    session.add(table)
    await session.flush()
    assert table.id is not None
    return table.id


async def add(session: AsyncSession, table: GameTable, owner_name: str) -> int:
    """Insert a new table with its owner in the first seat, and return its number.

    Raises:
        Conflict: the channel has a live table.

    """
    table_id = await insert(session, table)
    session.add(Seat(table_id=table_id, number=0, user_id=table.owner_id, name=owner_name))
    await session.flush()
    return table_id


async def find(session: AsyncSession, table_id: int) -> Stored | None:
    """Look a table up."""
    found = await _with_seats(session, list(await session.exec(_TABLE, params={"id": table_id})))
    return found[0] if found else None


async def lock(session: AsyncSession, table_id: int) -> None:
    """Lock the row of a table (SELECT FOR UPDATE) until the transaction ends; SQLite has one writer anyway."""
    await session.exec(_LOCK, params={"id": table_id})


async def of_channel(session: AsyncSession, channel_id: int, *, ended: bool = False) -> Stored | None:
    """Look up the live table of a channel or, with `ended` and where there is none, the last that was started."""
    table = (await session.exec(_OF_CHANNEL, params={"channel": channel_id})).first()
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


async def played_in(session: AsyncSession, channel_id: int, most: int) -> list[Stored]:
    """Look up the games that were started in a channel: the running one, then those that are over, the last first."""
    tables = await session.exec(
        select(GameTable)
        .where(GameTable.channel_id == channel_id, col(GameTable.started_at).is_not(None))
        .order_by(col(GameTable.ended_at).is_not(None), col(GameTable.ended_at).desc(), col(GameTable.id).desc())
        .limit(most)
    )
    return await _with_seats(session, list(tables))


async def successor(session: AsyncSession, table_id: int) -> int | None:
    """Find the live table at which the game of another is played again."""
    return (
        await session.exec(
            select(GameTable.id).where(GameTable.follows == table_id, col(GameTable.phase).in_(LIVE_PHASES))
        )
    ).first()


async def of_person_here(  # noqa: PLR0917
    session: AsyncSession, guild_id: int, channel_id: int, user_id: int, most: int, game: str | None = None
) -> list[Stored]:
    """Look up the games on a server that a person has owned or played: those of a channel first, then the last first.

    Only those of a `game`, if one is named.
    """
    played = select(Seat.table_id).where(Seat.user_id == user_id)
    found = select(GameTable).where(
        GameTable.guild_id == guild_id,
        col(GameTable.started_at).is_not(None),
        or_(col(GameTable.owner_id) == user_id, col(GameTable.id).in_(played)),
    )
    if game is not None:
        found = found.where(GameTable.game == game)
    here = col(GameTable.channel_id) == channel_id
    return await _with_seats(
        session, list(await session.exec(found.order_by(here.desc(), col(GameTable.id).desc()).limit(most)))
    )


async def several(session: AsyncSession, table_ids: Sequence[int]) -> list[Stored]:
    """Look up tables, in the order of these numbers; those that there are not are left out."""
    found = await session.exec(select(GameTable).where(col(GameTable.id).in_(table_ids)))
    return await _with_seats(session, sorted(found, key=lambda one: table_ids.index(one.id or 0)))


async def of_guild(session: AsyncSession, guild_id: int) -> list[Stored]:
    """Look up the live tables of a server, the oldest first."""
    tables = await session.exec(
        select(GameTable)
        .where(GameTable.guild_id == guild_id, col(GameTable.phase).in_(LIVE_PHASES))
        .order_by(col(GameTable.id))
    )
    return await _with_seats(session, list(tables))


async def newest_of_guild(session: AsyncSession, guild_id: int) -> int | None:
    """The number of the last table that was opened on a server."""
    here = select(func.max(GameTable.id)).where(GameTable.guild_id == guild_id)
    return (await session.exec(here)).one()


async def below(session: AsyncSession, parent_id: int) -> list[int]:
    """List the live tables whose threads or posts belong to a channel."""
    found = await session.exec(
        select(GameTable.id).where(GameTable.parent_id == parent_id, col(GameTable.phase).in_(LIVE_PHASES))
    )
    return [one for one in found if one is not None]


async def sought_in(session: AsyncSession, channel_id: int) -> list[int]:
    """List the lobbies for which a post in a channel looks for players."""
    found = await session.exec(
        select(GameTable.id).where(GameTable.sought_in == channel_id, GameTable.phase == "lobby")
    )
    return [one for one in found if one is not None]


async def waiting_for(session: AsyncSession, user_id: int) -> list[Stored]:
    """Look up the running tables that wait for a person, the longest waiting first."""
    tables = await session.exec(
        select(GameTable)
        .join(Seat, col(Seat.table_id) == col(GameTable.id))
        .where(
            Seat.user_id == user_id,
            col(Seat.since).is_not(None),
            col(Seat.robot).is_(False),
            GameTable.phase == "running",
        )
        .order_by(col(Seat.since), col(GameTable.id))
    )
    return await _with_seats(session, list(tables))


async def robots_asked(session: AsyncSession, before: datetime) -> list[tuple[int, int]]:
    """List the running tables (with their revisions) at which robots were asked before then and have not answered."""
    rows = await session.exec(
        select(Seat.table_id, GameTable.revision)
        .join(GameTable, col(Seat.table_id) == col(GameTable.id))
        .where(
            col(Seat.robot).is_(True),
            col(Seat.since).is_not(None),
            col(Seat.since) <= before,
            GameTable.phase == "running",
        )
        .distinct()
        .order_by(col(Seat.table_id))
    )
    return list(rows)


async def people_asked(
    session: AsyncSession, games: Collection[str], before: datetime
) -> list[tuple[int, int, datetime]]:
    """List the seats of persons who were asked before then, in running games of these: table, seat, since when."""
    rows = await session.exec(
        select(Seat.table_id, Seat.number, Seat.since)
        .join(GameTable, col(Seat.table_id) == col(GameTable.id))
        .where(
            col(Seat.robot).is_(False),
            col(Seat.since).is_not(None),
            col(Seat.since) <= before,
            GameTable.phase == "running",
            col(GameTable.game).in_(games),
        )
        .order_by(col(Seat.table_id), col(Seat.number))
    )
    return [(table_id, number, since) for table_id, number, since in rows if since is not None]


async def of_other_rules(session: AsyncSession, game: str, version: int) -> list[int]:
    """List the running tables of a game that are played under another version of its rules."""
    rows = await session.exec(
        select(GameTable.id)
        .where(
            GameTable.game == game,
            GameTable.phase == "running",
            # Not IS DISTINCT FROM: no index is looked up by that.
            or_(
                col(GameTable.rules_version).is_(None),
                col(GameTable.rules_version) < version,
                col(GameTable.rules_version) > version,
            ),
            col(GameTable.stuck_under).is_distinct_from(version),
        )
        .order_by(col(GameTable.id))
    )
    return [one for one in rows if one is not None]


async def _with_seats(session: AsyncSession, tables: Sequence[GameTable]) -> list[Stored]:
    rows = list(await session.exec(_SEATS, params={"tables": [table.id for table in tables]})) if tables else []
    seats = [seat for seat, _, _ in rows]
    preferences = {one.user_id: one for _, one, _ in rows if one is not None}
    wishes = [one for _, _, one in rows if one is not None]
    guests: list[Invitation] = []
    lobbies = [table.id for table in tables if table.phase == "lobby"]
    if lobbies:
        invitations = select(Invitation).where(col(Invitation.table_id).in_(lobbies))
        guests = list(await session.exec(invitations.order_by(col(Invitation.at), col(Invitation.user_id))))
    votes: list[SeatVote] = []
    overdue = {seat.table_id for seat in seats if seat.overdue or seat.given_up}
    if overdue:
        votes = list(await session.exec(select(SeatVote).where(col(SeatVote.table_id).in_(overdue))))
    return [
        Stored(
            table,
            tuple(seat for seat in seats if seat.table_id == table.id),
            tuple(guest.user_id for guest in guests if guest.table_id == table.id and not guest.declined),
            preferences,
            tuple(vote for vote in votes if vote.table_id == table.id),
            {one.user_id: one for one in wishes if one.table_id == table.id},
            tuple(guest.user_id for guest in guests if guest.table_id == table.id and guest.declined),
        )
        for table in tables
    ]


async def finish(session: AsyncSession, table_id: int, at: datetime) -> None:
    """End a game whose revision was raised in this transaction."""
    await session.exec(update(GameTable).where(col(GameTable.id) == table_id).values(phase="finished", ended_at=at))


async def advance(
    session: AsyncSession, table_id: int, expected: int, *, step: int | None = None, **changes: Any
) -> int:
    """Raise a table's revision, change some of its columns, and return the new revision.

    A change of the position names the `step` that it was made from as well. Other changes do not conflict with steps
    of a half-made turn.

    Raises:
        Conflict: the table is not at the expected revision or step any more.

    """
    found = update(GameTable).where(col(GameTable.id) == table_id, col(GameTable.revision) == expected)
    if step is not None:
        found = found.where(col(GameTable.step) == step)
    await _change(session, found.values(revision=expected + 1, step=0, **changes))
    return expected + 1


async def step_on(session: AsyncSession, table_id: int, revision: int, step: int) -> int:
    """Count a step of a half-made turn, which leaves the revision as it is, and return its number.

    Raises:
        Conflict: the table is not at this revision and step any more.

    """
    at = (col(GameTable.id) == table_id, col(GameTable.revision) == revision, col(GameTable.step) == step)
    await _change(session, update(GameTable).where(*at).values(step=step + 1))
    return step + 1


async def _change(session: AsyncSession, change: Update) -> None:
    changed = await session.exec(change)
    if changed.rowcount != 1:
        raise Conflict("The table has changed meanwhile.")


async def lose(session: AsyncSession, table_id: int, before: str, lost: str) -> None:
    """Note why nothing can be posted in a table's channel (`GameTable.lost`), or that it can be again.

    Raises:
        Conflict: it has been noted differently meanwhile.

    """
    noted = await session.exec(
        update(GameTable).where(col(GameTable.id) == table_id, col(GameTable.lost) == before).values(lost=lost)
    )
    if noted.rowcount != 1:
        raise Conflict("The table has changed meanwhile.")


async def change(session: AsyncSession, table_id: int, **changes: Any) -> None:
    """Change columns of a table that are no part of what it shows, so its revision stays."""
    await session.exec(update(GameTable).where(col(GameTable.id) == table_id).values(**changes))


class Sitter(NamedTuple):
    """Who takes a seat; robots have ids below 0, and a level."""

    user_id: int
    name: str
    level: str = "good"


async def reseat(session: AsyncSession, table_id: int, people: Sequence[Sitter]) -> None:
    """Seat these people in this order instead of whoever sat there."""
    await session.exec(delete(Seat).where(col(Seat.table_id) == table_id))
    session.add_all(
        Seat(table_id=table_id, number=number, robot=one.user_id < 0, **one._asdict())
        for number, one in enumerate(people)
    )
    await session.flush()


async def hand_over(session: AsyncSession, table_id: int, number: int, user_id: int, name: str) -> None:
    """Give a seat to another person; the votes of the former one are void, and what they wanted here is gone.

    No other seat there is offered to the new person any more.
    """
    former = select(Seat.user_id).where(col(Seat.table_id) == table_id, col(Seat.number) == number).scalar_subquery()
    await session.exec(delete(TableWish).where(col(TableWish.table_id) == table_id, col(TableWish.user_id) == former))
    await session.exec(delete(SeatVote).where(col(SeatVote.table_id) == table_id, col(SeatVote.voter) == number))
    await session.exec(
        update(Seat)
        .where(col(Seat.table_id) == table_id, col(Seat.number) == number)
        .values(
            user_id=user_id,
            name=name,
            robot=user_id < 0,
            level="good",
            given_up=False,
            noticed_at=None,
            gone=False,
            stands_in=False,
            **NOT_OFFERED,
        )
    )
    await end_offers(session, table_id, user_id)


async def end_offers(session: AsyncSession, table_id: int, user_id: int | None = None) -> None:
    """Note that no seat of a table is offered any more, or none to this person."""
    offered = update(Seat).where(col(Seat.table_id) == table_id, col(Seat.offered_to) != NOBODY)
    if user_id is not None:
        offered = offered.where(col(Seat.offered_to) == user_id)
    await session.exec(offered.values(**NOT_OFFERED))


async def set_robot(session: AsyncSession, table_id: int, number: int, *, on: bool) -> None:
    """Let a robot play in a person's seat, or let the person play again, who has then not given it up."""
    back = {"robot": False, "given_up": False}
    await change_seat(session, table_id, number, **({"robot": True} if on else back))


async def wait(
    session: AsyncSession, table_id: int, number: int, since: datetime | None, deadline: datetime | None = None
) -> None:
    """Note since when a seat is waited for and until when, or that it is not; votes about the seat are void."""
    await session.exec(delete(SeatVote).where(col(SeatVote.table_id) == table_id, col(SeatVote.seat) == number))
    await change_seat(session, table_id, number, since=since, deadline=deadline, overdue=False)


async def change_seat(session: AsyncSession, table_id: int, number: int, **changes: Any) -> None:
    """Change some columns of a seat."""
    await session.exec(update(Seat).where(col(Seat.table_id) == table_id, col(Seat.number) == number).values(**changes))


async def of_person(session: AsyncSession, user_id: int) -> list[Stored]:
    """Look up the live tables that a person sits at."""
    tables = await session.exec(
        select(GameTable)
        .join(Seat, col(Seat.table_id) == col(GameTable.id))
        .where(Seat.user_id == user_id, col(GameTable.phase).in_(LIVE_PHASES))
        .order_by(col(GameTable.id))
    )
    return await _with_seats(session, list(tables))


async def vote(session: AsyncSession, table_id: int, number: int, voter: int) -> None:
    """Note a vote to hand a seat over; a second one of the same seat changes nothing."""
    await session.merge(SeatVote(table_id=table_id, seat=number, voter=voter))
    await session.flush()


async def invite(session: AsyncSession, table_id: int, user_id: int, by_id: int, at: datetime) -> None:
    """Note an invitation."""
    session.add(Invitation(table_id=table_id, user_id=user_id, by_id=by_id, at=at))
    await session.flush()


async def invitations(session: AsyncSession, table_id: int) -> list[Invitation]:
    """The invitations to a table that nobody has declined, the first one first."""
    query = select(Invitation).where(col(Invitation.table_id) == table_id, col(Invitation.declined).is_(False))
    return list(await session.exec(query.order_by(col(Invitation.at), col(Invitation.user_id))))


async def decline(session: AsyncSession, table_id: int, user_id: int) -> None:
    """Note that a person has declined their invitation to a table."""
    theirs = update(Invitation).where(col(Invitation.table_id) == table_id, col(Invitation.user_id) == user_id)
    await session.exec(theirs.values(declined=True))


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


async def preference(session: AsyncSession, user_id: int, *, lock: bool = False) -> Preference:
    """A person's preferences; the defaults where none are stored. `lock`: lock the row until the transaction ends.

    Raises:
        Conflict: of the store, with `lock`, where another process is just inserting the row.

    """
    preference = await session.get(Preference, user_id, with_for_update={"key_share": True} if lock else None)
    if preference is None:
        preference = Preference(user_id=user_id)
        if lock:
            session.add(preference)
            await session.flush()
    return preference


# Looked up with what else falls due, so built once.
_NEXT_ROBOTS = (
    select(Preference.robots_at, Preference.user_id)
    .where(col(Preference.robots_at).is_not(None))
    .order_by(col(Preference.robots_at))
    .limit(1)
)
_NEXT_OF_PEOPLE = select(
    select(func.min(Preference.robots_at)).scalar_subquery(),
    select(func.min(Preference.digest_due)).scalar_subquery(),
)


async def next_robots(session: AsyncSession) -> tuple[datetime, int] | None:
    """When it is to be seen to next that robots play, or do not, during whose vacation."""
    found = (await session.exec(_NEXT_ROBOTS)).first()
    return None if found is None or found[0] is None else (found[0], found[1])


async def next_of_people(session: AsyncSession) -> tuple[datetime | None, datetime | None]:
    """When it is to be seen to next that robots play for somebody, and when the next daily message is due."""
    robots, digest = (await session.exec(_NEXT_OF_PEOPLE)).one()
    return robots, digest


async def first_digest(session: AsyncSession, now: datetime) -> Preference | None:
    """Lock the settings of whose daily message has been due the longest, skipping those that another process holds."""
    due = (
        select(Preference)
        .where(col(Preference.digest_due) <= now)
        .order_by(col(Preference.digest_due), col(Preference.user_id))
        .limit(1)
        .with_for_update(skip_locked=True)  # PostgreSQL; in SQLite the writer is alone anyway
    )
    return (await session.exec(due)).first()


async def robots_again(session: AsyncSession, user_id: int, seen: datetime, at: datetime | None) -> None:
    """Note when it is to be seen to again, unless that was changed meanwhile."""
    await session.exec(
        update(Preference)
        .where(col(Preference.user_id) == user_id, col(Preference.robots_at) == seen)
        .values(robots_at=at)
    )


async def robots_now(session: AsyncSession, user_ids: Sequence[int], now: datetime) -> None:
    """Have it seen to now for those people for whom robots are to play during a vacation."""
    await session.exec(
        update(Preference)
        .where(col(Preference.user_id).in_(user_ids), col(Preference.away_robot).is_(True))
        .values(robots_at=now)
    )


async def prefer(session: AsyncSession, changed: Preference) -> None:
    """Store a person's preferences."""
    await session.merge(changed)
    await session.flush()


async def posts(session: AsyncSession, table_id: int) -> list[PostedMessage]:
    """Find all messages of ours that show a table."""
    return list(await session.exec(_POSTS, params={"table": table_id}))


async def post(session: AsyncSession, table_id: int, kind: str, *, lock: bool = False) -> PostedMessage | None:
    """Find the message of a kind that shows a table. `lock`: lock the row until the transaction ends."""
    return await session.get(PostedMessage, (table_id, kind), with_for_update={"key_share": True} if lock else None)


async def remember_post(session: AsyncSession, message: PostedMessage) -> None:
    """Store which message shows a table, in place of the former one of its kind."""
    await session.merge(message)
    await session.flush()
