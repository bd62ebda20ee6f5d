"""A hex map fits its box, and its edges lie where its neighbours are."""

from __future__ import annotations

from math import hypot

import pytest

from rendering.kit.hexes import HEX_HEIGHT, HexLayout, hex_mask
from rules.kernel.hexes import DIRECTIONS, add, within

BOX = (100, 50, 900, 650)


def test_every_hex_lies_in_its_box_which_is_filled_one_way() -> None:
    layout = HexLayout(within((3, -2), 4), BOX)
    corners = [corner for hex in within((3, -2), 4) for corner in layout.corners(hex)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    assert min(xs) >= 99.9
    assert max(xs) <= 900.1
    assert min(ys) >= 49.9
    assert max(ys) <= 650.1
    assert max(xs) - min(xs) > 799 or max(ys) - min(ys) > 599
    assert sum(xs) / len(xs) == pytest.approx(500)
    assert sum(ys) / len(ys) == pytest.approx(350)


@pytest.mark.parametrize("direction", range(6))
def test_an_edge_lies_half_way_to_the_neighbour(direction: int) -> None:
    layout = HexLayout(within((0, 0), 2), BOX)
    (ax, ay), (bx, by) = layout.edge((0, 0), direction)
    here, there = layout.middle((0, 0)), layout.middle(add((0, 0), DIRECTIONS[direction]))
    assert (ax + bx) / 2 == pytest.approx((here[0] + there[0]) / 2)
    assert (ay + by) / 2 == pytest.approx((here[1] + there[1]) / 2)
    assert hypot(ax - bx, ay - by) == pytest.approx(layout.side)
    assert hypot(here[0] - there[0], here[1] - there[1]) == pytest.approx(HEX_HEIGHT * layout.side)


def test_the_first_direction_points_up() -> None:
    layout = HexLayout(within((0, 0), 1), BOX)
    assert layout.middle((1, 0))[1] < layout.middle((0, 0))[1]
    assert layout.middle((1, 0))[0] == pytest.approx(layout.middle((0, 0))[0])


def test_a_few_hexes_do_not_grow_beyond_the_most() -> None:
    assert HexLayout([(0, 0)], BOX, most=70).side == 70


def test_a_ring_is_clear_in_its_middle() -> None:
    ring, full = hex_mask(40, 1.0, 0.8), hex_mask(40)
    middle = (ring.width // 2, ring.height // 2)
    assert ring.getpixel(middle) == 0
    assert full.getpixel(middle) == 255
    assert ring.getpixel((3, ring.height // 2)) == full.getpixel((4, ring.height // 2)) == 255
