"""What goes wrong on demand, with which calls, and how often."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

POSTS = r"POST /channels/\d+/messages"
EDITS = r"PATCH /channels/\d+/messages/\d+"
ACKNOWLEDGEMENTS = r"POST /interactions/\d+/[^/]+/callback"
REPLIES = r"(PATCH /webhooks/\d+/[^/]+/messages/@original|POST /webhooks/\d+/[^/]+)"
ALL = ".*"


class Cut(Exception):
    """The connection ends here, without an answer. `reset`: hard, as by a router that has forgotten it."""

    def __init__(self, *, reset: bool = False) -> None:
        super().__init__()
        self.reset = reset


class Refusal(Exception):
    """Discord answers something else than what was asked for."""

    def __init__(self, status: int, body: dict[str, Any], headers: dict[str, str] | None = None) -> None:
        super().__init__(status)
        self.status = status
        self.body = body
        self.headers = headers or {}


Handler = Callable[[], Awaitable[None]]


async def _nothing() -> None:
    pass


@dataclass(eq=False)
class Fault:
    """Happens to calls whose ``METHOD /path`` matches, after `skip` of them have gone through, `times` times (or ever).

    `before` is done before a call is carried out, `after` when it is, before Discord answers. Both may raise `Cut` or
    `Refusal`, take their time, or do something else at that very moment.
    """

    calls: str
    before: Handler = _nothing
    after: Handler = _nothing
    skip: int = 0
    times: int | None = 1
    process: int | None = None
    """Only calls of this process; None: of any."""
    lifted: asyncio.Event = field(default_factory=asyncio.Event)
    happened: asyncio.Event = field(default_factory=asyncio.Event)

    def meets(self, process: int, call: str) -> bool:
        """Whether it happens to this call; counts it if so."""
        if self.lifted.is_set() or self.times == 0 or self.process not in {None, process}:
            return False
        if re.fullmatch(self.calls, call) is None:
            return False
        if self.skip:
            self.skip -= 1
            return False
        if self.times is not None:
            self.times -= 1
        self.happened.set()
        return True

    def lift(self) -> None:
        """Let it happen no more; what hangs goes on."""
        self.lifted.set()


def limited(retry_after: float, *, everywhere: bool = False) -> Refusal:
    """Make Discord's answer to what comes too often; `everywhere`: the limit of all calls together."""
    headers = {
        "Via": "1.1 google",
        "Retry-After": str(max(1, round(retry_after))),
        "X-RateLimit-Scope": "global" if everywhere else "user",
    }
    if everywhere:
        headers["X-RateLimit-Global"] = "true"
    body = {"message": "You are being rate limited.", "retry_after": round(retry_after, 3), "global": everywhere}
    return Refusal(429, body, headers)


class Faults:
    """All that goes wrong at a Discord now."""

    def __init__(self) -> None:
        self._all: list[Fault] = []

    def __call__(self, process: int, call: str) -> list[Fault]:
        """What happens to this call."""
        return [one for one in self._all if one.meets(process, call)]

    def add(self, fault: Fault) -> Fault:
        """Let something go wrong from now on."""
        self._all.append(fault)
        return fault

    def lift(self) -> None:
        """Let everything go well from now on."""
        for one in self._all:
            one.lift()
        self._all.clear()

    def limit(self, calls: str, seconds: float, *, everywhere: bool = False) -> Fault:
        """Refuse these calls for so long, and tell for how long still."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds

        async def refuse() -> None:
            if (left := end - loop.time()) > 0:
                raise limited(left, everywhere=everywhere)

        return self.add(Fault(calls, before=refuse, times=None))

    def refuse(self, calls: str, status: int, *, code: int = 0, skip: int = 0, times: int | None = 1) -> Fault:
        """Answer with an error, and carry nothing out."""

        async def refuse() -> None:
            raise Refusal(status, {"message": f"{status}: made up", "code": code})

        return self.add(Fault(calls, before=refuse, skip=skip, times=times))

    def slow(self, calls: str, seconds: float, *, skip: int = 0, times: int | None = 1) -> Fault:
        """Take that long before each call is carried out."""

        async def wait() -> None:
            await asyncio.sleep(seconds)

        return self.add(Fault(calls, before=wait, skip=skip, times=times))

    def hang(self, calls: str, *, skip: int = 0, times: int | None = 1) -> Fault:
        """Carry nothing out and never answer, before this fault is lifted; then cut the connection."""
        fault = Fault(calls, skip=skip, times=times)

        async def wait() -> None:
            await fault.lifted.wait()
            raise Cut

        fault.before = wait
        return self.add(fault)

    def cut(self, calls: str, *, reset: bool = False, skip: int = 0, times: int | None = 1) -> Fault:
        """Cut the connection before anything is carried out."""

        async def cut() -> None:
            raise Cut(reset=reset)

        return self.add(Fault(calls, before=cut, skip=skip, times=times))

    def lose(self, calls: str, *, reset: bool = False, skip: int = 0, times: int | None = 1) -> Fault:
        """Carry the call out, but lose the answer: cut the connection."""

        async def cut() -> None:
            raise Cut(reset=reset)

        return self.add(Fault(calls, after=cut, skip=skip, times=times))

    def at(
        self,
        calls: str,
        deed: Callable[[], object],
        *,
        done: bool = False,
        cut: bool = False,
        skip: int = 0,
        process: int | None = None,
    ) -> Fault:
        """Do something the moment such a call comes, or once it is `done` and before Discord answers.

        With `cut` nothing comes after that: the call is not carried out, or not answered.
        """

        async def do() -> None:
            deed()
            if cut:
                raise Cut

        which: dict[str, Any] = {"after": do} if done else {"before": do}
        return self.add(Fault(calls, skip=skip, process=process, **which))
