"""Processes on one PostgreSQL know of each other: who lives, who plays by which rules, and that there is news.

Every connection of a process holds a lock of the session on the process's number (`pg_advisory_lock_shared`), which
the server takes back when the connection ends, however the process ended. So a process lives while it has a connection.
One connection more, kept for that alone, hears what the others tell (LISTEN), and is made anew when it breaks.

A connection says nothing of its own while it is idle: a machine that is cut off is noticed by the server's keepalives
(`_SIGN`) within half a minute, and one whose server is cut off by asking it now and then (`HEARTBEAT`).
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
import zlib
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from contextvars import Context
from typing import Any

from asyncpg.exceptions import InterfaceError, PostgresError
from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.address import Address
from storage.engine import connect

log = logging.getLogger(__name__)

CHANNEL = "orrery"
ANYBODY = 0x0_0BBE_BE2
"""The lock that every process shares; putting a backup back needs it alone."""
HEARTBEAT = 10.0
"""Seconds of silence after which the connection is asked whether it is still there."""
TOGETHER = 0.2
"""News that come within so many seconds wake once; and whoever has caused them is at work on them by then."""
GRACE = 0.5
"""Seconds between the two looks that must both not find a process: its connections may just have broken."""
RETURN = 30.0
"""Seconds after this process has lost the server in which others that lost it too may still be on their way back."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds between two tries to make the connection anew."""

BROKEN = (PostgresError, InterfaceError, DBAPIError, OSError)  # OSError: and its TimeoutError

_SIGN = (
    "SELECT pg_advisory_lock_shared({process}), set_config('tcp_keepalives_idle', '10', false),"
    " set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false)"
)
_HERE = (
    "FROM pg_locks WHERE locktype = 'advisory' AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_LIVING = text(f"SELECT DISTINCT (classid::bigint << 32) | objid::bigint {_HERE} AND objsubid = 1")
_RULES = text(f"SELECT DISTINCT objid::bigint {_HERE} AND objsubid = 2 AND classid::bigint = :game AND pid <> :pid")
_MINE = f"SELECT count(*) {_HERE} AND objsubid = 1 AND pid = pg_backend_pid()"
_TELL = text(f"SELECT pg_notify('{CHANNEL}', :process)")
_NEWS = "news"


def has_news(session: AsyncSession) -> None:
    """Note that this transaction changes what is to be said, or when: the other processes are told with its end."""
    session.info[_NEWS] = True


def had_news(session: AsyncSession) -> bool:
    """Whether a transaction has noted that."""
    return bool(session.info.get(_NEWS))


async def tell_others(session: AsyncSession, process: int) -> None:
    """Tell the other processes, at the end of a transaction that `has_news`; a part of it, so only if it is kept."""
    if had_news(session) and session.get_bind().dialect.name == "postgresql":
        await (await session.connection()).execute(_TELL, {"process": str(process)})


def sign(engine: AsyncEngine, process: int) -> None:
    """Let every connection of a pool hold the lock of its process."""

    def signed(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        cursor.execute(_SIGN.format(process=process))
        cursor.close()
        connection.commit()

    event.listen(engine.sync_engine, "connect", signed)


class Peers:
    """The connection that is kept for that. `told` is called, on the event loop, when another process has news."""

    def __init__(self, address: Address, process: int, told: Callable[[], None]) -> None:
        self._address = address
        self._process = process
        self._told = told
        self._rules: dict[str, int] = {}
        self._connection: Any = None
        self._asking = asyncio.Lock()
        """Held while the connection is made or asked something: it answers one at a time, and refuses another."""
        self._lost_at = -math.inf
        self._broken = asyncio.Event()
        self._ringing: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Make the connection, and keep it from now on; raises what the driver raises where that cannot be."""
        await self._enter()
        self._task = Context().run(asyncio.create_task, self._stay(), name="orrery-peers")

    async def stop(self) -> None:
        """Leave."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task], timeout=1)
        if self._ringing is not None:
            self._ringing.cancel()
        await self._leave()

    async def play_by(self, rules: Mapping[str, int]) -> None:
        """Let the others know by which version of its rules each game is played here."""
        self._rules = dict(rules)
        async with self._asking:
            if self._connection is not None:
                with suppress(*BROKEN):  # then they are told when the connection is made anew
                    await self._tell_rules(self._connection)

    @property
    def steady(self) -> bool:
        """Whether who is not seen now has gone: not where this process itself has just lost the server."""
        here = self._connection is not None and not self._broken.is_set()
        return here and time.monotonic() - self._lost_at > RETURN

    @property
    def backend(self) -> int:
        """The server's number of the connection; 0 where there is none just now."""
        return 0 if self._connection is None else int(self._connection.get_server_pid())

    async def _tell_rules(self, connection: Any) -> None:
        for game, version in self._rules.items():
            await connection.execute("SELECT pg_advisory_lock_shared($1, $2)", _signed(number_of(game)), version)

    async def _enter(self) -> None:
        async with self._asking:
            await self._connect()

    async def _connect(self) -> None:
        connection = await connect(self._address)
        try:
            await connection.execute(_SIGN.format(process=self._process))
            await connection.execute(f"SELECT pg_advisory_lock_shared({ANYBODY})")
            await self._tell_rules(connection)
            await connection.add_listener(CHANNEL, self._heard)
            if not await connection.fetchval(_MINE):
                log.warning(
                    "The database forgets the session of a connection: is there a pooler that gives each transaction"
                    " another one? The processes of this bot then hear nothing of each other at once."
                )
        except BaseException:
            connection.terminate()
            raise
        self._broken.clear()
        connection.add_termination_listener(lambda _: self._broken.set())
        self._connection = connection

    async def _leave(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                await connection.close(timeout=1)
            except BROKEN:
                connection.terminate()

    async def _stay(self) -> None:
        while True:
            with suppress(Exception):  # whatever it is: without this task nobody would make the connection anew
                while not await self._breaks_within(HEARTBEAT):
                    async with self._asking:
                        await self._connection.fetchval("SELECT 1", timeout=HEARTBEAT / 2)
            log.info("The connection on which the other processes are heard is lost")
            self._lost_at = time.monotonic()
            await self._leave()
            pause = 0.0
            while self._connection is None:
                await asyncio.sleep(pause)
                pause = min(2 * pause or FIRST_PAUSE, LONGEST_PAUSE)
                with suppress(Exception):
                    await self._enter()
            log.info("The connection on which the other processes are heard is there again")
            self._told()  # whatever was said meanwhile

    async def _breaks_within(self, seconds: float) -> bool:
        with suppress(TimeoutError):  # not wait_for: it may lose that the task is cancelled
            async with asyncio.timeout(seconds):
                await self._broken.wait()
        return self._broken.is_set()

    def _heard(self, _connection: Any, _pid: int, _channel: str, said: str) -> None:
        if said != str(self._process) and self._ringing is None:
            self._ringing = asyncio.get_running_loop().call_later(TOGETHER, self._ring, context=Context())

    def _ring(self) -> None:
        self._ringing = None
        self._told()


async def living(session: AsyncSession, processes: Collection[int]) -> set[int]:
    """Those of these processes that live, as one look tells."""
    return {one for (one,) in await (await session.connection()).execute(_LIVING)} & set(processes)


async def rules_of_others(session: AsyncSession, game: str, backend: int) -> set[int]:
    """The versions of a game's rules that other processes play by; `backend` is this one's (`Peers.backend`)."""
    asked = {"game": number_of(game), "pid": backend}
    return {one for (one,) in await (await session.connection()).execute(_RULES, asked)}


def number_of(name: str) -> int:
    """Make the number of a lock of a name: 32 bits."""
    return zlib.crc32(name.encode())


def _signed(number: int) -> int:
    """The same bits as PostgreSQL's integer."""
    return number - (1 << 32) if number >= 1 << 31 else number
