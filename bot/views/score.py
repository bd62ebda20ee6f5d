"""A score in words, line by line."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bot.tables.core.data import Live
from bot.views import phone
from bot.views.localizer import Localizer
from rules.kernel.scoring import Standing
from rules.kernel.text import TN, T, Text, player, signed


def score_lines(standings: Sequence[Standing], localizer: Localizer) -> list[str]:
    """One line a seat, best first."""
    # The escape keeps Discord from making a numbered list of the lines, which would count on where ranks are shared.
    return [
        ("🏆 " if one.winner else rf"{one.rank}\. ") + localizer.post(points_text(one))
        for one in sorted(standings, key=lambda one: (one.rank, one.seat))
    ]


def supposed_lines(live: Live, standings: Sequence[Standing], localizer: Localizer) -> list[str]:
    """A heading of scores that says which of them are those of an end now; none where all are final."""
    if any(one.now is not None for one in standings):
        return [f"-# {localizer.post(T('Points so far → if the game ended now:'))}"]
    if live.over:
        return []
    now = (
        T("If the game ended now, without what is hidden from you:")
        if live.game.hides_points
        else T("If the game ended now:")
    )
    return [f"-# {localizer.post(now)}"]


def points_text(one: Standing) -> Text:
    """What a seat has, and where that is something else what it would have if the game ended now."""
    who = player(one.seat)
    if one.now is None:
        return TN("{who}: {n} point", "{who}: {n} points", one.total, who=who)
    return TN("{who}: {now} → {n} point", "{who}: {now} → {n} points", one.total, who=who, now=one.now)


def brief_lines(standing: Standing, localizer: Localizer) -> list[str]:
    """A seat's points, and what decides a tie."""
    lines = score_lines([standing], localizer)
    return lines + ([f"- {localizer.post(standing.tie)}"] if standing.tie is not None else [])


def running_lines(standing: Standing, localizer: Localizer) -> list[str]:
    """A seat's score in running text, where the scores of several seats would take too many lines."""
    return weightiest_lines(standing, localizer, sys.maxsize)[0]


def weightiest_lines(standing: Standing, localizer: Localizer, most: int) -> tuple[list[str], bool]:
    """A seat's score in running text of at most so many small rows of a phone; and whether that is all of it.

    Where there is no room for all, those lines stay that bring or cost most.
    """
    head = f"**{score_lines([standing], localizer)[0]}**"
    tie = [localizer.post(standing.tie)] if standing.tie is not None else []
    lines = [line for line in standing.lines if line.points]
    by_weight = sorted(range(len(lines)), key=lambda at: -abs(lines[at].points))
    parts = [f"{localizer.post(line.text)}: {signed(line.points)}" for line in lines]
    for many in range(len(lines), -1, -1):
        left = len(lines) - many
        told = [parts[at] for at in sorted(by_weight[:many])] + ([f"… (+{left})"] if left else []) + tie
        row = "-# " + " · ".join(told)
        if told and phone.rows(row) <= most:
            return [head, row], not left
    return [head, *(f"-# {one}" for one in tie)], not lines


def standing_lines(standing: Standing, localizer: Localizer) -> list[str]:
    """A seat's score, line by line."""
    lines = [f"### {score_lines([standing], localizer)[0]}"]
    lines += [f"- {localizer.post(line.text)}: {signed(line.points)}" for line in standing.lines if line.points]
    lines += [f"- {localizer.post(standing.tie)}"] if standing.tie is not None else []
    return lines
