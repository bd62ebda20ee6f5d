"""The open database: short transactions for reading and for writing, and its errors in our own words."""

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
from storage.alone import Alone
from storage.availability import Availability, cause_of, is_lost, may_have_happened
from storage.engine import BUSY_TIMEOUT_MS, for_reading, for_writing, make_engine
from storage.errors import Conflict, MaybeKept, StoreAway, StoreError, UnreachableDatabase, UnwritableDatabase
from storage.migrate import migrate
from storage.peers import Peers

_ASK_AGAIN = 0.3
"""Seconds between two tries to have what one process at a time may have."""

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

    def __init__(self, address: Address, engine: AsyncEngine, alone: Alone | None = None) -> None:
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
        self._availability = Availability()
        self._ending: set[asyncio.Task[None]] = set()
        self._alone = alone
        self._listeners: list[Callable[[], None]] = []
        self._peers = None if address.is_sqlite else Peers(address, self.process, self._told)

    @property
    def away(self) -> str:
        """Why the database does not answer, fit for logs; empty while it does, as far as is known."""
        return self._availability.cause

    @classmethod
    async def open(cls, url: str, *, alone: bool = False) -> Store:
        """Open the database at this address and bring it to this version.

        `alone`: a SQLite file is this process's until it ends. PostgreSQL has room for several.

        Raises:
            BadUrl, UnwritableDatabase, UnreachableDatabase, NewerDatabase, DatabaseInUse: with one line that says what
                to mend.

        """
        address = Address.parse(url)
        if not address.is_sqlite:
            return await cls._migrated(address)
        await asyncio.to_thread(_check_folder, address)
        right = await asyncio.to_thread(Alone, address) if alone else None
        try:
            await asyncio.to_thread(_prepare_file, address)
            return await cls._migrated(address, right)
        except BaseException:
            if right is not None:
                right.release()
            raise

    @classmethod
    async def _migrated(cls, address: Address, right: Alone | None = None) -> Store:
        try:
            await migrate(address)
            store = cls(address, make_engine(address), right)
            if store._peers is not None:
                peers.sign(store._engine, store.process)
                await store._peers.start()
        except (*FAILURES, *peers.BROKEN) as error:
            raise cannot_open(address, error) from None
        return store

    async def close(self) -> None:
        """Close every connection."""
        if self._peers is not None:
            await self._peers.stop()
        await self._engine.dispose()
        if self._alone is not None:
            self._alone.release()
            self._alone = None

    async def alive(self, processes: Collection[int]) -> set[int]:
        """Which of these processes (`process`) still have this database open. This one always has.

        A process whose connections broke comes back within moments: it counts as gone only where two looks half a
        second apart do not find it, and never while this process has just come back itself.

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
        return found if self._peers.steady else asked

    def listen(self, told: Callable[[], None]) -> None:
        """Have `told` called, on the event loop, whenever another process has news (`storage.peers.has_news`)."""
        self._listeners.append(told)

    def _told(self) -> None:
        for told in self._listeners:
            told()

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
        """Do something while no other process does it; who comes later waits. Not kept beyond the process's end.

        Raises:
            StoreAway: the database does not answer.

        """
        if self.address.is_sqlite:
            yield
            return
        with translate_errors():
            connection = await self._engine.connect()
        try:
            with translate_errors():  # the lock is the transaction's: a pooler between may give the session to others
                while not (await connection.execute(_TRY, {"number": peers.number_of(what)})).scalar_one():  # noqa: ASYNC110
                    await asyncio.sleep(_ASK_AGAIN)
            yield
        finally:
            with suppress(*peers.BROKEN):
                await connection.close()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """Read from one state, whatever others write meanwhile.

        Raises:
            StoreAway: the database does not answer.

        """
        # SQLite answers at once, so a reader would never let go of the loop: let others go first between two reads.
        await asyncio.sleep(0)
        self._availability.enter(writes=False)
        async with self._transaction(self._read_engine, writes=False) as session:
            yield session

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        """Change something, all or nothing: kept when the block ends, undone when it raises.

        Raises:
            Conflict: something unique is there already, or a revision was not the expected one.
            StoreAway: the database does not answer or stays locked.
            MaybeKept: it did not answer to the commit.

        """
        came = self._availability.enter(writes=True)
        if self._writers is None:
            async with self._transaction(self._write_engine, writes=True) as session:
                yield session
            return
        await self._take_turn(self._writers)
        try:
            self._availability.still(came, writes=True)
            async with self._transaction(self._write_engine, writes=True) as session:
                yield session
        finally:
            self._writers.release()

    async def _take_turn(self, writers: asyncio.Lock) -> None:
        """Wait for the other writers, but not for a database that keeps the first of them waiting."""
        while True:
            since = time.perf_counter()
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await writers.acquire()
            except TimeoutError as error:
                if self._waits_since is not None and time.perf_counter() - self._waits_since > SLOW_SECONDS:
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
                with self._heeded(is_lost, writes=writes):
                    yield session
                    if writes:
                        await session.flush()
                        await peers.tell_others(session, self.process)
            await self._commit(session, writes=writes)
        except BaseException:
            self._availability.untold(writes=writes)
            await self._let_go(session)
            raise
        await session.close()

    async def _open(self, session: AsyncSession, *, writes: bool) -> None:
        """Connect and begin, or take the write lock: within `PATIENCE_SECONDS`, or not at all."""
        with self._waited_for(writes=writes), self._heeded(writes=writes):
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
            self._availability.worked(writes=False)

    async def _commit(self, session: AsyncSession, *, writes: bool) -> None:
        try:
            with translate_errors(), self._waited_for(writes=writes), self._heeded(writes=writes):
                await session.commit()
        except StoreAway as error:
            if writes and may_have_happened(error.__cause__):
                raise MaybeKept("The database did not answer to a commit.") from error.__cause__
            raise
        if writes:
            self._availability.worked(writes=True)

    @contextmanager
    def _heeded(self, meant: Callable[[BaseException], bool] = lambda _: True, *, writes: bool) -> Iterator[None]:
        """Note that the database is away where it fails in a way that means so."""
        since = time.perf_counter()
        try:
            yield
        except FAULTS_OF_OURS:
            raise
        except FAILURES as error:
            if meant(error):
                self._availability.failed(error, since, writes=writes)
            else:
                self._availability.stumbled(error)
            raise

    @contextmanager
    def _waited_for(self, *, writes: bool) -> Iterator[None]:
        """Note how long the database keeps whoever has the turn to write; those who only read have none."""
        if not writes:
            yield
            return
        self._waits_since = time.perf_counter()
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


_TRY = text("SELECT pg_try_advisory_xact_lock(:number)")


@contextmanager
def translate_errors() -> Iterator[None]:
    """Let errors of the driver and of SQLAlchemy be those of the store."""
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
    until = time.perf_counter() + BUSY_TIMEOUT_MS / 1000
    while True:
        try:
            return str(connection.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.perf_counter() > until:
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
