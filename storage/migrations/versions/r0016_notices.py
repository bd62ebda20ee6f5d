"""What people want to be told: a message a day, who is next, how at a single table; and who follows a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add their columns, and make the tables of what people want at one table and of who follows one."""
    op.add_column("preference", sa.Column("digest_at", sa.Integer))
    op.add_column("preference", sa.Column("digest_due", sa.DateTime(timezone=True)))
    op.create_index("ix_preference_digest_due", "preference", ["digest_due"])
    op.add_column("preference", sa.Column("tells_next", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "table_wish",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("game_table.id"), primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("notices", sa.String, nullable=False, server_default=""),
        sa.Column("muted_round", sa.Integer),
        sa.Column("told_after", sa.Integer),
        sa.Column("note", sa.String, nullable=False, server_default=""),
    )
    op.create_table(
        "follower",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("game_table.id"), primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("only_end", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("shown", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_follower_user_id", "follower", ["user_id"])
