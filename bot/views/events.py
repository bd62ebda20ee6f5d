"""Events as lines of a post or a panel: the newest that fit, with headings of rounds and phases."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.core.data import LogEntry, Turn
from bot.views.localizer import Localizer, escaped
from rendering.words.folding import shorten
from rules.kernel.record import Answerer
from rules.kernel.steps import PHASE, ROUND, Event
from rules.kernel.text import TN, player

HEADINGS = frozenset({ROUND, PHASE})
"""Kinds of events that head what follows them."""


def happened_text(
    events: Sequence[Event], localizer: Localizer, most: int, *, rows: int | None = None, small: bool = False
) -> str:
    """List events in at most so many characters (and `rows`); the first line tells how many earlier ones are left out.

    A heading without events is left out, unless it is the newest. Of a newest event that is longer alone, such as a
    report of a battle, its beginning and its end are left.
    """
    events = [
        one
        for one, after in zip(events, [*events[1:], None], strict=True)
        if one.kind not in HEADINGS or after is None or after.kind not in HEADINGS
    ]
    told: list[str] = []
    length = 0
    for at in range(len(events) - 1, -1, -1):
        lines = _lines(events[at], localizer, small=small)
        if not told:
            lines = _ends(lines, most, rows or len(lines), "-# …" if small else "…")
        more = _length(lines)
        # The very first may take the row that would say that it is left out.
        full = rows is not None and len(told) + len(lines) > rows + (at == 0)
        if length + more > most or full:
            earlier = TN("One event before this: see /log.", "{n} events before this: see /log.", at + 1)
            told.append(f"-# {localizer.post(earlier)}")
            break
        told += reversed(lines)
        length += more
    return "\n".join(reversed(told))


def _lines(event: Event, localizer: Localizer, *, small: bool) -> list[str]:
    first, *others = localizer.post(event.text).split("\n")
    heads = event.kind in HEADINGS
    if small:
        return [f"-# **{first}**" if heads else f"-# {first}", *(f"-# {line}" for line in others)]
    return [f"### {first}" if heads else f"- {first}", *others]


def _length(lines: Sequence[str]) -> int:
    return sum(map(len, lines)) + len(lines)


def _ends(lines: list[str], most: int, rows: int, gap: str) -> list[str]:
    """The beginning and the end of an event that has more lines, or is longer."""
    if len(lines) <= rows and _length(lines) <= most:
        return lines
    for last in range(max(0, min(rows, len(lines)) - 2), 0, -1):
        kept = [lines[0], gap, *lines[len(lines) - last :]]
        if _length(kept) <= most:
            return kept
    return [shorten(lines[0], max(1, most - 1))]


def since_mine(log: Sequence[LogEntry], seat: int, *, own: bool = True) -> list[LogEntry]:
    """The entries since a seat's last answer, with `own` that answer included."""
    mine = max((at for at, one in enumerate(log) if one.seat == seat and one.by == Answerer.PLAYER), default=-1)
    return list(log[max(mine, 0) if own else mine + 1 :])


def events_of(log: Sequence[LogEntry]) -> list[Event]:
    """The events of entries of a log, in order."""
    return [event for one in log for event in one.events]


def turn_label(turn: Turn, localizer: Localizer) -> str:
    """A plain-text label of a turn: its number, round and phase, seat and prompt."""
    heads = [localizer.label(head).rstrip(".") for head in (turn.round, turn.phase) if head is not None]
    who = localizer.label(player(turn.seat))
    return " · ".join([str(turn.number), *heads, f"{who}: {localizer.label(turn.question)}"])


def turn_line(turn: Turn, localizer: Localizer) -> str:
    """A line about a turn in a message, with markdown escaped."""
    return f"-# {escaped(turn_label(turn, localizer))}"
