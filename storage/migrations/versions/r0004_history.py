"""Going back by vote, how far the log was read, and games that outlive a change of their rules."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make what they need."""
    op.add_column("game_table", sa.Column("stuck_under", sa.Integer))
    op.add_column("game_table", sa.Column("rewind_hours", sa.Integer, nullable=False, server_default="24"))
    op.create_table(
        "base",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("position", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "rewind",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("asked_by", sa.BigInteger, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("agreed", sa.JSON, nullable=False),
        sa.Column("due_at", _TIME, nullable=False),
    )
    op.create_index("ix_rewind_due_at", "rewind", ["due_at"])
    op.create_table(
        "looked",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("at", _TIME, nullable=False),
    )
