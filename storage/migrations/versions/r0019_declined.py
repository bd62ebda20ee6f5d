"""Invitations that were declined, weekly tables that are paused, and seats that are offered to somebody."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("invitation", sa.Column("declined", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seat", sa.Column("offered_to", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("seat", sa.Column("offered_name", sa.String, nullable=False, server_default=""))
    op.add_column("seat", sa.Column("offered_by", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("weekly", sa.Column("paused", sa.Boolean, nullable=False, server_default=sa.false()))
