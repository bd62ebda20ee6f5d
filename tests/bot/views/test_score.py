"""A score in words: points so far are told from what the end would bring."""

from __future__ import annotations

import pytest

from bot.views.localizer import Localizer
from bot.views.score import score_lines, standing_lines
from rules.kernel.scoring import Line, Standing
from rules.kernel.text import T


@pytest.mark.parametrize(
    ("standing", "language", "said"),
    [
        (Standing(0, 31, [], 1), "en", r"1\. Ann: 31 points"),
        (Standing(0, 31, [], 1, winner=True), "en", "🏆 Ann: 31 points"),
        (Standing(0, 31, [], 2, now=9), "en", r"2\. Ann: 9 points, 31 if the game ended now"),
        (Standing(0, 31, [], 2, now=1), "de", r"2\. Ann: 1 Punkt, 31, wenn das Spiel jetzt endete"),
    ],
)
def test_points_so_far_are_told_from_those_of_an_end_now(standing: Standing, language: str, said: str) -> None:
    assert score_lines([standing], Localizer(language, ("Ann",))) == [said]


def test_what_decided_a_tie_is_told_below_the_points() -> None:
    standing = Standing(0, 3, [Line(T("Chips"), 3)], 1, winner=True, tie=T("Cards left: {n}", n=4))
    assert standing_lines(standing, Localizer("en", ("Ann",))) == [
        "### 🏆 Ann: 3 points",
        "- Chips: 3",
        "- Cards left: 4",
    ]
