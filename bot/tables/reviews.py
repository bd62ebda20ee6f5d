"""Where a player lost points in a game that is over (`rules.kernel.reviews`), for that player alone."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field

from bot.tables.core.data import Live
from bot.tables.core.errors import NotSeated
from bot.tables.history import History, as_it_was
from rules.kernel.reviews import Miss, misses

CACHE_SIZE = 32
"""Reviews that are kept: whoever leafs through one asks for it several times."""


@dataclass(frozen=True)
class Review:
    """The answers of a seat that lost most, the worst first; `live` is the game as it was before each of them."""

    seat: int
    misses: tuple[Miss, ...] = field(repr=False)
    live: tuple[Live, ...] = field(repr=False)


class Reviews:
    """See `bot.tables.service.Tables`."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._kept: OrderedDict[tuple[int, int], Review] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    async def of(self, live: Live, user_id: int) -> Review:
        """Review the answers of a person; takes seconds the first time.

        Raises:
            NotSeated; NotOver, HistoryClosed (the log cannot be replayed under the present rules).
            NoTableHere, NotRunning, GameOver, UnknownGame, Stuck, DatabaseAway.

        """
        info, game, seat = live.info, live.game, live.seat_of(user_id)
        if seat is None:
            raise NotSeated
        key = info.id, seat
        if key not in self._kept:
            async with self._one_at_a_time:
                if key not in self._kept:  # nor has a press before this one made it meanwhile
                    record = await self._history.whole(info.id)
                    found = tuple(await asyncio.to_thread(misses, game, record, seat))
                    shown = tuple(as_it_was(info, game, one.position, one.prompt) for one in found)
                    self._kept[key] = Review(seat, found, shown)
        review = self._kept[key]
        while len(self._kept) > CACHE_SIZE:
            self._kept.popitem(last=False)
        return review
