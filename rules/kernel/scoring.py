"""What a score is made of, line by line, and how the seats rank by it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.kernel.text import Text


class Line(msgspec.Struct, frozen=True):
    """One line of a score: what for, and how many points."""

    text: Text
    points: int


class Standing(msgspec.Struct, frozen=True):
    """A seat's score, line by line.

    `rank` is 1 for the best, shared by equals; `winner` is set at the end only, and of nobody who has played alone.
    `now`: the points that it has, where `total` is what it would have if the game ended now, with a final scoring;
    None where these are the same. `tie`: what decides between it and others with as many points.
    """

    seat: int
    total: int
    lines: list[Line]
    rank: int
    winner: bool = False
    now: int | None = None
    tie: Text | None = None


def rank_seats(
    lines: Sequence[Sequence[Line]], tie_breaks: Sequence[Any] = (), told: Sequence[Text] = (), *, over: bool
) -> list[Standing]:
    """Rank every seat by the sum of its lines and, of equal sums, by the larger tie-break; in seat order.

    `tie_breaks` holds a comparable value a seat, such as a number or a tuple of numbers; without it equal sums are
    equal. Equals share a rank, and the victory if the game is `over`. `told` says every seat's tie-break in words,
    which those get who had to be told apart by it. Whoever plays alone has nobody to win against.

    >>> from rules.kernel.text import T
    >>> scores = [[Line(T("Worlds"), 5), Line(T("Chips"), 2)], [Line(T("Worlds"), 7)], [Line(T("Worlds"), 9)]]
    >>> [(one.total, one.rank, one.winner) for one in rank_seats(scores, over=True)]
    [(7, 2, False), (7, 2, False), (9, 1, True)]
    >>> [one.rank for one in rank_seats(scores, [1, 3, 0], over=True)]
    [3, 2, 1]
    """
    totals = [sum(line.points for line in one) for one in lines]
    keys = list(zip(totals, tie_breaks or [0] * len(totals), strict=True))
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    ties = [told[seat] if told and totals.count(total) > 1 else None for seat, total in enumerate(totals)]
    return [
        Standing(
            seat, totals[seat], list(one), ranks[seat], over and ranks[seat] == 1 and len(lines) > 1, tie=ties[seat]
        )
        for seat, one in enumerate(lines)
    ]
