"""A score in words, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from bot.views.localizer import Localizer
from rules.kernel.scoring import Standing
from rules.kernel.text import TN, player


def score_lines(standings: Sequence[Standing], localizer: Localizer) -> list[str]:
    """One line a seat, best first."""
    # The escape keeps Discord from making a numbered list of the lines, which would count on where ranks are shared.
    return [
        ("🏆 " if one.winner else rf"{one.rank}\. ")
        + localizer.post(TN("{who}: {n} point", "{who}: {n} points", one.total, who=player(one.seat)))
        for one in sorted(standings, key=lambda one: (one.rank, one.seat))
    ]


def standing_lines(standing: Standing, localizer: Localizer) -> list[str]:
    """A seat's score, line by line."""
    lines = [f"### {score_lines([standing], localizer)[0]}"]
    lines += [f"- {localizer.post(line.text)}: {line.points}" for line in standing.lines if line.points]
    return lines
