"""Clocks: a soft one lets the others vote, a hard one answers; votes, taking the seat, vacations."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.table_errors import AlreadySeated, NotOverdue, NotOwner, NotSeated, SeatKept, UnknownOption
from bot.tables import Live, Tables
from storage.store import Store
from tests.at_table import ANN, BEN, CEM, DOT, EVE, Clock, answer, open_tables, person_in, started


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
    await tables.clocks.strike()
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
    await tables.clocks.strike()
    assert (await tables.game(live.info.id)).revision == live.revision
    clock.move(hours=1)
    await tables.clocks.strike()
    after = await tables.game(live.info.id)
    assert after.revision == live.revision + 1
    told = (await tables.events(live.info.id, None, live.revision))[-1]
    assert (told.by, told.seat) == ("clock", 0)
    assert told.events[0].text.id.startswith("The time of {who} has run out")
    await tables.clocks.strike()
    assert (await tables.game(live.info.id)).revision == after.revision
    assert all(one.deadline == clock.now + timedelta(hours=48) for one in after.info.waiting)


async def test_a_hard_clock_plays_a_deserted_game_to_its_end(tables: Tables, clock: Clock) -> None:
    live = await with_clock(tables, "hard", "24")
    for _ in range(60):
        clock.move(hours=24)
        await tables.clocks.strike()
    after = await tables.game(live.info.id)
    assert after.over
    assert await tables.reminders.next_due() is None


async def test_two_processes_strike_once(store: Store, database_url: str, clock: Clock) -> None:
    tables = open_tables(store, clock)
    live = await with_clock(tables, "hard")
    clock.move(hours=48)
    other = await Store.open(database_url)
    await asyncio.gather(*(open_tables(one, clock).clocks.strike() for one in (store, other, store)))
    assert (await tables.game(live.info.id)).revision == live.revision + 1
    await other.close()


async def test_a_soft_clock_opens_a_vote_once_and_the_person_may_still_answer(tables: Tables, clock: Clock) -> None:
    live = await with_clock(tables, "soft")
    with pytest.raises(NotOverdue):
        await tables.clocks.vote(live.info.id, person_in(live, 1), 0)
    clock.move(days=3)
    for _ in range(2):
        await tables.clocks.strike()
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
    seated: list[tuple[int, int, bool]] = []

    async def seat_robot(table_id: int, seat: int, *, on: bool) -> None:
        seated.append((table_id, seat, on))

    tables.clocks.seat_robot = seat_robot
    clock.move(days=3)
    await tables.clocks.strike()
    with pytest.raises(SeatKept):
        await tables.clocks.take(live.info.id, DOT, 0)
    with pytest.raises(NotOverdue):
        await tables.clocks.vote(live.info.id, person_in(live, 0), 0)
    with pytest.raises(NotSeated):
        await tables.clocks.vote(live.info.id, EVE.user_id, 0)
    for voter in (1, 1, 2):
        info = await tables.clocks.vote(live.info.id, person_in(live, voter), 0)
        assert info.players[0].given_up == (voter == 2)
    assert seated == [(live.info.id, 0, True)]
    with pytest.raises(AlreadySeated):
        await tables.clocks.take(live.info.id, next(p for p in (ANN, BEN, CEM) if p.user_id == person_in(live, 1)), 0)
    info = await tables.clocks.take(live.info.id, DOT, 0)
    taken = info.players[0]
    assert (taken.user_id, taken.overdue, taken.given_up, taken.votes) == (DOT.user_id, False, False, ())
    assert taken.deadline == clock.now + timedelta(hours=48)
    with pytest.raises(SeatKept):
        await tables.clocks.take(live.info.id, EVE, 0)
    await answer(tables, live.info.id, 0, "1")


async def test_a_vacation_stops_the_clock(tables: Tables, clock: Clock) -> None:
    live = await with_clock(tables, "hard", "24")
    user = person_in(live, 0)
    until = clock.now + timedelta(days=10)
    await tables.prefer(user, away_until=until)
    info = await tables.lobby.info(live.info.id)
    assert info.players[0].deadline == until + timedelta(hours=24)
    assert info.players[0].away_until == until
    clock.move(days=2)
    await tables.prefer(user, away_until=None)
    info = await tables.lobby.info(live.info.id)
    assert info.players[0].deadline == clock.now + timedelta(hours=24)
    assert info.players[0].away_until is None


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
    await tables.clocks.strike()
    assert (await tables.game(live.info.id)).revision == live.revision
    clock.move(hours=1)
    await tables.clocks.strike()
    assert (await tables.game(live.info.id)).revision == live.revision + 1


async def test_votes_about_an_earlier_wait_do_not_count_when_the_person_is_late_again(
    tables: Tables, clock: Clock
) -> None:
    live = await with_clock(tables, "soft")
    clock.move(days=3)
    await tables.clocks.strike()
    info = await tables.clocks.vote(live.info.id, person_in(live, 1), 0)
    assert info.players[0].votes == (1,)
    live = await answer(tables, live.info.id, 0, "1")  # the person is back, and asked what to do with the lot
    assert live.waiting == (0,)
    clock.move(days=3)
    await tables.clocks.strike()
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
        await tables.clocks.strike()
        await tables.clocks.vote(live.info.id, person_in(live, 1), 0)
    for away_until in (clock.now + timedelta(days=10), clock.now + timedelta(days=20), None):
        await tables.prefer(user, away_until=away_until)
        late = (await tables.lobby.info(live.info.id)).players[0]
        assert late.deadline == deadline
        assert late.votes == ((1,) if struck else ())
    await tables.prefer(user, away_until=clock.now + timedelta(days=10))
    await tables.clocks.strike()
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
