"""Clocks: a soft one lets the others vote, a hard one answers; votes, taking the seat, vacations."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from unittest.mock import AsyncMock

import pytest

from bot.tables import clocks
from bot.tables.core.data import Live
from bot.tables.core.errors import AlreadySeated, NotOverdue, NotOwner, NotSeated, SeatKept, UnknownOption
from bot.tables.open_votes import open_votes
from bot.tables.service import Tables
from storage.store import Store
from tests.at_table import ANN, BEN, BOSS, CEM, DOT, EVE, Clock, answer, open_tables, person_in, said, started
from tests.toy import ToyGame


async def with_clock(tables: Tables, clock: str, hours: str = "48") -> Live:
    """A game of three whose seat 0 alone has still to bid."""
    live = await started(tables, BEN, CEM)
    for option, value in (("clock", clock), ("clock_hours", hours)):
        await tables.clocks.configure(live.info.id, ANN, option, value)
    await answer(tables, live.info.id, 1, "0")
    await answer(tables, live.info.id, 2, "0")
    return await tables.game(live.info.id)


async def test_without_a_clock_nobody_has_a_deadline(tables: Tables, clock: Clock) -> None:
    live = await started(tables)
    assert [one.deadline for one in live.info.players] == [None, None]
    clock.move(weeks=10)
    await tables.clocks.expire()
    assert (await tables.game(live.info.id)).revision == live.revision


async def test_setting_a_clock_gives_everybody_the_whole_time_from_then_on(tables: Tables, clock: Clock) -> None:
    live = await started(tables)
    clock.move(days=9)
    await tables.clocks.configure(live.info.id, ANN, "clock", "hard")
    info = await tables.clocks.configure(live.info.id, ANN, "clock_hours", "24")
    assert info.clock == "hard"
    info = await tables.lobby.info(live.info.id)
    assert {one.deadline for one in info.players} == {clock.now + timedelta(hours=24)}
    assert {one.since for one in info.players} == {clock.now - timedelta(days=9)}


async def test_a_hard_clock_answers_that_question_and_the_log_says_so(tables: Tables, clock: Clock) -> None:
    live = await with_clock(tables, "hard")
    clock.move(hours=47)
    await tables.clocks.expire()
    assert (await tables.game(live.info.id)).revision == live.revision
    clock.move(hours=1)
    await tables.clocks.expire()
    after = await tables.game(live.info.id)
    assert after.revision == live.revision + 1
    told = (await tables.events(live.info.id, None, live.revision))[-1]
    assert (told.by, told.seat) == ("clock", 0)
    assert told.events[0].text.id.startswith("The time of {who} has run out")
    await tables.clocks.expire()
    assert (await tables.game(live.info.id)).revision == after.revision
    assert all(one.deadline == clock.now + timedelta(hours=48) for one in after.info.waiting)


async def test_a_hard_clock_plays_a_deserted_game_to_its_end(tables: Tables, clock: Clock) -> None:
    live = await with_clock(tables, "hard", "24")
    for _ in range(60):
        clock.move(hours=24)
        await tables.clocks.expire()
    after = await tables.game(live.info.id)
    assert after.over
    assert await tables.reminders.next_due() is None


async def test_where_a_game_picks_what_is_not_offered_a_hard_clock_answers_at_random(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    live = await with_clock(tables, "hard")
    monkeypatch.setattr(ToyGame, "choose", lambda *_: ["all"])
    clock.move(hours=48)
    await tables.clocks.expire()
    assert (await tables.game(live.info.id)).revision == live.revision + 1
    assert "the clock cannot pick this of “bid” for seat 0: ['all']" in caplog.text


async def test_two_processes_strike_once(store: Store, database_url: str, clock: Clock) -> None:
    tables = open_tables(store, clock)
    live = await with_clock(tables, "hard")
    clock.move(hours=48)
    other = await Store.open(database_url)
    await asyncio.gather(*(open_tables(one, clock).clocks.expire() for one in (store, other, store)))
    assert (await tables.game(live.info.id)).revision == live.revision + 1
    await other.close()


async def test_a_soft_clock_opens_a_vote_once_and_the_person_may_still_answer(tables: Tables, clock: Clock) -> None:
    live = await with_clock(tables, "soft")
    with pytest.raises(NotOverdue):
        await tables.clocks.vote(live.info.id, person_in(live, 1), 0)
    clock.move(days=3)
    for _ in range(2):
        await tables.clocks.expire()
    after = await tables.game(live.info.id)
    assert after.revision == live.revision + 1
    assert after.info.players[0].overdue
    info = await tables.clocks.vote(live.info.id, person_in(live, 1), 0)
    assert info.players[0].votes == (1,)
    assert not info.players[0].given_up
    back = (await tables.answer(live.info.id, person_in(live, 0), [["1"]])).live.info.players[0]
    assert (back.overdue, back.votes) == (False, ())


async def test_when_all_others_agree_the_seat_can_be_taken(tables: Tables, clock: Clock) -> None:
    live = await with_clock(tables, "soft")
    clock.move(days=3)
    await tables.clocks.expire()
    with pytest.raises(SeatKept):
        await tables.clocks.take(live.info.id, DOT, 0)
    with pytest.raises(NotOverdue):
        await tables.clocks.vote(live.info.id, person_in(live, 0), 0)
    with pytest.raises(NotSeated):
        await tables.clocks.vote(live.info.id, EVE.user_id, 0)
    for voter in (1, 1, 2):
        info = await tables.clocks.vote(live.info.id, person_in(live, voter), 0)
        assert info.players[0].given_up == info.players[0].robot == (voter == 2)
    assert [one.kind for one in await tables.events(live.info.id, None, live.revision)][:3] == [
        "overdue", "given_up", "robot",
    ]  # fmt: skip
    with pytest.raises(AlreadySeated):
        await tables.clocks.take(live.info.id, next(p for p in (ANN, BEN, CEM) if p.user_id == person_in(live, 1)), 0)
    info = await tables.clocks.take(live.info.id, DOT, 0)
    taken = info.players[0]
    assert (taken.user_id, taken.overdue, taken.given_up, taken.votes) == (DOT.user_id, False, False, ())
    assert not taken.robot
    with pytest.raises(SeatKept):
        await tables.clocks.take(live.info.id, EVE, 0)
    while 0 not in (now := await tables.game(live.info.id)).waiting:
        seat = now.waiting[0]
        prompt = now.prompt_of(seat)
        assert prompt is not None
        await answer(tables, live.info.id, seat, *[option.id for option in prompt.legal[: prompt.at_least]])
    assert now.info.players[0].deadline == clock.now + timedelta(hours=48)


async def test_a_vacation_stops_the_clock(tables: Tables, clock: Clock) -> None:
    live = await with_clock(tables, "hard", "24")
    user = person_in(live, 0)
    until = clock.now + timedelta(days=10)
    await tables.prefer(user, away_until=until)
    info = await tables.lobby.info(live.info.id)
    assert info.players[0].deadline == until + timedelta(hours=24)
    assert info.players[0].away == until.date()
    clock.move(days=2)
    await tables.prefer(user, away_until=None)
    info = await tables.lobby.info(live.info.id)
    assert info.players[0].deadline == clock.now + timedelta(hours=24)
    assert info.players[0].away is None


async def test_a_question_that_comes_during_a_vacation_gets_its_whole_time_after_it(
    tables: Tables, clock: Clock
) -> None:
    until = clock.now + timedelta(days=10)
    live = await started(tables)
    for option, value in (("clock", "hard"), ("clock_hours", "24")):
        await tables.clocks.configure(live.info.id, ANN, option, value)
    away = live.info.players[0].user_id
    await tables.prefer(away, away_until=until)
    clock.move(days=2)
    await answer(tables, live.info.id, 1, "0")
    live = await answer(tables, live.info.id, 0, "3")  # the lot is theirs: what to do with it is asked now
    assert (live.waiting, live.info.players[0].since) == ((0,), clock.now)
    assert live.info.players[0].deadline == until + timedelta(hours=24)
    clock.now = until + timedelta(hours=23)
    await tables.clocks.expire()
    assert (await tables.game(live.info.id)).revision == live.revision
    clock.move(hours=1)
    await tables.clocks.expire()
    assert (await tables.game(live.info.id)).revision == live.revision + 1


async def test_votes_about_an_earlier_wait_do_not_count_when_the_person_is_late_again(
    tables: Tables, clock: Clock
) -> None:
    live = await with_clock(tables, "soft")
    clock.move(days=3)
    await tables.clocks.expire()
    info = await tables.clocks.vote(live.info.id, person_in(live, 1), 0)
    assert info.players[0].votes == (1,)
    live = await answer(tables, live.info.id, 0, "1")  # the person is back, and asked what to do with the lot
    assert live.waiting == (0,)
    clock.move(days=3)
    await tables.clocks.expire()
    late = (await tables.lobby.info(live.info.id)).players[0]
    assert (late.overdue, late.votes) == (True, ())
    info = await tables.clocks.vote(live.info.id, person_in(live, 2), 0)
    assert (info.players[0].votes, info.players[0].given_up) == ((2,), False)
    info = await tables.clocks.vote(live.info.id, person_in(live, 1), 0)
    assert info.players[0].given_up


@pytest.mark.parametrize(("kind", "struck"), [("soft", True), ("soft", False), ("hard", False)])
async def test_a_vacation_does_not_move_a_deadline_that_has_passed(
    tables: Tables, clock: Clock, kind: str, struck: bool
) -> None:
    live = await with_clock(tables, kind)
    user, deadline = person_in(live, 0), clock.now + timedelta(hours=48)
    clock.move(hours=49)
    if struck:
        await tables.clocks.expire()
        await tables.clocks.vote(live.info.id, person_in(live, 1), 0)
    for away_until in (clock.now + timedelta(days=10), clock.now + timedelta(days=20), None):
        await tables.prefer(user, away_until=away_until)
        late = (await tables.lobby.info(live.info.id)).players[0]
        assert late.deadline == deadline
        assert late.votes == ((1,) if struck else ())
    await tables.prefer(user, away_until=clock.now + timedelta(days=10))
    await tables.clocks.expire()
    after = await tables.game(live.info.id)
    if kind == "soft":
        assert after.info.players[0].overdue
    else:
        assert after.revision == live.revision + 1


async def test_settings_of_time_are_the_owners_and_have_bounds(tables: Tables) -> None:
    live = await started(tables)
    with pytest.raises(NotOwner):
        await tables.clocks.configure(live.info.id, BEN, "clock", "hard")
    for option, value in (
        ("clock", "loud"), ("clock_hours", "0"), ("reminders", "11"), ("remind_hours", "٣"), ("remind_hours", "9999"),
    ):  # fmt: skip
        with pytest.raises(UnknownOption):
            await tables.clocks.configure(live.info.id, ANN, option, value)


async def test_a_table_that_nobody_attends_is_ended_and_its_owner_told(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "UNATTENDED", 2)
    live = await with_clock(tables, "hard", "24")
    while (await tables.lobby.info(live.info.id)).phase == "running":
        clock.move(hours=25)
        await tables.clocks.expire()
    info = await tables.lobby.info(live.info.id)
    assert info.phase == "abandoned"
    told = [event.text.id for one in await tables.events(live.info.id, None) for event in one.events]
    assert "the clock has answered" in told[-1]
    kinds = {one.kind: one.payload for one in await said(tables)}
    assert kinds["ended"]["user"] == ANN.user_id
    assert "abandon" in kinds


async def test_a_table_at_which_somebody_acts_now_and_then_goes_on(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "UNATTENDED", 2)
    live = await with_clock(tables, "hard", "24")
    while not live.over:
        clock.move(hours=25)
        await tables.clocks.expire()
        live = await tables.game(live.info.id)
        person = person_in(live, 1)
        prompt = live.prompt_of(1)
        if prompt is not None and prompt.answered is None:
            picks = [one.id for one in prompt.legal[: prompt.at_least]]
            live = (await tables.answer(live.info.id, person, [picks])).live
    assert (await tables.lobby.info(live.info.id)).phase == "finished"


async def _late(tables: Tables, clock: Clock) -> Live:
    """A game of three whose seat 0 has run out of time, and seat 1 has voted to hand it over; seat 2 has not."""
    live = await with_clock(tables, "soft")
    clock.move(days=3)
    await tables.clocks.expire()
    await tables.clocks.vote(live.info.id, person_in(live, 1), 0)
    return await tables.game(live.info.id)


async def test_a_vote_on_a_seat_is_counted_again_when_its_last_missing_voter_becomes_a_robot(
    tables: Tables, clock: Clock
) -> None:
    live = await _late(tables, clock)
    info = await tables.seat_robot(live.info.id, 2, on=True)
    late = info.players[0]
    assert (late.given_up, late.robot) == (True, True)
    assert [one.kind for one in await tables.events(live.info.id, None, live.revision)][:3] == [
        "robot", "given_up", "robot",
    ]  # fmt: skip
    assert await open_votes(tables, live.info.id) == []


async def test_a_vote_on_a_seat_is_counted_again_when_its_last_missing_voter_has_left_the_server(
    tables: Tables, clock: Clock
) -> None:
    live = await _late(tables, clock)
    await tables.members.note(live.info.id, person_in(live, 2), gone=True)
    info = await tables.lobby.info(live.info.id)
    assert (info.players[0].given_up, info.players[0].robot, info.players[2].gone) == (True, True, True)


async def test_whoever_takes_a_seat_over_votes_anew_on_a_seat(tables: Tables, clock: Clock) -> None:
    live = await _late(tables, clock)
    await tables.lobby.replace(live.info.id, BOSS, 1, DOT)
    (ballot,) = await open_votes(tables, live.info.id)
    assert ballot.missing == (1, 2)
    await tables.clocks.vote(live.info.id, person_in(live, 2), 0)
    info = await tables.clocks.vote(live.info.id, DOT.user_id, 0)
    assert info.players[0].given_up


async def test_who_comes_back_from_a_robot_keeps_their_vote_and_is_asked_where_they_had_none(
    tables: Tables, clock: Clock
) -> None:
    live = await started(tables, BEN, CEM, DOT)
    for option, value in (("clock", "soft"), ("clock_hours", "48")):
        await tables.clocks.configure(live.info.id, ANN, option, value)
    for seat in (1, 2, 3):
        await answer(tables, live.info.id, seat, "0")
    clock.move(days=3)
    await tables.clocks.expire()
    await tables.clocks.vote(live.info.id, person_in(live, 1), 0)
    for on in (True, False):
        for seat in (1, 2):
            await tables.seat_robot(live.info.id, seat, on=on)
    (ballot,) = await open_votes(tables, live.info.id)
    assert ballot.missing == (2, 3)
    rows = sorted((row for row in await said(tables) if row.kind == "ballot"), key=lambda row: row.id)
    assert [row.payload["seat"] for row in rows] == [1, 2, 3, 2]


async def test_no_seat_is_given_up_without_a_vote_and_none_leaves_robots_alone(tables: Tables, clock: Clock) -> None:
    live = await with_clock(tables, "soft")
    clock.move(days=3)
    await tables.clocks.expire()
    await tables.seat_robot(live.info.id, 1, on=True)
    info = await tables.seat_robot(live.info.id, 2, on=True)
    assert not info.players[0].given_up
    await tables.seat_robot(live.info.id, 1, on=False)
    await tables.clocks.vote(live.info.id, person_in(live, 1), 0)  # the last but the late one: a robot may play on
    assert (await tables.lobby.info(live.info.id)).players[0].robot


async def test_a_seat_that_is_given_up_at_a_table_of_robots_waits_for_whoever_takes_it(
    tables: Tables, clock: Clock
) -> None:
    live = await _late(tables, clock)
    await tables.seat_robot(live.info.id, 1, on=True)
    info = await tables.seat_robot(live.info.id, 2, on=True)
    late = info.players[0]
    assert (late.given_up, late.robot) == (True, False)
    assert late.since is not None
    await tables.clocks.take(live.info.id, DOT, 0)


async def test_a_table_is_ended_though_somebody_is_never_asked_any_more(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await with_clock(tables, "hard", "24")
    monkeypatch.setattr(clocks, "UNATTENDED", 2)

    for answers, phase in (({0: 9, 1: 8}, "running"), ({0: 9, 1: 9}, "abandoned")):
        monkeypatch.setattr("storage.log.clock_answers", AsyncMock(return_value=answers))
        clock.move(hours=25)
        await tables.clocks.expire()
        assert (await tables.lobby.info(live.info.id)).phase == phase
