"""Hex geometry: distances, rings, turns."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.hexes import DIRECTIONS, Hex, add, centre, distance, nearest, neighbours, ring, turn, within

HEXES = st.tuples(st.integers(-9, 9), st.integers(-9, 9))


@given(HEXES, HEXES, HEXES)
def test_distance_is_a_distance(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(HEXES)
def test_six_neighbours_stand_at_distance_one(hex: Hex) -> None:
    assert len(set(neighbours(hex))) == 6
    assert {distance(hex, other) for other in neighbours(hex)} == {1}


@given(HEXES, st.integers(0, 12))
def test_a_turn_keeps_the_distance_and_six_make_a_whole(offset: Hex, times: int) -> None:
    assert distance((0, 0), turn(offset, times)) == distance((0, 0), offset)
    assert turn(turn(offset, times), 6 - times % 6) == offset


def test_a_turn_takes_each_direction_to_the_next() -> None:
    assert [turn(direction, 1) for direction in DIRECTIONS] == [*DIRECTIONS[1:], DIRECTIONS[0]]


@given(HEXES, st.integers(0, 5))
def test_a_ring_holds_all_hexes_of_its_distance_clockwise(hex: Hex, radius: int) -> None:
    found = ring(hex, radius)
    assert len(set(found)) == len(found) == (6 * radius or 1)
    assert {distance(hex, other) for other in found} == {radius}
    assert all(distance(one, other) == 1 for one, other in pairwise(found))
    assert found[0] == add(hex, (radius, 0))


def test_what_is_within_a_distance_is_counted_ring_by_ring() -> None:
    assert [len(within((3, -1), radius)) for radius in range(4)] == [1, 7, 19, 37]


def test_the_nearest_of_no_hexes_is_none() -> None:
    assert nearest((0, 0), []) is None
    assert nearest((0, 0), [(2, 0), (0, -1)]) == 1


def test_neighbours_are_drawn_equally_far_away() -> None:
    x, y = centre((0, 0))
    lengths = {round((cx - x) ** 2 + (cy - y) ** 2, 9) for cx, cy in map(centre, DIRECTIONS)}
    assert lengths == {3.0}
    assert centre((1, 0))[0] == 0
    assert centre((1, 0))[1] > 0
