"""How Python runs the process of the bot, so that nothing holds the event loop up for long.

Called once, when everything is loaded.
"""

from __future__ import annotations

import gc
import sys

SWITCH_SECONDS = 0.001
"""After so long a thread that computes lets another one run: the event loop, when it has something to do."""
YOUNG, MIDDLE, OLD = 10_000, 10, 20
"""Objects are looked through for garbage less often than usual; what a press leaves behind goes without that."""


def take_footing() -> None:
    """Take what has been loaded out of what is looked through for garbage, which would stop everything for 0.1 s."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    sys.setswitchinterval(SWITCH_SECONDS)
