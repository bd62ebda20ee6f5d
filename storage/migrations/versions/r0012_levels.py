"""How well robots play, and whether a table has hints."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add their columns."""
    op.add_column("seat", sa.Column("level", sa.String, nullable=False, server_default="good"))
    op.add_column("game_table", sa.Column("hints", sa.String, nullable=False, server_default="auto"))
