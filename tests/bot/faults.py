"""Every place between a press and its post where a process can fail or end, and a Discord that knows nonces.

`Places` is put around a world's database and its simulated Discord. It counts: the beginning of each transaction,
each statement that writes, each commit before and after it is done, each call of Discord before and after it is done.
At one of them it fails as the database or Discord would, or kills: from then on nothing of that bot does anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import aiohttp
import pytest
from simcord.backend.errors import BackendError
from simcord.http import router
from sqlalchemy import event

from bot.client import Orrery
from bot.local import let_simulation_know
from storage.engine import make_engine
from storage.store import Store
from tests.bot.world import World, build

FEW_MINUTES = timedelta(minutes=3)
"""How long Discord knows a nonce."""


class Killed(BaseException):
    """The process is no more."""


@dataclass
class Places:
    """The places that were passed; fails or kills at that one of those whose name begins with `among`."""

    at: int | None = None
    kills: bool = False
    among: str = ""
    passed: list[str] = field(default_factory=list)
    dead: bool = False

    @property
    def count(self) -> int:
        """How many places of those among which one is chosen were passed."""
        return sum(name.startswith(self.among) for name in self.passed)

    def passing(self, name: str, failure: Exception) -> None:
        """Come to a place.

        Raises:
            Killed: the process ends here, or has ended before.
            Exception: the failure.

        """
        if self.dead:
            raise Killed(name)
        self.passed.append(name)
        if not name.startswith(self.among) or self.count - 1 != self.at:
            return
        if self.kills:
            self.dead = True
            raise Killed(name)
        raise failure


@dataclass
class Watch:
    """What is watched now; nobody's places are counted while it is None."""

    places: Places | None = None

    def passing(self, name: str, failure: Exception) -> None:
        """Come to a place."""
        if self.places is not None:
            self.places.passing(name, failure)


def watch_store(store: Store, watch: Watch) -> None:
    """Watch what a store does."""
    engine = store._engine.sync_engine

    def begin(connection: Any) -> None:
        connection.info["wrote"] = False
        watch.passing("begin", OSError("injected"))

    def statement(connection: Any, _cursor: Any, text: str, *_: Any) -> None:
        verb = re.match(r"(INSERT|UPDATE|DELETE)\b(?: INTO| FROM)? *(\w+)", text)
        if verb is not None:
            connection.info["wrote"] = True
            watch.passing(f"{verb[1]} {verb[2]}", OSError("injected"))

    event.listen(engine, "begin", begin, insert=True)
    event.listen(engine, "before_cursor_execute", statement)
    really = engine.dialect.do_commit

    def commit(connection: Any) -> None:
        wrote = connection.info.get("wrote")
        if wrote:
            watch.passing("commit", OSError("injected"))
        really(connection)
        if wrote:
            watch.passing("committed", OSError("injected"))

    engine.dialect.do_commit = commit  # type: ignore[method-assign, assignment]


class Discord:
    """Around the simulated Discord: nonces are enforced, calls are watched, refusals can be made up."""

    def __init__(self, world: World, watch: Watch) -> None:
        self._clock = world.clock
        self._watch = watch
        self._nonces: dict[tuple[str, str], tuple[datetime, Any]] = {}
        self._really = router.dispatch

    def __call__(self, backend: Any, method: str, path: str, **more: Any) -> Any:
        place = method + re.sub(r"/\d+|/[\w-]{40,}", "/…", path.partition("?")[0])
        refusal = BackendError(500, 0, "injected")
        self._watch.passing(place, refusal)
        answered = self._once(backend, method, path, more)
        if method != "GET":
            self._watch.passing(f"{place} done", refusal)
        return answered

    def _once(self, backend: Any, method: str, path: str, more: dict[str, Any]) -> Any:
        body = more.get("json")
        if not (method == "POST" and path.endswith("/messages") and isinstance(body, dict) and "nonce" in body):
            return self._really(backend, method, path, **more)
        assert body["enforce_nonce"]
        known = (path, str(body["nonce"]))
        if known not in self._nonces or self._clock() - self._nonces[known][0] > FEW_MINUTES:
            self._nonces[known] = (self._clock(), self._really(backend, method, path, **more))
        return self._nonces[known][1]


@contextmanager
def watched(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    """Watch a world's database and its Discord."""
    watch = Watch()
    watch_store(world.store, watch)
    with monkeypatch.context() as patched:
        patched.setattr(router, "dispatch", Discord(world, watch))
        yield watch


async def prepare(world: World) -> None:
    """Let everybody press once before the bot is killed: what their Discord speaks is noted the first time only."""
    world.expected = (Killed,)
    for one in world.people:
        await one.slash(world.channel, "mine")


async def start_anew(world: World, watch: Watch) -> None:
    """Start another bot on what the killed one has left: the database and Discord."""
    watch.places = None
    world.bot.drawer.close()
    await world.store.close()
    world.store = Store(world.store.address, make_engine(world.store.address))  # as `Store.open`; migrated it is
    watch_store(world.store, watch)
    fresh: Orrery = build(world.store, *world.games, pictures=world.pictures, clock=world.clock, chance=world.chance)
    let_simulation_know(world.env, fresh)
    await world.env.restart_bot(fresh)


def lost_connections() -> list[Exception]:
    """What the HTTP client raises when a connection is cut, reset, or silent for too long."""
    return [aiohttp.ServerDisconnectedError(), aiohttp.ClientOSError(104, "reset"), TimeoutError()]


@contextmanager
def cut(
    monkeypatch: pytest.MonkeyPatch,
    place: str,
    error: Exception,
    *,
    done: bool,
    times: int = 1,
) -> Iterator[list[str]]:
    """Lose the answer to calls of a place such as ``POST …/callback``, whether Discord has `done` them or not.

    Gives the paths of those that were lost.
    """
    method, _, ending = place.partition(" …")
    really = router.dispatch
    lost: list[str] = []

    def dispatch(backend: Any, verb: str, path: str, **more: Any) -> Any:
        if verb != method or not path.endswith(ending) or len(lost) >= times:
            return really(backend, verb, path, **more)
        if done:
            really(backend, verb, path, **more)
        lost.append(path)
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(router, "dispatch", dispatch)
        yield lost
