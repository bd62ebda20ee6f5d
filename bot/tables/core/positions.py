"""Stored games, decoded: each once for all who look at it, for an answer is followed by a panel, a post and a notice.

A decoded game is found by the very bytes that are stored. So what another process has answered, what has gone back and
what was never kept is never shown: those are other bytes. What all may see of a half-made turn, too.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

import msgspec

from bot.tables.core.errors import Stuck
from rules.kernel.errors import NotLoaded
from rules.kernel.game import Game, Position
from rules.kernel.prompt import Prompt

CACHE_SIZE = 32


@dataclass(frozen=True)
class Decoded:
    """A stored game and what is asked in it: only to be looked at, but by whoever has it from `decode`."""

    position: Position[Any, Any] = field(repr=False)
    prompts: tuple[Prompt, ...] = field(repr=False)
    over: bool


class PositionCache:
    """The games that were looked at last; any thread may ask."""

    def __init__(self) -> None:
        self._cache: OrderedDict[tuple[str, bytes], Decoded] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, game: Game[Any, Any], data: bytes) -> Decoded:
        """Decode a stored game, unless it is known.

        Raises:
            Stuck: as `read`.

        """
        with self._lock:
            known = self._cache.get((game.info.key, data))
            if known is not None:
                self._cache.move_to_end((game.info.key, data))
                return known
        decoded = decode(game, data)
        return self.put(game, data, decoded.position, decoded.prompts)

    def put(
        self, game: Game[Any, Any], data: bytes, position: Position[Any, Any], prompts: tuple[Prompt, ...]
    ) -> Decoded:
        """Keep a game whose bytes these are; its position is not to be changed any more."""
        decoded = Decoded(position, prompts, game.over(position))
        with self._lock:
            self._cache[game.info.key, data] = decoded
            self._cache.move_to_end((game.info.key, data))
            while len(self._cache) > CACHE_SIZE:
                self._cache.popitem(last=False)
        return decoded

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._cache.clear()


def decode(game: Game[Any, Any], data: bytes) -> Decoded:
    """Decode a stored game for whoever will go on with it.

    Raises:
        Stuck: as `read`.

    """
    position = read(game, data)
    return Decoded(position, tuple(game.prompts(position)), game.over(position))


def read(game: Game[Any, Any], data: bytes) -> Position[Any, Any]:
    """Decode a stored game.

    Raises:
        Stuck: the rules as they are now cannot read it, or what it is played with is not loaded.

    """
    try:
        return game.decode(data)
    except NotLoaded as error:
        raise Stuck(error.text) from None
    except msgspec.MsgspecError:
        raise Stuck from None
