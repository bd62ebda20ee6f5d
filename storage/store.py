"""The open database: short transactions for reading and for writing, and its errors in our own words."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, contextmanager, nullcontext

from asyncpg.exceptions import InvalidAuthorizationSpecificationError, InvalidCatalogNameError, PostgresError
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, NotSupportedError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.address import Address
from storage.engine import BUSY_TIMEOUT_MS, for_reading, for_writing, make_engine
from storage.errors import Conflict, MaybeKept, StoreAway, StoreError, UnreachableDatabase, UnwritableDatabase
from storage.migrate import migrate


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
        except (DBAPIError, PostgresError, OSError) as error:
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
        with _in_our_words():
            async with AsyncSession(self._read_engine, expire_on_commit=False) as session, session.begin():
                yield session

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        """Change something, all or nothing: kept when the block ends, undone when it raises.

        Raises:
            Conflict: something unique is there already, or a revision was not the expected one.
            StoreAway: the database does not answer or stays locked.
            MaybeKept: it did not answer to the commit.

        """
        turn: AbstractAsyncContextManager[None] = self._writers or nullcontext()
        async with turn:
            with _in_our_words():
                commits = False
                try:
                    async with AsyncSession(self._write_engine, expire_on_commit=False) as session, session.begin():
                        yield session
                        await session.flush()
                        commits = True
                except (DBAPIError, PostgresError, OSError) as error:
                    if commits and not _refused(error):
                        raise MaybeKept("The database did not answer to a commit.") from error
                    raise


@contextmanager
def _in_our_words() -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        raise Conflict("Something else was there first.") from error
    except (ProgrammingError, DataError, NotSupportedError):
        raise  # a fault of ours, not the database's
    except (DBAPIError, PostgresError, PoolTimeout, OSError) as error:  # OSError: and its TimeoutError
        raise StoreAway("The database does not answer.") from error


def _refused(error: Exception) -> bool:
    """Whether it is known that a commit which ended with this error has changed nothing."""
    return isinstance(error, IntegrityError) or isinstance(getattr(error, "orig", None), sqlite3.Error)


def _prepare_file(address: Address) -> None:
    """See that the file is, or can become, a database in WAL mode.

    A new one is readable for nobody else: it holds the secrets of running games. This is done before the driver
    opens the file, for its worker thread complains on its own of a connection that fails at once.
    """
    if not address.path.absolute().parent.is_dir():
        raise UnwritableDatabase(f"The folder of the database file {address} does not exist.")
    try:
        address.path.touch(mode=0o600)
        with closing(sqlite3.connect(address.path, timeout=BUSY_TIMEOUT_MS / 1000)) as connection:
            mode = _switch_to_wal(connection)
    except (OSError, sqlite3.Error) as error:
        raise UnwritableDatabase(
            f"The database file {address} cannot be opened for writing: {_cause(error)}."
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


def _cause(error: BaseException) -> str:
    """Say what went wrong with a file, without naming the file again."""
    return error.strerror or type(error).__name__ if isinstance(error, OSError) else str(error)


def cannot_open(address: Address, error: Exception) -> StoreError:
    """Say in one line why a database cannot be opened."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if address.is_sqlite:
        return UnwritableDatabase(f"The database file {address} cannot be opened for writing: {_cause(cause)}.")
    codes = {type(one) for one in (cause, cause.__cause__)}
    if any(issubclass(code, InvalidAuthorizationSpecificationError) for code in codes):
        return UnreachableDatabase(f"The database {address} refuses the user or password of DATABASE_URL.")
    if any(issubclass(code, InvalidCatalogNameError) for code in codes):
        return UnreachableDatabase(f"The server has no database {address}; create it first.")
    return UnreachableDatabase(f"The database {address} cannot be reached ({type(cause).__name__}).")
