"""The game as it was, as far as its reader could know it then, on both databases."""

from __future__ import annotations

import pytest

from bot.tables.core.data import Past
from bot.tables.core.errors import GameOver, NoSuchTurn, NotRunning
from bot.tables.service import Tables
from tests.at_table import ANN, BEN, CEM, DOT, Clock, answer, person_in, play_to_the_end, started


async def _round(tables: Tables) -> int:
    live = await started(tables, BEN, CEM, length="long")
    for seat, picks in ((0, "1"), (1, "0"), (2, "0"), (0, "keep"), (0, ""), (1, "coin"), (2, "")):
        live = await answer(tables, live.info.id, seat, *picks.split())
    return live.info.id


async def test_every_turn_is_shown_as_it_was(tables: Tables) -> None:
    live = await started(tables, BEN, CEM, length="long")
    table_id = live.info.id
    seen = [live]
    for seat, picks in ((0, "1"), (1, "0"), (2, "0"), (0, "keep"), (0, ""), (1, "coin"), (2, "")):
        seen.append(await answer(tables, table_id, seat, *picks.split()))
    user = person_in(live, 1)
    for order in (range(len(seen)), reversed(range(len(seen)))):
        for number in order:
            past = await tables.history.at(table_id, user, number)
            assert (past.number, past.first, past.last) == (number, 0, 7)
            assert past.live.waiting == seen[number].waiting
            for viewer in (None, 0, 1, 2):
                assert past.live.view(viewer) == seen[number].view(viewer)
    newest = await tables.history.at(table_id, user)
    assert newest.number == 7


async def test_nobody_is_told_more_of_the_past_than_they_could_know(tables: Tables) -> None:
    table_id = await _round(tables)
    live = await tables.game(table_id)

    async def at(user: int) -> Past:
        return await tables.history.at(table_id, user, 6)

    assert [event.kind for event in (await at(person_in(live, 1))).events] == ["drop"]
    for user in (person_in(live, 0), DOT.user_id):
        past = await at(user)
        assert not past.events
        assert past.live.view(past.live.seat_of(user)).secrets == [0, 0, 0]
    sealed = await tables.history.at(table_id, person_in(live, 1), 1)
    assert sealed.live.waiting == (1, 2)
    assert not sealed.live.prompts
    assert sealed.turn is not None
    assert "1" not in sealed.turn.question.args.values()


async def test_what_was_taken_back_is_no_turn(tables: Tables) -> None:
    table_id = await _round(tables)
    live = await answer(tables, table_id, 0, "4")
    shown = await tables.history.at(table_id, ANN.user_id, 8)
    assert shown.live.waiting == (1, 2)
    await tables.undo(table_id, person_in(live, 0))
    with pytest.raises(NoSuchTurn):
        await tables.history.at(table_id, ANN.user_id, 8)
    await answer(tables, table_id, 1, "3")
    assert (await tables.history.at(table_id, ANN.user_id, 8)).live.waiting == (0, 2)
    assert len((await tables.history.turns(table_id)).turns) == 8


async def test_replays_are_kept_and_few(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table_id = await _round(tables)
    await tables.history.at(table_id, ANN.user_id, 5)
    from bot.tables import history

    def never(*_: object) -> None:
        raise AssertionError("replayed from the start")

    monkeypatch.setattr(history, "replay", never)
    for number in (5, 6, 7, 6):
        await tables.history.at(table_id, ANN.user_id, number)
    monkeypatch.setattr(history, "CACHE_SIZE", 2)
    await tables.history.at(table_id, ANN.user_id, 7)
    assert len(tables.history._cached_positions) == 2


async def test_a_finished_game_can_be_leafed_through_and_a_lobby_cannot(tables: Tables) -> None:
    info = await tables.lobby.create(1, 77, ANN, "toy", {})
    with pytest.raises(NotRunning):
        await tables.history.at(info.id, ANN.user_id)
    await tables.lobby.abandon(info.id, ANN)
    with pytest.raises(GameOver):
        await tables.history.turns(info.id)
    live = await started(tables)
    ended = await play_to_the_end(tables, live.info.id)
    past = await tables.history.at(live.info.id, ANN.user_id)
    assert past.live.over
    assert past.live.view(None) == ended.view(None)


async def test_how_far_somebody_has_read_is_kept_for_each_person_and_table(tables: Tables, clock: Clock) -> None:
    live = await started(tables)
    other = await started(tables, channel=21)
    assert await tables.history.read(live.info.id, ANN.user_id) is None
    clock.move(hours=1)
    await answer(tables, live.info.id, 0, "1")
    before = await tables.history.read(live.info.id, ANN.user_id)
    assert before is not None
    assert before.revision == live.revision
    assert (clock.now - before.at).total_seconds() == 3600
    again = await tables.history.read(live.info.id, ANN.user_id)
    assert again is not None
    assert again.revision == live.revision + 1
    assert await tables.history.read(live.info.id, BEN.user_id) is None
    assert await tables.history.read(other.info.id, ANN.user_id) is None
    await tables.forgetting.forget(ANN.user_id)
    assert await tables.history.read(live.info.id, ANN.user_id) is None
