"""Scores are added up line by line, and seats are ranked by them."""

from __future__ import annotations

import pytest

from rules.kernel.scoring import Line, Standing, rank_seats
from rules.kernel.text import T

LOTS, SECRETS = T("Lots"), T("Secrets")


def lines(*points: int) -> list[Line]:
    return [Line(LOTS, one) for one in points]


def test_a_standing_has_the_lines_of_its_seat_and_their_sum() -> None:
    mine = [Line(LOTS, 4), Line(SECRETS, -1)]
    assert rank_seats([mine, lines()], over=False) == [Standing(0, 3, mine, 1), Standing(1, 0, [], 2)]


@pytest.mark.parametrize(
    ("points", "tie_breaks", "ranks"),
    [
        ([7, 9, 7, 1], [], [2, 1, 2, 4]),
        ([7, 9, 7, 1], [0, 0, 1, 5], [3, 1, 2, 4]),
        ([5, 5, 5], [(2, 0), (2, 1), (1, 9)], [2, 1, 3]),
    ],
)
def test_equal_sums_are_ranked_by_the_tie_break_and_share_a_rank_without_one(
    points: list[int], tie_breaks: list[int], ranks: list[int]
) -> None:
    standings = rank_seats([lines(one) for one in points], tie_breaks, over=True)
    assert [one.rank for one in standings] == ranks
    assert [one.winner for one in standings] == [rank == 1 for rank in ranks]


def test_whoever_plays_alone_has_not_won() -> None:
    assert [(one.rank, one.winner) for one in rank_seats([lines(7)], over=True)] == [(1, False)]


def test_nobody_wins_before_the_end_and_equals_share_the_victory() -> None:
    scores = [lines(3), lines(3), lines(2)]
    assert not any(one.winner for one in rank_seats(scores, over=False))
    assert [one.winner for one in rank_seats(scores, over=True)] == [True, True, False]


def test_what_decided_between_equals_is_told_to_them_alone_and_at_the_end() -> None:
    told = [T("{n} cards", n=n) for n in (4, 5, 6)]
    scores = [lines(3), lines(3), lines(2)]
    assert [one.tie for one in rank_seats(scores, [4, 5, 6], told, over=True)] == [*told[:2], None]
    assert [one.tie for one in rank_seats(scores, [4, 5, 6], told, over=False)] == [*told[:2], None]
