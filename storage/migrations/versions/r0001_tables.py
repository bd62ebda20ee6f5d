"""The first tables: guilds, games, seats, log, snapshots, preferences, outbox, posted messages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make them."""
    _tables()
    _games()
    op.create_table(
        "preference",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("picture", sa.String, nullable=False),
    )
    _messages()


def _tables() -> None:
    live = sa.text("phase IN ('lobby', 'running')")
    op.create_table(
        "guild",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("first_seen", _TIME, nullable=False),
    )
    op.create_table(
        "game_table",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("guild_id", sa.BigInteger, sa.ForeignKey("guild.id"), nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("owner_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("phase", sa.String, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("rules_version", sa.Integer),
        sa.Column("key", sa.String),
        sa.Column("created_at", _TIME, nullable=False),
        sa.Column("started_at", _TIME),
        sa.Column("ended_at", _TIME),
        sqlite_autoincrement=True,  # the number of a table is never used again: old buttons carry it
    )
    op.create_index("ix_game_table_guild_id", "game_table", ["guild_id"])
    op.create_index("ix_game_table_channel_id", "game_table", ["channel_id"])
    op.create_index(
        "one_live_table_a_channel", "game_table", ["channel_id"], unique=True, sqlite_where=live, postgresql_where=live
    )
    op.create_table(
        "seat",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("since", _TIME),
    )
    op.create_index("ix_seat_user_id", "seat", ["user_id"])
    op.create_index("one_seat_a_person", "seat", ["table_id", "user_id"], unique=True)
    op.create_table(
        "invitation",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("by_id", sa.BigInteger, nullable=False),
        sa.Column("at", _TIME, nullable=False),
    )


def _games() -> None:
    op.create_table(
        "log",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("by", sa.String, nullable=False),
        sa.Column("picks", sa.JSON, nullable=False),
        sa.Column("question", sa.LargeBinary, nullable=False),
        sa.Column("events", sa.LargeBinary, nullable=False),
        sa.Column("barrier", sa.Boolean, nullable=False),
        sa.Column("asked", sa.JSON, nullable=False),
        sa.Column("taken_back", sa.Integer),
    )
    op.create_table(
        "snapshot",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("position", sa.LargeBinary, nullable=False),
    )


def _messages() -> None:
    unsent = sa.text("sent_at IS NULL AND given_up_at IS NULL")
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("game_table.id"), nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.Column("nonce", sa.String, nullable=False),
        sa.Column("created_at", _TIME, nullable=False),
        sa.Column("due_at", _TIME, nullable=False),
        sa.Column("claimed_until", _TIME),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("sent_at", _TIME),
        sa.Column("given_up_at", _TIME),
        sa.Column("error", sa.String, nullable=False),
    )
    op.create_index("unsent", "outbox", ["table_id", "id"], sqlite_where=unsent, postgresql_where=unsent)
    op.create_table(
        "posted_message",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("at", _TIME, nullable=False),
    )
