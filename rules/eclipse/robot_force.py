"""How strong ships are, and how likely a fleet beats another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import sqrt

import msgspec

from rules.eclipse import combat
from rules.eclipse.blueprints import NPC_STATS, Stats, stats
from rules.eclipse.components import ANCIENT, GCDS
from rules.eclipse.state import EclipseState, Sector
from rules.kernel.rng import Rng

#: How often a battle is fought to see how it may end, and how long one is fought.
BATTLES, LONGEST = 24, 25


class Squad(msgspec.Struct, frozen=True):
    """Ships of one type that fight on one side."""

    stats: Stats
    n: int


class _Ship:
    """A ship of such a battle; `left` is the damage that destroys it."""

    __slots__ = ("left", "side", "stats")

    def __init__(self, stats: Stats, side: int) -> None:
        self.left, self.stats, self.side = stats.hull + 1, stats, side


def rating(ship: Stats) -> float:
    """How strong a ship is by itself, against an ordinary one."""
    hits = (7 - combat.need(ship.computer, 0)) / 6
    is_hit = (7 - combat.need(1, ship.shield)) / 6
    return sqrt(hits * (sum(ship.cannons) + 0.6 * sum(ship.missiles)) * (ship.hull + 1) / is_hit / 3)


def odds(mine: Sequence[Squad], foes: Sequence[Squad]) -> float:
    """Estimate how likely a fleet that attacks beats another one, by fighting it out some times."""
    if not mine or not foes:
        return float(not foes)
    return _fought(tuple(mine), tuple(foes))


@lru_cache(maxsize=20_000)
def _fought(mine: tuple[Squad, ...], foes: tuple[Squad, ...]) -> float:
    if not any(one.stats.cannons or one.stats.missiles for one in mine):
        return 0.0
    rng = Rng("00")
    return sum(_won(mine, foes, rng) for _ in range(BATTLES)) / BATTLES


def _won(mine: tuple[Squad, ...], foes: tuple[Squad, ...], rng: Rng) -> bool:
    """Fight a battle, ship by ship in the order of initiative, the defender's first; say whether the attacker wins."""
    sides = [
        [_Ship(squad.stats, side) for squad in fleet for _ in range(squad.n)] for side, fleet in ((0, mine), (1, foes))
    ]
    order = sorted((*sides[0], *sides[1]), key=lambda ship: (-ship.stats.initiative, -ship.side))
    for turn in range(LONGEST):
        for ship in order:
            if ship.left > 0:
                for damage in ship.stats.cannons if turn else ship.stats.missiles:
                    _fire(damage, ship.stats.computer, sides[1 - ship.side], rng)
        if not sides[0] or not sides[1]:
            return bool(sides[0])
    return False


def _fire(damage: int, computer: int, ships: list[_Ship], rng: Rng) -> None:
    """Roll a die, and deal its damage to the weakest ship that it hits."""
    roll = rng.below(6, "robot.die") + 1
    if roll == 1:
        return
    hit = [ship for ship in ships if roll >= combat.need(computer, ship.stats.shield)]
    if hit:
        ship = min(hit, key=lambda one: one.left)
        ship.left -= damage
        if ship.left <= 0:
            ships.remove(ship)


def npcs(sector: Sector) -> list[Squad]:
    """Ancients and defence of a sector."""
    found = [Squad(NPC_STATS[ANCIENT], sector.ancients)] if sector.ancients else []
    return [*found, Squad(NPC_STATS[GCDS], 1)] if sector.gcds else found


def fleet(state: EclipseState, seat: int) -> list[Squad]:
    """All ships of a seat that can go and fight, by type."""
    counts: dict[str, int] = {}
    for sector in state.sectors.values():
        for kind, n in sector.ships.get(seat, {}).items():
            counts[kind] = counts.get(kind, 0) + n
    me = state.players[seat]
    return [Squad(stats(me, kind), n) for kind, n in counts.items() if kind != "starbase"]


def count_ships(state: EclipseState, seat: int) -> Mapping[str, int]:
    """Count a seat's ships on the map by type."""
    counts: dict[str, int] = {}
    for sector in state.sectors.values():
        for kind, n in sector.ships.get(seat, {}).items():
            counts[kind] = counts.get(kind, 0) + n
    return counts


def enemy_ships(state: EclipseState, sector: Sector, seat: int) -> list[Squad]:
    """Ships of other players in a sector."""
    return [
        Squad(stats(state.players[other], kind), n)
        for other, ships in sector.ships.items()
        if other != seat
        for kind, n in ships.items()
    ]


def ships_here(state: EclipseState, sector: Sector, seat: int) -> list[Squad]:
    """A seat's own ships in a sector."""
    me = state.players[seat]
    return [Squad(stats(me, kind), n) for kind, n in sector.ships.get(seat, {}).items()]
