"""Results of games: what is told of a game that is over, what they add up to, and that they can be made anew."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlmodel import col, select, update

from bot.tables import ratings
from bot.tables.core.data import Person
from bot.tables.ratings import Skill, rated
from bot.tables.results import median_times
from bot.tables.service import Tables
from storage import statistics
from storage.results import LoggedAnswer
from storage.schema import GameTable, Placement, Result
from storage.statistics import Scope
from storage.store import Store
from tests.at_table import ANN, BEN, CEM, Clock, answer, open_tables, play_to_the_end, started

NOON = datetime(2030, 3, 1, 12, tzinfo=UTC)


async def everything(store: Store) -> list[dict[str, Any]]:
    """All rows of results and placements, as they are stored."""
    async with store.reading() as session:
        results = list(await session.exec(select(Result).order_by(col(Result.table_id))))
        placements = list(await session.exec(select(Placement).order_by(col(Placement.table_id), col(Placement.seat))))
    return [one.model_dump() for one in (*results, *placements)]


async def play(tables: Tables, clock: Clock, *others: Any, channel: int, minutes: int = 5) -> int:
    """Play a game to its end, each answer some minutes after the one before."""
    live = await started(tables, *others, channel=channel)
    while not live.over:
        clock.move(minutes=minutes)
        seat = live.waiting[0]
        prompt = live.prompt_of(seat)
        assert prompt is not None
        live = await answer(tables, live.info.id, seat, *[option.id for option in prompt.legal[: prompt.at_least]])
    return live.info.id


async def test_the_result_of_a_game_says_how_each_seat_has_ended(tables: Tables, store: Store, clock: Clock) -> None:
    table_id = await play(tables, clock, BEN, CEM, channel=20)
    assert await everything(store) == []
    assert await tables.results.ensure(table_id)
    result, *placements = await everything(store)
    live = await tables.game(table_id)
    assert (result["kind"], result["players"], result["ended_at"]) == ("people", 3, live.info.ended_at)
    assert result["best"] == max(one.total for one in live.standings)
    assert [(one["user_id"], one["rank"], one["points"]) for one in placements] == [
        (live.info.players[one.seat].user_id, one.rank, one.total) for one in live.standings
    ]
    assert [(one["person"], one["side"]) for one in placements] == [
        (True, "toy.red"),
        (True, "toy.blue"),
        (True, "toy.red"),
    ]
    assert [one["seconds"] is not None for one in placements] == [True, True, True]


async def test_a_game_that_runs_has_no_result_and_nothing_of_it_counts(tables: Tables, store: Store) -> None:
    live = await started(tables)
    before = await tables.statistics.of(Scope(guild_id=1))
    assert not await tables.results.ensure(live.info.id)
    await tables.results.catch_up()
    await tables.results.rebuild(lambda *_: None)
    assert await everything(store) == []
    assert before == await tables.statistics.of(Scope(guild_id=1))
    assert before.whole.played == before.mixed == before.abandoned == 0


async def test_nothing_of_a_running_game_is_in_statistics_archive_or_records(store: Store, clock: Clock) -> None:
    """What is told is the same whatever is answered, hidden or drawn at tables that run, and names none of them."""
    tables = open_tables(store, clock)
    over = await play(tables, clock, BEN, channel=20)
    await tables.results.ensure(over)
    scopes = [Scope(guild_id=1), Scope(), Scope(user_id=ANN.user_id), Scope(user_id=ANN.user_id, game="toy")]

    async def told() -> list[Any]:
        await tables.results.catch_up()
        pages = [await tables.archive.page(guild, user, None, 0) for guild, user in ((1, None), (None, ANN.user_id))]
        return [
            [await tables.statistics.of(scope) for scope in scopes],
            pages,
            await tables.results.records(over),
            await everything(store),
        ]

    seen = await told()
    live = await started(tables, BEN, CEM, channel=21, length="long")
    chance = random.Random(3)
    for _ in range(12):
        prompt = live.prompt_of(live.waiting[0])
        assert prompt is not None
        clock.move(minutes=chance.randrange(100))
        picks = chance.sample([one.id for one in prompt.legal], max(1, prompt.at_least))
        live = await answer(tables, live.info.id, prompt.seat, *picks)
        assert await told() == seen
    assert not await tables.results.ensure(live.info.id)
    assert not await tables.results.records(live.info.id)
    await tables.results.rebuild(lambda *_: None)
    assert await told() == seen
    assert "5ec2e7" not in repr(seen)


async def test_results_made_anew_are_the_same_and_mend_what_was_amiss(store: Store, clock: Clock) -> None:
    tables = open_tables(store, clock)
    for at, others in enumerate(((BEN,), (CEM,), (BEN, CEM), (BEN,))):
        await tables.results.ensure(await play(tables, clock, *others, channel=20 + at, minutes=at + 1))
    kept = await everything(store)
    assert len(kept) == 4 + 2 + 2 + 3 + 2
    assert await tables.results.rebuild(lambda *_: None) == 4
    assert await everything(store) == kept
    async with store.writing() as session:
        await session.exec(update(Placement).values(points=999, rank=3, seconds=None, skill=1.0))
        await session.exec(update(Result).values(kind="mixed", best=7))
    assert await everything(store) != kept
    await tables.results.rebuild(lambda *_: None)
    assert await everything(store) == kept


async def test_what_was_over_before_there_were_results_is_added_in_the_background(store: Store, clock: Clock) -> None:
    tables = open_tables(store, clock)
    played = [await play(tables, clock, BEN, channel=20 + at) for at in range(3)]
    assert await everything(store) == []
    tables.results.look()
    assert tables.results._looking is not None
    await tables.results._looking
    assert [one["table_id"] for one in await everything(store) if "best" in one] == played
    tables.results.look()  # within the hour nothing is looked for
    await tables.results.close()


async def test_one_that_cannot_be_made_holds_up_no_other(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = open_tables(store, clock)
    played = [await play(tables, clock, BEN, channel=20 + at) for at in range(3)]
    make = tables.results._make

    async def fail(table_id: int, **more: bool) -> None:
        if table_id == played[0]:
            raise RuntimeError("a fault")
        await make(table_id, **more)

    with monkeypatch.context() as patched:
        patched.setattr(tables.results, "_make", fail)
        assert await tables.results.catch_up() == 2
        assert not await tables.results.records(played[0])
    assert await tables.results.catch_up() == 1
    kept = await everything(store)
    await tables.results.rebuild(lambda *_: None)
    assert await everything(store) == kept


async def test_robots_and_games_ended_early_are_told_apart(tables: Tables, clock: Clock) -> None:
    await tables.results.ensure(await play(tables, clock, BEN, channel=20))
    info = await tables.lobby.create(1, 21, ANN, "toy", {})
    await tables.lobby.join(info.id, BEN)
    await tables.robots.add(info.id, ANN)
    live = await tables.lobby.start(info.id, ANN)
    await tables.results.ensure((await play_to_the_end(tables, live.info.id)).info.id)
    ended = await started(tables, BEN, channel=22)
    await tables.lobby.abandon(ended.info.id, ANN)
    never = await tables.lobby.create(1, 23, ANN, "toy", {})
    await tables.lobby.abandon(never.id, ANN)
    for scope in (Scope(user_id=ANN.user_id), Scope(guild_id=1)):
        found = await tables.statistics.of(scope)
        assert (found.mixed, found.abandoned) == (1, 1)
    mine = await tables.statistics.of(Scope(user_id=ANN.user_id))
    assert mine.whole.played == 1
    assert mine.rival is not None
    assert (mine.rival.name, mine.rival.met.games) == ("Ben", 1)
    here = await tables.statistics.of(Scope(guild_id=1))
    assert here.games == 1
    assert [(one.name, one.played) for one in here.regulars] == [("Ann", 1), ("Ben", 1)]
    assert (await tables.statistics.of(Scope(guild_id=2))).whole.played == 0


async def test_a_name_of_another_server_is_told_to_nobody_who_was_not_there(tables: Tables, store: Store) -> None:
    await tables.lobby.join((await tables.lobby.create(1, 20, ANN, "toy", {})).id, BEN)
    await tables.lobby.create(2, 21, Person(BEN.user_id, "Benjamin"), "toy", {})
    async with store.reading() as session:
        assert await statistics.names(session, [BEN.user_id], 1) == {BEN.user_id: "Ben"}
        assert await statistics.names(session, [BEN.user_id], None, ANN.user_id) == {BEN.user_id: "Ben"}
        assert await statistics.names(session, [BEN.user_id], 3) == {BEN.user_id: ""}
    assert await tables.statistics.name(BEN.user_id, 1) == "Ben"
    assert await tables.statistics.name(BEN.user_id, None) == "Benjamin"


async def test_the_person_met_most_and_the_regulars_have_their_names_of_where_they_were_met(
    tables: Tables, clock: Clock
) -> None:
    await tables.results.ensure(await play(tables, clock, BEN, channel=20))
    await tables.lobby.create(2, 21, Person(BEN.user_id, "Benjamin"), "toy", {})
    for scope in (Scope(user_id=ANN.user_id), Scope(user_id=ANN.user_id, guild_id=1)):
        rival = (await tables.statistics.of(scope)).rival
        assert rival is not None
        assert rival.name == "Ben"
    assert {one.name for one in (await tables.statistics.of(Scope(guild_id=1))).regulars} == {"Ann", "Ben"}


async def test_what_cannot_be_told_is_kept_out_and_can_be_told_later(store: Store, clock: Clock) -> None:
    tables = open_tables(store, clock)
    table_id = await play(tables, clock, BEN, channel=20)
    async with store.writing() as session:
        await session.exec(update(GameTable).values(game="lost"))
    assert not await tables.results.ensure(table_id)
    assert (await tables.statistics.of(Scope(guild_id=1))).whole.played == 0
    assert await tables.results.catch_up() == 0
    async with store.writing() as session:
        await session.exec(update(GameTable).values(game="toy"))
    await tables.results.rebuild(lambda *_: None)
    assert (await tables.statistics.of(Scope(guild_id=1))).games == 1


async def test_a_game_of_newer_rules_is_left_to_a_process_that_has_them(store: Store, clock: Clock) -> None:
    tables = open_tables(store, clock)
    table_id = await play(tables, clock, BEN, channel=20)
    ours = (await tables.game(table_id)).game.info.rules_version
    async with store.writing() as session:
        await session.exec(update(GameTable).values(rules_version=ours + 1))
    assert not await tables.results.ensure(table_id)
    assert await tables.results.catch_up() == 0
    assert await everything(store) == []
    async with store.writing() as session:
        await session.exec(update(GameTable).values(rules_version=ours))
    assert await tables.results.catch_up() == 1
    kept = await everything(store)
    async with store.writing() as session:
        await session.exec(update(GameTable).values(rules_version=ours + 1))
    await tables.results.rebuild(lambda *_: None)
    assert await everything(store) == kept


async def test_ratings_are_the_same_in_whatever_order_the_games_are_added(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = open_tables(store, clock)
    played = [
        await play(tables, clock, *others, channel=20 + at) for at, others in enumerate(((BEN,), (CEM,), (BEN, CEM)))
    ]
    for table_id in (played[1], played[2], played[0]):
        await tables.results.ensure(table_id)
    kept = await everything(store)
    skills = [one["skill"] for one in kept if "seat" in one]
    assert len(set(skills)) == len(skills) == 7
    assert all(one["doubt"] < one["doubt_before"] for one in kept if "seat" in one)
    for at_once in (ratings.AT_ONCE, 5, 4):  # as many placements, a game or two of them, are loaded at a time
        monkeypatch.setattr(ratings, "AT_ONCE", at_once)
        await tables.results.rebuild(lambda *_: None)
        assert await everything(store) == kept


async def test_ratings_are_shown_where_a_server_has_turned_them_on(tables: Tables, clock: Clock) -> None:
    await tables.results.ensure(await play(tables, clock, BEN, channel=20))
    mine, here = Scope(user_id=ANN.user_id, guild_id=1), Scope(guild_id=1, game="toy")
    manager = Person(0, "", manages=True)
    assert not (await tables.statistics.of(mine)).skills
    await tables.guilds.change(1, manager, ratings="on")
    await tables.guilds.change(5, manager, ratings="on")  # a server that has had no table yet
    ((game, skill),) = (await tables.statistics.of(mine)).skills
    assert (game, skill.skill != 25.0) == ("toy", True)
    assert next(iter((await tables.statistics.of(here)).regulars)).skill == skill
    assert not (await tables.statistics.of(Scope(user_id=ANN.user_id))).skills
    await tables.guilds.change(1, manager, ratings="off")
    assert not (await tables.statistics.of(mine)).skills


def test_who_comes_first_is_rated_higher_and_equals_are_rated_alike() -> None:
    first, second, third = rated([1, 2, 2], [Skill(), Skill(), Skill()])
    assert first.skill > Skill().skill > second.skill == third.skill
    upset, beaten = rated([1, 2], [Skill(20.0, 2.0), Skill(30.0, 2.0)])
    expected, other = rated([1, 2], [Skill(30.0, 2.0), Skill(20.0, 2.0)])
    assert upset.skill - 20.0 > expected.skill - 30.0
    assert 30.0 - beaten.skill > 20.0 - other.skill


async def test_records_are_against_the_games_of_people_before_on_that_server(store: Store, clock: Clock) -> None:
    tables = open_tables(store, clock)
    played = [await play(tables, clock, BEN, channel=20 + at, minutes=9 - at) for at in range(5)]
    for table_id in played:
        await tables.results.ensure(table_id)
    assert not await tables.results.records(played[2])  # too few before it
    points = [(await tables.game(one)).standings for one in played]
    for at in (3, 4):
        found = {one.kind: one for one in await tables.results.records(played[at])}
        former = max(one.total for standing in points[:at] for one in standing)
        best = max(one.total for one in points[at])
        assert ("points" in found) == (best > former)
        assert found["pace"].value < found["pace"].former
    async with store.writing() as session:
        await session.exec(update(Placement).where(col(Placement.table_id) == played[4]).values(points=900))
        await session.exec(update(Result).where(col(Result.table_id) == played[4]).values(best=900))
    last = await tables.results.records(played[4])
    assert [(one.kind, one.value) for one in last][:3] == [("side", 900), ("side", 900), ("points", 900)]
    elsewhere = [await play(tables, clock, BEN, CEM, channel=30)]
    assert not [one for one in await tables.results.records(elsewhere[0]) if one.kind != "side"]
    running = await started(tables, BEN, channel=31)
    assert not await tables.results.records(running.info.id)


def row(
    minutes: int, seat: int | None, *asked: int, by: str = "player", kind: str = "answer", back: int | None = None
) -> LoggedAnswer:
    at = NOON + timedelta(minutes=minutes)
    return LoggedAnswer(at, kind, seat, by if kind == "answer" else "", list(asked), back)


START = row(0, None, kind="start")


@pytest.mark.parametrize(
    ("rows", "minutes"),
    [
        pytest.param([START, row(7, 0), row(9, 1)], [7, 2], id="one after the other"),
        pytest.param([START, row(7, 0, 0, 1), row(9, 1)], [7, 9], id="side by side"),
        pytest.param([START, row(5, 0), row(60, 0), row(62, 1)], [5, 2], id="a turn of two answers"),
        pytest.param([START, row(5, 0, back=2), row(8, 0), row(9, 1)], [8, 1], id="taken back"),
        pytest.param([START, row(5, 0, by="robot"), row(8, 1)], [None, 3], id="a robot"),
        pytest.param([START, row(6, 0), row(9, 1), row(20, 0, kind="robot"), row(24, 0)], [5, 3], id="back again"),
    ],
)
def test_the_time_to_an_answer_counts_from_what_led_to_the_question(
    rows: list[LoggedAnswer], minutes: list[int | None]
) -> None:
    assert median_times(rows, 2) == [None if one is None else one * 60 for one in minutes]
