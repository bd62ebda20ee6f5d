"""The last post of a game: how many rows of a phone it takes, what is behind buttons, and what it is bound to."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.tables.core.data import Player
from bot.views import phone
from bot.views.custom_ids import BUTTON, find_custom_id
from bot.views.localizer import Localizer
from bot.views.posts import FINAL_ROWS, final_post
from bot.views.score import weightiest_lines
from rendering.jobs import Drawn
from rules.kernel.scoring import Line, rank_seats
from rules.kernel.steps import Event
from rules.kernel.stories import Story
from rules.kernel.text import T, player
from tests.toy import ToyGame

LED = T("{who} took the lead in round {n}, and nobody else ever had it.", who=player(2), n=3)
NAMES = ["Bartholomew the Elder", "Anastasia of Andromeda", "Maximilian von Sternwarte", "Wilhelmina Lightyear"]
STORY = Story([LED] * 5, [T("{feat}: {who} ({n})", feat=T("Most worlds"), who=[player(at)], n=9) for at in range(3)])
PICTURE = Drawn(b"RIFF", "board.webp", "The board.")


def ended(lines: int) -> Any:
    """A game for four that is over, with so many lines of a score each."""
    scores = [[Line(T("Controlled sectors"), 10 + seat)] * lines for seat in range(4)]
    return SimpleNamespace(
        info=SimpleNamespace(id=7, players=tuple(Player(seat, seat + 1, one) for seat, one in enumerate(NAMES))),
        revision=9,
        standings=rank_seats(scores, over=True),
        view=lambda _: None,
        game=ToyGame(),
    )


def built(lines: int, language: str, *, story: Story | None = STORY, key: str = "") -> list[discord.ui.Item[Any]]:
    happened = [Event("draw", T("{who} draws {n} cards.", who=player(0), n=at)) for at in range(3)]
    pictures = (PICTURE, PICTURE, key)
    view = final_post(ended(lines), Localizer(language, NAMES), happened, *pictures, film=PICTURE, story=story)
    return list(view.walk_children())


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("lines", [1, 4, 9])
def test_it_takes_at_most_twelve_rows_between_two_pictures(lines: int, language: str) -> None:
    rows, blocks = 0, []
    for one in built(lines, language):
        if isinstance(one, discord.ui.TextDisplay):
            rows += phone.rows(one.content)
        elif isinstance(one, discord.ui.MediaGallery):
            blocks.append(rows)
            rows = 0
    assert max([*blocks, rows]) <= FINAL_ROWS
    assert blocks[0] > 2  # the story is there
    assert rows >= len(STORY.honours)  # and the honours below everything


def labels(items: list[discord.ui.Item[Any]]) -> list[str]:
    return [str(one.label) for one in items if isinstance(one, discord.ui.Button)]


def test_what_finds_no_room_is_behind_buttons() -> None:
    assert "Score" not in labels(built(1, "en"))
    assert "Score" in labels(built(9, "en"))
    assert "What happened (3)" in labels(built(1, "en"))


def test_where_not_all_lines_of_a_score_fit_the_weightiest_stay() -> None:
    lines = [Line(T("Controlled sectors and what lies in them"), at) for at in (1, 2, 9, 3)]
    (standing,) = rank_seats([lines], over=True)
    said, whole = weightiest_lines(standing, Localizer("en", NAMES), 2)
    assert not whole
    assert said[1] == "-# Controlled sectors and what lies in them: 9 · … (+3)"
    assert weightiest_lines(standing, Localizer("en", NAMES), 20)[1]


def test_all_its_buttons_are_bound_to_its_table() -> None:
    items = built(9, "en")
    ids = [find_custom_id(BUTTON, str(one.custom_id)) for one in items if isinstance(one, discord.ui.Button)]
    assert {one.table for one in ids} == {7}
    verbs = [(one.verb, one.argument) for one in ids]
    assert verbs[:4] == [("again", ""), ("again", "roll"), ("past", ""), ("export", "")]


def test_one_person_alone_who_is_told_of_the_end_plays_again_in_a_channel() -> None:
    assert not [label for label in labels(built(1, "en", key="row5")) if label.startswith("Again")]


def test_without_a_story_the_last_events_are_told() -> None:
    said = "\n".join(one.content for one in built(1, "en", story=None) if isinstance(one, discord.ui.TextDisplay))
    assert "draws 2 cards." in said
