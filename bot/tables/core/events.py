"""Events as the log keeps them: bytes, and who may read which."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.core.codecs import EVENTS
from rules.kernel.steps import Event


def encode_events(events: Sequence[Event]) -> bytes:
    """Turn events into bytes for the log."""
    return EVENTS.encode(list(events))


def decode_events(data: bytes, seat: int | None) -> tuple[Event, ...]:
    """Read those events of a log row that a seat (None: an onlooker) may know."""
    return tuple(event for event in all_events(data) if may_know(event, seat))


def all_events(data: bytes) -> list[Event]:
    """Read the events of a log row, whoever may know them."""
    return EVENTS.decode(data) if data else []


def may_know(event: Event, seat: int | None) -> bool:
    """Whether a seat (None: an onlooker) may know of an event."""
    return event.to is None or seat in event.to
