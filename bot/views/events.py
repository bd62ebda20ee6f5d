"""Events as lines of a post or a panel: the newest that fit, with headings of rounds and phases."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.core.data import LogEntry, Turn
from bot.views.localizer import Localizer, escaped
from rules.kernel.record import Answerer
from rules.kernel.steps import PHASE, ROUND, Event
from rules.kernel.text import TN, player

HEADINGS = frozenset({ROUND, PHASE})
"""Kinds of events that head what follows them."""


def happened_text(events: Sequence[Event], localizer: Localizer, most: int, *, small: bool = False) -> str:
    """List events in at most so many characters; the first line tells how many earlier ones are left out.

    A heading without events is left out, unless it is the newest.
    """
    events = [
        one
        for one, after in zip(events, [*events[1:], None], strict=True)
        if one.kind not in HEADINGS or after is None or after.kind not in HEADINGS
    ]
    lines: list[str] = []
    length = 0
    for at in range(len(events) - 1, -1, -1):
        line = _line(events[at], localizer, small=small)
        if length + len(line) + 1 > most:
            earlier = TN("One event before this: see /log.", "{n} events before this: see /log.", at + 1)
            lines.append(f"-# {localizer.post(earlier)}")
            break
        lines.append(line)
        length += len(line) + 1
    return "\n".join(reversed(lines))


def _line(event: Event, localizer: Localizer, *, small: bool) -> str:
    text = localizer.post(event.text)
    if small:
        return f"-# **{text}**" if event.kind in HEADINGS else f"-# {text}"
    return f"### {text}" if event.kind in HEADINGS else f"- {text}"


def since_mine(log: Sequence[LogEntry], seat: int, *, own: bool = True) -> list[Event]:
    """The events since a seat's last answer, with `own` those of that answer included."""
    mine = max((at for at, one in enumerate(log) if one.seat == seat and one.by == Answerer.PLAYER), default=-1)
    first = max(mine, 0) if own else mine + 1
    return [event for one in log[first:] for event in one.events]


def turn_label(turn: Turn, localizer: Localizer) -> str:
    """A plain-text label of a turn: its number, round and phase, seat and prompt."""
    heads = [localizer.label(head).rstrip(".") for head in (turn.round, turn.phase) if head is not None]
    who = localizer.label(player(turn.seat))
    return " · ".join([str(turn.number), *heads, f"{who}: {localizer.label(turn.question)}"])


def turn_line(turn: Turn, localizer: Localizer) -> str:
    """A line about a turn in a message, with markdown escaped."""
    return f"-# {escaped(turn_label(turn, localizer))}"
