"""Dice of a battle: what hits, and how a volley is assigned by the greedy policy.

The greedy policy goes through the enemy's ships, the largest first and among equals the one nearest to destruction, and
spends on each the least damage that destroys it. What is left over goes to the largest ship that it hits.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.eclipse.blueprints import Stats
from rules.eclipse.components import SIZES
from rules.eclipse.state import Die, Group
from rules.kernel.rng import Rng

COLOURS = {1: "yellow", 2: "orange", 4: "red"}
SIDES = 6


def need(computer: int, shield: int) -> int:
    """The lowest number that hits: 6 always does, 1 never."""
    return min(6, max(2, 6 - computer + shield))


def rolls(least: int) -> str:
    """Write the rolls that hit, of which `least` is the lowest."""
    return f"{least}+" if least < SIDES else str(SIDES)


def roll(dice: Sequence[int], ships: int, rng: Rng) -> list[Die]:
    """Roll all dice of a group, colour by colour, the weakest first. `dice` is the damage of each die of one ship."""
    return [
        Die(damage, rng.below(SIDES, f"eclipse.die.{colour}") + 1)
        for damage, colour in COLOURS.items()
        for _ in range(ships * dice.count(damage))
    ]


class Target:
    """A ship that may be shot at. `left` is the damage that destroys it."""

    __slots__ = ("group", "index", "left", "need", "taken")

    def __init__(self, group: Group, index: int, stats: Stats, computer: int) -> None:
        self.group = group
        self.index = index
        self.left = stats.hull + 1 - group.damage[index]
        self.need = need(computer, stats.shield)
        self.taken = 0


def targets(groups: Sequence[tuple[Group, Stats]], computer: int) -> list[Target]:
    """List the ships of some groups in the order in which they are shot at."""
    found = [Target(group, index, stats, computer) for group, stats in groups for index in range(len(group.damage))]
    found.sort(key=lambda one: (-SIZES[one.group.kind], one.left))
    return found


def fewest(counts: dict[int, int], points: int) -> tuple[int, int, int] | None:
    """Choose dice that destroy a ship: how many of damage 4, 2 and 1.

    The least damage that is enough, with the fewest dice, of these the most red, then orange ones.
    """
    if 4 * counts[4] + 2 * counts[2] + counts[1] < points:
        return None
    best: tuple[int, int, int, int] | None = None
    for red in range(min(counts[4], (points + 3) // 4) + 1):
        rest = points - 4 * red
        for orange in range(min(counts[2], max(0, (rest + 1) // 2)) + 1):
            yellow = max(0, rest - 2 * orange)
            if yellow <= counts[1]:
                key = (4 * red + 2 * orange + yellow, red + orange + yellow, -red, -orange)
                best = key if best is None else min(best, key)
    assert best is not None
    red, orange = -best[2], -best[3]
    return red, orange, best[1] - red - orange


def assign(dice: Sequence[Die], ships: Sequence[Target]) -> None:
    """Assign a volley by the greedy policy; the damage goes to `Target.taken`."""
    rest = sorted((die for die in dice if die.roll > 1), key=lambda die: die.roll)
    for ship in ships:
        if not rest:
            return
        hitting = [die for die in rest if die.roll >= ship.need]
        if not hitting:
            continue
        counts = {damage: sum(die.damage == damage for die in hitting) for damage in COLOURS}
        chosen = fewest(counts, ship.left)
        if chosen is None:
            continue
        for damage, number in zip((4, 2, 1), chosen, strict=True):
            for die in [one for one in hitting if one.damage == damage][:number]:
                ship.taken += damage
                rest.remove(die)
    for die in rest:
        hit = next((ship for ship in ships if ship.taken < ship.left and die.roll >= ship.need), None)
        if hit is not None:
            hit.taken += die.damage
