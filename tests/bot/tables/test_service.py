"""Playing through the Table service: answers, panels that are out of date, what each may see."""

from __future__ import annotations

import asyncio
import sqlite3
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.tables.channels import GONE
from bot.tables.core.data import fingerprint
from bot.tables.core.errors import (
    BeyondReveal,
    DatabaseAway,
    GameOver,
    NoTableHere,
    NotRunning,
    NotSeated,
    Stale,
    StillRunning,
    UnknownGame,
    UnknownPlayer,
)
from bot.tables.core.messages import ToPerson, read
from bot.tables.service import Tables
from rules.kernel.errors import IllegalAnswer, NotAsked
from rules.kernel.record import Answerer, Record, replay
from storage.errors import MaybeKept
from storage.outbox import TO_ONE
from storage.store import Store
from tests.at_table import ANN, BEN, CEM, DOT, Clock, answer, open_tables, person_in, play_to_the_end, said, started
from tests.databases import Server, sqlite_url
from tests.toy import ToyGame


async def test_an_answer_is_kept_and_raises_the_revision(tables: Tables, store: Store, clock: Clock) -> None:
    live = await started(tables)
    played = await tables.answer(live.info.id, person_in(live, 0), [["3"]])
    assert (played.before, played.after) == (live.revision, live.revision + 1)
    again = await open_tables(store, clock).game(live.info.id)
    assert again.revision == played.after
    assert again.waiting == (1,)
    prompt = again.prompt_of(0)
    assert prompt is not None
    assert prompt.answered == ["3"]


async def test_a_whole_game_ends_with_a_winner_and_frees_the_channel(tables: Tables) -> None:
    live = await play_to_the_end(tables, (await started(tables, BEN, CEM)).info.id)
    assert live.info.phase == "finished"
    assert live.info.ended_at is not None
    assert any(one.winner for one in live.standings)
    assert not live.waiting
    await tables.lobby.create(1, live.info.channel_id, ANN, "toy")
    with pytest.raises(GameOver):
        await tables.answer(live.info.id, person_in(live, 0), [["1"]])


async def test_an_illegal_answer_changes_nothing(tables: Tables) -> None:
    live = await started(tables)
    with pytest.raises(IllegalAnswer):
        await tables.answer(live.info.id, person_in(live, 0), [["99"]])
    assert (await tables.game(live.info.id)).revision == live.revision


async def test_several_answers_are_taken_all_or_none(tables: Tables) -> None:
    live = await started(tables)
    await answer(tables, live.info.id, 1, "0")
    live = await answer(tables, live.info.id, 0, "3")
    with pytest.raises(IllegalAnswer):
        await tables.answer(live.info.id, person_in(live, 0), [["keep"], ["nonsense"]])
    assert (await tables.game(live.info.id)).revision == live.revision
    played = await tables.answer(live.info.id, person_in(live, 0), [["keep"], ["coin"]])
    assert played.after == live.revision + 1
    told = await tables.events(live.info.id, 0, live.revision)
    assert [entry.revision for entry in told] == [played.after] * 2
    assert [event.kind for event in played.events] == ["keep", "drop"]
    assert [event.kind for event in played.public] == ["keep"]


async def test_several_answers_cannot_feel_for_what_is_hidden(tables: Tables) -> None:
    live = await started(tables)
    await answer(tables, live.info.id, 1, "0")
    with pytest.raises(BeyondReveal):  # the last bid opens all of them
        await tables.answer(live.info.id, person_in(live, 0), [["3"], ["keep"]])
    assert (await tables.game(live.info.id)).waiting == (0,)


async def test_nothing_can_follow_a_sealed_answer(tables: Tables) -> None:
    live = await started(tables)
    with pytest.raises(BeyondReveal):
        await tables.answer(live.info.id, person_in(live, 0), [["3"], ["2"]])


async def test_two_people_answer_at_the_same_instant_and_both_count(tables: Tables) -> None:
    live = await started(tables, BEN, CEM, DOT)
    marks = {prompt.seat: fingerprint(prompt) for prompt in live.prompts}
    await asyncio.gather(
        *(tables.answer(live.info.id, person_in(live, seat), [["2"]], live.revision, marks[seat]) for seat in range(4))
    )
    after = await tables.game(live.info.id)
    assert after.revision == live.revision + 4
    assert [prompt.kind for prompt in after.prompts] == ["use"]


async def test_many_presses_at_one_instant_queue_up_and_all_count(tables: Tables) -> None:
    live = await started(tables)
    who = person_in(live, 0)
    await asyncio.gather(*(tables.answer(live.info.id, who, [[str(number % 5)]]) for number in range(12)))
    assert (await tables.game(live.info.id)).revision == live.revision + 12


async def test_two_processes_answer_at_the_same_instant_and_both_count(store: Store, clock: Clock) -> None:
    one, other = open_tables(store, clock), open_tables(store, clock)
    live = await started(one)
    await asyncio.gather(
        one.answer(live.info.id, person_in(live, 0), [["2"]]),
        other.answer(live.info.id, person_in(live, 1), [["1"]]),
    )
    after = await one.game(live.info.id)
    assert after.revision == live.revision + 2
    assert [prompt.kind for prompt in after.prompts] == ["use"]


async def test_the_answer_of_another_does_not_spoil_an_open_panel(tables: Tables) -> None:
    live = await started(tables)
    prompt = live.prompt_of(0)
    assert prompt is not None
    await answer(tables, live.info.id, 1, "1")
    played = await tables.answer(live.info.id, person_in(live, 0), [["3"]], live.revision, fingerprint(prompt))
    assert not played.repeated


async def test_a_double_press_counts_once(tables: Tables) -> None:
    live = await started(tables)
    await answer(tables, live.info.id, 1, "0")
    live = await answer(tables, live.info.id, 0, "3")
    prompt = live.prompt_of(0)
    assert prompt is not None
    who = person_in(live, 0)
    first, second = await asyncio.gather(
        *(tables.answer(live.info.id, who, [["keep"]], live.revision, fingerprint(prompt)) for _ in range(2))
    )
    assert (first.repeated, second.repeated) == (False, True)
    assert first.after == second.after == live.revision + 1
    assert second.events == ()


async def test_the_same_sealed_answer_twice_changes_nothing(tables: Tables) -> None:
    live = await started(tables)
    first = await tables.answer(live.info.id, person_in(live, 0), [["3"]])
    second = await tables.answer(live.info.id, person_in(live, 0), [["3"]])
    assert second.repeated
    assert second.after == second.before == first.after
    third = await tables.answer(live.info.id, person_in(live, 0), [["2"]])
    assert not third.repeated


async def test_a_second_button_of_a_used_panel_is_out_of_date(tables: Tables) -> None:
    live = await started(tables)
    prompt = live.prompt_of(0)
    assert prompt is not None
    who = person_in(live, 0)
    await tables.answer(live.info.id, who, [["3"]], live.revision, fingerprint(prompt))
    with pytest.raises(Stale):
        await tables.answer(live.info.id, who, [["2"]], live.revision, fingerprint(prompt))


async def test_the_same_question_of_a_later_turn_is_not_answered_by_an_old_button(tables: Tables) -> None:
    live = await started(tables, length="long")
    await answer(tables, live.info.id, 1, "0")
    live = await answer(tables, live.info.id, 0, "1")
    before = await answer(tables, live.info.id, 0, "keep")
    old = before.prompt_of(0)
    assert old is not None
    assert old.kind == "drop"
    await answer(tables, live.info.id, 0)
    await answer(tables, live.info.id, 1)
    await answer(tables, live.info.id, 1, "0")
    await answer(tables, live.info.id, 0, "1")
    now = await answer(tables, live.info.id, 0, "keep")
    again = now.prompt_of(0)
    assert again is not None
    assert fingerprint(again) == fingerprint(old)
    with pytest.raises(Stale):
        await tables.answer(live.info.id, person_in(live, 0), [["coin"]], before.revision, fingerprint(old))
    assert (await tables.game(live.info.id)).revision == now.revision


async def test_a_panel_of_another_question_is_out_of_date(tables: Tables) -> None:
    live = await started(tables)
    prompt = live.prompt_of(0)
    assert prompt is not None
    for revision, its_mark in ((live.revision + 5, fingerprint(prompt)), (live.revision, "0000000000"), (1, None)):
        with pytest.raises(Stale):
            await tables.answer(live.info.id, person_in(live, 0), [["3"]], revision, its_mark)


async def test_those_who_may_not_answer_are_told_why(tables: Tables) -> None:
    lobby = await tables.lobby.create(1, 21, ANN, "toy")
    with pytest.raises(NotRunning):
        await tables.answer(lobby.id, ANN.user_id, [["1"]])
    with pytest.raises(NotRunning):
        await tables.game(lobby.id)
    live = await started(tables)
    with pytest.raises(NotSeated):
        await tables.answer(live.info.id, CEM.user_id, [["1"]])
    with pytest.raises(NoTableHere):
        await tables.answer(999, ANN.user_id, [["1"]])
    with pytest.raises(UnknownPlayer):
        await tables.answering.answer_seat(live.info.id, 7, [["1"]], Answerer.ROBOT)
    await answer(tables, live.info.id, 1, "0")
    await answer(tables, live.info.id, 0, "3")
    with pytest.raises(NotAsked):
        await tables.answer(live.info.id, person_in(live, 1), [["keep"]])


async def test_a_robot_answers_for_a_seat_and_the_log_says_so(tables: Tables) -> None:
    live = await started(tables)
    await tables.answering.answer_seat(live.info.id, 0, [["2"]], Answerer.ROBOT)
    entry = (await tables.events(live.info.id, None, live.revision))[0]
    assert (entry.seat, entry.by) == (0, "robot")


async def test_a_game_that_is_gone_from_the_registry_is_told_of(store: Store, tables: Tables, clock: Clock) -> None:
    live = await started(tables)
    with pytest.raises(UnknownGame):
        await Tables(store, {}, clock).game(live.info.id)


async def test_the_log_tells_each_reader_what_they_may_know(tables: Tables) -> None:
    live = await started(tables)
    await answer(tables, live.info.id, 1, "0")
    await answer(tables, live.info.id, 0, "3")
    await answer(tables, live.info.id, 0, "keep")
    await answer(tables, live.info.id, 0, "coin")

    async def kinds(seat: int | None) -> list[str]:
        return [event.kind for entry in await tables.events(live.info.id, seat) for event in entry.events]

    assert await kinds(0) == ["lot", "won", "keep", "drop"]
    assert await kinds(1) == await kinds(None) == ["lot", "won", "keep"]
    between = await tables.events(live.info.id, None, live.revision + 1, until=live.revision + 2)
    assert [entry.revision for entry in between] == [live.revision + 2]


async def test_what_waits_for_a_person_is_listed_the_longest_waiting_first(tables: Tables, clock: Clock) -> None:
    first = await started(tables, channel=20)
    clock.move(hours=1)
    second = await started(tables, channel=21)
    clock.move(hours=1)
    waiting = await tables.waiting_for(ANN.user_id)
    assert [one.info.id for one in waiting] == [first.info.id, second.info.id]
    assert waiting[0].task.id == "Bid for the lot."
    seat = first.seat_of(ANN.user_id)
    assert seat is not None
    assert waiting[0].since == first.info.players[seat].since
    await answer(tables, first.info.id, seat, "1")
    assert [one.info.id for one in await tables.waiting_for(ANN.user_id)] == [second.info.id]
    assert await tables.waiting_for(CEM.user_id) == []


async def test_waiting_lasts_since_the_question_was_put(tables: Tables, clock: Clock) -> None:
    live = await started(tables)
    begun = clock.now
    clock.move(hours=2)
    live = await answer(tables, live.info.id, 1, "0")
    assert [player.since for player in live.info.players] == [begun, None]
    clock.move(hours=1)
    live = await answer(tables, live.info.id, 0, "3")
    assert live.info.waiting[0].since == clock.now


async def test_the_outbox_is_filled_with_each_change(tables: Tables, clock: Clock) -> None:
    live = await started(tables)
    await answer(tables, live.info.id, 1, "0")
    await answer(tables, live.info.id, 0, "3")
    assert tables.wakeup.is_set()
    rows = []
    while claimed := (await tables.outbox.claim(clock.now)).messages:
        for row in claimed:
            await tables.outbox.sent([row.id], clock.now)
            if row.kind not in TO_ONE:
                rows.append((row.kind, row.payload["call"]))
    assert rows == [("table", []), ("table", []), ("start", [0, 1]), ("table", []), ("table", [])]


async def test_what_is_put_into_the_outbox_wakes_whoever_says_it_but_by_the_task_after_which_it_is_said(
    tables: Tables,
) -> None:
    live = await started(tables)
    assert tables.take_outbox_filled()
    assert not tables.take_outbox_filled()
    for quiet in (True, False):
        tables.wakeup.clear()
        work = asyncio.create_task(answer(tables, live.info.id, 0, "1" if quiet else "2"))
        tables.set_quiet_task(work if quiet else None)
        await work
        assert tables.wakeup.is_set() is not quiet
        assert tables.take_outbox_filled()
    tables.set_quiet_task(asyncio.current_task())
    tables.wakeup.clear()
    await asyncio.create_task(answer(tables, live.info.id, 1, "0"))  # not by this task itself
    assert tables.wakeup.is_set()


async def test_a_commit_that_may_have_been_kept_wakes_whoever_would_say_it(
    tables: Tables, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await started(tables)
    writing = store.writing

    @asynccontextmanager
    async def unheard() -> AsyncIterator[Any]:
        async with writing() as session:
            yield session
        raise MaybeKept("lost")

    tables.wakeup.clear()
    monkeypatch.setattr(store, "writing", unheard)
    with pytest.raises(DatabaseAway):
        await tables.prefer(person_in(live, 0), language="de")
    assert tables.wakeup.is_set()


async def test_the_turn_of_another_is_called_once(tables: Tables, clock: Clock) -> None:
    live = await started(tables)
    await answer(tables, live.info.id, 0, "3")
    played = await tables.answer(live.info.id, person_in(live, 1), [["0"]])
    assert played.newly_asked == (0,)
    row = [one for one in (await tables.outbox.claim(clock.now)).messages if one.kind not in TO_ONE][-1]
    assert row.kind == "turn"
    assert row.payload == {
        "table": live.info.id,
        "before": played.before,
        "revision": played.after,
        "seat": 1,
        "call": [0],
        "mention": [],
    }


async def test_who_is_told_in_the_channel_is_mentioned_by_the_post_of_the_change(tables: Tables, clock: Clock) -> None:
    await tables.prefer(ANN.user_id, notices="channel")
    live = await started(tables)
    rows = (await tables.outbox.claim(clock.now)).messages
    ann = 0 if person_in(live, 0) == ANN.user_id else 1
    assert [one.payload["mention"] for one in rows if one.kind == "start"] == [[ann]]
    assert [one.payload["user"] for one in rows if one.kind == "notice"] == [BEN.user_id]


async def test_an_export_replays_to_the_same_standings(tables: Tables) -> None:
    live = await started(tables, BEN, CEM)
    with pytest.raises(StillRunning):
        await tables.export(live.info.id)
    await answer(tables, live.info.id, 0, "1")
    await tables.undo(live.info.id, person_in(live, 0))
    live = await play_to_the_end(tables, live.info.id)
    record = msgspec.json.decode(await tables.export(live.info.id), type=Record)
    position, _ = replay(ToyGame(), record)
    assert ToyGame().standings(position) == live.standings


async def test_a_table_that_never_played_has_no_export(tables: Tables) -> None:
    info = await tables.lobby.create(1, 20, ANN, "toy")
    with pytest.raises(NotRunning):
        await tables.export(info.id)
    await tables.lobby.abandon(info.id, ANN)
    with pytest.raises(GameOver):
        await tables.export(info.id)


async def test_secrets_are_in_no_repr(tables: Tables, store: Store) -> None:
    live = await started(tables)
    played = await tables.answer(live.info.id, person_in(live, 0), [["3"]])
    async with tables._unit.reading() as session:
        stored = await tables._unit.find(session, live.info.id)
    shown = repr((live, played, stored, live.info))
    assert stored.table.key is not None
    assert stored.table.key.startswith("5ec2e7")
    assert "5ec2e7" not in shown
    assert "ToyState" not in shown
    assert "answered" not in shown


async def test_a_locked_file_is_told_kindly_and_nothing_happens(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.engine.BUSY_TIMEOUT_MS", 20)
    store = await Store.open(sqlite_url(tmp_path))
    tables = open_tables(store, clock)
    live = await started(tables)
    other = sqlite3.connect(tmp_path / "orrery.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(DatabaseAway) as told:
        await tables.answer(live.info.id, person_in(live, 0), [["3"]])
    assert "5ec2e7" not in _whole(told.value)
    other.rollback()
    other.close()
    played = await tables.answer(live.info.id, person_in(live, 0), [["3"]])
    assert played.before == live.revision
    await store.close()


async def test_a_server_that_is_away_is_told_kindly_and_nothing_happens(
    postgres: Server | None, postgres_url: str, clock: Clock
) -> None:
    assert postgres is not None
    store = await Store.open(postgres_url)
    tables = open_tables(store, clock)
    live = await started(tables)
    name = store.address.url.database
    await asyncio.to_thread(postgres.run, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    terminate = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"  # noqa: S608 - ours
    await asyncio.to_thread(postgres.run, terminate)
    with pytest.raises(DatabaseAway) as told:
        await tables.answer(live.info.id, person_in(live, 0), [["3"]])
    with pytest.raises(DatabaseAway):
        await tables.waiting_for(ANN.user_id)
    assert "5ec2e7" not in _whole(told.value)
    await asyncio.to_thread(postgres.run, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    played = await tables.answer(live.info.id, person_in(live, 0), [["3"]])
    assert played.before == live.revision
    await store.close()


async def test_where_the_last_post_finds_no_channel_nobody_is_told_of_the_end_twice(tables: Tables) -> None:
    """Who plays by direct messages is told so anyway, before or after the channel turns out to be lost."""
    live = await started(tables, BEN, CEM)
    await play_to_the_end(tables, live.info.id)
    rows = await said(tables)
    results = [read(one, ToPerson).user for one in rows if one.kind == "result"]
    assert len(results) == 2
    await tables.channels.lose(live.info.id, GONE, [one for one in rows if one.kind == "over"])
    ended = [read(one, ToPerson).user for one in await said(tables) if one.kind == "ended"]
    assert sorted(results + ended) == [ANN.user_id, BEN.user_id, CEM.user_id]


def _whole(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))
