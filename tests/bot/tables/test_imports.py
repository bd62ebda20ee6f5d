"""Importing records as the table service does it: what is kept, who may see it, and that it counts for nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from sqlmodel import func, select

from bot.tables import imports, record_files
from bot.tables.core.data import Person
from bot.tables.core.errors import (
    BadRecord,
    GameOver,
    HasNotPlayed,
    ImportsBusy,
    MayNotOpen,
    NoFilmYet,
    NoTableHere,
    NotOver,
    NotSeated,
    NotToTry,
    StillRunning,
    TooManyImports,
)
from bot.tables.record_files import RecordFile, told
from bot.tables.service import Tables
from rendering.words import Words
from storage.schema import GameTable, Imported, LogRow, Looked, Seat, Snapshot, Trial
from storage.statistics import Scope
from storage.store import Store
from tests.at_table import ANN, BEN, BOSS, CEM, KEY, Clock, answer, play_to_the_end, started
from tests.toy import ToyGame

HERE, FAR = 1, 2
"""The server on which games are played, and another one."""
DOT = Person(104, "Dot")


async def exported(tables: Tables, *others: Person) -> bytes:
    live = await started(tables, *others)
    await play_to_the_end(tables, live.info.id)
    return await tables.export(live.info.id)


def changed(data: bytes, **changes: Any) -> bytes:
    return msgspec.json.encode(msgspec.json.decode(data) | changes)


async def number_of(store: Store, kind: Any) -> int:
    async with store.reading() as session:
        return (await session.exec(select(func.count()).select_from(kind))).one()


async def test_a_game_is_exported_and_imported_on_another_server(tables: Tables) -> None:
    data = await exported(tables)
    one = await tables.imports.put(FAR, DOT, data)
    assert (one.info.phase, one.guild_id, one.user_id, one.shown, one.over) == ("imported", FAR, 104, False, True)
    was, now = await tables.game(1), await tables.game(one.info.id)
    assert now.over
    assert now.standings == was.standings
    assert [str(name) for name in now.info.names] == [str(name) for name in was.info.names]
    assert now.prompts == ()
    assert now.waiting == ()
    for number in range((await tables.history.turns(1)).last + 1):
        before = await tables.history.at(1, DOT.user_id, number)
        after = await tables.history.at(one.info.id, DOT.user_id, number)
        assert before.live.view(None) == after.live.view(None)
        assert before.events == after.events
    reel, again = await tables.history.reel(1, 9), await tables.history.reel(one.info.id, 9)
    assert [reel.view(at) for at in range(len(reel.positions))] == [
        again.view(at) for at in range(len(again.positions))
    ]
    assert await tables.stories.of(now) == await tables.stories.of(was)


async def test_the_same_record_is_kept_once_a_person_and_server(tables: Tables, store: Store) -> None:
    data = await exported(tables)
    one = await tables.imports.put(FAR, DOT, data)
    assert (await tables.imports.put(FAR, DOT, changed(data, players=[]))).info.id == one.info.id
    assert (await tables.imports.put(FAR, CEM, data)).info.id != one.info.id
    here = await tables.imports.put(HERE, DOT, data)  # where it can be shown as well
    assert (await tables.imports.show(here.info.id, HERE, DOT.user_id)).shown
    assert await number_of(store, Imported) == 3


async def test_who_may_see_it(tables: Tables) -> None:
    one = await tables.imports.put(FAR, DOT, await exported(tables))
    seen = tables.imports.sees
    table = one.info.id
    assert await seen(table, HERE, DOT.user_id)
    assert await seen(table, None, DOT.user_id)
    assert not await seen(table, FAR, ANN.user_id)
    with pytest.raises(NoTableHere):
        await tables.imports.one(table, FAR, ANN.user_id)
    with pytest.raises(NoTableHere):
        await tables.imports.show(table, FAR, ANN.user_id)
    with pytest.raises(NoTableHere):
        await tables.imports.show(table, HERE, DOT.user_id)
    assert (await tables.imports.show(table, FAR, DOT.user_id)).shown
    assert await seen(table, FAR, ANN.user_id)
    assert not await seen(table, HERE, ANN.user_id)
    assert not await seen(table, None, ANN.user_id)
    assert not await seen(1, HERE, ANN.user_id)


async def test_it_counts_for_nothing_and_nobody_sits_there(tables: Tables) -> None:
    data = await exported(tables)
    await tables.results.catch_up()
    one = await tables.imports.put(HERE, ANN, data)
    assert await tables.results.catch_up() == 0
    table = one.info.id
    for person in (ANN, BEN):
        assert [entry.info.id for entry in (await tables.archive.page(None, person.user_id, None, 0)).entries] == [1]
        assert one.info.seat_of(person.user_id) is None
        assert [info.id for info in await tables.again.before(HERE, 20, person.user_id)] == [1]
        assert table not in [wait.info.id for wait in await tables.waiting_for(person.user_id)]
        with pytest.raises(HasNotPlayed):
            await tables.again.open(table, person)
        with pytest.raises(NotSeated):
            await tables.answer(table, person.user_id, [["0"]])
    assert [entry.info.id for entry in (await tables.archive.page(HERE, None, None, 0)).entries] == [1]
    with pytest.raises(NoTableHere):
        await tables.archive.one(table, HERE, ANN.user_id)
    assert [info.id for info in await tables.lobby.played(20)] == [1]
    assert await tables.lobby.of_guild(HERE) == []
    counted = await tables.statistics.of(Scope(guild_id=HERE))
    assert (counted.games, counted.mixed, counted.abandoned) == (1, 0, 0)
    assert await tables.results.records(table) == []
    with pytest.raises(NoTableHere):
        await tables.export(table)
    with pytest.raises(NotSeated):
        await tables.reviews.of(await tables.game(table), ANN.user_id)
    await tables.upgrades.run()
    await tables.imports.remove(table, ANN.user_id)
    assert await tables.statistics.of(Scope(guild_id=HERE)) == counted


async def test_a_line_is_tried_from_any_turn_for_whoever_was_asked(tables: Tables) -> None:
    one = await tables.imports.put(FAR, DOT, await exported(tables))
    trial = await tables.trials.open(one.info.id, DOT.user_id, 0)
    assert trial.seat == 0
    assert trial.prompt is not None
    shown = trial.fingerprint
    trial = await tables.trials.answer(one.info.id, DOT.user_id, 0, shown, lambda _: [["2"]])
    assert trial.answers == [["2"]]
    assert not trial.may_play
    assert not trial.may_plan
    trial = await tables.trials.open(one.info.id, DOT.user_id, 1)
    assert trial.seat == 1
    last = (await tables.history.turns(one.info.id)).last
    with pytest.raises(NotToTry):
        await tables.trials.open(one.info.id, DOT.user_id, last)
    with pytest.raises(GameOver):
        await tables.trials.open(one.info.id, DOT.user_id)


async def test_a_game_that_was_ended_early_shows_no_more_than_onlookers_saw(tables: Tables) -> None:
    live = await started(tables)
    await answer(tables, live.info.id, 0, "2")
    with pytest.raises(StillRunning):
        await tables.export(live.info.id)
    await tables.lobby.abandon(live.info.id, ANN)
    one = await tables.imports.put(FAR, DOT, await tables.export(live.info.id))
    assert not one.over
    was, now = await tables.game(live.info.id), await tables.game(one.info.id)
    assert not now.over
    assert now.view(None) == was.view(None)
    assert now.scores(None) == was.scores(None)
    past = await tables.history.at(one.info.id, DOT.user_id)
    assert past.live.view(None) == was.view(None)
    assert past.events == ()  # what was bid is a secret
    with pytest.raises(NoFilmYet):
        await tables.history.reel(one.info.id, 9)
    with pytest.raises(NotOver):
        await tables.history.whole(one.info.id)


async def test_a_person_keeps_so_many_and_removes_what_is_theirs(
    tables: Tables, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "MAX_A_PERSON", 2)
    data = await exported(tables)
    ones = [await tables.imports.put(FAR, DOT, changed(data, key=f"{at:032x}", answers=[])) for at in range(2)]
    with pytest.raises(TooManyImports, match="Remove one first"):
        await tables.imports.put(FAR, DOT, data)
    with pytest.raises(TooManyImports):
        await tables.imports.check(FAR, DOT, 10)
    assert [one.info.id for one in await tables.imports.of_person(DOT.user_id)] == [
        one.info.id for one in reversed(ones)
    ]
    await tables.trials.open(ones[0].info.id, DOT.user_id, 0)
    await tables.history.read(ones[0].info.id, DOT.user_id)
    with pytest.raises(NoTableHere):
        await tables.imports.remove(ones[0].info.id, ANN.user_id)
    with pytest.raises(NoTableHere):
        await tables.imports.remove(1, ANN.user_id)
    await tables.imports.remove(ones[0].info.id, DOT.user_id)
    for kind in (Imported, LogRow, Snapshot, Seat, Trial, Looked):
        async with store.reading() as session:
            left = list(await session.exec(select(kind).where(kind.table_id == ones[0].info.id)))
        assert left == []
    async with store.reading() as session:
        gone = await session.get(GameTable, ones[0].info.id)
    assert gone is not None
    assert (gone.phase, gone.key, gone.options) == ("abandoned", None, {})
    with pytest.raises(NoTableHere):
        await tables.imports.one(ones[0].info.id, FAR, DOT.user_id)
    with pytest.raises(GameOver):
        await tables.game(ones[0].info.id)
    assert await tables.imports.put(FAR, DOT, data)


async def test_a_server_keeps_so_many(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MAX_A_SERVER", 1)
    data = await exported(tables)
    await tables.imports.put(FAR, DOT, data)
    with pytest.raises(TooManyImports, match="On this server"):
        await tables.imports.put(FAR, CEM, data)
    assert await tables.imports.put(HERE, CEM, data)


async def test_only_who_may_open_tables_imports(tables: Tables, store: Store) -> None:
    data = await exported(tables)
    await tables.guilds.change(FAR, BOSS, opens="managers")
    with pytest.raises(MayNotOpen):
        await tables.imports.check(FAR, DOT, 10)
    with pytest.raises(MayNotOpen):
        await tables.imports.put(FAR, DOT, data)
    assert await number_of(store, Imported) == 0
    assert await tables.imports.put(FAR, BOSS, data)


async def test_whoever_is_forgotten_leaves_no_imported_games_and_no_names_in_records(
    tables: Tables, store: Store
) -> None:
    await tables.imports.put(FAR, DOT, await exported(tables))
    await tables.forgetting.forget(DOT.user_id)
    assert await number_of(store, Imported) == 0
    await tables.forgetting.forget(ANN.user_id)
    file = msgspec.json.decode(await tables.export(1), type=RecordFile)
    assert sorted(one.name for one in file.players) == ["", "Ben"]


async def test_whoever_is_forgotten_is_named_in_no_import_of_a_game_that_was_played_here(tables: Tables) -> None:
    data = await exported(tables, BEN)
    kept = await tables.imports.put(FAR, DOT, data)
    assert {"Ann", "Ben"} <= {one.name for one in kept.info.players}
    await tables.forgetting.forget(BEN.user_id)
    (kept,) = await tables.imports.of_person(DOT.user_id)
    later = await tables.imports.put(HERE, CEM, data)  # the file still has it
    for one in (kept, later):
        assert sorted(player.name for player in one.info.players) == ["", "Ann"]
        assert any(str(name) == "Ann" for name in one.info.names)
    assert await tables.forgetting.resume() == 0


async def test_whoever_has_imported_a_game_takes_the_names_out_and_nobody_else(tables: Tables) -> None:
    data = await exported(tables, BEN)
    one = await tables.imports.put(FAR, DOT, data)
    await tables.imports.show(one.info.id, FAR, DOT.user_id)
    with pytest.raises(NoTableHere):
        await tables.imports.take_names_out(one.info.id, FAR, CEM.user_id)
    assert {player.name for player in (await tables.imports.one(one.info.id, FAR, CEM.user_id)).info.players} > {"Ben"}
    after = await tables.imports.take_names_out(one.info.id, FAR, DOT.user_id)
    assert {player.name for player in after.info.players} == {""}
    assert (await tables.imports.put(FAR, DOT, data)).info.players == after.info.players


async def test_robots_are_robots_and_people_are_nobody_here(tables: Tables) -> None:
    info = await tables.lobby.create(HERE, 21, ANN, "toy", {"length": "short"})
    await tables.robots.add(info.id, ANN, 1)
    await tables.lobby.start(info.id, ANN)
    await tables.lobby.abandon(info.id, ANN)
    one = await tables.imports.put(FAR, ANN, await tables.export(info.id))
    assert one.info.seat_of(ANN.user_id) is None
    assert all(player.user_id < 0 for player in one.info.players)
    assert sorted(map(str, one.info.names)) == sorted(map(str, (await tables.lobby.info(info.id)).names))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no record of mine"),
        (b"\xff\xfe\x00", "no record of mine"),
        (b"[" * 100_000, "no record of mine"),
        (b'{"more":' + b"[" * 100_000, "no record of mine"),
        (b'{"game": "toy"}', "no record of mine"),
        (b"1" * 1_000_001, "too long"),
    ],
)
async def test_what_is_no_record_is_refused(tables: Tables, store: Store, data: bytes, said: str) -> None:
    with pytest.raises(BadRecord, match=said):
        await tables.imports.put(FAR, DOT, data)
    assert await number_of(store, GameTable) == 0


GONE_ON = {"base": "AAAA"}
BY_OTHERS = {"earlier": [{"seat": 0, "picks": ["1"]}]}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"game": "chess"}, "not played here: “chess”"),
        ({"game": 7}, "no record of mine"),
        ({"rules_version": 99}, "newer rules of Auction"),
        ({"rules_version": -1}, "no record of mine"),
        (GONE_ON, "changed in the middle"),
        (BY_OTHERS, "changed in the middle"),
        ({"seats": 10**30}, "does not fit the rules"),
        ({"seats": -1}, "does not fit the rules"),
        ({"config": {"length": "endless"}}, "does not fit the rules"),
        ({"config": {"x" * 300: "short"}}, "no record of mine"),
        ({"key": "5ec2e7"}, "no record of mine"),
        ({"key": KEY.upper()}, "no record of mine"),
        ({"answers": [{"seat": 0, "picks": ["77"]}]}, "answer 1 does not follow the rules of Auction"),
        ({"answers": [{"seat": 0, "picks": ["1"], "by": "fate"}]}, "no record of mine"),
        ({"answers": [{"seat": 9, "picks": ["1"]}]}, "answer 1 does not follow"),
        ({"answers": [{"seat": 0, "picks": ["1"] * 201}]}, "no record of mine"),
        ({"answers": [{"seat": 0, "picks": ["1" * 201]}]}, "no record of mine"),
        ({"answers": [{"seat": 0, "picks": ["1"]}] * 10_001}, "more answers than any game"),
        ({"players": 7}, "no record of mine"),
    ],
)
async def test_what_was_changed_is_refused_and_nothing_is_kept(
    tables: Tables, store: Store, changes: dict[str, Any], said: str
) -> None:
    data = await exported(tables)
    before = await number_of(store, LogRow)
    with pytest.raises(BadRecord) as refused:
        await tables.imports.put(FAR, DOT, changed(data, **changes))
    assert said in Words("en").say(refused.value.text)
    assert await number_of(store, GameTable) == 1
    assert await number_of(store, LogRow) == before


async def test_answers_after_the_end_are_refused(tables: Tables) -> None:
    data = await exported(tables)
    answers = msgspec.json.decode(data)["answers"]
    with pytest.raises(BadRecord):
        await tables.imports.put(FAR, DOT, changed(data, answers=[*answers, answers[-1]]))


async def test_an_earlier_version_is_played_under_the_rules_of_now_if_it_can_be(tables: Tables) -> None:
    data = await exported(tables)
    one = await tables.imports.put(FAR, DOT, changed(data, rules_version=0))
    assert one.played_under == 0
    wrong = msgspec.json.decode(data)["answers"]
    wrong[3]["picks"] = ["99"]
    with pytest.raises(BadRecord, match="under earlier rules"):
        await tables.imports.put(FAR, DOT, changed(data, rules_version=0, answers=wrong))


async def test_a_replay_that_takes_too_long_is_stopped(tables: Tables) -> None:
    data = await exported(tables)
    ticks = iter(range(10_000))
    with pytest.raises(BadRecord, match="takes too long"):
        told(data, {"toy": ToyGame()}, Clock()(), lambda: 10.0 * next(ticks))
    assert told(data, {"toy": ToyGame()}, Clock()()).over


async def test_a_fault_of_the_rules_is_no_fault_of_the_bot(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    data = await exported(tables)

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(ToyGame, "answer", fails)
    with pytest.raises(BadRecord, match="cannot be played again"):
        await tables.imports.put(FAR, DOT, data)


async def test_so_many_files_wait_and_no_more(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MAX_WAITING", 0)
    with pytest.raises(ImportsBusy):
        await tables.imports.put(FAR, DOT, b"")


async def test_one_file_of_a_person_is_read_at_a_time(tables: Tables) -> None:
    data = await exported(tables)
    async with tables.imports._one_at_a_time:
        first = asyncio.create_task(tables.imports.put(FAR, DOT, data))
        await asyncio.sleep(0)
        with pytest.raises(ImportsBusy, match="another file of yours"):
            await tables.imports.put(FAR, DOT, b"")
    assert (await first).over
    with pytest.raises(BadRecord):  # the next one is read
        await tables.imports.put(FAR, DOT, b"")


async def test_nothing_is_locked_while_a_record_is_played(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    data = await exported(tables)
    inside: list[bool] = []
    reading = record_files.told

    def looks(*arguments: Any) -> Any:
        inside.append(any(lock.locked() for lock in tables._unit._locks.values()))
        return reading(*arguments)

    monkeypatch.setattr(imports, "told", looks)
    await tables.imports.put(FAR, DOT, data)
    assert inside == [False]


async def test_names_from_a_file_are_harmless(tables: Tables) -> None:
    data = await exported(tables)
    names = [{"name": "x" * 5000 + "\n@everyone"}, {"name": "\u202e\u0000<@101>\u2028**"}]
    one = await tables.imports.put(FAR, DOT, changed(data, players=names))
    for player in one.info.players:
        assert len(player.name) <= 34
        assert not set(player.name) & {"\n", "\0", "\u202e", "\u2028"}
    odd = [{"robot": 10**40}, {"robot": -3, "name": ""}, {"name": "one too many"}]
    one = await tables.imports.put(FAR, CEM, changed(data, players=odd))
    assert [player.user_id for player in one.info.players] == [-1000, -1001]
    twice = [{"robot": 2}, {"robot": 2}]
    one = await tables.imports.put(FAR, BOSS, changed(data, players=twice))
    assert [player.user_id for player in one.info.players] == [-2, -1001]


def test_a_file_tells_no_secret_when_it_is_printed() -> None:
    file = RecordFile("toy", 1, {}, 2, KEY, [], players=(record_files.Seated("Ann"),))
    assert KEY not in repr(file)
    assert "Ann" not in repr(file)
