"""What processes on one PostgreSQL know of each other: who is alive, which rules they run, and when one has changes.

Every connection of a process holds a session lock on the process's number (`pg_advisory_lock_shared`), which the server
releases when the connection ends, however the process ended. So a process is alive while it has a connection.
One further connection receives the notifications of the others (LISTEN/NOTIFY), and is reconnected when it breaks.

An idle connection does not notice a broken network: the server notices a lost process by TCP keepalives
(`_SESSION_SETUP`) within half a minute, and a process notices a lost server by a heartbeat (`HEARTBEAT`).
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
"""The lock that every process shares; restoring a backup takes it exclusively."""
HEARTBEAT = 10.0
"""Seconds between two heartbeats of the listening connection."""
DEBOUNCE = 0.2
"""Notifications within so many seconds wake once; by then the process that sent them has begun to deliver itself."""
GRACE = 0.5
"""Seconds between the two queries that must both miss a process: its connections may just have broken."""
RECONNECT_SECONDS = 30.0
"""Seconds after this process has lost the server in which others may still be reconnecting as well."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds between two tries to reconnect."""

BROKEN = (PostgresError, InterfaceError, DBAPIError, OSError)  # OSError: and its TimeoutError

_SESSION_SETUP = (
    "SELECT pg_advisory_lock_shared({process}), set_config('tcp_keepalives_idle', '10', false),"
    " set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false)"
)
_FROM_LOCKS = (
    "FROM pg_locks WHERE locktype = 'advisory' AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_LIVING = text(f"SELECT DISTINCT (classid::bigint << 32) | objid::bigint {_FROM_LOCKS} AND objsubid = 1")
_RULES = text(
    f"SELECT DISTINCT objid::bigint {_FROM_LOCKS} AND objsubid = 2 AND classid::bigint = :game AND pid <> :pid"
)
_MINE = f"SELECT count(*) {_FROM_LOCKS} AND objsubid = 1 AND pid = pg_backend_pid()"
_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :process)")
_NOTIFIES = "notifies"


def notify_on_commit(session: AsyncSession) -> None:
    """Have the other processes notified when this transaction commits: it changes what is to be sent, or when."""
    session.info[_NOTIFIES] = True


def notifies_on_commit(session: AsyncSession) -> bool:
    """Whether `notify_on_commit` was called in a transaction."""
    return bool(session.info.get(_NOTIFIES))


async def send_notification(session: AsyncSession, process: int) -> None:
    """Send the notification to the other processes (NOTIFY), as a part of the transaction: it is sent on commit."""
    if notifies_on_commit(session) and session.get_bind().dialect.name == "postgresql":
        await (await session.connection()).execute(_NOTIFY, {"process": str(process)})


def hold_process_lock(engine: AsyncEngine, process: int) -> None:
    """Have every new connection of a pool take the lock of its process."""

    def set_up(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        cursor.execute(_SESSION_SETUP.format(process=process))
        cursor.close()
        connection.commit()

    event.listen(engine.sync_engine, "connect", set_up)


class Peers:
    """The listening connection. `notified` is called, on the event loop, when another process has changes."""

    def __init__(self, address: Address, process: int, notified: Callable[[], None]) -> None:
        self._address = address
        self._process = process
        self._notified = notified
        self._rules: dict[str, int] = {}
        self._connection: Any = None
        self._in_use = asyncio.Lock()
        """Held while the connection is made or used: asyncpg refuses two operations at a time."""
        self._lost_at = -math.inf
        self._broken = asyncio.Event()
        self._debounced: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Connect, and reconnect from now on; raises the errors of the driver if the first connection fails."""
        await self._open()
        self._task = Context().run(asyncio.create_task, self._keep_open(), name="orrery-peers")

    async def stop(self) -> None:
        """Close the connection."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task], timeout=1)
        if self._debounced is not None:
            self._debounced.cancel()
        await self._close()

    async def play_by(self, rules: Mapping[str, int]) -> None:
        """Let the others know by which version of its rules each game is played here."""
        self._rules = dict(rules)
        async with self._in_use:
            if self._connection is not None:
                with suppress(*BROKEN):  # announced again when it is reconnected
                    await self._lock_rules(self._connection)

    @property
    def stable(self) -> bool:
        """Whether a process that is not found is dead: not if this process itself has just lost the server."""
        connected = self._connection is not None and not self._broken.is_set()
        return connected and time.monotonic() - self._lost_at > RECONNECT_SECONDS

    @property
    def backend(self) -> int:
        """The server's process number of the connection; 0 while there is none."""
        return 0 if self._connection is None else int(self._connection.get_server_pid())

    async def _lock_rules(self, connection: Any) -> None:
        for game, version in self._rules.items():
            await connection.execute("SELECT pg_advisory_lock_shared($1, $2)", _signed(number_of(game)), version)

    async def _open(self) -> None:
        async with self._in_use:
            await self._connect()

    async def _connect(self) -> None:
        connection = await connect(self._address)
        try:
            await connection.execute(_SESSION_SETUP.format(process=self._process))
            await connection.execute(f"SELECT pg_advisory_lock_shared({ANYBODY})")
            await self._lock_rules(connection)
            await connection.add_listener(CHANNEL, self._receive)
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

    async def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                await connection.close(timeout=1)
            except BROKEN:
                connection.terminate()

    async def _keep_open(self) -> None:
        while True:
            with suppress(Exception):  # whatever it is: without this task nothing would reconnect
                while not await self._breaks_within(HEARTBEAT):
                    async with self._in_use:
                        await self._connection.fetchval("SELECT 1", timeout=HEARTBEAT / 2)
            log.info("The connection on which the other processes are heard is lost")
            self._lost_at = time.monotonic()
            await self._close()
            pause = 0.0
            while self._connection is None:
                await asyncio.sleep(pause)
                pause = min(2 * pause or FIRST_PAUSE, LONGEST_PAUSE)
                with suppress(Exception):
                    await self._open()
            log.info("The connection on which the other processes are heard is there again")
            self._notified()  # for the notifications that were missed meanwhile

    async def _breaks_within(self, seconds: float) -> bool:
        with suppress(TimeoutError):  # not wait_for: it may swallow a cancellation
            async with asyncio.timeout(seconds):
                await self._broken.wait()
        return self._broken.is_set()

    def _receive(self, _connection: Any, _pid: int, _channel: str, sender: str) -> None:
        if sender != str(self._process) and self._debounced is None:
            self._debounced = asyncio.get_running_loop().call_later(DEBOUNCE, self._wake, context=Context())

    def _wake(self) -> None:
        self._debounced = None
        self._notified()


async def living(session: AsyncSession, processes: Collection[int]) -> set[int]:
    """Those of these processes that are alive, by one query."""
    return {one for (one,) in await (await session.connection()).execute(_LIVING)} & set(processes)


async def rules_of_others(session: AsyncSession, game: str, backend: int) -> set[int]:
    """The rules versions of a game in other processes; `backend` is this one's (`Peers.backend`)."""
    asked = {"game": number_of(game), "pid": backend}
    return {one for (one,) in await (await session.connection()).execute(_RULES, asked)}


def number_of(name: str) -> int:
    """Hash a name to the number of an advisory lock: 32 bits."""
    return zlib.crc32(name.encode())


def _signed(number: int) -> int:
    """The same 32 bits as a signed integer of PostgreSQL."""
    return number - (1 << 32) if number >= 1 << 31 else number
