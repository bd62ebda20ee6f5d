"""Settings, read from the environment and from a .env file; .env.example describes each of them."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from dotenv.parser import Binding, parse_stream

from bot.connection.shards import Shards

PICTURES = ("processes", "threads", "off")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
ENV_FILE = ".env"
WEB_PATH = re.compile(r"[A-Za-z0-9._~/-]*")
LONGEST_WEB = 200
"""Characters of the public address: Discord takes 512 of a whole one."""
COMPONENT_SET = re.compile(r"ORRERY_([A-Z_]+)_SET")


class BadSettings(Exception):
    """A setting is missing or wrong. The message is one line for whoever starts the bot; it holds no secret."""


@dataclass(frozen=True)
class Settings:
    """Everything that differs from one installation to the next."""

    token: str = field(default="", repr=False)
    data: Path = Path()
    """The folder of the database file and the .env file; the working folder by default."""
    database_url: str = field(default="sqlite+aiosqlite:///orrery.sqlite3", repr=False)
    pictures: str = "processes"
    """Where pictures are drawn: in processes of their own, in threads, or not at all."""
    drawers: int = 1
    """How many pictures are drawn at once."""
    log_level: str = "INFO"
    log_format: str = "text"
    """How the log is written: in lines of text, or of JSON."""
    health_port: int | None = None
    """The loopback port of the health check; None: none is served."""
    web: str = ""
    """The public address below which boards are shown on the web; empty: they are not."""
    web_host: str = "127.0.0.1"
    """The address of this machine at which they are served."""
    web_port: int = 8090
    shards: Shards | None = None
    """The shards of this process; None: all, as many as Discord wants."""
    component_sets: Mapping[str, str] = field(default_factory=dict)
    """Files with the components of games to play with instead of Orrery's, by the game's key (``ORRERY_<KEY>_SET``)."""

    @property
    def log_level_number(self) -> int:
        """The level as the logging module counts it."""
        return logging.getLevelNamesMapping()[self.log_level]


def read_env_file(path: Path) -> dict[str, str]:
    """Read the file by python-dotenv, which knows quotes, comments and ``export``; nothing is put in for ``${NAME}``.

    Raises:
        BadSettings: the file cannot be read, or a line of it is something else.

    """
    try:
        if not path.is_file():
            return {}
        text = path.read_text(encoding="utf-8-sig")  # some editors of Windows begin a file with a mark
    except UnicodeDecodeError:
        raise BadSettings(f"{path} is not text in UTF-8. Save it with that encoding.") from None
    except OSError as error:
        raise BadSettings(f"{path} cannot be read ({type(error).__name__}).") from None
    values: dict[str, str] = {}
    for line in parse_stream(StringIO(text)):
        if line.key is None and not line.error:  # blank, or a comment
            continue
        if line.key is None or line.value is None or not line.key.isidentifier():
            raise BadSettings(f"{path} line {_number_of(line)} is not of the form NAME=value.")
        values[line.key] = line.value
    return values


def _number_of(line: Binding) -> int:
    """Number a line of the file; the library counts from the blank lines before it."""
    written = line.original.string
    return line.original.line + written[: -len(written.lstrip()) or None].count("\n")


def read_settings(environment: Mapping[str, str] | None = None, file: Path = Path(ENV_FILE)) -> Settings:
    """Read the settings: the environment overrides the file, which overrides the same file in the data folder.

    Raises:
        BadSettings: a value is not allowed for its setting.

    """
    values = {**read_env_file(file), **(os.environ if environment is None else environment)}
    data = Path(values.get("ORRERY_DATA") or ".")
    if (data / ENV_FILE).absolute() != file.absolute():
        values = {**read_env_file(data / ENV_FILE), **values}
    default = Settings()
    return Settings(
        token=values.get("DISCORD_TOKEN", ""),
        data=data,
        database_url=values.get("DATABASE_URL") or _database_in(data, default.database_url),
        pictures=_one_of(values, "ORRERY_PICTURES", default.pictures, PICTURES),
        drawers=_number(values, "ORRERY_DRAWERS", 64) or default.drawers,
        log_level=_one_of(values, "ORRERY_LOG_LEVEL", default.log_level, LOG_LEVELS),
        log_format=_one_of(values, "ORRERY_LOG_FORMAT", default.log_format, FORMATS),
        health_port=_number(values, "ORRERY_HEALTH_PORT", 65535),
        web=_web(values.get("ORRERY_WEB") or ""),
        web_host=_host(values.get("ORRERY_WEB_HOST") or default.web_host),
        web_port=_number(values, "ORRERY_WEB_PORT", 65535) or default.web_port,
        shards=_shards(values.get("ORRERY_SHARDS", ""), values.get("DATABASE_URL") or default.database_url),
        component_sets={
            match[1].lower(): file for name, file in values.items() if file and (match := COMPONENT_SET.fullmatch(name))
        },
    )


def _database_in(data: Path, default: str) -> str:
    """The default database in a folder.

    Raises:
        BadSettings: the folder cannot be part of an address.

    """
    if data == Path():
        return default
    if "?" in str(data) or not str(data).isprintable():
        raise BadSettings("ORRERY_DATA is a folder with a “?” or an unprintable character in its name; choose another.")
    kind, _, name = default.partition("///")
    return f"{kind}///{data / name}"


def _one_of(values: Mapping[str, str], name: str, default: str, allowed: Sequence[str]) -> str:
    """Read a word, in capitals or not."""
    given = values.get(name) or default
    for one in allowed:
        if one.lower() == given.lower():
            return one
    raise BadSettings(f"{name} is “{given}”; it must be one of: {', '.join(allowed)}.")


def _number(values: Mapping[str, str], name: str, most: int) -> int | None:
    """Read a number from 1 on; None where none is given."""
    given = values.get(name) or ""
    if not given:
        return None
    if not (given.isascii() and given.isdecimal() and len(given) <= 9 and 1 <= int(given) <= most):
        raise BadSettings(f"{name} is “{given}”; it must be a number from 1 to {most}.")
    return int(given)


def _web(given: str) -> str:
    """Read a public address, without a slash at its end; empty where none is given."""
    if not given:
        return ""
    try:
        address = urlsplit(given)
        known = address.scheme in ("http", "https") and bool(address.hostname) and address.port != 0
    except ValueError:  # a port that is no number
        known = False
    if (
        not known
        or address.query
        or address.fragment
        or address.username is not None
        or not WEB_PATH.fullmatch(address.path)
        or len(given) > LONGEST_WEB
    ):
        raise BadSettings(
            f"ORRERY_WEB is “{given}”; it must be the address at which browsers reach this bot, such as"
            " https://orrery.example.org."
        )
    return given.rstrip("/")


def _host(given: str) -> str:
    """Read an address of this machine."""
    try:
        return str(ip_address(given))
    except ValueError:
        raise BadSettings(
            f"ORRERY_WEB_HOST is “{given}”; it must be an IP address of this machine, or 0.0.0.0 for all."
        ) from None


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


FORMATS = ("text", "json")
