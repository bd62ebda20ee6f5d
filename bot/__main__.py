"""Start the bot: ``python -m bot`` on Discord, ``python -m bot --local`` on a web page of this machine.

Exit codes: 0 stopped as asked, 2 wrong settings or arguments, 3 the database, 4 Discord, 5 the local page.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import logging
import re
import signal
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import discord

from bot.client import PERMISSIONS, Orrery
from bot.component_sets import equip
from bot.drawing import Drawer
from bot.footing import take_footing
from bot.settings import BadSettings, Settings, read_settings
from bot.tables import Tables
from rules.registry import GAMES
from storage.backup import back_up, restore
from storage.errors import StoreError
from storage.store import Store

TOKEN_PART = re.compile(r"[\w-]+", re.ASCII)
OURS = ("bot", "rendering", "rules", "storage")
"""Our packages, whose logging can be made as talkative as anybody likes: they log no secrets."""


class Stopped(Exception):
    """The bot cannot run. The message is one line for whoever started it."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, and give the exit code."""
    asked = _parser().parse_args(arguments)
    try:
        _check_together(asked)
        if asked.version:
            print(f"Orrery {_version()}")
        elif asked.command == "invite":
            print(invite_link(read_settings()))
        elif asked.command in ("backup", "restore"):
            print(_keep_or_restore(asked, read_settings()))
        elif asked.local:
            _run_local(asked)
        else:
            asyncio.run(_run(read_settings()))
    except BadSettings as error:
        return _complain(str(error), 2)
    except StoreError as error:
        return _complain(str(error), 3)
    except Stopped as error:
        return _complain(str(error), error.code)
    except KeyboardInterrupt:
        return 0
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Orrery, board games on Discord.")
    parser.add_argument(
        "command",
        nargs="?",
        choices=["invite", "backup", "restore"],
        help="invite: print the link that invites the bot; backup, restore: copy all tables to or from FILE",
    )
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the file to back up to or restore from")
    parser.add_argument("--overwrite", action="store_true", help="restore: replace all that the database holds")
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    local = parser.add_argument_group("a table on this machine, without Discord")
    local.add_argument("--local", action="store_true", help="serve a table on a loopback web page")
    local.add_argument("--port", type=int, metavar="N", help="the page's port (default: any free one)")
    local.add_argument(
        "--robots",
        type=int,
        choices=range(4),
        metavar="K",
        help="play against 1 to 3 robots (default: 2); 0: share the screen",
    )
    local.add_argument("--game", choices=sorted(GAMES), help="the game on the table (default: race)")
    local.add_argument("--language", choices=["en", "de"], help="the language of the table (default: en)")
    return parser


def _check_together(asked: argparse.Namespace) -> None:
    """Refuse arguments that mean nothing beside the others, rather than pass over them.

    Raises:
        BadSettings: there is one.

    """
    if asked.local and asked.command:
        raise BadSettings(f"--local serves a table; it does not go with {asked.command}.")
    for name in ("port", "robots", "game", "language"):
        if getattr(asked, name) is not None and not asked.local:
            raise BadSettings(f"--{name} is for a table on this machine: add --local.")
    if asked.overwrite and asked.command != "restore":
        raise BadSettings("--overwrite is for restore alone.")
    if asked.file is not None and asked.command == "invite":
        raise BadSettings("invite takes no file.")


def _keep_or_restore(asked: argparse.Namespace, settings: Settings) -> str:
    """Make a backup or put one back, and say so."""
    if asked.file is None:
        raise BadSettings(f"Name the file: python -m bot {asked.command} FILE")
    if asked.command == "backup":
        asyncio.run(back_up(settings.database_url, asked.file))
        return f"Everything is kept in {asked.file}. It holds the secrets of running games: keep it to yourself."
    asyncio.run(restore(settings.database_url, asked.file, overwrite=asked.overwrite))
    return f"Everything of {asked.file} is back in the database."


def _version() -> str:
    try:
        return version("orrery")
    except PackageNotFoundError:
        return "(not installed)"


def _complain(message: str, code: int) -> int:
    print(f"orrery: {message}", file=sys.stderr)
    return code


def invite_link(settings: Settings) -> str:
    """Make the link that adds the bot to a server with the fewest permissions.

    Raises:
        BadSettings: there is no token, or it is none.

    """
    application = application_of(settings.token)
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=("bot", "applications.commands"))


def application_of(token: str) -> int:
    """Read the application's number from the first part of a bot's token.

    Raises:
        BadSettings: it is none.

    """
    if not token:
        raise BadSettings("There is no token. Put DISCORD_TOKEN=... into .env (see .env.example).")
    first, *others = token.split(".")
    try:
        number = base64.b64decode(first + "=" * (-len(first) % 4), validate=True).decode("ascii")
    except ValueError:  # no Base64, or no number in it
        number = ""
    if not number.isdecimal() or len(others) != 2 or not all(map(TOKEN_PART.fullmatch, others)):
        raise BadSettings("DISCORD_TOKEN is not a bot's token. Copy it anew from the developer portal.")
    return int(number)


async def _run(settings: Settings) -> None:
    application_of(settings.token)
    equipped = equip(settings)
    store = await Store.open(settings.database_url, alone=True)
    set_up_logging(settings.log_level_number)
    drawer = Drawer(settings.pictures, settings.drawers, equipped.prepare)
    client = Orrery(Tables(store, equipped.games), equipped.games, drawer, shards=settings.shards)
    try:
        async with client:
            for number in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, lambda: asyncio.ensure_future(client.close()))
            take_footing()
            await client.start(settings.token)
    except discord.LoginFailure:
        raise Stopped(
            "Discord does not accept the token. Reset it in the developer portal and update .env.", 4
        ) from None
    except (discord.HTTPException, discord.GatewayNotFound, OSError) as error:
        raise Stopped(f"Discord cannot be reached ({type(error).__name__}).", 4) from None
    finally:
        drawer.close()
        await store.close()


def set_up_logging(level: int) -> None:
    """Log at a level, but of others' libraries nothing below INFO.

    At DEBUG they would write what must not stand in a log: every private reply, the tokens of interactions, and the
    rows of the database with the keys of games.
    """
    discord.utils.setup_logging(level=max(level, logging.INFO))
    for package in OURS:
        logging.getLogger(package).setLevel(level)


def _run_local(asked: argparse.Namespace) -> None:
    port = asked.port or 0  # any
    if not 0 <= port <= 65535:
        raise BadSettings(f"--port {port} is no port; it must be a number from 1 to 65535.")
    if find_spec("simcord") is None:
        raise Stopped('The local table needs the package simcord: pip install ".[local]"', 5)
    from bot.local import CannotServe, LocalTable, run_local  # noqa: PLC0415 - its packages are there at a local table only

    games = equip(read_settings()).games
    robots = 2 if asked.robots is None else asked.robots
    table = LocalTable(asked.game or "race", asked.language or "en", robots, port)
    try:
        asyncio.run(run_local(table, games, lambda url: print(f"Open {url}", flush=True)))
    except CannotServe as error:
        raise Stopped(str(error), 5) from None


if __name__ == "__main__":
    sys.exit(main())
