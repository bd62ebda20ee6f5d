"""What the bot asks of its database and of the rules for one press: ``python -m benchmarks.bot --counts``.

Two people play Gaia Project in the simulated Discord, on a fresh SQLite file. Four things are done there, with nothing
else going on:

- press: somebody answers with a button of their panel. Counted up to where their next panel is shown, the post stands
  in the channel, and the other one, whose turn it is now, has been written to.
- typed: the other one answers as typed, with ``/play move:``; the same follows.
- board: ``/board``.
- reminder: a reminder falls due, and is sent.

Of each is told, with all that it causes:

- transactions: of the database, reading or writing.
- statements: in these transactions, but for their beginnings and ends.
- decodes: of a game's position (`Game.decode`).
- prompts: calls of `Game.prompts`, which asks for everything that is open.

Before each act the games that this process has looked at are forgotten, as they are by the time that somebody answers.

Once something has been said and noted as sent, the bot looks whether there is more to say: that is not counted. What
was counted when it was last looked at stands in ``counts.json``; no count may rise above it.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import simcord
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage
from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine

from bot.client import Orrery
from bot.local import let_simulation_know
from bot.tables.preferences import ASKED
from bot.tables.service import Tables
from rendering.pool import Drawer
from rules.kernel.game import Game
from rules.registry import GAMES
from storage.schema import OutboxRow
from storage.store import Store

Counts = dict[str, dict[str, int]]
"""Of each act, how many of each kind."""

GAME = "gaia"
WRITTEN = Path(__file__).with_name("counts.json")
BEFORE_DUE = timedelta(minutes=5)
"""How long before the reminder all periodic checks have been made."""


@dataclass
class Transaction:
    """A transaction, the task that does it, and whether it notes something as sent."""

    task: asyncio.Task[Any] | None = None
    statements: int = 0
    notes_sent: bool = False


@dataclass
class Count:
    """What is counted."""

    transactions: list[Transaction] = field(default_factory=list)
    decodes: list[None] = field(default_factory=list)
    """As long as there were calls; several threads add to it."""
    prompts: list[None] = field(default_factory=list)

    def told(self) -> dict[str, int]:
        """Sum up, without what a task looks for after all that it had to say."""
        last: dict[asyncio.Task[Any] | None, int] = {}
        for at, one in enumerate(self.transactions):
            if one.notes_sent:
                last[one.task] = at
        counted = [one for at, one in enumerate(self.transactions) if at <= last.get(one.task, at)]
        return {
            "transactions": len(counted),
            "statements": sum(one.statements for one in counted),
            "decodes": len(self.decodes),
            "prompts": len(self.prompts),
        }


@contextmanager
def counting() -> Iterator[Count]:
    """Count what is done meanwhile, on any database and of any game of this process."""
    count = Count()
    open_: dict[Connection, Transaction] = {}

    def begun(connection: Connection) -> None:
        open_[connection] = Transaction()
        count.transactions.append(open_[connection])

    def executed(connection: Connection, _: Any, statement: str, *__: Any) -> None:
        if statement.startswith("BEGIN") or connection not in open_:
            return
        one = open_[connection]
        one.statements += 1
        one.task = asyncio.current_task()  # it may have been begun by another one
        table, _, changes = statement.removeprefix("UPDATE ").partition(" SET ")
        one.notes_sent |= table == OutboxRow.__tablename__ and "sent_at=" in changes

    listeners: list[tuple[str, Callable[..., None]]] = [("begin", begun), ("before_cursor_execute", executed)]
    for name, listener in listeners:
        event.listen(Engine, name, listener)
    try:
        with _calls_in(count.decodes, "decode"), _calls_in(count.prompts, "prompts"):
            yield count
    finally:
        for name, listener in listeners:
            event.remove(Engine, name, listener)


@contextmanager
def _calls_in(calls: list[None], name: str) -> Iterator[None]:
    """Note the calls of a method of all games."""
    really = getattr(Game, name)

    def noted(game: Game[Any, Any], *given: Any) -> Any:
        calls.append(None)
        return really(game, *given)

    setattr(Game, name, noted)
    try:
        yield
    finally:
        setattr(Game, name, really)


@dataclass
class Table:
    """The simulated Discord with the bot, and two people whose game has begun."""

    env: simcord.Env
    tables: Tables
    channel: Any
    id: int
    people: Mapping[int, MemberActor]
    """By their seats."""

    async def next(self) -> tuple[MemberActor, str]:
        """Whose turn it is, and their first choice."""
        live = await self.tables.game(self.id)
        (seat,) = live.waiting
        prompt = live.prompt_of(seat)
        assert prompt is not None
        return self.people[seat], prompt.legal[0].id

    async def pass_by(self, time: timedelta) -> None:
        """Let so much time go by, and the bot see to what is due."""
        self.env.backend.advance_clock(time.total_seconds())
        self.tables.wakeup.set()
        await self.env.settle()

    def counting(self) -> AbstractContextManager[Count]:
        """Count what is done meanwhile by a process that knows nothing of the table."""
        self.tables._unit.positions.clear()  # noqa: SLF001 - nobody else has to
        return counting()

    @property
    def said(self) -> int:
        """How many messages have been sent to all who are in the channel, and to one."""
        there = [one for one in self.channel.history() if not one.flags.ephemeral]
        return len(there) + sum(len(one.user.dm_channel.history()) for one in self.people.values())


async def count() -> Counts:
    """Play, and count."""
    with tempfile.TemporaryDirectory(prefix="orrery-") as folder:
        store = await Store.open(f"sqlite:///{Path(folder) / 'orrery.sqlite3'}")
        drawer = Drawer("off", 1)
        env: simcord.Env

        def now() -> datetime:
            return env.now()

        service = Tables(store, GAMES, now, lambda: "0" * 32)
        bot = Orrery(service, GAMES, drawer, shard_count=1, clock=now)
        env = simcord.Env(bot, settle_timeout=120)
        let_simulation_know(env, bot)
        await env.start()
        try:
            return await _counted(await _begun(env, service))
        finally:
            await env.shutdown()
            drawer.close()
            await store.close()


async def _begun(env: simcord.Env, service: Tables) -> Table:
    """Begin a game; nobody does anything for the first time after that."""
    guild = env.create_guild("Guild")
    channel = guild.create_text_channel("table")
    people = [guild.add_member(env.create_user(name)) for name in ("one", "another")]
    await people[0].slash(channel, "table new", game=GAME, where="here")
    await people[1].slash(channel, "table join")
    await people[0].slash(channel, "table start")
    for person in people:
        await person.slash(channel, "play")
        await service.prefer(person.id, hours_asked=ASKED)  # with the first notice ever
    await env.settle()
    info = await service.lobby.of_channel(channel.id)
    by_id = {person.id: person for person in people}
    return Table(env, service, channel, info.id, {one.seat: by_id[one.user_id] for one in info.players})


async def _counted(table: Table) -> Counts:
    counts: Counts = {}
    env, channel = table.env, table.channel

    person, _ = await table.next()
    panel = await person.slash(channel, "play")
    said = table.said
    with table.counting() as pressed:
        await person.click(_shown(panel), custom_id=_first_button(_shown(panel)))
        await env.settle()
    counts["press"] = pressed.told()
    other, move = await table.next()
    _check(other is not person and table.said == said + 2, "The press was not the answer that it was meant to be.")

    with table.counting() as typed:
        await other.slash(channel, "play", move=move)
        await env.settle()
    counts["typed"] = typed.told()
    person, _ = await table.next()
    # The first boosters have one post, which is edited.
    _check(other is not person and table.said == said + 3, "The typed move was not what it was meant to be.")

    with table.counting() as looked:
        await person.slash(channel, "board")
        await env.settle()
    counts["board"] = looked.told()

    due = await table.tables.reminders.next_due()
    assert due is not None
    await table.pass_by(due - env.now() - BEFORE_DUE)
    _check(table.said == said + 3, "Something was said before the reminder was due.")
    with table.counting() as reminded:
        await table.pass_by(BEFORE_DUE)
    counts["reminder"] = reminded.told()
    _check(table.said == said + 4, "There was no reminder.")
    return counts


def _check(holds: bool, otherwise: str) -> None:
    if not holds:
        raise RuntimeError(otherwise)


def _shown(result: InteractionResult) -> ResponseMessage:
    assert result.response is not None
    return result.response


def _first_button(panel: ResponseMessage) -> str:
    """The button of the first choice: there is none before those of the choices."""
    custom_id: str = next(one["custom_id"] for one in _walk(panel.components) if one["type"] == 2)
    return custom_id


def _walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in components:
        yield one
        yield from _walk(one.get("components", []))


def written() -> Counts:
    """Read what is written down."""
    counts: Counts = json.loads(WRITTEN.read_text())
    return counts


def risen(counts: Counts, before: Counts) -> list[str]:
    """Say what is more than before."""
    return [
        f"{act}: {number} {kind}, and {before[act][kind]} are written down"
        for act, kinds in counts.items()
        for kind, number in kinds.items()
        if number > before[act][kind]
    ]
