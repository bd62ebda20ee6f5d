"""Vacations with a first day and robots, and the question for a person's hours."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add their columns."""
    time = sa.DateTime(timezone=True)
    op.add_column("preference", sa.Column("away_from", time))
    op.add_column("preference", sa.Column("away_first", sa.String, nullable=False, server_default=""))
    op.add_column("preference", sa.Column("away_robot", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("preference", sa.Column("robots_at", time))
    op.add_column("preference", sa.Column("hours_asked", sa.String, nullable=False, server_default=""))
    op.create_index("ix_preference_robots_at", "preference", ["robots_at"])
    op.add_column("seat", sa.Column("stands_in", sa.Boolean, nullable=False, server_default=sa.false()))
