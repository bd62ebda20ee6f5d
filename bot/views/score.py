"""A score in words, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.core.data import Live
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


def standing_lines(standing: Standing, localizer: Localizer, *, joined: bool = False) -> list[str]:
    """A seat's score, line by line; `joined`: in one paragraph, so that those of all seats can be seen together."""
    parts = [f"{localizer.post(line.text)}: {signed(line.points)}" for line in standing.lines if line.points]
    parts += [localizer.post(standing.tie)] if standing.tie is not None else []
    parts = [" · ".join(parts)] if joined and parts else [f"- {part}" for part in parts]
    return [f"### {score_lines([standing], localizer)[0]}", *parts]


def compact_lines(standing: Standing, localizer: Localizer) -> list[str]:
    """A seat's score, its lines one after the other in a small row."""
    lines = [f"**{score_lines([standing], localizer)[0]}**"]
    parts = [f"{localizer.post(line.text)}: {signed(line.points)}" for line in standing.lines if line.points]
    lines += ["-# " + " · ".join(parts)] if parts else []
    lines += [f"- {localizer.post(standing.tie)}"] if standing.tie is not None else []
    return lines
