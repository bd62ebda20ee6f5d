"""A cache of decoded positions: an answer is followed by a panel, a post and a notice of the same position.

The key is the encoded position as stored. So no entry is ever out of date, whatever other processes answer, and what
was rolled back is never shown: those are other bytes.
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
    """A decoded position with its prompts. Do not change it, unless it comes from `decode`."""

    position: Position[Any, Any] = field(repr=False)
    prompts: tuple[Prompt, ...] = field(repr=False)
    over: bool


class PositionCache:
    """An LRU cache of decoded positions; thread-safe."""

    def __init__(self) -> None:
        self._cache: OrderedDict[tuple[str, bytes], Decoded] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, game: Game[Any, Any], data: bytes) -> Decoded:
        """Get a position from the cache, or decode it.

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
        """Put a position into the cache, encoded as `data`; it must not be changed any more."""
        decoded = Decoded(position, prompts, game.over(position))
        with self._lock:
            self._cache[game.info.key, data] = decoded
            self._cache.move_to_end((game.info.key, data))
            while len(self._cache) > CACHE_SIZE:
                self._cache.popitem(last=False)
        return decoded

    def clear(self) -> None:
        """Clear the cache."""
        with self._lock:
            self._cache.clear()


def decode(game: Game[Any, Any], data: bytes) -> Decoded:
    """Decode a stored position, without the cache, for a caller that changes it.

    Raises:
        Stuck: as `read`.

    """
    position = read(game, data)
    return Decoded(position, tuple(game.prompts(position)), game.over(position))


def read(game: Game[Any, Any], data: bytes) -> Position[Any, Any]:
    """Decode a stored position.

    Raises:
        Stuck: the present rules cannot decode it, or its component set is not loaded.

    """
    try:
        return game.decode(data)
    except NotLoaded as error:
        raise Stuck(error.text) from None
    except msgspec.MsgspecError:
        raise Stuck from None
