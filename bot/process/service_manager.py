"""Notifies the service manager by systemd's protocol (sd_notify), if it has asked for that."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from contextlib import suppress

_SECOND = 1_000_000


def notify(*lines: str) -> None:
    """Send lines such as ``READY=1`` to the service manager; does nothing where there is none."""
    where = os.environ.get("NOTIFY_SOCKET", "")
    if not where.startswith(("/", "@")):
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
        out.settimeout(0)
        out.sendto("\n".join(lines).encode(), where.replace("@", "\0", 1) if where.startswith("@") else where)


def watchdog_seconds() -> float | None:
    """The interval of watchdog notifications; None: the service manager wants none."""
    microseconds, pid = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
    if not microseconds.isdecimal() or int(microseconds) == 0 or (pid and pid != str(os.getpid())):
        return None
    return int(microseconds) / _SECOND / 3


async def keep_notified(status: Callable[[], str]) -> None:
    """Send watchdog notifications from the event loop, with a status line; never ends.

    An outage of Discord or of the database is no reason to restart us, so it only stands in the status line.
    """
    seconds = watchdog_seconds()
    while True:
        notify("WATCHDOG=1", f"STATUS={status()}")
        await asyncio.sleep(seconds or 10)
