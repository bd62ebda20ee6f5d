"""``python -m benchmarks.bot [--seconds N] [--json]``: how fast the bot replies with 200 games of Race being played.

1,000 running tables are stored in a fresh SQLite file: games played on to somewhere in their middle. A process of its
own starts the bot on them, as ``python -m bot`` would, but against the simulated Discord. Then people answer at 200 of
the tables, 20 answers a second for N seconds (60), half of them typed with ``/play move:``, half by a button or menu
of their panel; every panel and every board is drawn. At the end every game must stand where its answers lead to.

- first_reply_*_s: from the instant at which a person acts to the call that acknowledges it to Discord.
- loop_blocked_worst_s: the longest time in which the event loop ran nothing else.
- memory_mb: the most that the bot's process has held at any time; drawing_mb: the same of its drawing processes.
- start_s: from starting the process to the bot being ready, with its commands told to Discord.

The simulated Discord and the people run in the bot's process and on its event loop, so their work is in all of these
figures; of a real Discord, the network would be added. Only the simulation's record of all calls is emptied as it goes.
Beside them: panel_median_s and panel_p99_s, from acting to seeing the next panel, and posts, what the channels saw.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import simcord
from simcord.actors import MemberActor
from simcord.http import router
from simcord.interactions import base_payload
from sqlmodel import col, update

from benchmarks.scenes import picks as random_picks
from bot import play
from bot.client import Orrery
from bot.codes import Code
from bot.drawing import Drawer
from bot.events import encode_events
from bot.local import let_simulation_know
from bot.settings import Settings
from bot.table_data import mark
from bot.tables import Tables
from rules.kernel.game import Position
from rules.kernel.rng import Rng
from rules.registry import GAMES
from storage.schema import GameTable, Guild, LogRow, Seat, Snapshot
from storage.store import Store

STORED = 1000
LIVE = 200
A_SECOND = 20
GAMES_PLAYED = 40
"""Different games; the tables share them."""
GUILDS = 10
GAME = GAMES["race"]
PAUSE = 0.002
"""The loop is asked this often whether it runs."""


@dataclass
class Played:
    """A game somewhere in its middle, and the log that leads there."""

    seats: int
    key: str
    rows: list[dict[str, Any]]
    revision: int
    encoded: bytes
    waiting: list[int]


def play_some(seed: int) -> Played:
    """Play a game for a while at random."""
    chance = Random(seed)
    seats = 2 + seed % 3
    key = f"{seed:032x}"
    position, outcome = GAME.setup(GAME.check_setup({}, seats), seats, Rng(key))
    rows: list[dict[str, Any]] = [
        {"kind": "start", "revision": 2, "barrier": True, "events": encode_events(outcome.events)}
    ]
    encoded = GAME.encode(position)
    for _ in range(chance.randint(4, 14) * seats):
        waiting = GAME.waiting(position)
        if not waiting:
            break
        seat = chance.choice(waiting)
        picked = random_picks(GAME.prompt(position, seat), chance)
        run = play.run(GAME, encoded, seat, [picked])
        position, encoded = run.position, run.encoded
        rows.append(
            {
                "kind": "answer",
                "revision": rows[-1]["revision"] + 1,
                "seat": seat,
                "by": "player",
                "picks": picked,
                "question": msgspec.json.encode(run.questions[0]),
                "events": encode_events(run.outcomes[0].events),
                "barrier": run.outcomes[0].barrier,
                "asked": run.outcomes[0].asked,
            }
        )
    return Played(seats, key, rows, rows[-1]["revision"], encoded, GAME.waiting(position))


async def fill(url: str) -> None:
    """Store all the tables; those that are played get numbers 1 to LIVE."""
    store = await Store.open(url)
    now = datetime.now(UTC)
    games = [play_some(seed) for seed in range(GAMES_PLAYED)]
    async with store.writing() as session:
        session.add(Guild(id=1, first_seen=now))
        await session.flush()
        for number in range(1, STORED + 1):
            played = games[number % GAMES_PLAYED]
            options = GAME.check_setup({}, played.seats)
            session.add(
                GameTable(
                    id=number,
                    guild_id=1,
                    channel_id=number,
                    owner_id=number * 10,
                    game="race",
                    options=options,
                    phase="running",
                    revision=played.revision,
                    rules_version=GAME.info.rules_version,
                    key=played.key,
                    created_at=now,
                    started_at=now,
                )
            )
        await session.flush()
        for number in range(1, STORED + 1):
            played = games[number % GAMES_PLAYED]
            session.add_all(
                Seat(
                    table_id=number,
                    number=seat,
                    user_id=number * 10 + seat,
                    name=f"Player {seat + 1}",
                    since=now if seat in played.waiting else None,
                )
                for seat in range(played.seats)
            )
            session.add_all(LogRow(table_id=number, sequence=at, at=now, **row) for at, row in enumerate(played.rows))
            session.add(Snapshot(table_id=number, revision=played.revision, position=played.encoded))
    await store.close()


@dataclass
class Table:
    """What the people at a table know: whose it is, what is asked, which panel they have open."""

    number: int
    channel_id: int
    people: list[MemberActor]
    position: Position[Any, Any]
    revision: int
    panels: dict[int, int] = field(default_factory=dict)
    busy: bool = False


@dataclass
class Act:
    """One answer of a person."""

    table: Table
    seat: int
    at: float
    message_id: int | None = None
    replied: float | None = None
    shown: float | None = None


class Crowd:
    """The people: they act when it is time, whatever the bot does meanwhile, and note when it replies."""

    def __init__(self, env: simcord.Env, tables: Sequence[Table]) -> None:
        self.env = env
        self.tables = tables
        self.acts: list[Act] = []
        self.posts = 0
        self._by_token: dict[str, Act] = {}
        self._by_id: dict[str, Act] = {}
        self._chance = Random(1)
        self._command = env.backend.commands[None]["play", 1]
        self._really = router.dispatch
        router.dispatch = self._dispatch

    def stop(self) -> None:
        """Leave the simulated Discord as it was."""
        router.dispatch = self._really

    def _dispatch(self, backend: Any, method: str, path: str, **more: Any) -> Any:
        answered = self._really(backend, method, path, **more)
        parts = path.split("/")
        if method == "POST" and parts[1] == "interactions" and parts[2] in self._by_id:
            self._by_id.pop(parts[2]).replied = time.perf_counter()
        elif method == "PATCH" and parts[1] == "webhooks" and parts[3] in self._by_token:
            act = self._by_token.pop(parts[3])
            act.shown = time.perf_counter()
            act.table.busy = False
            act.table.panels[act.seat] = act.message_id or int(answered["id"])
        elif (method == "POST" and path.endswith("/messages")) or (method == "PATCH" and parts[1] == "channels"):
            self.posts += 1
        backend.http_requests.clear()
        backend.transcript.clear()
        return answered

    async def play(self, seconds: float) -> None:
        """Answer at a steady rate."""
        began = time.perf_counter()
        turn = self._turns()
        for number in range(int(seconds * A_SECOND)):
            due = began + number / A_SECOND
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self._act(next(turn), due)
        while self._by_token and time.perf_counter() < began + seconds + 120:  # noqa: ASYNC110
            await asyncio.sleep(0.1)  # the simulation tells nobody

    def _turns(self) -> Iterator[Table]:
        """Give the tables in turn; not those that are over, or whose last answer is still being worked on."""
        while True:
            free = 0
            for table in self.tables:
                if not table.busy and GAME.waiting(table.position):
                    free += 1
                    yield table
            if not free:
                raise RuntimeError("no table is free; the bot does not keep up")

    def _act(self, table: Table, due: float) -> None:
        seat = self._chance.choice(GAME.waiting(table.position))
        prompt = GAME.prompt(table.position, seat)
        picked = random_picks(prompt, self._chance)
        code = Code("", table.number, table.revision, mark(prompt))
        GAME.answer(table.position, seat, picked)
        table.revision += 1
        table.busy = True
        act = Act(table, seat, due, table.panels.get(seat))
        self.acts.append(act)
        fits = len(prompt.legal) <= 25 and picked
        if act.message_id is not None and fits and self._chance.random() < 0.75:
            self._press(act, prompt, picked, code)
        else:
            act.message_id = None
            options = [{"type": 3, "name": "move", "value": ", ".join(picked) or "none"}]
            data = {"id": self._command["id"], "name": "play", "type": 1, "options": options}
            self._emit(act, 2, data, {})

    def _press(self, act: Act, prompt: Any, picked: list[str], code: Code) -> None:
        backend = self.env.backend
        assert act.message_id is not None
        panel = backend.get_message(act.table.channel_id, act.message_id)
        message = dict(simcord.backend.serializers.message_payload(backend, panel))
        if len(prompt.legal) <= 5 and prompt.at_most == 1:
            at = next(at for at, option in enumerate(prompt.options) if option.id == picked[0])
            custom_id = Code("pick", code.table, code.revision, code.mark, str(at)).button()
            data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
        else:
            custom_id = Code("choose", code.table, code.revision, code.mark, "0").select()
            data = {"custom_id": custom_id, "component_type": 3, "values": picked}
        self._emit(act, 3, data, {"message": message})

    def _emit(self, act: Act, type_: int, data: dict[str, Any], extra: dict[str, Any]) -> None:
        backend = self.env.backend
        person = act.table.people[act.seat]
        record, payload = base_payload(
            backend,
            type=type_,
            channel_id=act.table.channel_id,
            guild_id=person.guild.id,
            user_id=person.id,
            data=data,
        )
        payload.update(extra)
        if extra:
            record.source_message_id = act.message_id
        self._by_id[str(record.id)] = act
        self._by_token[record.token] = act
        backend.emit("INTERACTION_CREATE", payload)


async def seat_people(env: simcord.Env, store: Store) -> list[Table]:
    """Give the tables that are played channels and people of the simulated Discord."""
    tables: list[Table] = []
    guilds = [env.create_guild(f"Guild {number}") for number in range(GUILDS)]
    async with store.writing() as session:
        for guild in guilds:
            session.add(Guild(id=guild.id, first_seen=datetime.now(UTC)))
        await session.flush()
        for number in range(1, LIVE + 1):
            guild = guilds[number % GUILDS]
            channel = guild.create_text_channel(f"table-{number}")
            stored = await session.get_one(GameTable, number)
            stored.channel_id, stored.guild_id = channel.id, guild.id
            snapshot = await session.get_one(Snapshot, number)
            position = GAME.decode(snapshot.position)
            people: list[MemberActor] = []
            for seat in range(2 + (number % GAMES_PLAYED) % 3):
                person = guild.add_member(env.create_user(f"player-{number}-{seat}"))
                people.append(person)
                await session.exec(
                    update(Seat).where(col(Seat.table_id) == number, col(Seat.number) == seat).values(user_id=person.id)
                )
            tables.append(Table(number, channel.id, people, position, stored.revision))
    return tables


class Pending(list[Any]):
    """What the simulation keeps of work that has not been done, with removal that does not look through all of it.

    It is made for tests, which let the bot come to rest after every press; here it never rests.
    """

    def __init__(self) -> None:
        super().__init__()
        self._records: dict[int, Any] = {}

    def append(self, record: Any) -> None:
        """Keep a piece of work."""
        self._records[id(record)] = record

    def remove(self, record: Any) -> None:
        """Drop a piece of work that is done."""
        if self._records.pop(id(record), None) is None:
            raise ValueError(record)

    def clear(self) -> None:
        """Drop everything."""
        self._records.clear()

    def __iter__(self) -> Iterator[Any]:
        return iter(list(self._records.values()))


class Pulse:
    """Watches how long the loop does not come round."""

    def __init__(self) -> None:
        self.worst = 0.0
        self._task = asyncio.create_task(self._beat())

    async def _beat(self) -> None:
        last = time.perf_counter()
        while True:
            await asyncio.sleep(PAUSE)
            now = time.perf_counter()
            self.worst = max(self.worst, now - last - PAUSE)
            last = now

    def stop(self) -> None:
        """Watch no more."""
        self._task.cancel()


def most_held(pid: str) -> float:
    """The most memory that a process has held, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM:")).split()[1]) / 1024


async def run(url: str, seconds: float, began: float) -> dict[str, float]:
    """Start the bot on the stored tables, let people play, measure. `began`: when the process was started."""
    logging.basicConfig(level=logging.WARNING)
    logging.getLogger("bot.drawing").setLevel(logging.ERROR)  # pictures are left out here, and it says so each time
    store = await Store.open(url)
    defaults = Settings()
    drawer = Drawer(defaults.pictures, defaults.drawers)
    bot = Orrery(Tables(store), GAMES, drawer, shard_count=1)
    env = simcord.Env(bot, check_errors=False, settle_timeout=120)
    let_simulation_know(env, bot)
    await env.start()
    start = time.time() - began
    try:
        tables = await seat_people(env, store)
        crowd = Crowd(env, tables)
        env._work.callbacks = Pending()  # noqa: SLF001 - it has no other door
        pulse = Pulse()
        await crowd.play(seconds)
        pulse.stop()
        memory = {"memory_mb": most_held("self"), "drawing_mb": sum(map(most_held, map(str, drawer.pids)))}
        await check(bot.tables, tables)
        crowd.stop()
    finally:
        await env.shutdown()
        drawer.close()
        await store.close()
    env.raise_errors()
    return {**figures(crowd), "loop_blocked_worst_s": pulse.worst, **memory, "start_s": start}


async def check(service: Tables, tables: Sequence[Table]) -> None:
    """See that every answer counts: each game stands where its people's answers lead to."""
    for table in tables:
        live = await service.game(table.number)
        if live._position != table.position:  # noqa: SLF001 - what is stored and nothing else
            raise RuntimeError(f"table {table.number} does not stand where its answers lead to")


def figures(crowd: Crowd) -> dict[str, float]:
    """Sum up what the people noted."""
    replies = sorted(act.replied - act.at for act in crowd.acts if act.replied is not None)
    panels = sorted(act.shown - act.at for act in crowd.acts if act.shown is not None)
    if len(replies) < len(crowd.acts) or len(panels) < len(crowd.acts):
        raise RuntimeError("an answer was never replied to")
    return {
        "first_reply_median_s": statistics.median(replies),
        "first_reply_p99_s": replies[int(len(replies) * 0.99)],
        "first_reply_worst_s": replies[-1],
        "panel_median_s": statistics.median(panels),
        "panel_p99_s": panels[int(len(panels) * 0.99)],
        "answers": len(replies),
        "posts": crowd.posts,
    }


def measure(seconds: float) -> dict[str, float]:
    """Store the tables, then measure in a fresh process."""
    with tempfile.TemporaryDirectory(prefix="orrery-") as folder:
        url = f"sqlite:///{Path(folder) / 'orrery.sqlite3'}"
        asyncio.run(fill(url))
        command = [sys.executable, "-m", "benchmarks.bot", "--seconds", str(seconds), "--on", url]
        done = subprocess.run(  # noqa: S603 - this very program
            [*command, "--began", str(time.time())], stdout=subprocess.PIPE, check=True, text=True
        )
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


def main(arguments: Sequence[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bot", description="Measure the bot under load.")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--on", help=argparse.SUPPRESS)
    parser.add_argument("--began", type=float, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.seconds <= 0:
        parser.error("--seconds must be more than 0")
    if options.on is not None:
        print(json.dumps(asyncio.run(run(options.on, options.seconds, options.began))))
        return 0
    measured = {key: round(value, 4) for key, value in measure(options.seconds).items()}
    if options.json:
        print(json.dumps(measured))
    else:
        for key, value in measured.items():
            print(f"{key:24} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
