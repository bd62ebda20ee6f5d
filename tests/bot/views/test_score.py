"""A score in words: points so far are told from what the end would bring."""

from __future__ import annotations

import pytest

from bot.views.localizer import Localizer
from bot.views.score import score_lines
from rules.kernel.scoring import Standing


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
