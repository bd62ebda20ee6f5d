"""Taking back, and a history that stays whole, on both databases."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping

import pytest

from bot.tables.core import answers as play
from bot.tables.core.errors import GameOver, NothingToUndo, NotSeated
from bot.tables.service import Tables
from rules.kernel.errors import RulesError
from rules.kernel.record import Record, last_undoable, replay
from rules.kernel.steps import Flow
from storage import log
from storage.schema import LogRow
from tests.at_table import BEN, CEM, DOT, Clock, answer, person_in, play_to_the_end, started
from tests.toy import End, Sort, ToyGame, ToyState


async def _dropping(tables: Tables) -> int:
    """Bring three players to dropping coins side by side (`Drop`)."""
    live = await started(tables, BEN, CEM, length="long")
    for seat, bid in enumerate(("1", "0", "0")):
        live = await answer(tables, live.info.id, seat, bid)
    await answer(tables, live.info.id, 0, "keep")
    return live.info.id


async def test_undo_takes_back_my_last_answer_and_says_where_it_returns_to(tables: Tables, clock: Clock) -> None:
    table_id = await _dropping(tables)
    live = await answer(tables, table_id, 1, "coin")
    clock.move(minutes=5)
    who = person_in(live, 1)
    able = await tables.undoable(table_id, who)
    assert able is not None
    assert (able.seat, able.question.id, able.picks) == (1, "Drop a coin?", ("coin",))
    undone = await tables.undo(table_id, who)
    assert (undone.seat, undone.back_to.id, undone.answers) == (1, "Drop a coin?", 1)
    assert undone.live.revision == live.revision + 1
    assert undone.live.waiting == (0, 1, 2)
    assert undone.live.info.players[1].since == clock.now
    assert undone.live.view(1).secrets[1] == 0
    assert await tables.undoable(table_id, who) is None


@pytest.mark.parametrize("all_steps", [False, True])
async def test_an_answer_that_is_still_sealed_is_taken_back_without_a_word(
    tables: Tables, clock: Clock, all_steps: bool
) -> None:
    live = await started(tables, BEN, CEM)
    table_id = live.info.id
    await answer(tables, table_id, 1, "2")
    await answer(tables, table_id, 2, "1")
    known = await tables.events(table_id, None)
    undone = await tables.undo(table_id, person_in(live, 1), all_steps=all_steps)
    assert undone.live.waiting == (0, 1)
    for reader in (0, 2, None):
        (since,) = await tables.events(table_id, reader, live.revision + 2)
        assert (since.kind, since.events) == ("undo", ())
    assert [event.kind for one in await tables.events(table_id, 1) for event in one.events][-1] == "undo"
    assert [one for one in await tables.events(table_id, None) if one.events] == [one for one in known if one.events]
    rows = [row.kind for row in (await tables.outbox.claim(clock.now, 100)).messages if row.kind != "notice"]
    assert rows[-4:] == ["start", "table", "table", "table"]


async def test_an_answer_that_the_others_know_is_taken_back_in_public(tables: Tables) -> None:
    live = await started(tables, BEN, CEM)
    for seat, bid in enumerate("100"):
        await answer(tables, live.info.id, seat, bid)
    await answer(tables, live.info.id, 0, "give")
    await tables.undo(live.info.id, person_in(live, 0))
    assert (await tables.events(live.info.id, None))[-1].events[0].kind == "undo"


async def test_undo_leaves_what_others_answered_meanwhile(tables: Tables) -> None:
    table_id = await _dropping(tables)
    await answer(tables, table_id, 1, "coin")
    live = await answer(tables, table_id, 2, "coin")
    undone = await tables.undo(table_id, person_in(live, 1))
    assert undone.live.waiting == (0, 1)
    assert undone.live.view(2).secrets[2] == 1
    again = await answer(tables, table_id, 1, "coin")
    undone = await tables.undo(table_id, person_in(again, 2))
    assert undone.live.waiting == (0, 2)


async def test_undo_stops_at_a_barrier(tables: Tables) -> None:
    table_id = await _dropping(tables)
    live = await tables.game(table_id)
    assert await tables.undoable(table_id, person_in(live, 1)) is None
    with pytest.raises(RulesError):  # the bids have been opened
        await tables.undo(table_id, person_in(live, 1))
    assert (await tables.game(table_id)).revision == live.revision


async def test_undo_of_several_steps_goes_back_to_the_barrier(tables: Tables) -> None:
    table_id = await _dropping(tables)
    live = await answer(tables, table_id, 0, "coin")
    undone = await tables.undo(table_id, person_in(live, 0), all_steps=True)
    assert undone.answers == 2
    assert undone.back_to.id == "What do you do with the lot?"
    assert undone.live.view(None).points == [0, 0, 0]


async def test_a_sealed_answer_is_taken_back(tables: Tables) -> None:
    live = await started(tables)
    await answer(tables, live.info.id, 0, "3")
    undone = await tables.undo(live.info.id, person_in(live, 0))
    assert undone.live.waiting == (0, 1)


async def test_the_history_keeps_what_was_taken_back(tables: Tables) -> None:
    table_id = await _dropping(tables)
    live = await answer(tables, table_id, 1, "coin")
    await tables.undo(table_id, person_in(live, 1))
    await answer(tables, table_id, 1)
    full = await tables.events(table_id, 1, taken_back=True)
    assert [entry.sequence for entry in full] == list(range(len(full)))
    assert [(entry.kind, entry.taken_back) for entry in full[-3:]] == [
        ("answer", True),
        ("undo", False),
        ("answer", False),
    ]
    assert [event.kind for event in full[-3].events] == ["drop"]
    standing = await tables.events(table_id, 1)
    assert [entry.sequence for entry in standing] == [entry.sequence for entry in full if not entry.taken_back]


async def test_nobody_takes_back_in_a_game_that_is_over_or_not_theirs(tables: Tables) -> None:
    table_id = await _dropping(tables)
    with pytest.raises(NotSeated):
        await tables.undo(table_id, DOT.user_id)
    live = await play_to_the_end(tables, table_id)
    with pytest.raises(GameOver):
        await tables.undo(table_id, person_in(live, 0))


async def test_a_log_that_no_longer_leads_to_the_game_is_not_taken_back(tables: Tables) -> None:
    table_id = await _dropping(tables)
    live = await answer(tables, table_id, 1, "coin")
    position = live._position
    position.state.points[0] += 1  # as if the rules had given another result then
    async with tables._unit.writing() as session:
        await log.put_snapshot(session, table_id, live.revision, ToyGame().encode(position))
    with pytest.raises(NothingToUndo):
        await tables.undo(table_id, person_in(live, 1))


@pytest.mark.parametrize("seed", range(12))
def test_what_may_be_taken_back_is_what_a_replay_says(seed: int) -> None:
    """The rows tell who was asked when they were written; taking back changes that for those that stand."""
    chance = random.Random(seed)
    game = ToyGame()
    record = Record("toy", 1, {"length": "long"}, 3, f"{seed:032x}", [])
    position, _ = replay(game, record)
    rows: list[LogRow] = []
    undone = 0
    for _ in range(60):
        if game.over(position):
            break
        if chance.random() < 0.4 and rows:
            seat = chance.randrange(3)
            stand = play.rows_in_force(rows)
            answers = play.answers_of(stand)
            _, outcomes = replay(game, Record("toy", 1, record.config, 3, record.key, answers))
            try:
                expected = stand[last_undoable(answers, outcomes[1:], seat)].sequence
            except RulesError:
                with pytest.raises(RulesError):
                    play.to_take_back(rows, seat)
                continue
            found = play.to_take_back(rows, seat)[0]
            assert found.sequence == expected
            position, _, _, _ = play.take_back(game, game.encode(position), record, rows, [found.sequence])
            found.taken_back = len(rows)
            rows.append(_row(len(rows), "undo", seat))
            undone += 1
        else:
            seat = chance.choice(game.waiting(position))
            prompt = game.prompt(position, seat)
            picks = [chance.choice(prompt.legal).id] if chance.random() < 0.8 or prompt.at_least else []
            outcome = game.answer(position, seat, picks)
            row = _row(len(rows), "answer", seat)
            row.picks, row.barrier, row.asked = picks, outcome.barrier, outcome.asked
            rows.append(row)
    assert undone


class _Sorting(ToyGame):
    """The auction without its die: what comes after the drops is asked without a barrier."""

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[ToyState]) -> ToyState:
        state = super().begin(config, seats, flow)
        flow.stack.clear()
        flow.then(Sort(), Sort(), Sort(), End())
        return state


def _sorted(*turns: tuple[int, str]) -> tuple[Record, bytes, list[LogRow]]:
    game = _Sorting()
    record = Record("toy", 1, {"length": "short"}, 2, "0" * 32, [])
    position, _ = replay(game, record)
    rows: list[LogRow] = []
    for seat, pick in turns:
        outcome = game.answer(position, seat, [pick] if pick else [])
        rows.append(_row(len(rows), "answer", seat))
        rows[-1].picks, rows[-1].barrier, rows[-1].asked = [pick] if pick else [], outcome.barrier, outcome.asked
    return record, game.encode(position), rows


def test_an_answer_stands_where_another_has_gone_on_to_a_later_question() -> None:
    """The other was asked at the same time, but has answered again what was asked only after it."""
    record, data, rows = _sorted((0, "coin"), (1, ""), (1, "coin"))
    with pytest.raises(RulesError, match="somebody has decided after it"):
        play.to_take_back(rows, 0)
    with pytest.raises(RulesError, match="somebody has decided after it"):
        play.take_back(_Sorting(), data, record, rows, [0])


def test_as_many_steps_go_back_as_can() -> None:
    record, data, rows = _sorted((0, "coin"), (1, ""), (1, "coin"), (0, ""))
    assert [row.sequence for row in play.to_take_back(rows, 0, all_steps=True)] == [3]
    position, _, count, _ = play.take_back(_Sorting(), data, record, rows, [3, 0])
    assert count == 1
    assert position.state.secrets == [1, 1]


def test_all_steps_are_those_since_a_robot_has_played() -> None:
    """Robots bar no way back; all steps would be the whole game, and each of them can be taken back alone."""
    rows = [_row(at, "answer", seat) for at, seat in enumerate((0, 1, 0, 0))]
    rows[1].by = "robot"
    assert [row.sequence for row in play.to_take_back(rows, 0, all_steps=True)] == [3, 2]
    assert [row.sequence for row in play.to_take_back(rows[:2], 0, all_steps=True)] == [0]


def test_a_long_way_back_is_found_soon() -> None:
    """It is looked for with every panel."""
    rows = [_row(at, "answer", 0) for at in range(500)]
    begun = time.perf_counter()
    assert len(play.to_take_back(rows, 0, all_steps=True)) == 500
    assert time.perf_counter() - begun < 5


def _row(sequence: int, kind: str, seat: int) -> LogRow:
    return LogRow(table_id=1, sequence=sequence, revision=sequence, at=Clock().now, kind=kind, seat=seat, by="player")


async def test_an_answer_tells_apart_what_it_did_itself_and_what_others_did_after_it(tables: Tables) -> None:
    live = await started(tables)
    table, users = live.info.id, [person_in(live, seat) for seat in range(2)]
    for seat, picks in ((0, ["3"]), (1, ["1"]), (0, ["keep"]), (1, [])):
        await answer(tables, table, seat, *picks)
    await tables.policies.set(table, users[0], "bid", "0")
    await tables.policies.set(table, users[0], "use", "keep")
    await tables.policies.set(table, users[1], "bid", "0")
    played = await tables.answer(table, users[0], [["coin"]])
    kinds = [event.kind for event in played.events]
    assert kinds[: played.own][0] == "drop"
    assert kinds[played.own :] == ["policy", "won", "keep"]
