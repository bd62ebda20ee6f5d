"""First lessons: played with the usual panel, kept for their person, left and gone on with, and a first game after."""

from __future__ import annotations

from collections.abc import AsyncIterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.tables.core.errors import LessonMovedOn, NoLesson
from bot.tables.lessons import Learning
from bot.tables.service import Tables
from rules.kernel.lessons import Lesson
from rules.registry import GAMES
from storage.lessons import progress
from tests.bot.commands.test_drafts import custom_id
from tests.bot.world import World, labels, open_world, reply, text_of


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with open_world(tmp_path, "race") as world:
        yield world


@pytest.fixture
def lesson() -> Lesson:
    found = GAMES["race"].lesson
    assert found is not None
    return found


async def where(world: World, person: MemberActor) -> Learning:
    return await world.tables.lessons.of(person.id, "race")


async def take(person: Any, panel: Any, picks: list[str]) -> None:
    """Answer with the menu of a panel, else with its button."""
    if "learnchoose" in str(panel.components):
        await person.select(panel, picks, custom_id=custom_id(panel, "learnchoose"))
        return
    name = GAMES["race"].names[f"race.card.{picks[0]}"]["en"]
    await person.click(panel, label=next(one for one in labels(panel) if one.endswith(f"· {name}")))


async def play_to(world: World, person: MemberActor, lesson: Lesson, number: int, given: int = 0) -> None:
    """Go on to a step without the panel."""
    for step in lesson.steps[given : number - 1]:
        shown = (await where(world, person)).fingerprint
        if step.asks:
            answers = [step.answers[0]]
            await world.tables.lessons.answer(person.id, "race", shown, lambda _, answers=answers: answers)  # type: ignore[misc]
        else:
            await world.tables.lessons.go_on(person.id, "race", shown)


async def test_a_lesson_is_played_with_the_panel_of_a_table_and_nobody_else_sees_it(
    world: World, lesson: Lesson
) -> None:
    panel = reply(await world.ada.slash(world.channel, "learn", game="race"))
    assert panel.flags.ephemeral
    assert lesson.steps[0].says in text_of(panel)
    assert "Back" not in labels(panel)
    await world.ada.click(panel, label="Go on")
    await world.ada.click(panel, label="Go on")
    assert "Round 1: choose your action." in text_of(panel)
    await take(world.ada, panel, ["produce"])
    assert lesson.steps[2].wrong["produce"] in text_of(panel)
    assert (await where(world, world.ada)).number == 3
    await take(world.ada, panel, ["settle"])
    assert lesson.steps[3].says in text_of(panel)
    await take(world.ada, panel, ["new_economy"])
    assert lesson.steps[3].otherwise in text_of(panel)
    await take(world.ada, panel, ["new_survivalists"])
    assert lesson.steps[4].says in text_of(panel)
    await world.ada.click(panel, label="Back")
    assert lesson.steps[3].says in text_of(panel)
    assert world.posts() == []
    assert (await where(world, world.ben)).number == 1


async def test_what_the_rules_refuse_is_explained_by_them(world: World, lesson: Lesson) -> None:
    await play_to(world, world.ada, lesson, 10)
    panel = reply(await world.ada.slash(world.channel, "learn", game="race"))
    why = next(one for one in labels(panel) if "can’t be chosen: why?" in one)
    assert "Its defence is 4, your strength against it 1." in text_of(reply(await world.ada.click(panel, label=why)))


async def test_a_line_is_typed(world: World, lesson: Lesson) -> None:
    await play_to(world, world.ada, lesson, 9)
    panel = reply(await world.ada.slash(world.channel, "learn", game="race"))
    form = await world.ada.click(panel, label="Type it")
    assert form.modal is not None
    (asked,) = (one["label"] for one in form.modal["components"])
    assert asked == "What the lesson has you write"  # not picks parted by commas, as below many choices
    result = await world.ada.submit_modal(form, {"move": "fly away"})
    assert "fly away" in text_of(result)
    assert lesson.steps[8].says in text_of(result)
    result = await world.ada.submit_modal(await world.ada.click(panel, label="Type it"), {"move": "produce"})
    assert lesson.steps[8].otherwise in text_of(result)
    result = await world.ada.submit_modal(await world.ada.click(panel, label="Type it"), {"move": "settle"})
    assert lesson.steps[9].says in text_of(result)


async def test_several_answers_at_once_lead_on_as_far_as_they_are_taught(world: World, lesson: Lesson) -> None:
    await play_to(world, world.ada, lesson, 10)
    answers = [lesson.steps[9].answers[0], ["colony_ship", "merchant_world"]]
    shown = (await where(world, world.ada)).fingerprint
    there, why = await world.tables.lessons.answer(world.ada.id, "race", shown, lambda _: answers)
    assert there.number == 11
    assert why is not None
    assert why.id == lesson.steps[10].otherwise


async def test_a_lesson_is_left_and_gone_on_with_also_by_another_process(world: World, lesson: Lesson) -> None:
    await play_to(world, world.ada, lesson, 6)
    panel = reply(await world.ada.slash(world.channel, "learn", game="race"))
    await world.ada.click(panel, label="Leave")
    assert "The lesson waits for you." in text_of(panel)
    await world.restart()
    await world.ada.click(panel, label="Go on")
    assert lesson.steps[5].says in text_of(panel)
    panel = reply(await world.ada.slash(world.channel, "learn", game="race"))
    assert lesson.steps[5].says in text_of(panel)


async def test_an_old_panel_shows_where_its_person_is(world: World, lesson: Lesson) -> None:
    panel = reply(await world.ada.slash(world.channel, "learn", game="race"))
    shown = (await where(world, world.ada)).fingerprint
    await play_to(world, world.ada, lesson, 3)
    with pytest.raises(LessonMovedOn):
        await world.tables.lessons.go_on(world.ada.id, "race", shown)
    await world.ada.click(panel, label="Go on")
    assert "The lesson has gone on since this panel was shown." in text_of(panel)
    assert lesson.steps[2].says in text_of(panel)


async def test_the_end_leads_to_a_first_game_against_robots(world: World, lesson: Lesson) -> None:
    await play_to(world, world.ada, lesson, len(lesson.steps))
    panel = reply(await world.ada.slash(world.channel, "learn", game="race"))
    await world.ada.click(panel, label="Go on")
    assert "Race for the Galaxy: you can play" in text_of(panel)
    await world.ada.click(panel, label="Play your first game")
    info = await world.tables.lobby.of_channel(world.channel.id)
    assert (info.game, info.phase, info.owner_id) == ("race", "running", world.ada.id)
    assert [one.robot for one in info.players].count(True) == lesson.table.robots
    assert info.options["setup"] == "first"
    assert "Round 1: choose your action." in text_of(panel)
    again = reply(await world.ada.slash(world.channel, "learn", game="race"))
    await world.ada.click(again, label="Play your first game")
    assert "This channel has a table already." in text_of(again)
    await world.ada.click(again, label="Begin anew")
    assert lesson.steps[0].says in text_of(again)


async def test_the_first_game_is_as_the_server_has_its_tables(world: World, lesson: Lesson) -> None:
    await world.set_server(where="thread", robots="off")
    await play_to(world, world.ada, lesson, len(lesson.steps))
    panel = reply(await world.ada.slash(world.channel, "learn", game="race"))
    await world.ada.click(panel, label="Go on")
    await world.ada.click(panel, label="Play your first game")
    assert "On this server that is turned off." in text_of(panel)
    assert await world.tables.lobby.of_guild(world.guild.id) == []
    await world.set_server(robots="on")
    result = await world.ada.click(panel, label="Play your first game")
    (info,) = await world.tables.lobby.of_guild(world.guild.id)
    assert (info.phase, info.room, info.parent_id) == ("running", "thread", world.channel.id)
    assert f"The game has started: <#{info.channel_id}>" in text_of(reply(result))


async def test_a_lesson_is_played_in_direct_messages_too(world: World, lesson: Lesson) -> None:
    panel = reply(await world.ada.user.slash("learn", game="race"))
    await world.ada.user.click(panel, label="Go on")
    await play_to(world, world.ada, lesson, len(lesson.steps) + 1, given=1)
    panel = reply(await world.ada.user.slash("learn", game="race"))
    assert "Your first game begins right here as a practice game" in text_of(panel)
    await world.ada.user.click(panel, label="Play your first game")
    (info,) = (await world.tables.practice.of(world.ada.id)).running
    assert (info.game, info.phase, info.options["setup"]) == ("race", "running", "first")
    assert [one.level for one in info.players if one.robot] == ["friendly"] * lesson.table.robots
    assert "Round 1: choose your action." in text_of(panel)
    assert world.dms(world.ada) == []


async def test_a_lesson_is_in_the_language_of_its_person(world: World, lesson: Lesson) -> None:
    world.locale = "de"
    panel = reply(await world.ada.slash(world.channel, "learn", game="race"))
    assert lesson.steps[0].says not in text_of(panel)
    assert "Willkommen!" in text_of(panel)
    assert "Weiter" in labels(panel)


async def test_what_a_changed_lesson_does_not_teach_any_more_is_learnt_anew(world: World, lesson: Lesson) -> None:
    await play_to(world, world.ada, lesson, 4)
    async with world.store.writing() as session:
        row = await progress(session, world.ada.id, "race")
        assert row is not None
        row.answers = [[], [], ["settle"], ["new_economy"], ["rebel_fuel_cache"]]
    assert (await where(world, world.ada)).number == 4
    await play_to(world, world.ada, lesson, 6, given=3)
    assert (await where(world, world.ada)).number == 6


async def test_no_lesson_of_an_unknown_game(world: World) -> None:
    with pytest.raises(NoLesson):
        await world.tables.lessons.of(world.ada.id, "chess")


async def test_who_is_forgotten_has_learnt_nothing(world: World, lesson: Lesson) -> None:
    await play_to(world, world.ada, lesson, 4)
    await world.tables.forgetting.forget(world.ada.id)
    assert (await where(world, world.ada)).number == 1


async def test_a_lesson_is_laid_with_our_own_components_whichever_set_is_played_with(tmp_path: Path) -> None:
    async with open_world(tmp_path, "circadians") as world:
        data = (resources.files("rules.circadians") / "data" / "orrery.json").read_bytes()
        other = data.replace(b'"water": 10', b'"water": 11', 1)
        assert other != data
        games = {"circadians": GAMES["circadians"].with_components(other, "other.json")}
        lessons = Tables(world.store, games).lessons
        learning = await lessons.of(world.ada.id, "circadians")
        ours = await world.tables.lessons.of(world.ada.id, "circadians")
        assert learning.fingerprint == ours.fingerprint
        assert learning.live is not None
        assert ours.live is not None
        assert learning.live.view(0) == ours.live.view(0)
