"""Replies to interactions over an unreliable connection, with retries.

Discord waits three seconds for the first reply to an interaction and accepts only one. A second one is refused with
40060, which tells that one whose response was lost has arrived. Followups are accepted for fifteen minutes.
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
"""Tries of a first reply: the pause before each, and its timeout, in seconds.

The first two are in time in any case; later ones find out whether one of them has arrived. After a 5xx discord.py
sleeps for a second before it retries itself: the timeouts of the first two are not longer, so that only we retry.
"""
IN_TIME = 3
"""Number of these tries for a reply without any work after it."""
TOO_LATE = 5.0
"""Seconds after which an interaction is not carried out any more: the person may have pressed again."""

PAUSES = (0.1, 0.5, 2.0)
"""Seconds between the tries of a later reply. After a 5xx discord.py has tried five times by itself, in 25 seconds."""
LONGEST_TRY = 40.0


class Arrival(Enum):
    """What became of a first reply."""

    ARRIVED = "arrived"
    LATE = "late"
    """It has arrived, but that is known too late to carry the interaction out."""
    NEVER = "never"


class ReplyLost(Exception):
    """A reply that was not delivered, as far as is known. `again`: another one may succeed."""

    def __init__(self, error: Exception, *, again: bool) -> None:
        super().__init__(describe_error(error))
        self.again = again


def describe_error(error: Exception) -> str:
    """Describe an error for the log, without its text: a URL in it contains the interaction's token."""
    return f"{error.status} {error.code}" if isinstance(error, discord.HTTPException) else type(error).__name__


async def reply_first(reply: Callable[[], Awaitable[object]], tries: int = len(FIRST_TRIES)) -> Arrival:
    """Send the first reply to an interaction, with retries until it is known whether it has arrived.

    If the first try finds the interaction acknowledged already, another process has done that.
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
    """Send a reply after the first one, with retries.

    Raises:
        ReplyLost: Discord cannot be reached, or the interaction or its message does not exist any more.
        discord.HTTPException: Discord refuses the content.

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
    """Buffer files so that they can be sent more than once; discord.py reads and closes those that it sends."""
    contents = [(one.filename, one.description, one.fp.read()) for one in files]
    return lambda: [discord.File(BytesIO(data), name, description=description) for name, description, data in contents]
