"""The tables of the database. Changing one needs a migration (`storage.migrations`); a test compares them.

Times are UTC and timezone-aware. Secrets of a game (its key, its position, its sealed answers) are excluded from every
repr.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, DateTime, Dialect, Index, LargeBinary, text
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel

LIVE_PHASES = ("lobby", "running")
PRIVATE = "private"
"""What `GameTable.lost` is at a practice table: one person plays there, in private replies alone."""


class UtcTime(TypeDecorator[datetime]):
    """A time in UTC; naive in SQLite, which has no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to UTC; refuse naive times, whose meaning is not known."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without its zone")
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Make the time timezone-aware."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Guild(SQLModel, table=True):
    """A server that has had a table."""

    __tablename__ = "guild"

    id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    first_seen: datetime = Field(sa_type=UtcTime)
    settings: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    """What whoever manages the server has set, as the table service encodes it; the defaults are left out."""


class GameTable(SQLModel, table=True):
    """A table: a lobby, a running game, or one that is over.

    `revision` counts its changes, except the steps of a half-made turn, which nobody else may notice: `step` counts
    those since. Both together tell whether anything has changed.
    """

    __tablename__ = "game_table"
    __table_args__ = (
        Index(
            "one_live_table_a_channel",
            "channel_id",
            unique=True,
            sqlite_where=text("phase IN ('lobby', 'running')"),
            postgresql_where=text("phase IN ('lobby', 'running')"),
        ),
        Index(
            "running_by_rules",
            "game",
            "rules_version",
            sqlite_where=text("phase = 'running'"),
            postgresql_where=text("phase = 'running'"),
        ),
        Index(
            "one_live_successor",
            "follows",
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
    """lobby, running, finished, abandoned or imported (from a record, to look at alone)."""
    revision: int = 0
    step: int = 0
    rules_version: int | None = None
    """The version of the rules that the game is played under."""
    key: str | None = Field(default=None, repr=False)
    """The secret of the game's randomness."""
    stuck_under: int | None = None
    """The version of the rules that cannot read this game; None where there was none."""
    rewind_hours: int = 24
    """How long the others have to agree to a rewind."""
    created_at: datetime = Field(sa_type=UtcTime)
    started_at: datetime | None = Field(default=None, sa_type=UtcTime)
    ended_at: datetime | None = Field(default=None, sa_type=UtcTime)
    remind_hours: int = 24
    """Hours after which a person is reminded for the first time."""
    reminders: int = 5
    """How many reminders a wait brings at most."""
    clock: str = "none"
    """none, soft or hard."""
    clock_hours: int = 72
    hints: str = "auto"
    """Whether players may ask what a robot would do: on, off, or auto (on where a robot of its own plays)."""
    lost: str = ""
    """Why nothing can be posted in its channel: gone (deleted), shut (not allowed), unmade (its thread is yet to be
    made) or private (a practice table has none); in the last two cases `channel_id` is a number below 0 that is no
    channel's. Empty where it can be."""
    room: str = ""
    """thread or post (in a forum), where its channel was made for it; empty where it was not."""
    parent_id: int | None = Field(default=None, index=True, sa_type=BigInteger)
    """The channel that its thread or post belongs to; None where `room` is empty."""
    room_name: str = ""
    """What its thread is called, as we have named it."""
    renamed_at: datetime | None = Field(default=None, sa_type=UtcTime)
    """When the thread was last renamed; Discord allows that twice in ten minutes."""
    why_here: str = ""
    """Why it got no thread of its own, though one was wanted: rights, limit, tag, gone or other."""
    pictures: str = "on"
    """Whether its posts have pictures: on, or off (the board in words)."""
    follows: int | None = None
    """The table whose game is played again here."""
    seating: list[int] = Field(default_factory=list, sa_type=JSON)
    """The user ids in the order of the seats that the game is to have; empty: they are drawn."""
    sought_in: int | None = Field(default=None, sa_type=BigInteger)
    """The channel in which a post looks for players."""


class Seat(SQLModel, table=True):
    """Who sits where. In the lobby `number` is the order of joining, then the game's seat."""

    __tablename__ = "seat"
    __table_args__ = (
        Index("one_seat_a_person", "table_id", "user_id", unique=True),
        Index(
            "robot_asked",
            "since",
            sqlite_where=text("robot AND since IS NOT NULL"),
            postgresql_where=text("robot AND since IS NOT NULL"),
        ),
        Index(
            "waited_for", "since", sqlite_where=text("since IS NOT NULL"), postgresql_where=text("since IS NOT NULL")
        ),
        Index(
            "running_clock",
            "deadline",
            sqlite_where=text("since IS NOT NULL AND deadline IS NOT NULL AND overdue IS 0"),
            postgresql_where=text("since IS NOT NULL AND deadline IS NOT NULL AND overdue IS false"),
        ),
    )

    table_id: int = Field(foreign_key="game_table.id", primary_key=True)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    user_id: int = Field(index=True, sa_type=BigInteger)
    """Below 0: a robot of its own, or a former person (`storage.persons`)."""
    name: str
    since: datetime | None = Field(default=None, sa_type=UtcTime)
    """When the open question was put to the seat; None where it is not waited for."""
    robot: bool = False
    """A robot plays: for nobody (then `user_id` is below 0), or for the person in the seat, who is away."""
    held: str = ""
    """The fingerprint of a prompt that is exempt from automatic answers: its person has taken an answer to it back."""
    deadline: datetime | None = Field(default=None, sa_type=UtcTime)
    """When the table's clock runs out for this wait; None where there is no clock or no wait."""
    overdue: bool = False
    """A soft clock has run out, and the others may vote to hand the seat over."""
    given_up: bool = False
    """The others have voted: anybody may take the seat."""
    noticed_at: datetime | None = Field(default=None, sa_type=UtcTime)
    """When the person was last notified of their turn, if they have not acted since."""
    stands_in: bool = False
    """A robot was sent in for the time of its person's vacation, who may have taken the seat back meanwhile."""
    level: str = "good"
    """How well a robot of its own plays: friendly, good or strong (`rules.kernel.robots.Level`)."""
    gone: bool = False
    """The person is known to have left the server, so that no vote waits for them."""
    offered_to: int = Field(default=0, sa_type=BigInteger)
    """Somebody to whom the seat of a running game is offered, who may take it; 0: nobody."""
    offered_name: str = ""
    offered_by: int = Field(default=0, sa_type=BigInteger)
    """Who has offered it; 0: somebody who was forgotten since."""


class Invitation(SQLModel, table=True):
    """Somebody was asked to join a lobby."""

    __tablename__ = "invitation"

    table_id: int = Field(foreign_key="game_table.id", primary_key=True)
    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    by_id: int = Field(sa_type=BigInteger)
    at: datetime = Field(sa_type=UtcTime)
    declined: bool = False
    """They have said no: it is shown, and they are asked no more, but may still join."""


class LogRow(SQLModel, table=True):
    """One thing that happened in a game. Never changed or removed, but for `public`, `taken_back`, and who did it."""

    __tablename__ = "log"
    __table_args__ = (
        Index(
            "hidden",
            "table_id",
            sqlite_where=text("public IS NULL AND taken_back IS NULL"),
            postgresql_where=text("public IS NULL AND taken_back IS NULL"),
        ),
    )

    table_id: int = Field(foreign_key="game_table.id", primary_key=True)
    sequence: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    revision: int
    """The revision that this led to; several answers given at once share it. In a half-made turn: the one before."""
    step: int = 0
    """The step of a half-made turn after that revision, from 1; 0 where it was public at once."""
    public: int | None = None
    """The revision with which it became public; None while the turn that it belongs to is half-made."""
    at: datetime = Field(sa_type=UtcTime)
    kind: str
    """start, answer, undo, replace, overdue, given_up, abandon, vote, rewind, rules, move, robot (plays or stops) or
    dropped (a planned answer)."""
    seat: int | None = None
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    by: str = ""
    """Who answered for the seat: player, policy, premove, robot or clock; empty where it is no answer."""
    picks: list[str] = Field(default_factory=list, sa_type=JSON, repr=False)
    question: bytes = Field(default=b"", sa_type=LargeBinary, repr=False)
    """The text of the prompt, to describe what an undo goes back to."""
    events: bytes = Field(default=b"", sa_type=LargeBinary, repr=False)
    barrier: bool = False
    asked: list[int] = Field(default_factory=list, sa_type=JSON)
    taken_back: int | None = None
    """The sequence of the undo or rewind that took this back. A half-made turn that was taken back stays hidden."""


class Snapshot(SQLModel, table=True):
    """The live game, as the game itself encodes it."""

    __tablename__ = "snapshot"

    table_id: int = Field(foreign_key="game_table.id", primary_key=True)
    revision: int
    position: bytes = Field(sa_type=LargeBinary, repr=False)
    public: bytes | None = Field(default=None, sa_type=LargeBinary, repr=False)
    """The position before a half-made turn, which all other seats see; None where there is no such turn."""


class Base(SQLModel, table=True):
    """The position that undo and replay begin at, because the rules have changed; without a row, the setup."""

    __tablename__ = "base"

    table_id: int = Field(foreign_key="game_table.id", primary_key=True)
    sequence: int
    """The log's last row before it."""
    position: bytes = Field(sa_type=LargeBinary, repr=False)


class Rewind(SQLModel, table=True):
    """The open vote of a table on going back; the row is gone when the vote is over."""

    __tablename__ = "rewind"

    table_id: int = Field(foreign_key="game_table.id", primary_key=True)
    revision: int
    """The revision that opened the vote, which identifies it."""
    asked_by: int = Field(sa_type=BigInteger)
    sequence: int
    """The first answer that would be taken back."""
    agreed: list[int] = Field(default_factory=list, sa_type=JSON)
    """The people who agree, whoever asked included."""
    asked_at: datetime | None = Field(default=None, sa_type=UtcTime)
    due_at: datetime = Field(index=True, sa_type=UtcTime)


class Looked(SQLModel, table=True):
    """The read position of a person in the log of a table."""

    __tablename__ = "looked"

    table_id: int = Field(foreign_key="game_table.id", primary_key=True)
    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    revision: int
    step: int = 0
    """Of their own half-made turn."""
    at: datetime = Field(sa_type=UtcTime)


class Preference(SQLModel, table=True):
    """How a person wants to be served; a person without a row has the defaults."""

    __tablename__ = "preference"

    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    language: str = "auto"
    picture: str = "normal"
    locale: str = ""
    """The locale of their Discord when they last did something; for direct messages."""
    zone: str = ""
    """An IANA time zone; empty: UTC."""
    quiet_from: int | None = None
    """Minutes after local midnight; quiet hours are set where both ends are."""
    quiet_to: int | None = None
    notices: str = "dm"
    """dm, channel or none."""
    remind_hours: int | None = None
    """In place of the table's."""
    away_until: datetime | None = Field(default=None, sa_type=UtcTime)
    away_day: str = ""
    """The last day of a vacation (YYYY-MM-DD), as the person means it; empty without one."""
    away_from: datetime | None = Field(default=None, sa_type=UtcTime)
    """When a vacation begins; None: with `away_until` set, it has begun."""
    away_first: str = ""
    """The first day of a vacation, like `away_day`; empty: the day on which it was set."""
    away_robot: bool = False
    """Robots play for the person during the vacation."""
    robots_at: datetime | None = Field(default=None, index=True, sa_type=UtcTime)
    """When it is to be seen to that robots play for the person, or play no more."""
    hours_asked: str = ""
    """Whether they were asked for time zone and quiet hours: panel (they will be, in a panel), done; empty: not yet."""
    muted: bool = False
    """No reminders."""
    digest_at: int | None = None
    """Minutes after local midnight at which one message a day tells of all tables that wait; None: each by itself."""
    digest_due: datetime | None = Field(default=None, index=True, sa_type=UtcTime)
    """When that message is due next."""
    tells_next: bool = False
    """They are told silently that their turn comes next."""


class TableWish(SQLModel, table=True):
    """What a person wants at one table; without a row, what they have set for all. Gone with the end of the game."""

    __tablename__ = "table_wish"

    table_id: int = Field(foreign_key="game_table.id", primary_key=True, sa_column_kwargs={"autoincrement": False})
    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    notices: str = ""
    """dm, channel or none; empty: as everywhere."""
    muted_round: int | None = None
    """The round until whose end they are told of no turns."""
    told_after: int | None = None
    """The seat after whose turn theirs comes, if they were told so and have not had it yet."""
    note: str = Field(default="", repr=False)
    """Their private note."""


class Follower(SQLModel, table=True):
    """Somebody who follows a table without playing there."""

    __tablename__ = "follower"

    table_id: int = Field(foreign_key="game_table.id", primary_key=True, sa_column_kwargs={"autoincrement": False})
    user_id: int = Field(primary_key=True, index=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    only_end: bool = False
    """They are told of the end only, and not of each round."""
    shown: int
    """The revision up to which they were told what happened."""
    at: datetime = Field(sa_type=UtcTime)
    """When they began to follow it."""


class PolicySetting(SQLModel, table=True):
    """A policy that a person has set: for all tables of a game (`table_id` 0), or for one of them."""

    __tablename__ = "policy"

    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    game: str = Field(primary_key=True)
    table_id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    key: str = Field(primary_key=True)
    value: str


class PlannedAnswer(SQLModel, table=True):
    """An answer that a seat has given ahead, in the order of `id`; removed once it is dropped or cancelled."""

    __tablename__ = "premove"

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="game_table.id", index=True)
    seat: int
    question: bytes = Field(default=b"", sa_type=LargeBinary, repr=False)
    """The text of the prompt, for a list of plans."""
    premove: bytes = Field(sa_type=LargeBinary, repr=False)
    """The `rules.kernel.policies.Premove`."""
    taken: int | None = None
    """The sequence of the answer that it became; an undo of that may bring it back."""


class Draft(SQLModel, table=True):
    """The turns that a person is planning at a table, and has not planned yet. Nobody else knows of it."""

    __tablename__ = "draft"

    table_id: int = Field(foreign_key="game_table.id", primary_key=True, sa_column_kwargs={"autoincrement": False})
    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    turns: list[list[list[str]]] = Field(sa_type=JSON, repr=False)
    """The answers of each turn, in order."""
    at: datetime = Field(sa_type=UtcTime)
    """When it was last changed."""


class Trial(SQLModel, table=True):
    """A line that a person tries at a table, for an hour: nothing of it happens, and nobody else knows of it."""

    __tablename__ = "trial"

    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    table_id: int = Field(foreign_key="game_table.id", primary_key=True, sa_column_kwargs={"autoincrement": False})
    turn: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    """The former turn after which it begins (0: the start); -1: it begins at the game as it stands."""
    begins: str = Field(repr=False)
    """A hash of what its person knew where it begins."""
    key: str = Field(repr=False)
    """The secret by which what they do not know is guessed."""
    answers: list[list[str]] = Field(sa_type=JSON, repr=False)
    draws: int = 0
    """How many draws it goes beyond."""
    at: datetime = Field(sa_type=UtcTime)
    """When it was begun."""


class LessonProgress(SQLModel, table=True):
    """How far a person is in the first lesson of a game."""

    __tablename__ = "lesson_progress"

    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    game: str = Field(primary_key=True)
    answers: list[list[str]] = Field(sa_type=JSON)
    """The answers so far, one a step; empty for a step that asks nothing."""
    at: datetime = Field(sa_type=UtcTime)
    """When the last one was given."""


class OutboxRow(SQLModel, table=True):
    """A message to be sent. Sent, given up, or still to be sent at `due_at` and after `claimed_until`."""

    __tablename__ = "outbox"
    __table_args__ = (
        Index(
            "unsent",
            "table_id",
            "id",
            sqlite_where=text("sent_at IS NULL AND given_up_at IS NULL"),
            postgresql_where=text("sent_at IS NULL AND given_up_at IS NULL"),
        ),
        Index(
            "unsent_to_person",
            "user_id",
            "id",
            sqlite_where=text("sent_at IS NULL AND given_up_at IS NULL"),
            postgresql_where=text("sent_at IS NULL AND given_up_at IS NULL"),
        ),
        Index(
            "unsent_due",
            "due_at",
            sqlite_where=text("sent_at IS NULL AND given_up_at IS NULL"),
            postgresql_where=text("sent_at IS NULL AND given_up_at IS NULL"),
        ),
        Index(
            "unsent_claimed",
            "claimed_until",
            sqlite_where=text("claimed_until IS NOT NULL AND sent_at IS NULL AND given_up_at IS NULL"),
            postgresql_where=text("claimed_until IS NOT NULL AND sent_at IS NULL AND given_up_at IS NULL"),
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="game_table.id")
    kind: str
    payload: dict[str, Any] = Field(sa_type=JSON)
    nonce: str
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    """The recipient; None: the table's channel."""
    created_at: datetime = Field(sa_type=UtcTime)
    decided_at: datetime | None = Field(default=None, sa_type=UtcTime)
    """When it was inserted or last claimed; its other times are relative to this one."""
    due_at: datetime = Field(sa_type=UtcTime)
    claimed_until: datetime | None = Field(default=None, sa_type=UtcTime)
    claimed_by: int | None = Field(default=None, sa_type=BigInteger)
    """The process (`Store.process`) that is sending it."""
    waits: str = ""
    """Why it waits since it was last tried: outage or limit (of Discord); empty: neither."""
    tried: bool = False
    """A process has begun to send it; it may have been sent."""
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


class Reminder(SQLModel, table=True):
    """One reminder of one wait: the wait of a seat that began at this revision. `sent_at`: handed to the outbox.

    A wait has one unsent row at most: sending it writes the next, on the next rung of the ladder.
    """

    __tablename__ = "reminder"
    __table_args__ = (
        Index("one_reminder_a_rung", "table_id", "seat", "revision", "rung", unique=True),
        Index(
            "unsent_reminder", "due_at", sqlite_where=text("sent_at IS NULL"), postgresql_where=text("sent_at IS NULL")
        ),
        Index(
            "reminder_of_person",
            "user_id",
            sqlite_where=text("sent_at IS NULL"),
            postgresql_where=text("sent_at IS NULL"),
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="game_table.id")
    seat: int
    user_id: int = Field(sa_type=BigInteger)
    revision: int
    rung: int
    since: datetime = Field(sa_type=UtcTime)
    planned_at: datetime = Field(sa_type=UtcTime)
    """When it would be due without quiet hours and vacations."""
    due_at: datetime = Field(sa_type=UtcTime)
    sent_at: datetime | None = Field(default=None, sa_type=UtcTime)


class ClosedDm(SQLModel, table=True):
    """Discord refused a direct message to this person at this time; not tried again for a while."""

    __tablename__ = "closed_dm"

    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    at: datetime = Field(sa_type=UtcTime)


class DayMention(SQLModel, table=True):
    """When a person with closed direct messages was last mentioned at a table instead."""

    __tablename__ = "day_mention"

    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    table_id: int = Field(foreign_key="game_table.id", primary_key=True)
    at: datetime = Field(sa_type=UtcTime)
    row_id: int | None = None
    """The outbox row that it was for; that one may try again."""


class SeatVote(SQLModel, table=True):
    """A vote to hand over an overdue seat."""

    __tablename__ = "seat_vote"

    table_id: int = Field(foreign_key="game_table.id", primary_key=True)
    seat: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    voter: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    """The number of their own seat."""


class WeeklyTable(SQLModel, table=True):
    """A table that opens by itself each week, in a channel, at a time of whoever has set it."""

    __tablename__ = "weekly"
    __table_args__ = (Index("one_weekly_a_game", "channel_id", "game", unique=True),)

    id: int | None = Field(default=None, primary_key=True)
    guild_id: int = Field(sa_type=BigInteger)
    channel_id: int = Field(sa_type=BigInteger)
    owner_id: int = Field(sa_type=BigInteger)
    owner_name: str
    game: str
    weekday: int
    """Monday is 0."""
    minute: int
    """Minutes after midnight, by the clocks of `zone`."""
    zone: str
    """An IANA time zone."""
    next_at: datetime = Field(index=True, sa_type=UtcTime)
    """When it opens next."""
    last_table: int | None = None
    """The table that it has opened last, or that it is like at first."""
    skipped_for: int | None = None
    """The table that was in its way when that was last said."""
    paused: bool = False
    """Whoever has set it may not open tables there any more, or has left, and was told so."""


class WeeklyGuest(SQLModel, table=True):
    """Somebody who is invited to a weekly table, or who said no to that."""

    __tablename__ = "weekly_guest"

    weekly_id: int = Field(foreign_key="weekly.id", primary_key=True, sa_column_kwargs={"autoincrement": False})
    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    left_after: int | None = None
    """The last table when they said no (0: there was none): that they came to it invites them to nothing."""


class Imported(SQLModel, table=True):
    """A game that somebody has imported from a record: its table is of the phase `imported`, and in no channel."""

    __tablename__ = "imported"

    table_id: int = Field(foreign_key="game_table.id", primary_key=True, sa_column_kwargs={"autoincrement": False})
    user_id: int = Field(index=True, sa_type=BigInteger)
    """Who has imported it."""
    guild_id: int = Field(index=True, sa_type=BigInteger)
    """The server on which they did."""
    digest: str
    """A hash of what the record tells, by which the same one is known again."""
    played_under: int
    """The version of the rules that the record names."""
    shown: bool = False
    """It was shown in a channel of the server, whose people may look at it since."""
    at: datetime = Field(sa_type=UtcTime)


class SharedFact(SQLModel, table=True):
    """A fact shared by all processes of one bot."""

    __tablename__ = "shared_fact"

    key: str = Field(primary_key=True)
    value: dict[str, Any] = Field(sa_type=JSON)


class Result(SQLModel, table=True):
    """How a game has ended, derived from its table, seats, log and last position (`bot.tables.results`).

    It and the placements can be made anew at any time; nothing else depends on them.
    """

    __tablename__ = "result"
    __table_args__ = (
        Index("results_here", "guild_id", "ended_at", "table_id"),
        Index("results_of_game", "guild_id", "game", "kind", "players", "best"),
    )

    table_id: int = Field(foreign_key="game_table.id", primary_key=True, sa_column_kwargs={"autoincrement": False})
    guild_id: int = Field(sa_type=BigInteger)
    game: str
    kind: str
    """people: two or more, to the end, and nobody else; mixed: robots or the rules played as well, or one person alone;
    unread: it cannot be told under the present rules."""
    players: int
    """Seats in the standings, those included that the rules move."""
    best: int
    """The points of whoever was first."""
    seconds: int
    """How long it has taken."""
    started_at: datetime = Field(sa_type=UtcTime)
    ended_at: datetime = Field(sa_type=UtcTime)


class Placement(SQLModel, table=True):
    """How a seat has ended a game. What of the result is needed to add placements up stands here again."""

    __tablename__ = "placement"
    __table_args__ = (
        Index("placements_of_person", "user_id", "kind", "guild_id", "game", "side", "rank", "points", "seconds"),
        Index("placements_here", "guild_id", "kind", "game", "side", "rank", "points"),
        Index("placements_everywhere", "kind", "game", "side", "rank", "points"),
        Index("placements_by_person", "guild_id", "kind", "game", "user_id", "ended_at", "table_id", "rank"),
        Index("placements_in_order", "guild_id", "game", "ended_at", "table_id"),
    )

    table_id: int = Field(foreign_key="game_table.id", primary_key=True, sa_column_kwargs={"autoincrement": False})
    seat: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    guild_id: int = Field(sa_type=BigInteger)
    game: str
    kind: str
    """As that of the result."""
    ended_at: datetime = Field(sa_type=UtcTime)
    user_id: int = Field(sa_type=BigInteger)
    """Whoever sat there at the end; below 0: a robot of its own, or a former person (`storage.persons`)."""
    person: bool
    """A person played to the end, with no robot in their place then."""
    rank: int
    points: int
    side: str = ""
    """What it played with, such as a faction: a key of the game's names (`Game.sides`)."""
    seconds: int | None = None
    """The median time from a question to its answer; None where it has answered none."""
    skill_before: float | None = None
    """The rating before and after the game; None where it does not count for ratings."""
    doubt_before: float | None = None
    skill: float | None = None
    doubt: float | None = None
