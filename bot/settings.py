"""Settings, read from the environment and from a .env file; .env.example tells what each one does."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bot.shards import Shards

PICTURES = ("processes", "threads", "off")


class BadSettings(Exception):
    """A setting is missing or wrong. The message is one line for whoever starts the bot; it holds no secret."""


@dataclass(frozen=True)
class Settings:
    """Everything that differs from one installation to the next."""

    token: str = field(default="", repr=False)
    database_url: str = field(default="sqlite+aiosqlite:///orrery.sqlite3", repr=False)
    pictures: str = "processes"
    """Where pictures are drawn: in processes of their own, in threads, or not at all."""
    drawers: int = 1
    """How many pictures are drawn at once."""
    log_level: str = "INFO"
    shards: Shards | None = None
    """The shards of this process; None: all, as many as Discord wants."""
    circadians_set: str = ""
    """A file with the components of Circadians: First Light to play with instead of Orrery's set."""

    @property
    def log_level_number(self) -> int:
        """The level as the logging module counts it."""
        return logging.getLevelNamesMapping()[self.log_level]


def read_env_file(path: Path) -> dict[str, str]:
    """Read ``NAME=value`` lines; blank lines and lines that begin with ``#`` say nothing.

    Raises:
        BadSettings: the file cannot be read, or a line of it is something else.

    """
    values: dict[str, str] = {}
    if not path.is_file():
        return values
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors of Windows begin a file with a mark
    except UnicodeDecodeError:
        raise BadSettings(f"{path} is not text in UTF-8. Save it with that encoding.") from None
    except OSError as error:
        raise BadSettings(f"{path} cannot be read ({type(error).__name__}).") from None
    for number, written in enumerate(text.splitlines(), start=1):
        line = written.strip().removeprefix("export ")
        if not line or line.startswith("#"):
            continue
        name, separator, value = line.partition("=")
        if not separator or not name.strip().isidentifier():
            raise BadSettings(f"{path} line {number} is not of the form NAME=value.")
        values[name.strip()] = value.strip().strip("\"'")
    return values


def read_settings(environment: Mapping[str, str] | None = None, file: Path = Path(".env")) -> Settings:
    """Read the settings; the environment goes before the file.

    Raises:
        BadSettings: a value is none of those that the setting may have.

    """
    values = {**read_env_file(file), **(os.environ if environment is None else environment)}
    default = Settings()
    pictures = values.get("ORRERY_PICTURES") or default.pictures
    if pictures not in PICTURES:
        raise BadSettings(f"ORRERY_PICTURES is “{pictures}”; it must be one of: {', '.join(PICTURES)}.")
    drawers = values.get("ORRERY_DRAWERS") or str(default.drawers)
    if not drawers.isdecimal() or not 1 <= int(drawers) <= 64:
        raise BadSettings(f"ORRERY_DRAWERS is “{drawers}”; it must be a number from 1 to 64.")
    level = (values.get("ORRERY_LOG_LEVEL") or default.log_level).upper()
    if level not in ("DEBUG", "INFO", "WARNING", "ERROR"):
        raise BadSettings(f"ORRERY_LOG_LEVEL is “{level}”; it must be DEBUG, INFO, WARNING or ERROR.")
    return Settings(
        token=values.get("DISCORD_TOKEN", ""),
        database_url=values.get("DATABASE_URL") or default.database_url,
        pictures=pictures,
        drawers=int(drawers),
        log_level=level,
        shards=_shards(values.get("ORRERY_SHARDS", ""), values.get("DATABASE_URL") or default.database_url),
        circadians_set=values.get("ORRERY_CIRCADIANS_SET", ""),
    )


def _shards(text: str, database_url: str) -> Shards | None:
    """Read the shards of this process.

    Raises:
        BadSettings: they are none, or others need a database that this process does not share.

    """
    if not text.strip():
        return None
    try:
        shards = Shards.parse(text)
    except ValueError as error:
        raise BadSettings(f"ORRERY_SHARDS is “{text}”; {error}.") from None
    if not shards.all and database_url.lower().startswith("sqlite"):
        raise BadSettings(
            "ORRERY_SHARDS leaves shards to other processes, which need the same database: let DATABASE_URL name one"
            " of PostgreSQL, or leave ORRERY_SHARDS out."
        )
    return shards
