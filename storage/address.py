"""DATABASE_URL: parsed, checked, and shown without its credentials."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy.engine import URL

from storage.errors import BadUrl
from storage.libpq import read_target

_HINT = "Use sqlite:///path/to/orrery.db or postgresql://user:password@host:5432/database."
_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


@dataclass(frozen=True, repr=False)
class Address:
    """Where the database is. `str` is safe to log: neither user nor password."""

    url: URL
    """The kind of database and its name or file, and nothing else."""
    hosts: str = ""
    """Where a server of PostgreSQL is, for people."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of `asyncpg.connect`; holds the password."""
    cached_statements: int | None = None
    """Size of a connection's cache of prepared statements; None: the default."""

    @classmethod
    def parse(cls, text: str) -> Address:
        """Parse an address.

        Raises:
            BadUrl: it is malformed, of an unknown kind of database, or names no file.

        """
        scheme, colon, rest = text.strip().partition(":")
        if not colon or not rest.isprintable() or not scheme.replace("+", "").isalnum():
            raise BadUrl(f"DATABASE_URL is not an address of a database. {_HINT}")
        driver = _DRIVERS.get(scheme.lower())
        if driver is None:
            raise BadUrl(f"DATABASE_URL begins with “{scheme}”, which is no database that is supported. {_HINT}")
        if driver == "sqlite+aiosqlite":
            return cls(URL.create(driver, database=_file(rest)))
        target = read_target(rest)
        url = URL.create(driver, database=target.arguments["database"])
        return cls(url, target.hosts, target.arguments, target.cached_statements)

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a SQLite file (and PostgreSQL otherwise)."""
        return self.url.drivername == "sqlite+aiosqlite"

    @property
    def path(self) -> Path:
        """The file of a SQLite database."""
        return Path(self.url.database or "")

    def __str__(self) -> str:
        return str(self.path) if self.is_sqlite else f"{self.hosts}/{self.url.database}"

    def __repr__(self) -> str:
        return f"Address({self})"


def _file(text: str) -> str:
    """Read the file of an address of SQLite: what follows three slashes."""
    if not text.startswith("///"):
        raise BadUrl(f"DATABASE_URL needs three slashes before the file. {_HINT}")
    file, query, _ = text.removeprefix("///").partition("?")
    if query:
        raise BadUrl("DATABASE_URL has something after a “?”; a SQLite file takes no such options.")
    if not file or file == ":memory:":
        raise BadUrl(f"DATABASE_URL names no file. {_HINT}")
    return file
