"""Who has claimed a row of the outbox, what the processes of one bot know, vacations by the day, steps in secret.

What was given up because Discord or the network was away is sent after all.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_TIME = sa.DateTime(timezone=True)
_UNSENT = sa.text("sent_at IS NULL AND given_up_at IS NULL")
_WAITED_FOR = sa.text("since IS NOT NULL")
_TO_ONE = ("notice", "reminder", "ballot", "homeless", "ended")
_OUT_OF_DATE = ("reminder", "ended")
"""What nobody wants to be told weeks later; the others are looked at again before they are sent."""
_AWAY = (
    "ClientConnectionError",
    "ClientConnectionResetError",
    "ClientConnectorCertificateError",
    "ClientConnectorDNSError",
    "ClientConnectorError",
    "ClientConnectorSSLError",
    "ClientOSError",
    "ClientPayloadError",
    "ConnectionAbortedError",
    "ConnectionError",
    "ConnectionRefusedError",
    "ConnectionResetError",
    "ConnectionTimeoutError",
    "DatabaseAway",
    "OSError",
    "ServerConnectionError",
    "ServerDisconnectedError",
    "ServerTimeoutError",
    "SocketTimeoutError",
    "TimeoutError",
    "gaierror",
)
"""What was noted as the error of a row where Discord was not reached; and 5xx, where it was out of order."""


def upgrade() -> None:
    """Make what they need."""
    op.add_column("outbox", sa.Column("claimed_by", sa.BigInteger))
    op.add_column("preference", sa.Column("away_day", sa.String, nullable=False, server_default=""))
    robot_asked = sa.text("robot AND since IS NOT NULL")
    op.create_index("robot_asked", "seat", ["since"], sqlite_where=robot_asked, postgresql_where=robot_asked)
    op.add_column("seat", sa.Column("gone", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "shared_fact",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("value", sa.JSON, nullable=False),
    )
    for table in ("game_table", "log", "looked"):
        op.add_column(table, sa.Column("step", sa.Integer, nullable=False, server_default="0"))
    _lanes()
    _send_after_all()
    _clocks()
    _look_up_what_is_due()


def _lanes() -> None:
    """Let each person's rows be found as those of a table are, and tell what a row waits for."""
    for column in (
        sa.Column("user_id", sa.BigInteger),
        sa.Column("decided_at", _TIME),
        sa.Column("waits", sa.String, nullable=False, server_default=""),
        sa.Column("tried", sa.Boolean, nullable=False, server_default=sa.false()),
    ):
        op.add_column("outbox", column)
    op.create_index("unsent_to_person", "outbox", ["user_id", "id"], sqlite_where=_UNSENT, postgresql_where=_UNSENT)
    outbox, connection = _outbox(), op.get_bind()
    connection.execute(outbox.update().values(decided_at=outbox.c.created_at))
    to_one = sa.select(outbox.c.id, outbox.c.payload).where(outbox.c.sent_at.is_(None), outbox.c.kind.in_(_TO_ONE))
    for row in connection.execute(to_one).all():
        connection.execute(outbox.update().where(outbox.c.id == row.id).values(user_id=row.payload["user"]))


def _send_after_all() -> None:
    """Let what an outage has put off or had given up be due, where it still matters."""
    outbox, connection = _outbox(), op.get_bind()
    tables = sa.table("game_table", sa.column("id"), sa.column("phase"))
    live = sa.select(tables.c.id).where(tables.c.phase.in_(("lobby", "running")))
    matters = sa.or_(outbox.c.table_id.in_(live), outbox.c.kind.in_(("over", "abandon")))
    away = sa.or_(outbox.c.error.like("Discord 5%"), outbox.c.error.like("Discord 429%"), outbox.c.error.in_(_AWAY))
    waiting: dict[str, Any] = {"attempts": 0, "tried": True, "waits": "outage"}
    unsent = outbox.update().where(outbox.c.sent_at.is_(None), away)
    connection.execute(unsent.where(outbox.c.given_up_at.is_(None)).values(**waiting))
    given_up = unsent.where(outbox.c.given_up_at.is_not(None), outbox.c.kind.not_in(_OUT_OF_DATE), matters)
    connection.execute(given_up.values(given_up_at=None, **waiting))


def _clocks() -> None:
    """Note when a vote was opened, and let waits be found that began at a time yet to come."""
    op.add_column("rewind", sa.Column("asked_at", _TIME))
    op.create_index("waited_for", "seat", ["since"], sqlite_where=_WAITED_FOR, postgresql_where=_WAITED_FOR)
    rewind = sa.table("rewind", sa.column("table_id"), sa.column("asked_at", _TIME), sa.column("due_at", _TIME))
    tables = sa.table("game_table", sa.column("id"), sa.column("rewind_hours"))
    open_votes = sa.select(rewind.c.table_id, rewind.c.due_at, tables.c.rewind_hours).join(
        tables, tables.c.id == rewind.c.table_id
    )
    connection = op.get_bind()
    for vote in connection.execute(open_votes).all():
        asked_at = vote.due_at - timedelta(hours=vote.rewind_hours)
        connection.execute(rewind.update().where(rewind.c.table_id == vote.table_id).values(asked_at=asked_at))


def _outbox() -> Any:
    return sa.table(
        "outbox",
        sa.column("id"),
        sa.column("table_id"),
        sa.column("kind"),
        sa.column("payload", sa.JSON),
        sa.column("user_id"),
        sa.column("created_at", _TIME),
        sa.column("decided_at", _TIME),
        sa.column("sent_at", _TIME),
        sa.column("given_up_at", _TIME),
        sa.column("waits"),
        sa.column("tried", sa.Boolean),
        sa.column("attempts"),
        sa.column("error"),
    )


def _look_up_what_is_due() -> None:
    """Find what is due, and what has changed, without looking at all that is stored."""
    runs = "since IS NOT NULL AND deadline IS NOT NULL AND overdue IS "
    _index("running_clock", "seat", ["deadline"], f"{runs}false", sqlite=f"{runs}0")
    _index("unsent_due", "outbox", ["due_at"], f"{_UNSENT}")
    _index("unsent_claimed", "outbox", ["claimed_until"], f"claimed_until IS NOT NULL AND {_UNSENT}")
    _index("running_by_rules", "game_table", ["game", "rules_version"], "phase = 'running'")


def _index(name: str, table: str, columns: list[str], where: str, sqlite: str = "") -> None:
    op.create_index(name, table, columns, sqlite_where=sa.text(sqlite or where), postgresql_where=sa.text(where))
