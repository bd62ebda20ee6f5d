"""Forgetting a person: neither their id nor their name is anywhere in the database afterwards, and games go on."""

from __future__ import annotations

import asyncio
import json
import logging
import zipfile
from collections.abc import Mapping
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select as sql_select
from sqlmodel import SQLModel, col, select, update

from bot.tables import kept, seats
from bot.tables.core.data import Person, Preferences
from bot.tables.core.errors import DatabaseAway, Stuck
from bot.tables.forgetting import Forgetting
from bot.tables.practice import Practised
from bot.tables.service import Tables
from bot.tables.terms import terms_of
from bot.views.robots import own_robots
from rendering.words import Words
from rules.kernel.robots import Level
from storage import forgetting
from storage.backup import back_up
from storage.person_rows import PERSON_ROWS
from storage.persons import HELD, NOBODY, is_former, is_robot
from storage.schema import (
    ClosedDm,
    DayMention,
    Draft,
    GameTable,
    LessonProgress,
    Looked,
    OutboxRow,
    Placement,
    Seat,
    Snapshot,
    Trial,
)
from storage.statistics import Scope
from storage.store import Store
from storage.tables import find
from tests.at_table import ANN, BEN, CEM, DOT, Clock, answer, open_tables, play_to_the_end, said
from tests.toy import ToyGame

ZOE = Person(730951482600315771, "Zoë Unmistakable")
OWN_NOTE = "my unmistakable note"


async def dump(store: Store) -> dict[str, str]:
    """Everything that the database holds, by table."""
    found: dict[str, str] = {}
    async with store.reading() as session:
        for table in SQLModel.metadata.sorted_tables:
            every: Any = sql_select(table)
            rows = (await session.exec(every)).mappings().all()
            found[table.name] = "\n".join(_said(row) for row in rows)
    return found


def _said(row: Mapping[str, Any]) -> str:
    values = {key: value.decode(errors="replace") if isinstance(value, bytes) else value for key, value in row.items()}
    return json.dumps(values, ensure_ascii=False, default=str)


async def tables_with(store: Store, what: str) -> set[str]:
    return {table for table, text in (await dump(store)).items() if what in text}


class Played:
    """The numbers of the tables at which Zoe does all that leaves something of her behind."""

    running: int
    over: int
    alone: int
    lobby: int
    guest: int
    followed: int
    robots: int


async def everything(tables: Tables, store: Store, clock: Clock) -> Played:
    """Let Zoe use every feature that keeps something of her."""
    at = Played()
    create, join, start = tables.lobby.create, tables.lobby.join, tables.lobby.start
    at.over = (await create(1, 20, ZOE, "toy", {"length": "short"})).id
    for one in (BEN, CEM):
        await join(at.over, one)
    await start(at.over, ZOE)
    await play_to_the_end(tables, at.over)
    assert await tables.results.ensure(at.over)
    assert await tables.imports.put(1, ZOE, await tables.export(at.over))
    await tables.prefer(ZOE.user_id, zone="Europe/Berlin", language="de", notices="dm", tells_next=True)
    await tables.prefer(BEN.user_id, zone="Europe/Berlin")
    await tables.weekly.set(1, 20, ZOE, "toy", 4, 1200)
    await tables.weekly.set(1, 31, BEN, "toy", 5, 1200)
    at.running = (await create(1, 21, ZOE, "toy", {"length": "long"})).id
    for one in (BEN, CEM):
        await join(at.running, one)
    await start(at.running, ZOE)
    await tables.clocks.configure(at.running, ZOE, "clock", "soft")
    await tables.wishes.write_note(at.running, ZOE.user_id, OWN_NOTE)
    live = await tables.game(at.running)
    for seat in live.waiting:
        await answer(tables, at.running, seat, "1" if live.info.players[seat].user_id == ZOE.user_id else "0")
    live = await tables.game(at.running)
    mine = live.seat_of(ZOE.user_id)
    assert mine is not None
    await tables.plans.plan(at.running, ZOE.user_id, "bid", ["1"])
    await tables.policies.set(at.running, ZOE.user_id, "accept", "yes")
    await tables.rewinds.ask(at.running, ZOE.user_id, 1)
    at.alone = (await create(1, 22, ZOE, "toy")).id
    await tables.lobby.invite(at.alone, ZOE, BEN)
    at.lobby = (await create(1, 23, BEN, "toy")).id
    await join(at.lobby, ZOE)
    await tables.lobby.invite(at.lobby, ZOE, CEM)
    at.guest = (await create(1, 24, CEM, "toy")).id
    await tables.lobby.invite(at.guest, CEM, ZOE)
    at.followed = (await create(1, 25, BEN, "toy")).id
    await join(at.followed, CEM)
    await start(at.followed, BEN)
    await tables.follows.follow(at.followed, ZOE.user_id, only_end=False)
    at.robots = (await create(1, 26, ZOE, "toy")).id
    await tables.robots.add(at.robots, ZOE, 2)
    await start(at.robots, ZOE)
    await tables.channels.warn_owner(at.lobby, "deleted", ZOE.user_id)
    now = clock()
    async with store.writing() as session:
        session.add_all(
            [
                ClosedDm(user_id=ZOE.user_id, at=now),
                DayMention(user_id=ZOE.user_id, table_id=at.followed, at=now),
                Draft(table_id=at.running, user_id=ZOE.user_id, turns=[[["1"]]], at=now),
                Trial(user_id=ZOE.user_id, table_id=at.running, turn=-1, begins="", key="00", answers=[["1"]], at=now),
                LessonProgress(user_id=ZOE.user_id, game="toy", answers=[["1"]], at=now),
                Looked(table_id=at.running, user_id=ZOE.user_id, revision=1, at=now),
            ]
        )
        order = [BEN.user_id, ZOE.user_id, ZOE.user_id * 10]
        for number, changes in (
            (at.lobby, {"seating": order}),
            (at.over, {"room_name": f"Auction ({ZOE.name}, Ben), over"}),
            (at.running, {"room": "thread", "room_name": f"Auction ({ZOE.name}, Ben)"}),
        ):
            await session.exec(update(GameTable).where(col(GameTable.id) == number).values(**changes))
    return at


async def test_neither_id_nor_name_is_left_anywhere(tables: Tables, store: Store, clock: Clock) -> None:
    at = await everything(tables, store, clock)
    assert await tables_with(store, str(ZOE.user_id)) == {table for table in HELD if table != "premove"}
    assert await tables_with(store, ZOE.name) == {"seat", "game_table", "weekly"}
    before = await tables.lobby.info(at.followed)
    assert await tables.forgetting.forget(ZOE.user_id)
    left = {table: text.replace(str(ZOE.user_id * 10), "") for table, text in (await dump(store)).items()}
    assert {table for table, text in left.items() if str(ZOE.user_id) in text} == set()
    assert {table for table, text in left.items() if ZOE.name in text or OWN_NOTE in text} == set()
    assert str(ZOE.user_id * 10) in (await dump(store))["game_table"]  # somebody whose number contains hers
    assert await tables.lobby.info(at.followed) == before
    assert await tables.preferences(ZOE.user_id) == Preferences()


async def test_no_backup_holds_what_was_deleted(
    tables: Tables, store: Store, clock: Clock, database_url: str, tmp_path: Path
) -> None:
    await everything(tables, store, clock)
    await back_up(database_url, tmp_path / "before")
    await tables.forgetting.forget(ZOE.user_id)
    await back_up(database_url, tmp_path / "after")
    before, after = (
        [part in (tmp_path / name).read_bytes() for part in (ZOE.name.encode(), OWN_NOTE.encode())]
        for name in ("before", "after")
    )
    assert (before, after) == ([True, True], [False, False])


async def test_the_log_of_the_process_names_nobody(
    tables: Tables, store: Store, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    at = await everything(tables, store, clock)
    async with store.writing() as session:
        broken = update(Snapshot).where(col(Snapshot.table_id) == at.running).values(position=b"!")
        await session.exec(broken)
    await tables.kept.file(ZOE.user_id, ZOE.name, "en")
    await tables.forgetting.forget(ZOE.user_id)
    assert "is handed over unread" in caplog.text
    assert str(ZOE.user_id) not in caplog.text
    assert ZOE.name not in caplog.text


async def test_her_tables_go_on_without_her(tables: Tables, store: Store, clock: Clock) -> None:
    at = await everything(tables, store, clock)
    assert (await tables.forgetting.leaving(ZOE.user_id)).running == (at.running, at.robots)
    await tables.forgetting.forget(ZOE.user_id)
    running = await tables.lobby.info(at.running)
    assert (running.phase, running.owner_id in {BEN.user_id, CEM.user_id}) == ("running", True)
    assert [is_robot(one.user_id) for one in running.players].count(True) == 1
    assert {one.user_id for one in running.players if one.person} == {BEN.user_id, CEM.user_id}
    assert await tables.rewinds.vote(at.running) is not None
    alone, robots = await tables.lobby.info(at.alone), await tables.lobby.info(at.robots)
    assert (alone.phase, robots.phase) == ("abandoned", "abandoned")
    lobby = await tables.lobby.info(at.lobby)
    assert [one.user_id for one in lobby.players] == [BEN.user_id]
    assert lobby.invited == (CEM.user_id,)
    assert (await tables.lobby.info(at.guest)).invited == ()
    assert [one.owner_id for one in await tables.weekly.of_channel(20)] == []
    assert [one.owner_id for one in await tables.weekly.of_channel(31)] == [BEN.user_id]
    assert (await tables.forgetting.leaving(ZOE.user_id)).over == 0
    over = await tables.lobby.info(at.over)
    (gone,) = [one for one in over.players if is_former(one.user_id)]
    assert Words("en", over.names).players[gone.seat] == f"Former player {gone.seat + 1}"
    assert over.owner_id == NOBODY
    assert json.loads(await tables.export(at.over))["answers"]
    assert not own_robots(over)
    async with store.reading() as session:
        former = await find(session, at.over)
    assert former is not None
    terms = terms_of(ToyGame(), former, BEN.user_id)  # “as last time”
    assert (terms.robots, set(terms.guests)) == ((), {CEM.user_id})
    robot = next(one.seat for one in running.players if is_robot(one.user_id))
    assert Words("en", running.names).say(running.mention(robot)) == "Sextant"  # and no number that is nobody's
    info = await tables.robots.take_seat(at.running, DOT)  # and anybody takes the robot's place
    assert DOT.user_id in {one.user_id for one in info.players}


async def test_results_made_anew_come_to_the_same_and_without_her(tables: Tables, store: Store, clock: Clock) -> None:
    at = await everything(tables, store, clock)
    later = (await tables.lobby.create(1, 27, BEN, "toy")).id
    await tables.lobby.join(later, CEM)
    await tables.lobby.start(later, BEN)
    clock.move(hours=1)
    await play_to_the_end(tables, later)
    assert await tables.results.ensure(later)
    await tables.forgetting.forget(ZOE.user_id)
    kept_ = await dump(store)
    assert {table for table in ("result", "placement") if str(ZOE.user_id) in kept_[table]} == set()
    assert await tables.results.rebuild(lambda *_: None) == 2
    again = await dump(store)
    assert sorted(again["placement"].splitlines()) == sorted(kept_["placement"].splitlines())
    assert sorted(again["result"].splitlines()) == sorted(kept_["result"].splitlines())
    async with store.reading() as session:
        result = list(await session.exec(select(Placement).where(Placement.table_id == at.over)))
    assert {one.kind for one in result} == {"people"}
    found = await tables.statistics.of(Scope(guild_id=1, game="toy"))
    assert {one.name for one in found.regulars} == {"Ben", "Cem"}


STEPS = ("_leave_tables", "_clean_ended", "_clean_tables", "_clean_outbox", "_remove_rows", "_rate")


@pytest.mark.parametrize("step", STEPS)
async def test_what_stops_in_between_goes_on_at_the_next_start(
    tables: Tables, store: Store, clock: Clock, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await everything(tables, store, clock)

    async def stops(self: Forgetting, user_id: int) -> bool:
        raise DatabaseAway

    with monkeypatch.context() as patched:
        patched.setattr(Forgetting, step, stops)
        with pytest.raises(DatabaseAway):
            await tables.forgetting.forget(ZOE.user_id)
    await tables.forgetting.close()
    assert str(ZOE.user_id) in (await dump(store))["shared_fact"]
    anew = open_tables(store, clock)
    assert await anew.forgetting.resume() == 1
    left = {table: text.replace(str(ZOE.user_id * 10), "") for table, text in (await dump(store)).items()}
    assert {table for table, text in left.items() if str(ZOE.user_id) in text or ZOE.name in text} == set()
    assert await anew.forgetting.resume() == 0


async def test_who_comes_back_begins_as_new_and_is_not_forgotten_again(
    tables: Tables, store: Store, clock: Clock
) -> None:
    await everything(tables, store, clock)
    await tables.forgetting.forget(ZOE.user_id)
    info = await tables.lobby.create(1, 40, ZOE, "toy")
    assert info.owner_id == ZOE.user_id
    clock.move(hours=2)
    assert await tables.forgetting.resume() == 0
    assert (await tables.lobby.info(info.id)).players[0].name == ZOE.name


async def test_somebody_on_vacation_plays_on_where_robots_alone_would(tables: Tables) -> None:
    table_id = (await tables.lobby.create(1, 20, ZOE, "toy", {"length": "long"})).id
    await tables.lobby.join(table_id, BEN)
    live = await tables.lobby.start(table_id, ZOE)
    seat = live.seat_of(BEN.user_id)
    assert seat is not None
    await tables.seat_robot(table_id, seat, on=True)
    await tables.robot_turns.finished(table_id, 5)
    assert await tables.forgetting.forget(ZOE.user_id)
    info = await tables.lobby.info(table_id)
    assert (info.phase, info.owner_id) == ("running", BEN.user_id)
    assert [one.person for one in info.players if one.user_id == BEN.user_id] == [True]


async def test_a_table_goes_to_nobody_who_has_left_the_server_where_another_is_on_vacation(tables: Tables) -> None:
    table_id = (await tables.lobby.create(1, 20, ZOE, "toy", {"length": "long"})).id
    for one in (BEN, CEM):
        await tables.lobby.join(table_id, one)
    live = await tables.lobby.start(table_id, ZOE)
    seat = live.seat_of(CEM.user_id)
    assert seat is not None
    await tables.seat_robot(table_id, seat, on=True)
    await tables.robot_turns.finished(table_id, 5)
    await tables.members.note(table_id, BEN.user_id, gone=True)
    assert await tables.forgetting.forget(ZOE.user_id)
    assert (await tables.lobby.info(table_id)).owner_id == CEM.user_id


@pytest.mark.parametrize("over", [False, True])
async def test_practice_games_are_hers_alone_and_go_with_her(tables: Tables, store: Store, over: bool) -> None:
    info = await tables.practice.begin(ZOE, "toy", 2, Level.GOOD, {"length": "short"})
    if over:
        await play_to_the_end(tables, info.id)
    leaving = await tables.forgetting.leaving(ZOE.user_id)
    assert (leaving.running, leaving.owned) == ((), 0)  # nobody gets a seat there, or the table
    assert await tables_with(store, str(ZOE.user_id)) >= {"game_table", "seat"}
    assert await tables.forgetting.forget(ZOE.user_id)
    assert await tables_with(store, str(ZOE.user_id)) == set()
    assert await tables_with(store, ZOE.name) == set()
    assert (await tables.lobby.info(info.id)).phase == ("finished" if over else "abandoned")
    assert await tables.practice.of(ZOE.user_id) == Practised((), ())


async def test_forgetting_twice_at_once_in_two_processes_forgets_once(
    tables: Tables, store: Store, clock: Clock
) -> None:
    await everything(tables, store, clock)
    other = open_tables(store, clock)
    first, second, _ = await asyncio.gather(
        tables.forgetting.forget(ZOE.user_id), tables.forgetting.forget(ZOE.user_id), other.forgetting.resume()
    )
    assert (first, second) == (True, True)
    assert str(ZOE.user_id) not in (await dump(store))["shared_fact"]
    assert await other.forgetting.resume() == 0


async def test_a_fault_with_one_person_keeps_no_other_from_being_forgotten(
    tables: Tables, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Person(ZOE.user_id // 10, "Ada")
    for channel, one in ((20, first), (21, ZOE)):
        await tables.lobby.create(1, channel, one, "toy")
        async with store.writing() as session:
            await forgetting.begin(session, one.user_id)
    leave = Forgetting._leave_tables

    async def breaks(self: Forgetting, user_id: int) -> bool:
        if user_id == first.user_id:
            raise RuntimeError("a fault")
        return await leave(self, user_id)

    monkeypatch.setattr(Forgetting, "_leave_tables", breaks)
    with pytest.raises(RuntimeError):
        await tables.forgetting.resume()
    await tables.forgetting.close()
    async with store.reading() as session:
        assert await forgetting.begun(session) == [first.user_id]


async def test_a_game_that_cannot_be_read_is_left_all_the_same(tables: Tables, store: Store) -> None:
    table_id = (await tables.lobby.create(1, 20, ZOE, "toy")).id
    await tables.lobby.join(table_id, BEN)
    await tables.lobby.start(table_id, ZOE)
    async with store.writing() as session:
        await session.exec(update(Snapshot).values(position=b"!"))
    with pytest.raises(Stuck):
        await tables.game(table_id)
    assert await tables.forgetting.forget(ZOE.user_id)
    info = await tables.lobby.info(table_id)
    assert (info.phase, info.owner_id) == ("running", BEN.user_id)
    assert await tables_with(store, str(ZOE.user_id)) == set()


async def test_a_fault_of_one_game_keeps_nobody_from_being_forgotten(
    tables: Tables, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = (await tables.lobby.create(1, 20, ZOE, "toy")).id
    await tables.lobby.join(table_id, BEN)
    await tables.lobby.start(table_id, ZOE)

    def breaks(*_: object, **__: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(seats, "hand_over", breaks)
    assert await tables.forgetting.forget(ZOE.user_id)
    info = await tables.lobby.info(table_id)
    assert (info.phase, info.owner_id) == ("running", BEN.user_id)
    assert await tables_with(store, str(ZOE.user_id)) == set()


async def test_what_was_to_be_said_to_her_is_not_sent_and_others_still_hear(
    tables: Tables, store: Store, clock: Clock
) -> None:
    await everything(tables, store, clock)
    async with store.reading() as session:
        numbers = list(await session.exec(select(OutboxRow.id)))
    await tables.forgetting.forget(ZOE.user_id)
    clock.move(hours=1)
    rows = await said(tables)
    assert all(row.payload for row in rows)
    assert [row for row in rows if row.kind == "invited" and row.payload["user"] == BEN.user_id]
    async with store.reading() as session:
        after = list(await session.exec(select(OutboxRow.id)))
    assert set(numbers) <= set(after)  # no number is given twice


async def test_her_file_has_all_of_hers_and_nothing_of_others(tables: Tables, store: Store, clock: Clock) -> None:
    at = await everything(tables, store, clock)
    await tables.wishes.write_note(at.running, BEN.user_id, "a note of Ben")
    name, data = await tables.kept.file(ZOE.user_id, ZOE.name, "en")
    assert name == f"orrery-{ZOE.user_id}.json"
    found = json.loads(data)
    assert OWN_NOTE in data.decode()
    assert "a note of Ben" not in data.decode()
    secrets = {row.key for row in await _all(store, GameTable) if row.key}
    assert secrets
    assert not [key for key in secrets if key in data.decode()]
    assert found["settings"][0]["zone"] == "Europe/Berlin"
    for part in (*(one.called for one in PERSON_ROWS), "weekly_tables", "invited_by_you", "votes_on_going_back"):
        assert found[part], part
    by_table = {one["table_id"]: one for one in found["tables"]}
    assert {at.over, at.running, at.alone, at.lobby, at.robots} <= set(by_table)
    over = by_table[at.over]
    assert over["your_result"]["rank"] in {1, 2, 3}
    async with store.reading() as session:
        here = select(Seat).where(Seat.table_id == at.over, Seat.user_id == ZOE.user_id)
        seat = (await session.exec(here)).one()
    mine = [row for row in json.loads(await tables.export(at.over))["answers"] if row["seat"] == seat.number]
    assert [one["picks"] for one in over["your_answers"]] == [one["picks"] for one in mine]
    assert all(one["at"] and one["question"] for one in over["your_answers"])
    assert by_table[at.running]["your_plans"]


async def _all(store: Store, kind: Any) -> list[Any]:
    async with store.reading() as session:
        return list(await session.exec(select(kind)))


async def test_answers_of_who_had_the_seat_before_are_not_handed_out(tables: Tables, clock: Clock) -> None:
    table_id = (await tables.lobby.create(1, 20, ANN, "toy", {"length": "long"})).id
    await tables.lobby.join(table_id, BEN)
    live = await tables.lobby.start(table_id, ANN)
    seat = live.seat_of(BEN.user_id)
    assert seat is not None
    await answer(tables, table_id, seat, "2")
    await answer(tables, table_id, 1 - seat, "0")
    await tables.lobby.replace(table_id, BEN, seat, ZOE)
    found = json.loads((await tables.kept.file(ZOE.user_id, ZOE.name, "de"))[1])
    assert found["tables"][0]["your_answers"] == []
    clock.now += timedelta(minutes=1)


async def test_a_long_file_is_packed(
    tables: Tables, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await everything(tables, store, clock)
    monkeypatch.setattr(kept, "LARGEST", 100)
    name, data = await tables.kept.file(ZOE.user_id, ZOE.name, "de")
    assert name.endswith(".json.zip")
    with zipfile.ZipFile(BytesIO(data)) as archive:
        (inside,) = archive.namelist()
        assert json.loads(archive.read(inside))["about"]["user_id"] == ZOE.user_id
