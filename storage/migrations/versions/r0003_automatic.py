"""Answers without a person: robots in seats, policies, planned answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make them."""
    op.add_column("seat", sa.Column("robot", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seat", sa.Column("held", sa.String, nullable=False, server_default=""))
    op.create_table(
        "policy",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("table_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )
    op.create_table(
        "premove",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("game_table.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("question", sa.LargeBinary, nullable=False),
        sa.Column("premove", sa.LargeBinary, nullable=False),
        sa.Column("taken", sa.Integer),
        sqlite_autoincrement=True,  # a number is never used again: old buttons carry it
    )
    op.create_index("ix_premove_table_id", "premove", ["table_id"])
