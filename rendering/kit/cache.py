"""Layers that are drawn once and kept: bounded by bytes, the longest unused go first, safe between threads.

A kept image must never be drawn on again; paste it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock

from cachetools import LRUCache
from PIL import Image

LIMIT = 24 * 2**20
"""Maximum bytes of pixels held."""


class Layers:
    """Images by the key of everything that they depend on."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._images: LRUCache[Hashable, Image.Image] = LRUCache(limit, getsizeof=_size)
        self._lock = Lock()  # a look-up reorders the cache, so it needs the lock too

    def get(self, key: Hashable, make: Callable[[], Image.Image]) -> Image.Image:
        """Give the image of a key, drawing it if it is not held. Two threads may both draw it; one copy is kept."""
        with self._lock:
            image = self._images.get(key)
        if image is not None:
            return image
        image = make()
        try:
            with self._lock:
                return self._images.setdefault(key, image)
        except ValueError:  # larger than the limit
            return image

    @property
    def held(self) -> int:
        """The bytes of pixels held."""
        return int(self._images.currsize)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._images.clear()


def _size(image: Image.Image) -> int:
    return image.width * image.height * len(image.getbands())


LAYERS = Layers()
