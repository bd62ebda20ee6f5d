"""Time: when and how people are told, reminders, clocks, votes about absent players."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add them."""
    _people()
    _tables()
    _reminders()


def _people() -> None:
    columns: list[sa.Column[Any]] = [
        sa.Column("locale", sa.String, nullable=False, server_default=""),
        sa.Column("zone", sa.String, nullable=False, server_default=""),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("notices", sa.String, nullable=False, server_default="dm"),
        sa.Column("remind_hours", sa.Integer),
        sa.Column("away_until", _TIME),
        sa.Column("muted", sa.Boolean, nullable=False, server_default=sa.false()),
    ]
    for column in columns:
        op.add_column("preference", column)
    op.create_table(
        "closed_dm",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", _TIME, nullable=False),
    )
    op.create_table(
        "day_mention",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("at", _TIME, nullable=False),
    )


def _tables() -> None:
    for column in (
        sa.Column("remind_hours", sa.Integer, nullable=False, server_default="24"),
        sa.Column("reminders", sa.Integer, nullable=False, server_default="5"),
        sa.Column("clock", sa.String, nullable=False, server_default="none"),
        sa.Column("clock_hours", sa.Integer, nullable=False, server_default="72"),
    ):
        op.add_column("game_table", column)
    seats: list[sa.Column[Any]] = [
        sa.Column("deadline", _TIME),
        sa.Column("overdue", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("given_up", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("noticed_at", _TIME),
    ]
    for seat in seats:
        op.add_column("seat", seat)
    op.create_table(
        "seat_vote",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("voter", sa.Integer, primary_key=True, autoincrement=False),
    )


def _reminders() -> None:
    unsent = sa.text("sent_at IS NULL")
    op.create_table(
        "reminder",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("game_table.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("rung", sa.Integer, nullable=False),
        sa.Column("since", _TIME, nullable=False),
        sa.Column("planned_at", _TIME, nullable=False),
        sa.Column("due_at", _TIME, nullable=False),
        sa.Column("sent_at", _TIME),
    )
    op.create_index("one_reminder_a_rung", "reminder", ["table_id", "seat", "revision", "rung"], unique=True)
    op.create_index("unsent_reminder", "reminder", ["due_at"], sqlite_where=unsent, postgresql_where=unsent)
    op.create_index("reminder_of_person", "reminder", ["user_id"], sqlite_where=unsent, postgresql_where=unsent)
