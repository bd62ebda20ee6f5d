"""Games in progress go on: databases and positions that were made before bot/ had rooms mean what they meant."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from rendering.words import Words
from rendering.words.former import FORMER
from rules.kernel.record import replay
from rules.kernel.rng import Rng
from rules.registry import GAMES
from storage.store import Store
from tests.before_rooms import positions, service
from tests.before_rooms.service import Kept

KEYS = ("race", "gaia", "eclipse", "circadians")
LONG = bool(os.environ.get("ORRERY_LONG"))
AT_THE_TABLE = frozenset({"late", "robots", "paused", "other"})
"""Where games are played to the end by the Table service; elsewhere at random by the rules after a few answers."""

RULED = {("eclipse", f"{0x1E:032x}"): 611}
"""Records that are followed up to a ruling of later, game and key of chance -> answers until then.

In this one of Eclipse Draco gets a discovery tile when others have killed the Ancients beside its disc (A28).
"""


@pytest.fixture(params=KEYS)
def kept(request: pytest.FixtureRequest) -> Kept:
    """The database of each game in turn."""
    return Kept(request.param)


async def test_a_database_of_before_is_opened_and_nothing_of_it_is_lost(kept: Kept, tmp_path: Path) -> None:
    file = kept.copy(tmp_path)
    store = await Store.open(f"sqlite:///{file}")  # brings it to the schema of now
    await store.close()
    assert service.plain_json(service.counted(file)) == kept.notes["counted"]
    assert service.outbox_of(file) == kept.notes["outbox"]
    assert service.kinds_waiting(file) == kept.notes["waiting"]


async def test_every_table_is_as_it_was(kept: Kept, tmp_path: Path) -> None:
    notes = kept.notes
    found = await service.noted(kept.copy(tmp_path), kept.at)
    assert found.keys() == notes["tables"].keys()
    for id, name in notes["names"].items():
        _same(service.plain_json(found[id]), notes["tables"][id], name)


async def test_the_log_of_a_game_leads_to_its_snapshot(kept: Kept, tmp_path: Path) -> None:
    assert await service.replayed(kept.copy(tmp_path)) == kept.notes["replayed"]


async def test_what_could_be_taken_back_can_be_taken_back(kept: Kept, tmp_path: Path) -> None:
    notes = kept.notes
    found = await service.undone(kept.copy(tmp_path), kept.at)
    assert found
    assert found.keys() == notes["undone"].keys()
    for id, one in found.items():
        _same(service.plain_json(one), notes["undone"][id], notes["names"][id])


async def test_what_waits_in_the_outbox_is_said_and_every_table_is_shown_as_before(kept: Kept, tmp_path: Path) -> None:
    found = service.plain_json(await service.delivered(kept.copy(tmp_path), kept.at, kept.messages))
    said = kept.said
    assert found.keys() == said.keys()
    for part in said:
        _same(found[part], said[part], part)


async def test_reminders_and_clocks_fall_due(kept: Kept, tmp_path: Path) -> None:
    async with service.at_work(kept.copy(tmp_path), kept.at) as tables:
        await service.claimed_kinds(tables, kept.at)
        due = (await tables.due()).next
        assert due is not None
        assert due <= kept.at
        assert await service.fall_due(tables) > 0
        assert (await service.claimed_kinds(tables, kept.at))["reminder"] > 0
    later = kept.at + timedelta(days=40)
    async with service.at_work(kept.copy(tmp_path), later) as tables:
        await service.fall_due(tables)
        said = await service.claimed_kinds(tables, later)
    assert said["reminder"] > 0
    assert said["vote"] > 0  # a vote that nobody has answered
    assert said["overdue"] > 0


async def test_every_game_goes_on_to_its_end(kept: Kept, tmp_path: Path) -> None:
    file, notes = kept.copy(tmp_path), kept.notes
    ended = 0
    async with service.at_work(file, kept.at) as tables:
        for id, name in notes["names"].items():
            info = await tables.lobby.info(int(id))
            if info.phase == "lobby":
                await service.start(tables, info.id)
            elif info.phase != "running" or "stuck" in notes["tables"][id]:
                continue
            live = await tables.game(info.id)
            if name in AT_THE_TABLE or LONG:
                live = await service.play_to_the_end(tables, live)
                assert live.over, name
                assert (await tables.lobby.info(info.id)).phase == "finished", name
                assert any(one.winner for one in live.standings), name
            else:
                await service.play_on(tables, live, 4)
                assert await service.ends_by_the_rules(file, info.id), name
            ended += 1
    assert ended > 20


@pytest.fixture(params=KEYS)
def games(request: pytest.FixtureRequest) -> tuple[Any, positions.KeptGames]:
    """A game, and positions of it."""
    return GAMES[request.param], positions.load(request.param)


def test_every_step_that_lay_in_a_position_is_met(games: tuple[Any, positions.KeptGames]) -> None:
    game, kept = games
    met = {step for one in kept.games for position in one.positions for step in position.steps}
    assert met
    assert met.isdisjoint(kept.missing)
    assert met <= positions.tags(game)


def test_a_position_of_before_is_read_and_answered_as_it_was(games: tuple[Any, positions.KeptGames]) -> None:
    game, kept = games
    for one in kept.games:
        for position in one.positions:
            where = f"{one.record.key}, {one.record.config}, after {position.answers} answers"
            stored = game.decode(position.position)
            assert game.encode(game.decode(game.encode(stored))) == game.encode(stored), where
            assert positions.steps_in(stored) == set(position.steps), where
            assert positions.form(stored) == position.form, where
            assert positions.lost(position.prompts, game.prompts(stored)) == [], where
            answer = one.record.answers[position.answers]
            game.answer(stored, answer.seat, answer.picks)
            assert positions.form(stored) == position.then, where


def test_a_record_of_before_is_played_again(games: tuple[Any, positions.KeptGames]) -> None:
    game, kept = games
    for one in kept.games:
        at = {position.answers: position for position in one.positions}
        position, _ = game.setup(one.record.config, one.record.seats, Rng(one.record.key))
        until = RULED.get((game.info.key, one.record.key))
        for number, answer in enumerate(one.record.answers[:until]):
            if number in at:
                assert positions.form(position) == at[number].form, (one.record.key, number)
            game.answer(position, answer.seat, answer.picks)
        if until is not None:
            assert game.waiting(position) != [one.record.answers[until].seat]
            continue
        assert [standing.total for standing in game.standings(position)] == one.totals
        assert replay(game, one.record)[0] == position


def _same(found: Any, noted: Any, where: str) -> None:
    """Compare part by part, so that a failure says where it is."""
    if isinstance(found, dict) and isinstance(noted, dict):
        assert found.keys() == noted.keys(), where
        for key, value in noted.items():
            _same(found[key], value, f"{where}, {key}")
    else:
        assert found == noted, where


def test_every_text_that_an_old_log_keeps_has_its_german(kept: Kept, tmp_path: Path) -> None:
    known = Words("de")._messages
    found = service.messages_in_log(kept.copy(tmp_path))
    assert len(found) > 20
    assert sorted(one for one in found if FORMER.get(one, one) not in known) == []
