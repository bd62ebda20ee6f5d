"""Offers of a seat: nothing changes until they are taken; what becomes of them otherwise."""

from __future__ import annotations

import pytest
from sqlmodel import select

from bot.tables.core.data import Live
from bot.tables.core.errors import AlreadySeated, BotPlayer, NotOffered, NotRunning, NotYourSeat, UnknownPlayer
from bot.tables.core.messages import SeatOffered, read
from bot.tables.service import Tables
from storage.persons import NOBODY, is_robot
from storage.schema import Seat
from storage.store import Store
from tests.at_table import ANN, BEN, BOSS, CEM, DOT, EVE, ROBOT, play_to_the_end, said, started


async def with_bens_seat(tables: Tables) -> tuple[Live, int]:
    live = await started(tables, BEN, CEM)
    seat = live.seat_of(BEN.user_id)
    assert seat is not None
    await said(tables)
    return live, seat


async def test_an_offer_changes_nothing_until_it_is_taken(tables: Tables) -> None:
    live, seat = await with_bens_seat(tables)
    info = await tables.offers.offer(live.info.id, BEN, seat, DOT)
    assert (info.players[seat].user_id, info.players[seat].offered_to) == (BEN.user_id, DOT.user_id)
    told = [read(one, SeatOffered) for one in await said(tables) if one.kind == "offered"]
    assert told == [SeatOffered(DOT.user_id, seat, BEN.user_id)]
    await tables.answer(live.info.id, BEN.user_id, [["1"]])
    with pytest.raises(NotOffered):
        await tables.offers.take(live.info.id, EVE, seat)
    info = await tables.offers.take(live.info.id, DOT, seat)
    assert (info.players[seat].user_id, info.players[seat].offered_to) == (DOT.user_id, NOBODY)
    log = await tables.events(live.info.id, None)
    assert [entry.kind for entry in log] == ["start", "answer", "replace"]
    with pytest.raises(NotOffered):
        await tables.offers.take(live.info.id, DOT, seat)


async def test_who_may_offer_which_seat_to_whom(tables: Tables) -> None:
    lobby = await tables.lobby.create(1, 30, ANN, "toy")
    with pytest.raises(NotRunning):
        await tables.offers.offer(lobby.id, ANN, 0, DOT)
    live, seat = await with_bens_seat(tables)
    table = live.info.id
    for by, to, error in ((CEM, DOT, NotYourSeat), (BEN, CEM, AlreadySeated), (BEN, ROBOT, BotPlayer)):
        with pytest.raises(error):
            await tables.offers.offer(table, by, seat, to)
    with pytest.raises(UnknownPlayer):
        await tables.offers.offer(table, ANN, 9, DOT)
    with pytest.raises(NotOffered):
        await tables.offers.offer(table, BEN, seat, BEN)
    assert [one for one in await said(tables) if one.kind == "offered"] == []
    assert (await tables.offers.offer(table, BOSS, seat, BOSS)).seat_of(BOSS.user_id) == seat, "nobody is to be asked"


async def test_an_offer_is_told_once_replaced_by_another_and_taken_back(tables: Tables) -> None:
    live, seat = await with_bens_seat(tables)
    for to in (DOT, DOT, EVE):
        await tables.offers.offer(live.info.id, BEN, seat, to)
    told = [read(one, SeatOffered).user for one in await said(tables) if one.kind == "offered"]
    assert told == [DOT.user_id, EVE.user_id]
    with pytest.raises(NotOffered):
        await tables.offers.take(live.info.id, DOT, seat)
    info = await tables.offers.offer(live.info.id, BEN, seat, BEN)
    assert info.players[seat].offered_to == NOBODY
    with pytest.raises(NotOffered):
        await tables.offers.decline(live.info.id, EVE, seat)


async def test_who_left_their_seat_has_a_robot_in_it_once_the_offer_is_declined(tables: Tables) -> None:
    live, seat = await with_bens_seat(tables)
    await tables.offers.offer(live.info.id, BEN, seat, DOT)
    info = await tables.offers.decline(live.info.id, DOT, seat)
    assert (info.players[seat].robot, info.players[seat].user_id) == (True, BEN.user_id)
    assert info.players[seat].offered_to == NOBODY
    assert (await tables.robots.take_seat(live.info.id, BEN)).players[seat].robot is False


async def test_who_was_to_be_replaced_by_others_plays_on_once_the_offer_is_declined(tables: Tables) -> None:
    live, seat = await with_bens_seat(tables)
    await tables.offers.offer(live.info.id, ANN, seat, DOT)
    info = await tables.offers.decline(live.info.id, DOT, seat)
    assert (info.players[seat].robot, info.players[seat].user_id) == (False, BEN.user_id)


async def test_robots_are_not_left_alone_when_an_offer_is_declined(tables: Tables) -> None:
    live = await started(tables, BEN)
    ann, ben = live.seat_of(ANN.user_id), live.seat_of(BEN.user_id)
    assert ann is not None
    assert ben is not None
    await tables.robots.send_in(live.info.id, ANN, ann)
    await tables.offers.offer(live.info.id, BEN, ben, DOT)
    assert (await tables.offers.decline(live.info.id, DOT, ben)).players[ben].robot is False


async def test_an_offered_seat_is_taken_by_joining_too(tables: Tables) -> None:
    live, seat = await with_bens_seat(tables)
    await tables.offers.offer(live.info.id, BEN, seat, DOT)
    assert (await tables.robots.take_seat(live.info.id, DOT)).seat_of(DOT.user_id) == seat


async def test_an_offer_ends_with_the_game_and_when_its_guest_sits_elsewhere(tables: Tables, store: Store) -> None:
    live, seat = await with_bens_seat(tables)
    cem = live.seat_of(CEM.user_id)
    assert cem is not None
    await tables.offers.offer(live.info.id, BEN, seat, DOT)
    info = await tables.lobby.replace(live.info.id, CEM, cem, DOT)
    assert [one.offered_to for one in info.players] == [NOBODY] * len(info.players)
    with pytest.raises(NotOffered):
        await tables.offers.take(live.info.id, DOT, seat)
    await tables.offers.offer(live.info.id, BEN, seat, EVE)
    await play_to_the_end(tables, live.info.id)
    async with store.reading() as session:
        assert {*await session.exec(select(Seat.offered_to, Seat.offered_name, Seat.offered_by))} == {
            (NOBODY, "", NOBODY)
        }


@pytest.mark.parametrize("who", ["guest", "leaver", "owner"])
async def test_whoever_is_forgotten_is_in_no_offer(tables: Tables, who: str) -> None:
    live, seat = await with_bens_seat(tables)
    await tables.offers.offer(live.info.id, ANN if who == "owner" else BEN, seat, DOT)
    await tables.forgetting.forget({"guest": DOT, "leaver": BEN, "owner": ANN}[who].user_id)
    info = await tables.lobby.info(live.info.id)
    one = info.players[seat]
    assert one.offered_to == (NOBODY if who == "guest" else DOT.user_id)
    assert one.offered_by == NOBODY
    if who == "leaver":  # a robot plays until it is taken
        assert is_robot(one.user_id)
    if who != "guest":
        assert (await tables.offers.take(live.info.id, DOT, seat)).seat_of(DOT.user_id) == seat
