"""How strong ships are, and how likely a fleet beats another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

import msgspec

from rules.eclipse import combat
from rules.eclipse.blueprints import NPC_STATS, Stats, stats
from rules.eclipse.components import ANCIENT, GCDS
from rules.eclipse.state import EclipseState, Sector


class Squad(msgspec.Struct, frozen=True):
    """Ships of one type that fight on one side."""

    stats: Stats
    n: int


def rating(ship: Stats) -> float:
    """How strong a ship is by itself."""
    return sqrt(_damage(ship, 0) * _endurance(ship, 1))


def _damage(ship: Stats, shield: int) -> float:
    """What a ship deals in a round; missiles count in part, for they are fired once."""
    chance = (7 - combat.need(ship.computer, shield)) / 6
    return chance * (sum(ship.cannons) + 0.6 * sum(ship.missiles))


def _endurance(ship: Stats, computer: int) -> float:
    """How much fire of an enemy with these computers a ship stands."""
    chance = (7 - combat.need(computer, ship.shield)) / 6
    return (ship.hull + 1) / chance / 3


def odds(mine: Sequence[Squad], foes: Sequence[Squad]) -> float:
    """Estimate how likely a fleet beats another one."""
    if not foes:
        return 1.0
    strong, weak = _strength(mine, foes), _strength(foes, mine)
    if strong <= 0:
        return 0.0
    ratio = (strong / max(0.01, weak)) ** 1.4
    return float(ratio / (1 + ratio))


def _strength(one: Sequence[Squad], other: Sequence[Squad]) -> float:
    """Fire times endurance of a fleet against another one."""
    many = sum(foe.n for foe in other)
    if not one or not many:
        return 0.0
    shield = sum(foe.stats.shield * foe.n for foe in other) / many
    computer = sum(foe.stats.computer * foe.n for foe in other) / many
    first = max(foe.stats.initiative for foe in other)
    fire = sum(
        foe.n * _damage(foe.stats, round(shield)) * (1.15 if foe.stats.initiative > first else 1.0) for foe in one
    )
    return fire * sum(foe.n * _endurance(foe.stats, round(computer)) for foe in one)


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
