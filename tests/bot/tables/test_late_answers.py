"""Policies that come after a pause, so that nobody can tell them from those of a person."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.tables.core import pauses
from bot.tables.service import Tables
from rules.kernel.policies import ASK
from storage import log
from storage.store import Store
from tests.at_table import ANN, BEN, Clock, keys, person_in
from tests.rules.race.table import GAME, table_of


async def both_settle(
    store: Store, clock: Clock, options: dict[str, str], answered: tuple[int, ...] = (1, 0), **settings: str
) -> tuple[Tables, int]:
    """Those seats have chosen Settle; seat 0 can pay for nothing, seat 1 can."""
    tables = Tables(store, {"race": GAME}, clock, keys().__next__)
    info = await tables.lobby.create(1, 20, ANN, "race", options)
    await tables.lobby.join(info.id, BEN)
    live = await tables.lobby.start(info.id, ANN)
    table = table_of(
        ["old_earth", "new_sparta"],
        ["lost_species_ark_world drop_ships", "comet_zone spice_world mining_league colony_ship"],
    )
    async with store.writing() as session:  # as if it had been played so far
        await log.put_snapshot(session, info.id, live.revision, GAME.encode(table.position))
    for key, value in settings.items():
        await tables.policies.set(info.id, person_in(live, 0), key, value)
    for seat in answered:
        await tables.answer(info.id, person_in(live, seat), [["settle"]])
    return tables, info.id


async def given(store: Store, table_id: int) -> list[list[str]]:
    async with store.reading() as session:
        return [row.picks for row in await log.rows(session, table_id) if row.by == "policy"]


async def test_who_can_place_nothing_does_so_after_a_pause_of_chance(store: Store, clock: Clock) -> None:
    tables, table_id = await both_settle(store, clock, {})
    assert await given(store, table_id) == []
    assert (await tables.game(table_id)).waiting == (0, 1)
    await tables.late_answers.give()
    assert await given(store, table_id) == []
    clock.now += pauses.MOST
    await tables.late_answers.give()
    assert await given(store, table_id) == [["pass"]]
    assert (await tables.game(table_id)).waiting == (1,)
    await tables.late_answers.give()
    assert await given(store, table_id) == [["pass"]]


async def test_whoever_has_just_answered_has_a_pause_before_the_next_question_too(store: Store, clock: Clock) -> None:
    tables, table_id = await both_settle(store, clock, {}, answered=(1,))
    live = await tables.game(table_id)
    clock.now += 2 * pauses.MOST  # seat 0 chooses its action late, and is asked what it places at once
    await tables.answer(table_id, person_in(live, 0), [["settle"]])
    assert await given(store, table_id) == []
    await tables.late_answers.give()
    assert await given(store, table_id) == []
    clock.now += pauses.MOST
    await tables.late_answers.give()
    assert await given(store, table_id) == [["pass"]]


async def test_another_process_or_the_next_one_gives_it(store: Store, clock: Clock) -> None:
    _, table_id = await both_settle(store, clock, {})
    other = Tables(store, {"race": GAME}, clock, keys().__next__)
    await other.late_answers.give()
    clock.now += pauses.MOST
    await other.late_answers.give()
    assert await given(store, table_id) == [["pass"]]


async def test_what_fell_due_while_there_was_no_process_has_another_pause(store: Store, clock: Clock) -> None:
    _, table_id = await both_settle(store, clock, {})
    clock.now += timedelta(hours=5)
    tables = Tables(store, {"race": GAME}, clock, keys().__next__)
    async with tables._unit.reading() as session:
        stored = await tables._unit.find(session, table_id)
    ends = set()
    for seat in stored.seats:
        assert seat.since is not None
        ends.add(pauses.end(stored, seat, seat.since, clock.now))
        ends.add(pauses.end(stored, seat, seat.since, clock.now + timedelta(minutes=1)))
    assert len(ends) == 4  # not all at once, and others after the next start
    assert all(clock.now + pauses.LEAST <= one <= clock.now + pauses.MOST + timedelta(minutes=1) for one in ends)
    await tables.late_answers.give()
    assert await given(store, table_id) == []
    live = await tables.game(table_id)
    await tables.answer(table_id, person_in(live, 1), [["spice_world"]])  # nor where somebody presses
    assert await given(store, table_id) == []
    clock.now += pauses.MOST
    await tables.late_answers.give()
    assert await given(store, table_id) == [["pass"]]


async def test_what_falls_due_after_a_start_keeps_its_pause(store: Store, clock: Clock) -> None:
    tables, table_id = await both_settle(store, clock, {})
    async with tables._unit.reading() as session:
        stored = await tables._unit.find(session, table_id)
    seat = stored.seats[0]
    assert seat.since is not None
    due = pauses.end(stored, seat, seat.since)
    assert pauses.end(stored, seat, seat.since, due) == due
    clock.now = due - timedelta(minutes=1)
    next_one = Tables(store, {"race": GAME}, clock, keys().__next__)
    await next_one.late_answers.give()
    clock.now = due
    await next_one.late_answers.give()
    assert await given(store, table_id) == [["pass"]]


async def test_a_clock_that_is_set_back_keeps_no_answer_for_ever(store: Store, clock: Clock) -> None:
    _, table_id = await both_settle(store, clock, {})
    clock.now += timedelta(days=300)
    tables = Tables(store, {"race": GAME}, clock, keys().__next__)
    await tables.late_answers.give()
    clock.now += pauses.MOST - timedelta(days=300)
    await tables.late_answers.give()
    assert await given(store, table_id) == [["pass"]]


async def test_a_table_or_a_person_may_have_it_otherwise(store: Store, clock: Clock) -> None:
    tables, table_id = await both_settle(store, clock, {"nothing": "asked"})
    clock.now += pauses.MOST
    await tables.late_answers.give()
    assert await given(store, table_id) == []


async def test_whoever_wants_to_be_asked_is(store: Store, clock: Clock) -> None:
    tables, table_id = await both_settle(store, clock, {}, nothing_payable=ASK)
    clock.now += pauses.MOST
    await tables.late_answers.give()
    assert await given(store, table_id) == []


async def test_pauses_differ_and_wait_for_the_morning(store: Store, clock: Clock) -> None:
    tables, table_id = await both_settle(store, clock, {})
    async with tables._unit.reading() as session:
        awake = await tables._unit.find(session, table_id)
    lengths = {
        pauses.end(awake, seat, clock.now + timedelta(hours=hour)) - clock.now - timedelta(hours=hour)
        for seat in awake.seats
        for hour in range(8)
    }
    assert len(lengths) == 16
    assert all(pauses.LEAST <= one <= pauses.MOST for one in lengths)
    person = awake.seats[0].user_id
    await tables.prefer(person, zone="UTC", quiet_from=11 * 60, quiet_to=20 * 60)  # it is 12:00
    async with tables._unit.reading() as session:
        stored = await tables._unit.find(session, table_id)
    morning = clock.now.replace(hour=20, minute=0)
    assert morning + pauses.LEAST <= pauses.end(stored, stored.seats[0], clock.now) <= morning + pauses.MOST
    evening = clock.now.replace(hour=10, minute=55)  # five minutes of the pause pass before the quiet hours
    rest = pauses.end(awake, awake.seats[0], evening) - evening - timedelta(minutes=5)
    assert pauses.end(stored, stored.seats[0], evening) == morning + rest


def test_the_clock_need_not_run_yet_when_the_service_is_made(store: Store) -> None:
    def stopped() -> datetime:
        raise AssertionError("too early")

    Tables(store, {"race": GAME}, stopped, keys().__next__)
