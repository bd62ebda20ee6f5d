"""Policies, planned answers and robots at the table by the service alone, on both databases."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from typing import Any

import pytest

from bot.tables.core import answers as play
from bot.tables.core.automatic import MAX_PLANS, Given
from bot.tables.core.data import Live, LogEntry, fingerprint
from bot.tables.core.errors import (
    AlreadyRunning,
    AlreadySeated,
    NoRobotHere,
    NotOwner,
    NotSeated,
    NotToPlan,
    OnlyRobots,
    PlanGone,
    RobotPlays,
    Stale,
    TableFull,
    TooManyPlans,
)
from bot.tables.policies import EVERYWHERE, HERE, INHERIT
from bot.tables.service import Tables
from rendering.words import Words
from rules.kernel.errors import IllegalAnswer, RulesError
from rules.kernel.game import Outcome
from rules.kernel.policies import ASK
from rules.kernel.prompt import Option, Prompt
from rules.kernel.record import Answerer, Record, replay
from rules.kernel.rng import Rng
from rules.kernel.robots import Level
from rules.kernel.text import T
from storage import log
from storage.outbox import Message
from storage.store import Store
from tests.at_table import (
    ANN,
    BEN,
    BOSS,
    CEM,
    DOT,
    EVE,
    Clock,
    answer,
    open_tables,
    person_in,
    play_to_the_end,
    started,
)
from tests.toy import ToyGame, ToyState


def said(told: Sequence[LogEntry]) -> str:
    """Everything that some log entries tell, in English."""
    words = Words("en", ["S0", "S1", "S2", "S3"])
    return "\n".join(words.say(event.text) for one in told for event in one.events)


async def _by(tables: Tables, table_id: int, since: int) -> list[tuple[int | None, str, list[str]]]:
    async with tables._unit.reading() as session:
        rows = await log.rows(session, table_id, since)
    return [(row.seat, row.by, list(row.picks)) for row in rows if row.kind == "answer" and row.taken_back is None]


async def _same_as_replayed(tables: Tables, live: Live) -> None:
    """The answers that stand lead to the stored game."""
    async with tables._unit.reading() as session:
        rows = await log.rows(session, live.info.id)
        stored = await tables._unit.find(session, live.info.id)
    answers = play.answers_of(play.rows_in_force(rows))
    assert stored.table.key is not None
    record = Record("toy", 1, dict(stored.table.options), len(stored.seats), stored.table.key, answers)
    position, _ = replay(ToyGame(), record)
    assert position == live._position


# Policies


async def test_a_policy_answers_in_the_transaction_that_opens_its_question(tables: Tables) -> None:
    live = await started(tables)
    table_id = live.info.id
    await tables.policies.set(table_id, person_in(live, 1), "accept", "yes")
    await answer(tables, table_id, 1, "0")
    await answer(tables, table_id, 0, "3")
    before = (await tables.game(table_id)).revision
    live = await answer(tables, table_id, 0, "give")
    assert live.revision == before + 1
    assert await _by(tables, table_id, before) == [(0, "player", ["give"]), (1, "policy", ["yes"])]
    assert "S1 has the lot now. (Automatic answer.)" in said(await tables.events(table_id, None, before))
    await _same_as_replayed(tables, live)


async def test_a_policy_for_one_table_goes_before_that_for_all(tables: Tables) -> None:
    live = await started(tables)
    who = person_in(live, 0)
    other = await started(tables, channel=21)
    await tables.policies.set(live.info.id, who, "accept", "yes")
    await tables.policies.set(live.info.id, who, "accept", "no", HERE)
    assert (await tables.policies.of(live.info.id, who)).in_force == {"accept": "no"}
    assert (await tables.policies.of(other.info.id, who)).in_force == {"accept": "yes"}
    await tables.policies.set(live.info.id, who, "accept", ASK, HERE)
    assert (await tables.policies.of(live.info.id, who)).in_force == {"accept": ASK}
    await tables.policies.set(live.info.id, who, "accept", INHERIT, HERE)
    assert (await tables.policies.of(live.info.id, who)).in_force == {"accept": "yes"}
    await tables.policies.set(live.info.id, who, "accept", ASK, EVERYWHERE)
    assert (await tables.policies.of(live.info.id, who)).in_force == {}


async def test_a_policy_outlives_a_restart_and_holds_at_the_next_table(
    database_url: str, store: Store, tables: Tables, clock: Clock
) -> None:
    info = await tables.lobby.create(1, 30, ANN, "toy")
    await tables.lobby.join(info.id, BEN)
    await tables.policies.set(info.id, BEN.user_id, "bid", "0")
    later = open_tables(await Store.open(database_url), clock)
    live = await later.lobby.start(info.id, ANN)
    ben = live.seat_of(BEN.user_id)
    assert live.waiting == (1 - (ben or 0),)
    await later._unit._store.close()


@pytest.mark.parametrize(("key", "value"), [("gone", "yes"), ("accept", "maybe")])
async def test_a_policy_that_the_game_does_not_have_is_refused(tables: Tables, key: str, value: str) -> None:
    live = await started(tables)
    with pytest.raises(RulesError):
        await tables.policies.set(live.info.id, ANN.user_id, key, value)
    with pytest.raises(NotSeated):
        await tables.policies.set(live.info.id, DOT.user_id, "accept", "yes", HERE)


async def test_setting_a_policy_answers_what_is_open_at_every_table_of_the_game(tables: Tables) -> None:
    one, two = await started(tables), await started(tables, channel=21)
    for live in (one, two):
        await answer(tables, live.info.id, live.seat_of(BEN.user_id) or 0, "1")
    assert [len((await tables.game(live.info.id)).waiting) for live in (one, two)] == [1, 1]
    await tables.policies.set(one.info.id, ANN.user_id, "bid", "0")
    for live in (one, two):
        after = await tables.game(live.info.id)
        assert after.waiting == (live.seat_of(BEN.user_id),)  # Ben has taken the lot and decides what to do with it
    assert [message.kind for message in await _outbox(tables)].count("turn") == 2


async def _outbox(tables: Tables) -> list[Message]:
    rows: list[Message] = []
    while batch := (await tables.outbox.claim(tables._unit.clock())).messages:
        rows += batch
        for one in batch:
            await tables.outbox.sent([one.id], tables._unit.clock())
    return rows


async def test_a_sealed_policy_answer_can_be_changed_until_the_last_one_and_the_others_do_not_learn_of_it(
    tables: Tables,
) -> None:
    live = await started(tables)
    who = person_in(live, 0)
    await tables.policies.set(live.info.id, who, "bid", "0")
    live = await tables.game(live.info.id)
    assert live.waiting == (1,)
    assert "Your automatic answer: Bid 0." in said(await tables.events(live.info.id, 0))
    for reader in (1, None):
        told = await tables.events(live.info.id, reader)
        assert "utomatic" not in said(told)
        assert {one.by for one in told} <= {"", "player"}
    await answer(tables, live.info.id, 0, "4")
    live = await answer(tables, live.info.id, 1, "3")
    assert live.view(None).coins == [1, 5]


async def test_a_robot_and_a_policy_answer_until_a_person_must_act(tables: Tables) -> None:
    info = await tables.lobby.create(1, 20, ANN, "toy", {"length": "long"})
    await tables.robots.add(info.id, ANN, 2)
    await tables.policies.set(info.id, ANN.user_id, "bid", "0")
    live = await tables.lobby.start(info.id, ANN)
    ann = live.seat_of(ANN.user_id)
    assert live.waiting == (ann,)
    assert all(one.since is None for one in live.info.players if one.robot)
    await _same_as_replayed(tables, live)


# Taking back


async def test_taking_back_takes_automatic_answers_that_followed_with_it(tables: Tables) -> None:
    live = await started(tables, BEN, CEM)
    table_id = live.info.id
    await tables.policies.set(table_id, person_in(live, 1), "accept", "no")
    for seat, bid in ((1, "0"), (2, "0"), (0, "3")):
        await answer(tables, table_id, seat, bid)
    before = (await tables.game(table_id)).revision
    live = await answer(tables, table_id, 0, "give")
    assert await _by(tables, table_id, before) == [(0, "player", ["give"]), (1, "policy", ["no"])]
    able = await tables.undoable(table_id, person_in(live, 0))
    assert able is not None
    assert able.question.id == "What do you do with the lot?"
    undone = await tables.undo(table_id, person_in(live, 0))
    assert undone.live.waiting == (0,)
    assert undone.live.view(None).points == [0, 0, 0]
    assert await _by(tables, table_id, before) == []
    await _same_as_replayed(tables, undone.live)


async def test_taking_back_leaves_automatic_answers_that_do_not_depend_on_it(tables: Tables) -> None:
    live = await started(tables, BEN, CEM)
    table_id = live.info.id
    await answer(tables, table_id, 0, "3")
    await tables.policies.set(table_id, person_in(live, 1), "bid", "0")
    undone = await tables.undo(table_id, person_in(live, 0))
    assert undone.live.waiting == (0, 2)
    await _same_as_replayed(tables, undone.live)


async def test_what_a_policy_answered_is_taken_back_and_not_answered_again_until_it_is_answered_by_hand(
    tables: Tables,
) -> None:
    live = await started(tables, BEN, CEM)
    table_id, who = live.info.id, person_in(live, 0)
    await tables.policies.set(table_id, who, "bid", "0")
    undone = await tables.undo(table_id, who)
    assert undone.live.waiting == (0, 1, 2)
    live = await answer(tables, table_id, 1, "1")
    assert live.waiting == (0, 2)
    await answer(tables, table_id, 0, "2")
    live = await answer(tables, table_id, 2, "0")
    assert live.view(None).coins == [3, 5, 5]
    for seat in range(3):
        live = await tables.game(table_id)
        prompt = live.prompt_of(seat)
        if prompt is not None and prompt.kind == "use":
            live = await answer(tables, table_id, seat, "keep")
    for seat in range(3):
        live = await answer(tables, table_id, seat)
    assert live.waiting == (1, 2)  # the policy holds again


async def test_standing_answers_answer_the_same_question_again_once_it_was_answered_by_hand(tables: Tables) -> None:
    live = await started(tables, BEN, CEM)
    table_id, who = live.info.id, person_in(live, 0)
    await tables.policies.set(table_id, who, "bid", "0")
    undone = await tables.undo(table_id, who)
    held = undone.live.prompt_of(0)
    assert held is not None
    await answer(tables, table_id, 0, "0")
    await answer(tables, table_id, 1, "1")
    await answer(tables, table_id, 2, "0")
    await answer(tables, table_id, 1, "keep")
    for seat in range(3):
        live = await answer(tables, table_id, seat)
    asked = live.prompt_of(0)
    assert asked is not None
    assert fingerprint(asked) == fingerprint(
        held
    )  # nothing has changed for the seat: it is asked just what it was asked then
    assert asked.answered == ["0"]
    assert live.waiting == (1, 2)


async def test_a_plan_that_answered_comes_back_when_somebody_elses_step_is_taken_back(tables: Tables) -> None:
    live = await started(tables, BEN, CEM)
    table_id, ben = live.info.id, person_in(live, 1)
    await tables.plans.plan(table_id, ben, "accept", ["yes"])
    for seat, bid in ((1, "0"), (2, "0"), (0, "3")):
        await answer(tables, table_id, seat, bid)
    live = await answer(tables, table_id, 0, "give")
    assert live.view(None).points[1] > 0
    assert (await tables.plans.of(table_id, ben)).plans == ()
    undone = await tables.undo(table_id, person_in(live, 0))
    assert undone.live.view(None).points == [0, 0, 0]
    assert len((await tables.plans.of(table_id, ben)).plans) == 1
    live = await answer(tables, table_id, 0, "give")
    assert live.view(None).points[1] > 0
    await _same_as_replayed(tables, live)


@pytest.mark.parametrize("robot", [True, False])
async def test_a_plan_that_answered_does_not_come_back_for_whoever_plays_in_the_seat_by_then(
    tables: Tables, *, robot: bool
) -> None:
    live = await started(tables, BEN, CEM)
    table_id, ben = live.info.id, person_in(live, 1)
    await tables.plans.plan(table_id, ben, "accept", ["yes"])
    for seat, bid in ((1, "0"), (2, "0"), (0, "3")):
        await answer(tables, table_id, seat, bid)
    await answer(tables, table_id, 0, "give")
    if robot:
        for on in (True, False):
            await tables.robots.play_for(table_id, 1, on=on)
    else:
        await tables.lobby.replace(table_id, BOSS, 1, EVE)
    await tables.undo(table_id, person_in(live, 0))
    plays = (await tables.game(table_id)).info.players[1].user_id
    assert (await tables.plans.of(table_id, plays)).plans == ()
    assert (await answer(tables, table_id, 0, "give")).waiting == (1,)


async def test_an_own_plan_that_answered_is_taken_back_for_good(tables: Tables) -> None:
    live = await started(tables, BEN, CEM, length="long")
    table_id, ben = live.info.id, person_in(live, 1)
    await answer(tables, table_id, 1, "0")
    await tables.plans.plan(table_id, ben, "bid", ["2"])
    await answer(tables, table_id, 2, "0")
    await answer(tables, table_id, 0, "1")
    await answer(tables, table_id, 0, "keep")
    for seat in range(3):
        live = await answer(tables, table_id, seat)
    assert live.waiting == (0, 2)
    undone = await tables.undo(table_id, ben)
    assert undone.live.waiting == (0, 1, 2)
    assert (await tables.plans.of(table_id, ben)).plans == ()
    live = await answer(tables, table_id, 0, "1")
    assert live.waiting == (1, 2)


# Planned answers


async def _second_bid(tables: Tables, live: Live) -> Live:
    """Play on to the bids of the second round; seat 0 takes the first lot for 3, nobody drops a coin."""
    table_id = live.info.id
    for seat in reversed(range(len(live.info.players))):
        live = await tables.game(table_id)
        prompt = live.prompt_of(seat)
        if prompt is not None and prompt.kind == "bid" and prompt.answered is None:
            live = await answer(tables, table_id, seat, "3" if seat == 0 else "0")
    live = await answer(tables, table_id, 0, "keep")
    for seat in range(len(live.info.players)):
        live = await answer(tables, table_id, seat)
    return live


async def test_planned_answers_are_taken_in_order_each_once(tables: Tables) -> None:
    live = await started(tables, length="long")
    table_id, ben = live.info.id, person_in(live, 1)
    with pytest.raises(NotToPlan):
        await tables.plans.plan(table_id, ben, "bid", ["1"])  # it is asked just now
    await answer(tables, table_id, 1, "0")
    await tables.plans.plan(table_id, ben, "bid", ["1"])
    await tables.plans.plan(table_id, ben, "bid", ["2"])
    live = await _second_bid(tables, live)
    assert live.waiting == (0,)
    assert live.prompt_of(1) is not None
    assert live.prompts[1].answered == ["1"]
    assert [plan.premove.picks for plan in (await tables.plans.of(table_id, ben)).plans] == [["2"]]
    assert "Your planned answer was given: Bid 1." in said(await tables.events(table_id, 1))
    assert "lanned" not in said(await tables.events(table_id, 0))


async def test_a_plan_that_is_not_possible_any_more_is_dropped_and_only_its_seat_is_told(tables: Tables) -> None:
    live = await started(tables, length="long")
    table_id, ann = live.info.id, person_in(live, 0)
    await answer(tables, table_id, 0, "3")
    await tables.plans.plan(table_id, ann, "bid", ["4"])
    await answer(tables, table_id, 1, "0")
    live = await _second_bid(tables, live)
    assert live.waiting == (0, 1)
    assert live.info.players[0].since is not None
    assert "You have only 2 coins, not 4." in said(await tables.events(table_id, 0))
    assert "dropped" not in said(await tables.events(table_id, 1))
    assert (await tables.plans.of(table_id, ann)).plans == ()


async def test_what_can_be_planned_is_checked(tables: Tables) -> None:
    live = await started(tables)
    table_id, ann = live.info.id, person_in(live, 0)
    planning = await tables.plans.of(table_id, ann)
    assert [prompt.kind for prompt in planning.prompts] == ["use", "accept"]
    with pytest.raises(NotToPlan):
        await tables.plans.plan(table_id, ann, "nonsense", ["x"])
    with pytest.raises(IllegalAnswer):
        await tables.plans.plan(table_id, ann, "use", ["sell"])
    with pytest.raises(IllegalAnswer):
        await tables.plans.plan(table_id, ann, "use", ["keep", "give"])
    with pytest.raises(IllegalAnswer):
        await tables.plans.plan(table_id, ann, "use", ["keep", "keep"])
    with pytest.raises(Stale):
        await tables.plans.plan(table_id, ann, "use", ["keep"], "another")
    with pytest.raises(NotSeated):
        await tables.plans.of(table_id, DOT.user_id)
    for _ in range(MAX_PLANS):
        await tables.plans.plan(table_id, ann, "use", ["keep"], fingerprint(planning.prompts[0]))
    with pytest.raises(TooManyPlans):
        await tables.plans.plan(table_id, ann, "use", ["keep"])


async def test_a_plan_is_cancelled_once_and_by_its_seat_alone(tables: Tables) -> None:
    live = await started(tables)
    table_id = live.info.id
    plan = await tables.plans.plan(table_id, person_in(live, 0), "use", ["keep"])
    with pytest.raises(PlanGone):
        await tables.plans.cancel(table_id, person_in(live, 1), plan.id)
    await tables.plans.cancel(table_id, person_in(live, 0), plan.id)
    with pytest.raises(PlanGone):
        await tables.plans.cancel(table_id, person_in(live, 0), plan.id)


async def during(tables: Tables, monkeypatch: pytest.MonkeyPatch, meanwhile: Awaitable[object]) -> None:
    """Let something happen after a process has read the table for its next answer and before it writes it."""
    really = tables.answering._write

    async def keep(*args: Any, **more: Any) -> Any:
        monkeypatch.setattr(tables.answering, "_write", really)
        await meanwhile
        return await really(*args, **more)

    monkeypatch.setattr(tables.answering, "_write", keep)


async def test_a_plan_that_another_process_cancels_meanwhile_does_not_answer(
    database_url: str, tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = open_tables(await Store.open(database_url), clock)
    live = await started(tables)
    table_id, ben = live.info.id, person_in(live, 1)
    plan = await tables.plans.plan(table_id, ben, "accept", ["yes"])
    for seat, bid in ((1, "0"), (0, "3")):
        await answer(tables, table_id, seat, bid)
    before = (await tables.game(table_id)).revision
    await during(tables, monkeypatch, other.plans.cancel(table_id, ben, plan.id))
    live = await answer(tables, table_id, 0, "give")
    assert live.waiting == (1,)
    assert await _by(tables, table_id, before) == [(0, "player", ["give"])]
    assert (await other.plans.of(table_id, ben)).plans == ()
    await _same_as_replayed(tables, live)
    await other._unit._store.close()


async def test_a_plan_that_another_process_makes_meanwhile_answers(
    database_url: str, tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = open_tables(await Store.open(database_url), clock)
    live = await started(tables)
    table_id, ben = live.info.id, person_in(live, 1)
    for seat, bid in ((1, "0"), (0, "3")):
        await answer(tables, table_id, seat, bid)
    await during(tables, monkeypatch, other.plans.plan(table_id, ben, "accept", ["yes"]))
    before = (await tables.game(table_id)).revision
    live = await answer(tables, table_id, 0, "give")
    assert [one for one in await _by(tables, table_id, before) if one[1] != "player"] == [(1, "premove", ["yes"])]
    assert (await other.plans.of(table_id, ben)).plans == ()
    await _same_as_replayed(tables, live)
    await other._unit._store.close()


# Robots


async def test_a_person_fills_a_table_with_robots_and_plays_a_whole_game(tables: Tables) -> None:
    info = await tables.lobby.create(1, 20, ANN, "toy", {"length": "long"})
    with pytest.raises(NotOwner):
        await tables.robots.add(info.id, BEN)
    info = await tables.robots.add(info.id, ANN, 3)
    assert [Words("de").say(one) for one in info.names[1:] if not isinstance(one, str)] == [
        "Sextant", "Astrolabium", "Quadrant",
    ]  # fmt: skip
    with pytest.raises(TableFull):
        await tables.robots.add(info.id, ANN)
    await tables.lobby.start(info.id, ANN)
    live = await play_to_the_end(tables, info.id)
    assert {by for _, by, _ in await _by(tables, info.id, 0)} == {"player", "robot"}
    await _same_as_replayed(tables, live)


async def test_robots_make_room_in_a_full_lobby_and_leave_when_told(tables: Tables) -> None:
    info = await tables.lobby.create(1, 20, ANN, "toy")
    await tables.robots.add(info.id, ANN, 3)
    info = await tables.lobby.join(info.id, BEN)
    assert [player.user_id for player in info.players] == [ANN.user_id, -1, -2, BEN.user_id]
    info = await tables.robots.remove(info.id, ANN)
    assert [player.user_id for player in info.players] == [ANN.user_id, -1, BEN.user_id]
    await tables.robots.remove(info.id, ANN)
    with pytest.raises(NoRobotHere):
        await tables.robots.remove(info.id, ANN)


async def test_a_lobby_of_robots_alone_is_closed_and_an_owner_is_a_person(tables: Tables) -> None:
    info = await tables.lobby.create(1, 20, ANN, "toy")
    await tables.robots.add(info.id, ANN)
    await tables.lobby.join(info.id, BEN)
    info = await tables.lobby.leave(info.id, ANN)
    assert (info.owner_id, info.phase) == (BEN.user_id, "lobby")
    info = await tables.lobby.leave(info.id, BEN)
    assert info.phase == "abandoned"


async def test_a_robot_takes_over_answers_at_once_and_gives_the_seat_back(tables: Tables) -> None:
    live = await started(tables, BEN, CEM)
    table_id = live.info.id
    ben = live.seat_of(BEN.user_id)
    assert ben is not None
    with pytest.raises(NotOwner):
        await tables.robots.send_in(table_id, CEM, ben)
    await tables.plans.plan(table_id, BEN.user_id, "use", ["keep"])
    info = await tables.robots.send_in(table_id, ANN, ben)
    assert info.players[ben].robot
    assert info.players[ben].since is None
    assert Words("en", info.names).players[ben] == "Ben (robot)"
    with pytest.raises(RobotPlays):
        await tables.answer(table_id, BEN.user_id, [["1"]])
    with pytest.raises(RobotPlays):
        await tables.plans.of(table_id, BEN.user_id)
    revision = info.revision
    assert (await tables.seat_robot(table_id, ben, on=True)).revision == revision  # twice changes nothing
    info = await tables.robots.take_seat(table_id, BEN)
    assert not info.players[ben].robot
    await tables.answer(table_id, BEN.user_id, [["2"]])  # what the robot had sealed is changed
    assert (await tables.plans.of(table_id, BEN.user_id)).plans == ()
    with pytest.raises(AlreadySeated):
        await tables.robots.take_seat(table_id, BEN)
    with pytest.raises(AlreadyRunning):
        await tables.robots.take_seat(table_id, DOT)


async def test_the_last_person_is_not_replaced_by_a_robot(tables: Tables) -> None:
    live = await started(tables)
    await tables.seat_robot(live.info.id, 0, on=True)
    with pytest.raises(OnlyRobots):
        await tables.seat_robot(live.info.id, 1, on=True)
    with pytest.raises(OnlyRobots):
        await tables.robots.send_in(live.info.id, BOSS, 1)


async def test_an_onlooker_takes_the_place_of_a_robot_that_is_nobodys(tables: Tables) -> None:
    info = await tables.lobby.create(1, 20, ANN, "toy")
    await tables.robots.add(info.id, ANN)
    await tables.lobby.start(info.id, ANN)
    info = await tables.robots.take_seat(info.id, EVE)
    assert {player.user_id for player in info.players} == {ANN.user_id, EVE.user_id}
    assert not any(player.robot for player in info.players)


async def test_a_robot_that_is_nobodys_stays(tables: Tables) -> None:
    info = await tables.lobby.create(1, 21, ANN, "toy")
    await tables.robots.add(info.id, ANN)
    live = await tables.lobby.start(info.id, ANN)
    robot = next(player.seat for player in live.info.players if player.robot)
    with pytest.raises(NoRobotHere):
        await tables.seat_robot(info.id, robot, on=False)


async def test_a_successor_takes_over_from_a_robot(tables: Tables) -> None:
    live = await started(tables)
    await tables.seat_robot(live.info.id, 1, on=True)
    info = await tables.lobby.replace(live.info.id, BOSS, 1, DOT)
    assert (info.players[1].user_id, info.players[1].robot) == (DOT.user_id, False)


async def test_a_robot_that_fails_costs_nobody_their_answer(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    live = await started(tables)

    def fail(self: ToyGame, view: ToyState, prompt: Prompt, rng: Rng, level: Level) -> list[str]:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(ToyGame, "choose", fail)
        await tables.seat_robot(live.info.id, 1, on=True)
        live = await answer(tables, live.info.id, 0, "3")
    assert "The automatic answers of toy failed" in caplog.text
    assert live.prompts[0].answered == ["3"]
    assert live.waiting == (1,)
    await tables.policies.set(live.info.id, person_in(live, 0), "accept", "yes")  # any change wakes the robot
    await tables.robot_turns.finished(live.info.id, 10)
    assert 1 not in (await tables.game(live.info.id)).waiting


async def test_a_robot_that_picks_what_is_not_offered_is_logged_and_plays_on_at_random(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    live = await started(tables)
    monkeypatch.setattr(ToyGame, "choose", lambda *_: ["all"])
    await tables.seat_robot(live.info.id, 1, on=True)
    live = await answer(tables, live.info.id, 0, "3")
    await tables.robot_turns.finished(live.info.id, 10)
    assert "toy: the robot of seat 1 cannot pick this of “bid”: ['all']" in caplog.text
    assert 1 not in (await tables.game(live.info.id)).waiting


async def test_after_a_robot_has_failed_in_the_middle_what_is_asked_is_what_the_kept_position_asks(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await started(tables, BEN, CEM)
    await tables.seat_robot(live.info.id, 1, on=True)
    await tables.seat_robot(live.info.id, 2, on=True)
    await tables.robot_turns.finished(live.info.id, 10)
    asked: list[str] = []

    def fail_later(self: ToyGame, view: ToyState, prompt: Prompt, rng: Rng, level: Level) -> list[str]:
        asked.append(prompt.kind)
        if len(asked) > 1:
            raise ZeroDivisionError
        return [prompt.legal[0].id][: prompt.at_least]

    while not asked:  # until robots answer after somebody
        monkeypatch.setattr(ToyGame, "choose", fail_later)
        prompt = live.prompt_of(0)
        assert prompt is not None
        picks = [option.id for option in prompt.legal[-1:]][: prompt.at_least]
        played = await tables.answer(live.info.id, person_in(live, 0), [picks])
        live = played.live
    assert len(asked) > 1
    now = await tables.game(live.info.id)
    assert (live.prompts, live.waiting) == (now.prompts, now.waiting)


# At the same instant


async def test_answers_policies_and_plans_at_the_same_instant_leave_a_whole_game(
    database_url: str, tables: Tables, clock: Clock
) -> None:
    other = open_tables(await Store.open(database_url), clock)
    live = await started(tables, BEN, CEM, length="long")
    table_id = live.info.id
    people = [person_in(live, seat) for seat in range(3)]
    await tables.seat_robot(table_id, 2, on=True)

    async def kindly(work: Awaitable[object]) -> None:
        with suppress(RulesError, NotToPlan, Stale, TooManyPlans):
            await work

    for round_ in range(6):
        live = await tables.game(table_id)
        if live.over:
            break
        jobs: list[Awaitable[object]] = []
        for at, one in enumerate((tables, other)):
            jobs.append(one.answer(table_id, people[at], [_first(live, at)]))
            jobs.append(one.policies.set(table_id, people[1 - at], "accept", "yes" if round_ % 2 else "no"))
            jobs.append(one.plans.plan(table_id, people[at], "bid", ["0"]))
        await asyncio.gather(*map(kindly, jobs))
    live = await tables.game(table_id)
    await _same_as_replayed(tables, live)
    assert tuple(player.seat for player in live.info.players if player.since) == live.waiting
    taken = [by for _, by, _ in await _by(tables, table_id, 0)]
    assert "premove" in taken
    await other._unit._store.close()


def _first(live: Live, seat: int) -> list[str]:
    prompt = live.prompt_of(seat)
    return [option.id for option in prompt.legal[: prompt.at_least]] if prompt is not None else []


async def test_a_press_of_a_moment_ago_is_still_known_though_a_policy_answered_after_it(tables: Tables) -> None:
    live = await started(tables, length="long")
    table_id, ann = live.info.id, person_in(live, 0)
    await tables.policies.set(table_id, ann, "use", "keep")
    await answer(tables, table_id, 1, "0")
    live = await tables.game(table_id)
    shown = live.prompt_of(0)
    assert shown is not None
    first = await tables.answer(table_id, ann, [["3"]], live.revision, fingerprint(shown))
    assert first.live.view(None).points[0] > 0
    again = await tables.answer(table_id, ann, [["3"]], live.revision, fingerprint(shown))
    assert again.repeated


@pytest.mark.parametrize(
    ("by", "pick", "said"),
    [
        (Answerer.POLICY, "done", "Automatically: End the turn."),
        (Answerer.PREMOVE, "done", "As planned: End the turn."),
        (Answerer.POLICY, "trade", "Anything else? Your automatic answer: Trade."),
    ],
)
def test_that_a_turn_ended_by_itself_is_said_without_the_question(by: Answerer, pick: str, said: str) -> None:
    options = [Option("done", T("End the turn"), ends=True), Option("trade", T("Trade"))]
    given = Given(0, by, (pick,), Prompt(0, "finish", T("Anything else?"), options), Outcome([], barrier=False), plan=1)
    assert [Words("en").say(event.text) for event in given.events] == [said]
