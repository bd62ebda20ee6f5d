"""DATABASE_URL: read, checked, and told to people without its credentials."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from storage.errors import BadUrl

_HINT = "Use sqlite:///path/to/orrery.db or postgresql://user:password@host:5432/database."
_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


@dataclass(frozen=True)
class Address:
    """Where the database is. Its text is fit for logs: neither user nor password."""

    url: URL

    @classmethod
    def parse(cls, text: str) -> Address:
        """Read an address.

        Raises:
            BadUrl: it is none, of no database that we know, or of no file.

        """
        try:
            url = make_url(text)
        except (ArgumentError, ValueError):
            raise BadUrl(f"DATABASE_URL is not an address of a database. {_HINT}") from None
        driver = _DRIVERS.get(url.drivername)
        if driver is None:
            raise BadUrl(
                f"DATABASE_URL begins with “{url.drivername}”, which is no database that is supported. {_HINT}"
            )
        address = cls(url.set(drivername=driver))
        if not url.database or (address.is_sqlite and url.database == ":memory:"):
            raise BadUrl(f"DATABASE_URL names no {'file' if address.is_sqlite else 'database'}. {_HINT}")
        return address

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a SQLite file (and PostgreSQL otherwise)."""
        return self.url.drivername == "sqlite+aiosqlite"

    @property
    def path(self) -> Path:
        """The file of a SQLite database."""
        return Path(self.url.database or "")

    def __str__(self) -> str:
        if self.is_sqlite:
            return str(self.path)
        host = self.url.host or self.url.query.get("host") or "localhost"
        return f"{host}:{self.url.port or 5432}/{self.url.database}"

    def __repr__(self) -> str:
        return f"Address({self})"
