"""What happened, as lines of a post or a panel: the newest that fit, with headings where a round or a phase begins."""

from __future__ import annotations

from collections.abc import Sequence

from bot.voice import Voice
from rules.kernel.steps import Event
from rules.kernel.text import TN

HEADINGS = frozenset({"round", "phase"})
"""Kinds of events that head what follows them."""


def happened_text(events: Sequence[Event], voice: Voice, most: int, *, small: bool = False) -> str:
    """Tell events in at most so many characters; the first line says how many earlier ones are left out.

    A heading under which nothing happened is left out, unless it is the newest: what it heads is yet to come.
    """
    events = [
        one
        for one, after in zip(events, [*events[1:], None], strict=True)
        if one.kind not in HEADINGS or after is None or after.kind not in HEADINGS
    ]
    kept: list[str] = []
    length = 0
    for at in range(len(events) - 1, -1, -1):
        line = _line(events[at], voice, small=small)
        if length + len(line) + 1 > most:
            earlier = TN("One event before this: see /log.", "{n} events before this: see /log.", at + 1)
            kept.append(f"-# {voice.post(earlier)}")
            break
        kept.append(line)
        length += len(line) + 1
    return "\n".join(reversed(kept))


def _line(event: Event, voice: Voice, *, small: bool) -> str:
    said = voice.post(event.text)
    if small:
        return f"-# **{said}**" if event.kind in HEADINGS else f"-# {said}"
    return f"### {said}" if event.kind in HEADINGS else f"- {said}"
