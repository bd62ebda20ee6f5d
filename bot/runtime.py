"""Tunes the interpreter so that neither garbage collections nor busy threads stall the event loop."""

from __future__ import annotations

import gc
import sys

SWITCH_SECONDS = 0.001
"""The interpreter's switch interval: how long a thread computes before it lets the event loop run."""
YOUNG, MIDDLE = 2_000, 10
"""Thresholds of the first two generations (`gc.set_threshold`): each press leaves thousands of objects in cycles. Young
ones are collected often, a little each time."""
NEVER = 1_000_000_000
"""The threshold of the third one: a full collection looks at all that is held, and every thread stands still for it
(0.1 s for the objects of 200 games). So none begins by itself, in the middle of a press: see `FullCollections`."""
SELDOM, AT_LATEST = 120.0, 900.0
"""Seconds from one full collection to the next: where nobody waits, and in any case."""


def tune_gc() -> None:
    """Freeze what has been loaded (`gc.freeze`), so that collections do not stall the loop; called once at start."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    sys.setswitchinterval(SWITCH_SECONDS)


class FullCollections:
    """Makes the full collections that do not begin by themselves any more, when nobody waits for anything."""

    def __init__(self) -> None:
        self._last: float | None = None

    def look(self, now: float, *, idle: bool) -> bool:
        """Collect if it is time, by a clock in seconds that is never set back; whether it was done.

        Where they begin by themselves (`tune_gc` was not called), there is nothing to do.
        """
        if gc.get_threshold()[2] != NEVER:
            return False
        if self._last is None:
            self._last = now
        if now - self._last < (SELDOM if idle else AT_LATEST):
            return False
        gc.collect()
        self._last = now
        return True
