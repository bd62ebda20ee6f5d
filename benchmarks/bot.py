"""``python -m benchmarks.bot [--seconds N] [--rate N] [--games KEY ...] [--json]``: how fast the bot is under load.

With ``--counts [--check] [--json]`` nothing is measured: it is counted what one press costs (`benchmarks.counts`), and
with ``--check`` the exit code is 1 where that is more than what is written down.

1,000 running tables are stored in a fresh SQLite file: games (of Race, unless others are named) played on to somewhere
in their middle. A process of its own starts the bot on them, as ``python -m bot`` would, but against the simulated
Discord. Then people answer at 200 of the tables, 20 answers a second for N seconds (60), by a button or menu of the
panel that they have open (``pressed`` counts these) or typed with ``/play move:``; panels and boards are drawn by the
drawing process. At the end every game must stand where its answers lead to.

- first_reply_*_s: from the instant at which a person acts to the call that acknowledges it to Discord.
- loop_blocked_worst_s: the longest time in which the event loop ran nothing else.
- memory_mb: the most that the bot's process and its drawing processes have ever held, added up: what an operator sees.
- start_s: from starting the process to the bot being ready, with its commands told to Discord.

The simulated Discord and the people run in the bot's process and on its event loop, so their work is in all of these
figures; of a real Discord, the network would be added. Only what the simulation keeps of all calls and of the pictures
that were sent to it is emptied as it goes: the real one keeps that elsewhere.

Beside them, to tell what is the bot's and what the machine's:

- panel_median_s, panel_p99_s: from acting to seeing the next panel; posts: what the channels and the direct messages
  saw.
- panels_drawn, posts_drawn: the shares of panels and of messages with a board that had a picture when they were first
  shown; panels_drawn_late, posts_drawn_late: those into which it was put afterwards. picture_p99_s: from acting to
  seeing the picture of the next panel. What was replaced by something newer before that is in neither.
- bot_mb, drawing_mb: the parts of memory_mb.
- loop_busy_worst_s: the most processor time that the loop used between two of its rounds; what loop_blocked_worst_s is
  longer than that, it waited for a core or for another thread.
- machine_late_worst_s: the longest time that a process of the same priority, which does nothing, came too late.
- cpu_ms_an_answer: processor time of the bot's process for each answer, with all that follows from it;
  simulated_ms_an_answer: as much of it at least is the simulated Discord's and the people's.
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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import simcord
from simcord._dpy_internals import real_monotonic
from simcord.actors import MemberActor
from simcord.http import router
from simcord.interactions import base_payload
from sqlmodel import col, update

from benchmarks import counts
from benchmarks.scenes import picks as random_picks
from bot.client import Orrery
from bot.local import let_simulation_know
from bot.runtime import tune_gc
from bot.settings import Settings
from bot.tables.core import answers
from bot.tables.core.data import fingerprint
from bot.tables.core.events import encode_events
from bot.tables.preferences import ASKED
from bot.tables.service import Tables
from bot.views.custom_ids import BUTTON, SELECT, CustomId, read_custom_id
from bot.views.pictures import first_jobs
from rendering.pool import Drawer
from rules.kernel.game import Game, Position
from rules.kernel.play import SeatAutomation, answer_automatically
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.registry import GAMES
from storage.schema import GameTable, Guild, LogRow, Preference, Seat, Snapshot
from storage.store import Store

STORED = 1000
LIVE = 200
A_SECOND = 20
GAMES_PLAYED = 40
"""Different games; the tables share them."""
GUILDS = 10
TRIES_TO_PRESS = 0.75
"""The share of people who would press; those whose panel asks another thing by now, or is not there yet, type."""
GALLERY = 12
"""Discord's number of the kind of component that shows pictures."""
SETTLES = 5.0
"""Seconds at the end for pictures that are put in afterwards."""
PAUSE = 0.002
"""The loop is asked this often whether it runs."""


@dataclass
class Played:
    """A game somewhere in its middle, and the log that leads there."""

    game: Game[Any, Any]
    seats: int
    key: str
    rows: list[dict[str, Any]]
    revision: int
    encoded: bytes
    waiting: list[int]


def play_some(game: Game[Any, Any], seed: int) -> Played:
    """Play a game for a while at random."""
    chance = Random(seed)
    seats = 2 + seed % 3
    key = f"{seed:032x}"
    position, outcome = game.setup(game.check_setup({}, seats), seats, Rng(key))
    rows: list[dict[str, Any]] = [
        {"kind": "start", "revision": 2, "barrier": True, "events": encode_events(outcome.events)}
    ]
    encoded = game.encode(position)
    for _ in range(chance.randint(4, 14) * seats):
        waiting = game.waiting(position)
        if not waiting:
            break
        seat = chance.choice(waiting)
        picked = random_picks(game.prompt(position, seat), chance)
        run = answers.run(game, encoded, seat, [picked])
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
    return Played(game, seats, key, rows, rows[-1]["revision"], encoded, game.waiting(position))


async def fill(url: str, games: Sequence[str]) -> None:
    """Store all the tables; those that are played get numbers 1 to LIVE."""
    store = await Store.open(url)
    now = datetime.now(UTC)
    examples = [play_some(GAMES[games[seed % len(games)]], seed) for seed in range(GAMES_PLAYED)]
    async with store.writing() as session:
        session.add(Guild(id=1, first_seen=now))
        await session.flush()
        for number in range(1, STORED + 1):
            played = examples[number % GAMES_PLAYED]
            options = played.game.check_setup({}, played.seats)
            session.add(
                GameTable(
                    id=number,
                    guild_id=1,
                    channel_id=number,
                    owner_id=number * 10,
                    game=played.game.info.key,
                    options=options,
                    phase="running",
                    revision=played.revision,
                    rules_version=played.game.info.rules_version,
                    key=played.key,
                    created_at=now,
                    started_at=now,
                )
            )
        await session.flush()
        for number in range(1, STORED + 1):
            played = examples[number % GAMES_PLAYED]
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
    game: Game[Any, Any]
    channel_id: int
    people: list[MemberActor]
    position: Position[Any, Any]
    revision: int
    automation: Mapping[int, SeatAutomation]
    """What the table answers for whoever has set nothing, by seat."""
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
    drawn: float | None = None


@dataclass
class Shown:
    """A message with a board, as it was first shown and as it is now."""

    at_once: bool
    late: bool = False


class Crowd:
    """The people: they act when it is time, whatever the bot does meanwhile, and note when it replies."""

    def __init__(self, env: simcord.Env, tables: Sequence[Table]) -> None:
        self.env = env
        self.tables = tables
        self.acts: list[Act] = []
        self.posts = 0
        self.pressed = 0
        self.boards: dict[str, Shown] = {}
        """The messages with a board that the channels and the direct messages saw, by their address and version."""
        self.simulated = 0.0
        """Processor time of the people and of the simulated Discord."""
        self._by_token: dict[str, Act] = {}
        self._by_id: dict[str, Act] = {}
        self._undrawn: dict[str, Act] = {}
        """Acts whose panels had no picture when they were shown, by the tokens that may put it in."""
        self._chance = Random(1)
        self._command = env.backend.commands[None]["play", 1]
        self._really = router.dispatch
        router.dispatch = self._dispatch

    def stop(self) -> None:
        """Leave the simulated Discord as it was."""
        router.dispatch = self._really

    def _dispatch(self, backend: Any, method: str, path: str, **more: Any) -> Any:
        began = time.thread_time()
        answered = self._really(backend, method, path, **more)
        self.simulated += time.thread_time() - began
        parts = path.split("/")
        if method == "POST" and parts[1] == "interactions" and parts[2] in self._by_id:
            self._by_id.pop(parts[2]).replied = time.perf_counter()
        elif method == "PATCH" and parts[1] == "webhooks" and parts[3] in self._by_token:
            act = self._by_token.pop(parts[3])
            act.shown = time.perf_counter()
            act.table.busy = False
            act.table.panels[act.seat] = act.message_id or int(answered["id"])
            self._undrawn[parts[3]] = act
            self._note_drawn(parts[3], answered)
        elif method == "PATCH" and parts[1] == "webhooks" and parts[3] in self._undrawn:
            self._note_drawn(parts[3], answered)
        elif (method == "POST" and path.endswith("/messages")) or (method == "PATCH" and parts[1] == "channels"):
            self.posts += 1
            self._note_board(answered)
        backend.http_requests.clear()
        backend.transcript.clear()
        backend.cdn._blobs.clear()  # noqa: SLF001 - it has no other door
        return answered

    def _note_drawn(self, token: str, message: dict[str, Any]) -> None:
        """Note that the panel of an act has its picture, if it has."""
        if _pictured(message):
            self._undrawn.pop(token).drawn = time.perf_counter()

    def _note_board(self, message: dict[str, Any]) -> None:
        """Note whether a message that shows a table as it is at a revision has a picture."""
        codes = [_code(one) for one in _components(message["components"])]
        board = next((code for code in codes if code is not None and code.verb == "board"), None)
        if board is None:
            return
        key, pictured = f"{message['id']} {board.revision}", _pictured(message)
        known = self.boards.get(key)
        if known is None:
            self.boards[key] = Shown(pictured)
        elif pictured and not known.at_once:
            known.late = True

    async def play(self, seconds: float, a_second: float) -> None:
        """Answer at a steady rate."""
        began = time.perf_counter()
        turn = self._turns()
        for number in range(int(seconds * a_second)):
            due = began + number / a_second
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            busy = time.thread_time()
            self._act(next(turn), due)
            self.simulated += time.thread_time() - busy
        while self._by_token and time.perf_counter() < began + seconds + 120:  # noqa: ASYNC110
            await asyncio.sleep(0.1)  # the simulation tells nobody
        until = time.perf_counter() + SETTLES
        while self._undrawn and time.perf_counter() < until:  # noqa: ASYNC110
            await asyncio.sleep(0.1)

    def _turns(self) -> Iterator[Table]:
        """Give the tables in turn; not those that are over, or whose last answer is still being worked on."""
        while True:
            free = 0
            for table in self.tables:
                if not table.busy and table.game.waiting(table.position):
                    free += 1
                    yield table
            if not free:
                over = sum(not table.game.waiting(table.position) for table in self.tables)
                old = [act for act in self.acts[:-LIVE] if act.shown is None]
                raise RuntimeError(
                    f"no table is free: {over} games are over, {len(old)} of {len(self.acts)} answers hang. "
                    "Unless games are over, the bot does not keep up."
                )

    def _act(self, table: Table, due: float) -> None:
        seat = self._chance.choice(table.game.waiting(table.position))
        prompt = table.game.prompt(table.position, seat)
        picked = random_picks(prompt, self._chance)
        table.game.answer(table.position, seat, picked)
        answer_automatically(table.game, table.position, table.automation)
        table.revision += 1
        table.busy = True
        act = Act(table, seat, due, table.panels.get(seat))
        self.acts.append(act)
        pressed = self._find(act, prompt, picked) if self._chance.random() < TRIES_TO_PRESS else None
        if pressed is not None:
            data, message = pressed
            self.pressed += 1
            self._emit(act, 3, data, {"message": message})
        else:
            act.message_id = None
            options = [{"type": 3, "name": "move", "value": ", ".join(picked) or "none"}]
            data = {"id": self._command["id"], "name": "play", "type": 1, "options": options}
            self._emit(act, 2, data, {})

    def _find(self, act: Act, prompt: Prompt, picked: list[str]) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Find what to press on the panel that a person has open; None where there is none or it asks another thing."""
        if act.message_id is None:
            return None
        backend = self.env.backend
        panel = backend.get_message(act.table.channel_id, act.message_id)
        message: dict[str, Any] = dict(simcord.backend.serializers.message_payload(backend, panel))
        for one in _components(message["components"]):
            code = _code(one)
            if code is None or code.fingerprint != fingerprint(prompt):
                continue
            data = {"custom_id": one["custom_id"], "component_type": one["type"]}
            if code.verb == "none" and not picked:
                return data, message
            if code.verb == "pick" and [prompt.options[int(code.argument)].id] == picked:
                return data, message
            if code.verb == "choose" and picked and {*picked} <= {option["value"] for option in one["options"]}:
                return {**data, "values": picked}, message
        return None

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


def _components(components: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in components:
        yield one
        yield from _components(one.get("components", []))


def _code(component: dict[str, Any]) -> CustomId | None:
    """The custom_id of a button or a menu of ours."""
    custom_id = component.get("custom_id", "")
    match = BUTTON.fullmatch(custom_id) or SELECT.fullmatch(custom_id)
    return None if match is None else read_custom_id(match)


def _pictured(message: dict[str, Any]) -> bool:
    """Whether a message shows a picture."""
    return any(one["type"] == GALLERY for one in _components(message["components"]))


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
            game = GAMES[stored.game]
            position = game.decode(snapshot.position)
            people: list[MemberActor] = []
            for seat in range(2 + (number % GAMES_PLAYED) % 3):
                person = guild.add_member(env.create_user(f"player-{number}-{seat}"))
                people.append(person)
                # Who is told of a turn for the first time ever is asked for their hours; these have been.
                session.add(Preference(user_id=person.id, hours_asked=ASKED))
                await session.exec(
                    update(Seat).where(col(Seat.table_id) == number, col(Seat.number) == seat).values(user_id=person.id)
                )
            unset = SeatAutomation(settings=game.table_settings(stored.options))
            automation = dict.fromkeys(range(len(people)), unset)
            tables.append(Table(number, game, channel.id, people, position, stored.revision, automation))
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


def use_real_timers(env: simcord.Env) -> None:
    """Let timers go off when it is time: those of the simulation wait until the bot rests, which it never does here."""
    loop, really = asyncio.get_running_loop(), env._runtime  # noqa: SLF001 - it has no other door
    assert really is not None

    def call_later(delay: float, callback: Any, *args: Any, context: Any = None) -> asyncio.TimerHandle:
        handle: asyncio.TimerHandle = really.call_at(real_monotonic() + delay, callback, *args, context=context)
        return handle

    def call_at(when: float, callback: Any, *args: Any, context: Any = None) -> asyncio.TimerHandle:
        return call_later(when - loop.time(), callback, *args, context=context)  # that time stands still

    loop.call_later, loop.call_at = call_later, call_at  # type: ignore[assignment, method-assign]


class Pulse:
    """Watches how long the loop does not come round, and how much processor time its thread uses meanwhile."""

    def __init__(self) -> None:
        self.worst = 0.0
        self.busiest = 0.0
        self._task = asyncio.create_task(self._beat())

    async def _beat(self) -> None:
        last, used = time.perf_counter(), time.thread_time()
        while True:
            await asyncio.sleep(PAUSE)
            now, uses = time.perf_counter(), time.thread_time()
            self.worst = max(self.worst, now - last - PAUSE)
            self.busiest = max(self.busiest, uses - used)
            last, used = now, uses

    def stop(self) -> None:
        """Watch no more."""
        self._task.cancel()


METRONOME = f"""
import sys, time
worst, last = 0.0, time.perf_counter()
print(flush=True)
while sys.stdin not in __import__("select").select([sys.stdin], [], [], {PAUSE})[0]:
    now = time.perf_counter()
    worst, last = max(worst, now - last - {PAUSE}), now
print(worst)
"""


class Metronome:
    """A process that does nothing but watch how late the machine lets it run."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - the program above
            [sys.executable, "-c", METRONOME], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self._process.stdout.readline()

    def stop(self) -> float:
        """Let it end, and give how late it came at worst."""
        worst, _ = self._process.communicate("\n")
        return float(worst)


def most_held(pid: str) -> float:
    """The most memory that a process has held, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM:")).split()[1]) / 1024


async def run(url: str, seconds: float, a_second: float, began: float) -> dict[str, float]:
    """Start the bot on the stored tables, let people play, measure. `began`: when the process was started."""
    logging.basicConfig(level=logging.WARNING)
    store = await Store.open(url)
    defaults = Settings()
    drawer = Drawer(defaults.pictures, defaults.drawers, first=partial(first_jobs, GAMES))
    bot = Orrery(Tables(store), GAMES, drawer, shard_count=1)
    tune_gc()
    env = simcord.Env(bot, check_errors=False, settle_timeout=120)
    let_simulation_know(env, bot)
    await env.start()
    start = time.time() - began
    try:
        tables = await seat_people(env, store)
        crowd = Crowd(env, tables)
        env._work.callbacks = Pending()  # noqa: SLF001 - it has no other door
        use_real_timers(env)
        metronome, pulse = Metronome(), Pulse()
        used = time.process_time()
        await crowd.play(seconds, a_second)
        used = time.process_time() - used
        pulse.stop()
        machine = metronome.stop()
        held, drawing = most_held("self"), sum(map(most_held, map(str, drawer.pids)))
        await check(bot.tables, tables)
        crowd.stop()
    finally:
        await env.shutdown()
        drawer.close()
        await store.close()
    env.raise_errors()
    return {
        **figures(crowd.acts),
        "posts_drawn": statistics.mean(one.at_once for one in crowd.boards.values()),
        "posts_drawn_late": statistics.mean(one.late for one in crowd.boards.values()),
        "loop_blocked_worst_s": pulse.worst,
        "memory_mb": held + drawing,
        "start_s": start,
        "pressed": crowd.pressed,
        "posts": crowd.posts,
        "bot_mb": held,
        "drawing_mb": drawing,
        "loop_busy_worst_s": pulse.busiest,
        "machine_late_worst_s": machine,
        "cpu_ms_an_answer": 1000 * used / len(crowd.acts),
        "simulated_ms_an_answer": 1000 * crowd.simulated / len(crowd.acts),
    }


async def check(service: Tables, tables: Sequence[Table]) -> None:
    """See that every answer counts: each game stands where its people's answers lead to."""
    for table in tables:
        live = await service.game(table.number)
        if live._position != table.position:  # noqa: SLF001 - what is stored and nothing else
            raise RuntimeError(f"table {table.number} does not stand where its answers lead to")


def figures(acts: Sequence[Act]) -> dict[str, float]:
    """Sum up what the people noted.

    Raises:
        RuntimeError: somebody never got a reply.

    """
    replies = sorted(act.replied - act.at for act in acts if act.replied is not None)
    panels = sorted(act.shown - act.at for act in acts if act.shown is not None)
    drawn = sorted(act.drawn - act.at for act in acts if act.drawn is not None)
    at_once = sum(act.drawn is not None and act.shown is not None and act.drawn - act.shown < PAUSE for act in acts)
    if len(replies) < len(acts) or len(panels) < len(acts):
        raise RuntimeError("an answer was never replied to")
    return {
        "first_reply_median_s": statistics.median(replies),
        "first_reply_p99_s": replies[int(len(replies) * 0.99)],
        "first_reply_worst_s": replies[-1],
        "answers": len(replies),
        "panel_median_s": statistics.median(panels),
        "panel_p99_s": panels[int(len(panels) * 0.99)],
        "panels_drawn": at_once / len(acts),
        "panels_drawn_late": (len(drawn) - at_once) / len(acts),
        "picture_p99_s": drawn[int(len(drawn) * 0.99)] if drawn else 0.0,
    }


def measure(seconds: float, a_second: float, games: Sequence[str]) -> dict[str, float]:
    """Store the tables, then measure in a fresh process.

    That process runs no module of its own: as with ``python -m bot``, drawing processes then import none but theirs.
    """
    with tempfile.TemporaryDirectory(prefix="orrery-") as folder:
        url = f"sqlite:///{Path(folder) / 'orrery.sqlite3'}"
        asyncio.run(fill(url, games))
        program = "import sys; from benchmarks.bot import start; start(*sys.argv[1:])"
        done = subprocess.run(  # noqa: S603 - this very program
            [sys.executable, "-c", program, url, str(seconds), str(a_second), str(time.time())],
            stdout=subprocess.PIPE,
            check=True,
            text=True,
        )
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


def start(url: str, seconds: str, a_second: str, began: str) -> None:
    """Measure in this process, and print what was seen as JSON."""
    print(json.dumps(asyncio.run(run(url, float(seconds), float(a_second), float(began)))))


def tell_counts(*, as_json: bool, check: bool) -> int:
    """Count what one press costs, and print it."""
    counted = asyncio.run(counts.count())
    if as_json:
        print(json.dumps(counted))
    else:
        for act, kinds in counted.items():
            print(f"{act:10}", *(f"{number:4} {kind}" for kind, number in kinds.items()))
    risen = counts.risen(counted, counts.written()) if check else []
    for one in risen:
        print(one, file=sys.stderr)
    return 1 if risen else 0


def main(arguments: Sequence[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bot", description="Measure the bot under load.")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=A_SECOND, help="answers a second")
    parser.add_argument("--games", nargs="+", default=["race"], choices=sorted(GAMES), help="what is played")
    parser.add_argument("--counts", action="store_true", help="count what one press costs, in place of measuring")
    parser.add_argument("--check", action="store_true", help="with --counts: fail where that is more than written down")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    if min(options.seconds, options.rate) <= 0:
        parser.error("--seconds and --rate must be more than 0")
    if options.check and not options.counts:
        parser.error("--check goes with --counts")
    if options.counts:
        return tell_counts(as_json=options.json, check=options.check)
    measured = {key: round(value, 4) for key, value in measure(options.seconds, options.rate, options.games).items()}
    if options.json:
        print(json.dumps(measured))
    else:
        for key, value in measured.items():
            print(f"{key:24} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
