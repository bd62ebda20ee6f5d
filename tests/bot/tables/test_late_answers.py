"""Standing answers that come after a pause, so that nobody can tell them from those of a person."""

from __future__ import annotations

from datetime import timedelta

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
    clock.now += pauses.MOST
    await Tables(store, {"race": GAME}, clock, keys().__next__).late_answers.give()
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
        stored = await tables._unit.find(session, table_id)
    lengths = {
        pauses.end(stored, seat, clock.now + timedelta(hours=hour)) - clock.now - timedelta(hours=hour)
        for seat in stored.seats
        for hour in range(8)
    }
    assert len(lengths) == 16
    assert all(pauses.LEAST <= one <= pauses.MOST for one in lengths)
    person = stored.seats[0].user_id
    await tables.prefer(person, zone="UTC", quiet_from=11 * 60, quiet_to=20 * 60)  # it is 12:00
    async with tables._unit.reading() as session:
        stored = await tables._unit.find(session, table_id)
    morning = clock.now.replace(hour=20, minute=0)
    assert morning + pauses.LEAST <= pauses.end(stored, stored.seats[0], clock.now) <= morning + pauses.MOST
