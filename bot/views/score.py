"""A score in words, line by line."""

from __future__ import annotations

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
    """A heading of scores that says whether they are those of an end now; none where they say so themselves."""
    if live.over or all(one.now is not None for one in standings):
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
    return TN(
        "{who}: {n} point, {total} if the game ended now",
        "{who}: {n} points, {total} if the game ended now",
        one.now,
        who=who,
        total=one.total,
    )


def brief_lines(standing: Standing, localizer: Localizer) -> list[str]:
    """A seat's points, and what decides a tie."""
    lines = score_lines([standing], localizer)
    return lines + ([f"- {localizer.post(standing.tie)}"] if standing.tie is not None else [])


def standing_lines(standing: Standing, localizer: Localizer) -> list[str]:
    """A seat's score, line by line."""
    lines = [f"### {score_lines([standing], localizer)[0]}"]
    lines += [f"- {localizer.post(line.text)}: {signed(line.points)}" for line in standing.lines if line.points]
    lines += [f"- {localizer.post(standing.tie)}"] if standing.tie is not None else []
    return lines


def compact_lines(standing: Standing, localizer: Localizer, most: int) -> tuple[list[str], bool]:
    """A seat's score, its lines one after the other in at most so many small rows; and whether these are all.

    Where there is no room for all, those stay that bring or cost most.
    """
    head, *tie = brief_lines(standing, localizer)
    told = [line for line in standing.lines if line.points]
    by_weight = sorted(range(len(told)), key=lambda at: -abs(told[at].points))
    parts = [f"{localizer.post(line.text)}: {signed(line.points)}" for line in told]
    for many in range(len(told), 0, -1):
        left = len(told) - many
        shown = [parts[at] for at in sorted(by_weight[:many])] + ([f"… (+{left})"] if left else [])
        row = "-# " + " · ".join(shown)
        if phone.rows(row) <= most:
            return [f"**{head}**", row, *tie], not left
    return [f"**{head}**", *tie], not told
