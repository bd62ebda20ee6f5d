"""Lines that are tried: their panel, that nothing of it happens or is told, and what becomes of it when played."""

from __future__ import annotations

import asyncio
import dataclasses
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from sqlmodel import select

from bot.tables.core.data import Person
from bot.tables.core.errors import GameOver, NotSeated, RobotPlays, Stale, TrialGone
from bot.tables.trials import MAX_TRIALS, NOW, Trial
from bot.typed.line import read_line
from bot.views import phone
from bot.views.panel import MAX_ROWS
from storage.schema import Trial as StoredTrial
from tests.bot.commands.test_drafts import answer, custom_id, live_of, to_a_turn
from tests.bot.world import World, all_pages, components, labels, open_world, reply, text_of


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with open_world(tmp_path, "gaia") as world:
        yield world


async def rows(world: World) -> list[StoredTrial]:
    async with world.store.reading() as session:
        return [StoredTrial(**one.model_dump()) for one in await session.exec(select(StoredTrial))]


async def tried(world: World, person: MemberActor, turn: int = NOW) -> Trial:
    return await world.tables.trials.of((await live_of(world)).info.id, person.id, turn)


async def whole_turn(world: World, seats: list[MemberActor]) -> None:
    """Let whoever is asked play their turn to its end."""
    waiting = (await live_of(world)).waiting
    while (await live_of(world)).waiting == waiting:
        await answer(world, seats)


async def open_panel(world: World, person: MemberActor, label: str = "Try a line") -> Any:
    """Open the panel of a person who is asked, and try a line."""
    panel = reply(await person.slash(world.channel, "play"))
    await person.click(panel, label=label)
    return panel


async def try_a_mine(world: World, person: MemberActor, panel: Any) -> Any:
    """Try the building of a mine, and the end of the turn."""
    await person.select(panel, ["build"], custom_id=custom_id(panel, "trychoose"))
    if "trychoose" in str(components(panel)):
        menu = next(one for one in components(panel) if "trychoose" in str(one.get("custom_id")))
        await person.select(panel, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    else:
        await person.click(panel, custom_id=custom_id(panel, "trypick"))
    while any("End the turn" in one for one in labels(panel)):
        await person.click(panel, label=next(one for one in labels(panel) if "End the turn" in one))
    return panel


async def test_what_is_tried_happens_only_when_it_is_played(world: World) -> None:
    seats = await world.seated(2)
    plays, waits = await to_a_turn(world, seats)
    before, posts = await live_of(world), len(world.posts())
    panel = await open_panel(world, plays)
    assert "Try: none of it happens" in text_of(panel)
    await try_a_mine(world, plays, panel)
    said = text_of(panel)
    assert "Build a mine" in said
    assert "Your turn would be done." in said
    now = await live_of(world)
    assert (now.revision, now.step, now.half_made) == (before.revision, before.step, False)
    assert now.game.encode(now._position) == before.game.encode(before._position)
    assert len(world.posts()) == posts
    assert "Build" not in (await all_pages(waits, reply(await waits.slash(world.channel, "log"))))
    shown = (await tried(world, plays)).fingerprint
    await plays.click(panel, label="Play this")
    await world.env.settle()
    after = await live_of(world)
    assert after.revision == before.revision + 1  # all of it at once
    assert after.waiting != before.waiting
    assert "builds a mine" in text_of(panel)
    assert len(world.posts()) == posts + 1
    assert await rows(world) == []
    with pytest.raises(TrialGone):  # pressed twice
        await world.tables.trials.play(before.info.id, plays.id, shown)
    assert (await live_of(world)).revision == after.revision


async def test_back_and_reset_and_a_double_press(world: World) -> None:
    seats = await world.seated(2)
    plays, _ = await to_a_turn(world, seats)
    panel = await try_a_mine(world, plays, await open_panel(world, plays))
    trial = await tried(world, plays)
    await plays.click(panel, label="Back")
    assert (await tried(world, plays)).answers == trial.answers[:-1]
    with pytest.raises(Stale):
        await world.tables.trials.back(trial.live.info.id, plays.id, NOW, trial.fingerprint)
    (before,) = await rows(world)
    await plays.click(panel, label="Reset")
    assert (await tried(world, plays)).steps == []
    (after,) = await rows(world)
    assert after.key != before.key
    assert "Play this" not in labels(panel)


async def test_a_line_outlives_the_panel_and_the_process_and_an_hour_ends_it(world: World) -> None:
    seats = await world.seated(2)
    plays, _ = await to_a_turn(world, seats)
    panel = await try_a_mine(world, plays, await open_panel(world, plays))
    answers = (await tried(world, plays)).answers
    await world.restart()
    assert (await tried(world, plays)).answers == answers
    await plays.click(panel, label="Back")
    assert (await tried(world, plays)).answers == answers[:-1]
    again = await open_panel(world, plays)
    assert "Build a mine" in text_of(again)
    await world.later(minutes=61)
    await plays.click(panel, label="Back")
    assert "you begin anew" in text_of(panel)
    assert (await tried(world, plays)).steps == []


async def test_a_typed_line_is_tried_as_far_as_it_goes(world: World) -> None:
    seats = await world.seated(2)
    plays, _ = await to_a_turn(world, seats)
    await open_panel(world, plays)
    trial = await tried(world, plays)
    assert trial.prompt is not None
    after = await world.tables.trials.answer(
        trial.live.info.id, plays.id, NOW, trial.fingerprint, lambda one: read_line(one.shown, one.seat, "build").picks
    )
    assert after.answers == [["build"]]


async def test_a_line_that_would_be_too_long_says_so_and_stays(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = await world.seated(2)
    plays, _ = await to_a_turn(world, seats)
    panel = await open_panel(world, plays)
    monkeypatch.setattr("bot.tables.trials.MAX_STEPS", 1)
    await plays.select(panel, ["build"], custom_id=custom_id(panel, "trychoose"))
    before = await tried(world, plays)
    assert before.answers == [["build"]]
    menu = next(one for one in components(panel) if "trychoose" in str(one.get("custom_id")))
    await plays.select(panel, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    assert "That is too long: at most 1 steps can be tried or planned at once. Nothing was added." in text_of(panel)
    assert "moved on" not in text_of(panel)
    assert "Build a mine" in text_of(panel)
    assert (await tried(world, plays)).answers == before.answers


class Slowly:
    """Reads a line for as long as a test wants."""

    def __init__(self, *picks: str) -> None:
        self.picks = picks
        self.reads, self.may_end = threading.Event(), threading.Event()

    def __call__(self, _: Trial) -> list[list[str]]:
        self.reads.set()
        assert self.may_end.wait(20)
        return [[one] for one in self.picks]


async def test_a_line_that_is_read_keeps_nobody_waiting_and_counts_where_it_is_the_same(world: World) -> None:
    seats = await world.seated(2)
    plays, waits = await to_a_turn(world, seats)
    await open_panel(world, plays)
    trial, slowly = await tried(world, plays), Slowly("build")
    table, trials = trial.live.info.id, world.tables.trials
    reading = asyncio.create_task(trials.answer(table, plays.id, NOW, trial.fingerprint, slowly))
    await asyncio.to_thread(slowly.reads.wait, 20)
    revision = (await live_of(world)).revision
    await asyncio.wait_for(world.tables.policies.set(table, waits.id, "charge_up_to", "2"), 10)
    assert (await live_of(world)).revision > revision
    slowly.may_end.set()
    after = await reading
    assert after.answers == [["build"]]
    assert after.live.revision == (await live_of(world)).revision
    assert [one.answers for one in await rows(world)] == [[["build"]]]


async def test_a_line_that_is_read_while_the_game_goes_on_leads_nowhere(world: World) -> None:
    seats = await world.seated(2)
    plays, _ = await to_a_turn(world, seats)
    await open_panel(world, plays)
    trial, slowly = await tried(world, plays), Slowly("build")
    reading = asyncio.create_task(
        world.tables.trials.answer(trial.live.info.id, plays.id, NOW, trial.fingerprint, slowly)
    )
    await asyncio.to_thread(slowly.reads.wait, 20)
    await asyncio.wait_for(answer(world, seats), 10)
    slowly.may_end.set()
    assert (await reading).tried is None
    assert [one.answers for one in await rows(world)] == [[]]


async def test_a_line_that_was_changed_while_it_was_read_is_another_one(world: World) -> None:
    seats = await world.seated(2)
    plays, _ = await to_a_turn(world, seats)
    await open_panel(world, plays)
    trial, slowly = await tried(world, plays), Slowly("build")
    table, trials = trial.live.info.id, world.tables.trials
    reading = asyncio.create_task(trials.answer(table, plays.id, NOW, trial.fingerprint, slowly))
    await asyncio.to_thread(slowly.reads.wait, 20)
    await asyncio.wait_for(trials.answer(table, plays.id, NOW, trial.fingerprint, lambda _: [["pass"]]), 10)
    slowly.may_end.set()
    with pytest.raises(Stale):
        await reading
    assert [one.answers for one in await rows(world)] == [[["pass"]]]


async def test_a_line_that_the_game_has_left_behind_says_so_and_begins_anew(world: World) -> None:
    seats = await world.seated(2)
    plays, _ = await to_a_turn(world, seats)
    panel = await try_a_mine(world, plays, await open_panel(world, plays))
    await answer(world, seats)
    live = await live_of(world)
    await plays.click(panel, label="Play this")
    assert "The game has gone on since you began this line" in text_of(panel)
    now = await live_of(world)
    assert (now.revision, now.step) == (live.revision, live.step)
    await plays.click(panel, label="Begin anew")
    assert "The game has gone on" not in text_of(panel)
    assert (await tried(world, plays)).steps == []


async def test_a_turn_that_is_tried_while_others_play_is_planned(world: World) -> None:
    seats = await world.seated(2)
    _, waits = await to_a_turn(world, seats)
    panel = reply(await waits.slash(world.channel, "play"))
    assert "Try a line" not in labels(panel)
    await waits.click(panel, label="Plan ahead")
    await waits.click(panel, label="Try a line")
    await try_a_mine(world, waits, panel)
    assert "Play this" not in labels(panel)
    posts = len(world.posts())
    await waits.click(panel, label="Plan this")
    assert "A turn of yours: Build a mine" in text_of(panel)
    assert len(world.posts()) == posts
    (plan,) = (await world.tables.plans.of((await live_of(world)).info.id, waits.id)).plans
    assert plan.premove.begins
    assert await rows(world) == []


async def test_a_former_turn_is_tried_and_never_played(world: World) -> None:
    seats = await world.seated(2)
    plays, _ = await to_a_turn(world, seats)
    past = len((await world.tables.history.turns((await live_of(world)).info.id)).turns)
    await whole_turn(world, seats)
    panel = reply(await plays.slash(world.channel, "history", turn=str(past)))
    await plays.click(panel, label="Try a line")
    assert f"After turn {past}, as you knew the game then" in text_of(panel)
    await try_a_mine(world, plays, panel)
    assert not {"Play this", "Plan this"} & set(labels(panel))
    assert (await tried(world, plays, past)).steps
    assert (await tried(world, plays)).steps == []  # another one
    await plays.click(panel, label="Close")
    assert f"After turn {past} of" in text_of(panel)


async def test_what_was_a_turn_before_going_back_is_another_one_after_it(world: World) -> None:
    seats = await world.seated(2)
    plays, waits = await to_a_turn(world, seats)
    await whole_turn(world, seats)
    live = await live_of(world)
    last = (await world.tables.history.turns(live.info.id)).last
    panel = reply(await waits.slash(world.channel, "history", turn=str(last)))
    await waits.click(panel, label="Try a line")
    first = await tried(world, waits)  # the newest turn is the game as it stands
    assert first.prompt is not None
    await world.tables.trials.open(live.info.id, waits.id, last)
    await plays.slash(world.channel, "table rewind", turn=str(last))
    vote = await world.tables.rewinds.vote(live.info.id)
    assert vote is not None
    await world.tables.rewinds.answer(live.info.id, waits.id, vote.revision, agree=True)
    assert (await tried(world, waits)).tried is None
    while (await world.tables.history.turns(live.info.id)).last < last:
        await answer(world, seats)
    assert (await tried(world, waits, last)).tried is None


async def test_nobody_but_who_sits_there_tries_and_a_seat_handed_over_takes_nothing_along(world: World) -> None:
    seats = await world.seated(2)
    plays, _ = await to_a_turn(world, seats)
    panel = await try_a_mine(world, plays, await open_panel(world, plays))
    live = await live_of(world)
    with pytest.raises(NotSeated):
        await world.tables.trials.of(live.info.id, world.cleo.id)
    assert "Try a line" not in labels(reply(await world.cleo.slash(world.channel, "history")))
    await world.ada.slash(world.channel, "table replace", player=plays.user, by=world.cleo.user)
    await world.cleo.slash(world.channel, "table join")
    await world.env.settle()
    with pytest.raises(NotSeated):
        await world.tables.trials.of(live.info.id, plays.id)
    await plays.click(panel, label="Play this")
    now = await live_of(world)
    assert now.game.encode(now._position) == live.game.encode(live._position)
    assert (await tried(world, world.cleo)).steps == []


async def test_whoever_a_robot_plays_for_and_whoever_has_lost_the_game_tries_nothing_now(world: World) -> None:
    seats = await world.seated(2)
    plays, _ = await to_a_turn(world, seats)
    await try_a_mine(world, plays, await open_panel(world, plays))
    live = await live_of(world)
    await world.tables.robots.play_for(live.info.id, live.seat_of(plays.id) or 0, on=True)
    with pytest.raises(RobotPlays):
        await world.tables.trials.of(live.info.id, plays.id)
    await world.tables.robots.play_for(live.info.id, live.seat_of(plays.id) or 0, on=False)
    await world.tables.lobby.abandon(live.info.id, Person(world.ada.id, "Ada", manages=True))
    with pytest.raises(GameOver):
        await world.tables.trials.of(live.info.id, plays.id)
    panel = reply(await plays.slash(world.channel, "history", turn="2"))
    await plays.click(panel, label="Try a line")
    assert "as you knew the game then" in text_of(panel)
    await world.people[0].slash(world.channel, "table new", game="gaia")  # the former game is looked at all the same
    await plays.click(panel, label="Close")
    await plays.click(panel, label="Try a line")
    assert "as you knew the game then" in text_of(panel)


async def test_a_person_has_ten_lines_and_the_oldest_goes(world: World) -> None:
    seats = await world.seated(2)
    plays, waits = await to_a_turn(world, seats)
    for _ in range(4):
        await whole_turn(world, seats)
    table = (await live_of(world)).info.id
    last = (await world.tables.history.turns(table)).last
    await world.tables.trials.open(table, waits.id, 1)
    asked = list(range(last, last - MAX_TRIALS, -1))
    for turn in (NOW, *asked):
        await world.tables.trials.open(table, plays.id, turn)
        world.env.backend.advance_clock(1)
    mine = [one.turn for one in await rows(world) if one.user_id == plays.id]
    assert sorted(mine) == sorted(asked)
    assert len(await rows(world)) == MAX_TRIALS + 1


async def test_no_secret_of_a_line_is_told(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    seats = await world.seated(2)
    plays, _ = await to_a_turn(world, seats)
    await try_a_mine(world, plays, await open_panel(world, plays))
    (row,) = await rows(world)
    trial = await tried(world, plays)
    assert row.key not in f"{row!r}{trial!r}{caplog.text}"
    assert trial.answers[-2][0] not in f"{row!r}{trial!r}"


async def test_the_same_line_pressed_from_an_old_panel_counts_once(world: World) -> None:
    seats = await world.seated(2)
    plays, _ = await to_a_turn(world, seats)
    trial = await tried(world, plays)
    trials, table = world.tables.trials, trial.live.info.id
    first = await trials.answer(table, plays.id, NOW, trial.fingerprint, lambda _: [["build"]])
    with pytest.raises(Stale):
        await trials.answer(table, plays.id, NOW, trial.fingerprint, lambda _: [["build"]])
    assert dataclasses.replace(first, draws=1).fingerprint != first.fingerprint


@pytest.mark.parametrize("language", ["en-US", "de"])
async def test_a_draw_stops_a_line_and_what_comes_after_it_is_a_guess(tmp_path: Path, language: str) -> None:
    async with open_world(tmp_path, "race") as world:
        world.locale = language
        german = language == "de"
        seats = await world.seated(2)
        person = seats[0]
        before = await live_of(world)
        while before.game.round(before.view(None)) == 0:
            before = await answer(world, seats)  # until everybody chooses an action
        table = before.info.id

        async def opened() -> Any:
            return await open_panel(world, person, "Ausprobieren" if german else "Try a line")

        async def guessed() -> Any:
            panel = await opened()
            await person.click(panel, label="Mit einer Annahme weiter" if german else "Go on with a guess")
            return panel

        async def further(trial: Trial) -> Trial:
            return await world.tables.trials.answer(table, person.id, NOW, trial.fingerprint, lambda one: [legal(one)])

        trial = await tried(world, person)
        while trial.prompt is not None:
            trial = await further(trial)
        own = trial.answers
        assert trial.may_guess
        panel = await guessed()
        trial = await tried(world, person)
        assert trial.tried is not None
        assert trial.tried.guessed == 1
        assert ("ist eine Annahme, jedes Mal neu" if german else "is a guess, drawn anew each time") in text_of(panel)
        (row,) = await rows(world)
        after = await further(trial)
        again = await world.tables.trials.back(table, person.id, NOW, after.fingerprint)
        assert again.tried == trial.tried  # the same guess, as long as one is left in the line
        less = await world.tables.trials.back(table, person.id, NOW, again.fingerprint)
        assert not less.draws
        assert (await rows(world))[0].key != row.key
        await further(less)
        assert (await tried(world, person)).answers == own
        await guessed()
        await further(await tried(world, person))
        assert (await live_of(world)).revision == before.revision
        panel = await opened()
        await person.click(panel, label="So spielen" if german else "Play this")
        await world.env.settle()
        assert ("war nur eine Annahme" if german else "was a guess") in text_of(panel)
        live = await live_of(world)
        assert live.revision == before.revision + 1
        assert [live.info.players[seat].user_id for seat in live.waiting] == [seats[1].id]


def legal(trial: Trial) -> list[str]:
    """The first legal picks of what a line asks."""
    assert trial.prompt is not None
    return [one.id for one in trial.prompt.legal][: max(1, trial.prompt.at_least)]


@pytest.mark.parametrize("language", ["en-US", "de"])
async def test_where_a_line_ends_its_panel_fits_a_phone(tmp_path: Path, language: str) -> None:
    async with open_world(tmp_path, "race") as world:
        world.locale = language
        seats = await world.seated(2)
        person = seats[0]
        before = await live_of(world)
        while before.game.round(before.view(None)) == 0:
            before = await answer(world, seats)
        table, ends = before.info.id, 0
        trial = await tried(world, person)
        for _ in range(40):
            if trial.prompt is not None:
                trial = await world.tables.trials.answer(
                    table, person.id, NOW, trial.fingerprint, lambda one: [legal(one)]
                )
                continue
            ends += 1
            panel = await open_panel(world, person, "Ausprobieren" if language == "de" else "Try a line")
            said = [one["content"] for one in components(panel) if one.get("content")]
            assert sum(map(phone.rows, said)) <= MAX_ROWS, said
            if not trial.may_guess:
                break
            trial = await world.tables.trials.guess_on(table, person.id, NOW, trial.fingerprint)
        assert ends > 2


async def test_who_goes_back_in_a_line_or_opens_it_anew_can_choose_the_same_again(world: World) -> None:
    person, _ = await to_a_turn(world, await world.seated(2))
    panel = await open_panel(world, person)
    known: set[int] = set()
    for ways in (["Back"], ["Reset"], ["Reset", "Close", "Try a line"], []):
        menus = {one["id"] for one in components(panel) if one["type"] == 3}
        assert menus
        assert not menus & known, "a client would show there what was chosen before, and not take the same once more"
        known |= menus
        await person.select(panel, ["build"], custom_id=custom_id(panel, "trychoose"))
        for label in ways:
            await person.click(panel, label=label)
