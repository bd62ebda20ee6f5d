"""``check``: tests whether everything is there that the bot needs, with a line for each check.

Nothing is changed, Discord is not called, and no line holds a secret.
"""

from __future__ import annotations

import logging
import os
import platform
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable
from importlib.metadata import PackageNotFoundError, version

from bot.component_sets import equip
from bot.process.invitation import application_of
from bot.settings import BadSettings, Settings, read_settings
from rendering.jobs import DrawJob
from rendering.kit.fonts import font
from rendering.pool import Drawer
from rendering.registry import PICTURES
from rules.kernel.rng import Rng
from rules.registry import GAMES
from storage.check import look
from storage.errors import StoreError

PACKAGES = ("discord.py", "aiohttp", "SQLAlchemy", "asyncpg", "Pillow", "msgspec")
OTHER, SETTINGS, DATABASE = 1, 2, 3
"""Exit codes, as `bot.__main__` lists them."""

Print = Callable[[str], object]
Check = Callable[[Settings], Awaitable[str]]


class CheckFailed(Exception):
    """A check has failed. The message says what to do."""


async def check(out: Print) -> int:
    """Run all checks, print a line for each, and return the exit code of the first that failed; 0: none did."""
    try:
        settings = read_settings()
    except BadSettings as error:
        out(f"WRONG  settings: {error}")
        return SETTINGS
    # Without the logs of libraries; failures are in the printed lines.
    logging.disable(logging.CRITICAL)
    codes = [await _run(name, code, one, settings, out) for name, code, one in CHECKS]
    logging.disable(logging.NOTSET)
    return next((code for code in codes if code), 0)


async def _run(name: str, code: int, one: Check, settings: Settings, out: Print) -> int:
    try:
        found = await one(settings)
    except (CheckFailed, BadSettings, StoreError) as error:
        out(f"WRONG  {name}: {' '.join(str(error).split())}")
        return code
    out(f"ok     {name}: {found}")
    return 0


ORRERY_SET = "Orrery's set"


async def _settings(settings: Settings) -> str:
    equip(settings)
    own = settings.component_sets
    sets = [
        f"{game.names[key]['en'].partition(':')[0]} with {'a set of your own' if key in own else ORRERY_SET}"
        for key, game in GAMES.items()
        if game.component_sets
    ]
    return ", ".join([f"pictures {settings.pictures}", f"log {settings.log_level} as {settings.log_format}", *sets])


async def _token(settings: Settings) -> str:
    return f"of the form that tokens have, for application {application_of(settings.token)}"


async def _folder(settings: Settings) -> str:
    folder = settings.data.absolute()
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        return f"{folder} cannot be written ({error.strerror}); only a database elsewhere does without it"
    return f"{folder} can be written"


async def _database(settings: Settings) -> str:
    found = await look(settings.database_url)
    if found.version is None:
        return f"{found.address} is empty; the first start makes the tables (version {found.newest})"
    if found.migrates:
        return f"{found.address} is of version {found.version}; a start brings it to {found.newest}. Back up before"
    return f"{found.address} is of version {found.version} and can be written"


async def _fonts(_: Settings) -> str:
    try:
        drawn = [font(12, bold=bold).getlength("Orrery") for bold in (False, True)]
    except OSError as error:
        raise CheckFailed(f"a font cannot be read ({error}); install Orrery anew.") from None
    if not all(drawn):
        raise CheckFailed("a font has no letters; install Orrery anew.")
    return "two, readable"


async def _picture(settings: Settings) -> str:
    key = next(iter(PICTURES))
    game = GAMES[key]
    position, _ = game.setup({}, max(2, game.info.fewest), Rng("00" * 16))
    drawer = Drawer(settings.pictures, 1)
    if not drawer.draws:
        return "none, as ORRERY_PICTURES says; boards are told in words"
    began = time.monotonic()
    try:
        drawn = await drawer.draw(DrawJob(key, "board", game.view(position, None), "en", ("Ann", "Ben")))
    finally:
        drawer.close()
    if drawn is None:
        raise CheckFailed("none could be drawn; set ORRERY_PICTURES=threads, or off, and look at the log of a start.")
    return f"drawn in {settings.pictures}, {len(drawn.data) // 1024} KiB after {time.monotonic() - began:.1f} s"


async def _versions(_: Settings) -> str:
    packages = ", ".join(f"{name} {_version_of(name)}" for name in PACKAGES)
    rules = ", ".join(f"{key} {game.info.rules_version}" for key, game in sorted(GAMES.items()))
    system = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {os.cpu_count()} cores"
    return f"Orrery {version_of_orrery()}, {system}; {packages}; rules: {rules}"


CHECKS: tuple[tuple[str, int, Check], ...] = (
    ("versions", OTHER, _versions),
    ("settings", SETTINGS, _settings),
    ("token", SETTINGS, _token),
    ("folder", OTHER, _folder),
    ("database", DATABASE, _database),
    ("fonts", OTHER, _fonts),
    ("picture", OTHER, _picture),
)


def version_of_orrery() -> str:
    """The version that is installed."""
    return _version_of("orrery")


def _version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "(not installed)"
