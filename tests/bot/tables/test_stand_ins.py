"""Robots play during a vacation from its first day to the morning after, where their person wants that."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from bot.tables import seats
from bot.tables.core.data import Live
from bot.tables.core.errors import BadPreference
from bot.tables.service import Tables
from storage.store import Store
from tests.at_table import ANN, BEN, CEM, Clock, open_tables, person_in, said, started


async def passes(tables: Tables, clock: Clock, **by: float) -> None:
    """Let time pass, and what falls due be seen to."""
    clock.move(**by)
    if (await tables.due()).robots:
        await tables.stand_ins.change()


async def robots(tables: Tables, live: Live) -> list[int]:
    """Whose seats a robot plays in."""
    return [one.user_id for one in (await tables.lobby.info(live.info.id)).players if one.robot]


@pytest.mark.parametrize(
    ("quiet", "back"),
    [((None, None), 8), ((22 * 60, 7 * 60), 7), ((23 * 60, 10 * 60), 10), ((6 * 60, 6 * 60), 8)],
)
async def test_a_vacation_ends_at_the_morning_after_its_last_day(
    tables: Tables, quiet: tuple[int | None, int | None], back: int
) -> None:
    kept = await tables.prefer(
        ANN.user_id, zone="Europe/Berlin", quiet_from=quiet[0], quiet_to=quiet[1], away_day="2030-03-10"
    )
    assert kept.away_until == datetime(2030, 3, 11, back - 1, tzinfo=UTC)
    assert kept.away_from is None
    kept = await tables.prefer(ANN.user_id, quiet_from=22 * 60, quiet_to=9 * 60)
    assert kept.away_until == datetime(2030, 3, 11, 8, tzinfo=UTC)


async def test_a_vacation_that_is_over_stays_over_whatever_is_changed(tables: Tables, clock: Clock) -> None:
    await tables.prefer(ANN.user_id, away_day="2030-03-02")
    clock.now = datetime(2030, 3, 3, 8, 30, tzinfo=UTC)
    kept = await tables.prefer(ANN.user_id, quiet_from=22 * 60, quiet_to=9 * 60)
    assert kept.away_until == datetime(2030, 3, 3, 8, tzinfo=UTC)


async def test_a_vacation_begins_with_its_first_day(tables: Tables, clock: Clock) -> None:
    live = await started(tables)
    await said(tables)
    kept = await tables.prefer(ANN.user_id, zone="Europe/Berlin", away_first="2030-03-05", away_day="2030-03-10")
    assert kept.away_from == datetime(2030, 3, 4, 23, tzinfo=UTC)
    seat = live.info.seat_of(ANN.user_id)
    assert seat is not None
    assert (await tables.lobby.info(live.info.id)).players[seat].away is None
    clock.now = kept.away_from
    assert (await tables.lobby.info(live.info.id)).players[seat].away == date(2030, 3, 10)
    with pytest.raises(BadPreference):
        await tables.prefer(ANN.user_id, away_first="2030-03-11", away_day="2030-03-10")
    kept = await tables.prefer(ANN.user_id, away_day="2030-03-12")  # said anew, it has begun
    assert (kept.away_first, kept.away_from) == ("", None)


async def test_a_clock_runs_until_a_vacation_that_is_to_come_stops_it(tables: Tables, clock: Clock) -> None:
    live = await started(tables)
    for option, value in (("clock", "hard"), ("clock_hours", "48")):
        await tables.clocks.configure(live.info.id, ANN, option, value)
    user = person_in(live, 0)
    before = (await tables.lobby.info(live.info.id)).players[0].deadline
    assert before == clock.now + timedelta(hours=48)
    await tables.prefer(user, away_first="2030-03-05", away_day="2030-03-10")
    assert (await tables.lobby.info(live.info.id)).players[0].deadline == before
    kept = await tables.prefer(user, away_first="2030-03-02", away_day="2030-03-10")
    assert kept.away_until is not None
    deadline = (await tables.lobby.info(live.info.id)).players[0].deadline
    assert deadline == kept.away_until + timedelta(hours=48)


async def test_a_robot_plays_from_the_first_day_to_the_morning_after(
    tables: Tables, store: Store, clock: Clock
) -> None:
    live = await started(tables)
    await tables.prefer(ANN.user_id, away_first="2030-03-05", away_day="2030-03-10", away_robot=True)
    await passes(tables, clock)
    assert await robots(tables, live) == []
    assert (await tables.due()).next is not None
    await passes(tables, clock, days=3, hours=11)
    assert await robots(tables, live) == []
    await passes(tables, clock, hours=1)
    assert await robots(tables, live) == [ANN.user_id]
    tables = open_tables(store, clock)  # after a restart
    await passes(tables, clock, days=6, hours=7)
    assert await robots(tables, live) == [ANN.user_id]
    await said(tables)
    await passes(tables, clock, hours=1)
    assert await robots(tables, live) == []
    asked = ANN.user_id in {one.user_id for one in (await tables.lobby.info(live.info.id)).waiting}
    assert asked == (ANN.user_id in [one.payload.get("user") for one in await said(tables) if one.kind == "notice"])
    assert not (await tables.preferences(ANN.user_id)).away_robot or not (await tables.due()).robots


async def test_who_is_back_early_plays_on_and_a_robot_sent_in_before_stays(tables: Tables, clock: Clock) -> None:
    first, second = await started(tables), await started(tables, CEM, channel=21)
    await tables.robots.send_in(second.info.id, ANN, second.info.seat_of(ANN.user_id) or 0)
    await tables.prefer(ANN.user_id, away_day="2030-03-10", away_robot=True)
    await passes(tables, clock)
    assert await robots(tables, first) == await robots(tables, second) == [ANN.user_id]
    await tables.prefer(ANN.user_id, away_until=None)
    await passes(tables, clock, seconds=1)
    assert await robots(tables, first) == []
    assert await robots(tables, second) == [ANN.user_id]
    await passes(tables, clock, days=30)
    assert await robots(tables, first) == []


async def test_who_takes_a_seat_back_during_a_vacation_keeps_it(tables: Tables, clock: Clock) -> None:
    live = await started(tables)
    await tables.prefer(ANN.user_id, away_day="2030-03-10", away_robot=True)
    await passes(tables, clock)
    await tables.robots.take_seat(live.info.id, ANN)
    await passes(tables, clock, days=2)
    assert await robots(tables, live) == []


async def test_a_game_that_begins_during_a_vacation_has_the_robot_and_a_last_person_none(
    tables: Tables, clock: Clock
) -> None:
    for person in (ANN, BEN):
        await tables.prefer(person.user_id, away_day="2030-03-10", away_robot=True)
    await passes(tables, clock)
    live = await started(tables)
    await passes(tables, clock, minutes=1)
    assert len(await robots(tables, live)) == 1  # robots alone play nowhere


async def test_a_robot_of_one_vacation_does_not_play_in_the_next(tables: Tables, clock: Clock) -> None:
    live = await started(tables)
    await tables.prefer(ANN.user_id, away_day="2030-03-05", away_robot=True)
    await passes(tables, clock)
    await passes(tables, clock, days=10)
    assert await robots(tables, live) == []
    kept = await tables.prefer(ANN.user_id, away_day="2030-04-10")
    assert not kept.away_robot
    await passes(tables, clock, minutes=1)
    assert await robots(tables, live) == []


async def test_other_settings_send_no_robot_into_a_seat_that_was_taken_back(tables: Tables, clock: Clock) -> None:
    live = await started(tables)
    await tables.prefer(ANN.user_id, away_day="2030-03-10", away_robot=True)
    await passes(tables, clock)
    await tables.robots.take_seat(live.info.id, ANN)
    await tables.prefer(ANN.user_id, language="de")
    await passes(tables, clock, minutes=1)
    assert await robots(tables, live) == []
    other = await started(tables, CEM, channel=21)
    await passes(tables, clock, minutes=1)
    assert (await robots(tables, live), await robots(tables, other)) == ([], [ANN.user_id])
    await tables.prefer(ANN.user_id, away_until=None)
    await passes(tables, clock, minutes=1)
    await tables.prefer(ANN.user_id, away_day="2030-03-10", away_robot=True)
    await passes(tables, clock, minutes=1)
    assert await robots(tables, live) == [ANN.user_id]


async def test_a_robot_comes_when_somebody_else_plays_again(tables: Tables, clock: Clock) -> None:
    live = await started(tables)
    for person in (ANN, BEN):
        await tables.prefer(person.user_id, away_day="2030-03-10", away_robot=True)
        await passes(tables, clock)
    assert await robots(tables, live) == [ANN.user_id]
    await tables.prefer(ANN.user_id, away_until=None)
    await passes(tables, clock, seconds=1)
    await passes(tables, clock, hours=1)
    assert await robots(tables, live) == [BEN.user_id]


async def test_an_error_at_one_table_keeps_no_robot_from_another(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await started(tables), await started(tables, CEM, channel=21)
    whole = seats.let_robot_play

    async def broken(unit: Any, session: Any, stored: Any, seat: int, **more: Any) -> None:
        if stored.id == first.info.id:
            raise ValueError("this table cannot be read")
        await whole(unit, session, stored, seat, **more)

    monkeypatch.setattr(seats, "let_robot_play", broken)
    await tables.prefer(ANN.user_id, away_day="2030-03-10", away_robot=True)
    await passes(tables, clock)
    assert (await robots(tables, first), await robots(tables, second)) == ([], [ANN.user_id])
    assert not (await tables.due()).robots
    monkeypatch.undo()
    await passes(tables, clock, hours=1)
    assert await robots(tables, first) == [ANN.user_id]
