"""Replies to interactions whose way may be cut: nobody then knows whether Discord has them.

Discord waits three seconds for the first reply to an interaction and takes only one. A second one is refused with
40060, which tells that the one whose answer was lost has arrived. What follows is taken for fifteen minutes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from enum import Enum
from io import BytesIO
from typing import TypeVar

import aiohttp
import discord

log = logging.getLogger(__name__)

Result = TypeVar("Result")

LOST = (aiohttp.ClientError, OSError)
"""Errors of the connection; `TimeoutError` is an `OSError`."""
ALREADY_ACKNOWLEDGED = 40060

FIRST_TRIES = ((0.0, 1.0), (0.1, 1.0), (0.3, 5.0), (1.0, 5.0), (2.0, 5.0), (4.0, 5.0), (8.0, 5.0), (15.0, 5.0))
"""Tries of a first reply: how long to wait before each, and for it, in seconds.

The first two are in time, whatever becomes of them; later ones find out whether one of them has arrived. discord.py
sleeps for a second before it tries again after a 5xx. Those two are not longer, so it is we who try, and know of it.
"""
IN_TIME = 3
"""Number of these tries where the person waits for nothing but the reply itself."""
TOO_LATE = 5.0
"""Seconds after which a press is not done any more: its person has pressed again, or the table has moved on."""

PAUSES = (0.1, 0.5, 2.0)
"""Seconds between the tries of a later reply. After a 5xx discord.py has tried five times by itself, in 25 seconds."""
LONGEST_TRY = 40.0


class Arrival(Enum):
    """What became of a first reply."""

    ARRIVED = "arrived"
    LATE = "late"
    """It has arrived, but that was found out so late that nothing should be done any more."""
    NEVER = "never"


class ReplyLost(Exception):
    """A reply that Discord has not taken, as far as is known. `again`: another one may still be."""

    def __init__(self, error: Exception, *, again: bool) -> None:
        super().__init__(describe_error(error))
        self.again = again


def describe_error(error: Exception) -> str:
    """Name an error for the log, without what may stand in its text: an address holds the interaction's token."""
    return f"{error.status} {error.code}" if isinstance(error, discord.HTTPException) else type(error).__name__


async def reply_first(reply: Callable[[], Awaitable[object]], tries: int = len(FIRST_TRIES)) -> Arrival:
    """Send the first reply to an interaction, again where its answer is lost, until it is known to have arrived or not.

    What was never sent before and is acknowledged all the same is another process's.
    """
    loop = asyncio.get_running_loop()
    begun = loop.time()
    sent = False
    cause: Exception | None = None
    for pause, limit in FIRST_TRIES[:tries]:
        await asyncio.sleep(pause)
        try:
            async with asyncio.timeout(limit):
                await reply()
        except discord.HTTPException as error:
            if error.code == ALREADY_ACKNOWLEDGED and sent:
                return Arrival.LATE if loop.time() - begun > TOO_LATE else Arrival.ARRIVED
            cause = error
            if error.status < 500:
                break
            sent = True
        except LOST as error:
            cause = error
            sent = sent or not isinstance(error, aiohttp.ClientConnectorError)
        else:
            return Arrival.ARRIVED
    if cause is not None:
        log.warning("An interaction could not be acknowledged: %s", describe_error(cause))
    return Arrival.NEVER


async def reply_later(send: Callable[[], Awaitable[Result]], tries: int = len(PAUSES) + 1) -> Result:
    """Send a reply after the first one, again where its answer is lost.

    Raises:
        Unheard: Discord cannot be reached, or knows the interaction or its message no more.
        discord.HTTPException: Discord refuses what it says.

    """
    for pause in (*PAUSES[: tries - 1], None):
        try:
            async with asyncio.timeout(LONGEST_TRY):
                return await send()
        except discord.HTTPException as error:
            if error.status in {401, 404}:
                raise ReplyLost(error, again=False) from error
            if error.status < 500 and error.status != 429:
                raise
            if pause is None:
                raise ReplyLost(error, again=True) from error
        except LOST as error:
            if pause is None:
                raise ReplyLost(error, again=True) from error
        await asyncio.sleep(pause)
    raise AssertionError  # the last try returns or raises


def sendable(files: Sequence[discord.File]) -> Callable[[], list[discord.File]]:
    """Keep files so that they can be sent more than once; discord.py reads and closes those that it is given."""
    contents = [(one.filename, one.description, one.fp.read()) for one in files]
    return lambda: [discord.File(BytesIO(data), name, description=description) for name, description, data in contents]
