"""The random stream: the same everywhere, and part of the position."""

from __future__ import annotations

import pytest

from rules.kernel.rng import Rng

KEY = "0123456789abcdef0123456789abcdef"


def test_the_stream_is_the_same_on_every_machine() -> None:
    rng = Rng(KEY)
    assert [rng.below(1000, "x") for _ in range(8)] == [Rng(KEY, n).below(1000, "y") for n in range(8)]
    assert [Rng(KEY, n).below(1000, "x") for n in range(4)] == [907, 401, 44, 465]


def test_different_keys_give_different_streams() -> None:
    streams = {tuple(Rng(f"{key:032x}", n).below(1000, "x") for n in range(6)) for key in range(50)}
    assert len(streams) == 50


def test_every_number_below_the_bound_comes_up_equally_often() -> None:
    rng = Rng(KEY)
    counts = [0] * 6
    for _ in range(6000):
        counts[rng.below(6, "die")] += 1
    assert all(880 < count < 1120 for count in counts)


def test_a_shuffle_keeps_the_items_and_reaches_every_order() -> None:
    rng = Rng(KEY)
    orders = {tuple(rng.shuffle("abc", "deck")) for _ in range(200)}
    assert len(orders) == 6
    assert all(sorted(order) == ["a", "b", "c"] for order in orders)


def test_there_must_be_something_to_draw_from() -> None:
    with pytest.raises(ValueError, match="nothing to draw from"):
        Rng(KEY).pick([], "empty")


def test_a_generator_does_not_show_its_key() -> None:
    rng = Rng("5ec2e7" * 5 + "00", 3)
    assert repr(rng) == "Rng(counter=3)"
    assert "5ec2e7" not in f"{rng} {rng.__rich_repr__()}"
