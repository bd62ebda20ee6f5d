"""Layers are drawn once, and never hold more than their limit."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from PIL import Image

from rendering.kit.cache import LayerCache


def _square() -> Image.Image:
    return Image.new("L", (10, 10))


def test_a_layer_is_drawn_once() -> None:
    layers = LayerCache()
    assert layers.get("key", _square) is layers.get("key", _square)


class Clock:
    """Tells how long drawing takes: as long as the test says."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def square(self, seconds: float = 1.0, side: int = 10) -> Callable[[], Image.Image]:
        """Draw a square that takes so long."""

        def make() -> Image.Image:
            self.now += seconds
            return Image.new("L", (side, side))

        return make


def test_of_equal_layers_what_was_unused_longest_goes_first() -> None:
    clock = Clock()
    layers, square = LayerCache(200, clock), clock.square()
    first, second = layers.get(1, square), layers.get(2, square)
    layers.get(1, square)
    layers.get(3, square)
    assert layers.held == 200
    assert layers.get(1, square) is first
    assert layers.get(2, square) is not second


def test_what_takes_long_to_draw_for_its_size_stays() -> None:
    clock = Clock()
    layers = LayerCache(1000, clock)
    dear, large = layers.get("dear", clock.square(5)), layers.get("large", clock.square(5, 30))
    for key in range(10):
        layers.get(key, clock.square(1))
    assert layers.held <= 1000
    assert layers.get("dear", clock.square(5)) is dear
    assert layers.get("large", clock.square(5, 30)) is not large


def test_what_is_asked_for_no_more_goes_in_the_end_however_long_it_took() -> None:
    clock = Clock()
    layers = LayerCache(500, clock)
    dear = layers.get("dear", clock.square(20))
    for key in range(400):
        layers.get(key, clock.square(1))
        layers.get(key, clock.square(1))
    assert layers.get("dear", clock.square(20)) is not dear


def test_a_cache_is_bounded_and_keeps_every_image_as_it_was_drawn() -> None:
    chance, clock = Random(3), Clock()
    layers = LayerCache(20_000, clock)

    def make(side: int) -> Image.Image:
        clock.now += chance.random()
        return Image.new("RGB", (side, side))

    for _ in range(2000):
        side = chance.randint(1, 60)
        assert layers.get(side, lambda side=side: make(side)).size == (side, side)  # type: ignore[misc]
        assert 0 < layers.held <= 20_000


def test_cleared_layers_hold_nothing() -> None:
    layers = LayerCache()
    layers.get(1, _square)
    layers.clear()
    assert layers.held == 0


def test_a_layer_larger_than_the_limit_is_drawn_each_time() -> None:
    layers = LayerCache(limit=99)
    assert layers.get(1, _square) is not layers.get(1, _square)
    assert layers.held == 0
