"""The next table after a game, and one as last time: who is told, in which order they sit, that there is one."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.core.data import Live, Person, TableInfo
from bot.tables.core.errors import ChannelTaken, HasNotPlayed, NotOwner, PlayedOn, StillRunning
from bot.tables.core.messages import InvitedTo, read
from bot.tables.lobby import _turned
from bot.tables.service import Tables
from rules.kernel.robots import Level
from storage.store import Store
from storage.tables import Sitter
from tests.at_table import ANN, BEN, BOSS, CEM, DOT, Clock, open_tables, play_to_the_end, said, started

PEOPLE = {one.user_id: one for one in (ANN, BEN, CEM, DOT)}


async def played(tables: Tables, *others: Person) -> Live:
    """A game that is over, with a clock and an option that are not the usual ones."""
    live = await started(tables, *(others or (BEN, CEM)), length="long")
    await tables.clocks.configure(live.info.id, ANN, "clock", "soft")
    await tables.clocks.configure(live.info.id, ANN, "clock_hours", "24")
    return await play_to_the_end(tables, live.info.id)


def order(info: TableInfo) -> list[int]:
    return [one.user_id for one in info.players]


async def test_again_invites_the_same_people_to_the_same_options_clock_and_settings(tables: Tables) -> None:
    before = (await played(tables)).info
    await said(tables)
    info = await tables.again.open(before.id, BEN)
    assert (info.phase, info.owner_id, order(info)) == ("lobby", BEN.user_id, [BEN.user_id])
    assert (info.game, info.options, info.channel_id) == (before.game, before.options, before.channel_id)
    assert (info.clock, info.clock_hours, info.hints) == ("soft", 24, before.hints)
    assert {*info.invited} == {ANN.user_id, CEM.user_id}
    told = [read(one, InvitedTo) for one in await said(tables) if one.kind == "invited"]
    assert sorted((one.user, one.by) for one in told) == [(ANN.user_id, BEN.user_id), (CEM.user_id, BEN.user_id)]


async def test_the_seats_are_those_of_before_turned_by_one(tables: Tables) -> None:
    before = (await played(tables)).info
    info = await tables.again.open(before.id, ANN)
    for user in info.invited:
        await tables.lobby.join(info.id, PEOPLE[user])
    live = await tables.lobby.start(info.id, ANN)
    first, second, third = order(before)
    assert order(live.info) == [second, third, first]


@pytest.mark.parametrize("there", [[2, 1], [2, 1, 7], [3, 7, 8, 1]])
def test_newcomers_sit_where_somebody_is_missing(there: list[int]) -> None:
    people = [Sitter(one, str(one)) for one in there]
    seated = [one.user_id for one in _turned("00" * 16, people, [3, 1, 2])]
    assert sorted(seated) == sorted(there)
    known = [one for one in seated if one in {1, 2, 3}]
    assert known == [one for one in (3, 1, 2) if one in there]
    if 3 not in there and 7 in there:
        assert seated[0] == 7


async def test_all_may_roll_for_their_seats(tables: Tables) -> None:
    before = (await played(tables)).info
    assert (await tables.again.open(before.id, ANN, roll=True)).seating == ()


async def test_robots_stay_with_their_level(tables: Tables) -> None:
    lobby = await tables.lobby.create(1, 20, ANN, "toy")
    await tables.robots.add(lobby.id, ANN, 2, Level.FRIENDLY)
    live = await tables.lobby.start(lobby.id, ANN)
    before = (await play_robots_too(tables, live)).info
    info = await tables.again.open(before.id, ANN)
    assert sorted((one.user_id, one.robot, one.level) for one in info.players if one.user_id < 0) == [
        (-2, True, "friendly"),
        (-1, True, "friendly"),
    ]
    assert {*info.seating} == {ANN.user_id, -1, -2}


async def play_robots_too(tables: Tables, live: Live) -> Live:
    while not live.over:
        await tables.robot_turns.finished(live.info.id, 10)
        live = await tables.game(live.info.id)
        seat = live.seat_of(ANN.user_id)
        prompt = None if seat is None else live.prompt_of(seat)
        if seat in live.waiting and prompt is not None:
            picks = [option.id for option in prompt.legal[: prompt.at_least]]
            live = (await tables.answer(live.info.id, ANN.user_id, [picks])).live
    return live


async def test_there_is_one_next_table_however_often_it_is_asked_for(tables: Tables) -> None:
    before = (await played(tables)).info
    asked = [tables.again.open(before.id, one) for one in (ANN, BEN, CEM)]
    results = await asyncio.gather(*asked, return_exceptions=True)
    opened = [one for one in results if isinstance(one, TableInfo)]
    pointed = [one for one in results if isinstance(one, PlayedOn)]
    assert (len(opened), len(pointed)) == (1, 2)
    assert {one.table_id for one in pointed} == {opened[0].id}


async def test_two_processes_open_one_next_table(store: Store, tables: Tables, clock: Clock) -> None:
    before = (await played(tables)).info
    other = open_tables(store, clock)
    asked = (tables.again.open(before.id, ANN), other.again.open(before.id, BEN))
    results = await asyncio.gather(*asked, return_exceptions=True)
    assert sorted(type(one).__name__ for one in results) == ["PlayedOn", "TableInfo"]


async def test_a_next_table_that_was_closed_can_be_opened_anew(tables: Tables) -> None:
    before = (await played(tables)).info
    first = await tables.again.open(before.id, ANN)
    await tables.lobby.leave(first.id, ANN)
    assert (await tables.again.open(before.id, BEN)).id != first.id


async def test_only_who_has_played_there_opens_the_next_table_and_only_after_the_game(tables: Tables) -> None:
    live = await started(tables)
    with pytest.raises(StillRunning):
        await tables.again.open(live.info.id, ANN)
    await play_to_the_end(tables, live.info.id)
    for stranger in (DOT, BOSS):
        with pytest.raises(HasNotPlayed):
            await tables.again.open(live.info.id, stranger)
    await tables.lobby.create(1, 20, DOT, "toy")
    with pytest.raises(ChannelTaken):
        await tables.again.open(live.info.id, BEN)


async def test_as_last_time_is_offered_in_this_channel_first_and_for_ones_own_games_alone(tables: Tables) -> None:
    here = (await played(tables)).info
    elsewhere = await started(tables, BEN, channel=21)
    assert [one.id for one in await tables.again.before(1, 20, ANN.user_id)] == [here.id, elsewhere.info.id]
    assert [one.id for one in await tables.again.before(1, 20, CEM.user_id)] == [here.id]
    assert await tables.again.before(1, 20, DOT.user_id) == []
    assert await tables.again.before(2, 20, ANN.user_id) == []
    info = await tables.again.like(here.id, BEN, 1, 22)
    assert (info.options, info.seating, {*info.invited}) == (here.options, (), {ANN.user_id, CEM.user_id})
    assert (await tables.again.like(here.id, BEN, 1, 23)).id != info.id  # it follows nothing
    with pytest.raises(HasNotPlayed):
        await tables.again.like(here.id, DOT, 1, 24)


async def test_the_owner_of_a_lobby_alone_looks_for_players(tables: Tables) -> None:
    info = await tables.lobby.create(1, 20, ANN, "toy")
    await tables.lobby.join(info.id, BEN)
    with pytest.raises(NotOwner):
        await tables.lobby.seek(info.id, BEN, 30)
    assert (await tables.lobby.seek(info.id, ANN, 30)).sought_in == 30
    assert (await tables.lobby.seek(info.id, ANN, None)).sought_in is None
