"""First lessons: every step is reached, its answers are legal, others are explained, and its panel keeps the limits."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from discord import ui

from bot.tables.lessons import Learning, learning_of
from bot.typed.line import read_line
from bot.views import phone
from bot.views.components import MAX_CHOICES
from bot.views.lessons import lesson_job, lesson_layout
from bot.views.localizer import Localizer
from bot.views.panel import MAX_COMPONENTS, MAX_ROWS
from rendering.jobs import Drawn, describe
from rules.kernel.errors import BadData, IllegalAnswer
from rules.kernel.game import Game
from rules.kernel.lessons import FEWEST, MOST, LessonStep, check
from rules.kernel.text import Text
from rules.registry import GAMES
from tests.lessons import steps_of

TAUGHT = sorted(key for key, game in GAMES.items() if game.lesson is not None)
NOW = datetime(2030, 3, 1, 12, tzinfo=UTC)
PICTURE = Drawn(b"RIFF", "panel.webp", "x")
MOST_ROWS = 5
"""Rows of buttons and menus of a panel that a newcomer is not lost in."""
QUOTED = re.compile("[“„](.+?)[”“]")


def learnt(game: Game[Any, Any]) -> list[Learning]:
    """Every step of a game's lesson, and its end."""
    return [learning_of(game, taught.given, NOW) for taught in steps_of(game)]


@pytest.mark.parametrize("key", TAUGHT)
def test_every_step_asks_what_it_teaches_and_explains_the_rest(key: str) -> None:
    steps = learnt(GAMES[key])
    assert FEWEST <= len({one.number for one in steps if one.step is not None}) <= MOST
    assert steps[-1].step is None
    for one in steps[:-1]:
        assert one.step is not None
        assert (one.prompt is not None) == one.step.asks, one.number
        if one.prompt is None:
            continue
        for picks in one.step.answers:
            one.prompt.check(picks)
        assert not one.prompt.suggested or one.step.accepts(one.prompt.suggested)
        legal = {option.id for option in one.prompt.legal}
        assert all(legal.issuperset(picks) for picks in one.step.answers), one.number  # it has a button or a menu
        assert one.step.wrong.keys() <= legal, one.number  # the rules explain what they refuse
        others = [option.id for option in one.prompt.legal if not one.step.accepts([option.id])]
        assert all(one.step.why_not([option]).id for option in others)
        for option in one.prompt.options:
            if option.refusal is not None:
                with pytest.raises(IllegalAnswer):
                    one.prompt.check([option.id])


@pytest.mark.parametrize("key", TAUGHT)
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_panel_of_every_step_keeps_the_limits(key: str, language: str) -> None:
    for one in learnt(GAMES[key])[:-1]:
        live = one.seen_by("Wilhelmina")
        assert live is not None
        assert one.step is not None
        localizer = Localizer(language, live.info.names)
        explained = [None, *(Text(said) for said in (*one.step.wrong.values(), one.step.otherwise) if said)]
        for notice in explained:
            view = lesson_layout(one, localizer, PICTURE, notice=notice, press=10**18)
            items = list(view.walk_children())
            texts = [item.content for item in items if isinstance(item, ui.TextDisplay)]
            where = (one.number, "" if notice is None else notice.id)
            assert sum(map(phone.rows, texts)) <= MAX_ROWS, where
            assert len(items) <= MAX_COMPONENTS, where
            assert sum(isinstance(item, ui.ActionRow) for item in items) <= MOST_ROWS, where
            assert all(len(item.options) <= MAX_CHOICES for item in items if isinstance(item, ui.Select)), where


@pytest.mark.parametrize("key", TAUGHT)
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_a_step_is_about_is_marked_on_its_picture(key: str, language: str) -> None:
    for one in learnt(GAMES[key])[:-1]:
        live = one.seen_by("Ada")
        assert live is not None
        job = lesson_job(one, live, language, "normal")
        assert job.marks.chosen == set(one.places)
        said = describe(job)  # its places are such as the picture knows
        about = {"en": "This is about", "de": "Es geht um"}[language]
        assert (about in said) == bool(one.places), (one.number, said)  # nothing is picked yet
        if one.prompt is not None:
            assert job.marks.numbers.keys() == {option.place for option in one.prompt.legal if option.place}


@pytest.mark.parametrize("key", TAUGHT)
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_a_step_has_typed_leads_on(key: str, language: str) -> None:
    typed = [one for one in learnt(GAMES[key]) if one.step is not None and one.step.typed]
    assert typed
    for one in typed:
        assert one.live is not None
        assert one.step is not None
        line = QUOTED.search(Localizer(language).words.say(Text(one.step.says)))
        assert line is not None
        answers = read_line(one.live, one.lesson.seat, line.group(1)).picks
        following = one.lesson.steps[one.number - 1 :][: len(answers)]
        assert answers
        assert all(step.accepts(picks) for step, picks in zip(following, answers, strict=True))


def _without_otherwise(step: LessonStep) -> LessonStep:
    return msgspec.structs.replace(step, otherwise="")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (_without_otherwise, "does not explain other answers"),
        (lambda step: msgspec.structs.replace(step, says=""), "says nothing"),
        (lambda step: msgspec.structs.replace(step, answers=[]), "asks nothing"),
        (lambda step: msgspec.structs.replace(step, says="Place {card}."), "a place that nothing fills"),
    ],
)
def test_a_lesson_that_lacks_something_is_refused(change: Callable[[LessonStep], LessonStep], complaint: str) -> None:
    lesson = GAMES["race"].lesson
    assert lesson is not None
    at = next(at for at, step in enumerate(lesson.steps) if step.asks)
    steps = [*lesson.steps[:at], change(lesson.steps[at]), *lesson.steps[at + 1 :]]
    with pytest.raises(BadData, match=complaint):
        check(msgspec.structs.replace(lesson, steps=steps), "lesson.json")
    with pytest.raises(BadData, match="step 1 lays no position"):
        check(msgspec.structs.replace(lesson, steps=lesson.steps[at:]), "lesson.json")
    with pytest.raises(BadData, match="12 to 18"):
        check(msgspec.structs.replace(lesson, steps=lesson.steps[:5]), "lesson.json")
