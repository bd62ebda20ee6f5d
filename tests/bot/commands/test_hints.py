"""Hints: a button of the panel tells its person alone what a robot would do, and does it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from simcord.results import ResponseMessage

from bot.views.hints import answer_names, marked
from bot.views.localizer import Localizer
from rules.kernel.hints import Hint
from rules.kernel.lessons import LessonStep
from rules.kernel.prompt import Option, Prompt
from rules.kernel.supposing import SupposedStep
from rules.kernel.text import T
from rules.race.components import card_number
from rules.registry import GAMES
from tests.bot.commands.test_plans import menu
from tests.bot.world import World, components, labels, open_world, reply, text_of

ASK = "What would you do?"
WOULD = "I would do this: "
QUESTIONS = 16


async def with_a_robot(world: World, game: str) -> None:
    await world.ada.slash(world.channel, "table new", game=game)
    await world.ada.slash(world.channel, "table robot")
    await world.ada.click(world.last, label="Start")


async def test_a_hint_says_what_to_do_and_why_and_does_it(tmp_path: Path) -> None:
    async with open_world(tmp_path, "race") as world:
        await _first_action(world)


async def _first_action(world: World) -> None:
    await with_a_robot(world, "race")
    first_hand = False
    for _ in range(3):
        panel = reply(await world.ada.slash(world.channel, "play"))
        posts = len(world.posts())
        told = reply(await world.ada.click(panel, label=ASK))
        said = text_of(told)
        assert "I would do this: " in said
        assert len(world.posts()) == posts
        if "Your first hand" in text_of(panel):
            assert said.startswith("**Your first hand: choose 2 cards to discard; you keep the others.**\n💡 ")
            first_hand = True
        if "Round 1: choose your action" in text_of(panel):
            assert "points better than this" in said or "About as good" in said
            await world.ada.click(told, label="Do that")
            break
        picks = [one["value"] for one in menu(panel, "choose")["options"]][:2]
        await world.ada.select(panel, picks, custom_id=menu(panel, "choose")["custom_id"])
    else:
        pytest.fail("no action was asked for")
    assert first_hand
    assert "choose your action" not in text_of(reply(await world.ada.slash(world.channel, "play"))).split("Round 2")[0]


def _answers(step: LessonStep, _: object) -> list[list[str]]:
    return [step.answers[0]]


async def first_game(world: World, key: str) -> ResponseMessage:
    """Begin the first game after a lesson, without the lesson; give its panel."""
    lesson = GAMES[key].lesson
    assert lesson is not None
    for step in lesson.steps:
        learning = await world.tables.lessons.of(world.ada.id, key)
        if step.asks:
            await world.tables.lessons.answer(world.ada.id, key, learning.fingerprint, partial(_answers, step))
        else:
            await world.tables.lessons.go_on(world.ada.id, key, learning.fingerprint)
    panel = reply(await world.ada.slash(world.channel, "learn", game=key))
    await world.ada.click(panel, label="Play your first game")
    return panel


def named(told: str, offered: Sequence[str]) -> list[str]:
    """The choices of a panel that a hint names; what it says besides is none of them."""
    first = next(line for line in told.split("\n") if WOULD in line).split(WOULD)[1]
    left, found = re.sub(r"[\\*]| \([^)]* 🔒\)", "", first.replace("\u00a0", " ")), []
    for label in sorted(offered, key=len, reverse=True):
        if label.rstrip("…") in left:
            found.append(label)
            left = left.replace(label.rstrip("…"), "", 1)
    return found if not left.strip(", ") else []


def offers(panel: ResponseMessage) -> list[str]:
    """The names of all that a panel offers to choose."""
    found = []
    for one in components(panel):
        if str(one.get("custom_id", "")).startswith(("orrery-b:pick:", "orrery-b:none:")):
            found.append(one["label"])
        found += [option["label"] for option in one.get("options", [])]
    return found


@pytest.mark.parametrize("key", sorted(GAMES))
async def test_a_first_game_is_played_by_what_hints_name_on_the_panel_and_do(tmp_path: Path, key: str) -> None:
    async with open_world(tmp_path, key) as world:
        panel = await first_game(world, key)
        for _ in range(QUESTIONS):
            assert ASK in labels(panel), text_of(panel)
            told = reply(await world.ada.click(panel, label=ASK))
            if "no opinion" in text_of(told):
                await world.ada.click(panel, label=offers(panel)[0])
                continue
            assert named(text_of(told), offers(panel)), (text_of(told), offers(panel))
            await world.ada.click(told, label="Do that")
            panel = told


async def test_cards_to_pay_with_are_told_as_such_and_given_with_one_press(tmp_path: Path) -> None:
    async with open_world(tmp_path, "race") as world:
        panel = await first_game(world, "race")
        while "to pay with" not in text_of(panel):
            told = reply(await world.ada.click(panel, label=ASK))
            if "to pay with" in (said := text_of(told)):
                assert "Then:\n- Comet Zone: choose the 2 cards to pay with. **Expedition Force, Rebel Miners**" in said
            await world.ada.click(told, label="Do that")
            panel = told
        told = reply(await world.ada.click(panel, label=ASK))
        again = reply(await world.ada.click(panel, label=ASK))
        lines = text_of(told).split("\n")
        assert lines[0] == "**Comet Zone: choose the 2 cards to pay with.**"
        assert lines[1] == "💡 I would do this: **1\u00a0·\u00a0Expedition Force**, **3\u00a0·\u00a0Rebel Miners**"
        assert lines[2].startswith("By about ")
        await world.ada.click(told, label="Do that")
        assert "Round 2: choose your action." in text_of(told)
        info = await world.tables.lobby.of_channel(world.channel.id)
        hand = (await world.tables.game(info.id)).view(0).players[0].hand
        await world.ada.click(again, label="Do that")  # what it says is done already
        assert "Round 2: choose your action." in text_of(again)
        assert (await world.tables.game(info.id)).view(0).players[0].hand == hand


async def test_a_hint_that_came_too_late_does_nothing(tmp_path: Path) -> None:
    async with open_world(tmp_path, "race") as world:
        panel = await first_game(world, "race")
        while "to pay with" not in text_of(panel):
            told = reply(await world.ada.click(panel, label=ASK))
            await world.ada.click(told, label="Do that")
            panel = told
        told = reply(await world.ada.click(panel, label=ASK))
        cards = menu(panel, "choose")
        other = [one["value"] for one in cards["options"]][:2]
        await world.ada.select(panel, other, custom_id=cards["custom_id"])
        await world.ada.click(told, label="Do that")
        assert "⚠️" in text_of(told)
        info = await world.tables.lobby.of_channel(world.channel.id)
        live = await world.tables.game(info.id)
        assert not set(live.view(0).players[0].hand) & {card_number(one) for one in other}


async def test_where_no_robot_plays_hints_are_off_until_they_are_turned_on(world: World) -> None:
    await world.seated(2)
    assert ASK not in labels(reply(await world.ada.slash(world.channel, "play")))
    settings = reply(await world.ada.slash(world.channel, "table settings"))
    await world.ada.select(settings, ["on"], custom_id=menu(settings, ":hints")["custom_id"])
    panel = reply(await world.ada.slash(world.channel, "play"))
    assert ASK in labels(panel)
    assert "no opinion" in text_of(reply(await world.ada.click(panel, label=ASK)))
    await world.ada.slash(world.channel, "table settings", option="Hints", value=" Off")
    assert ASK not in labels(reply(await world.ada.slash(world.channel, "play")))
    assert "I would do" not in text_of(reply(await world.ada.click(panel, label=ASK)))


def test_the_picture_marks_what_to_choose_and_not_what_it_is_paid_with() -> None:
    def step(kind: str, *places: str) -> SupposedStep:
        options = [Option(str(at), T("any"), place=place) for at, place in enumerate(places)]
        return SupposedStep(Prompt(0, kind, T("Which?"), options), [one.id for one in options])

    pay = step("pay", "card:a", "card:b")
    for steps, places in (
        ([step("settle", "card:c"), pay], {"card:c"}),
        ([step("turn", ""), step("settle", "card:c"), pay], {"card:c"}),
    ):
        marks = marked(Hint(steps))
        assert marks is not None
        assert marks.chosen == places
    assert marked(Hint([step("turn", "")])) is None


def test_a_choice_without_a_number_is_named_with_the_letters_of_its_small_button() -> None:
    options = [
        Option("a", T("3 to farm 2"), brief=T("F2 🔒")),
        Option("b", T("3 to farm 2, then look again"), place="plan:b", brief=T("F2")),
    ]
    names = answer_names(Prompt(0, "plan", T("Which?"), options), ["a", "b"], Localizer("en"))
    assert names == ["3 to farm 2 (F2 🔒)", "1\u00a0·\u00a03 to farm 2, then look again"]
