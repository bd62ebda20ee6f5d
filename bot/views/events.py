"""What happened, as lines of a post or a panel: the newest that fit, with headings where a round or a phase begins."""

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
    """Tell events in at most so many characters; the first line says how many earlier ones are left out.

    A heading under which nothing happened is left out, unless it is the newest: what it heads is yet to come.
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
    said = localizer.post(event.text)
    if small:
        return f"-# **{said}**" if event.kind in HEADINGS else f"-# {said}"
    return f"### {said}" if event.kind in HEADINGS else f"- {said}"


def since_mine(log: Sequence[LogEntry], seat: int, *, own: bool = True) -> list[Event]:
    """What happened since a seat last answered, with `own` its own answer included."""
    mine = max((at for at, one in enumerate(log) if one.seat == seat and one.by == Answerer.PLAYER), default=-1)
    first = max(mine, 0) if own else mine + 1
    return [event for one in log[first:] for event in one.events]


def turn_label(turn: Turn, localizer: Localizer) -> str:
    """Name a turn where no markdown is read: its number, round and phase, who was asked and what."""
    heads = [localizer.label(head).rstrip(".") for head in (turn.round, turn.phase) if head is not None]
    who = localizer.label(player(turn.seat))
    return " · ".join([str(turn.number), *heads, f"{who}: {localizer.label(turn.question)}"])


def turn_line(turn: Turn, localizer: Localizer) -> str:
    """Name a turn in a message; names in it cannot break out of the line."""
    return f"-# {escaped(turn_label(turn, localizer))}"
