"""Rate limits, timeouts and outages of calls to Discord's API.

Discord allows a bot 50 calls a second, and limits each channel by itself. discord.py knows these limits and silently
waits for them; here a call waits for a short limit only. A longer limit raises `Limited`, and the call is made again
when it is over. A call that is not answered in time, or that Discord cannot handle, raises `Away`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, TypeVar

import aiohttp
import discord

from storage.outbox import outage_pause

log = logging.getLogger(__name__)

Result = TypeVar("Result")

Lane = tuple[str, int]
"""A queue: of a table (`TABLE_LANE`, its number), its thread's name (`ROOM_LANE`), or a person (Discord's number)."""
TABLE_LANE, PERSON_LANE, ROOM_LANE = "table", "person", "thread of table"

CALL_SECONDS = 20.0
"""Timeout of one call."""
LONGEST_SLEEP = 10.0
"""Longest rate limit for which discord.py itself waits; the wait counts as time of the call."""
SLOW_SECONDS = 1.0
"""A call that takes longer does not count against the number of concurrent lanes."""
MAX_A_SECOND = 45
"""Calls begun within a second. Discord allows 50; some slack, as they do not arrive evenly."""
MIN_A_SECOND = 5
SECONDS_TO_RECOVER = 10.0
"""After a global rate limit, the rate is raised by one call a second each time that so long has passed."""
BLOCKED_SECONDS = 60.0
"""Pause after a 429 without Retry-After: it comes from Cloudflare, which blocks the whole address."""
TOO_MANY = 429


class NotNow(Exception):
    """Discord cannot take a call now, whatever its content. A call that was begun may have arrived."""


class Away(NotNow):
    """Discord cannot be reached, fails (5xx) or has not answered in time. The message says which."""


class Limited(NotNow):
    """A rate limit that ends in `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"limited for {seconds:.0f} s")
        self.seconds = seconds


class Traffic:
    """Makes calls to Discord."""

    def __init__(self) -> None:
        self.on_success: Callable[[], None] = lambda: None
        """Called after every successful call."""
        self.max_a_second = MAX_A_SECOND
        """Maximum number of calls begun within a second, without a rate limit; a simulation raises it."""
        self._begun: deque[float] = deque()
        self._calls: dict[asyncio.Task[Any], float] = {}
        self._closed_until = 0.0
        self._reduced_by = 0
        self._reduced_at = 0.0

    def watch(self, http: Any) -> None:
        """Watch the responses of discord.py's HTTP client for global rate limits; call it before the client logs in."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._check_response)
        http.http_trace = trace

    def set_limit(self, http: Any) -> None:
        """Have discord.py raise RateLimited instead of waiting for longer than `LONGEST_SLEEP`.

        Its constructor takes no time shorter than 30 seconds; buckets that it has made before keep their limit.
        """
        http.max_ratelimit_timeout = LONGEST_SLEEP

    async def _check_response(self, _session: Any, _context: Any, ended: aiohttp.TraceRequestEndParams) -> None:
        response = ended.response
        if response.status != TOO_MANY:
            return
        headers = response.headers
        if "Via" not in headers:
            self.close_for(_seconds(headers.get("Retry-After"), BLOCKED_SECONDS))
        elif headers.get("X-RateLimit-Global") or headers.get("X-RateLimit-Scope") == "global":
            self.close_for(_seconds(headers.get("Retry-After"), 1.0))

    def close_for(self, seconds: float) -> None:
        """Begin no call for so long, because of a global rate limit; after it, reduce the rate."""
        now = asyncio.get_running_loop().time()
        if self._closed_until <= now:
            log.warning("Discord limits all calls of this bot for %.1f seconds", seconds)
            self._reduced_by = self.max_a_second - max(MIN_A_SECOND, self._rate(now) // 2)
            self._reduced_at = now + seconds
        self._closed_until = max(self._closed_until, now + seconds)

    @property
    def closed_for(self) -> float:
        """Seconds until the global rate limit ends; 0.0 where there is none."""
        return max(0.0, self._closed_until - asyncio.get_running_loop().time())

    def _rate(self, now: float) -> int:
        """How many calls may be begun within a second."""
        recovered = int(max(0.0, now - self._reduced_at) / SECONDS_TO_RECOVER)
        return self.max_a_second - max(0, self._reduced_by - recovered)

    def is_slow(self, task: asyncio.Task[Any]) -> bool:
        """Whether a task has waited for its present call longer than `SLOW_SECONDS`."""
        begun = self._calls.get(task)
        return begun is not None and asyncio.get_running_loop().time() - begun > SLOW_SECONDS

    async def call(self, make: Callable[[], Awaitable[Result]]) -> Result:
        """Make one call, first come, first served, and within `CALL_SECONDS`.

        Raises:
            Away, Limited.
            discord.HTTPException: Discord refuses it (4xx except 429).

        """
        await self._wait_for_slot()
        task = asyncio.current_task()
        assert task is not None
        self._calls[task] = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(CALL_SECONDS) as limit:
                result = await make()
        except discord.RateLimited as error:
            raise Limited(error.retry_after) from error
        except discord.HTTPException as error:
            raise _translated(error) from error
        except (aiohttp.ClientError, OSError) as error:  # also TimeoutError, which is ours if the limit has expired
            late = f"no answer within {CALL_SECONDS:.0f} s"
            raise Away(late if limit.expired() else type(error).__name__) from error
        finally:
            del self._calls[task]
        self.on_success()
        return result

    async def _wait_for_slot(self) -> None:
        """Wait until one more call may be begun, first come, first served.

        Raises:
            Limited: it would take too long.

        """
        loop = asyncio.get_running_loop()
        while (pause := self._next(loop.time()) - loop.time()) > 0.0:
            if pause > CALL_SECONDS:
                raise Limited(pause)
            at = loop.time() + pause
            self._begun.append(at)
            await asyncio.sleep(pause)
            if self._closed_until <= at:  # else a global rate limit has begun meanwhile
                return
        self._begun.append(loop.time())

    def _next(self, now: float) -> float:
        """When one more call may be begun. Calls that wait for their turn count as begun then."""
        while self._begun and self._begun[0] <= now - 1.0:
            self._begun.popleft()
        rate = self._rate(now)
        free = now if len(self._begun) < rate else self._begun[-rate] + 1.0
        return max(free, self._closed_until)


def _translated(error: discord.HTTPException) -> Exception:
    """Translate an error of Discord's: `Limited`, `Away`, or a refusal, which stays as it is."""
    if error.status == TOO_MANY:
        return Limited(_seconds(error.response.headers.get("Retry-After"), 5.0))
    if error.status >= 500:
        return Away(f"Discord {error.status} {error.code}")
    return error


def _seconds(header: str | None, default: float) -> float:
    try:
        return float(header) if header else default
    except ValueError:
        return default


class Outages:
    """The lanes that wait for the end of an outage, and how often each was tried meanwhile.

    When a call succeeds after a failure, the outage may be over: each waiting lane is retried at once, ahead of its
    pause. One that fails again keeps to its pauses until it succeeds or the gateway has reconnected; else two lanes
    could trigger each other for ever.
    """

    def __init__(self) -> None:
        self._tries: dict[Lane, int] = {}
        self._waiting: set[Lane] = set()
        self._ahead: set[Lane] = set()

    def failed(self, lane: Lane) -> timedelta:
        """Note a failure; returns the pause before the next try."""
        self._tries[lane] = tries = self._tries.get(lane, 0) + 1
        self._waiting.add(lane)
        return outage_pause(tries)

    def is_first(self, lane: Lane) -> bool:
        """Whether this is the first failure of the lane and no other lane waits: then it is worth a warning."""
        return self._tries.get(lane) == 1 and self._waiting <= {lane}

    def succeeded(self, lane: Lane) -> None:
        """Note that a lane has sent its messages."""
        for known in (self._waiting, self._ahead):
            known.discard(lane)
        self._tries.pop(lane, None)

    @property
    def to_retry(self) -> bool:
        """Whether a lane is to be retried as soon as a call succeeds."""
        return not self._waiting <= self._ahead

    def take_retries(self) -> list[Lane]:
        """Take the lanes to retry ahead of their pause, each once."""
        lanes = sorted(self._waiting - self._ahead)
        self._ahead.update(lanes)
        self._waiting.difference_update(lanes)
        return lanes

    def over(self) -> bool:
        """Clear everything, as the outage is over for certain; returns whether a lane has waited."""
        waited = bool(self._waiting)
        for known in (self._tries, self._waiting, self._ahead):
            known.clear()
        return waited
