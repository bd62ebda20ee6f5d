"""Who said no to a weekly table, and after which table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the column."""
    op.add_column("weekly_guest", sa.Column("left_after", sa.Integer))
