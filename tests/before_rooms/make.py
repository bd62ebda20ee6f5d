"""How the databases in tests/data/before-rooms were made: ``python -m tests.before_rooms.make make KEY...``.

A first part is played with the bot at work in a simulated server, so that messages, posts and lanes are as they come to
be. In a second part nobody sends anything any more: what is said from then on waits in the outbox. The README tells
what is meant to be in them. It is kept as a recipe; the data are those of before bot/ had rooms, and are not made anew.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
from sqlmodel import select

from rules.kernel import robots
from rules.kernel.game import Game
from rules.kernel.rng import Rng
from rules.kernel.steps import Flow
from storage import log, outbox
from storage.schema import OutboxRow, PostedMessage, Reminder
from storage.store import Store
from tests.before_rooms.positions import DATA
from tests.before_rooms.service import (
    Kept,
    Live,
    Person,
    Scene,
    Tables,
    all_games,
    channel_names,
    counted,
    delivered,
    kinds_waiting,
    messages_of,
    noted,
    outbox_of,
    replayed,
    scene,
    tables_on,
    undone,
)

LATE = {"race": 9, "gaia": 6, "eclipse": 8, "circadians": 7}
"""The round in which a game counts as late."""
OPTIONS: dict[str, list[dict[str, str]]] = {
    "race": [{}],
    "gaia": [{"setup": "advanced", "map": "method3"}, {}],
    "eclipse": [{"species": "random"}, {}],
    "circadians": [{}],
}
EVENING = datetime.fromisoformat("2026-01-02T22:30:00+00:00")
"""When the second part begins: late at night where Ben lives."""
POLICIES = {
    "race": [("explore", "dearest"), ("hand_limit", "dearest")],
    "gaia": [],
    "eclipse": [],
    "circadians": [],
}

Stop = Callable[[Live], bool]


def never(_: Live) -> bool:
    """Play to the end."""
    return False


def half_made(live: Live) -> bool:
    """Stop in the middle of somebody's turn."""
    return live.half_made


def in_round(number: int) -> Stop:
    """Stop when a round has come."""
    return lambda live: getattr(live.view(None), "round", 0) >= number


def elder(game: Game[Any, Any], *, differs: bool) -> Game[Any, Any]:
    """Make the version of the rules before; where it `differs`, chance brings something else in it."""
    info = msgspec.structs.replace(game.info, rules_version=game.info.rules_version - 1)

    def begin(self: Any, config: Mapping[str, str], seats: int, flow: Flow[Any]) -> Any:
        flow.rng.below(2, "elder")
        return type(game).begin(self, config, seats, flow)

    members = {"info": info, **({"begin": begin} if differs else {})}
    made: Game[Any, Any] = type("Elder", (type(game),), members)()
    return made


class Maker:
    """Makes the database of one game."""

    def __init__(self, key: str, folder: Path) -> None:
        self.key = key
        self.file = folder / "orrery.db"
        self.ids: dict[str, int] = {}
        self.channels: dict[str, int] = {}
        self.users: dict[str, int] = {}
        self.guild = 0
        self.tables: Tables
        self.seed = 0

    def person(self, name: str) -> Person:
        return Person(self.users[name], name)

    async def open(self, channel: str, *people: str, robots_: int = 0, start: bool = True, option: int = 0) -> int:
        """Open a table of the first person in a channel, and start its game."""
        options = OPTIONS[self.key][option % len(OPTIONS[self.key])]
        owner = self.person(people[0])
        lobby = self.tables.lobby
        info = await lobby.create(self.guild, self.channels[channel], owner, self.key, options)
        self.ids[channel] = info.id
        for name in people[1:]:
            await lobby.join(info.id, self.person(name))
        if robots_:
            await self.tables.robots.add(info.id, owner, robots_)
        if start:
            await lobby.start(info.id, owner)
        return info.id

    async def play(self, channel: str, stop: Stop = never, most: int = 5000) -> Live:
        """Let the persons of a table answer by chance and as robots do."""
        self.seed += 1
        rng, id = Rng(f"{self.seed:032x}"), self.ids[channel]
        live = await self.tables.game(id)
        for _ in range(most):
            if live.over or stop(live):
                break
            persons = [seat for seat in live.waiting if not live.info.players[seat].robot]
            if not persons:
                await self.tables.robot_turns.finished(id, 10)
                live = await self.tables.game(id)
                continue
            seat = rng.pick(persons, "who")
            prompt = live.prompt_of(seat)
            assert prompt is not None
            at_random = self.key != "eclipse" and rng.below(10, "way") == 0
            choose = robots.choose if at_random else live.game.choose
            await self.tables.answer(id, live.info.players[seat].user_id, [choose(live.view(seat), prompt, rng)])
            live = await self.tables.game(id)
        return live

    async def undo_one(self, channel: str) -> bool:
        """Let whoever may take something back do so."""
        live = await self.tables.game(self.ids[channel])
        for one in live.info.persons:
            if not one.robot and await self.tables.undoable(live.info.id, one.user_id) is not None:
                await self.tables.undo(live.info.id, one.user_id)
                return True
        return False

    # The first part.

    async def first(self) -> list[dict[str, Any]]:
        """Play with the bot at work; gives what it has said."""
        async with scene(self.file) as opened:
            self.tables = opened.tables
            self.channels = {name: one.id for name, one in opened.channels.items()}
            self.users = {name: one.id for name, one in opened.users.items()}
            self.guild = next(iter(opened.env.backend.guilds))
            await self._prefer()
            await self._open_all(opened)
            await opened.later(minutes=30)
            await opened.settle()
            return messages_of(opened.env)

    async def _prefer(self) -> None:
        prefer, user = self.tables.prefer, self.users
        await prefer(user["Ada"], locale="en-US")
        await prefer(user["Ben"], language="de", zone="Europe/Berlin", quiet_from=22 * 60, quiet_to=8 * 60)
        await prefer(user["Cleo"], locale="de", away_day="2026-01-12")
        await prefer(user["Dora"], notices="channel", locale="de", picture="small")
        await prefer(user["Gus"], notices="none")
        await prefer(user["Ida"], muted=True, remind_hours=48)
        await prefer(self.channels["turn"], language="de")  # a channel has its posts in German

    async def _open_all(self, opened: Scene) -> None:
        tables = self.tables

        async def pause() -> None:
            await opened.later(minutes=3)

        await self.open("lobby", "Ada", "Ben", start=False)
        await tables.robots.add(self.ids["lobby"], self.person("Ada"))
        await pause()
        if self.key == "race":  # alone with a robot, for else nobody is asked alone for long
            await self.open("half", "Ada", robots_=1)
        else:
            await self.open("half", "Ada", "Ben", option=1)
        for channel, people in (("middle", "Ben Ada"), ("late", "Ada Cleo"), ("over", "Ada Dora")):
            await self.open(channel, *people.split(), option=len(self.ids))
            await pause()
        for key, value in POLICIES[self.key]:
            await tables.policies.set(self.ids["middle"], self.users["Ada"], key, value)
        for policy in (await tables.policies.of(self.ids["middle"], self.users["Ben"])).policies[:2]:
            await tables.policies.set(self.ids["middle"], self.users["Ben"], policy.key, policy.all_choices[-1].value)
            await tables.policies.set(
                self.ids["middle"], self.users["Ben"], policy.key, policy.all_choices[0].value, "here"
            )
        await self.play("middle", most=14)
        await tables.history.read(self.ids["middle"], self.users["Ada"])
        await self.play("middle", most=2)
        await pause()
        await self.play("half", most=9)
        await self.play("late", in_round(LATE[self.key] - 1))
        await pause()
        await self._open_clocks(pause)
        await self._open_lost(opened, pause)

    async def _open_clocks(self, pause: Callable[[], Awaitable[None]]) -> None:
        tables = self.tables
        await self.open("ended", "Ada", "Emil")
        await self.play("ended", most=6)
        await self.open("robots", "Ada", "Ida", robots_=1)
        await self.play("robots", most=12)
        await pause()
        await self.open("soft", "Ada", "Dora", "Ida")
        await tables.clocks.configure(self.ids["soft"], self.person("Ada"), "clock_hours", "6")
        await tables.clocks.configure(self.ids["soft"], self.person("Ada"), "clock", "soft")
        await self.open("hard", "Ada", "Ida")
        await tables.clocks.configure(self.ids["hard"], self.person("Ada"), "clock", "hard")
        await tables.clocks.configure(self.ids["hard"], self.person("Ada"), "clock_hours", "6")
        await pause()
        await self.open("given", "Ada", "Ida")
        await tables.clocks.configure(self.ids["given"], self.person("Ada"), "clock", "soft")
        await tables.clocks.configure(self.ids["given"], self.person("Ada"), "clock_hours", "6")
        await self.open("votes", "Ada", "Ben", robots_=0)
        await self.play("votes", most=10)
        await self.open("back", "Ada", "Ida")
        await self.play("back", most=10)
        await self.open("undo", "Ada", "Ben")
        await self.play("undo", most=5)
        await pause()

    async def _open_lost(self, opened: Scene, pause: Callable[[], Awaitable[None]]) -> None:
        tables = self.tables
        await tables.people.note_closed(self.users["Emil"], closed=True)
        for channel in ("gone", "shut", "files", "former", "turn", "dropped", "ballot", "tried", "spare"):
            await self.open(channel, "Ada", "Emil" if channel == "files" else "Dora")
            await self.play(channel, most=4)
            await pause()
        await self.open("closed", "Ada", "Emil", "Fay")
        await pause()
        await opened.env.settle()
        opened.env.backend.delete_channel(self.channels["gone"])
        await pause()

    # The second part.

    async def second(self) -> datetime:
        """Go on while nobody sends anything; gives when it ends."""
        now = [EVENING]
        store = await Store.open(f"sqlite:///{self.file}")
        try:
            games = {self.key: all_games()[self.key]}
            self.tables = tables_on(store, lambda: now[0], games)
            self.tables._unit.robots_asked = lambda *_: None

            def later(minutes: float) -> None:
                now[0] += timedelta(minutes=minutes)

            await self._ends(now)
            later(3)
            await self._reminders()
            later(3)
            await self._games(later)
            later(3)
            await self._votes(later)
            later(3)
            await self._seats()
            later(3)
            await self._paused()
            await self._elder(store, now, games)
            later(3)
            await self._outbox(store, now)
            await self._overdue_reminders(store, now[0])
            return now[0]
        finally:
            await store.close()

    async def _ends(self, now: list[datetime]) -> None:
        """End the table whose channel is lost, while nothing else waits: everybody must be told in person."""
        tables = self.tables
        await tables.lobby.abandon(self.ids["gone"], self.person("Ada"))
        claimed = (await tables.outbox.claim(now[0], 50)).messages
        mine = [one for one in claimed if one.table_id == self.ids["gone"] and one.kind == "abandon"]
        await tables.channels.lose(self.ids["gone"], "gone", mine)
        await tables.outbox.release_claims()

    async def _reminders(self) -> None:
        """Hand out some of the reminders; others fall due and are left."""
        for _ in range(2):
            await self.tables.reminders._send_to_one()

    async def _games(self, later: Callable[[float], None]) -> None:
        tables, ada = self.tables, self.person("Ada")
        await tables.lobby.invite(self.ids["lobby"], ada, self.person("Dora"))
        option = all_games()[self.key].info.options
        if option:
            await tables.lobby.configure(self.ids["lobby"], ada, option[0].key, option[0].choices[-1].value)
        await self.open("begun", "Ben", "Ada", "Dora")
        await self.play("begun", most=1)  # a sealed answer, where there are such
        later(2)
        await self.play("half", half_made, most=150)
        await self.play("middle", most=3)
        await self._plan("middle")
        later(2)
        await self.play("late", in_round(LATE[self.key]))
        await self.play("late", half_made, most=8)
        await self.play("over")
        await self.play("ended", most=1)
        await tables.lobby.abandon(self.ids["ended"], ada)
        later(2)
        await self.play("turn", most=3)
        if self.key == "gaia":
            await self._line("turn")
        await self.play("tried", most=2)
        for _ in range(20):
            await self.play("undo", most=1)
            if await self.undo_one("undo"):
                break
        later(2)
        await tables.channels.move(self.ids["former"], ada, self.guild, self.channels["moved"])
        await tables.channels.warn_owner(self.ids["files"], "files", self.channels["files"])
        await tables.channels.warn_owner(self.ids["files"], "deleted", self.users["Emil"])
        await self.play("shut", most=2)
        await tables.channels.lose(self.ids["spare"], "shut")

    async def _plan(self, channel: str) -> bool:
        """Let whoever may plan something."""
        live = await self.tables.game(self.ids[channel])
        for one in live.info.persons:
            planning = await self.tables.plans.of(live.info.id, one.user_id)
            for prompt in planning.prompts:
                picks = [option.id for option in prompt.options[: max(1, prompt.at_least)]]
                await self.tables.plans.plan(live.info.id, one.user_id, prompt.kind, picks)
                return True
        return False

    async def _line(self, channel: str) -> bool:
        """Let somebody answer with a line that goes on beyond what others must answer first."""
        for _ in range(30):
            live = await self.tables.game(self.ids[channel])
            for seat in live.waiting:
                prompt = live.prompt_of(seat)
                assert prompt is not None
                for option in prompt.legal if prompt.at_least <= 1 <= prompt.at_most else ():
                    picks = [option.id]
                    alone, ahead = live.after(seat, [picks]), live.after(seat, [picks], suppose=True)
                    if alone.prompt is not None or not alone.others or ahead.prompt is None:
                        continue
                    legal = [one.id for one in ahead.prompt.legal]
                    rest = [(ahead.prompt, legal[len(legal) - max(1, ahead.prompt.at_least) :])]
                    user = live.info.players[seat].user_id
                    if (await self.tables.answer(live.info.id, user, [picks], rest=rest)).rest_waits:
                        return True
                    break
            if live.over:
                return False
            await self.play(channel, most=1)
        return False

    async def _votes(self, later: Callable[[float], None]) -> None:
        tables = self.tables
        last = (await tables.history.turns(self.ids["votes"])).last
        await tables.rewinds.ask(self.ids["votes"], self.users["Ada"], max(1, last - 3))
        await self.play("votes", most=1)
        later(2)
        await self._plan("back")
        last = (await tables.history.turns(self.ids["back"])).last
        vote = await tables.rewinds.ask(self.ids["back"], self.users["Ada"], max(1, last - 2))
        assert vote is not None
        await tables.rewinds.answer(self.ids["back"], self.users["Ida"], vote.revision, agree=True)
        last = (await tables.history.turns(self.ids["ballot"])).last
        await tables.rewinds.ask(self.ids["ballot"], self.users["Ada"], last)

    async def _seats(self) -> None:
        tables = self.tables
        await tables.clocks.expire()  # the clocks have run out over night
        await tables.clocks.configure(self.ids["hard"], self.person("Ada"), "clock_hours", "336")
        await tables.people.note_closed(self.users["Emil"], closed=True)
        given = await tables.lobby.info(self.ids["given"])
        late = next((one for one in given.players if one.overdue), None)
        voter = next(one for one in given.players if late is None or one.seat != late.seat)
        if late is not None:
            await tables.clocks.vote(given.id, voter.user_id, late.seat)
        soft = await tables.lobby.info(self.ids["soft"])
        overdue = [one.seat for one in soft.players if one.overdue]
        if overdue:
            voter = next(one for one in soft.persons if one.seat != overdue[0])
            await tables.clocks.vote(soft.id, voter.user_id, overdue[0])
        await self._plan("dropped")
        await tables.seat_robot(self.ids["dropped"], self.seat("dropped", "Ada", await self.info("dropped")), on=True)
        await tables.seat_robot(self.ids["robots"], self.seat("robots", "Ida", await self.info("robots")), on=True)
        closed = await self.info("closed")
        await tables.members.note(closed.id, self.users["Fay"], gone=True)
        replaced = await self.info("tried")
        await tables.lobby.replace(
            replaced.id, self.person("Ada"), self.seat("tried", "Dora", replaced), self.person("Gus")
        )

    async def info(self, channel: str) -> Any:
        return await self.tables.lobby.info(self.ids[channel])

    def seat(self, channel: str, name: str, info: Any) -> int:
        seat: int = info.seat_of(self.users[name])
        return seat

    async def _paused(self) -> None:
        """Let robots leave their questions for later, as if somebody else waited."""
        unit = self.tables._unit
        await self.open("paused", "Ada", robots_=1)
        unit._in_progress += 5
        await self.play("paused", lambda live: live.robots_asked, most=3)
        unit._in_progress -= 5

    async def _elder(self, store: Store, now: list[datetime], games: dict[str, Game[Any, Any]]) -> None:
        """Play some games under the rules of before, and bring some of them along."""
        new, game = self.tables, games[self.key]
        for channel, differs in (("elder", False), ("other", True), ("based", True), ("stuck", True)):
            self.tables = tables_on(store, lambda: now[0], {self.key: elder(game, differs=differs)})
            self.tables._unit.robots_asked = lambda *_: None
            await self.open(channel, "Ada", "Ida")
            await self.play(channel, most=12)
        self.tables = new
        async with store.writing() as session:
            for row in await session.exec(select(OutboxRow)):
                if row.table_id in {self.ids[one] for one in ("elder", "other", "based", "stuck")}:
                    row.sent_at = now[0]
                    session.add(row)
            await log.put_snapshot(session, self.ids["stuck"], 1, b"\xc1")
        await new.game(self.ids["based"])
        await self.play("based", most=3)
        try:
            await new.game(self.ids["stuck"])
        except Exception as error:  # noqa: BLE001 - it cannot be read, as it is meant
            sys.stdout.write(f"stuck: {type(error).__name__}\n")

    async def _outbox(self, store: Store, now: list[datetime]) -> None:
        """Let some rows have been claimed, tried, refused, put off and given up."""
        box = self.tables.outbox
        claimed = [one for one in (await box.claim(now[0], 200)).messages if one.table_id != self.ids["paused"]]
        await box.release_claims()
        async with store.writing() as session:  # as if nobody had tried the rest
            for kept in await session.exec(select(OutboxRow)):
                kept.tried = False
                session.add(kept)
        done: set[str] = set()
        ways: list[Callable[[Any], Any]] = [
            lambda row: box.wait([row.id], now[0] + timedelta(seconds=20), "Discord 503 0", outbox.OUTAGE),
            lambda row: box.wait([row.id], now[0] + timedelta(hours=1), "limited", outbox.LIMIT),
            lambda row: box.failed(row.id, now[0], "Discord 400 50035"),
            lambda row: box.failed(row.id, now[0], "Discord 404 10003", final=True),
            lambda row: box.later(row, now[0] + timedelta(minutes=5)),
        ]
        for row in claimed:
            if ways and row.kind not in done and row.kind in {"notice", "table", "turn", "ballot", "round"}:
                done.add(row.kind)
                await ways.pop(0)(row)
        async with store.writing() as session:  # claimed by a process that has ended
            rows = list(await session.exec(select(OutboxRow)))
            for kept in rows:  # what was posted by a process that ended before it could note so
                if kept.table_id == self.ids["closed"] and kept.kind == "start":
                    kept.sent_at, kept.tried = None, True
                    session.add(kept)
            for post in await session.exec(select(PostedMessage)):
                if post.table_id == self.ids["closed"] and post.kind != "lobby":
                    await session.delete(post)
            for kept in [one for one in rows if one.sent_at is None and one.waits == "" and not one.attempts][-4:-2]:
                kept.claimed_until, kept.claimed_by = now[0] + timedelta(minutes=2), 12345
                session.add(kept)

    async def _overdue_reminders(self, store: Store, now: datetime) -> None:
        async with store.reading() as session:
            found = list(await session.exec(select(Reminder)))
        due = [one for one in found if one.sent_at is None and one.due_at <= now]
        sys.stdout.write(f"reminders: {len(found)}, due and not handed out: {len(due)}\n")


def _pack(file: Path) -> bytes:
    packed = file.with_suffix(".packed")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("VACUUM INTO ?", (str(packed),))
    return gzip.compress(packed.read_bytes(), mtime=0)


def _in_lines(value: Any, deep: int = 2) -> str:
    """Write JSON with a line for each table."""
    if not isinstance(value, dict) or not deep:
        return json.dumps(value, ensure_ascii=False)
    parts = [f"{json.dumps(name)}: {_in_lines(one, deep - 1)}" for name, one in value.items()]
    return "{\n" + ",\n".join(parts) + "\n}"


async def make(key: str) -> None:
    """Make the database of a game, and note what is in it."""
    with tempfile.TemporaryDirectory() as folder:
        maker = Maker(key, Path(folder))
        messages = await maker.first()
        at = await maker.second()
        data = _pack(maker.file)
        (DATA / f"{key}.db.gz").write_bytes(data)
        (DATA / f"{key}.messages.json.gz").write_bytes(gzip.compress(json.dumps(messages).encode(), mtime=0))
    (DATA / f"{key}.json").write_text(json.dumps({"at": at.isoformat()}), encoding="utf-8")
    sys.stdout.write(f"{key}: {len(data)} bytes, {len(messages)} messages\n")
    await note(key, at)


async def note(key: str, at: datetime) -> None:
    """Note what is in the database of a game as the program reads it now."""
    kept = Kept(key)
    with tempfile.TemporaryDirectory() as folder:
        file = kept.copy(Path(folder))
        notes: dict[str, Any] = {
            "at": at.isoformat(),
            "names": {str(id): name for id, name in channel_names(file).items()},
            "counted": counted(file),
            "waiting": dict(sorted(kinds_waiting(file).items())),
            "outbox": outbox_of(file),
            "replayed": await replayed(file),
        }
        notes["tables"] = await noted(file, at)
        notes["undone"] = await undone(kept.copy(Path(folder), "undo.db"), at)
        said = await delivered(kept.copy(Path(folder), "said.db"), at, kept.messages)
    (DATA / f"{key}.json").write_text(_in_lines(notes) + "\n", encoding="utf-8")
    packed = gzip.compress(json.dumps(said, indent=1, ensure_ascii=False).encode(), mtime=0)
    (DATA / f"{key}.said.json.gz").write_bytes(packed)
    sys.stdout.write(f"{key}: waits {notes['waiting']}, became {said['became']}\n")


if __name__ == "__main__":
    for chosen in sys.argv[2:]:
        asyncio.run(make(chosen) if sys.argv[1] == "make" else note(chosen, Kept(chosen).at))
