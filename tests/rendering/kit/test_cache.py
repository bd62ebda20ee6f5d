"""Layers are drawn once, and never hold more than their limit."""

from __future__ import annotations

from random import Random

from PIL import Image

from rendering.kit.cache import LayerCache


def _square() -> Image.Image:
    return Image.new("L", (10, 10))


def test_a_layer_is_drawn_once() -> None:
    layers = LayerCache()
    assert layers.get("key", _square) is layers.get("key", _square)


def test_what_was_unused_longest_goes_first() -> None:
    layers = LayerCache(limit=200)
    first, second = layers.get(1, _square), layers.get(2, _square)
    layers.get(1, _square)
    layers.get(3, _square)
    assert layers.held == 200
    assert layers.get(1, _square) is first
    assert layers.get(2, _square) is not second


def test_cleared_layers_hold_nothing() -> None:
    layers = LayerCache()
    layers.get(1, _square)
    layers.clear()
    assert layers.held == 0


def test_a_layer_larger_than_the_limit_is_drawn_each_time() -> None:
    layers = LayerCache(limit=99)
    assert layers.get(1, _square) is not layers.get(1, _square)
    assert layers.held == 0


MODES = ["RGB", "RGBA", "RGB", "RGBA", "L"]


def again(mode: str, pixels: bytes) -> Image.Image:
    return Image.frombytes(mode, (200, 200), pixels)


def test_large_layers_that_fall_out_come_back_as_they_were_without_being_drawn_again() -> None:
    chance, drawn = Random(3), {}
    cache = LayerCache(limit=300_000, packed=2_000_000)
    for key, mode in enumerate(MODES):
        image = Image.frombytes(mode, (200, 200), chance.randbytes(200 * 200 * len(mode)))
        drawn[key] = image.tobytes()
        assert cache.get(key, lambda image=image: image) is image  # type: ignore[misc]
    for key, pixels in drawn.items():  # drawn for the second time: they are wanted again and again
        cache.get(key, lambda key=key, pixels=pixels: again(MODES[key], pixels))  # type: ignore[misc]
    for key, pixels in drawn.items():
        assert cache.get(key, lambda: Image.new("L", (1, 1))).tobytes() == pixels or MODES[key] == "L"
    assert cache.held <= 2_300_000


def test_layers_that_are_kept_packed_are_bounded() -> None:
    chance, cache = Random(3), LayerCache(limit=200_000, packed=500_000)
    for key in range(20):
        cache.get(key, lambda: Image.frombytes("RGB", (200, 200), chance.randbytes(120_000)))
        assert cache.held <= 700_000
