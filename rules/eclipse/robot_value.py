"""What a robot thinks a table is worth to a seat: points now, and what tracks, tiles and ships promise.

Everything is measured in victory points at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt

import msgspec

from rules.eclipse.components import (
    CATEGORIES,
    DRAWS,
    INFLUENCE,
    MATERIALS,
    MONEY,
    MONOLITH,
    REPUTATION,
    ROUNDS,
    SCIENCE,
    SECTORS,
    SPECIES,
)
from rules.eclipse.economy import balance, fits, in_category, opened, own_sectors, production
from rules.eclipse.robot_force import Squad, fleet, odds, rating
from rules.eclipse.scoring import score
from rules.eclipse.state import EclipseState, Player
from rules.eclipse.steps.build import cost

#: What the first, second, third action of a round brings besides what it spends resources for.
ACTION = (0.8, 0.72, 0.64, 0.56, 0.44, 0.32, 0.24, 0.2, 0.16, 0.12, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08)
#: Science and materials that can be used; with monoliths to build; and what there is beyond that.
SCIENCE_WORTH, MATERIALS_WORTH, MONOLITH_WORTH, SPARE_WORTH = 0.17, 0.14, 0.25, 0.03
MONEY_WORTH = 0.06
#: Money left over counts in full in each round, as a part of this: it waits for the best moment.
SPREAD = 3
#: Science and materials that a round can use.
SCIENCE_USE, MATERIALS_USE = 12, 12
#: Rows of technologies, by their number: points, smoothed.
ROWS = (0.0, 0.1, 0.3, 0.7, 1.4, 2.3, 3.4, 5.0)
#: What a technology promises for each round left, besides what is counted elsewhere.
PROMISE = {
    "starbase": 0.03, "neutron-bombs": 0.02, "nanorobots": 0.15, "orbital": 0.12, "wormhole-generator": 0.06,
    "improved-hull": 0.22, "fusion-source": 0.14, "positron-computer": 0.18, "plasma-cannon": 0.22,
    "gauss-shield": 0.1, "phase-shield": 0.12, "fusion-drive": 0.1, "tachyon-drive": 0.08, "tachyon-source": 0.1,
    "antimatter-cannon": 0.16, "plasma-missile": 0.16, "gluon-computer": 0.14,
}  # fmt: skip
#: An empty square that can be settled, for each round left.
SQUARE = (0.34, 0.3, 0.26, 0.18, 0.14, 0.1, 0.08, 0.06, 0.05, 0.04)
#: A sector, for each round left: a place to build and to go on from.
SECTOR = 0.15
DISCOVERY = 2.3
#: How many sectors to fight for are looked at.
LOOK_AT = 3
#: How much of a prize counts while it is only possible.
LIKELY = 0.55


class Target(msgspec.Struct, frozen=True):
    """A sector to fight for, what it brings, and who holds it."""

    sector: str
    prize: float
    foes: tuple[Squad, ...]


def left(state: EclipseState) -> int:
    """Count the productions that still lead to an action."""
    return ROUNDS - max(1, state.round)


def worth(state: EclipseState, seat: int, targets: Sequence[Target] = ()) -> float:
    """Estimate what a seat will have in the end; `targets` are what `robot_plan.targets` finds."""
    me = state.players[seat]
    rest = left(state)
    points = score(state, seat)
    total = points["total"] - points["technologies"] + sum(ROWS[in_category(me, one)] for one in CATEGORIES)
    total += _money(me, rest) + _goods(state, me, seat, rest) + _squares(state, me, seat, rest)
    total += sum(PROMISE.get(one, 0.0) for one in me.technologies) * rest
    total += DISCOVERY * 0.8 * len(me.stored)
    return total + (military(state, seat, targets) if targets else 0.0)


def _money(me: Player, rest: int) -> float:
    """Estimate the actions that money pays for, and see that the upkeep can be paid."""
    now = balance(me)
    rate = SPECIES[me.species].trade
    sold = me.goods[SCIENCE] // rate + me.goods[MATERIALS] // rate
    total = 0.0
    if now < 0:
        total -= 0.3 - 0.5 * now
        if now + sold < 0:
            total -= 6.0 - 3.0 * (now + sold)
    if not rest:
        return total + 0.01 * max(0, now)
    discs = me.discs + sum(me.actions.values())
    base = INFLUENCE.upkeep[max(0, discs)]
    each = max(0, now) / min(rest, SPREAD) + production(me, MONEY) - base
    if each < 0:
        return total + 0.6 * each * rest
    return total + rest * _actions(discs, each)


def _actions(discs: int, money: float) -> float:
    """What the actions of a round bring that so much money pays for."""
    total = 0.0
    for action in range(discs):
        price = INFLUENCE.upkeep[discs - action - 1] - INFLUENCE.upkeep[discs - action]
        if price > money:
            return total + ACTION[action] * money / price
        money -= price
        total += ACTION[action]
    return total + MONEY_WORTH * money


def _goods(state: EclipseState, me: Player, seat: int, rest: int) -> float:
    """Estimate science and materials, those to come included."""
    science = me.goods[SCIENCE] + rest * production(me, SCIENCE)
    usable = min(science, SCIENCE_USE * (rest + (me.discs > 0)))
    total = SCIENCE_WORTH * usable + SPARE_WORTH * (science - usable)
    if not rest:
        total *= 0.3
    materials = me.goods[MATERIALS] + rest * production(me, MATERIALS)
    if MONOLITH in me.technologies and (rest or me.discs):
        room = sum(not sector.monolith for sector in own_sectors(state, seat)) + 0.5 * rest
        room = min(room, (me.discs > 0) * 3 + 3 * rest, state.structures)
        for_monoliths = min(materials, cost(me, MONOLITH) * room)
        total += MONOLITH_WORTH * for_monoliths
        materials -= int(for_monoliths)
    worth = MATERIALS_WORTH if rest else 0.04
    usable = min(materials, MATERIALS_USE * (rest + 1))
    return total + worth * usable + SPARE_WORTH * (materials - usable)


def _squares(state: EclipseState, me: Player, seat: int, rest: int) -> float:
    """Estimate what sectors promise, and their empty squares, which colony ships will settle."""
    if not rest:
        return 0.0
    empty, own = 0, own_sectors(state, seat)
    for sector in own:
        squares = SECTORS[sector.id].squares
        empty += sum(index not in sector.cubes and opened(me, square) for index, square in enumerate(squares))
        empty += sector.orbital and not sector.orbital_cube
    return rest * (SECTOR * len(own) + sum(SQUARE[: min(empty, len(SQUARE))]))


def reputation_gain(me: Player, draws: int) -> float:
    """Estimate what drawing reputation tiles brings: the best is kept, if need be for the worst of before."""
    expected = _best_of(min(draws, DRAWS["most"]))
    if fits(me, len(me.partners), len(me.reputation) + 1):
        return expected
    return max(0.0, expected - min(me.reputation, default=4))


@cache
def _best_of(draws: int) -> float:
    tiles = sum(REPUTATION.values())
    best, below = 0.0, 0.0
    for value in sorted(REPUTATION):
        upto = below + REPUTATION[value] / tiles
        best += value * (upto**draws - below**draws)
        below = upto
    return best


def military(state: EclipseState, seat: int, targets: Sequence[Target]) -> float:
    """Estimate what the ships of a seat can win."""
    mine = fleet(state, seat)
    prizes = sorted((target.prize * odds(mine, target.foes) for target in targets[:LOOK_AT]), reverse=True)
    share = (1.0, 0.6, 0.3)
    power = sum(one.n * rating(one.stats) for one in mine)
    return LIKELY * sum(prize * part for prize, part in zip(prizes, share, strict=False)) + 0.12 * sqrt(power)
