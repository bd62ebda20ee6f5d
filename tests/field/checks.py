"""What must hold at the end of every scene, whatever has gone wrong in it."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

from sqlmodel import select

from bot.tables.core.messages import KEY_PREFIX
from storage.outbox import ASIDE
from storage.schema import GameTable, LogRow, OutboxRow
from tests.field.bots import Bot
from tests.field.openapi import find_faults
from tests.field.people import Part, parts_of, text_of
from tests.field.scene import Scene
from tests.field.server import TOKEN, Asked

FIRST_REPLY = 3.0
"""Seconds within which Discord wants a first reply."""
STOP = 5.0
"""Seconds within which a process that is told to end has ended."""
ANSWERS = frozenset({"pick", "choose", "none"})
NOT_TABLE = frozenset({"vote", "invite", "rules", "skipped", "stuck"})
"""Kinds of rows that the table message need not say."""


@dataclass(frozen=True)
class Press:
    """An answer that somebody gave with a button or menu, and the revision that the reply has shown, if one came."""

    table: int
    revision: int
    shown: int | None


async def check(scene: Scene, *, forgive: frozenset[Asked] = frozenset(), traced: str | None = None) -> None:
    """Stop what still runs and look at everything.

    `forgive`: who need not have got a reply in time. `traced`: a fault that shall be in the log with its traceback.

    Raises:
        AssertionError: with all that is wrong, a line each.

    """
    faults = await _stop(scene)
    for bot in scene.bots:
        faults += _look_at_end(scene, bot, traced)
    faults += scene.discord.oddities
    faults += _look_at_replies(scene, forgive)
    async with scene.reading() as session:
        rows = list(await session.exec(select(OutboxRow)))
        log = list(await session.exec(select(LogRow)))
        tables = list(await session.exec(select(GameTable)))
    faults += _look_at_rows(rows)
    for table in tables:
        faults += _look_at_posts(scene, table, [row for row in rows if row.table_id == table.id])
    faults += _look_at_letters(scene)
    faults += _look_at_answers(scene, log)
    faults += _look_for_secrets(scene, [table.key for table in tables if table.key])
    faults += find_faults(scene.discord.calls)
    assert not faults, "\n".join(faults)


async def _stop(scene: Scene) -> list[str]:
    faults = []
    for bot in scene.bots:
        if bot.running:
            await bot.stop()
            if (bot.stop_seconds or 0) > STOP:
                faults.append(f"process {bot.number} ended {bot.stop_seconds:.1f} s after it was told to")
    return faults


def _look_at_end(scene: Scene, bot: Bot, traced: str | None) -> list[str]:
    faults = []
    expected = scene.expected_codes.get(bot.number, -9 if bot.killed else 0)
    if bot.process.returncode != expected:
        faults.append(f"process {bot.number} ended with {bot.process.returncode}, not {expected}")
    for trace in bot.output.split("Traceback (most recent call last)")[1:]:
        if traced is None or traced not in trace:
            faults.append(f"process {bot.number} has a traceback in its log:\n{trace[:3000]}")
    return faults


def _look_at_replies(scene: Scene, forgive: frozenset[Asked]) -> list[str]:
    faults = []
    for person in scene.people:
        for seen in person.did:
            if seen.asked in forgive:
                continue
            took = seen.asked.seconds_to_first
            what = f"{person.name}'s {seen.pressed.code.verb if seen.pressed else 'command'}"
            if took is None:
                faults.append(f"{what} got no reply at all")
            elif took > FIRST_REPLY:
                faults.append(f"{what} got its first reply after {took:.1f} s")
            if seen.thinks:
                faults.append(f"{what} left “thinking…” behind")
    return faults


def _look_at_rows(rows: list[OutboxRow]) -> list[str]:
    return [
        f"row {row.id} ({row.kind} of table {row.table_id}) was not said: {row.error or 'it waits'}"
        for row in rows
        if row.sent_at is None and (row.given_up_at is not None or row.kind not in ASIDE)
    ]


def _look_at_posts(scene: Scene, table: GameTable, rows: list[OutboxRow]) -> list[str]:
    """Each state of a table is shown by one post at most, the newest by the last."""
    told: list[int] = []
    for message in scene.posts(table.channel_id):
        codes = [part.code for part in parts_of(message.components) if part.code.table == table.id]
        if any(code.argument.startswith(KEY_PREFIX) for code in codes):
            continue  # for one person
        if any(code.verb == "board" for code in codes):
            told.append(max(code.revision for code in codes))
    faults = [
        f"table {table.id}: revision {revision} is shown by {times} posts"
        for revision, times in Counter(told).items()
        if times > 1
    ]
    if told != sorted(told):
        faults.append(f"table {table.id}: posts in the order {told}")
    due = [row.payload["revision"] for row in rows if row.kind not in {*ASIDE, *NOT_TABLE}]
    if table.started_at is not None and due and max(due) > max(told, default=0):
        faults.append(f"table {table.id}: revision {max(due)} is not shown, only {told}")
    return faults


def _look_at_letters(scene: Scene) -> list[str]:
    """What is said once carries the row that it says."""
    marks: Counter[str] = Counter()
    for messages in scene.discord.backend.messages.values():
        for message in messages.values():
            marks.update({
                part.code.argument for part in parts_of(message.components) if part.code.argument.startswith(KEY_PREFIX)
            })  # fmt: skip
    return [f"{mark} was said {times} times" for mark, times in marks.items() if times > 1]


def _look_at_answers(scene: Scene, log: list[LogRow]) -> list[str]:
    """Each answer whose reply showed that it stands is in the log, and no press has become two answers."""
    given: dict[tuple[int, int], list[int]] = defaultdict(list)
    for row in log:
        if row.kind == "answer" and row.by == "player" and row.user_id is not None:
            given[row.user_id, row.table_id].append(row.revision)
    faults = []
    for person in scene.people:
        in_flight: dict[int, list[Press]] = defaultdict(list)
        for seen in person.did:
            if seen.pressed is not None and seen.pressed.code.verb in ANSWERS:
                press = Press(seen.pressed.code.table, seen.pressed.code.revision, _shown(seen.asked, seen.pressed))
                in_flight[press.table].append(press)
        for table, pressed in in_flight.items():
            faults += _compare(person.name, table, pressed, sorted(given[person.id, table]))
    return faults


def _compare(name: str, table: int, pressed: list[Press], kept: list[int]) -> list[str]:
    faults = []
    if len(kept) > len(pressed):
        faults.append(f"{name} has {len(kept)} answers at table {table} with {len(pressed)} presses")
    left = list(kept)
    for press in sorted(pressed, key=lambda one: one.shown or 0):
        if press.shown is None:
            continue
        found = next((one for one in left if press.revision < one <= press.shown), None)
        if found is None:
            faults.append(f"{name}'s answer at table {table} (revision {press.revision}) was acknowledged and is lost")
        else:
            left.remove(found)
    return faults


def _shown(asked: Asked, pressed: Part) -> int | None:
    """The revision at which the reply to an answer has shown the table; None where none says that it stands."""
    for components in asked.replies:
        codes = [part.code for part in parts_of(components) if part.code.table == pressed.code.table]
        shown = max((code.revision for code in codes), default=0)
        if shown > pressed.code.revision and "⚠️" not in text_of(components):
            return shown
    return None


def _look_for_secrets(scene: Scene, keys: list[str]) -> list[str]:
    secrets: dict[str, list[Any]] = {
        "the token": [TOKEN, TOKEN.split(".")[2]],
        "a game's key": keys,
        "an interaction's token": [one.record.token for one in scene.discord.asked.values()],
    }
    return [
        f"process {bot.number} has {what} in its log"
        for bot in scene.bots
        for what, all_of in secrets.items()
        if any(one in bot.output for one in all_of)
    ]
