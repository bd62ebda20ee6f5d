"""A cache of drawn layers: bounded by bytes, safe between threads.

Tables alternate, so what all of their pictures need is many times what can be held. What is kept is therefore what
saves the most time for its bytes: a layer's worth is how long it took to draw, times how often it was asked for, by
its size, and what has not been asked for lately counts less and less (Greedy-Dual-Size with frequencies). A cached
image must never be drawn on again; paste it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from heapq import heappop, heappush, heapreplace
from itertools import count
from threading import Lock

from PIL import Image

MAX_BYTES = 40 * 2**20
"""Maximum bytes of the pixels cached."""
_LEAST_SECONDS = 1e-6
"""How long a layer counts as having taken at least, where the clock is coarse."""


@dataclass(slots=True)
class _Layer:
    """A cached image; `worth` is the time to draw it for each of its bytes, `rank` when it may go: the lowest first."""

    image: Image.Image
    size: int
    worth: float
    rank: float
    uses: int = 1


class LayerCache:
    """Images by the key of everything that they depend on."""

    def __init__(self, limit: int = MAX_BYTES, clock: Callable[[], float] = time.thread_time) -> None:
        """`clock` tells how long drawing takes, in seconds."""
        self._limit = limit
        self._clock = clock
        self._lock = Lock()
        self._layers: dict[Hashable, _Layer] = {}
        self._order: list[tuple[float, int, Hashable]] = []
        self._numbers = count()
        self._held = 0
        self._passed = 0.0  # the rank of the last layer that was dropped

    def get(self, key: Hashable, make: Callable[[], Image.Image]) -> Image.Image:
        """Give the image of a key, drawn if it is not cached. Two threads may both draw it; one copy stays."""
        with self._lock:
            layer = self._layers.get(key)
            if layer is not None:
                layer.uses += 1
                layer.rank = self._passed + layer.uses * layer.worth
                return layer.image
        began = self._clock()
        image = make()
        took = self._clock() - began
        with self._lock:
            return self._add(key, image, took)

    def _add(self, key: Hashable, image: Image.Image, took: float) -> Image.Image:
        """Keep an image, unless another thread was faster or it is larger than the limit."""
        known = self._layers.get(key)
        if known is not None:
            return known.image
        size = image.width * image.height * len(image.getbands())
        if size > self._limit:
            return image
        worth = max(took, _LEAST_SECONDS) / max(size, 1)
        self._layers[key] = layer = _Layer(image, size, worth, self._passed + worth)
        heappush(self._order, (layer.rank, next(self._numbers), key))
        self._held += size
        while self._held > self._limit:
            self._drop_one()
        return image

    def _drop_one(self) -> None:
        """Drop the layer of the lowest rank. Those that were asked for since they were put in order are so again."""
        while True:
            rank, _, key = self._order[0]
            layer = self._layers[key]
            if layer.rank == rank:
                break
            heapreplace(self._order, (layer.rank, next(self._numbers), key))
        heappop(self._order)
        del self._layers[key]
        self._held -= layer.size
        self._passed = rank

    @property
    def held(self) -> int:
        """The bytes of the pixels cached."""
        return self._held

    def clear(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._layers.clear()
            self._order.clear()
            self._held, self._passed = 0, 0.0


LAYERS = LayerCache()
