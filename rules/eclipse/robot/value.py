"""What a robot of Eclipse holds a position for, in points that it expects at the end of the game.

A seat's economy is put into `Books`; what a step is worth is the difference that it makes to them. Three kinds of
things count: resources and what they still buy, the actions that the money of a round pays for, and points.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from rules.eclipse.components import (
    ARTIFACT_KEY,
    INFLUENCE,
    MATERIALS,
    MONOLITH,
    NANOROBOTS,
    ORBITAL,
    POINTS,
    POPULATION,
    ROUNDS,
    SCIENCE,
    SECTORS,
    SPECIES,
    TECH_TRACK,
    TECHNOLOGIES,
    TRACKS,
)
from rules.eclipse.economy import fits, in_category, opened, own_sectors, tracks_for
from rules.eclipse.robot import terms as terms_
from rules.eclipse.robot.terms import total
from rules.eclipse.state import EclipseState, Player, Sector

#: What each further action of a round is worth, the resources that it spends not counted.
ACTION = (0.42, 0.42, 0.41, 0.4, 0.37, 0.33, 0.29, 0.25, 0.21, *[0.15] * 8)
#: How much the money of a round, and the discs in sectors, are taken to grow with every round.
MORE_MONEY, MORE_SECTORS = 1.5, 0.5
#: How much more the actions of a round are worth for each round that follows it: what they bring still grows.
GROWTH = 0.06
#: What a unit of a resource is worth.
UNIT = {SCIENCE: 0.25, MATERIALS: 0.25}
#: Only half of it from this amount on, and this much more for each round to come: there are not actions for more.
PLENTY, PLENTY_MORE = 8.0, 12.0
#: Money that is lacking at the end of the round, and cannot be traded for, costs sectors.
LACKING = 1.2
#: What a row of technologies is worth while it can still grow.
ROW = (0.0, 0.25, 0.55, 0.9, 1.5, 2.3, 3.4, 5.0)
#: What is held now may be lost until the end.
KEPT = 0.9
#: The points that the best of so many reputation tiles has on the average.
BEST_OF = (0.0, 2.1, 2.65, 2.95, 3.15, 3.3)
DISCOVERY = 2.2
#: What a unit of materials is worth to who builds monoliths, and how much more of it is plenty then.
BUILDER, BUILDING = 0.29, 2.0
#: What a square is worth that needs an advanced technology, and what the third sector is by itself, for each round to
#: come.
ADVANCED, ROOM = 0.3, 0.12


class Books(NamedTuple):
    """A seat's economy. Tracks are in the order of TRACKS."""

    discs: int
    """Discs on the influence track."""
    away: int
    """Discs on actions; they come back at the end of the round."""
    cubes: tuple[int, ...]
    goods: tuple[int, ...]
    rate: int
    """How much of one resource is given for one of another."""
    builder: bool = False
    """Whether materials can become monoliths."""

    def paid(self, track: str, n: int) -> Books:
        """Spend an amount of a resource."""
        return self._replace(goods=_added(self.goods, track, -n))

    def settled(self, track: str) -> Books:
        """Take a cube off its track."""
        return self._replace(cubes=_added(self.cubes, track, -1))


def _added(amounts: tuple[int, ...], track: str, n: int) -> tuple[int, ...]:
    at = TRACKS.index(track)
    return (*amounts[:at], amounts[at] + n, *amounts[at + 1 :])


def books(me: Player, *, discs: int = 0) -> Books:
    """Open the books of a player who has spent so many more discs on actions."""
    return Books(
        me.discs - discs,
        sum(me.actions.values()) + discs,
        tuple(me.cubes[track] for track in TRACKS),
        tuple(me.goods[track] for track in TRACKS),
        SPECIES[me.species].trade if me.species else 3,
        MONOLITH in me.technologies,
    )


def rounds_left(state: EclipseState) -> int:
    """Count the rounds after this one."""
    return ROUNDS - max(1, state.round)


def _upkeep(discs: int) -> int:
    return INFLUENCE.upkeep[min(max(0, discs), len(INFLUENCE.upkeep) - 1)]


@lru_cache(1 << 14)
def actions_value(money: float, discs: int) -> float:
    """What the actions of a round are worth that so much money and so many discs allow."""
    if money < _upkeep(discs):
        return 0.5 * (money - _upkeep(discs))
    total = 0.0
    for number in range(discs):
        before, after = _upkeep(discs - number), _upkeep(discs - number - 1)
        if money < after:
            return total + ACTION[number] * (money - before) / (after - before)
        total += ACTION[number]
    return total


def balance(one: Books) -> int:
    """The money that is left at the end of the round."""
    return one.goods[0] + POPULATION.production[one.cubes[0]] - _upkeep(one.discs)


def _solvent(one: Books) -> tuple[tuple[int, ...], int]:
    """What is left of science and materials when the money that is lacking is traded for, and what still lacks."""
    goods, lacking = list(one.goods[1:]), -balance(one)
    while lacking > 0 and max(goods) >= one.rate:
        goods[goods.index(max(goods))] -= one.rate
        lacking -= 1
    return tuple(goods), max(0, lacking)


@lru_cache(1 << 16)
def worth(one: Books, left: int) -> float:
    """What a seat's economy will still bring; `left` rounds come after this one."""
    after = balance(one)
    goods, lacking = one.goods[1:], 0
    if after < 0:
        goods, lacking = _solvent(one)
    total = -LACKING * lacking
    if not left:
        return total + 0.01 * (max(0, after) + sum(goods))
    income = POPULATION.production[one.cubes[0]]
    money, discs = income + max(0, after) / left, one.discs + one.away
    for ahead in range(1, left + 1):
        weight = 1 + GROWTH * (left - ahead)
        total += weight * actions_value(money + MORE_MONEY * ahead, max(0, discs - int(MORE_SECTORS * ahead)))
    plenty = PLENTY + PLENTY_MORE * left
    for track, cubes, stock in zip(TRACKS[1:], one.cubes[1:], goods, strict=True):
        amount = stock + left * POPULATION.production[cubes]
        if one.builder and track == MATERIALS:
            total += BUILDER * amount / (1 + amount / (BUILDING * plenty))
        else:
            total += UNIT[track] * amount / (1 + amount / plenty)
    return total


def settle(one: Books, squares: Iterable[str], colony: int, left: int) -> tuple[Books, float]:
    """Settle squares, given by what they take, at once with so many colony ships, the others in later rounds.

    Gives the books, and what the later cubes add to them.
    """
    later = 0.0
    future = one
    for square in sorted(squares, key=lambda square: square.startswith("wild")):
        tracks = [track for track in tracks_for(square) if future.cubes[TRACKS.index(track)]]
        if not tracks:
            continue
        best = max((future.settled(track) for track in tracks), key=lambda after: worth(after, left))
        if colony > 0:
            one = future = best
            colony -= 1
        elif left:
            later += (worth(best, left) - worth(future, left)) * (left - 1) / left * 0.8
            future = best
    return one, later


def open_squares(me: Player, sector: Sector) -> list[str]:
    """What the empty squares of a sector take that a player can use."""
    found = [
        square
        for index, square in enumerate(SECTORS[sector.id].squares)
        if index not in sector.cubes and opened(me, square)
    ]
    return [*found, ORBITAL] if sector.orbital and not sector.orbital_cube else found


def backlog(state: EclipseState, seat: int) -> int:
    """Count the empty squares of own sectors, which take colony ships first."""
    me = state.players[seat]
    return sum(len(open_squares(me, sector)) for sector in own_sectors(state, seat))


def _room(me: Player, one: Books, left: int) -> float:
    """What one more sector is worth by itself: the first ones most, for without them nothing grows."""
    held = SPECIES[me.species].discs + INFLUENCE.spare - me.spare - one.discs - one.away
    return ROOM * left * 3 / (1 + max(1, held))


def control_terms(state: EclipseState, seat: int, sector: Sector, one: Books) -> dict[str, float]:
    """What it brings to place a disc in a sector that has no cubes of anybody then; `one` is before that."""
    if one.discs < 1:
        return {}
    me, left = state.players[seat], rounds_left(state)
    tile, species = SECTORS[sector.id], SPECIES[me.species]
    points = tile.vp + species.vp_per_sector + POINTS.monolith * sector.monolith
    terms = {terms_.POINTS: points * (KEPT if left else 1.0)}
    if sector.discovery and not sector.ancients and not sector.gcds:
        terms[terms_.DISCOVERY] = DISCOVERY
    room = ADVANCED * sum(square[-1] == "+" and not opened(me, square) for square in tile.squares) * min(1, left / 6)
    terms[terms_.ROOM] = (
        room + _room(me, one, left) + 0.2 * tile.artifact * (ARTIFACT_KEY not in me.technologies and left > 1)
    )
    squares = [square for square in tile.squares if opened(me, square)] + [ORBITAL] * sector.orbital
    after, later = settle(one._replace(discs=one.discs - 1), squares, me.colony - backlog(state, seat), left)
    terms[terms_.ECONOMY] = later + worth(after, left) - worth(one, left)
    return terms


def control_gain(state: EclipseState, seat: int, sector: Sector, one: Books) -> float:
    """Sum up what it brings to place a disc in a sector."""
    return total(control_terms(state, seat, sector, one))


def loss_terms(state: EclipseState, seat: int, sector: Sector) -> dict[str, float]:
    """What a seat loses with a sector that it controls, as a gain that it has of it."""
    me, left = state.players[seat], rounds_left(state)
    points = SECTORS[sector.id].vp + SPECIES[me.species].vp_per_sector + POINTS.monolith * sector.monolith
    one = books(me)
    after = one._replace(discs=one.discs + 1)
    squares = SECTORS[sector.id].squares
    for square in [squares[index] for index in sector.cubes] + [ORBITAL] * sector.orbital_cube:
        tracks = [track for track in tracks_for(square) if after.cubes[TRACKS.index(track)] < POPULATION.cubes]
        if tracks:
            after = max(
                (after._replace(cubes=_added(after.cubes, track, 1)) for track in tracks),
                key=lambda one: worth(one, left),
            )
    return {
        terms_.POINTS: float(points),
        terms_.ROOM: _room(me, after, left),
        terms_.ECONOMY: worth(one, left) - worth(after, left),
    }


def loss_of(state: EclipseState, seat: int, sector: Sector) -> float:
    """Sum up what a seat loses with a sector that it controls."""
    return total(loss_terms(state, seat, sector))


def row_value(n: int, left: int) -> float:
    """What a row of so many technologies is worth."""
    now = float(TECH_TRACK.vp[n])
    return now if not left else now + (ROW[n] - now) * min(1.0, left / 3)


def technology_terms(state: EclipseState, seat: int, technology: str) -> dict[str, float]:
    """What a technology brings besides what it does for ships; its price is not counted."""
    me, left = state.players[seat], rounds_left(state)
    one = TECHNOLOGIES[technology]
    n = in_category(me, one.category)
    row = row_value(n + 1, left) - row_value(n, left)
    before = books(me)
    base, economy = worth(before, left), 0.0
    if one.discs:
        more = min(one.discs, me.spare)
        economy += worth(before._replace(discs=before.discs + more), left) - base
    if one.opens:
        squares = [
            square
            for sector in own_sectors(state, seat)
            for square in SECTORS[sector.id].squares
            if square == one.opens
        ]
        after, later = settle(before, squares, me.colony - backlog(state, seat), left)
        economy += later + worth(after, left) - base
    if technology == ARTIFACT_KEY:
        artifacts = sum(SECTORS[sector.id].artifact for sector in own_sectors(state, seat))
        economy += 5 * artifacts * (UNIT[MATERIALS] if left else 0.05)
    use = {"wormhole-generator": 0.12, "neutron-bombs": 0.05, NANOROBOTS: 0.12, ORBITAL: 0.12}.get(
        technology, 0.0
    ) * left
    if technology == MONOLITH:
        economy += worth(before._replace(builder=True), left) - base
    return {terms_.TECHNOLOGY: row + use, terms_.ECONOMY: economy}


def technology_gain(state: EclipseState, seat: int, technology: str) -> float:
    """Sum up what a technology brings besides what it does for ships."""
    return total(technology_terms(state, seat, technology))


def reputation_gain(me: Player, draws: int) -> float:
    """What it brings to draw so many reputation tiles and keep the best."""
    best = BEST_OF[min(draws, len(BEST_OF) - 1)]
    if fits(me, len(me.partners), len(me.reputation) + 1):
        return best
    if not me.reputation:
        return 0.0
    return max(0.0, best - min(me.reputation)) + 0.2 * (min(me.reputation) <= 2)
