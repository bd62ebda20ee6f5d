"""The last post of a game: how many rows of a phone it takes, what is behind buttons, and what it is bound to."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.tables.core.data import Player
from bot.tables.results import Record
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
RECORDS = [Record("points", 0, 30, 20, 4), Record("pace", None, 9000, 9900, 4)]
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


def built(
    lines: int,
    language: str,
    *,
    story: Story | None = STORY,
    key: str = "",
    drawn: bool = True,
    records: Sequence[Record] = (),
) -> list[discord.ui.Item[Any]]:
    happened = [Event("draw", T("{who} draws {n} cards.", who=player(0), n=at)) for at in range(3)]
    picture = PICTURE if drawn else None
    view = final_post(
        ended(lines),
        Localizer(language, NAMES),
        happened,
        picture,
        picture,
        key,
        film=picture,
        story=story,
        records=records,
    )
    return list(view.walk_children())


def texts(items: list[discord.ui.Item[Any]]) -> list[str]:
    return [one.content for one in items if isinstance(one, discord.ui.TextDisplay)]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("lines", [1, 4, 9])
@pytest.mark.parametrize("drawn", [True, False])
@pytest.mark.parametrize("records", [(), RECORDS])
@pytest.mark.parametrize("story", [STORY, None])
def test_it_takes_at_most_twelve_rows(
    lines: int, language: str, story: Story | None, records: Sequence[Record], *, drawn: bool
) -> None:
    items = built(lines, language, story=story, drawn=drawn, records=records)
    said = "\n".join(texts(items))
    assert phone.rows(said) <= FINAL_ROWS, said
    assert said.count("📖") == (1 if story else 0)  # the most telling line of the story
    assert ("🥇" in said) == bool(records)  # a record goes before the honours
    assert "🥇" in said or ("🏅" in said) == bool(story)


def labels(items: list[discord.ui.Item[Any]]) -> list[str]:
    return [str(one.label) for one in items if isinstance(one, discord.ui.Button)]


def test_what_finds_no_room_is_behind_buttons(monkeypatch: pytest.MonkeyPatch) -> None:
    short = Story([T("Nobody ever led.")], [])
    assert "Score" not in labels(built(1, "en", story=short))
    assert "Whole story" not in labels(built(1, "en", story=short))
    assert "Whole story" in labels(built(1, "en"))
    monkeypatch.setattr(ToyGame, "scores", lambda *_: [[1, 2, 3, 4]] * 9)
    assert "Score" in labels(built(1, "en", story=STORY, drawn=False))  # the scores after each round
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
    assert ("story", "") in verbs
    assert verbs[:4] == [("again", ""), ("again", "roll"), ("past", ""), ("export", "")]


def test_one_person_alone_who_is_told_of_the_end_plays_again_in_a_channel() -> None:
    assert not [label for label in labels(built(1, "en", key="row5")) if label.startswith("Again")]


def test_without_a_story_the_last_events_are_told() -> None:
    said = "\n".join(one.content for one in built(1, "en", story=None) if isinstance(one, discord.ui.TextDisplay))
    assert "draws 2 cards." in said
