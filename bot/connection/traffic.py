"""The way from the outbox to Discord: how many calls a second, how long one may take, whether Discord is there.

Discord takes 50 calls a second of a bot, and limits each channel by itself. discord.py knows these limits and waits for
them in silence; here a call waits for a short one only. What would wait longer is `Limited`, and is made when the limit
is over. What is not answered in time is `Away`, as where Discord cannot be reached or is out of order.
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
"""What is said in order: at a table (`TABLE_LANE`, its number), or to a person (`PERSON_LANE`, Discord's number)."""
TABLE_LANE, PERSON_LANE = "table", "person"

CALL_SECONDS = 20.0
"""Timeout of one call."""
LONGEST_SLEEP = 10.0
"""discord.py waits for the end of a limit itself where it is no longer than this; it counts as time of the call."""
SLOW_SECONDS = 1.0
"""A call that takes longer holds up nobody else's turn."""
MAX_A_SECOND = 45
"""Calls that are begun within a second. Discord allows 50, and they do not reach it evenly."""
MIN_A_SECOND = 5
SECONDS_TO_RECOVER = 10.0
"""After Discord has limited all calls, one more a second is tried each time that so long has passed."""
BLOCKED_SECONDS = 60.0
"""A 429 that says not for how long comes from what stands before Discord, and is to be taken seriously."""
TOO_MANY = 429


class NotNow(Exception):
    """Discord does not take it now, for no fault of what was to be said. What was begun may have arrived."""


class Away(NotNow):
    """Discord cannot be reached, is out of order or has not answered in time. The message says which."""


class Limited(NotNow):
    """Discord takes it in so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"limited for {seconds:.0f} s")
        self.seconds = seconds


class Traffic:
    """Makes the calls of the outbox."""

    def __init__(self) -> None:
        self.answered: Callable[[], None] = lambda: None
        """Told of every call that Discord has taken."""
        self.most = MAX_A_SECOND
        """Maximum number of calls begun within a second, if Discord has no objection; a simulated one has none."""
        self._begun: deque[float] = deque()
        self._calls: dict[asyncio.Task[Any], float] = {}
        self._closed_until = 0.0
        self._fewer = 0
        self._fewer_since = 0.0

    def watch(self, http: Any) -> None:
        """Have discord.py's HTTP client tell of limits: of long ones by an error, of those of all calls at once.

        Called before the client logs in. Its constructor takes no time shorter than 30 seconds; buckets that it has
        made before `set_limit` keep none.
        """
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._hear)
        http.http_trace = trace

    def set_limit(self, http: Any) -> None:
        """Let calls be refused from now on that would have to wait for longer than `LONGEST_SLEEP`."""
        http.max_ratelimit_timeout = LONGEST_SLEEP

    async def _hear(self, _session: Any, _context: Any, ended: aiohttp.TraceRequestEndParams) -> None:
        response = ended.response
        if response.status != TOO_MANY:
            return
        headers = response.headers
        if "Via" not in headers:
            self.close_for(_seconds(headers.get("Retry-After"), BLOCKED_SECONDS))
        elif headers.get("X-RateLimit-Global") or headers.get("X-RateLimit-Scope") == "global":
            self.close_for(_seconds(headers.get("Retry-After"), 1.0))

    def close_for(self, seconds: float) -> None:
        """Begin no call for so long: Discord limits all of them. From then on fewer are made a second."""
        now = asyncio.get_running_loop().time()
        if self._closed_until <= now:
            log.warning("Discord limits all calls of this bot for %.1f seconds", seconds)
            self._fewer = self.most - max(MIN_A_SECOND, self._most(now) // 2)
            self._fewer_since = now + seconds
        self._closed_until = max(self._closed_until, now + seconds)

    @property
    def closed_for(self) -> float:
        """Seconds until a call may be begun again; 0.0 where there is no limit of all calls."""
        return max(0.0, self._closed_until - asyncio.get_running_loop().time())

    def _most(self, now: float) -> int:
        """How many calls may be begun within a second."""
        recovered = int(max(0.0, now - self._fewer_since) / SECONDS_TO_RECOVER)
        return self.most - max(0, self._fewer - recovered)

    def is_slow(self, task: asyncio.Task[Any]) -> bool:
        """Whether a task has waited for longer than usual for one call."""
        begun = self._calls.get(task)
        return begun is not None and asyncio.get_running_loop().time() - begun > SLOW_SECONDS

    async def call(self, make: Callable[[], Awaitable[Result]]) -> Result:
        """Make one call, in its turn and within `CALL_SECONDS`.

        Raises:
            Away, Limited.
            discord.HTTPException: Discord refuses it (4xx but 429).

        """
        await self._turn()
        task = asyncio.current_task()
        assert task is not None
        self._calls[task] = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(CALL_SECONDS) as limit:
                result = await make()
        except discord.RateLimited as error:
            raise Limited(error.retry_after) from error
        except discord.HTTPException as error:
            raise _meant(error) from error
        except (aiohttp.ClientError, OSError) as error:  # also TimeoutError, which is ours where the time was up
            late = f"no answer within {CALL_SECONDS:.0f} s"
            raise Away(late if limit.expired() else type(error).__name__) from error
        finally:
            del self._calls[task]
        self.answered()
        return result

    async def _turn(self) -> None:
        """Wait until one more call may be begun; whoever came first goes first.

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
            if self._closed_until <= at:  # else Discord has limited all calls meanwhile
                return
        self._begun.append(loop.time())

    def _next(self, now: float) -> float:
        """When one more call may be begun. Calls that wait for their turn count as begun then."""
        while self._begun and self._begun[0] <= now - 1.0:
            self._begun.popleft()
        most = self._most(now)
        free = now if len(self._begun) < most else self._begun[-most] + 1.0
        return max(free, self._closed_until)


def _meant(error: discord.HTTPException) -> Exception:
    """What an error of Discord's means: not now, or no."""
    if error.status == TOO_MANY:
        return Limited(_seconds(error.response.headers.get("Retry-After"), 5.0))
    if error.status >= 500:
        return Away(f"Discord {error.status} {error.code}")
    return error


def _seconds(told: str | None, otherwise: float) -> float:
    try:
        return float(told) if told else otherwise
    except ValueError:
        return otherwise


class Outages:
    """The lanes whose rows wait for Discord to answer again, and how often they were tried meanwhile.

    When a call succeeds after a failure, Discord is back: all that waits is due. A lane that fails again all the same
    has trouble of its own, and keeps to its pauses until it succeeds or the gateway tells that Discord is back;
    else two of them could call each other for ever.
    """

    def __init__(self) -> None:
        self._tries: dict[Lane, int] = {}
        self._waiting: set[Lane] = set()
        self._ahead: set[Lane] = set()

    def failed(self, lane: Lane) -> timedelta:
        """Note a failure; gives how long to wait for the next try."""
        self._tries[lane] = tries = self._tries.get(lane, 0) + 1
        self._waiting.add(lane)
        return outage_pause(tries)

    def is_news(self, lane: Lane) -> bool:
        """Whether nothing has waited when this lane failed for the first time."""
        return self._tries.get(lane) == 1 and self._waiting <= {lane}

    def succeeded(self, lane: Lane) -> None:
        """Note that a lane has said what it had to say."""
        for known in (self._waiting, self._ahead):
            known.discard(lane)
        self._tries.pop(lane, None)

    @property
    def to_go(self) -> bool:
        """Whether something is due again as soon as a call succeeds."""
        return not self._waiting <= self._ahead

    def let_go(self) -> list[Lane]:
        """Take the lanes that may go ahead of their pause, each once."""
        going = sorted(self._waiting - self._ahead)
        self._ahead.update(going)
        self._waiting.difference_update(going)
        return going

    def over(self) -> bool:
        """Forget everything: Discord is back for certain. Gives whether something has waited."""
        waited = bool(self._waiting)
        for known in (self._tries, self._waiting, self._ahead):
            known.clear()
        return waited
