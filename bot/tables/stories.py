"""The stories of games that are over (`rules.kernel.stories`): told once, off the event loop, and kept for a while."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict

from bot.tables.core.data import Live
from bot.tables.core.errors import DatabaseAway, TableError
from bot.tables.history import History
from rules.kernel.stories import Story, story

log = logging.getLogger(__name__)

CACHE_SIZE = 32
"""Stories that are kept: the last post is built again when its pictures are there."""


class Stories:
    """See `bot.tables.service.Tables`."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._kept: OrderedDict[int, Story] = OrderedDict()

    async def of(self, live: Live) -> Story | None:
        """Tell the story of a game that is over; None where its log cannot be told from, as the rules have changed.

        Raises:
            DatabaseAway.

        """
        table_id = live.info.id
        if table_id not in self._kept:
            try:
                record = await self._history.whole(table_id)
                self._kept[table_id] = await asyncio.to_thread(story, live.game, record)
            except DatabaseAway:
                raise
            except TableError as error:
                log.info("There is no story of table %d: %s", table_id, type(error).__name__)
                return None
            except Exception:  # the last post goes without
                log.exception("There is no story of table %d", table_id)
                return None
        while len(self._kept) > CACHE_SIZE:
            self._kept.popitem(last=False)
        return self._kept.get(table_id)
