"""Events as bytes of log rows, and which of them a seat may see."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.core.codecs import EVENTS
from rules.kernel.steps import Event


def encode_events(events: Sequence[Event]) -> bytes:
    """Encode events for the log."""
    return EVENTS.encode(list(events))


def decode_events(data: bytes, seat: int | None) -> tuple[Event, ...]:
    """Decode those events of a log row that a seat (None: an onlooker) may see."""
    return tuple(event for event in all_events(data) if may_know(event, seat))


def all_events(data: bytes) -> list[Event]:
    """Decode all events of a log row."""
    return EVENTS.decode(data) if data else []


def may_know(event: Event, seat: int | None) -> bool:
    """Whether a seat (None: an onlooker) may see an event."""
    return event.to is None or seat in event.to
