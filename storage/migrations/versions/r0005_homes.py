"""Tables that have lost their channel, and whose turn it was to mention somebody."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make what they need."""
    op.add_column("game_table", sa.Column("lost", sa.String, nullable=False, server_default=""))
    op.add_column("day_mention", sa.Column("row_id", sa.Integer))
