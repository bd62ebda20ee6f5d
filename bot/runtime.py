"""How Python runs the process of the bot, so that nothing holds the event loop up for long.

Called once, when everything is loaded.
"""

from __future__ import annotations

import gc
import sys

SWITCH_SECONDS = 0.001
"""After so long a thread that computes lets another one run: the event loop, when it has something to do."""
YOUNG, MIDDLE, OLD = 2_000, 10, 50
"""Each press leaves thousands of objects that refer to each other. Looking through them often takes little each time;
looking through all that there is takes long, and is done more seldom than usual."""


def tune_gc() -> None:
    """Take what has been loaded out of what is looked through for garbage, which would stop everything for 0.1 s."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    sys.setswitchinterval(SWITCH_SECONDS)
