"""Tables that follow others, whose seats have an order, and that look for players; weekly tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

_LIVE = sa.text("phase IN ('lobby', 'running')")


def upgrade() -> None:
    """Add their columns and tables."""
    op.add_column("game_table", sa.Column("follows", sa.Integer, nullable=True))
    op.add_column("game_table", sa.Column("seating", sa.JSON, nullable=False, server_default="[]"))
    op.add_column("game_table", sa.Column("sought_in", sa.BigInteger, nullable=True))
    op.create_index(
        "one_live_successor", "game_table", ["follows"], unique=True, sqlite_where=_LIVE, postgresql_where=_LIVE
    )
    op.create_table(
        "weekly",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("owner_id", sa.BigInteger, nullable=False),
        sa.Column("owner_name", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("weekday", sa.Integer, nullable=False),
        sa.Column("minute", sa.Integer, nullable=False),
        sa.Column("zone", sa.String, nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True), nullable=False, index=True),
        sa.Column("last_table", sa.Integer, nullable=True),
        sa.Column("skipped_for", sa.Integer, nullable=True),
    )
    op.create_index("one_weekly_a_game", "weekly", ["channel_id", "game"], unique=True)
    op.create_table(
        "weekly_guest",
        sa.Column("weekly_id", sa.Integer, sa.ForeignKey("weekly.id"), primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    )
