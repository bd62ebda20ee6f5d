"""Half-made turns: which log rows everybody may know of, and the game as everybody may see it meanwhile."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_HIDDEN = sa.text("public IS NULL AND taken_back IS NULL")


def upgrade() -> None:
    """Add them; what has been logged so far is public."""
    op.add_column("log", sa.Column("public", sa.Integer))
    op.execute(sa.text("UPDATE log SET public = revision"))
    op.create_index("hidden", "log", ["table_id"], sqlite_where=_HIDDEN, postgresql_where=_HIDDEN)
    op.add_column("snapshot", sa.Column("public", sa.LargeBinary))
