"""Invitations that were declined, and weekly tables that are paused."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("invitation", sa.Column("declined", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("weekly", sa.Column("paused", sa.Boolean, nullable=False, server_default=sa.false()))
