"""Weekly tables: when they open, once, with whom, and what is in their way."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from bot.tables.core.data import Person
from bot.tables.core.errors import MayNotOpen, NoSuchWeekly, NotTheirWeekly, NoZone
from bot.tables.core.messages import InvitedTo, TableChange, WeeklyPaused, read
from bot.tables.service import Tables
from bot.tables.weekly import MOST_UNTOLD, Appointment, Owner, next_time
from storage.store import Store
from tests.at_table import ANN, BEN, BOSS, CEM, Clock, open_tables, play_to_the_end, said, started

FRIDAY, EIGHT = 4, 20 * 60


async def weekly(tables: Tables, person: Person = ANN) -> Appointment:
    await tables.prefer(person.user_id, zone="Europe/Berlin")
    return await tables.weekly.set(1, 20, person, "toy", FRIDAY, EIGHT)


@pytest.mark.parametrize(
    ("after", "at"),
    [
        ("2030-03-01T18:59", "2030-03-01T19:00"),  # a Friday in winter
        ("2030-03-01T19:00", "2030-03-08T19:00"),
        ("2030-03-30T12:00", "2030-04-05T18:00"),  # the clocks go forward in between
        ("2030-10-26T12:00", "2030-11-01T19:00"),
    ],
)
def test_the_hour_is_by_the_clocks_of_a_zone(after: str, at: str) -> None:
    found = next_time("Europe/Berlin", FRIDAY, EIGHT, datetime.fromisoformat(after).replace(tzinfo=UTC))
    assert found == datetime.fromisoformat(at).replace(tzinfo=UTC)


def test_an_hour_that_is_left_out_comes_as_much_later() -> None:
    found = next_time("Europe/Berlin", 6, 150, datetime(2030, 3, 30, 12, tzinfo=UTC))
    assert found == datetime(2030, 3, 31, 1, 30, tzinfo=UTC)  # 3:30 there


async def test_it_opens_at_its_time_with_the_people_of_the_last_one(tables: Tables, clock: Clock) -> None:
    live = await started(tables, BEN, length="long")
    await tables.clocks.configure(live.info.id, ANN, "clock", "hard")
    await play_to_the_end(tables, live.info.id)
    set_ = await weekly(tables)
    assert (set_.guests, set_.next_at) == ((BEN.user_id,), datetime(2030, 3, 1, 19, tzinfo=UTC))
    clock.move(hours=6.9)
    assert await tables.weekly.open_due() == 0
    assert tables.weekly.next == set_.next_at
    await said(tables)
    clock.move(hours=0.2)
    assert await tables.weekly.open_due() == 1
    info = await tables.lobby.of_channel(20)
    assert (info.phase, info.owner_id, info.invited) == ("lobby", ANN.user_id, (BEN.user_id,))
    assert (info.options, info.clock) == ({"length": "long"}, "hard")
    rows = await said(tables)
    assert [read(one, InvitedTo).user for one in rows if one.kind == "invited"] == [BEN.user_id]
    assert await tables.weekly.open_due() == 0


async def test_whoever_was_invited_or_came_is_invited_the_next_time(tables: Tables, clock: Clock) -> None:
    await weekly(tables)
    clock.move(hours=8)
    assert await tables.weekly.open_due() == 1
    info = await tables.lobby.of_channel(20)
    assert info.invited == ()
    await tables.lobby.join(info.id, CEM)
    await tables.lobby.invite(info.id, ANN, BEN)
    await tables.lobby.abandon(info.id, ANN)
    clock.move(days=7)
    assert await tables.weekly.open_due() == 1
    assert {*(await tables.lobby.of_channel(20)).invited} == {BEN.user_id, CEM.user_id}
    (known,) = await tables.weekly.of_channel(20)
    await tables.weekly.stay_away(known.id, CEM.user_id, 20)
    assert (await tables.weekly.of_channel(20))[0].guests == (BEN.user_id,)


async def test_who_said_no_is_not_invited_for_having_come_before_but_for_coming_again(
    tables: Tables, clock: Clock
) -> None:
    await play_to_the_end(tables, (await started(tables, BEN)).info.id)
    set_ = await weekly(tables)
    await tables.weekly.stay_away(set_.id, BEN.user_id, 20)
    clock.move(hours=8)
    assert await tables.weekly.open_due() == 1
    info = await tables.lobby.of_channel(20)
    assert info.invited == ()
    await tables.lobby.join(info.id, BEN)
    await tables.lobby.abandon(info.id, ANN)
    clock.move(days=7)
    assert await tables.weekly.open_due() == 1
    assert (await tables.lobby.of_channel(20)).invited == (BEN.user_id,)


async def test_who_declines_one_table_is_a_guest_of_those_to_come_only_if_they_were_one_before(
    tables: Tables, clock: Clock
) -> None:
    await play_to_the_end(tables, (await started(tables, BEN)).info.id)
    await weekly(tables)
    clock.move(hours=8)
    assert await tables.weekly.open_due() == 1
    info = await tables.lobby.of_channel(20)
    await tables.lobby.invite(info.id, ANN, CEM)
    for guest in (BEN, CEM):
        await tables.lobby.decline(info.id, guest)
    await tables.lobby.abandon(info.id, ANN)
    clock.move(days=7)
    assert await tables.weekly.open_due() == 1
    assert (await tables.lobby.of_channel(20)).invited == (BEN.user_id,)


async def test_who_may_not_open_tables_sets_no_weekly_one(tables: Tables) -> None:
    await tables.guilds.change(1, BOSS, opens="managers")
    with pytest.raises(MayNotOpen):
        await weekly(tables)
    assert await tables.weekly.of_channel(20) == []
    await weekly(tables, BOSS)


async def known(_: int, user_id: int) -> Owner | None:
    """Nobody manages the server."""
    return Owner(Person(user_id, "Ann"))


async def gone(_: int, user_id: int) -> Owner | None:
    return Owner(None)


async def unknown(_: int, user_id: int) -> Owner | None:
    return None


@pytest.mark.parametrize("left", [False, True])
async def test_it_is_paused_and_that_told_once_while_its_owner_may_not_open_tables(
    tables: Tables, clock: Clock, left: bool
) -> None:
    await play_to_the_end(tables, (await started(tables, BEN)).info.id)
    set_ = await weekly(tables)
    if not left:
        await tables.guilds.change(1, BOSS, opens="managers")
    await said(tables)
    clock.move(hours=8)
    for _ in range(2):
        assert await tables.weekly.open_due(gone if left else known) == 0
        clock.move(days=7)
    told = [(one.kind, read(one, WeeklyPaused)) for one in await said(tables)]
    assert told == [("paused", WeeklyPaused(ANN.user_id, set_.id, left=left))]
    assert (await tables.weekly.of_channel(20))[0].paused
    await tables.guilds.change(1, BOSS, opens="everybody")
    assert await tables.weekly.open_due(known) == 1
    assert not (await tables.weekly.of_channel(20))[0].paused


async def test_one_that_is_paused_is_taken_over_by_whoever_may_open_tables(tables: Tables, clock: Clock) -> None:
    await weekly(tables)
    clock.move(hours=8)
    assert await tables.weekly.open_due(gone) == 0
    await weekly(tables, BEN)
    (taken,) = await tables.weekly.of_channel(20)
    assert (taken.owner_id, taken.paused) == (BEN.user_id, False)
    clock.move(days=7)
    assert await tables.weekly.open_due(known) == 1
    assert (await tables.lobby.of_channel(20)).owner_id == BEN.user_id


async def test_it_waits_while_nobody_can_tell_who_its_owner_is_and_keeps_no_other_from_opening(
    tables: Tables, clock: Clock
) -> None:
    await weekly(tables)
    await tables.prefer(BEN.user_id, zone="Europe/Berlin")
    await tables.weekly.set(1, 21, BEN, "toy", FRIDAY, EIGHT + 1)
    clock.move(hours=8)

    async def only_ben(_: int, user_id: int) -> Owner | None:
        return Owner(BEN) if user_id == BEN.user_id else None

    assert await tables.weekly.open_due(only_ben) == 1
    assert (await tables.lobby.of_channel(21)).owner_id == BEN.user_id
    clock.move(minutes=11)
    assert await tables.weekly.open_due(unknown) == 0
    clock.move(minutes=11)
    assert await tables.weekly.open_due(known) == 1
    assert (await tables.lobby.of_channel(20)).owner_id == ANN.user_id


async def test_whose_owner_cannot_be_told_of_is_left_out_in_the_end_and_not_asked_for_for_ever(
    tables: Tables, clock: Clock
) -> None:
    await weekly(tables)
    clock.move(hours=7 + 6.5)
    assert await tables.weekly.open_due(unknown) == 0
    (one,) = await tables.weekly.of_channel(20)
    assert (one.next_at, one.paused) == (datetime(2030, 3, 8, 19, tzinfo=UTC), False)


async def test_it_is_left_out_and_not_paused_on_a_server_without_the_bot(tables: Tables, clock: Clock) -> None:
    await weekly(tables)
    clock.move(hours=8)

    async def not_there(_: int, user_id: int) -> Owner | None:
        return Owner(None, known_there=False)

    assert await tables.weekly.open_due(not_there) == 0
    (one,) = await tables.weekly.of_channel(20)
    assert (one.next_at, one.paused) == (datetime(2030, 3, 8, 19, tzinfo=UTC), False)


async def test_few_owners_are_asked_for_in_vain_at_once_and_the_others_later(tables: Tables, clock: Clock) -> None:
    """While Discord answers nothing, each waits long, and clocks and reminders wait for all of them."""
    await tables.prefer(ANN.user_id, zone="Europe/Berlin")
    for channel in range(20, 20 + 3 * MOST_UNTOLD):
        await tables.weekly.set(1, channel, ANN, "toy", FRIDAY, EIGHT)
    clock.move(hours=8)
    asked: list[int] = []

    async def in_vain(_: int, user_id: int) -> Owner | None:
        asked.append(user_id)
        return None

    assert await tables.weekly.open_due(in_vain) == 0
    assert len(asked) == MOST_UNTOLD
    assert await tables.weekly.open_due(known) == 2 * MOST_UNTOLD  # nobody is passed over for those
    clock.move(minutes=11)
    assert await tables.weekly.open_due(known) == MOST_UNTOLD


async def test_where_many_open_what_else_falls_due_has_its_turn_in_between(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.weekly.MOST_AT_ONCE", 3)
    await tables.prefer(ANN.user_id, zone="Europe/Berlin")
    for channel in range(20, 24):
        await tables.weekly.set(1, channel, ANN, "toy", FRIDAY, EIGHT)
    clock.move(hours=8)
    tables.wakeup.clear()
    assert await tables.weekly.open_due(known) == 3
    assert tables.wakeup.is_set()
    assert await tables.weekly.open_due(known) == 1


async def test_its_owner_ends_it_from_anywhere_and_nobody_else(tables: Tables) -> None:
    set_ = await weekly(tables)
    with pytest.raises(NoSuchWeekly):
        await tables.weekly.end(set_.id, BOSS, None)
    await tables.weekly.end(set_.id, ANN, None)
    assert await tables.weekly.of_channel(20) == []


async def test_it_ends_with_its_channel(tables: Tables, clock: Clock) -> None:
    await play_to_the_end(tables, (await started(tables, BEN)).info.id)
    await weekly(tables)
    await said(tables)
    await tables.channels.lose_channel(20)
    assert await tables.weekly.of_channel(20) == []
    clock.move(hours=8)
    assert await tables.weekly.open_due() == 0
    assert await said(tables) == []


async def test_it_opens_once_with_several_processes_and_after_a_restart(
    store: Store, tables: Tables, clock: Clock
) -> None:
    await weekly(tables)
    clock.move(hours=8)
    others = [open_tables(store, clock) for _ in range(3)]
    assert sum(await asyncio.gather(*(one.weekly.open_due() for one in [tables, *others]))) == 1
    assert await open_tables(store, clock).weekly.open_due() == 0


async def test_a_table_in_its_way_is_told_once_and_the_week_left_out(tables: Tables, clock: Clock) -> None:
    await weekly(tables)
    live = await started(tables)
    await said(tables)
    clock.move(hours=8)
    assert await tables.weekly.open_due() == 0
    (row,) = [one for one in await said(tables) if one.kind == "skipped"]
    assert (row.table_id, read(row, TableChange).skipped) == (live.info.id, "toy")
    clock.move(days=7)
    assert await tables.weekly.open_due() == 0
    assert [one for one in await said(tables) if one.kind == "skipped"] == []
    await tables.lobby.abandon(live.info.id, ANN)
    clock.move(days=7)
    assert await tables.weekly.open_due() == 1


async def test_what_fell_due_long_ago_is_left_out(tables: Tables, clock: Clock) -> None:
    await weekly(tables)
    clock.move(hours=7 + 6.5)
    assert await tables.weekly.open_due() == 0
    assert (await tables.weekly.of_channel(20))[0].next_at == datetime(2030, 3, 8, 19, tzinfo=UTC)


async def test_it_is_changed_and_ended_by_whoever_has_set_it_or_manages_the_server(tables: Tables) -> None:
    with pytest.raises(NoZone):
        await tables.weekly.set(1, 20, ANN, "toy", FRIDAY, EIGHT)
    set_ = await weekly(tables)
    await tables.prefer(BEN.user_id, zone="UTC")
    with pytest.raises(NotTheirWeekly):
        await tables.weekly.set(1, 20, BEN, "toy", 0, 0)
    with pytest.raises(NotTheirWeekly):
        await tables.weekly.end(set_.id, BEN, 20)
    with pytest.raises(NoSuchWeekly):
        await tables.weekly.end(set_.id, BOSS, 21)
    changed = await tables.weekly.set(1, 20, ANN, "toy", 5, EIGHT)
    assert (changed.id, changed.weekday, changed.next_at.day) == (set_.id, 5, 2)
    await tables.weekly.end(set_.id, BOSS, 20)
    assert await tables.weekly.of_channel(20) == []


async def test_who_asks_to_be_forgotten_has_no_weekly_table_and_is_no_guest(tables: Tables) -> None:
    live = await started(tables)
    await play_to_the_end(tables, live.info.id)
    await weekly(tables)
    await tables.forgetting.forget(BEN.user_id)
    assert (await tables.weekly.of_channel(20))[0].guests == ()
    await tables.forgetting.forget(ANN.user_id)
    assert await tables.weekly.of_channel(20) == []
