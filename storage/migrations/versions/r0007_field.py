"""Who has claimed a row of the outbox, what processes know together, vacations by the day, steps in secret."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make what they need."""
    op.add_column("outbox", sa.Column("claimed_by", sa.BigInteger))
    op.add_column("preference", sa.Column("away_day", sa.String, nullable=False, server_default=""))
    op.create_table(
        "shared_fact",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("value", sa.JSON, nullable=False),
    )
    for table in ("game_table", "log", "looked"):
        op.add_column(table, sa.Column("step", sa.Integer, nullable=False, server_default="0"))
