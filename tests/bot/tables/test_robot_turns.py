"""Robots let people go first, and play on afterwards; nothing of what they were asked is forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from itertools import product
from threading import Event
from typing import Any

import pytest

from bot.tables import robot_turns
from bot.tables.core import commit_trace
from bot.tables.core.data import Live
from bot.tables.robot_turns import ABANDONED
from bot.tables.service import Tables
from rules.kernel import robots
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import Level
from storage.store import Store
from tests.at_table import ANN, BEN, BOSS, Clock, open_tables, person_in, said, started
from tests.bot.alike import Workshop
from tests.bot.tables.test_automatic import _same_as_replayed
from tests.toy import ToyGame, ToyState


async def with_a_robot(tables: Tables) -> tuple[Live, int]:
    """Start a game of Ann and a robot that have bid nothing yet; gives it and Ann's seat."""
    info = await tables.lobby.create(1, 31, ANN, "toy", {"length": "long"})
    await tables.robots.add(info.id, ANN)
    async with somebody_waits(tables):
        live = await tables.lobby.start(info.id, ANN)
        seat = live.seat_of(ANN.user_id)
        assert seat is not None
        assert set(live.waiting) == {0, 1}
    return live, seat


@asynccontextmanager
async def somebody_waits(tables: Tables) -> AsyncIterator[None]:
    """Let somebody wait for a change of another table meanwhile."""
    done = asyncio.Event()
    waiting = asyncio.create_task(tables._unit.locked(10**6, done.wait))
    await asyncio.sleep(0)
    try:
        yield
    finally:
        done.set()
        await waiting


async def play_on(tables: Tables, table_id: int) -> Live:
    """Wait until no robot is asked any more."""
    async with asyncio.timeout(20):
        while (live := await tables.game(table_id)).robots_asked:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    return live


def forget(tables: Tables) -> None:
    """Let the process end before its robots play on."""
    tables._unit.robots_asked = lambda *_: None


async def test_who_presses_is_answered_before_the_robots_where_others_wait(tables: Tables) -> None:
    live, seat = await with_a_robot(tables)
    await tables.robot_turns.finished(live.info.id, 10)
    async with somebody_waits(tables):
        played = await tables.answer(live.info.id, ANN.user_id, [["0"]])
        assert played.live.robots_asked, "the robot has what Ann did not bid for"
    after = await play_on(tables, live.info.id)
    assert after.waiting == (seat,)
    await _same_as_replayed(tables, after)


async def test_robots_answer_with_the_press_where_nobody_else_waits(tables: Tables) -> None:
    live, seat = await with_a_robot(tables)
    await tables.robot_turns.finished(live.info.id, 10)
    for _ in range(6):
        live = await tables.game(live.info.id)
        prompt = live.prompt_of(seat)
        assert prompt is not None
        played = await tables.answer(
            live.info.id, ANN.user_id, [[option.id for option in prompt.legal[: prompt.at_least]]]
        )
        assert played.live.waiting == (seat,)


async def test_a_robot_that_thinks_holds_up_nobody_at_another_table(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinks, may_answer = Event(), Event()

    def think(self: ToyGame, view: ToyState, prompt: Prompt, rng: Rng, level: Level) -> list[str]:
        thinks.set()
        assert may_answer.wait(20)
        return robots.choose(view, prompt, rng)

    monkeypatch.setattr(ToyGame, "choose", think)
    with_robot, _ = await with_a_robot(tables)
    live = await started(tables, channel=32)
    for seat in (0, 1):
        await tables.answer(live.info.id, person_in(live, seat), [["1"]])
    assert thinks.is_set()
    may_answer.set()
    await play_on(tables, with_robot.info.id)


async def test_who_waits_for_the_robots_is_not_written_to_and_others_are(tables: Tables) -> None:
    for acted in (True, False):
        live, seat = await with_a_robot(tables)
        await play_on(tables, live.info.id)
        if not acted:
            forget(tables)
        async with somebody_waits(tables):
            await tables.answer(live.info.id, ANN.user_id, [["0"]])
        await said(tables)
        if not acted:
            tables._unit.robots_asked = tables.robot_turns.schedule
            tables.robot_turns.schedule(live.info.id, ())
        live = await play_on(tables, live.info.id)
        assert live.waiting == (seat,)
        kinds = [one.kind for one in (await tables.outbox.claim(tables._unit.clock(), 100)).messages]
        assert ("notice" in kinds) is not acted
        await tables.lobby.abandon(live.info.id, ANN)
        await said(tables)


async def test_robots_that_were_left_alone_play_on_after_a_start(tables: Tables, store: Store, clock: Clock) -> None:
    forget(tables)
    live, seat = await with_a_robot(tables)
    async with somebody_waits(tables):
        await tables.answer(live.info.id, ANN.user_id, [["0"]])
    again = open_tables(store, clock)
    assert (await again.game(live.info.id)).waiting == (1 - seat,)
    await again.robot_turns.resume(ABANDONED)
    assert not await again.robot_turns.finished(live.info.id, 10), "the process that has them may still live"
    clock.move(seconds=ABANDONED.total_seconds())
    await again.robot_turns.resume(ABANDONED)
    assert (await play_on(again, live.info.id)).waiting == (seat,)
    await _same_as_replayed(again, await again.game(live.info.id))


async def test_a_robot_that_knows_no_answer_is_not_asked_at_every_tick(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    def fail(self: ToyGame, *_: Any) -> list[str]:
        nonlocal asked
        asked += 1
        raise ZeroDivisionError

    monkeypatch.setattr(ToyGame, "choose", fail)
    live, _ = await with_a_robot(tables)
    assert await tables.robot_turns.finished(live.info.id, 10)
    before = asked
    for _ in range(3):
        clock.move(minutes=5)
        await tables.robot_turns.resume(ABANDONED)
        await tables.robot_turns.finished(live.info.id, 10)
    assert asked == before


async def test_a_robot_that_plays_for_somebody_has_no_reminder_and_no_clock(tables: Tables) -> None:
    live = await started(tables)
    await tables.clocks.configure(live.info.id, ANN, "clock", "hard")
    forget(tables)
    ann = live.seat_of(ANN.user_id)
    assert ann is not None
    await tables.robots.send_in(live.info.id, ANN, ann)
    live = await tables.game(live.info.id)
    assert live.robots_asked
    assert live.info.players[ann].deadline is None
    assert await tables.waiting_for(ANN.user_id) == []


async def test_who_is_asked_while_robots_pause_is_called_in_the_channel(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robot_turns, "SHORT", -1.0)
    monkeypatch.setattr(robot_turns, "LONG", -1.0)  # each answer of a robot is a slice of its own
    await tables.prefer(ANN.user_id, notices="channel")
    info = await tables.lobby.create(1, 31, ANN, "toy", {"length": "long"})
    await tables.lobby.join(info.id, BEN)
    await tables.robots.add(info.id, ANN)

    def choose(self: ToyGame, view: ToyState, prompt: Prompt, rng: Rng, level: Level) -> list[str]:
        return {"bid": ["4"], "use": ["keep"]}.get(prompt.kind, [])

    monkeypatch.setattr(ToyGame, "choose", choose)
    forget(tables)
    async with somebody_waits(tables):
        live = await tables.lobby.start(info.id, ANN)
        for person in (ANN, BEN):
            await tables.answer(info.id, person.user_id, [["0"]])
    tables._unit.robots_asked = tables.robot_turns.schedule
    tables.robot_turns.schedule(info.id, ())
    live = await play_on(tables, info.id)
    ann = live.seat_of(ANN.user_id)
    assert ann in live.waiting, "her coins are to be sorted, as the robot's were"
    said = (await tables.outbox.claim(tables._unit.clock(), 100)).messages
    assert [one.kind for one in said if ann in one.payload.get("mention", ())] == ["start", "turn"]


@pytest.mark.parametrize("busy", [True, False])
async def test_a_sealed_answer_is_taken_back_without_a_word_while_robots_have_paused(
    tables: Tables, clock: Clock, *, busy: bool
) -> None:
    info = await tables.lobby.create(1, 31, ANN, "toy", {"length": "long"})
    await tables.lobby.join(info.id, BEN)
    await tables.robots.add(info.id, ANN)
    forget(tables)
    async with somebody_waits(tables):
        await tables.lobby.start(info.id, ANN)
        played = await tables.answer(info.id, ANN.user_id, [["1"]])
    assert played.live.robots_asked
    await said(tables)
    async with somebody_waits(tables) if busy else nullcontext():
        undone = await tables.undo(info.id, ANN.user_id)
    assert undone.live.robots_asked is busy
    assert [one.kind for one in await said(tables)] == ["table"]
    assert not [event for one in await tables.events(info.id, None, played.after) for event in one.events]


async def test_whose_standing_answer_came_before_the_robots_is_told_of_the_turn_after_them(
    tables: Tables, clock: Clock
) -> None:
    info = await tables.lobby.create(1, 31, ANN, "toy", {"length": "long"})
    await tables.lobby.join(info.id, BEN)
    await tables.robots.add(info.id, ANN)
    await tables.lobby.start(info.id, ANN)
    for one, (policy, choice) in product((ANN, BEN), {"bid": "0", "use": "keep", "accept": "yes"}.items()):
        await tables.policies.set(info.id, one.user_id, policy, choice)
    live = await play_on(tables, info.id)
    await tables.answer(info.id, BEN.user_id, [[]])
    await said(tables)
    clock.move(hours=2)
    async with somebody_waits(tables):
        played = await tables.answer(info.id, ANN.user_id, [[]])
    assert played.live.robots_asked
    live = await play_on(tables, info.id)
    assert {live.seat_of(one.user_id) for one in (ANN, BEN)} == set(live.waiting)
    assert [one.payload["user"] for one in await said(tables) if one.kind == "notice"] == [BEN.user_id]


async def test_who_waits_no_longer_for_the_robots_is_told_of_the_turn_after_them(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, seat = await with_a_robot(tables)
    await play_on(tables, live.info.id)
    await said(tables)
    clock.move(hours=2)
    may_answer = Event()

    def think(self: ToyGame, view: ToyState, prompt: Prompt, rng: Rng, level: Level) -> list[str]:
        assert may_answer.wait(20)
        return robots.choose(view, prompt, rng)

    monkeypatch.setattr(ToyGame, "choose", think)
    async with somebody_waits(tables):
        await tables.answer(live.info.id, ANN.user_id, [["0"]])
    assert not await tables.robot_turns.finished(live.info.id, 0.1)
    may_answer.set()
    live = await play_on(tables, live.info.id)
    assert live.waiting == (seat,)
    assert [one.payload["user"] for one in await said(tables) if one.kind == "notice"] == [ANN.user_id]


async def test_who_wants_to_be_told_in_the_channel_is_mentioned_though_robots_have_paused_again(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robot_turns, "LONG", -1.0)
    monkeypatch.setattr(robot_turns, "SHORT", -1.0)
    info = await tables.lobby.create(1, 31, ANN, "toy", {"length": "long"})
    await tables.lobby.join(info.id, BEN)
    await tables.robots.add(info.id, ANN)
    await tables.lobby.start(info.id, ANN)
    await tables.people.prefer(ANN.user_id, notices="channel")
    await said(tables)
    clock.move(hours=2)
    async with somebody_waits(tables):
        for one in (ANN, BEN):
            played = await tables.answer(info.id, one.user_id, [["0"]])
    assert played.live.waiting == (1,), "the robot has what they did not bid for"
    live = await play_on(tables, info.id)
    ann = live.seat_of(ANN.user_id)
    assert ann in live.waiting
    assert ann in [seat for one in await said(tables) for seat in one.payload.get("mention", ())]


async def test_robots_think_about_nothing_while_a_vote_is_counted_again(tables: Tables) -> None:
    info = await tables.lobby.create(1, 31, ANN, "toy", {"length": "long"})
    await tables.lobby.join(info.id, BEN)
    await tables.robots.add(info.id, ANN)
    await tables.lobby.start(info.id, ANN)
    await tables.answer(info.id, ANN.user_id, [["1"]])
    vote = await tables.rewinds.ask(info.id, ANN.user_id, 1)
    assert vote is not None
    live = await tables.game(info.id)
    forget(tables)
    await tables.robots.send_in(info.id, ANN, vote.missing[0])
    live = await tables.game(info.id)
    assert await tables.rewinds.vote(info.id) is None
    assert set(live.waiting) == {0, 1, 2}, "whoever changes the table holds up everybody else until it is stored"
    tables._unit.robots_asked = tables.robot_turns.schedule
    tables.robot_turns.schedule(info.id, ())
    live = await play_on(tables, info.id)
    assert live.waiting == (live.seat_of(ANN.user_id),)
    await _same_as_replayed(tables, live)


async def test_what_robots_do_is_not_taken_for_what_a_press_has_changed(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, _ = await with_a_robot(tables)
    await play_on(tables, live.info.id)
    traces = []
    keep = tables.robot_turns._write

    async def look(*args: Any) -> None:
        traces.append(commit_trace.trace())
        await keep(*args)

    monkeypatch.setattr(tables.robot_turns, "_write", look)
    async with somebody_waits(tables):
        trace = commit_trace.watch()
        await tables.answer(live.info.id, ANN.user_id, [["0"]])
        await play_on(tables, live.info.id)
    assert traces
    assert not any(one is trace for one in traces)


async def test_whose_robot_had_begun_a_turn_is_not_told_that_their_own_steps_went_back(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robot_turns, "LONG", -1.0)
    monkeypatch.setattr(ToyGame, "choose", lambda *_: ["polish"])
    tables = Tables(store, {"toy": Workshop()}, clock)
    live = await started(tables)
    forget(tables)
    await tables.robots.send_in(live.info.id, BOSS, 1)
    async with somebody_waits(tables):
        await tables.answer(live.info.id, person_in(live, 0), [["done"]])
    tables.robot_turns.schedule(live.info.id, ())
    assert await tables.robot_turns.finished(live.info.id, 10)
    begun = await tables.game(live.info.id)
    assert begun.half_made
    assert begun.waiting == (1,)
    undone = await tables.undo(live.info.id, person_in(live, 0))
    assert not undone.live.half_made
    assert undone.live.waiting == (0,)
    assert "unmade" not in [event.kind for one in await tables.events(live.info.id, 1) for event in one.events]
