"""How strong ships are, for a robot of Eclipse: odds of a battle by a formula, and the best blueprint within reach.

The formula is Lanchester's square law: who deals and takes more damage together wins, the more surely the larger the
difference. A side's ships are a tuple of ``(stats, number)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from rules.eclipse.blueprints import NPC_STATS, Stats, is_legal, placed, printed, stats, sum_up
from rules.eclipse.combat import SIDES, need
from rules.eclipse.components import ANCIENT, DRAWS, GCDS, PARTS, SHIPS
from rules.eclipse.fleets import with_ancients
from rules.eclipse.state import EclipseState, Player, Sector

Fleet: TypeAlias = tuple[tuple[Stats, int], ...]

#: How surely the stronger side wins, as an exponent of the ratio of both sides' strength.
SURENESS = 2.0


class Odds(NamedTuple):
    """What to expect of a battle: the chance to win, and the share of the own ships that lives then."""

    win: float
    left: float


def hit_chance(computer: int, shield: int) -> float:
    """The chance of a die to hit."""
    return (SIDES + 1 - need(computer, shield)) / SIDES


def hit_points(fleet: Fleet) -> float:
    """The damage that destroys all ships of a fleet."""
    return sum(n * (can.hull + 1) for can, n in fleet)


def _damage(fleet: Fleet, enemy: Fleet, *, missiles: bool = False) -> float:
    """The damage that a fleet deals in a round. More than a ship can take is lost."""
    points = hit_points(enemy)
    total = 0.0
    for can, n in fleet:
        for die in can.missiles if missiles else can.cannons:
            for other, count in enemy:
                share = count * (other.hull + 1) / points
                total += (
                    n
                    * share
                    * hit_chance(can.computer, other.shield)
                    * min(die, other.hull + 1 if die < 3 else other.hull + 1.5)
                )
    return total


def _lasting(fleet: Fleet) -> float:
    """The share of its fire that a fleet keeps up while it is shot down: one ship all of it, many about half."""
    ships = sum(n for _, n in fleet)
    return (ships + 1) / (2 * ships)


def _initiative(fleet: Fleet) -> float:
    return sum(can.initiative * n for can, n in fleet) / sum(n for _, n in fleet)


@lru_cache(1 << 14)
def odds(mine: Fleet, theirs: Fleet, defending: bool = False) -> Odds:
    """Estimate a battle to the end."""
    if not mine:
        return Odds(0.0, 0.0)
    if not theirs:
        return Odds(1.0, 1.0)
    own, other = hit_points(mine), hit_points(theirs)
    deal, take = _damage(mine, theirs), _damage(theirs, mine)
    first = _initiative(mine) - _initiative(theirs) + (0.5 if defending else -0.5)
    mine_left, theirs_left = own, other
    theirs_left -= min(0.9 * other, _damage(mine, theirs, missiles=True) * (1.0 if first > 0 else 0.9))
    mine_left -= min(0.9 * own, _damage(theirs, mine, missiles=True) * (0.9 if first > 0 else 1.0))
    half = min(1.0, abs(first)) * 0.5
    if first > 0:
        theirs_left -= min(0.5 * theirs_left, half * deal)
    else:
        mine_left -= min(0.5 * mine_left, half * take)
    strength = deal * _lasting(mine) * mine_left / own * mine_left
    against = take * _lasting(theirs) * theirs_left / other * theirs_left
    if strength <= 0:
        return Odds(0.5 if against <= 0 and defending else 0.0, 1.0)
    if against <= 0:
        return Odds(1.0, mine_left / own)
    ratio = strength / against
    win = 1 / (1 + ratio**-SURENESS)
    return Odds(win, mine_left / own * max(0.45, (1 - 1 / max(1.0, ratio)) ** 0.5))


def fleet(me: Player, ships: Iterable[tuple[str, int]]) -> Fleet:
    """A player's ships by type and number, as they are built now."""
    return tuple((stats(me, kind), n) for kind, n in ships if n)


def merged(one: Iterable[tuple[str, int]], other: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """Put ships together, type by type."""
    total = dict.fromkeys(SHIPS, 0)
    for kind, n in (*one, *other):
        total[kind] += n
    return [(kind, n) for kind, n in total.items() if n]


def defenders(state: EclipseState, sector: Sector, seat: int) -> Fleet:
    """Everything in a sector that a seat must fight."""
    found = (
        [(NPC_STATS[ANCIENT], sector.ancients)] if sector.ancients and not with_ancients(state.players[seat]) else []
    )
    if sector.gcds:
        found.append((NPC_STATS[GCDS], 1))
    for other, ships in sector.ships.items():
        if other != seat:
            found += fleet(state.players[other], ships.items())
    return tuple(found)


def draws_for(state: EclipseState, sector: Sector, seat: int) -> int:
    """The reputation tiles that a victory in a sector draws."""
    count = DRAWS["taking_part"] + DRAWS[GCDS] * sector.gcds
    if not with_ancients(state.players[seat]):
        count += sector.ancients * DRAWS[ANCIENT]
    for other, ships in sector.ships.items():
        if other != seat:
            count += sum(DRAWS[kind] * n for kind, n in ships.items())
    return min(DRAWS["most"], count)


class Enemy(NamedTuple):
    """What ships are measured against: the best computer and shield of the others."""

    computer: int
    shield: int


def enemy_of(state: EclipseState, seat: int) -> Enemy:
    """The equipment that a seat's ships will meet; Ancients at least."""
    computer, shield = 1, 0
    for other, them in enumerate(state.players):
        if other != seat and them.species and not them.out:
            for kind in SHIPS[:3]:
                can = stats(them, kind)
                computer, shield = max(computer, can.computer), max(shield, can.shield)
    return Enemy(computer, shield)


@lru_cache(1 << 14)
def power(can: Stats, enemy: Enemy) -> float:
    """The strength of one ship; strengths may be added. A plain interceptor has about 0.4, a plain cruiser 0.8."""
    chance = hit_chance(can.computer, enemy.shield)
    deal = sum(min(die, 3.2) for die in can.cannons) * chance + 0.8 * sum(can.missiles) * chance
    take = hit_chance(enemy.computer, can.shield)
    quick = 1 + 0.04 * can.initiative + 0.04 * min(can.move, 4)
    return (deal * (can.hull + 1) * quick / (2.5 * take)) ** 0.5 if deal else 0.05 * (can.hull + 1)


def might(state: EclipseState, seat: int, enemy: Enemy) -> float:
    """The strength of all ships of a seat on the map."""
    me = state.players[seat]
    strength = {kind: power(stats(me, kind), enemy) for kind in SHIPS}
    return sum(
        strength[kind] * n for sector in state.sectors.values() for kind, n in sector.ships.get(seat, {}).items()
    )


class Design(NamedTuple):
    """A blueprint within reach: its tiles, and the strength of its ships."""

    tiles: tuple[str, ...]
    power: float


def useful_parts(me: Player) -> tuple[str, ...]:
    """The parts that a player can lay, without those that another one beats in every respect."""
    able = [
        part
        for part, one in PARTS.items()
        if (part in me.stored if one.ancient else not one.technology or one.technology in me.technologies)
    ]
    return tuple(part for part in able if not any(_beats(other, part) for other in able))


def _beats(one: str, other: str) -> bool:
    a, b = PARTS[one], PARTS[other]
    if a.kind != b.kind or one == other or a.ancient or a.energy < b.energy:
        return False
    return (a.computer, a.shield, a.hull, a.move) >= (b.computer, b.shield, b.hull, b.move) and sum(a.cannons) >= sum(
        b.cannons
    )


def changes(tiles: tuple[str, ...], parts: Iterable[str], most: int) -> Iterator[dict[int, str]]:
    """All ways to lay one tile, or up to two: slot -> part. Ancient tiles stay; an ancient part is there once."""
    slots = [slot for slot, tile in enumerate(tiles) if not tile or not PARTS[tile].ancient]
    singles = [(slot, part) for slot in slots for part in parts if part != tiles[slot]]
    for slot, part in singles:
        yield {slot: part}
    if most > 1:
        for (slot, part), (other, second) in combinations(singles, 2):
            if slot != other and not (part == second and PARTS[part].ancient):
                yield {slot: part, other: second}


def changed(tiles: tuple[str, ...], change: dict[int, str]) -> tuple[str, ...]:
    """The tiles after a change."""
    return tuple(change.get(slot, tile) for slot, tile in enumerate(tiles))


@lru_cache(1 << 12)
def best_design(
    species: str, kind: str, tiles: tuple[str, ...], parts: tuple[str, ...], *, left: int, enemy: Enemy
) -> Design:
    """The strongest legal blueprint that at most so many tiles make; two at a time, for one may need the other."""
    can = sum_up(species, kind, tiles)
    best = Design(tiles, power(can, enemy) if is_legal(can, kind) else -1.0)
    if not left:
        return best
    shown = [tile or below for tile, below in zip(tiles, printed(species, kind), strict=True)]
    energy = {part: PARTS[part].energy for part in (*parts, *shown) if part} | {"": 0}
    for change in changes(tiles, parts, left):
        if can.energy + sum(energy[part] - energy[shown[slot]] for slot, part in change.items()) < 0:
            continue
        after = changed(tiles, change)
        made = sum_up(species, kind, after)
        if is_legal(made, kind) and power(made, enemy) > best.power + 1e-9:
            best = Design(after, power(made, enemy))
    if left > 2 and best.tiles != tiles:
        return best_design(species, kind, best.tiles, parts, left=left - 2, enemy=enemy)
    return best


def design(me: Player, kind: str, parts: tuple[str, ...], left: int, enemy: Enemy) -> Design:
    """The strongest blueprint of a type that a player can make with so many tiles."""
    return best_design(me.species, kind, tuple(placed(me, kind)), parts, left=left, enemy=enemy)
