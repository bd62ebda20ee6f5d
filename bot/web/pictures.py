"""Pictures of the web's pages: drawn after all that Discord waits for, the last ones kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

from rendering.jobs import DrawJob, Drawn
from rendering.pool import Drawer, Drawing, Urgency

MAX_KEPT = 32
"""Number of pictures that are kept: half a megabyte each."""
MAX_WAITING = 12
"""Number of pictures that are drawn or wait to be drawn; who asks for more is told to come back."""
LONGEST = 60.0
"""Seconds that a page waits for a picture."""


class TooBusy(Exception):
    """There is too much to draw just now."""


class Pictures:
    """Draws pictures for pages; pages that ask for the same share one."""

    def __init__(self, drawer: Drawer) -> None:
        self._drawer = drawer
        self._kept: OrderedDict[Hashable, Drawing] = OrderedDict()

    async def draw(self, key: Hashable, job: DrawJob) -> Drawn | None:
        """Draw what a key stands for, or find it; None where it cannot be drawn.

        Raises:
            TooBusy: too many pages wait for a picture.

        """
        drawing = self._kept.pop(key, None)
        if drawing is None or drawing.failed:
            if sum(not one.done for one in self._kept.values()) >= MAX_WAITING:
                raise TooBusy
            drawing = self._drawer.begin(job, Urgency.PAGE)
        self._kept[key] = drawing
        while len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)
        return await drawing.within(LONGEST)
