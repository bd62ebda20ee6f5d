"""Start the bot: ``orrery`` or ``python -m bot`` on Discord, with ``--local`` on a web page of this machine.

Exit codes: 0 stopped as asked, 1 something that a new start may mend (or that a check found beside these), 2 wrong
settings or arguments, 3 the database, 4 what Discord refuses, 5 the local page; 130 or 143 where a second signal has
ended what the first one asked to end.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from bot.client import Orrery
from bot.component_sets import equip
from bot.process.checking import check, version_of_orrery
from bot.process.health import Health, serve_health
from bot.process.invitation import application_of, invite_link
from bot.process.logs import set_up_logging
from bot.process.service_manager import keep_notified, notify
from bot.process.starting import Stopped, stay_connected
from bot.process.stopping import Stopping, StopRequested, leave
from bot.runtime import tune_gc
from bot.settings import BadSettings, Settings, read_settings
from bot.tables.service import Tables
from bot.views.pictures import first_jobs
from bot.web.serving import serve_web
from rendering.pool import Drawer
from rules.registry import GAMES
from storage.backup import back_up, restore
from storage.errors import StoreError
from storage.store import Store

SECONDS_TO_CLOSE_STORE = 0.3
TOLD_EVERY = 1000
"""After so many games it is told how far the results have come."""


def script() -> None:
    """The entry point: run, and exit without joining threads."""
    leave(main())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, and return the exit code."""
    asked = _parser().parse_intermixed_args(arguments)  # `restore --overwrite FILE` as well
    try:
        _check_together(asked)
        if asked.version:
            print(f"Orrery {version_of_orrery()}")
        elif asked.command == "invite":
            print(invite_link(read_settings().token))
        elif asked.command in ("backup", "restore"):
            print(_back_up_or_restore(asked, read_settings()))
        elif asked.command == "statistics":
            print(asyncio.run(_rebuild_statistics(read_settings())))
        elif asked.command == "check":
            return asyncio.run(check(print))
        elif asked.local:
            _run_local(asked)
        else:
            _serve(asked, read_settings())
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
    parser = argparse.ArgumentParser(prog=_program(), description="Orrery, board games on Discord.")
    parser.add_argument(
        "command",
        nargs="?",
        choices=["invite", "check", "backup", "restore", "statistics"],
        help="invite: print the link that invites the bot; check: say whether all is there that the bot needs;"
        " backup, restore: copy all tables to or from FILE; statistics: make the results of all games anew",
    )
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the file to back up to or restore from")
    parser.add_argument("--overwrite", action="store_true", help="restore: replace all that the database holds")
    parser.add_argument("--health", type=int, metavar="PORT", help="tell at a port of this machine how the bot is")
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
    local.add_argument("--game", choices=sorted(GAMES), help=f"the game on the table (default: {next(iter(GAMES))})")
    local.add_argument("--learn", action="store_true", help="begin with the first lesson of the game")
    local.add_argument("--language", choices=["en", "de"], help="the language of the table (default: en)")
    return parser


def _check_together(asked: argparse.Namespace) -> None:
    """Refuse combinations of arguments that mean nothing, rather than ignore them.

    Raises:
        BadSettings: there is one.

    """
    if asked.local and asked.command:
        raise BadSettings(f"--local serves a table; it does not go with {asked.command}.")
    for name in ("port", "robots", "game", "language"):
        if getattr(asked, name) is not None and not asked.local:
            raise BadSettings(f"--{name} is for a table on this machine: add --local.")
    if asked.learn and not asked.local:
        raise BadSettings("--learn is for a table on this machine: add --local.")
    if asked.learn and asked.robots is not None:
        raise BadSettings("--learn opens no table yet; it does not go with --robots.")
    if asked.overwrite and asked.command != "restore":
        raise BadSettings("--overwrite is for restore alone.")
    if asked.file is not None and asked.command in ("invite", "check", "statistics"):
        raise BadSettings(f"{asked.command} takes no file.")
    if asked.health is not None and (asked.local or asked.command):
        raise BadSettings("--health is for the bot on Discord.")


def _back_up_or_restore(asked: argparse.Namespace, settings: Settings) -> str:
    """Make or restore a backup, and return what to print."""
    if asked.file is None:
        raise BadSettings(f"Name the file: {_program()} {asked.command} FILE")
    if asked.command == "backup":
        asyncio.run(back_up(settings.database_url, asked.file))
        return f"Everything is kept in {asked.file}. It holds the secrets of running games: keep it to yourself."
    asyncio.run(restore(settings.database_url, asked.file, overwrite=asked.overwrite))
    return f"Everything of {asked.file} is back in the database."


async def _rebuild_statistics(settings: Settings) -> str:
    """Make the results of all games that are over anew, and return what to print."""

    def tell(done: int, all_: int) -> None:
        if done and done % TOLD_EVERY == 0:
            print(f"{done} of {all_} games", flush=True)

    store = await Store.open(settings.database_url, exclusive=True)
    try:
        many = await Tables(store, equip(settings).games).results.rebuild(tell)
    finally:
        await store.close()
    return f"The results of all {many} games that are over have been made anew."


def _program() -> str:
    """How this program was started, for hints."""
    return "orrery" if Path(sys.argv[0]).stem == "orrery" else "python -m bot"


def _complain(message: str, code: int) -> int:
    print(f"orrery: {' '.join(message.split())}", file=sys.stderr)
    return code


def _serve(asked: argparse.Namespace, settings: Settings) -> None:
    port = settings.health_port if asked.health is None else asked.health
    if port is not None and not 1 <= port <= 65535:
        raise BadSettings(f"--health {port} is no port; it must be a number from 1 to 65535.")
    stopping = Stopping()
    try:
        asyncio.run(_run(settings, port, stopping))
    except StopRequested:
        pass
    finally:
        stopping.done()


async def _run(settings: Settings, health_port: int | None, stopping: Stopping) -> None:
    """Run the bot until a shutdown is requested, which takes at most five seconds."""
    async with AsyncExitStack() as ending, stopping:
        application_of(settings.token)
        equipped = equip(settings)
        store = await stopping.until_requested(Store.open(settings.database_url, exclusive=True))
        ending.push_async_callback(_close_in_time, store)
        set_up_logging(settings.log_level_number, settings.log_format)
        first = partial(first_jobs, equipped.games)
        drawer = Drawer(settings.pictures, settings.drawers, equipped.prepare, first)
        ending.callback(drawer.close)
        client = Orrery(Tables(store, equipped.games), equipped.games, drawer, shards=settings.shards)
        await ending.enter_async_context(client)
        health = Health(client, store)
        await ending.enter_async_context(serve_health(health, health_port))
        web = serve_web(client, settings.web, settings.web_host, settings.web_port)
        await ending.enter_async_context(web)
        notifying = asyncio.create_task(keep_notified(health.status))
        ending.callback(notifying.cancel)
        tune_gc()
        notify("READY=1")
        ending.callback(notify, "STOPPING=1")
        await stopping.until_requested(stay_connected(client, settings.token))


async def _close_in_time(store: Store) -> None:
    """Close the store, with a timeout for a server that does not answer."""
    with suppress(TimeoutError):
        await asyncio.wait_for(store.close(), SECONDS_TO_CLOSE_STORE)


def _run_local(asked: argparse.Namespace) -> None:
    port = asked.port or 0  # any
    if not 0 <= port <= 65535:
        raise BadSettings(f"--port {port} is no port; it must be a number from 1 to 65535.")
    if find_spec("simcord") is None:
        raise Stopped('The local table needs the package simcord: pip install "simcord[preview]"', 5)
    from bot.local import CannotServe, LocalTable, run_local  # noqa: PLC0415 - its packages are there at a local table only

    games = equip(read_settings()).games
    robots = 2 if asked.robots is None else asked.robots
    table = LocalTable(asked.game or next(iter(GAMES)), asked.language or "en", robots, port, asked.learn)
    try:
        asyncio.run(run_local(table, games, lambda url: print(f"Open {url}", flush=True)))
    except CannotServe as error:
        raise Stopped(str(error), 5) from None


if __name__ == "__main__":
    script()
