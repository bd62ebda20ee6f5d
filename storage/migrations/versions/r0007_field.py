"""Who has claimed a row of the outbox, what the processes of one bot know together, and vacations by the day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make what they need."""
    op.add_column("outbox", sa.Column("claimed_by", sa.BigInteger))
    op.add_column("preference", sa.Column("away_day", sa.String, nullable=False, server_default=""))
    robot_asked = sa.text("robot AND since IS NOT NULL")
    op.create_index("robot_asked", "seat", ["since"], sqlite_where=robot_asked, postgresql_where=robot_asked)
    op.create_table(
        "shared_fact",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("value", sa.JSON, nullable=False),
    )
