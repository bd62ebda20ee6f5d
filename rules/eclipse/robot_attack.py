"""Where a robot could fight, what it would win, and with which ships it gets there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rules.eclipse import fleets
from rules.eclipse.blueprints import stats
from rules.eclipse.components import CRUISER, DRAWS, DREADNOUGHT, GCDS, INTERCEPTOR
from rules.eclipse.economy import balance
from rules.eclipse.fleets import foreign, least_link, with_ancients
from rules.eclipse.galaxy import near
from rules.eclipse.robot_force import Squad, enemy_ships, npcs, odds, rating, ships_here
from rules.eclipse.robot_table import Plan, Table
from rules.eclipse.robot_value import DISCOVERY, Target, reputation_gain, worth
from rules.eclipse.state import NOBODY, EclipseState, Sector
from rules.eclipse.steps import build
from rules.eclipse.steps.diplomacy import offended

#: How likely a battle must be won before a robot goes into it.
BRAVE = 0.6
#: How far away sectors to fight for may be.
FAR = 4
#: A ship of a type, as a move names it.
SHORT = {INTERCEPTOR: "i1", CRUISER: "c1", DREADNOUGHT: "d1"}


def targets(state: EclipseState, seat: int) -> list[Target]:
    """List the sectors that a seat could fight for, with what they would bring."""
    me = state.players[seat]
    reach = _distances(state, seat)
    found = []
    for sector in state.sectors.values():
        foes = npcs(sector)
        if not foes or sector.id not in reach or reach[sector.id] > FAR or (sector.ancients and with_ancients(me)):
            continue
        prize = prize_of(state, seat, sector)
        found.append(Target(sector.id, prize * (1.0, 1.0, 0.9, 0.7, 0.5)[reach[sector.id]], tuple(foes)))
    return sorted(found, key=lambda one: -one.prize)[:6]


def prize_of(state: EclipseState, seat: int, sector: Sector) -> float:
    """Estimate what winning the battle in a sector brings: reputation, and the sector if it can be taken."""
    me = state.players[seat]
    kills = DRAWS["ancient"] * sector.ancients + DRAWS[GCDS] * sector.gcds
    gain = reputation_gain(me, 1 + kills)
    if me.discs:
        table = Table(state, seat)
        freed = table.sector(sector.id)
        freed.ancients, freed.gcds = 0, False
        before = worth(table.state, seat)
        table.claim(sector.id)
        gain += max(0.0, worth(table.state, seat) - before) + DISCOVERY * sector.discovery
    return gain


def _distances(state: EclipseState, seat: int) -> dict[str, int]:
    """How far each sector is from where a seat has discs or ships."""
    least = least_link(state.players[seat])
    found = {one.id: 0 for one in state.sectors.values() if one.disc == seat or seat in one.ships}
    edge = list(found)
    while edge:
        following = []
        for id in edge:
            sector = state.sectors[id]
            if found[id] and (npcs(sector) or any(other != seat for other in sector.ships)):
                continue
            for other in near(sector, least):
                if other not in found:
                    found[other] = found[id] + 1
                    following.append(other)
        edge = following
    return found


def steps_to(state: EclipseState, seat: int, goals: set[str]) -> dict[str, int]:
    """How far each sector is from the nearest of some sectors."""
    least = least_link(state.players[seat])
    found = dict.fromkeys(goals, 0)
    edge = list(goals)
    while edge:
        following = []
        for id in edge:
            for other in near(state.sectors[id], least):
                if other not in found:
                    found[other] = found[id] + 1
                    following.append(other)
        edge = following
    return found


class Trip(msgspec.Struct, frozen=True):
    """A ship's way to a battle."""

    kind: str
    path: tuple[str, ...]


def moves(state: EclipseState, seat: int, n: int) -> Iterator[Plan]:
    """Plan to bring ships to a sector and win it, in as many actions as it takes."""
    me = state.players[seat]
    for sector in state.sectors.values():
        foes = [*npcs(sector), *enemy_ships(state, sector, seat)]
        if sector.ancients and with_ancients(me):
            continue
        if not foes or offended(state, seat, sector):
            continue
        if any(other != seat for other in sector.ships) or sector.disc not in (NOBODY, seat):
            continue
        found = attack(state, seat, sector, foes, n)
        if found is not None:
            yield found


def attack(state: EclipseState, seat: int, sector: Sector, foes: Sequence[Squad], n: int) -> Plan | None:
    """Plan the attack on a sector with the fewest ships that are likely to win."""
    me = state.players[seat]
    there = ships_here(state, sector, seat)
    trips = ways(state, seat, sector.id)
    prize = prize_of(state, seat, sector)
    now = odds(there, foes)
    base = now * prize if there else 0.0
    best: Plan | None = None
    force = list(there)
    discs = me.discs
    for count, trip in enumerate(trips, start=1):
        force.append(Squad(stats(me, trip.kind), 1))
        needed = -(-count // n)
        if needed > min(discs, 3) or (me.passed and needed > 1):
            break
        chance = odds(force, foes)
        if chance < BRAVE and (not there or chance < now + 0.15):
            continue
        table = Table(state, seat)
        for _ in range(needed):
            table.pay("move")
        price = worth(table.state, seat) - worth(state, seat)
        risk = (1 - chance) * 0.35 * sum(build.cost(me, one.kind) * 0.2 for one in trips[:count])
        gain = chance * prize - base + price - risk
        if balance(table.me) < 0:
            continue
        if best is None or gain > best.gain:
            best = Plan(
                gain, "move", (sector.id, *(f"{SHORT[one.kind]} {' '.join(one.path)}" for one in trips[:count]))
            )
    return best


def ways(state: EclipseState, seat: int, goal: str) -> list[Trip]:
    """All ships that reach a sector in one move each, the strongest first."""
    me = state.players[seat]
    found: list[tuple[float, Trip]] = []
    for sector in state.sectors.values():
        if sector.id == goal or seat not in sector.ships:
            continue
        free_ = free_to_leave(state, sector, seat)
        fighting = bool(npcs(sector)) and not with_ancients(me)
        for kind in sorted(SHORT, key=lambda kind: -rating(stats(me, kind))):
            count = sector.ships[seat].get(kind, 0)
            if not count or not free_ or fighting:
                continue
            path = way(state, seat, sector.id, goal, stats(me, kind).move)
            if path is not None:
                going = min(count, free_)
                free_ -= going
                found += [(rating(stats(me, kind)), Trip(kind, path))] * going
    return [trip for _, trip in sorted(found, key=lambda one: -one[0])]


def free_to_leave(state: EclipseState, sector: Sector, seat: int) -> int:
    """Count the ships that may leave a sector."""
    if sector.gcds:
        return 0
    return max(0, sector.count(seat) - fleets.enemies(state, sector, seat))


def way(state: EclipseState, seat: int, start: str, goal: str, reach: int) -> tuple[str, ...] | None:
    """Find a way for a ship that meets nobody before it gets there."""
    least = least_link(state.players[seat])
    paths: dict[str, tuple[str, ...]] = {start: (start,)}
    edge = [start]
    for _ in range(reach):
        following = []
        for id in edge:
            for other in near(state.sectors[id], least):
                if other in paths:
                    continue
                sector = state.sectors[other]
                if other != goal and (foreign(state, sector, seat) or sector.disc not in (NOBODY, seat)):
                    continue
                paths[other] = (*paths[id], other)
                if other == goal:
                    return paths[other]
                following.append(other)
        edge = following
    return None
