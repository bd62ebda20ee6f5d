"""How long statistics take in a database of many games that are over: ``python -m benchmarks.statistics``.

Rows are made, not played: so many games (100,000) of two to five people, a third of them on one server, some people
playing far more than others. Measured is what `/stats` asks of the database, all of it, in the slowest of several
tries (and the processor time of the quickest, which a busy machine does not blur); and how long the event loop was
held up meanwhile. With ``--url`` in another database than a new SQLite file, which must hold nothing else, and is
filled up the next time; ``--check`` fails where a question takes longer than `LIMIT`.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select, text
from sqlmodel import SQLModel, col, func
from sqlmodel import select as sqlmodel_select

from bot.tables.service import Tables
from storage.schema import GameTable, Guild, Placement, Result, Seat
from storage.statistics import Scope
from storage.store import Store

LIMIT = 0.3
"""Seconds that an answer may take."""
TRIES = 5
GUILDS, PEOPLE = 60, 3000
SIDES = {"race": 5, "gaia": 14, "eclipse": 7, "circadians": 12}
START = datetime(2025, 1, 1, tzinfo=UTC)
BATCH, MADE = 2000, 4000

Rows = dict[Any, list[dict[str, Any]]]


def made(games: int, chance: random.Random) -> Iterator[Rows]:
    """Make rows of games, some at a time."""
    yield {Guild: [{"id": one + 1, "first_seen": START, "settings": {"ratings": "on"}} for one in range(GUILDS)]}
    for first in range(1, games + 1, BATCH):
        rows: Rows = {GameTable: [], Seat: [], Result: [], Placement: []}
        for table_id in range(first, min(first + BATCH, games + 1)):
            _one(table_id, rows, chance)
        yield rows


def _one(table_id: int, rows: Rows, chance: random.Random) -> None:
    guild = 1 if chance.random() < 0.33 else 1 + chance.randrange(GUILDS)
    game = chance.choice(list(SIDES))
    ended = START + timedelta(minutes=5 * table_id)
    seats = chance.randint(2, 5)
    users = {1 + int(PEOPLE * chance.random() ** 1.6) for _ in range(seats * 4)}
    people = chance.sample(sorted(users), min(seats, len(users)))
    points = sorted((chance.randint(20, 200) for _ in people), reverse=True)
    kind = "people" if chance.random() < 0.8 and len(people) > 1 else "mixed"
    common = {"guild_id": guild, "game": game, "ended_at": ended}
    rows[GameTable].append(
        common
        | {
            "id": table_id,
            "channel_id": table_id,
            "owner_id": people[0],
            "options": {},
            "phase": "finished",
            "created_at": ended,
            "started_at": ended,
        }
    )
    told = {"kind": kind, "players": len(people), "best": points[0], "seconds": 9000, "started_at": ended}
    rows[Result].append(common | told | {"table_id": table_id})
    for seat, user in enumerate(people):
        rows[Seat].append({"table_id": table_id, "number": seat, "user_id": user, "name": f"Person {user}"})
        rows[Placement].append(
            common
            | {
                "table_id": table_id,
                "seat": seat,
                "kind": kind,
                "user_id": user,
                "person": True,
                "rank": 1 + seat,
                "points": points[seat],
                "side": f"{game}.side.{chance.randrange(SIDES[game])}",
                "seconds": chance.randint(10, 90000),
                "skill": chance.gauss(25, 5),
                "doubt": 2.0,
            }
        )


async def fill(store: Store, games: int) -> int:
    """Fill a database; returns who has played most. The first games are made here, the database copies them.

    One that holds some of them already is filled up.
    """
    async with store.reading() as session:
        held = (await session.exec(sqlmodel_select(func.count()).select_from(GameTable))).one()
    if not held:
        for rows in made(min(games, MADE), random.Random(7)):
            async with store.writing() as session:
                connection = await session.connection()
                for kind, some in rows.items():
                    await connection.execute(insert(kind), some)
    for first in range(max(MADE, held), games, MADE):
        for name in ("game_table", "seat", "result", "placement"):
            table, key = SQLModel.metadata.tables[name], "id" if name == "game_table" else "table_id"
            moved = [one + first if one.name == key else one for one in table.columns]
            copied = select(*moved).where(table.columns[key] <= min(MADE, games - first))
            async with store.writing() as session:
                await (await session.connection()).execute(insert(table).from_select(list(table.columns), copied))
    async with store.writing() as session:
        await (await session.connection()).execute(text("ANALYZE"))
    async with store.reading() as session:
        played = sqlmodel_select(Placement.user_id).group_by(col(Placement.user_id)).order_by(func.count().desc())
        return (await session.exec(played.limit(1))).one()


async def measure(store: Store, busiest: int) -> dict[str, tuple[float, float, float]]:
    """The slowest of several tries of each question, its processor time, and how long the loop was held up at most."""
    tables = Tables(store)
    asked = {
        "the busiest person, everywhere": Scope(user_id=busiest),
        "the busiest person, here": Scope(user_id=busiest, guild_id=1),
        "the busiest person, one game here": Scope(user_id=busiest, guild_id=1, game="gaia"),
        "everybody here": Scope(guild_id=1),
        "everybody here, one game": Scope(guild_id=1, game="gaia"),
        "everybody here, one side": Scope(guild_id=1, game="gaia", side="gaia.side.3"),
        "everybody everywhere": Scope(),
        "everybody everywhere, one game": Scope(game="gaia"),
    }
    found: dict[str, tuple[float, float, float]] = {}
    for name, scope in asked.items():
        slowest, held, worked = 0.0, 0.0, float("inf")
        for _ in range(TRIES):
            stop = asyncio.Event()
            watch = asyncio.create_task(_held_up(stop))
            began, busy = time.perf_counter(), time.process_time()
            await tables.statistics.of(scope)
            worked = min(worked, time.process_time() - busy)
            slowest = max(slowest, time.perf_counter() - began)
            stop.set()
            held = max(held, await watch)
        found[name] = slowest, worked, held
    return found


async def _held_up(stop: asyncio.Event) -> float:
    """The longest that the event loop does not come round, until it is stopped."""
    longest, last = 0.0, time.perf_counter()
    while not stop.is_set():
        await asyncio.sleep(0.001)
        now = time.perf_counter()
        longest, last = max(longest, now - last - 0.001), now
    return longest


async def run(url: str | None, games: int) -> bool:
    """Fill, measure and tell; returns whether all is fast enough."""
    with tempfile.TemporaryDirectory(prefix="orrery-") as folder:
        store = await Store.open(url or f"sqlite:///{Path(folder) / 'orrery.sqlite3'}")
        try:
            began = time.perf_counter()
            busiest = await fill(store, games)
            print(f"{games} games made in {time.perf_counter() - began:.0f} s; the busiest person is {busiest}")
            found = await measure(store, busiest)
        finally:
            await store.close()
    for name, (seconds, worked, held) in found.items():
        figures = f"{1000 * seconds:6.0f} ms, {1000 * worked:4.0f} ms of work"
        print(f"{name:36} {figures}, the loop held up for {1000 * held:4.0f} ms")
    return all(seconds < LIMIT for seconds, *_ in found.values())


def main() -> int:
    """Run it as a command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--url")
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    fast = asyncio.run(run(asked.url, asked.games))
    return 1 if asked.check and not fast else 0


if __name__ == "__main__":
    sys.exit(main())
