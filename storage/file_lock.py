"""An exclusive lock (flock) on a file beside a SQLite database, so that only one process uses it.

SQLite itself allows several processes, but they could not notify each other. The operating system releases the lock
however the process ends, so no stale lock is left; the empty lock file stays. A backup only reads and needs no lock.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from storage.address import Address
from storage.errors import DatabaseInUse, UnwritableDatabase

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """The lock of a SQLite database, held from construction until `release` or the end of the process.

    Raises:
        DatabaseInUse: another process has it.
        UnwritableDatabase: the lock file cannot be created.

    """

    def __init__(self, address: Address) -> None:
        file = lock_file(address)
        try:
            self._descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            cause = error.strerror or type(error).__name__
            raise UnwritableDatabase(f"The file {file} cannot be opened for writing: {cause}.") from None
        try:
            _lock(self._descriptor)
        except OSError:
            os.close(self._descriptor)
            raise DatabaseInUse(
                f"The database file {address} is used by an Orrery that is running. Stop that one first; several at"
                " once need PostgreSQL."
            ) from None

    def release(self) -> None:
        """Release the lock."""
        os.close(self._descriptor)


def lock_file(address: Address) -> Path:
    """The lock file of a database; links to the database are resolved, so that it has one."""
    whole = address.path.resolve()
    return whole.with_name(whole.name + ".lock")
