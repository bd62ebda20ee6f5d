"""A cache of drawn layers: bounded by bytes, least recently used first out, safe between threads.

A cached image must never be drawn on again; paste it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock

from cachetools import LRUCache
from PIL import Image

MAX_BYTES = 24 * 2**20
"""Maximum bytes of the pixels cached."""


class LayerCache:
    """Images by the key of everything that they depend on."""

    def __init__(self, limit: int = MAX_BYTES) -> None:
        self._images: LRUCache[Hashable, Image.Image] = LRUCache(limit, getsizeof=_size)
        self._lock = Lock()  # a look-up reorders the cache, so it needs the lock too

    def get(self, key: Hashable, make: Callable[[], Image.Image]) -> Image.Image:
        """Give the image of a key, drawn if it is not cached. Two threads may both draw it; one copy stays."""
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
        """The bytes of the pixels cached."""
        return int(self._images.currsize)

    def clear(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._images.clear()


def _size(image: Image.Image) -> int:
    return image.width * image.height * len(image.getbands())


LAYERS = LayerCache()
