"""Dice of a battle: what hits, and how a volley is assigned."""

from __future__ import annotations

import pytest

from rules.eclipse.blueprints import Stats
from rules.eclipse.combat import Target, assign, fewest, need, targets
from rules.eclipse.state import Die, Group


@pytest.mark.parametrize(("computer", "shield", "lowest"), [(0, 0, 6), (1, 0, 5), (3, 1, 4), (0, 2, 6), (6, 0, 2)])
def test_a_die_hits_from_a_number_on_never_with_1_and_always_with_6(computer: int, shield: int, lowest: int) -> None:
    assert need(computer, shield) == lowest


@pytest.mark.parametrize(
    ("counts", "points", "chosen"),
    [
        ({1: 3, 2: 0, 4: 0}, 2, (0, 0, 2)),
        ({1: 2, 2: 1, 4: 0}, 2, (0, 1, 0)),
        ({1: 1, 2: 1, 4: 1}, 3, (0, 1, 1)),
        ({1: 0, 2: 0, 4: 1}, 1, (1, 0, 0)),
        ({1: 0, 2: 2, 4: 0}, 3, (0, 2, 0)),
        ({1: 1, 2: 0, 4: 0}, 2, None),
    ],
)
def test_the_least_damage_that_destroys_is_chosen(
    counts: dict[int, int], points: int, chosen: tuple[int, int, int] | None
) -> None:
    assert fewest(counts, points) == chosen


def ships(*groups: tuple[str, int, list[int]]) -> list[Target]:
    return targets([(Group(0, kind, damage, len(damage)), Stats(0, hull, 0)) for kind, hull, damage in groups], 0)


def test_the_largest_ship_is_destroyed_first_and_what_is_left_over_goes_to_the_largest() -> None:
    found = ships(("interceptor", 0, [0, 0]), ("dreadnought", 2, [0]))
    assign([Die(1, 6), Die(1, 6), Die(1, 6), Die(1, 6)], found)
    assert [(ship.group.kind, ship.taken) for ship in found] == [
        ("dreadnought", 3), ("interceptor", 1), ("interceptor", 0),
    ]  # fmt: skip
    found = ships(("interceptor", 1, [0, 1]), ("dreadnought", 2, [0]))
    assign([Die(1, 6), Die(1, 6), Die(1, 6 - 1)], found)
    assert [(ship.group.kind, ship.taken) for ship in found] == [
        ("dreadnought", 1), ("interceptor", 1), ("interceptor", 0),
    ]  # fmt: skip
