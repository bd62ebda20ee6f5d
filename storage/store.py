"""The open database: short transactions for reading and for writing, and its errors in our own words."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress

from asyncpg.exceptions import (
    InterfaceError,
    InvalidAuthorizationSpecificationError,
    InvalidCatalogNameError,
    PostgresError,
)
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, NotSupportedError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.address import Address
from storage.engine import BUSY_TIMEOUT_MS, for_reading, for_writing, make_engine
from storage.errors import Conflict, StoreAway, StoreError, UnreachableDatabase, UnwritableDatabase
from storage.migrate import migrate
from storage.presence import Presence, cause_of, is_lost, may_have_happened

PATIENCE_SECONDS = 2.5
"""How long somebody waits for a connection or for other writers, where the database itself keeps them waiting."""
SLOW_SECONDS = 0.5
"""A lock or a commit that takes so long, while others wait their whole patience for it, is a database that is away."""
_SECONDS_TO_LET_GO = 0.2
_OPENING = "opening"

FAILURES = (DBAPIError, PostgresError, InterfaceError, PoolTimeout, OSError)
"""What the database, its drivers and the network raise. OSError: and its TimeoutError."""
FAULTS_OF_OURS = (IntegrityError, ProgrammingError, DataError, NotSupportedError)
"""What is not the database's fault."""


class Store:
    """An open database. Give it to whoever keeps or looks up something; close it at the end."""

    def __init__(self, address: Address, engine: AsyncEngine) -> None:
        self.address = address
        self.process = secrets.randbits(62)
        """Tells this process from others that have opened the same database."""
        self._engine = engine
        self._read_engine = for_reading(engine)
        self._write_engine = for_writing(engine)
        # SQLite has one writer at a time. Queueing here is fair; waiting for its file lock is not.
        self._writers = asyncio.Lock() if address.is_sqlite else None
        self._waits_since: float | None = None
        """Since when whoever has the turn to write waits for the database, which has no connection or commit yet."""
        self._presence = Presence()
        self._ending: set[asyncio.Task[None]] = set()

    @property
    def away(self) -> str:
        """Why the database does not answer, fit for logs; empty while it does, as far as is known."""
        return self._presence.cause

    @classmethod
    async def open(cls, url: str) -> Store:
        """Open the database at this address and bring it to this version.

        Raises:
            BadUrl, UnwritableDatabase, UnreachableDatabase, NewerDatabase: with one line that says what to mend.

        """
        address = Address.parse(url)
        if address.is_sqlite:
            await asyncio.to_thread(_prepare_file, address)
        try:
            await migrate(address)
        except FAILURES as error:
            raise cannot_open(address, error) from None
        return cls(address, make_engine(address))

    async def close(self) -> None:
        """Close every connection."""
        await self._engine.dispose()

    async def alive(self, processes: Collection[int]) -> set[int]:
        """Which of these processes (`process`) still have this database open."""
        return {self.process} & set(processes) if self.address.is_sqlite else set(processes)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """Read from one state, whatever others write meanwhile.

        Raises:
            StoreAway: the database does not answer.

        """
        # SQLite answers at once, so a reader would never let go of the loop: let others go first between two reads.
        await asyncio.sleep(0)
        self._presence.enter(writes=False)
        async with self._transaction(self._read_engine, writes=False) as session:
            yield session

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        """Change something, all or nothing: kept when the block ends, undone when it raises.

        Raises:
            Conflict: something unique is there already, or a revision was not the expected one.
            StoreAway: the database does not answer or stays locked.

        """
        came = self._presence.enter(writes=True)
        if self._writers is None:
            async with self._transaction(self._write_engine, writes=True) as session:
                yield session
            return
        await self._take_turn(self._writers)
        try:
            self._presence.still(came, writes=True)
            async with self._transaction(self._write_engine, writes=True) as session:
                yield session
        finally:
            self._writers.release()

    async def _take_turn(self, writers: asyncio.Lock) -> None:
        """Wait for the other writers, but not for a database that keeps the first of them waiting."""
        while True:
            since = time.monotonic()
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await writers.acquire()
            except TimeoutError as error:
                if self._waits_since is not None and time.monotonic() - self._waits_since > SLOW_SECONDS:
                    self._presence.failed(error, since, writes=True)
                    raise StoreAway("The database does not answer.") from error
            else:
                return

    @asynccontextmanager
    async def _transaction(self, engine: AsyncEngine, *, writes: bool) -> AsyncIterator[AsyncSession]:
        session = AsyncSession(engine, expire_on_commit=False)
        try:
            with _in_our_words():
                await self._open(session, writes=writes)
                with self._heeded(is_lost, writes=writes):
                    yield session
            await self._commit(session, writes=writes)
        except BaseException:
            await self._let_go(session)
            raise
        await session.close()

    async def _open(self, session: AsyncSession, *, writes: bool) -> None:
        """Connect and begin, or take the write lock: within `PATIENCE_SECONDS`, or not at all."""
        with self._waited_for(), self._heeded(writes=writes):
            if self.address.is_sqlite:
                await session.connection()
            else:
                # In a task of its own, for giving up takes the driver some more seconds.
                session.info[_OPENING] = opening = asyncio.create_task(session.connection())
                await asyncio.wait({opening}, timeout=PATIENCE_SECONDS)
                if not opening.done():
                    raise TimeoutError
                opening.result()
        if not writes:
            self._presence.worked(writes=False)

    async def _commit(self, session: AsyncSession, *, writes: bool) -> None:
        try:
            with _in_our_words(), self._waited_for(), self._heeded(writes=writes):
                await session.commit()
        except StoreAway as error:
            error.unsure = may_have_happened(error.__cause__)
            raise
        if writes:
            self._presence.worked(writes=True)

    @contextmanager
    def _heeded(self, meant: Callable[[BaseException], bool] = lambda _: True, *, writes: bool) -> Iterator[None]:
        """Note that the database is away where it fails in a way that means so."""
        since = time.monotonic()
        try:
            yield
        except FAULTS_OF_OURS:
            raise
        except FAILURES as error:
            if meant(error):
                self._presence.failed(error, since, writes=writes)
            else:
                self._presence.stumbled(error)
            raise

    @contextmanager
    def _waited_for(self) -> Iterator[None]:
        """Note how long the database keeps whoever has the turn to write."""
        self._waits_since = time.monotonic()
        try:
            yield
        finally:
            self._waits_since = None

    async def _let_go(self, session: AsyncSession) -> None:
        """Undo and end; a server that is away is not waited for, nor is it by whoever does not want to wait at all."""
        ending = asyncio.create_task(_end(session))
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)
        await asyncio.wait({ending}, timeout=None if self.address.is_sqlite else _SECONDS_TO_LET_GO)


async def _end(session: AsyncSession) -> None:
    opening = session.info.get(_OPENING)
    if opening is not None and not opening.done():
        opening.cancel()
        await asyncio.wait({opening})
    with suppress(*FAILURES):
        await session.rollback()  # closing does not undo what a commit has failed to keep, and the connection lives on
    with suppress(*FAILURES):
        await session.close()


@contextmanager
def _in_our_words() -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        raise Conflict("Something else was there first.") from error
    except FAULTS_OF_OURS:
        raise
    except FAILURES as error:
        raise StoreAway("The database does not answer.") from error


def _prepare_file(address: Address) -> None:
    """See that the file is, or can become, a database in WAL mode.

    A new one is readable for nobody else: it holds the secrets of running games. This is done before the driver
    opens the file, for its worker thread complains on its own of a connection that fails at once.
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
    """Switch to WAL mode; SQLite does not wait by itself while another process is just switching."""
    until = time.monotonic() + BUSY_TIMEOUT_MS / 1000
    while True:
        try:
            return str(connection.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(0.1)


def cannot_open(address: Address, error: Exception) -> StoreError:
    """Say in one line why a database cannot be opened."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if address.is_sqlite:
        return UnwritableDatabase(f"The database file {address} cannot be opened for writing: {cause_of(error)}.")
    codes = {type(one) for one in (cause, cause.__cause__)}
    if any(issubclass(code, InvalidAuthorizationSpecificationError) for code in codes):
        return UnreachableDatabase(f"The database {address} refuses the user or password of DATABASE_URL.")
    if any(issubclass(code, InvalidCatalogNameError) for code in codes):
        return UnreachableDatabase(f"The server has no database {address}; create it first.")
    return UnreachableDatabase(f"The database {address} cannot be reached: {cause_of(error)}.")
