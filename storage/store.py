"""The open database: short read and write transactions, with driver errors translated into `storage.errors`."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager, suppress

from asyncpg.exceptions import (
    InterfaceError,
    InvalidAuthorizationSpecificationError,
    InvalidCatalogNameError,
    PostgresError,
)
from sqlalchemy import text
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, NotSupportedError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import peers
from storage.address import Address
from storage.availability import Availability, cause_of, is_lost, may_have_happened
from storage.engine import BUSY_TIMEOUT_MS, for_reading, for_writing, make_engine
from storage.errors import Conflict, MaybeKept, StoreAway, StoreError, UnreachableDatabase, UnwritableDatabase
from storage.file_lock import FileLock
from storage.migrate import migrate
from storage.peers import Peers

_ASK_AGAIN = 0.3
"""Seconds between two tries to take a lock that another process holds (`one_at_a_time`)."""

PATIENCE_SECONDS = 2.5
"""Maximum wait for a connection, or for other writers while the database itself is slow."""
SLOW_SECONDS = 0.5
"""A lock or a commit that takes longer, while another writer waits, means that the database is unavailable."""
_ROLLBACK_SECONDS = 0.2
_OPENING = "opening"

FAILURES = (DBAPIError, PostgresError, InterfaceError, PoolTimeout, OSError)
"""What the database, its drivers and the network raise. OSError: and its TimeoutError."""
FAULTS_OF_OURS = (IntegrityError, ProgrammingError, DataError, NotSupportedError)
"""Errors that say nothing about whether the database is available: conflicts and programming errors."""


class Store:
    """An open database; close it at the end."""

    def __init__(self, address: Address, engine: AsyncEngine, file_lock: FileLock | None = None) -> None:
        self.address = address
        self.process = secrets.randbits(62)
        """A random number that identifies this process among those that have opened the same database."""
        self._engine = engine
        self._read_engine = for_reading(engine)
        self._write_engine = for_writing(engine)
        # SQLite has one writer at a time. This queue is fair; waiting for SQLite's own lock is not.
        self._writers = asyncio.Lock() if address.is_sqlite else None
        self._blocked_since: float | None = None
        """Since when the present writer of SQLite waits for a connection or a commit."""
        self._availability = Availability()
        self._rollbacks: set[asyncio.Task[None]] = set()
        self._file_lock = file_lock
        self._listeners: list[Callable[[], None]] = []
        self._peers = None if address.is_sqlite else Peers(address, self.process, self._call_listeners)

    @property
    def away(self) -> str:
        """Why the database is unavailable, safe to log; empty while it is available, as far as is known."""
        return self._availability.cause

    @classmethod
    async def open(cls, url: str, *, exclusive: bool = False) -> Store:
        """Open the database at this address and migrate it to this version.

        `exclusive`: no other process may open a SQLite file until this one ends. PostgreSQL serves several.

        Raises:
            BadUrl, UnwritableDatabase, UnreachableDatabase, NewerDatabase, DatabaseInUse: with one line that says what
                to mend.

        """
        address = Address.parse(url)
        if not address.is_sqlite:
            return await cls._migrated(address)
        await asyncio.to_thread(_check_folder, address)
        file_lock = await asyncio.to_thread(FileLock, address) if exclusive else None
        try:
            await asyncio.to_thread(_prepare_file, address)
            return await cls._migrated(address, file_lock)
        except BaseException:
            if file_lock is not None:
                file_lock.release()
            raise

    @classmethod
    async def _migrated(cls, address: Address, file_lock: FileLock | None = None) -> Store:
        try:
            await migrate(address)
            store = cls(address, make_engine(address), file_lock)
            if store._peers is not None:
                peers.hold_process_lock(store._engine, store.process)
                await store._peers.start()
        except (*FAILURES, *peers.BROKEN) as error:
            raise cannot_open(address, error) from None
        return store

    async def close(self) -> None:
        """Close every connection."""
        if self._peers is not None:
            await self._peers.stop()
        await self._engine.dispose()
        if self._file_lock is not None:
            self._file_lock.release()
            self._file_lock = None

    async def alive(self, processes: Collection[int]) -> set[int]:
        """Which of these processes (`process`) still have this database open; this one always has.

        A process whose connections broke reconnects within moments: it counts as dead only if two queries half a
        second apart do not find it, and never while this process has just reconnected itself.

        Raises:
            StoreAway: the database does not answer.

        """
        asked = set(processes)
        if self._peers is None:
            return {self.process} & asked
        found = {self.process} & asked
        for pause in (0.0, peers.GRACE):
            if found >= asked:
                break
            await asyncio.sleep(pause)
            async with self.reading() as session:
                found |= await peers.living(session, asked)
        return found if self._peers.stable else asked

    def listen(self, listener: Callable[[], None]) -> None:
        """Have `listener` called, on the event loop, when another process notifies (`peers.notify_on_commit`)."""
        self._listeners.append(listener)

    def _call_listeners(self) -> None:
        for listener in self._listeners:
            listener()

    async def play_by(self, rules: Mapping[str, int]) -> None:
        """Let the other processes know by which version of its rules each game is played here."""
        if self._peers is not None:
            await self._peers.play_by(rules)

    async def rules_elsewhere(self, game: str) -> set[int]:
        """The versions of a game's rules that other living processes play by.

        Raises:
            StoreAway: the database does not answer.

        """
        if self._peers is None:
            return set()
        async with self.reading() as session:
            return await peers.rules_of_others(session, game, self._peers.backend)

    @asynccontextmanager
    async def one_at_a_time(self, what: str) -> AsyncIterator[None]:
        """Hold a lock of this name among all processes (an advisory lock); it is released when the process ends.

        Raises:
            StoreAway: the database does not answer.

        """
        if self.address.is_sqlite:
            yield
            return
        with translate_errors():
            connection = await self._engine.connect()
        try:
            with translate_errors():  # a lock of the transaction: a pooler may give the session to others
                while not (await connection.execute(_TRY, {"number": peers.number_of(what)})).scalar_one():  # noqa: ASYNC110
                    await asyncio.sleep(_ASK_AGAIN)
            yield
        finally:
            with suppress(*peers.BROKEN):
                await connection.close()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """Read one consistent snapshot (REPEATABLE READ), whatever others write meanwhile.

        Raises:
            StoreAway: the database does not answer.

        """
        # SQLite answers without yielding to the event loop, so yield once between two reads.
        await asyncio.sleep(0)
        self._availability.enter(writes=False)
        async with self._transaction(self._read_engine, writes=False) as session:
            yield session

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        """Open a write transaction: committed when the block ends, rolled back when it raises.

        Raises:
            Conflict: something unique is there already, or a revision was not the expected one.
            StoreAway: the database is unavailable or stays locked.
            MaybeKept: the connection was lost during the commit.

        """
        began = self._availability.enter(writes=True)
        if self._writers is None:
            async with self._transaction(self._write_engine, writes=True) as session:
                yield session
            return
        await self._take_turn(self._writers)
        try:
            self._availability.check_since(began, writes=True)
            async with self._transaction(self._write_engine, writes=True) as session:
                yield session
        finally:
            self._writers.release()

    async def _take_turn(self, writers: asyncio.Lock) -> None:
        """Wait for the other writers, unless the database blocks the present one."""
        while True:
            since = time.perf_counter()
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await writers.acquire()
            except TimeoutError as error:
                if self._blocked_since is not None and time.perf_counter() - self._blocked_since > SLOW_SECONDS:
                    self._availability.failed(error, since, writes=True)
                    raise StoreAway("The database does not answer.") from error
            else:
                return

    @asynccontextmanager
    async def _transaction(self, engine: AsyncEngine, *, writes: bool) -> AsyncIterator[AsyncSession]:
        session = AsyncSession(engine, expire_on_commit=False)
        try:
            with translate_errors():
                await self._open(session, writes=writes)
                with self._noting_failures(is_lost, writes=writes):
                    yield session
                    if writes:
                        await session.flush()
                        await peers.send_notification(session, self.process)
            await self._commit(session, writes=writes)
        except BaseException:
            self._availability.undecided(writes=writes)
            await self._roll_back(session)
            raise
        await session.close()

    async def _open(self, session: AsyncSession, *, writes: bool) -> None:
        """Connect and begin (in SQLite, take the write lock) within `PATIENCE_SECONDS`."""
        with self._blocking(writes=writes), self._noting_failures(writes=writes):
            if self.address.is_sqlite:
                await session.connection()
            else:
                # In a task of its own: the driver takes some more seconds to cancel.
                session.info[_OPENING] = opening = asyncio.create_task(session.connection())
                await asyncio.wait({opening}, timeout=PATIENCE_SECONDS)
                if not opening.done():
                    raise TimeoutError
                opening.result()
        if not writes:
            self._availability.succeeded(writes=False)

    async def _commit(self, session: AsyncSession, *, writes: bool) -> None:
        try:
            with translate_errors(), self._blocking(writes=writes), self._noting_failures(writes=writes):
                await session.commit()
        except StoreAway as error:
            if writes and may_have_happened(error.__cause__):
                raise MaybeKept("The database did not answer to a commit.") from error.__cause__
            raise
        if writes:
            self._availability.succeeded(writes=True)

    @contextmanager
    def _noting_failures(
        self, unavailable: Callable[[BaseException], bool] = lambda _: True, *, writes: bool
    ) -> Iterator[None]:
        """Report failures to `Availability`; `unavailable` decides which mean that the database is unavailable."""
        since = time.perf_counter()
        try:
            yield
        except FAULTS_OF_OURS:
            raise
        except FAILURES as error:
            if unavailable(error):
                self._availability.failed(error, since, writes=writes)
            else:
                self._availability.statement_failed(error)
            raise

    @contextmanager
    def _blocking(self, *, writes: bool) -> Iterator[None]:
        """Note since when the present writer is blocked by the database; readers block nobody."""
        if not writes:
            yield
            return
        self._blocked_since = time.perf_counter()
        try:
            yield
        finally:
            self._blocked_since = None

    async def _roll_back(self, session: AsyncSession) -> None:
        """Roll back and close in a task of its own; an unavailable server is not waited for."""
        rollback = asyncio.create_task(_end(session))
        self._rollbacks.add(rollback)
        rollback.add_done_callback(self._rollbacks.discard)
        await asyncio.wait({rollback}, timeout=None if self.address.is_sqlite else _ROLLBACK_SECONDS)


async def _end(session: AsyncSession) -> None:
    opening = session.info.get(_OPENING)
    if opening is not None and not opening.done():
        opening.cancel()
        await asyncio.wait({opening})
    with suppress(*FAILURES):
        await session.rollback()  # closing alone does not undo a failed commit, and the connection is reused
    with suppress(*FAILURES):
        await session.close()


_TRY = text("SELECT pg_try_advisory_xact_lock(:number)")


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translate errors of the driver and of SQLAlchemy into `storage.errors`."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict("Something else was there first.") from error
    except FAULTS_OF_OURS:
        raise
    except FAILURES as error:
        raise StoreAway("The database does not answer.") from error


def _check_folder(address: Address) -> None:
    if not address.path.absolute().parent.is_dir():
        raise UnwritableDatabase(f"The folder of the database file {address} does not exist.")


def _prepare_file(address: Address) -> None:
    """Check that the file is, or can become, a database in WAL mode.

    A new one is created with mode 0600: it holds the secrets of running games. This is done before the driver opens the
    file, as its worker thread logs a connection that fails at once.
    """
    try:
        if not address.path.absolute().parent.is_dir():
            raise UnwritableDatabase(f"The folder of the database file {address} does not exist.")
        address.path.touch(mode=0o600)
        with closing(sqlite3.connect(address.path, timeout=BUSY_TIMEOUT_MS / 1000)) as connection:
            mode = _switch_to_wal(connection)
    except (OSError, sqlite3.Error) as error:
        raise UnwritableDatabase(
            f"The database file {address} cannot be opened for writing: {cause_of(error)}."
        ) from None
    if mode != "wal":
        raise UnwritableDatabase(f"The database file {address} cannot be kept in WAL mode; move it to a local disk.")


def _switch_to_wal(connection: sqlite3.Connection) -> str:
    """Switch to WAL mode; SQLite ignores busy_timeout while another process is switching."""
    until = time.perf_counter() + BUSY_TIMEOUT_MS / 1000
    while True:
        try:
            return str(connection.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.perf_counter() > until:
                raise
        time.sleep(0.1)


def cannot_open(address: Address, error: Exception) -> StoreError:
    """Describe in one line why a database cannot be opened."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if address.is_sqlite:
        return UnwritableDatabase(f"The database file {address} cannot be opened for writing: {cause_of(error)}.")
    codes = {type(one) for one in (cause, cause.__cause__)}
    if any(issubclass(code, InvalidAuthorizationSpecificationError) for code in codes):
        return UnreachableDatabase(f"The database {address} refuses the user or password of DATABASE_URL.")
    if any(issubclass(code, InvalidCatalogNameError) for code in codes):
        return UnreachableDatabase(f"The server has no database {address}; create it first.")
    return UnreachableDatabase(f"The database {address} cannot be reached: {cause_of(error)}.")
