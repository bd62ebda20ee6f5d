"""A SQLite file is one process's alone: a lock of the operating system on a file beside it, held until it ends.

SQLite itself would let several in, but they would hear nothing of each other. The system gives the lock back however
the process ends, so nothing is left over that somebody would have to remove; the empty file itself stays. Who only
reads (a backup) needs no lock.
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


class Alone:
    """The right to a SQLite file, from being made until `release` or the end of the process.

    Raises:
        DatabaseInUse: another process has it.
        UnwritableDatabase: the file beside it cannot be made.

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
        """Let others have it."""
        os.close(self._descriptor)


def lock_file(address: Address) -> Path:
    """Name the file whose lock it is: one for a database, by whatever link it is reached."""
    whole = address.path.resolve()
    return whole.with_name(whole.name + ".lock")
