"""DATABASE_URL is read with care and told without its credentials."""

from __future__ import annotations

import pytest

from storage.address import Address
from storage.errors import BadUrl

PASSWORD = "hunter2hunter2"  # noqa: S105 - the secret that must not show


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("sqlite:///orrery.db", "orrery.db"),
        ("sqlite+aiosqlite:////var/lib/orrery.db", "/var/lib/orrery.db"),
        (f"postgres://me:{PASSWORD}@db.example:6543/games", "db.example:6543/games"),
        (f"postgresql://me:{PASSWORD}@db.example/games", "db.example:5432/games"),
        (f"postgresql+asyncpg://me:{PASSWORD}@/games?host=/run/pg", "/run/pg:5432/games"),
    ],
)
def test_an_address_is_told_without_user_and_password(text: str, shown: str) -> None:
    address = Address.parse(text)
    assert str(address) == shown
    assert PASSWORD not in repr(address)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "orrery.db",
        "sqlite://",
        "sqlite:///:memory:",
        f"mysql://me:{PASSWORD}@host/games",
        f"postgresql://me:{PASSWORD}@host",
        f"postgresql://me:{PASSWORD}@host:many/games",
        f"://me:{PASSWORD}",
    ],
)
def test_a_bad_address_is_one_clear_line_without_password(text: str) -> None:
    with pytest.raises(BadUrl) as told:
        Address.parse(text)
    message = str(told.value)
    assert message.startswith("DATABASE_URL ")
    assert "\n" not in message
    assert PASSWORD not in message
