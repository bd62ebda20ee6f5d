"""Layers are drawn once, and never hold more than their limit."""

from __future__ import annotations

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
