"""Games that were imported from records."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add their table."""
    op.create_table(
        "imported",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("game_table.id"), primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False, index=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False, index=True),
        sa.Column("digest", sa.String, nullable=False),
        sa.Column("played_under", sa.Integer, nullable=False),
        sa.Column("shown", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
