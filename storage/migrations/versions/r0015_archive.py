"""Results of games and their placements.

Games that were over before are taken in while the bot runs (`bot.tables.results`).
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Make their tables."""
    time = sa.DateTime(timezone=True)
    op.create_table(
        "result",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("game_table.id"), primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("started_at", time, nullable=False),
        sa.Column("ended_at", time, nullable=False),
    )
    op.create_index("results_here", "result", ["guild_id", "ended_at", "table_id"])
    op.create_index("results_of_game", "result", ["guild_id", "game", "kind", "players", "best"])
    op.create_table(
        "placement",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("game_table.id"), primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("ended_at", time, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("person", sa.Boolean, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("side", sa.String, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=True),
        sa.Column("skill_before", sa.Float, nullable=True),
        sa.Column("doubt_before", sa.Float, nullable=True),
        sa.Column("skill", sa.Float, nullable=True),
        sa.Column("doubt", sa.Float, nullable=True),
    )
    for name, columns in (
        ("placements_of_person", ["user_id", "kind", "guild_id", "game", "side", "rank", "points", "seconds"]),
        ("placements_here", ["guild_id", "kind", "game", "side", "rank", "points"]),
        ("placements_everywhere", ["kind", "game", "side", "rank", "points"]),
        ("placements_by_person", ["guild_id", "kind", "game", "user_id", "ended_at", "table_id", "rank"]),
        ("placements_in_order", ["guild_id", "game", "ended_at", "table_id"]),
    ):
        op.create_index(name, "placement", columns)
