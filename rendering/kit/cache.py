"""Layers that are drawn once and kept: bounded by bytes, the longest unused go first, safe between threads.

A kept image must never be drawn on again; paste it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from PIL import Image

LIMIT = 24 * 2**20


class Layers:
    """Images by the key of everything that they depend on."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._held = 0
        self._images: OrderedDict[Hashable, Image.Image] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Image.Image]) -> Image.Image:
        """Give the image of a key, drawing it if it is not held. Two threads may both draw it; one copy is kept."""
        with self._lock:
            image = self._images.get(key)
            if image is not None:
                self._images.move_to_end(key)
                return image
        image = make()
        with self._lock:
            if key not in self._images:
                self._images[key] = image
                self._held += _weight(image)
                while self._held > self._limit and len(self._images) > 1:
                    _, old = self._images.popitem(last=False)
                    self._held -= _weight(old)
        return image

    @property
    def held(self) -> int:
        """The bytes of pixels held."""
        return self._held

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._images.clear()
            self._held = 0


def _weight(image: Image.Image) -> int:
    return image.width * image.height * len(image.getbands())


LAYERS = Layers()
