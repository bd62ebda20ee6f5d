"""Who has claimed a row of the outbox, what the processes of one bot know together, and vacations by the day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


_UNSENT = "sent_at IS NULL AND given_up_at IS NULL"


def upgrade() -> None:
    """Make what they need."""
    op.add_column("outbox", sa.Column("claimed_by", sa.BigInteger))
    op.add_column("preference", sa.Column("away_day", sa.String, nullable=False, server_default=""))
    op.create_table(
        "shared_fact",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("value", sa.JSON, nullable=False),
    )
    _look_up_what_is_due()


def _look_up_what_is_due() -> None:
    """Find what is due, and what has changed, without looking at all that is stored."""
    runs = "since IS NOT NULL AND deadline IS NOT NULL AND overdue IS "
    _index("running_clock", "seat", ["deadline"], f"{runs}false", sqlite=f"{runs}0")
    _index("unsent_due", "outbox", ["due_at"], _UNSENT)
    _index("unsent_claimed", "outbox", ["claimed_until"], f"claimed_until IS NOT NULL AND {_UNSENT}")
    _index("running_by_rules", "game_table", ["game", "rules_version"], "phase = 'running'")


def _index(name: str, table: str, columns: list[str], where: str, sqlite: str = "") -> None:
    op.create_index(name, table, columns, sqlite_where=sa.text(sqlite or where), postgresql_where=sa.text(where))
