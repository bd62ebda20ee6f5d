"""Messages that are said no more but stand in the logs of older games: named here, they keep their German.

What can be said in today’s words instead stands in `rendering.words.former`.
"""

from __future__ import annotations

from rules.kernel.text import TN

FORMER = (
    TN(
        "{note} ⚠️ {n} die more than you may keep when you rest",
        "{note} ⚠️ {n} dice more than you may keep when you rest",
        n=1,
    ),
)
