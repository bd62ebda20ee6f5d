"""The bot on a kept database, and what can be told of its tables: all that these tests know of bot/ is imported here.

`noted` tells everything that must stay of a database, `delivered` what the bot says there to a simulated Discord.
Both are asked of the bot as it was (`tests.before_rooms.make`), kept beside the database, and asked again by the test.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import discord
import msgspec
import simcord
from simcord.actors import MemberActor
from simcord.backend.models import Message, Overwrite
from simcord.builders import ChannelHandle, UserHandle
from simcord.enums import OverwriteType

from bot.client import Orrery
from bot.local import let_simulation_know
from bot.tables.core.data import Live, LogEntry, Person
from bot.tables.core.errors import Stuck, TableError
from bot.tables.service import Tables
from rendering.pool import Drawer
from rules.kernel import robots
from rules.kernel.errors import RulesError
from rules.kernel.game import Game
from rules.kernel.record import Answer, Answerer, Record, replay
from rules.kernel.rng import Rng
from rules.kernel.robots import Level
from rules.registry import GAMES
from storage import log
from storage.schema import GameTable, LogRow
from storage.store import Store
from tests.at_table import keys
from tests.before_rooms.positions import DATA, asked, form
from tests.bot.world import Shift, reply, text_of

__all__ = ["Kept", "Live", "Person", "Tables"]
"""What the recipe needs of bot/ as well."""

BOARDED = ("en-US", "de")
FURNISHED = timedelta(hours=1)
"""When, after its beginning, the simulated server gets its channels and people, so that their numbers never change."""

CHANNELS = (
    *("lobby", "begun", "half", "middle", "late", "over", "ended", "robots", "paused", "soft", "hard", "votes"),
    *(
        "elder",
        "other",
        "based",
        "stuck",
        "gone",
        "shut",
        "files",
        "given",
        "moved",
        "former",
        "back",
        "undo",
        "closed",
    ),
    *("dropped", "ballot", "tried", "turn", "spare"),
)
PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Gus", "Ida", "Fay")
STRANGER = "Fay"
"""Has left the server."""
LOOSE = frozenset({"paused"})
"""Channels of which the posts depend on how fast robots play."""

Json = Any


@dataclass
class Scene:
    """A simulated server with the bot on a database."""

    env: simcord.Env
    store: Store
    bot: Orrery
    channels: dict[str, ChannelHandle]
    people: dict[str, MemberActor]
    users: dict[str, UserHandle]
    locale: str = "en-US"

    @property
    def tables(self) -> Tables:
        return self.bot.tables

    def speak(self, event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            payload["locale"] = self.locale

    async def later(self, **by: float) -> None:
        """Let time pass, and the bot see to what falls due."""
        await self.settle()
        self.env.backend.advance_clock(timedelta(**by).total_seconds())
        await self.settle()

    async def settle(self) -> None:
        self.tables.wakeup.set()
        await self.env.settle()


def tables_on(store: Store, clock: Callable[[], datetime], games: dict[str, Game[Any, Any]]) -> Tables:
    """The Table service on a database, without Discord."""
    return Tables(store, games, clock, keys().__next__)


def all_games() -> dict[str, Game[Any, Any]]:
    """The games as they are now."""
    return dict(GAMES)


@asynccontextmanager
async def at_work(file: Path, at: datetime) -> AsyncIterator[Tables]:
    """Open the Table service on a database, at a time that stands still."""
    store = await Store.open(f"sqlite:///{file}")
    try:
        yield tables_on(store, lambda: at, all_games())
    finally:
        await store.close()


@asynccontextmanager
async def scene(
    file: Path, at: datetime | None = None, messages: list[dict[str, Any]] | None = None
) -> AsyncIterator[Scene]:
    """Start the bot on a database in a server where the same people, channels and messages are as when it was made."""
    store = await Store.open(f"sqlite:///{file}")
    clock = Shift()
    bot = Orrery(tables_on(store, clock, all_games()), all_games(), Drawer("off", 1), shard_count=1, clock=clock)
    env = simcord.Env(bot, settle_timeout=300)
    clock.base = env.now
    let_simulation_know(env, bot)
    ready = _hold_back(env, bot)
    channels, people, users = _furnish(env)
    if at is not None:
        env.backend.advance_clock((at - env.now()).total_seconds())
    _put_up(env, messages or [])
    opened = Scene(env, store, bot, channels, people, users)
    env.backend.subscribers.insert(0, opened.speak)
    await env.start()
    try:
        ready.set()
        await opened.settle()
        yield opened
    finally:
        await env.shutdown()
        bot.drawer.close()
        await store.close()
    if env.errors:
        raise BaseExceptionGroup("the bot raised errors", list(env.errors))


def _hold_back(env: simcord.Env, bot: Orrery) -> asyncio.Event:
    """Let the bot say nothing before that is set: the simulation gives a start five seconds only."""
    ready, idle_wait = asyncio.Event(), bot.poster.idle_wait

    async def held_back(awaitable: Awaitable[Any]) -> Any:
        if not ready.is_set():
            await env.external_wait(ready.wait(), reason="the start of the bot")
        return await idle_wait(awaitable)

    bot.poster.idle_wait = held_back
    return ready


def _furnish(
    env: simcord.Env,
) -> tuple[dict[str, ChannelHandle], dict[str, MemberActor], dict[str, UserHandle]]:
    backend = env.backend
    backend.advance_clock(FURNISHED.total_seconds())
    guild = env.create_guild("Observatory")
    channels = {name: guild.create_text_channel(name) for name in CHANNELS}
    users = {name: env.create_user(name.lower(), global_name=name) for name in PEOPLE}
    people = {name: guild.add_member(user) for name, user in users.items() if name != STRANGER}
    for user in users.values():
        backend.get_dm_channel(user.id)
    for name, right in (("shut", "send_messages"), ("files", "attach_files")):
        denied = discord.Permissions(**{right: True}).value
        backend.set_overwrite(
            channels[name].id, Overwrite(backend.bot_user.id, OverwriteType.MEMBER, allow=0, deny=denied)
        )
    return channels, people, users


def messages_of(env: simcord.Env) -> list[dict[str, Any]]:
    """Write down what the bot has said, to be put up again elsewhere."""
    found = []
    for by_id in env.backend.messages.values():
        for one in by_id.values():
            if one.author_id == env.backend.bot_user.id and not one.is_ephemeral:
                found.append(
                    {
                        "id": one.id,
                        "channel_id": one.channel_id,
                        "timestamp": one.timestamp,
                        "flags": one.flags,
                        "components": one.components,
                    }
                )
    return sorted(found, key=lambda one: int(one["id"]))


def _put_up(env: simcord.Env, messages: list[dict[str, Any]]) -> None:
    for one in messages:
        if one["channel_id"] not in env.backend.channels:
            continue
        env.backend.reserve_id(one["id"])
        env.backend.messages[one["channel_id"]][one["id"]] = Message(author_id=env.backend.bot_user.id, **one)


# What stays of a database.


@dataclass(frozen=True)
class Kept:
    """A database of before: its file of notes, and a fresh copy of it."""

    key: str

    @property
    def notes(self) -> Json:
        return json.loads((DATA / f"{self.key}.json").read_text(encoding="utf-8"))

    @property
    def at(self) -> datetime:
        return datetime.fromisoformat(self.notes["at"])

    @property
    def messages(self) -> list[dict[str, Any]]:
        """What the bot had said before."""
        found: list[dict[str, Any]] = json.loads(gzip.decompress((DATA / f"{self.key}.messages.json.gz").read_bytes()))
        return found

    @property
    def said(self) -> Json:
        """What the bot said when it was started on this database."""
        return json.loads(gzip.decompress((DATA / f"{self.key}.said.json.gz").read_bytes()))

    def copy(self, folder: Path, name: str = "orrery.db") -> Path:
        file = folder / name
        file.write_bytes(gzip.decompress((DATA / f"{self.key}.db.gz").read_bytes()))
        return file


def channel_names(file: Path) -> dict[int, str]:
    """Name the tables of a database by the channels in which they were opened."""
    env = simcord.Env(discord.Client(intents=discord.Intents.none()))
    channels, _, _ = _furnish(env)
    names = {one.id: name for name, one in channels.items()}
    return {table: names[channel] for table, channel in _rows(file, "SELECT id, channel_id FROM game_table")}


def _rows(file: Path, statement: str, *values: int) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(statement, values).fetchall()


def counted(file: Path) -> Json:
    """Count what lies in the database, read without the program."""
    tables: dict[str, Json] = {}
    for id, phase, revision, step, version, lost in _rows(
        file, "SELECT id, phase, revision, step, rules_version, lost FROM game_table ORDER BY id"
    ):
        kinds = [kind for table, kind in _waiting(file) if table == id]
        ((log_length,),) = _rows(file, "SELECT count(*) FROM log WHERE table_id = ?", id)
        ((half,),) = _rows(file, "SELECT count(*) FROM snapshot WHERE table_id = ? AND public IS NOT NULL", id)
        tables[str(id)] = {
            "phase": phase,
            "revision": revision,
            "step": step,
            "rules_version": version,
            "lost": lost,
            "log": log_length,
            "half_made": bool(half),
            "outbox": dict(Counter(kinds)),
        }
    names = ("preference", "policy", "premove", "reminder", "rewind", "seat_vote", "invitation", "closed_dm", "base")
    return {
        "tables": tables,
        "rows": {name: _rows(file, f"SELECT count(*) FROM {name}")[0][0] for name in names},  # noqa: S608
    }


async def noted(file: Path, at: datetime) -> Json:
    """Tell of every table of a database as the program reads it."""
    found: dict[str, Json] = {}
    async with at_work(file, at) as tables:
        await tables.robot_turns.close()  # under new rules they would go on playing while this looks
        for (id,) in _rows(file, "SELECT id FROM game_table ORDER BY id"):
            found[str(id)] = await _noted(tables, id)
    return found


async def _noted(tables: Tables, id: int) -> Json:
    info = await tables.lobby.info(id)
    note: dict[str, Json] = {
        "game": info.game,
        "phase": info.phase,
        "owner": info.owner_id,
        "options": info.options,
        "seats": [
            [one.user_id, one.name, one.robot, _iso(one.since), _iso(one.deadline), one.overdue, one.given_up, one.gone]
            for one in info.players
        ],
        "invited": list(info.invited),
        "settings": [info.remind_hours, info.reminders, info.clock, info.clock_hours, info.rewind_hours],
    }
    if info.started_at is None:
        return note
    seats: list[int | None] = [None, *range(len(info.players))]
    note["told"] = {str(seat): form([_told(one) for one in await tables.events(id, seat)]) for seat in seats}
    try:
        live = await tables.game(id)
    except Stuck:
        note["stuck"] = True
        return note
    note["live"] = _live(live)
    note["revision"] = [live.revision, live.step]  # bringing it along to the rules of now may have raised it
    note["history"] = await _history(tables, live)
    if live.info.phase == "running":
        note["persons"] = {str(one.user_id): await _person(tables, live, one.user_id) for one in live.info.persons}
        vote = await tables.rewinds.vote(id)
        note["vote"] = None if vote is None else [vote.revision, list(vote.agreed), list(vote.missing), vote.asked_by]
    else:
        record = msgspec.json.decode(await tables.export(id), type=Record)
        answers = [[one.seat, one.picks, str(one.by)] for one in record.answers]
        note["record"] = [len(record.answers), len(record.earlier), form(answers)]
    return note


def _iso(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _told(one: LogEntry) -> Json:
    return [one.kind, one.seat, one.by, one.revision, one.step, [[event.kind, event.text] for event in one.events]]


def _live(live: Live) -> Json:
    seats: list[int | None] = [None, *range(len(live.info.players))]
    return {
        "waiting": list(live.waiting),
        "over": live.over,
        "half_made": live.half_made,
        "prompts": msgspec.to_builtins(asked(list(live.prompts))),
        "public": msgspec.to_builtins(asked(list(live.public_prompts))),
        "questions": form([[one.text, one.detail, one.options] for one in live.prompts]),
        "totals": [one.total for one in live.standings],
        "winners": [one.seat for one in live.standings if one.winner],
        "scores": {str(seat): form(live.scores(seat)) for seat in seats},
        "views": {str(seat): form(live.view(seat)) for seat in seats},
    }


async def _history(tables: Tables, live: Live) -> Json:
    table, user = live.info.id, live.info.persons[0].user_id
    try:
        turns = await tables.history.turns(table)
        numbers = sorted({turns.first, (turns.first + turns.last) // 2, turns.last})
        past = [await tables.history.at(table, user, number) for number in numbers]
    except TableError as error:
        return type(error).__name__
    seat = live.seat_of(user)
    return [[one.number, one.last, form(one.live.view(seat)), form(one.live.view(None))] for one in past]


async def _person(tables: Tables, live: Live, user: int) -> Json:
    table = live.info.id
    standing = await tables.policies.of(table, user)
    note: dict[str, Json] = {"everywhere": standing.everywhere, "here": standing.here}
    if not live.info.players[live.seat_of(user) or 0].robot:
        planning = await tables.plans.of(table, user)
        note["plans"] = [[one.premove.kind, list(one.premove.picks), one.premove.line] for one in planning.plans]
        note["may_plan"] = [one.kind for one in planning.prompts]
        back = await tables.undoable(table, user)
        note["undoable"] = None if back is None else [back.sequence, back.steps, list(back.picks)]
    return note


async def undone(file: Path, at: datetime) -> Json:
    """Let one person of each table take back what they may, and tell what that leads to."""
    found: dict[str, Json] = {}
    async with at_work(file, at) as tables:
        for (id,) in _rows(file, "SELECT id FROM game_table WHERE phase = 'running' ORDER BY id"):
            try:
                live = await tables.game(id)
            except Stuck:
                continue
            if live.robots_asked:
                continue  # they play on first, and what they draw bars taking back what came before
            for one in live.info.persons:
                if not one.robot and await tables.undoable(id, one.user_id) is not None:
                    gone = await tables.undo(id, one.user_id)
                    found[str(id)] = [one.seat, gone.answers, form(gone.back_to), _live(gone.live)]
                    break
    return found


# Replaying and playing on.


async def replayed(file: Path) -> Json:
    """Tell of each game that has started whether its log leads to its snapshot."""
    found: dict[str, Json] = {}
    store = await Store.open(f"sqlite:///{file}")
    try:
        for (id,) in _rows(file, "SELECT table_id FROM snapshot ORDER BY table_id"):
            async with store.reading() as session:
                table = await session.get(GameTable, id)
                snapshot, base = await log.snapshot(session, id), await log.base(session, id)
                rows = await log.rows(session, id)
                ((seats,),) = _rows(file, "SELECT count(*) FROM seat WHERE table_id = ?", id)
            assert table is not None
            assert snapshot is not None
            start = -1 if base is None else base.sequence
            record = Record(
                table.game,
                table.rules_version or 0,
                dict(table.options),
                seats,
                table.key or "",
                _answers([row for row in rows if row.sequence > start]),
                None if base is None else base.position,
            )
            game = GAMES[table.game]
            try:
                position, _ = replay(game, record)
            except RulesError:
                found[str(id)] = "breaks off"
            else:
                found[str(id)] = game.encode(position) == snapshot.position
    finally:
        await store.close()
    return found


def _answers(rows: list[LogRow]) -> list[Answer]:
    standing = [row for row in rows if row.kind == "answer" and row.taken_back is None]
    return [Answer(row.seat or 0, list(row.picks), Answerer(row.by)) for row in standing]


async def start(tables: Tables, id: int) -> Live:
    """Start the game of a lobby, with options that go with any number of players."""
    info = await tables.lobby.info(id)
    owner = Person(info.owner_id, "")
    for option in GAMES[info.game].info.options:
        await tables.lobby.configure(id, owner, option.key, option.choices[0].value)
    return await tables.lobby.start(id, owner)


async def play_on(tables: Tables, live: Live, most: int) -> Live:
    """Let persons answer as their game's robot would, so many times or until the game is over."""
    id = live.info.id
    for _ in range(most):
        live = await tables.game(id)
        if live.over:
            break
        persons = [seat for seat in live.waiting if not live.info.players[seat].robot]
        if not persons:
            await tables.robot_turns.resume()
            await tables.robot_turns.finished(id, 60)
            continue
        seat = persons[0]
        prompt = live.prompt_of(seat)
        assert prompt is not None
        picks = live.game.choose(live.view(seat), prompt, Rng(f"{live.revision * 1000 + live.step:032x}"), Level.GOOD)
        live = (await tables.answer(id, live.info.players[seat].user_id, [picks])).live
    return live


async def play_to_the_end(tables: Tables, live: Live) -> Live:
    """Let robots play in all seats but one, and the last person as they would, until the game is over."""
    for one in live.info.persons[1:]:
        await tables.seat_robot(live.info.id, one.seat, on=True)
    return await play_on(tables, live, 2000)


async def ends_by_the_rules(file: Path, id: int) -> bool:
    """Play on at random from the stored game to its end, without a table."""
    ((key,),) = _rows(file, "SELECT game FROM game_table WHERE id = ?", id)
    ((data,),) = _rows(file, "SELECT position FROM snapshot WHERE table_id = ?", id)

    def play() -> bool:
        game, rng = GAMES[key], Rng(f"{id:032x}")
        position = game.decode(data)
        for _ in range(5000):
            waiting = game.waiting(position)
            if not waiting:
                return game.over(position) and any(one.winner for one in game.standings(position))
            view, prompt = game.view(position, waiting[0]), game.prompt(position, waiting[0])
            game.answer(position, waiting[0], robots.choose(view, prompt, rng))
        return False

    return await asyncio.to_thread(play)


# What the bot says.

_COMMAND = re.compile(r"</([^:>]+):\d+>")


def plain(text: str) -> str:
    """Leave out the numbers of commands, which Discord gives."""
    return _COMMAND.sub(r"</\1>", text)


def shown(scene: Scene) -> dict[str, list[str]]:
    """Everything that stands in the channels and in direct messages now, in a fixed order."""
    backend = scene.env.backend
    places = {one.id: name for name, one in scene.channels.items()}
    places |= {backend.dm_channels[one.id]: f"to {name}" for name, one in scene.users.items()}
    found: dict[str, list[str]] = {}
    for channel, name in places.items():
        if name in LOOSE or channel not in backend.messages:
            continue
        handles = [one for one in backend.messages[channel].values() if not one.is_ephemeral]
        found[name] = sorted(plain(said_in(one.components)) for one in handles)
    return found


def said_in(raw: list[dict[str, Any]]) -> str:
    """Everything that components say, labels of buttons and choices of menus included."""
    said: list[str] = []
    for one in _walk(raw):
        said += [str(one[key]) for key in ("content", "label", "placeholder") if one.get(key)]
        said += [str(option["label"]) for option in one.get("options", [])]
    return "\n".join(said)


def _walk(raw: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in raw:
        yield one
        yield from _walk(one.get("components", []))


def messages_in_log(file: Path) -> set[str]:
    """Find the messages (English, with places for their arguments) in the events and questions that the log keeps."""

    def messages(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            id = value.get("id")
            if isinstance(id, str) and not id.startswith(("#", "@")) and re.search("[a-z]", re.sub(r"{\w+}", "", id)):
                yield id
            for one in value.values():
                yield from messages(one)
        elif isinstance(value, list):
            for one in value:
                yield from messages(one)

    rows = _rows(file, "SELECT events, question FROM log")
    return {one for row in rows for column in row if column for one in messages(json.loads(column))}


def outbox_of(file: Path) -> dict[str, Json]:
    """Tell what has become of the rows of the outbox: sent, given up or waiting."""
    rows = _rows(file, "SELECT id, kind, sent_at IS NOT NULL, given_up_at IS NOT NULL, error FROM outbox ORDER BY id")
    return {
        str(id): [kind, "sent" if sent else "given up" if given_up else "waits", error]
        for id, kind, sent, given_up, error in rows
    }


async def delivered(file: Path, kept_at: datetime, messages: list[dict[str, Any]]) -> Json:
    """Start the bot on a database, let it say what it has to say, and look at everything in both languages."""
    pending = [str(id) for (id,) in _rows(file, "SELECT id FROM outbox WHERE sent_at IS NULL AND given_up_at IS NULL")]
    names = channel_names(file)
    with closing(sqlite3.connect(file)) as connection, connection:  # this server has not been given the commands
        connection.execute("DELETE FROM shared_fact WHERE key = 'commands'")
    found: dict[str, Json] = {}
    async with scene(file, kept_at, messages) as opened:
        await opened.settle()
        found["pressed"] = await _pressed(opened, messages)
        found["shown"] = shown(opened)
        found["became"] = {id: one for id, one in outbox_of(file).items() if id in pending}
        for locale in BOARDED:
            opened.locale = locale
            found[locale] = {names[id]: await _looked(opened, id, names[id]) for id in sorted(names)}
        opened.locale = "en-US"
        await opened.later(hours=9)  # quiet hours are over, and what Discord refused is tried again
        found["later"] = shown(opened)
        found["became later"] = {id: one for id, one in outbox_of(file).items() if id in pending}
    return found


LOOKS = ("board", "fresh", "hand", "status")
"""Buttons that only look at a table."""
_CODE = re.compile(r"orrery-b:([a-z]+):")


async def _pressed(opened: Scene, messages: list[dict[str, Any]]) -> dict[str, str]:
    """Press what only looks, on messages of before, each kind of button once in a channel; gives what is answered."""
    found: dict[str, str] = {}
    backend = opened.env.backend
    ada, channels, users = opened.people["Ada"], opened.channels, opened.users
    hands: dict[int, tuple[str, ChannelHandle, Any]] = {one.id: (name, one, ada) for name, one in channels.items()}
    hands |= {one.dm_channel.id: (f"to {name}", one.dm_channel, one) for name, one in users.items()}
    for one in messages:
        name, channel, hand = hands[one["channel_id"]]
        present = backend.messages.get(one["channel_id"], {}).get(one["id"])
        if present is None or name in LOOSE:
            continue
        for part in list(_walk(present.components)):
            code = str(part.get("custom_id", ""))
            match = _CODE.match(code)
            where = f"{name} {match[1]}" if match else ""
            if match and match[1] in LOOKS and where not in found:
                message = next(shown for shown in channel.history() if shown.id == one["id"])
                found[where] = plain(text_of(reply(await hand.click(message, custom_id=code))))
    return found


async def _looked(opened: Scene, table: int, name: str) -> Json:
    """Look at a table by commands: whoever sits there and is on the server."""
    info = await opened.tables.lobby.info(table)
    by_id = {person.id: person for person in opened.people.values()}
    person = next((by_id[one.user_id] for one in info.players if one.user_id in by_id), opened.people["Ada"])
    here = {one.id: one for one in opened.channels.values()}
    channel = here.get(info.channel_id)
    if channel is None or name in LOOSE or info.lost:
        return None
    commands: list[tuple[str, dict[str, Any]]] = [("table status", {})]
    if info.started_at is not None and name == "middle":
        commands += [("log", {})]  # since they last looked
    if info.started_at is not None:
        commands += [("play", {}), ("board", {"text": True}), ("board", {}), ("history", {}), ("log", {"count": 20})]
        commands += [("history", {"turn": "3"}), ("score", {}), ("tableau", {"text": True}), ("hand", {})]
        commands += [("policy", {}), ("plan", {})]
    return {f"{command} {options}": await _asked(person, channel, command, options) for command, options in commands}


async def _asked(person: MemberActor, channel: ChannelHandle, command: str, options: dict[str, Any]) -> str:
    result = await person.slash(channel, command, **options)
    parts = [text_of(result.response), *map(text_of, result.followups)]
    return plain("\n".join(parts))


def kinds_waiting(file: Path) -> Counter[str]:
    """Count the rows of the outbox that wait, by kind."""
    return Counter(kind for _, kind in _waiting(file))


def _waiting(file: Path) -> list[tuple[int, str]]:
    """The table and kind of each row of the outbox that is still to be said."""
    unsent = "SELECT table_id, kind FROM outbox WHERE sent_at IS NULL AND given_up_at IS NULL ORDER BY id"
    return [(table, kind) for table, kind in _rows(file, unsent)]


async def claimed_kinds(tables: Tables, at: datetime) -> Counter[str]:
    """Take everything out of the outbox that is due at a time."""
    kinds: Counter[str] = Counter()
    while claimed := (await tables.outbox.claim(at, 200)).messages:
        kinds.update(one.kind for one in claimed)
        await tables.outbox.sent([one.id for one in claimed], at)
    return kinds


async def fall_due(tables: Tables) -> int:
    """Hand out the reminders that are due, and see to votes and clocks that have run out; gives how many were told."""
    await tables.rewinds.expire()
    await tables.clocks.expire()
    return await tables.reminders.send_due()


def plain_json(value: Json) -> Json:
    """Give what a value is once it has been written down and read."""
    return json.loads(json.dumps(value))
