"""What the service manager is told: systemd's protocol (sd_notify), where it asks for it; nothing elsewhere."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from contextlib import suppress

_SECOND = 1_000_000


def notify(*said: str) -> None:
    """Tell the service manager something, such as ``READY=1``; nothing happens where there is none, or it is gone."""
    where = os.environ.get("NOTIFY_SOCKET", "")
    if not where.startswith(("/", "@")):
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
        out.settimeout(0)
        out.sendto("\n".join(said).encode(), where.replace("@", "\0", 1) if where.startswith("@") else where)


def watchdog_seconds() -> float | None:
    """How often the service manager wants to hear that we live; None: it does not ask."""
    written, whose = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
    if not written.isdecimal() or int(written) == 0 or (whose and whose != str(os.getpid())):
        return None
    return int(written) / _SECOND / 3


async def keep_notified(status: Callable[[], str]) -> None:
    """Tell it that the event loop turns, and in a line how things are; never ends.

    That Discord or the database is away is no reason to be started anew, so it is a part of the line alone.
    """
    seconds = watchdog_seconds()
    while True:
        notify("WATCHDOG=1", f"STATUS={status()}")
        await asyncio.sleep(seconds or 10)
