"""Tunes the interpreter so that neither garbage collections nor busy threads stall the event loop."""

from __future__ import annotations

import gc
import sys

SWITCH_SECONDS = 0.001
"""The interpreter's switch interval: how long a thread computes before it lets the event loop run."""
YOUNG, MIDDLE, OLD = 2_000, 10, 50
"""Thresholds of the three generations (`gc.set_threshold`): each press leaves thousands of objects in cycles. Young
ones are collected often, a little each time; full collections take long, and come more seldom than by default."""


def tune_gc() -> None:
    """Freeze what has been loaded (`gc.freeze`), so that collections do not stall the loop; called once at start."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    sys.setswitchinterval(SWITCH_SECONDS)
