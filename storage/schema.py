"""The tables of the database. Changing one needs a migration beside it (`storage.migrations`); a test compares them.

Times are UTC and carry their zone. What is secret of a game (its key, its position, its sealed answers) is kept out
of every repr.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, DateTime, Dialect, Index, LargeBinary, text
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel

LIVE_PHASES = ("lobby", "running")


class UtcTime(TypeDecorator[datetime]):
    """A time in UTC; SQLite, which has no zones, keeps it bare."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse times without a zone: they would be read as something else than was meant."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without its zone")
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give the zone back."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Guild(SQLModel, table=True):
    """A server that has had a table."""

    __tablename__ = "guild"

    id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    first_seen: datetime = Field(sa_type=UtcTime)


class GameTable(SQLModel, table=True):
    """A table: a lobby, a running game, or one that is over. `revision` counts everything that happened to it."""

    __tablename__ = "game_table"
    __table_args__ = (
        Index(
            "one_live_table_a_channel",
            "channel_id",
            unique=True,
            sqlite_where=text("phase IN ('lobby', 'running')"),
            postgresql_where=text("phase IN ('lobby', 'running')"),
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    guild_id: int = Field(foreign_key="guild.id", index=True, sa_type=BigInteger)
    channel_id: int = Field(index=True, sa_type=BigInteger)
    owner_id: int = Field(sa_type=BigInteger)
    game: str
    options: dict[str, str] = Field(sa_type=JSON)
    phase: str = "lobby"
    """lobby, running, finished or abandoned."""
    revision: int = 0
    rules_version: int | None = None
    """The version of the rules that the game was started under."""
    key: str | None = Field(default=None, repr=False)
    """The secret of the game's randomness."""
    created_at: datetime = Field(sa_type=UtcTime)
    started_at: datetime | None = Field(default=None, sa_type=UtcTime)
    ended_at: datetime | None = Field(default=None, sa_type=UtcTime)


class Seat(SQLModel, table=True):
    """Who sits where. In the lobby `number` is the order of joining, then the game's seat."""

    __tablename__ = "seat"
    __table_args__ = (Index("one_seat_a_person", "table_id", "user_id", unique=True),)

    table_id: int = Field(foreign_key="game_table.id", primary_key=True)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    user_id: int = Field(index=True, sa_type=BigInteger)
    name: str
    since: datetime | None = Field(default=None, sa_type=UtcTime)
    """When the open question was put to the seat; None where it is not waited for."""


class Invitation(SQLModel, table=True):
    """Somebody was asked to join a lobby."""

    __tablename__ = "invitation"

    table_id: int = Field(foreign_key="game_table.id", primary_key=True)
    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    by_id: int = Field(sa_type=BigInteger)
    at: datetime = Field(sa_type=UtcTime)


class LogRow(SQLModel, table=True):
    """One thing that happened in a game. Never changed or removed; `taken_back` alone is set by a later undo."""

    __tablename__ = "log"

    table_id: int = Field(foreign_key="game_table.id", primary_key=True)
    sequence: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    revision: int
    """The table's revision that this led to; several answers given at once share it."""
    at: datetime = Field(sa_type=UtcTime)
    kind: str
    """start, answer, undo, replace or abandon."""
    seat: int | None = None
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    by: str = ""
    """Who answered for the seat: player, policy or robot."""
    picks: list[str] = Field(default_factory=list, sa_type=JSON, repr=False)
    question: bytes = Field(default=b"", sa_type=LargeBinary, repr=False)
    """What was asked, to tell what an undo goes back to."""
    events: bytes = Field(default=b"", sa_type=LargeBinary, repr=False)
    barrier: bool = False
    asked: list[int] = Field(default_factory=list, sa_type=JSON)
    taken_back: int | None = None
    """The sequence of the undo that took this back."""


class Snapshot(SQLModel, table=True):
    """The live game, as the game itself encodes it."""

    __tablename__ = "snapshot"

    table_id: int = Field(foreign_key="game_table.id", primary_key=True)
    revision: int
    position: bytes = Field(sa_type=LargeBinary, repr=False)


class Preference(SQLModel, table=True):
    """How a person wants to be served; a person without a row has the defaults."""

    __tablename__ = "preference"

    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    language: str = "auto"
    picture: str = "normal"


class OutboxRow(SQLModel, table=True):
    """Something that must be said. Sent, given up, or still to be sent at `due_at` and after `claimed_until`."""

    __tablename__ = "outbox"
    __table_args__ = (
        Index(
            "unsent",
            "table_id",
            "id",
            sqlite_where=text("sent_at IS NULL AND given_up_at IS NULL"),
            postgresql_where=text("sent_at IS NULL AND given_up_at IS NULL"),
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="game_table.id")
    kind: str
    payload: dict[str, Any] = Field(sa_type=JSON)
    nonce: str
    created_at: datetime = Field(sa_type=UtcTime)
    due_at: datetime = Field(sa_type=UtcTime)
    claimed_until: datetime | None = Field(default=None, sa_type=UtcTime)
    attempts: int = 0
    sent_at: datetime | None = Field(default=None, sa_type=UtcTime)
    given_up_at: datetime | None = Field(default=None, sa_type=UtcTime)
    error: str = ""


class PostedMessage(SQLModel, table=True):
    """The message of ours that shows a table, one of each kind, to be edited in place."""

    __tablename__ = "posted_message"

    table_id: int = Field(foreign_key="game_table.id", primary_key=True)
    kind: str = Field(primary_key=True)
    channel_id: int = Field(sa_type=BigInteger)
    message_id: int = Field(sa_type=BigInteger)
    revision: int
    at: datetime = Field(sa_type=UtcTime)
