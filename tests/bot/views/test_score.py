"""A score in words: points so far are told from what the end would bring."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.tables.core.data import Live, Player, TableInfo
from bot.views.localizer import Localizer
from bot.views.score import running_lines, score_lines, standing_lines, supposed_lines
from rules.kernel.play import robot_answer
from rules.kernel.rng import Rng
from rules.kernel.scoring import Line, Standing
from rules.kernel.text import T
from rules.registry import GAMES


@pytest.mark.parametrize(
    ("standing", "language", "said"),
    [
        (Standing(0, 31, [], 1), "en", r"1\. Ann: 31 points"),
        (Standing(0, 31, [], 1, winner=True), "en", "🏆 Ann: 31 points"),
        (Standing(0, 31, [], 2, now=9), "en", r"2\. Ann: 9 → 31 points"),
        (Standing(0, 1, [], 2, now=0), "de", r"2\. Ann: 0 → 1 Punkt"),
    ],
)
def test_points_so_far_are_told_from_those_of_an_end_now(standing: Standing, language: str, said: str) -> None:
    assert score_lines([standing], Localizer(language, ("Ann",))) == [said]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_scores_before_the_end_are_said_to_be_those_of_an_end_now_as_far_as_the_reader_knows(key: str) -> None:
    game, localizer = GAMES[key], Localizer("en", ("Ann", "Ben", "Cem"))
    position, _ = game.setup(game.check_setup({}, 3), 3, Rng("05" * 16))
    for _ in range(60):
        seat = game.waiting(position)[0]
        game.answer(position, seat, robot_answer(game, position, seat).picks)
    now = datetime(2030, 3, 1, tzinfo=UTC)
    players = tuple(Player(seat, seat + 1, "ABC"[seat]) for seat in range(3))
    info = TableInfo(1, 1, 1, key, {}, "running", 60, 1, players, (), now, now)
    live = Live(info, game, tuple(game.prompts(position)), (), over=False, _position=position, _public=position)
    scores = live.scores(0)
    said = "\n".join([*supposed_lines(live, scores, localizer), *score_lines(scores, localizer)])
    assert "f the game ended now" in said
    assert ("hidden from you" in said) == (key == "eclipse")
    # What others have and the reader cannot see changes nothing of what is said.
    for number in range(3):
        guessed = game.guess(game.copy(position), 0, Rng(f"{number:032x}"))
        other = replace(live, _position=guessed, _public=guessed)
        assert other.scores(0) == live.scores(0)


def test_what_decided_a_tie_is_told_below_the_points() -> None:
    standing = Standing(0, 3, [Line(T("Chips"), 3)], 1, winner=True, tie=T("Cards left: {n}", n=4))
    assert standing_lines(standing, Localizer("en", ("Ann",))) == [
        "### 🏆 Ann: 3 points",
        "- Chips: 3",
        "- Cards left: 4",
    ]


def test_points_lost_have_a_true_minus_sign() -> None:
    standing = Standing(0, -1, [Line(T("Chips"), 1), Line(T("Traitor card"), -2)], 1, winner=False)
    assert standing_lines(standing, Localizer("en", ("Ann",))) == [
        "### 1\\. Ann: −1 point",
        "- Chips: 1",
        "- Traitor card: −2",
    ]


def test_where_several_scores_stand_together_each_is_running_text_below_its_sum() -> None:
    lines = [Line(T("Chips"), 3), Line(T("Nothing"), 0), Line(T("Traitor card"), -2)]
    standing = Standing(0, 1, lines, 1, winner=True, tie=T("Cards left: {n}", n=4))
    assert running_lines(standing, Localizer("en", ("Ann",))) == [
        "**🏆 Ann: 1 point**",
        "-# Chips: 3 · Traitor card: −2 · Cards left: 4",
    ]
    assert running_lines(Standing(0, 0, [], 2), Localizer("en", ("Ann",))) == [r"**2\. Ann: 0 points**"]
