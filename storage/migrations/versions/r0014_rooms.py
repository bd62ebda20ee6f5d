"""Threads and forum posts of tables, and the settings of servers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add their columns."""
    op.add_column("guild", sa.Column("settings", sa.JSON, nullable=False, server_default="{}"))
    op.add_column("game_table", sa.Column("room", sa.String, nullable=False, server_default=""))
    op.add_column("game_table", sa.Column("parent_id", sa.BigInteger))
    op.create_index("ix_game_table_parent_id", "game_table", ["parent_id"])
    op.add_column("game_table", sa.Column("room_name", sa.String, nullable=False, server_default=""))
    op.add_column("game_table", sa.Column("renamed_at", sa.DateTime(timezone=True)))
    op.add_column("game_table", sa.Column("why_here", sa.String, nullable=False, server_default=""))
    op.add_column("game_table", sa.Column("pictures", sa.String, nullable=False, server_default="on"))
