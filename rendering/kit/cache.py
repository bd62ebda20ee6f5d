"""A cache of drawn layers: bounded by bytes, least recently used first out, safe between threads.

Large layers that fall out a second time are kept a while longer in few bytes, without loss: unpacking one takes a
fraction of the time in which it would be drawn again. A cached image must never be drawn on again; paste it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from io import BytesIO
from threading import Lock

from cachetools import LRUCache
from PIL import Image

MAX_BYTES = 32 * 2**20
"""Maximum bytes of the pixels cached."""
MAX_PACKED = 12 * 2**20
"""Maximum bytes of the layers that are kept packed."""
MAX_FALLEN = 2000
"""Number of large layers that are known to have fallen out once."""
WORTH_PACKING = 96 * 2**10
"""Bytes of the pixels of a layer from which on it is worth packing."""


class LayerCache:
    """Images by the key of everything that they depend on."""

    def __init__(self, limit: int = MAX_BYTES, packed: int = MAX_PACKED) -> None:
        self._packed: LRUCache[Hashable, bytes] = LRUCache(packed, getsizeof=len)
        self._fallen: LRUCache[Hashable, None] = LRUCache(MAX_FALLEN)
        self._images: LRUCache[Hashable, Image.Image] = _Images(limit, self._pack)
        self._lock = Lock()  # a look-up reorders the cache, so it needs the lock too

    def get(self, key: Hashable, make: Callable[[], Image.Image]) -> Image.Image:
        """Give the image of a key, drawn if it is not cached. Two threads may both draw it; one copy stays."""
        with self._lock:
            image = self._images.get(key)
            packed = self._packed.get(key) if image is None else None
        if image is not None:
            return image
        image = make() if packed is None else _unpacked(packed)
        try:
            with self._lock:
                return self._images.setdefault(key, image)
        except ValueError:  # larger than the limit
            return image

    def _pack(self, key: Hashable, image: Image.Image) -> None:
        """Keep an image that falls out again in few bytes, if that is worth it and not done already."""
        if _size(image) < WORTH_PACKING or image.mode not in {"RGB", "RGBA"} or key in self._packed:
            return
        if key not in self._fallen:  # most are never asked for again
            self._fallen[key] = None
            return
        out = BytesIO()
        image.save(out, "WEBP", lossless=True, quality=0, method=0, exact=True)
        data = out.getvalue()
        if len(data) <= self._packed.maxsize // 2:
            self._packed[key] = data

    @property
    def held(self) -> int:
        """The bytes of the pixels cached, and of the layers packed."""
        return int(self._images.currsize + self._packed.currsize)

    def clear(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._images = _Images(int(self._images.maxsize), self._pack)
            self._packed.clear()
            self._fallen.clear()


class _Images(LRUCache[Hashable, Image.Image]):
    """Images that are handed on when they fall out."""

    def __init__(self, limit: int, falls_out: Callable[[Hashable, Image.Image], None]) -> None:
        super().__init__(limit, getsizeof=_size)
        self._falls_out = falls_out

    def popitem(self) -> tuple[Hashable, Image.Image]:
        """Remove the least recently used."""
        key, image = super().popitem()
        self._falls_out(key, image)
        return key, image


def _unpacked(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data))
    image.load()
    return image


def _size(image: Image.Image) -> int:
    return image.width * image.height * len(image.getbands())


LAYERS = LayerCache()
