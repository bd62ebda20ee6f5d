"""A button of a panel carries the number of its choice, which means what it did when it was shown, or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.commands import play
from bot.tables.core.data import Live, Played, fingerprint
from bot.tables.core.errors import GameOver, NoTableHere, NotRunning, NotSeated, RobotPlays, Stale
from bot.tables.service import Tables
from bot.views.custom_ids import CustomId
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import Level
from rules.registry import GAMES
from tests.at_table import ANN, BOSS, DOT, EVE, answer, person_in, play_to_the_end, started
from tests.bot.alike import random_picks, sitting
from tests.databases import ONLY_POSTGRES, sqlite_url
from tests.toy import Accept, ToyGame, ToyState

FOREIGN = "0000000000"


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Played]:
    """What presses led to, which nobody is shown here."""
    found: list[Played] = []

    async def go_on(_: Any, played: Played) -> None:
        found.append(played)

    monkeypatch.setattr(play, "show_played", go_on)
    return found


async def press(tables: Tables, live: Live, seat: int, number: int, its_mark: str | None = None) -> None:
    """Press a button of the panel that a seat was shown then."""
    await press_as(tables, person_in(live, seat), live, seat, number, its_mark)


async def press_as(  # noqa: PLR0917
    tables: Tables, user: int, live: Live, seat: int, number: int, its_mark: str | None = None
) -> None:
    prompt = live.prompt_of(seat)
    shown_mark = its_mark or (fingerprint(prompt) if prompt is not None else FOREIGN)
    custom_id = CustomId("pick", live.info.id, live.revision, shown_mark, str(number), live.step)
    context: Any = SimpleNamespace(tables=tables, user_id=user, at=None)
    await play.press(context, custom_id)


@asynccontextmanager
async def stubborn_robots(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Let robots fail, so that they leave their questions open."""

    def fail(self: ToyGame, view: ToyState, prompt: Prompt, rng: Rng, level: Level) -> list[str]:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(ToyGame, "choose", fail)
        yield


async def test_a_button_gives_the_choice_that_it_stood_for(tables: Tables, shown: list[Played]) -> None:
    live = await started(tables)
    await press(tables, live, 0, 3)
    prompt = shown[-1].live.prompt_of(0)
    assert prompt is not None
    assert prompt.answered == ["3"]
    await press(tables, live, 1, 1)
    now = await tables.game(live.info.id)
    await press(tables, now, 0, 0)
    assert [one.repeated for one in shown] == [False, False, False]
    assert [row.kind for row in await tables.events(live.info.id, None, now.revision)] == ["answer"]


async def test_a_button_of_another_question_is_out_of_date_whoever_plays_there(
    tables: Tables, shown: list[Played], monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await started(tables)
    for number, its_mark in ((1, FOREIGN), (6, None), (10**9, None)):
        with pytest.raises(Stale):
            await press(tables, live, 0, number, its_mark)
    async with stubborn_robots(monkeypatch):
        await tables.seat_robot(live.info.id, 0, on=True)
        with pytest.raises(Stale):
            await press(tables, live, 0, 1, FOREIGN)
        with pytest.raises(Stale):
            await press(tables, live, 0, 6)
        with pytest.raises(RobotPlays):
            await press(tables, live, 0, 1)
    assert shown == []


async def test_a_button_of_a_game_that_is_over_is_out_of_date(tables: Tables, shown: list[Played]) -> None:
    live = await started(tables)
    over = await play_to_the_end(tables, live.info.id)
    for then in (live, over):
        with pytest.raises(Stale):
            await press(tables, then, 0, 1)
    assert shown == []


async def test_a_button_of_a_table_that_was_ended_early_is_out_of_date(tables: Tables, shown: list[Played]) -> None:
    live = await started(tables)
    await tables.lobby.abandon(live.info.id, BOSS)
    with pytest.raises(Stale):
        await press(tables, live, 0, 1)
    assert shown == []


async def test_who_does_not_sit_there_is_told_so_first(tables: Tables, shown: list[Played]) -> None:
    live = await started(tables)
    for its_mark in (None, FOREIGN):
        with pytest.raises(NotSeated):
            await press_as(tables, EVE.user_id, live, 0, 1, its_mark)
    await tables.lobby.replace(live.info.id, BOSS, 0, DOT)
    with pytest.raises(NotSeated):
        await press(tables, live, 0, 1)
    await play_to_the_end(tables, live.info.id)
    with pytest.raises(NotSeated):
        await press_as(tables, EVE.user_id, live, 0, 1)
    assert shown == []


async def test_a_button_of_what_is_no_game_yet_or_no_table_is_refused_as_such(
    tables: Tables, shown: list[Played]
) -> None:
    live = await started(tables)
    info = await tables.lobby.create(1, 21, ANN, "toy")
    context: Any = SimpleNamespace(tables=tables, user_id=ANN.user_id, at=None)
    with pytest.raises(NotRunning):
        await play.press(context, CustomId("pick", info.id, 1, FOREIGN, "1"))
    await tables.lobby.abandon(info.id, ANN)
    with pytest.raises(GameOver):
        await play.press(context, CustomId("pick", info.id, 1, FOREIGN, "1"))
    with pytest.raises(NoTableHere):
        await play.press(context, CustomId("pick", live.info.id + 100, 1, FOREIGN, "1"))
    assert shown == []


async def test_a_double_press_counts_once_and_another_choice_is_out_of_date(
    tables: Tables, shown: list[Played]
) -> None:
    live = await started(tables)
    await answer(tables, live.info.id, 1, "0")
    live = await answer(tables, live.info.id, 0, "3")
    outcomes = await asyncio.gather(*(press(tables, live, 0, 0) for _ in range(2)), return_exceptions=True)
    assert [type(one) for one in outcomes if one is not None] in ([], [Stale])
    assert [one.repeated for one in shown] in ([False], [False, True])
    assert (await tables.game(live.info.id)).revision == live.revision + 1
    await press(tables, live, 0, 0)  # however late, it is the same press
    assert (await tables.game(live.info.id)).revision == live.revision + 1
    with pytest.raises(Stale):
        await press(tables, live, 0, 1)


async def test_a_sealed_choice_that_is_pressed_twice_changes_nothing(tables: Tables, shown: list[Played]) -> None:
    live = await started(tables)
    await press(tables, live, 0, 3)
    await press(tables, live, 0, 3)
    with pytest.raises(Stale):
        await press(tables, live, 0, 2)
    assert [one.repeated for one in shown] == [False, True]
    now = await tables.game(live.info.id)
    assert now.revision == live.revision + 1
    await press(tables, now, 0, 2)
    assert (await tables.game(live.info.id)).revision == live.revision + 2


async def test_an_old_button_of_a_question_that_is_asked_again_answers_only_what_it_has(
    tables: Tables, shown: list[Played]
) -> None:
    live = await started(tables, length="long")
    await answer(tables, live.info.id, 1, "0")
    await answer(tables, live.info.id, 0, "1")
    before = await answer(tables, live.info.id, 0, "keep")
    await press(tables, before, 0, 0)
    await answer(tables, live.info.id, 1)
    await answer(tables, live.info.id, 1, "0")
    await answer(tables, live.info.id, 0, "1")
    now = await answer(tables, live.info.id, 0, "keep")
    again, old = now.prompt_of(0), before.prompt_of(0)
    assert again is not None
    assert old is not None
    same = fingerprint(again) == fingerprint(old)
    shown.clear()
    with pytest.raises(Stale):
        await press(tables, before, 0, 0)
    assert same
    assert shown == []
    assert (await tables.game(live.info.id)).revision == now.revision


@pytest.mark.skipif(ONLY_POSTGRES, reason="opens SQLite files")
@pytest.mark.parametrize("key", ["toy", *GAMES])
async def test_the_panel_that_comes_with_an_answer_is_the_one_that_is_read_after_it(key: str, tmp_path: Path) -> None:
    came = 0
    async with sitting(sqlite_url(tmp_path), key, 7, policies=True) as at:
        for number in range(15):
            live = await at.live()
            if live.over:
                break
            seat = at.chance.choice(live.waiting)
            user = person_in(live, seat)
            played = await at.tables.answer(at.table_id, user, [random_picks(live.prompt_of(seat), at.chance)])
            panel = await at.tables.queries.panel(at.table_id, user, logged=False)
            came += played.panel is not None
            assert played.panel is None or played.panel == panel
            if panel.back is not None and number % 4 == 0:
                await at.tables.undo(at.table_id, user)
    assert came > 5


async def test_the_panel_that_comes_with_a_typed_line_tells_what_has_happened_and_what_is_planned(
    tables: Tables,
) -> None:
    live = await started(tables)
    await answer(tables, live.info.id, 1, "0")
    user = person_in(live, 1)
    rest = [(Accept(1, 0).prompt(ToyState([5, 5], [0, 0], 2)), ["no"])]
    played = await tables.answer(live.info.id, user, [["1"]], rest=rest)
    assert played.panel is not None
    assert played.panel.planned
    assert played.panel.log
    assert played.panel == await tables.queries.panel(live.info.id, user)


async def test_where_others_have_answered_since_the_panel_is_read_with_a_replay(tables: Tables) -> None:
    live = await started(tables)
    await answer(tables, live.info.id, 0, "1")
    await answer(tables, live.info.id, 1, "0")
    await answer(tables, live.info.id, 0, "keep")
    played = await tables.answer(live.info.id, person_in(live, 0), [[]])
    assert played.panel == await tables.queries.panel(live.info.id, person_in(live, 0), logged=False)
    last = await tables.answer(live.info.id, person_in(live, 1), [["coin"]])
    assert last.panel is None or last.panel.back is None
